"""What one seat remembers of the planes: rebuilt from the events it was told, and from nothing else.

Cards are followed through swaps and discards. A plane whose value was never in sight is known by its colour, by the
values it was asked for in vain, and by the sums it was part of."""

from __future__ import annotations

from collections.abc import Sequence

from facedown.engine import Event

from .edition import Box
from .words import Asked, Dealt, Redrawn, RoundDiscard, Summed, Swapped


class Plane:
    """A card as this seat knows it. `card`: which it is, or None; `never`: cards that it cannot be (F-032)."""

    __slots__ = ("card", "colour", "never")

    def __init__(self, colour: str, card: int | None) -> None:
        self.colour, self.card = colour, card
        self.never: set[int] = set()


class Memory:
    """The planes on the table as one seat remembers them (A-F22)."""

    def __init__(self, box: Box, seat: int, seats: int) -> None:
        self.box, self.seat = box, seat
        self.faces = {code: card for card, code in enumerate(box.code)}
        self.backs = dict(zip(box.back, box.colour, strict=True))
        self.hands: list[list[Plane]] = [[] for _ in range(seats)]
        self.hidden: list[set[int]] = [set() for _ in range(seats)]
        """The Hidden slots of each hand."""
        self.gone: list[Plane] = []
        """Discards, face down or face up."""
        self.sums: list[tuple[tuple[Plane, ...], int]] = []
        """Planes with an unknown value among them, and what they count together (F-027)."""

    def hear(self, events: Sequence[Event]) -> None:
        """Takes in what this seat was told, in order."""
        for event in events:
            match event:
                case Dealt(seat, cards):
                    self.hands[seat] = [self.plane(face) for face in cards]
                    unseen = {slot for slot, plane in enumerate(self.hands[seat]) if plane.card is None}
                    self.hidden[seat] = unseen if seat == self.seat else set(range(len(cards))) - unseen
                case Summed(seat, total):
                    planes = tuple([self.hands[seat][slot] for slot in sorted(self.hidden[seat])])
                    if any(plane.card is None for plane in planes):
                        self.sums.append((planes, total))
                case Asked(seat, slot, value, right):
                    self.answered(seat, slot, value, right)
                case Swapped(seat, slot, from_, their_slot, gave, took):
                    mine, theirs = self.hands[seat], self.hands[from_]
                    mine[slot], theirs[their_slot] = theirs[their_slot], mine[slot]
                    self.show(mine[slot], took)
                    self.show(theirs[their_slot], gave)
                case Redrawn(seat, slot, _, drew):
                    self.gone.append(self.hands[seat][slot])
                    self.hands[seat][slot] = self.plane(drew)
                case RoundDiscard(face):
                    self.gone.append(self.plane(face))

    def answered(self, seat: int, slot: int, value: int, right: bool) -> None:
        """F-030 to F-032: everybody hears the answer; on yes the card is turned round."""
        plane = self.hands[seat][slot]
        cards = [card for card in self.box.suits[plane.colour] if self.box.value[card] == value]
        if right:
            plane.card = cards[0]
            self.hidden[seat].discard(slot)
        else:
            plane.never.update(cards)

    def plane(self, face: str) -> Plane:
        """A card that shows this face or back."""
        card = self.faces.get(face)
        return Plane(self.backs[face], None) if card is None else Plane(self.box.colour[card], card)

    def show(self, plane: Plane, face: str) -> None:
        """This card shows this face or back."""
        plane.card = self.faces.get(face, plane.card)
