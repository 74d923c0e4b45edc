"""Clues in words: how a bot puts a number, and how it reads what others wrote. Words that no table has are read by an
embedding, where the extra `words` is installed."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from . import embedding
from .tables import nearest

CLOSE = 9
"""Words that are looked through for a clue."""
MORE, LESS = ("bigger", "larger", "more", "higher", "above", "over", "longer", "harder"), (
    *("smaller", "less", "lower", "below", "under", "shorter", "softer"),
)
STEP, SLIGHTLY = 8.0, 4.0
"""How far away a comparison is, if nothing says how far, and if it says a little."""
MISSED = 1.5
"""By so many points words may miss a number on average; else fewer do."""
MOST = 78
"""Letters of a clue."""


class Read(NamedTuple):
    """What a text says of a number: about this, from so many words that each say as much as one of a table."""

    mean: float
    words: float


def put(values: Mapping[str, float], number: float, words: int, used: Sequence[str] = (), most: int = MOST) -> str:
    """A clue for a number: words whose values are close to it and that meet it on average."""
    close = nearest(values, number, used, max(CLOSE, words + 3))
    for n in range(min(words, len(close)), 0, -1):
        combined = itertools.combinations(close, n)
        fits = [c for c in combined if sum(map(len, c)) + 4 * n <= most]
        off, best = min(((abs(sum(values[w] for w in c) / n - number), c) for c in fits), default=(MISSED, ()))
        if best and (off < MISSED or n == 1):
            return listed(sorted(best, key=close.index))
    return close[0][:most] if close else "no idea"


def listed(words: Sequence[str]) -> str:
    """`fox, goose or beaver`."""
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def read(values: Mapping[str, float], text: str, ends: tuple[str, str]) -> Read | None:
    """What a text says, by these values; None where it says nothing. `ends`: what is lowest and highest."""
    low = text.casefold()
    found = [word for word in pattern(values).findall(low) if word in values] if values else []
    if not found:
        guessed = embedding.guess(values, low, ends)
        if guessed is None:
            return None
        mean, worth = guessed, 0.1
    else:
        mean, worth = sum(values[word] for word in found) / len(found), float(len(found))
    step = SLIGHTLY if re.search(r"\b(bit|little|slightly|hair|tad)\b", low) else STEP
    said = re.findall(r"[a-z]+", low)
    if "than" in said and not set(said).isdisjoint(MORE + LESS):
        sign = 1 if not set(said).isdisjoint(MORE) else -1
        return Read(mean + sign * step, worth / 3)
    return Read(mean, worth)


_patterns: dict[int, tuple[Mapping[str, float], re.Pattern[str]]] = {}


def pattern(values: Mapping[str, float]) -> re.Pattern[str]:
    """Finds the words of a table in a text, the longest first."""
    kept = _patterns.get(id(values))
    if kept is None or kept[0] is not values:
        words = sorted(values, key=len, reverse=True)
        kept = values, re.compile("|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in words))
        if len(_patterns) > 500:
            _patterns.clear()
        _patterns[id(values)] = kept
    return kept[1]
