"""Hands and piles: drawing, discarding, the Laundry, the Box, limits (1.2, 1.4 and 2.4 of our reference)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from facedown.engine import EVERYONE, Refusal, only

from .. import refusals as no
from ..events import Drew, Purged, Refilled, Reshuffled
from ..position import Position

FLANNEL = "flannel"
POISON = "poison"


class Cards(Position):
    """What cards do when nobody plays them."""

    __slots__ = ()

    # looking things up -------------------------------------------------------------------------------------
    def code(self, card: int) -> str:
        """What whoever sees a card reads."""
        code: str = self.game.faces.code[card]
        return code

    def codes(self, cards: Iterable[int]) -> tuple[str, ...]:
        """The same of several."""
        return tuple([self.code(card) for card in cards])

    def shown(self, cards: Iterable[int]) -> tuple[str, ...]:
        """The same for others than their owner: in an order that says nothing of how the hand came about (V-3)."""
        return self.codes(sorted(cards))

    def find(self, cards: Sequence[int], codes: Sequence[str]) -> list[int] | None:
        """These cards among those, each once; None where one is missing."""
        found: list[int] | None = self.game.faces.find(cards, *codes)
        return found

    def of_kind(self, cards: Iterable[int], *kinds: str) -> list[int]:
        """Those of these kinds."""
        return [card for card in cards if self.kind(card) in kinds]

    def holds(self, seat: int, kind: str) -> bool:
        """Whether this kind is among the unprotected cards of a hand."""
        return any(self.kind(card) == kind for card in self.hands[seat])

    def cased(self, seat: int) -> list[int]:
        """A-94: the Briefcases that are cuffed to this player."""
        return [card for card, ends in zip(self.cuffed, self.ends, strict=True) if card is not None and ends[0] == seat]

    def whole_hand(self, seat: int) -> list[int]:
        """A hand with the Briefcases cuffed to it, which count toward the limit (S-254)."""
        return [*self.hands[seat], *self.cased(seat)]

    def check_held(self, seat: int, codes: Sequence[str]) -> Refusal | None:
        """Whether these are unprotected cards of a hand; else it is a cuffed Briefcase (A-94), or not there."""
        if self.find(self.hands[seat], codes) is not None:
            return None
        if self.find(self.whole_hand(seat), codes) is not None:
            return no.CUFFED
        return no.NOT_HELD if all(map(self.game.knows_face, codes)) else no.NO_CARD

    def count(self, seat: int) -> int:
        """How many cards a player holds."""
        return len(self.hands[seat]) + len(self.cased(seat))

    def limit(self, seat: int) -> int:
        """S-022, S-046; S-133: an injured player holds fewer."""
        return self.edition.injured_hand if self.injured >> seat & 1 else self.edition.hand

    # away with cards ---------------------------------------------------------------------------------------
    def to_discard(self, cards: Iterable[int]) -> None:
        """Face up on top of Discard, the last one topmost; a Flannel goes to Laundry instead (S-041, A-09)."""
        for card in cards:
            if self.kind(card) == FLANNEL:
                self.laundry.insert(0, card)
            else:
                self.discard.insert(0, card)

    def out_of_hand(self, seat: int, codes: Sequence[str]) -> list[int]:
        """Takes these unprotected cards, which are there, out of a hand."""
        cards = self.find(self.hands[seat], codes) or []
        self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
        return cards

    # Flannel -----------------------------------------------------------------------------------------------
    def take_flannel(self, seat: int, count: int = 1) -> None:
        """From Laundry, which never runs out (A-08); a rule that names it means at once (A-24)."""
        if count > 0:
            self.hands[seat] += [self.laundry.pop(0) for _ in range(count)]
            self.tell(EVERYONE, Refilled(seat, count))

    def refill(self) -> None:
        """S-023, A-24, A-12: at the end of a turn, up to the limit, clockwise from the turn player."""
        for seat in self.living(self.turn):
            self.take_flannel(seat, self.limit(seat) - self.count(seat))

    # drawing -----------------------------------------------------------------------------------------------
    def draw_into(self, seat: int, hand: list[int], count: int) -> None:
        """Draws so many cards into a hand, or into what is laid before a player; where there is none at all, a Flannel
        (A-22)."""
        drawn: list[int] = []
        while len(drawn) < count and (card := self.next_card()) is not None:
            if self.kind(card) == POISON and self.poison_is_worthless():
                self.box_poison(seat, card)  # S-104, A-40: and the next one
            else:
                drawn.append(card)
        hand += drawn
        if drawn:
            cards = self.codes(drawn)
            audience = EVERYONE if self.lies_open(seat) else only(seat)
            self.tell(audience, Drew(seat, len(drawn), cards), None if self.lies_open(seat) else Drew(seat, len(drawn)))
        else:
            self.take_flannel(seat)

    def draw_one(self, seat: int) -> None:
        """A-112: one card, into the hand."""
        self.draw_into(seat, self.hands[seat], 1)

    def next_card(self) -> int | None:
        """The top card of Draw, after a reshuffle where it is empty; None where there is none (A-22)."""
        if not self.draw:
            self.reshuffle()
        return self.draw.pop(0) if self.draw else None

    def reshuffle(self) -> None:
        """S-047, A-22: Discard makes a new Draw pile, but for the cards of the action that is being resolved."""
        new = [card for card in self.discard if card not in self.resolving]
        if new:
            self.discard = [card for card in self.discard if card in self.resolving]
            self.chance.shuffle("reshuffle", new)
            self.draw = new
            self.tell(EVERYONE, Reshuffled(len(new)))

    # Poison ------------------------------------------------------------------------------------------------
    def poison_is_worthless(self) -> bool:
        """S-102, A-39: from 6,000 feet down; A-87: in Travel after the third round."""
        if self.travel:
            return self.round > self.edition.travel_poison
        return self.altitude <= self.edition.altitude.poison_worthless

    def antidote_is_too_late(self) -> bool:
        """A-41, A-43: from 4,000 feet down; A-87: in Travel after the third round."""
        if self.travel:
            return self.round > self.edition.travel_poison
        return self.altitude <= self.edition.altitude.poison_kills

    def box_poison(self, seat: int, card: int) -> None:
        """S-103, S-104, A-40: out of the game, and everybody sees it."""
        self.box.append(card)
        self.tell(EVERYONE, Purged(seat, self.code(card)))
