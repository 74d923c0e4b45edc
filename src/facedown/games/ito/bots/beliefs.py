"""What a bot believes of others' lowest cards: for each number from 1 to 100 how likely it is, by clues, comparisons
and what their holders said of themselves. How far others use words otherwise is learnt from cards that lie open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from .reading import Read

Grid = NDArray[np.float64]
"""A weight for each number from 1 to 100."""
NUMBERS: Grid = np.arange(1, 101, dtype=np.float64)
SURE, MAYBE = 0.8, 0.4
"""How probable it must be that a card is the lowest, to say that it surely is, or may be."""
LEVELS = ("not", "maybe", "surely")
SOFT = 0.8
"""How blurred these borders are to who reads words otherwise, in log odds."""


class Ear:
    """How one player uses words, as another one reads them: words differ by chance, and by a bias that is learnt."""

    def __init__(self, spread: float) -> None:
        self.word = 2 * spread**2 + 1.0
        self.precision, self.sum = 2 / max(spread, 0.5) ** 2, 0.0

    def learn(self, read: Read, number: float) -> None:
        """A card lies open whose clue was read so."""
        weight = read.words / self.word
        self.precision += weight
        self.sum += weight * (number - read.mean)

    def likelihood(self, reads: Iterable[Read]) -> Grid:
        """How likely each number is to be put in these words."""
        weight = np.array([r.words for r in reads])
        if not weight.size:
            return np.ones(100)
        total = weight.sum()
        mean = float((weight * [r.mean for r in reads]).sum() / total)
        variance = self.word / total + 1 / self.precision + 1.0
        return np.asarray(np.exp(-((NUMBERS - mean - self.sum / self.precision) ** 2) / (2 * variance)) + 1e-6)

    def below(self, read: Read, spread: float) -> Grid:
        """How likely each number's holder is to say that it is lower than these words."""
        sd = (self.word / read.words + 1 / self.precision + 1.0) ** 0.5 if spread else 1.0
        return _phi((read.mean - NUMBERS) / sd)


def prior(top: int, cards: int) -> Grid:
    """Where the lowest of so many cards lies, all higher than the top of the pile."""
    weight = np.where(top < NUMBERS, (101 - NUMBERS) ** (cards - 1), 0.0)
    return normal(weight)


def normal(weight: Grid) -> Grid:
    """Weights that add up to 1."""
    total = weight.sum()
    return weight / total if total > 0 else np.full(100, 0.01)


def above(grid: Grid) -> Grid:
    """For each number, how probable a higher one is."""
    return np.maximum(1 - np.cumsum(grid), 1e-6)


def level(chance: float) -> str:
    """What is said of a card that is the lowest with this probability."""
    return "surely" if chance >= SURE else "maybe" if chance >= MAYBE else "not"


def said(word: str, others: Sequence[Grid]) -> Grid:
    """How likely each number's holder is to say this, who believes so of the others."""
    chance = np.ones(100)
    for grid in others:
        chance = chance * above(grid)
    odds = np.log(chance) - np.log(np.maximum(1 - chance, 1e-9))
    sure, maybe = (_logistic((odds - np.log(at / (1 - at))) / SOFT) for at in (SURE, MAYBE))
    return {"surely": sure, "maybe": maybe - sure, "not": 1 - maybe}[word] + 0.02


def _logistic(x: Grid) -> Grid:
    return np.asarray(1 / (1 + np.exp(-np.clip(x, -40, 40))))


def _phi(x: Grid) -> Grid:
    return _logistic(1.702 * x)
