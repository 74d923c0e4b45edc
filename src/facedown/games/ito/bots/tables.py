"""The words that bots know, theme by theme, and the taste of one bot: what each of them is worth to it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random

LOW, HIGH = 1.0, 100.0
ANY = ""
"""The theme of the words of degree, for themes without a table."""


@cache
def tables() -> Mapping[str, tuple[str, ...]]:
    """The words of each theme from its low end to its high end."""
    raw = tomllib.loads(Path(__file__).with_name("tables.toml").read_text("utf-8"))
    return {table["theme"]: tuple(table["words"]) for table in raw["tables"]}


def common(theme: str) -> dict[str, float]:
    """What words are worth on average: evenly spread over 1 to 100."""
    words = tables().get(theme, tables()[ANY])
    return {word: LOW + (HIGH - LOW) * i / (len(words) - 1) for i, word in enumerate(words)}


class Taste:
    """One bot's own values: those of all, a bias of its own with the standard deviation spread/2, and for each word one
    with the standard deviation spread."""

    def __init__(self, key: float, spread: float) -> None:
        self.key, self.spread = key, spread
        self.bias = Random(f"{key}/bias").gauss(0, spread / 2)
        self._values: dict[str, dict[str, float]] = {}

    def values(self, theme: str) -> dict[str, float]:
        """What the words of a theme are worth to this bot."""
        if theme not in self._values:
            rng = Random(f"{self.key}/{theme}")
            self._values[theme] = {w: v + self.bias + rng.gauss(0, self.spread) for w, v in common(theme).items()}
        return self._values[theme]


def nearest(values: Mapping[str, float], number: float, used: Sequence[str], n: int) -> list[str]:
    """The `n` words that come closest to a number, those that were used already left out."""
    fresh = [word for word in values if word not in used]
    return sorted(fresh, key=lambda word: abs(values[word] - number))[:n]
