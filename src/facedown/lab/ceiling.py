"""Players that see everything: yardsticks that show how far a fair player is from knowing it all. They exist in the lab
only, under the name `ceiling`; `facedown.bots` does not know them, so no table can seat one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Protocol

from facedown.bots import BotSpec, ask, make_bot
from facedown.bots.asking import insist
from facedown.bots.kinds import build, load
from facedown.engine import Game, Move, Request
from facedown.engine.state import State
from facedown.engine.words import Random

from .play import Player

NAME = "ceiling"


class Ceiling(Protocol):
    """What a game's `ceiling` names; constructed as a bot is."""

    def decide(self, state: Any, requests: Sequence[Request]) -> tuple[Request, Move] | None:
        """An answer to one of these requests of its seat, knowing the whole state; None to wait. Changes nothing."""
        ...


def make_player(game: Game[Any], spec: BotSpec, seat: int, seats: int, options: Any, rng: Random) -> Player:
    """The player of one chair in the lab: a bot behind its view, or the game's ceiling. Raises BotError."""
    if spec.name == NAME and game.ceiling:
        return _seeing(build(load(game.ceiling), spec, game, seat, seats, options, rng))
    return partial(ask, make_bot(game, spec, seat, seats, options, rng))


def _seeing(ceiling: Ceiling) -> Player:
    def player(state: State, seat: int, news: object) -> Any:
        return insist(partial(ceiling.decide, state), state, seat)

    return player
