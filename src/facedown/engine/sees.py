"""Who sees which part of a state. Each slot of a state has a `Sees`; a slot without one fails at import."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .audience import ARCHIVE

Place = tuple[Any, ...]
"""Where a face lies: the slot's name and its indices, `("hands", seat, slot)`."""
CHANCE: Place = ("chance",)
"""What an event in `TELLS` tells of when it says what the dealer's chance brought."""


class Sees:
    """The audience of one slot of a state.

    `depth` counts its list levels (0: an immutable value, shared by copies). With a `pool` each leaf is a place that
    holds a face of that pool: a face lies in one place at a time, and places of a pool may hold one another's faces.
    Whoever does not see a face sees its `back`, unless the place is `covered`. `sees(state, viewer, *indices)` decides;
    None in a leaf is an empty place.

    `covered` says which places hide their backs among each other: those with the same answer, where it is no `False`.
    `known(state, viewer, *indices)`: who does not see what lies there, but knows of the face that it lies in one of the
    places covered together, such as a card that is in a hand or in a program: it may be named, but not its place."""

    __slots__ = ("back", "covered", "depth", "known", "pool", "sees")

    def __init__(
        self,
        depth: int,
        sees: Callable[..., bool],
        pool: str = "",
        back: Callable[[Any, Any], Any] | None = None,
        covered: Callable[..., Any] | None = None,
        known: Callable[..., bool] | None = None,
    ) -> None:
        self.depth, self.sees, self.pool, self.back, self.covered, self.known = depth, sees, pool, back, covered, known


def everybody(state: Any, viewer: int, *at: Any) -> bool:
    """All viewers."""
    return True


def archive(state: Any, viewer: int, *at: Any) -> bool:
    """The archive alone: nobody at the table."""
    return viewer == ARCHIVE


def owner(state: Any, viewer: int, seat: int, *at: Any) -> bool:
    """The seat whose row it is, and the archive."""
    return viewer in (seat, ARCHIVE)


def owner_till_end(state: Any, viewer: int, seat: int, *at: Any) -> bool:
    """The seat whose row it is, and the archive; everybody once the game is over."""
    return viewer in (seat, ARCHIVE) or state.ended is not None


def everyone(depth: int = 0) -> Sees:
    """A public slot without faces."""
    return Sees(depth, everybody)


def machine(depth: int = 0) -> Sees:
    """How the engine goes on: no face lies in it, and it is never in a view."""
    return Sees(depth, archive)
