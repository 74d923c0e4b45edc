"""Cuckoo: the template of a title. Copy this folder, rename it, and change what is in it, a file at a time.

It is a whole game of hidden information, as small as one can be, laid out as every title is. The catalogue does not
list it; `docs/write-a-game.md` tells what each part is for and how to list your own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from facedown.engine import Faces, Game, Refusal

from . import words as w
from .edition import CuckooEdition
from .rules import Cuckoo


class CuckooGame(Game[Cuckoo]):
    """The title: its parts, and the tables that follow from its edition."""

    id = "cuckoo"
    name = "Cuckoo"
    blurb = "One card each. Keep it, or pass it on to your left: whoever ends up with the lowest loses."
    seats = range(2, 9)  # C-1
    seats_rules = ("C-1",)
    State = Cuckoo
    Options = w.Options
    Given = w.Given
    View = w.View
    Event = w.Happened
    Edition = CuckooEdition
    folder = Path(__file__).parent
    words: ClassVar = {
        "turn.ask": "keep your card, or swap it",
        "keep": "Keep",
        "keep.do": "Keep my card",
        "swap": "Swap",
        "swap.help": "With your left neighbour, or as the last player with the deck.",
        "swap.do": "Swap my card",
        "king": "King",
        "why.lowest": "the lowest card loses",
        "why.equal": "all cards are equal",
    }

    def prepare(self) -> None:
        """The cards of this edition, and what each kind counts."""
        self.faces = Faces({kind.name: kind.copies for kind in self.edition.cards})
        self.value = {kind.name: kind.value for kind in self.edition.cards}

    def option_faults(self, options: w.Options, seats: int) -> Iterator[Refusal]:
        """C-2: the start player sits at the table."""
        if options.start not in range(seats):
            yield Refusal("malformed", "C-2", "The start player sits at the table.", f"Choose a seat below {seats}.")

    def bound(self, state: Any) -> int:
        """C-2: everybody chooses once."""
        return int(state.seats)


game = CuckooGame()
