"""How programs are mixed: equilibria of a matrix by regret matching, and answers to an opponent of whom something is
known, so that who is known wrongly gains little from it (a restricted Nash response)."""

from __future__ import annotations

from typing import Any

import numpy as np

from .duel import Matrix

Mixture = Any
"""A numpy vector of probabilities."""


def equilibrium(matrix: Matrix, rounds: int) -> tuple[Mixture, Mixture]:
    """Mixtures of both sides against which neither gains much by any other."""
    return response(matrix, np.full(matrix.shape[1], 1 / matrix.shape[1]), 0.0, rounds)


def response(matrix: Matrix, model: Mixture, trust: float, rounds: int) -> tuple[Mixture, Mixture]:
    """The first side's mixture against one who plays `model` with the probability `trust`, and else whatever is worst
    for it; and what that one plays then. By regret matching+, averages weighted by the round."""
    rows, columns = matrix.shape
    regret_one, regret_two = np.zeros(rows), np.zeros(columns)
    sum_one, sum_two = np.zeros(rows), np.zeros(columns)
    two = np.full(columns, 1 / columns)
    known = matrix @ model
    for n in range(1, rounds + 1):
        one = _mixed(regret_one)
        gains = one @ matrix
        two = _mixed(regret_two)
        regret_two = np.maximum(regret_two + gains @ two - gains, 0)
        two = _mixed(regret_two)
        values = trust * known + (1 - trust) * (matrix @ two)
        regret_one = np.maximum(regret_one + values - one @ values, 0)
        sum_one += n * one
        sum_two += n * two
    return sum_one / sum_one.sum(), sum_two / sum_two.sum()


def _mixed(regret: Mixture) -> Mixture:
    total = regret.sum()
    return regret / total if total > 0 else np.full(len(regret), 1 / len(regret))


def drawn(mixture: Mixture, luck: float, least: float = 0.01) -> int:
    """An index of this mixture, without its rarest parts. `luck`: from 0 to 1."""
    kept = np.where(mixture >= min(least, mixture.max()), mixture, 0)
    steps = np.cumsum(kept / kept.sum()).tolist()
    return next((i for i, step in enumerate(steps) if luck < step), int(kept.argmax()))
