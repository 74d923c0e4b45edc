"""A state of Fly Down: the rules, with what every position is looked at and played through. Views show what is turned
towards one viewer right now (1.2, section 4 of our reference); sampling is the random player's way through the menu."""

from __future__ import annotations

from operator import getitem
from typing import Any

from facedown.engine import ARCHIVE, PUBLIC, Move, Request, Told, You, only, others
from facedown.engine.words import Random

from .given import lay_out
from .position import Rows
from .rules import Rules
from .words import Ask, Counted, Dealt, DeckView, Given, Redraw, SlotView, Sum, Swap, View


class FlyDown(Rules):
    """A position of Fly Down: rules, and what is seen of it."""

    __slots__ = ()

    def lay_out(self, given: Given) -> None:
        """The position a scenario describes."""
        lay_out(self, given)

    def opening(self) -> Told:
        """F-012 to F-016, A-F24: the log begins with what of each hand is turned towards its reader."""
        box = self.box
        for seat, (hand, mask) in enumerate(zip(self.hands, self.hidden_slots, strict=True)):
            own, other = box.faces_to_owner[mask], box.faces_to_others[mask]
            self.tell_each(
                (only(seat), Dealt(seat, tuple(map(getitem, own, hand)))),
                (others(seat), Dealt(seat, tuple(map(getitem, other, hand)))),
                (only(PUBLIC), Dealt(seat, tuple([box.back[c] for c in hand]))),
                (only(ARCHIVE), Dealt(seat, tuple([box.code[c] for c in hand]))),
            )
        return super().opening()

    def _share(self) -> tuple[Any, ...]:
        """What the views of this position have in common: each hand to its owner and to the others, piles, result."""
        box = self.box
        result = ranking = None
        if self.ended is None:
            own, others = self._rows()
        else:
            own = others = [
                [*map(getitem, box.to_all[m], h)] for m, h in zip(self.hidden_slots, self.hands, strict=True)
            ]
            result = [
                [Counted(box.code[c], n) for c, n in zip(hand, counts, strict=True)]
                for hand, counts in zip(self.hands, self.counts(), strict=True)
            ]
            ranking = tuple(sorted(range(self.seats), key=self.rank(self.ended.scores or ()), reverse=True))
        colour, code = box.colour, box.code
        shared = (
            "play" if self.ended is None else "over",
            own,
            others,
            DeckView(len(self.deck), colour[self.deck[-1]] if self.deck else None),  # F-017
            [colour[c] for c in reversed(self.down)],  # F-043
            [code[c] for c in reversed(self.up)],  # F-044
            self.people,
            result,
            ranking,
        )
        self.shared = shared
        return shared

    def _rows(self) -> tuple[list[list[SlotView]], list[list[SlotView]]]:
        """Each hand as its owner and as the other seats see it; kept as long as the hand stays the same."""
        box, rows = self.box, self.rows
        if rows is None:
            rows = self.rows = Rows(self.seats)
        if rows.masks != self.hidden_slots or rows.hands != self.hands:
            for seat, (mask, hand) in enumerate(zip(self.hidden_slots, self.hands, strict=True)):
                if rows.masks[seat] != mask or rows.hands[seat] != hand:
                    rows.masks[seat], rows.hands[seat] = mask, hand[:]
                    rows.own[seat] = [*map(getitem, box.to_owner[mask], hand)]
                    rows.others[seat] = [*map(getitem, box.to_others[mask], hand)]
        return rows.own, rows.others

    def view(self, viewer: int) -> View:
        """What one viewer sees right now: only what is turned towards it (A-F22)."""
        phase, own, hands, deck, down, up, seats, result, ranking = self.shared or self._share()
        you = thrown = left = None
        if viewer < self.seats:
            hands = hands[:]
            hands[viewer] = own[viewer]
            you = _YOU[viewer]
        else:
            box = self.box
            eyes = box.to_all if viewer == ARCHIVE or self.ended is not None else box.to_public  # A-F24, F-052
            hands = [[*map(getitem, eyes[m], hand)] for m, hand in zip(self.hidden_slots, self.hands, strict=True)]
            if viewer == ARCHIVE:  # A-F25
                deck = DeckView(deck.count, deck.top, tuple([box.code[c] for c in reversed(self.deck)]))
                thrown = tuple([box.code[c] for c in reversed(self.down)])
                out = set(range(len(box.code))).difference(self.deck, self.down, self.up, *self.hands)
                left = tuple([box.code[c] for c in sorted(out)])  # F-007
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
            left,
        )

    def sample(self, request: Request, rng: Random) -> Move:
        """A uniform legal kind, then uniform fields, without building a menu."""
        if request.kind != "turn":
            return super().sample(request, rng)
        box, masks, rnd = self.box, self.hidden_slots, rng.random
        seat = request.seat
        mask = masks[seat]
        takers = self.seats - masks.count(0) - (mask != 0)  # opponents with a Hidden card
        kinds = box.kinds[takers > 0][mask]
        kind = kinds[int(rnd() * len(kinds))]
        if kind is Redraw:
            return box.redraws[int(rnd() * box.hand)]
        if kind is Ask:
            asks = box.asks[mask]
            return asks[int(rnd() * len(asks))]
        if kind is Sum:
            return box.sum
        slots = box.slots
        gives = slots[box.all & ~mask]
        j = int(rnd() * sum([len(slots[m]) for them, m in enumerate(masks) if them != seat]))
        for them, m in enumerate(masks):
            if them != seat:
                takes = slots[m]
                if j < len(takes):
                    break
                j -= len(takes)
        return Swap(gives[int(rnd() * len(gives))], them, takes[j])


_YOU = [You(seat) for seat in range(17)]
