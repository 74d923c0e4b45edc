"""When the timers of a game under way end, and whether anything is due: functions of its head and its position. Nothing
here waits or rings."""

from __future__ import annotations

from facedown.engine import Timer
from facedown.engine.state import State
from facedown.store import Head

from .play import Play

GRACE = 3000
"""Milliseconds that a timer still has when its table was loaded, however long ago it would have ended."""


def running(head: Head, play: Play, woken: int) -> dict[Timer, int]:
    """The timers that run, and when each ends, in milliseconds since 1970; without those that a pause stops. `woken`:
    when the table was loaded, in milliseconds since the deal."""
    stops = "deadline" if head.paused else ""
    return {timer: end(timer, head, play, woken) for timer in play.clocks if timer.kind != stops}


def end(timer: Timer, head: Head, play: Play, woken: int) -> int:
    """When a timer ends, apart from a pause that still lasts."""
    opened = play.clocks[timer]
    ends = head.dealt + opened + 1000 * timer.seconds
    if timer.kind == "deadline":
        began = head.dealt + opened
        ends += sum(max(0, till - max(since, began)) for since, till in head.pauses if till)
    return ends if opened > woken else max(ends, head.dealt + woken + GRACE)


def due(head: Head, state: State | None) -> bool:
    """Whether a clock runs in this position, or a bot is waited for."""
    if state is None or state.outcome() is not None or head.cancelled:
        return False
    if head.paused:
        return any(timer.kind != "deadline" for timer in state.timers())
    bots = [bool(chair.driver) for chair in head.chairs]
    waits = any(bots) and any(r.binds != "may" and bots[r.seat] for r in state.requests())
    return waits or bool(state.timers())
