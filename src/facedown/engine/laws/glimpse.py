"""What a viewer saw in the middle of a move. Where one entry plays several moves (for a seat that was removed, when a
deadline falls) a face may come into sight and go again before it ends; whoever saw it then may be told of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..audience import hears
from ..state import State
from ..words import Event, Move


class _Watch(list[tuple[int, Event]]):
    """The news of a position, which notes what a viewer may know whenever something is told."""

    def __init__(self, state: State, viewer: int, answers: bool) -> None:
        super().__init__()
        self.state, self.viewer, self.answers = state, viewer, answers
        self.faces: set[Any] = set()

    def append(self, told: tuple[int, Event]) -> None:
        super().append(told)
        self.note(told)

    def __iadd__(self, told: Iterable[tuple[int, Event]]) -> _Watch:  # type: ignore[misc, override]
        for one in told:
            self.append(one)
        return self

    def note(self, told: tuple[int, Event]) -> None:
        state, (audience, event) = self.state, told
        self.faces |= {face for _, (seen, face) in state.entitled(self.viewer) if seen}
        if self.answers and hears(audience, self.viewer) and type(event) in state.TELLS:
            about = set(state.TELLS[type(event)](state, event))
            self.faces |= {face for place, face, _ in state.places() if place in about}


def glimpsed(state: State, actor: int, move: Move, viewer: int, answers: bool = True) -> set[Any]:
    """The faces that this viewer saw, or (with `answers`) was answered about, at any time something was told during
    this move."""
    copy = state.copy()
    watch = _Watch(copy, viewer, answers)
    copy.news = watch
    copy.apply(actor, move)
    return watch.faces
