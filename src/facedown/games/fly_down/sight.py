"""The views of Fly Down: what one viewer sees of a position right now (1.2, section 4 of our reference)."""

from __future__ import annotations

from operator import getitem
from typing import Any

from facedown.engine import ARCHIVE, You

from .given import lay_out
from .rules import Rules
from .words import Counted, DeckView, Given, View


class FlyDown(Rules):
    """A position of Fly Down: rules, and what is seen of it."""

    __slots__ = ()

    def lay_out(self, given: Given) -> None:
        """The position a scenario describes."""
        lay_out(self, given)

    def _share(self) -> tuple[Any, ...]:
        """What the views of this position have in common: each hand to its owner and to the others, piles, result."""
        box, over = self.box, self.hangar is not None
        own, other = (box.to_all, box.to_all) if over else (box.to_owner, box.to_others)
        masks, cards, colour, code = self.hidden_slots, self.hands, box.colour, box.code
        result = ranking = None
        if over:
            result = tuple(
                tuple(Counted(box.code[c], n) for c, n in zip(hand, counts, strict=True))
                for hand, counts in zip(self.hands, self.counts(), strict=True)
            )
            assert self.ended is not None and self.ended.scores is not None
            ranking = tuple(sorted(range(self.seats), key=self.rank(self.ended.scores), reverse=True))
        shared = (
            "over" if over else "play",
            [[*map(getitem, own[mask], hand)] for mask, hand in zip(masks, cards)],
            [[*map(getitem, other[mask], hand)] for mask, hand in zip(masks, cards)],
            DeckView(len(self.deck), colour[self.deck[-1]] if self.deck else None),  # F-017
            [colour[c] for c in reversed(self.down)],  # F-043
            [code[c] for c in reversed(self.up)],  # F-044
            self.people,
            result,
            ranking,
        )
        self.shared = shared
        return shared

    def view(self, viewer: int) -> View:
        """What one viewer sees right now: only what is turned towards it (A-F22)."""
        phase, own, hands, deck, down, up, seats, result, ranking = self.shared or self._share()
        you = thrown = None
        if viewer < self.seats:
            hands = hands[:]
            hands[viewer] = own[viewer]
            you = _YOU[viewer]
        else:
            box = self.box
            eyes = box.to_all if viewer == ARCHIVE or self.hangar is not None else box.to_public  # A-F24, F-052
            hands = [[*map(getitem, eyes[m], hand)] for m, hand in zip(self.hidden_slots, self.hands, strict=True)]
            if viewer == ARCHIVE:  # A-F25
                deck = DeckView(deck.count, deck.top, tuple([box.code[c] for c in reversed(self.deck)]))
                thrown = tuple([box.code[c] for c in reversed(self.down)])
        return View(
            phase,
            self.turn,
            self.turns,
            self.actions_left,
            self.tower,
            hands,
            deck,
            down,
            up,
            seats,
            you,
            self.hangar,
            result,
            ranking,
            self.ended,
            thrown,
        )


_YOU = [You(seat) for seat in range(17)]
