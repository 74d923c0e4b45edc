"""Equality of plain data as scenarios mean it: null is no key, most lists are bags, a face may be a number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ORDERED = frozenset(
    "circle circle_editions deck draw discard up centre rows row hands talk themes pile plane dice".split()  # noqa: SIM905
)
"""The names under which lists are compared in order; elsewhere they are bags."""
BAGS = frozenset({"open"})
"""Lists that are bags even below those: an open hand has no order, where a hand of slots has."""


def in_order(name: str | int, ordered: bool = False) -> bool:
    """Whether lists are compared in order under this name, below a name where they are or are not."""
    return (ordered or name in ORDERED) and name not in BAGS


def same(found: Any, expected: Any, ordered: bool = False) -> bool:
    """Whether two plain values are equal; maps have exactly the same keys."""
    if isinstance(expected, Mapping):
        found = _by_index(found)
        if not isinstance(found, Mapping):
            return False
        expected = {str(k): v for k, v in expected.items() if v is not None}
        found = {str(k): v for k, v in found.items() if v is not None}
        return expected.keys() == found.keys() and all(
            same(found[k], v, in_order(k, ordered)) for k, v in expected.items()
        )
    if isinstance(expected, (list, tuple)):
        if not isinstance(found, (list, tuple)) or len(found) != len(expected):
            return False
        if ordered:
            return all(same(f, e, ordered) for f, e in zip(found, expected, strict=True))
        return _bags(list(found), list(expected))
    if isinstance(found, bool) or isinstance(expected, bool):
        return found is expected
    if isinstance(found, str) != isinstance(expected, str) and found is not None and expected is not None:
        return not isinstance(found, (Mapping, list)) and str(found) == str(expected)
    return bool(found == expected)


def has(found: Any, expected: Mapping[str, Any], ordered: bool = False) -> bool:
    """Whether a map has at least these keys, with these values."""
    found = _by_index(found)
    if not isinstance(found, Mapping):
        return False
    return all(
        found.get(str(k)) is None if v is None else same(found.get(str(k)), v, in_order(k, ordered))
        for k, v in expected.items()
    )


def contains(found: Any, expected: Any, ordered: bool = False) -> bool:
    """Whether a list holds this element, a map this key, a text this text."""
    if isinstance(found, Mapping):
        return str(expected) in {str(k) for k in found}
    if isinstance(found, str):
        return str(expected) in found
    return isinstance(found, list) and any(same(f, expected, ordered) for f in found)


def _by_index(found: Any) -> Any:
    """A list as a map of its indices: what stands for each seat may be written so."""
    return {str(i): v for i, v in enumerate(found)} if isinstance(found, (list, tuple)) else found


def _bags(found: list[Any], expected: list[Any]) -> bool:
    for e in expected:
        for i, f in enumerate(found):
            if same(f, e):
                del found[i]
                break
        else:
            return False
    return True
