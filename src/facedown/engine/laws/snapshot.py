"""What a position looked like when it was made: for the laws that say that nothing changes it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ..state import State
from .channel import encode
from .report import Broken, differ

_PLAIN = (int, str, tuple, list, dict, set, frozenset, Struct)


def slots(state: State) -> list[Any]:
    """The contents of every slot, but for what a state shares with others or computes again: tables, caches."""
    own = [getattr(state, name) for name in state.SEES if name != "shared"]
    return [value if isinstance(value, _PLAIN) else None for value in own]


class Snapshot:
    """What a position looked like when it was made, to be compared when its copies have been played."""

    def __init__(self, state: State, viewer: int) -> None:
        self.state, self.viewer, self.view = state, viewer, state.view(viewer)
        self.inside, self.outside = repr(slots(state)), encode(self.view)

    def untouched(self) -> None:
        """Raises Broken where playing a copy has changed the original, or a view that was handed out."""
        inside, outside = repr(slots(self.state)), encode(self.view)
        if inside != self.inside:
            found = differ(self.inside.encode(), inside.encode())
            raise Broken("fork", "playing a copy changed the original", None, found)
        if outside != self.outside:
            raise Broken("fork", "a view changed after it was handed out", self.viewer, differ(self.outside, outside))
