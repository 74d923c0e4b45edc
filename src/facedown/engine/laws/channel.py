"""Everything that reaches a viewer, as bytes: the contract's own answers, and whatever a renderer makes of them. A page
with titles, labels, ids, revisions, error bodies and log lines is held to the same laws by handing its channel in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, Self

import msgspec

from ..audience import hears
from ..state import State, Told
from ..words import Event, Move, Refusal

encode = msgspec.json.Encoder().encode


class Line(Protocol):
    """One channel during one play. It keeps whatever the real thing keeps between moves: revisions, ids, the log. Its
    chance, if it needs any, is its own and goes the same way in a copy."""

    def moved(self, before: State, actor: int, move: Move, told: Told, after: State) -> None:
        """A move was made: the whole truth about it, of which a viewer is sent its part."""

    def sent(self, state: State, viewer: int) -> bytes:
        """Every byte that this viewer can have now: page, headers, frame, log. What the operator's log holds is what
        a spectator may know, so it belongs to the public viewer."""

    def refused(self, state: State, viewer: int, move: Move, refusal: Refusal) -> bytes:
        """Every byte that answers a refused move."""

    def copy(self) -> Self:
        """An independent continuation."""


Channel = Callable[[State, Told], Line]
"""Opens a line at the first position of a play, with what its opening told; a class of lines is a channel."""


def situation(state: State, viewer: int) -> bytes:
    """What the contract itself sends a viewer about a position: view, requests, timers, outcome."""
    return encode((state.view(viewer), state.requests(viewer), state.timers(), state.outcome()))


def answers(state: State, viewer: int, texts: tuple[str, ...] = ()) -> bytes:
    """What the contract lets a seat do and say: the menu with its reasons, and the refusals of these texts."""
    if viewer >= state.seats:
        return b""
    return encode((state.menu(viewer), state.speech(viewer, None), [state.speech(viewer, text) for text in texts]))


def heard(told: Told, viewer: int) -> list[Event]:
    """The events that reach this viewer."""
    return [event for audience, event in told if hears(audience, viewer)]


def kind_of(event: Any) -> str:
    """An event's tag."""
    return str(type(event).__struct_config__.tag)
