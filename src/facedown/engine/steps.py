"""A game step by step, as one viewer noticed it: what `facedown replay` prints, and what the page of a replay shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from .audience import ARCHIVE, hears
from .record import Entry
from .state import State, Told


class Noticed(Struct, frozen=True):
    """A position that a viewer noticed. `at`: how many entries had been made; `own`: whether the viewer's own move led
    there, which is so for every entry where the archive looks; `events`: what the viewer was told of it."""

    at: int
    own: bool
    events: tuple[Any, ...]
    view: Any


def noticed(positions: Iterable[tuple[State, Entry | None, Told]], viewer: int) -> Iterator[Noticed]:
    """The positions of a record that this viewer noticed, the deal first. An entry that changed nothing for it is left
    out and not counted, for even that somebody moved may be a secret."""
    before = b""
    for at, (state, entry, told) in enumerate(positions):
        events = tuple([event for audience, event in told if hears(audience, viewer)])
        view = state.view(viewer)
        now = msgspec.json.encode(view)
        own = entry is not None and viewer in (entry.actor, ARCHIVE)
        if entry is None or own or events or now != before:
            yield Noticed(at, own, events, view)
        before = now
