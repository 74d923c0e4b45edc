"""The cards of a game as a table: what each is, and what is printed on it. A state holds cards as numbers; only a
card's code ever leaves it. What a card does, and who may see it, stands in the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Self

from msgspec import Struct

from .chance import Chance
from .words import Face, Seat, given_fault

BACK = "?"
"""What a face-down card shows where its back tells nothing, and any card in a scenario."""


class HandsGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """The position of a scenario that names hands: whole ones, `?` for any card. Games add what else they honour."""

    hands: dict[Seat, tuple[Face, ...]] = {}


class TurnGiven(HandsGiven, frozen=True):
    """The same, and whose turn it is."""

    turn: Seat = 0


class Faces:
    """`kind[card]` is what rules ask for, `code[card]` what whoever sees the card reads: equal in a real game, while in
    a minted one every card has an unguessable code of its own.

    >>> cards = Faces({"shield": 1, "gold": 2})
    >>> cards.show([2, 0])
    ('gold', 'shield')
    >>> cards.find([0, 1, 2], "gold")
    [1]
    """

    def __init__(self, kinds: Mapping[str, int]) -> None:
        self.kind = [kind for kind, copies in kinds.items() for _ in range(copies)]
        self.code = list(self.kind)

    def minted(self, token: Callable[[], str]) -> Self:
        """The same cards with unguessable codes."""
        new = type(self)({})
        new.kind, new.code = self.kind, [token() for _ in self.kind]
        return new

    def show(self, cards: Sequence[int]) -> tuple[str, ...]:
        """The codes of these cards."""
        return itemgetter(*cards)(self.code) if len(cards) > 1 else tuple([self.code[card] for card in cards])

    def of_kind(self, cards: Sequence[int], kind: str) -> list[int]:
        """Those of these cards that are of this kind."""
        return [card for card in cards if self.kind[card] == kind]

    def take(self, cards: list[int], kind: str) -> int:
        """Removes a card of this kind from these, which hold one, and returns it."""
        card = self.of_kind(cards, kind)[0]
        cards.remove(card)
        return card

    def find(self, cards: Sequence[int], *codes: str) -> list[int] | None:
        """The cards among these that show these codes, each card once; None where one is missing."""
        left, found = list(cards), []
        for code in codes:
            card = next((card for card in left if self.code[card] == code), None)
            if card is None:
                return None
            left.remove(card)
            found.append(card)
        return found

    def deal(
        self, chance: Chance, seats: int, size: int, named: Mapping[int, Sequence[str]]
    ) -> tuple[list[list[int]], list[int]]:
        """A hand for each seat, and the rest, shuffled from the stream `deck`. `named` gives whole hands of seats, `?`
        standing for any card; the other hands have `size` cards. Raises Refused for what cannot be dealt."""
        rest = list(range(len(self.kind)))
        chance.shuffle("deck", rest)
        rows = [[self._take(rest, code) for code in named.get(s, (BACK,) * size)] for s in range(seats)]
        if sum(row.count(None) for row in rows) > len(rest):
            raise given_fault("there are too few cards")
        return [[rest.pop(0) if card is None else card for card in row] for row in rows], rest

    def _take(self, rest: list[int], code: str) -> int | None:
        if code == BACK:
            return None
        card = self.find(rest, code)
        if card is None:
            raise given_fault(f"there is no card {code} left")
        return rest.pop(rest.index(card[0]))
