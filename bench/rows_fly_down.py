"""Fly Down, three seats, random play by a uniform kind of action and then uniform fields: the same work as the plain
program's, with what a real engine adds: requests, checked moves, events; then a view for every seat after each move,
then those views as JSON."""

import random
from collections.abc import Callable

import msgspec

import facedown
from bench import plain_fly_down
from bench.harness import ratio_row
from facedown.engine import Chance, State

GAMES = 100
_rng = random.Random(3)
_game = facedown.game("fly-down")
_options = _game.Options(colours=("R", "Y", "G"), start=0)
_encode = msgspec.json.encode


def _plain() -> int:
    return plain_fly_down.playouts(GAMES, _rng.random)


def _deal() -> State:
    state: State = _game.deal(3, _options, Chance(_rng.randbytes(32)))
    return state


def _play(after: Callable[[State], None] | None = None) -> int:
    """Plays some games; `after` is called after each move."""
    moves = 0
    for _ in range(GAMES):
        state = _deal()
        while state.outcome() is None:
            request = state.requests()[0]
            state.play(request.seat, state.sample(request, _rng))
            if after:
                after(state)
            moves += 1
    return moves


def _look(state: State) -> None:
    state.view(0), state.view(1), state.view(2)


def _send(state: State) -> None:
    for seat in range(3):
        _encode(state.view(seat))


def rows() -> None:
    """Prints the figures of section 9 for Fly Down; what must be reached: 0.25 and 0.1."""
    ratio_row("fly-down, 3 seats: requests + sample + play", _play, _plain, "moves")
    ratio_row("fly-down, 3 seats: with a view for every seat after each move", lambda: _play(_look), _plain, "moves")
    ratio_row("fly-down, 3 seats: with those views as JSON", lambda: _play(_send), _plain, "moves")
