"""One game between players in virtual time: who is asked next is drawn from the game's own stream, windows close when
nobody is waited for. How many games become figures stands in `simulate`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from facedown.bots.asking import Answer, default
from facedown.engine import CLOCK, Event, Expire, Outcome, Timer, hears
from facedown.engine.drive import next_up
from facedown.engine.state import State, Told

Player = Callable[[State, int, Sequence[Event]], Answer | None]
"""(state, seat, what the seat was told since) -> its answer, None if it waits. What of the state the player may see is
its maker's business: a bot's is its view, a ceiling's is all."""
FREE = 10
"""At most so many moves of any kind are made for each binding one that the bound allows."""
PATIENCE = 100
"""How often in a row those that the game waits for may wait themselves, before the default is played."""


class Played(NamedTuple):
    """A game that was played. `outcome` is None where the bound stopped it; `refused`: for each seat, how often the
    default was played because its player gave no legal answer."""

    outcome: Outcome | None
    moves: int
    refused: list[int]


def play(state: State, players: Sequence[Player]) -> Played:
    """Plays on to the end, or to as many binding moves as the game's bound allows."""
    bound, rng = state.game.bound(state), state.chance.apart("table/next")
    news: list[list[Event]] = [[] for _ in players]
    refused = [0] * len(players)
    moves = binding = waits = 0
    _tell(news, state.opening())
    while state.outcome() is None and moves < FREE * bound:
        up = next_up(state, rng)
        if isinstance(up, Timer):
            _tell(news, state.play(CLOCK, Expire(up.name)))
            moves, waits = moves + 1, 0
            continue
        answer = players[up.seat](state, up.seat, news[up.seat])
        news[up.seat] = []
        if answer is None:
            waits += up.binds != "may"
            answer = default(state, up.seat) if waits > PATIENCE else None
        if answer is None:
            continue
        binding += answer.request.binds != "may"
        if binding > bound:
            break
        refused[up.seat] += answer.refused
        _tell(news, state.apply(up.seat, answer.move))
        moves, waits = moves + 1, 0
    return Played(state.outcome(), moves, refused)


def _tell(news: list[list[Event]], told: Told) -> None:
    for audience, event in told:
        for seat, heard in enumerate(news):
            if hears(audience, seat):
                heard.append(event)
