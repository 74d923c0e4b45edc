"""How well bots play and how long they think: the matches behind `make strength` and the figures in docs/bots.md."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from facedown.engine import Event, Game
from facedown.engine.state import State

from .ceiling import make_player
from .play import Player
from .simulate import Plan, fill_chairs, simulate


class Strength(NamedTuple):
    """What the first bot of a match reached: its share of the games, with the standard error; a fair share would be
    1/seats."""

    bots: str
    seats: int
    games: int
    share: float
    se: float

    def __str__(self) -> str:
        return f"{self.seats} seats  {self.bots:<24} {self.share:.3f} ± {self.se:.3f}  ({self.games} games)"


class Thinking(NamedTuple):
    """How long a bot thought about its decisions, in milliseconds of processor time."""

    bot: str
    seats: int
    decisions: int
    p50: float
    p99: float

    def __str__(self) -> str:
        times = f"p50 {self.p50:.1f} ms  p99 {self.p99:.1f} ms"
        return f"{self.seats} seats  {self.bot:<24} {times}  ({self.decisions} decisions)"


def strength(game: Game[Any], bots: str, seats: int, games: int, seed: int = 0, workers: int = 1) -> Strength:
    """The first of `bots` against the others, chairs rotating. Raises BotError, Refused."""
    row = simulate(game, games, seats, bots, seed=seed, workers=workers)["bots"][0]
    return Strength(bots, seats, games, row["share"], row["se"])


def thinking(game: Game[Any], bots: str, seats: int, games: int, seed: int = 0) -> Thinking:
    """How long the first of `bots` thinks, its view and menu included, in this process. Raises BotError, Refused."""
    chairs = fill_chairs(bots, seats)
    plan = Plan(game, chairs, game.read_options(None, seats), seed, fixed=True)
    times: list[float] = []
    for index in range(games):
        plan.play(index, lambda *place: _timed(make_player(*place), times) if place[2] == 0 else make_player(*place))
    times.sort()
    return Thinking(str(chairs[0]), seats, len(times), _at(times, 0.5), _at(times, 0.99))


def _timed(player: Player, times: list[float]) -> Player:
    def timed(state: State, seat: int, news: Sequence[Event]) -> Any:
        began = time.process_time()
        answer = player(state, seat, news)
        if answer is not None:
            times.append((time.process_time() - began) * 1000)
        return answer

    return timed


def _at(times: Sequence[float], part: float) -> float:
    return times[int(part * (len(times) - 1))]
