"""How a bot is asked where it thinks in this process: here a state turns into what its seat may see, and what the bot
answers is checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from facedown.engine import Event, Move, Request
from facedown.engine.state import State

from .protocol import Bot

TRIES = 8
"""How often a bot is asked before the default is played for it."""


class Answer(NamedTuple):
    """A legal answer. `refused`: the bot gave none, so this is the default."""

    request: Request
    move: Move
    refused: bool = False


def ask(bot: Bot, state: State, seat: int, events: Sequence[Event]) -> Answer | None:
    """What `bot` answers for its seat, having heard `events` since it was last asked; None if it waits.

    An answer that is refused changes nothing: the bot is asked again, and in the end the default is taken."""
    view, menu = state.view(seat), state.menu(seat)
    heard = [events]

    def decide(requests: Sequence[Request]) -> tuple[Request, Move] | None:
        return bot.decide(view, heard.pop() if heard else (), requests, menu)

    return insist(decide, state, seat)


def insist(
    decide: Callable[[Sequence[Request]], tuple[Request, Move] | None], state: State, seat: int
) -> Answer | None:
    """The first legal answer of `decide` to this seat's requests, else the default; None if it waits."""
    requests = [r for r in state.requests(seat) if r.seat == seat]
    for _ in range(TRIES):
        answer = decide(requests)
        if answer is None:
            return None
        if _answers(state, requests, *answer) and state.check(seat, answer[1]) is None:
            return Answer(*answer)
    return default(state, seat)


def default(state: State, seat: int) -> Answer | None:
    """What is played for a seat that gives no legal answer to what binds it."""
    for request in state.requests():
        if request.seat == seat and request.binds != "may":
            return Answer(request, state.default(request), refused=True)
    return None


def _answers(state: State, requests: Sequence[Request], request: Any, move: Any) -> bool:
    return request in requests and type(move) in state.ASKS[request.kind]


__all__ = ["Answer", "ask", "default", "insist"]
