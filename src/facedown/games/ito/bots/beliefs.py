"""What a bot believes of others' lowest cards: for each number from 1 to 100 how likely it is, by clues, comparisons
and what their holders said of themselves. How far others use words otherwise is learnt from cards that lie open."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .reading import Read

Grid = NDArray[np.float64]
"""A weight for each number from 1 to 100."""
NUMBERS: Grid = np.arange(1, 101, dtype=np.float64)
SURE, MAYBE = 0.8, 0.4
"""How probable it must be that a card is the lowest, to say that it surely is, or may be."""
LEVELS = ("not", "maybe", "surely")
BIASES: Grid = np.linspace(-2.4, 2.4, 9)
"""Biases that are weighed, in standard deviations."""
COMMON = 1.5
"""How much more doubtful answers are than words: all of them read the same question."""
SOFT = 0.8
"""How blurred these borders are to who reads words otherwise, in log odds."""


class Compared(NamedTuple):
    """What somebody said of their card, beside words that were read so: whether it is lower."""

    read: Read
    lower: bool


class Ear:
    """How one player uses words, as another one reads them: words differ by chance, and by a bias that is learnt."""

    def __init__(self, spread: float) -> None:
        self.word = 2 * spread**2 + 1.0
        self.meant = meant(spread)
        self.precision, self.sum = 2 / max(spread, 0.5) ** 2, 0.0

    def learn(self, read: Read, number: int) -> None:
        """A card lies open whose clue was read so."""
        weight = read.words / self.word
        self.precision += weight
        self.sum += weight * (self.meant[number - 1] - read.mean)

    def heard(self, number: float) -> float:
        """What its own words for a number are worth to others, on average."""
        return float(np.interp(number, NUMBERS, self.meant))

    def likelihood(self, reads: Sequence[Read], compared: Sequence[Compared] = ()) -> Grid:
        """How likely each number is to be put in these words, and to be compared so. By the bias with which they are
        read its owner reads others: so both are weighed together, bias by bias."""
        sd = self.precision**-0.5
        bias = self.sum / self.precision + sd * BIASES
        weight = np.exp(-(BIASES**2) / 2)
        likely = np.ones((100, len(BIASES))) * weight
        total = sum(read.words for read in reads)
        if total:
            mean = sum(read.words * read.mean for read in reads) / total
            off = (mean + bias)[None, :] - self.meant[:, None]
            likely *= np.exp(-(off**2) / (2 * (self.word / total + 1.0)))
        for c in compared:
            far = ((c.read.mean + bias)[None, :] - NUMBERS[:, None]) * (1 if c.lower else -1)
            likely *= _phi(far / (COMMON * self.word / c.read.words + 1.0) ** 0.5) + 0.01
        return np.asarray(likely.sum(axis=1) + 1e-9)


@cache
def meant(spread: float) -> Grid:
    """What words are worth on average that somebody takes for each number: where words come to an end, at 1 and 100,
    those that seem to lie there are in truth further in."""
    spread = max(spread, 0.5)
    words = np.linspace(1, 100, 400)
    weight = np.exp(-((words[None, :] - NUMBERS[:, None]) ** 2) / (2 * spread**2))
    return np.asarray((weight @ words) / weight.sum(axis=1))


def prior(top: int, cards: int) -> Grid:
    """Where the lowest of so many cards lies, all higher than the top of the pile."""
    weight = np.where(top < NUMBERS, (101 - NUMBERS) ** (cards - 1), 0.0)
    return normal(weight)


def only(number: int) -> Grid:
    """This number for certain."""
    return np.equal(NUMBERS, number).astype(np.float64)


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
