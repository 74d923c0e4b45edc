"""The box of Fly Down and the tables that follow from it: what each card shows to whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, TypeVar

from msgspec import Meta, Struct, field

from facedown.engine import Edition

from .words import Ask, Redraw, SlotView, Sum, Swap

T = TypeVar("T")
Positive = Annotated[int, Meta(ge=1)]


class Colour(Struct, frozen=True, forbid_unknown_fields=True):
    """One colour: the letter that stands on backs, its names, and the values of its cards."""

    letter: Annotated[str, Meta(pattern="^[A-Z]$")]
    name: Annotated[str, Meta(min_length=1)]
    plane: Annotated[str, Meta(min_length=1)]
    values: Annotated[tuple[Positive, ...], Meta(min_length=1)]


class FlyDownEdition(Edition, frozen=True):
    """`edition.toml`, field by field."""

    cards: Positive
    hand: Annotated[int, Meta(ge=1, le=8)]
    visible: Annotated[int, Meta(ge=0)]
    actions: Positive
    turned_down: int
    fewest_colours: Positive
    to_end_visible: Positive
    colours: tuple[Colour, ...]
    assumed: dict[str, str] = field(default_factory=dict)

    def faults(self) -> Iterator[tuple[str, str]]:
        """What must hold between the fields: the printed totals, nothing twice."""
        total = sum(len(c.values) for c in self.colours)
        if total != self.cards:
            yield "cards", f"the colours list {total} cards, the box says {self.cards}"
        if self.visible >= self.hand:
            yield "visible", f"{self.visible} Visible cards leave none Hidden in a hand of {self.hand}"
        if len(self.colours) < self.fewest_colours:
            yield "colours", f"{len(self.colours)} colours are fewer than the fewest, {self.fewest_colours}"
        letters = [c.letter for c in self.colours]
        for i, c in enumerate(self.colours):
            if c.letter in letters[:i]:
                yield f"colours[{i}].letter", f"{c.letter} stands twice"
            if list(c.values) != sorted(set(c.values)):
                yield f"colours[{i}].values", "each value stands once, rising"


class Box:
    """The cards of an edition as tables. A card is a number; within a colour a higher number is a higher value."""

    def __init__(self, edition: FlyDownEdition, token: Callable[[], str] | None = None) -> None:
        self.edition = edition
        self.letters = [c.letter for c in edition.colours]
        self.hand, self.actions, self.turned_down = edition.hand, edition.actions, edition.turned_down
        self.colour: list[str] = []  # card -> the letter on its back (F-012)
        self.value: list[int] = []  # card -> the number it counts
        self.suits: dict[str, list[int]] = {}
        for c in edition.colours:
            self.suits[c.letter] = list(range(len(self.value), len(self.value) + len(c.values)))
            self.colour += [c.letter] * len(c.values)
            self.value += c.values
        cards = range(len(self.value))
        self.label: list[int | str] = [token() if token else self.value[c] for c in cards]
        self.code = [token() if token else f"{self.colour[c]}{self.value[c]}" for c in cards]
        self.back = [f"{letter}?" for letter in self.colour]
        self.values = tuple(sorted(set(self.value)))

        self.all = (1 << self.hand) - 1
        self.dealt = self.all & ~((1 << edition.visible) - 1)  # F-009: the Hidden slots of a fresh hand
        self.slots = [tuple(s for s in range(self.hand) if mask >> s & 1) for mask in range(self.all + 1)]

        seen = [[SlotView(f, self.colour[c], self.label[c]) for c in cards] for f in ("V", "H")]
        back = [[SlotView(f, self.colour[c]) for c in cards] for f in ("V", "H")]
        self.to_owner = self._eyes(seen[0], back[1])  # F-013, F-015
        self.to_others = self._eyes(back[0], seen[1])  # F-014, F-016
        self.to_public = self._eyes(back[0], back[1])  # A-F24
        self.to_all = self._eyes(seen[0], seen[1])  # F-052
        self.faces_to_owner = self._eyes(self.code, self.back)
        self.faces_to_others = self._eyes(self.back, self.code)

        # the kinds of action that may be legal, by whether an opponent has a Hidden card and by one's own Hidden slots
        self.kinds = [
            [
                (Redraw,)
                + (Sum,) * (len(hidden) > 1)  # F-026
                + (Ask,) * (len(hidden) > 0)  # F-033
                + (Swap,) * (takers and len(hidden) < self.hand)  # F-034
                for hidden in self.slots
            ]
            for takers in (False, True)
        ]
        self.sum = Sum()
        self.asks = [[Ask(s, v) for s in hidden for v in self.values] for hidden in self.slots]
        self.redraws = [Redraw(s) for s in range(self.hand)]

    def _eyes(self, v: list[T], h: list[T]) -> list[list[list[T]]]:
        """For each mask of Hidden slots: what each slot shows of a card; Visible ones show `v`, Hidden ones `h`."""
        return [[h if mask >> s & 1 else v for s in range(self.hand)] for mask in range(self.all + 1)]
