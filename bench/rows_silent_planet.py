"""Silent Planet, two seats, random rows without hints and random cards: the same work as the plain program's, with what
a real engine adds: requests, checked moves, events."""

import random

import facedown
from bench import plain_silent_planet
from bench.harness import ratio_row
from facedown.engine import Chance, State
from facedown.games.silent_planet.words import Arrange

GAMES = 100
_rng = random.Random(3)
_game = facedown.game("silent-planet")
_options = _game.Options()


def _plain() -> int:
    return plain_silent_planet.playouts(GAMES, _rng.random)


def _row(state: State, seat: int) -> Arrange:
    """The hand in a random order."""
    hand, rnd = state.rows[seat][:], _rng.random
    for i in range(len(hand) - 1, 0, -1):
        j = int(rnd() * (i + 1))
        hand[i], hand[j] = hand[j], hand[i]
    return Arrange(state.game.faces.show(hand))


def _play() -> int:
    moves = 0
    for _ in range(GAMES):
        state = _game.deal(2, _options, Chance(_rng.randbytes(32)))
        for seat in range(2):
            state.play(seat, _row(state, seat))
        moves += 2
        while state.outcome() is None:
            request = state.requests()[0]
            state.play(request.seat, state.sample(request, _rng))
            moves += 1
    return moves


def rows() -> None:
    """Prints the figure of section 9 for Silent Planet; what must be reached: 0.25, aim 0.4."""
    ratio_row("silent-planet, 2 seats, no hints: requests + sample + play", _play, _plain, "moves")
