"""Words that stand in no table, read by a small embedding: the extra `words` installs it. Else they say nothing."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

NEAR = 5
"""Known words by which an unknown one is read."""
PULL = 0.35
"""How much the ends of the theme count beside them."""


@cache
def model() -> Any:
    """The embedding, or None where the extra is not installed or came without its weights: nothing is ever fetched."""
    found = importlib.util.find_spec("wordllama")
    if found is None or found.origin is None:
        return None
    try:
        llama = importlib.import_module("wordllama").WordLlama
        return llama.load(cache_dir=Path(found.origin).parent, disable_download=True)
    except (ImportError, OSError, ValueError):
        return None


def guess(values: Mapping[str, float], text: str, ends: tuple[str, str]) -> float | None:
    """About which number a text is: what the known words most like it are worth, and where it lies between the ends of
    the theme. None without the embedding."""
    embed = model()
    if embed is None or not text.strip() or not values:
        return None
    words = list(values)
    vectors = _vectors((*words, *ends))
    mine = embed.embed([text])[0]
    size = float((mine @ mine) ** 0.5)
    if not size:
        return None
    mine = mine / size
    like = vectors @ mine
    near = sorted(range(len(words)), key=lambda i: -like[i])[:NEAR]
    weights = [max(float(like[i]), 0.0) ** 3 + 1e-6 for i in near]
    known = sum(w * values[words[i]] for w, i in zip(weights, near, strict=True)) / sum(weights)
    low, high = vectors[-2:]
    axis = high - low
    along = [float(vectors[i] @ axis) for i in range(len(words))]
    at = float(mine @ axis)
    below = sum(a < at for a in along) / len(along)
    return (1 - PULL) * known + PULL * (1 + 99 * below)


@cache
def _vectors(words: tuple[str, ...]) -> Any:
    return model().embed(list(words), norm=True)
