"""What an opponent seems to be: one of a few kinds of players, weighed by the programs that were seen of it."""

from __future__ import annotations

import numpy as np

from ..edition import Deck
from .duel import Duel, Matrix, Side
from .memory import Memory, Played, Stand
from .mixing import Mixture, equilibrium

SLIP_OF_MIND = 0.04
"""How often even an opponent of a known kind does something else."""
FADES = 0.98
"""What a program that was seen counts when one more has been seen."""


class Model:
    """The opponent of one seat: kinds of players, and how much each explains."""

    def __init__(self, deck: Deck, seat: int, rounds: int) -> None:
        self.deck, self.seat, self.rounds = deck, seat, rounds
        self.weights = np.zeros(len(_kinds(np.zeros((1, 1)), 1)))  # logarithms
        self.learnt = 0
        self.latest: tuple[Stand, Matrix, list[Mixture]] | None = None

    def learn(self, memory: Memory) -> None:
        """From every turn that was seen since the last time."""
        for played in memory.turns[self.learnt :]:
            self._learn(memory, played)
        self.learnt = len(memory.turns)

    def _learn(self, memory: Memory, played: Played) -> None:
        other = 1 - self.seat
        duel, kinds = self.kinds(memory, played.stand)
        program, known = played.programs[other], duel.sides[1].programs
        if program in known:  # else an Asset that nobody knew of
            chances = np.array([kind[known.index(program)] for kind in kinds])
            self.weights = FADES * self.weights + np.log(chances)

    def kinds(self, memory: Memory, stand: Stand) -> tuple[Duel, list[Mixture]]:
        """The turn as both can see it, and how each kind of player would mix its programs."""
        one, two = (Side(self.deck, stand, seat, memory.circle) for seat in (self.seat, 1 - self.seat))
        duel = Duel(self.deck, memory.circle, one, two)
        if self.latest is None or self.latest[0] != stand:
            matrix = duel.matrix()
            self.latest = stand, matrix, _kinds(matrix, self.rounds)
        return duel, self.latest[2]

    def expects(self, memory: Memory, stand: Stand) -> tuple[Mixture, Matrix]:
        """How the opponent is expected to mix its programs, and the turn as both can see it."""
        _, kinds = self.kinds(memory, stand)
        shares = np.exp(self.weights - self.weights.max())
        expected = sum(share * kind for share, kind in zip(shares / shares.sum(), kinds, strict=True))
        assert self.latest is not None
        return expected, self.latest[1]


def _kinds(matrix: Matrix, rounds: int) -> list[Mixture]:
    """The column player as one who picks blindly, who answers a blind one, who answers that one, and who mixes."""
    columns = matrix.shape[1]
    blind = np.full(columns, 1 / columns)
    answer = _best(matrix.mean(axis=0))
    own = _best(-matrix.mean(axis=1))
    again = _best(own @ matrix)
    mixed = equilibrium(matrix, rounds)[1]
    return [(1 - SLIP_OF_MIND) * kind + SLIP_OF_MIND * blind for kind in (blind, answer, again, mixed)]


def _best(losses: Mixture) -> Mixture:
    """All weight on what loses least, shared among equals."""
    best = losses <= losses.min() + 1e-9
    return best / best.sum()
