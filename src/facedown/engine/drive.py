"""How a game goes on where there is no clock: who is asked next. The laws and the lab drive games by this; a table
does not, because there people act when they like and real time runs."""

from __future__ import annotations

from .state import State
from .words import Random, Request, Timer


def next_up(state: State, rng: Random, free: float = 0.1) -> Request | Timer:
    """The request to be answered next: one that is waited for, any of them alike; with the probability `free` one that
    is not (talk, gestures, second thoughts). Where nobody is waited for any more it is the window, to be expired.

    The lab draws from the game's own stream, `state.chance.apart("table/next")`, taken once a game, so that one seed
    makes one game. Raises LookupError where a game that is not over waits for nobody.

    >>> import facedown
    >>> state = facedown.game("fly-down").deal(seats=3, seed=7)
    >>> next_up(state, state.chance.apart("table/next"), free=0).seat == state.turn
    True
    """
    asked = state.requests()
    may = [r for r in asked if r.binds == "may"]
    if may and free and rng.random() < free:
        return may[int(rng.random() * len(may))]
    waited = [r for r in asked if r.binds != "may"]
    if waited:
        return waited[int(rng.random() * len(waited))]
    for timer in state.timers():
        if timer.kind == "window":
            return timer
    raise LookupError("the game is not over, and nobody is waited for")
