"""How often what each viewer may know of a game has changed: a function of its entries, so that every node counts
alike, also after a restart, and entries that a viewer does not notice do not count.

An entry that tells a viewer something, or that the viewer made, or that starts or ends a clock, counts for that viewer.
Others are rare, and for them view, requests, menu and the right to speak are compared; that is put off until somebody
asks, because most viewers' views are never looked at."""

from __future__ import annotations

from collections.abc import Iterable

from facedown.engine import PUBLIC, Told, hears
from facedown.engine.state import State

MOST = 8
"""Comparisons that are put off at most, for each viewer; each holds a position in memory."""


class Revisions:
    """Of one dealt game, for these viewers."""

    def __init__(self, viewers: Iterable[int]) -> None:
        self._counts = dict.fromkeys(viewers, 0)
        self._quiet: dict[int, list[tuple[State, State]]] = {viewer: [] for viewer in self._counts}

    def moved(self, before: State, actor: int, told: Told, after: State, clocks: bool) -> None:
        """An entry was made. `clocks`: it has started or ended one."""
        heard = 0
        for audience, _ in told:
            heard |= audience
        for viewer in self._counts:
            if clocks or viewer == actor or hears(heard, viewer):
                self._counts[viewer] += 1
            else:
                self._quiet[viewer].append((before, after))
                if len(self._quiet[viewer]) > MOST:
                    self.of(viewer)

    def of(self, viewer: int) -> int:
        """How often it has changed for this viewer since the deal."""
        if quiet := self._quiet[viewer]:
            self._counts[viewer] += sum(_differ(before, after, viewer) for before, after in quiet)
            quiet.clear()
        return self._counts[viewer]


def _differ(before: State, after: State, viewer: int) -> bool:
    """Whether a viewer may know the one position from the other."""
    if before.view(viewer) != after.view(viewer) or before.outcome() != after.outcome():
        return True
    if list(before.requests(viewer)) != list(after.requests(viewer)):
        return True
    if viewer == PUBLIC:
        return False
    return before.menu(viewer) != after.menu(viewer) or before.speech(viewer, None) != after.speech(viewer, None)
