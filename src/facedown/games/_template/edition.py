"""`edition.toml`, field by field, and what must hold between the fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from facedown.engine import Edition


class Kind(Struct, frozen=True, forbid_unknown_fields=True):
    """Cards that are alike."""

    name: Annotated[str, Meta(min_length=1)]
    value: int
    copies: Annotated[int, Meta(ge=1)]


class CuckooEdition(Edition, frozen=True):
    """The box."""

    king: str
    cards: tuple[Kind, ...]

    def faults(self) -> Iterator[tuple[str, str]]:
        """Each kind stands once, the king among them, and there are cards for eight players and one to draw."""
        names = [kind.name for kind in self.cards]
        if len(set(names)) < len(names):
            yield "cards", "a name stands twice"
        if self.king not in names:
            yield "king", f"no card is called {self.king}"
        if sum(kind.copies for kind in self.cards) < 9:
            yield "cards", "eight players need nine cards"
