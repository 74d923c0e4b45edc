"""When a card fits (section 2 of our reference, the feasibility test), and the same as a table: what a team that is
being made can still take. `play` looks it up card by card, and says what happens then."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

BROKEN = -1
"""The shape of cards that make no team."""


def fits(kinds: Sequence[int], wild: int) -> bool:
    """P-023, P-028 to P-031, A-P09, A-P10: the naturals are all equal or all different; wilds stand for whatever is
    missing, and nothing but what lies there counts."""
    naturals = [kind for kind in kinds if kind != wild]
    different = len(set(naturals))
    return different <= 1 or different == len(naturals)


def shapes(wild: int, team: int) -> list[list[int]]:
    """For each shape of a team that is being made, and each kind: the shape with that card, or BROKEN. Shape 0 is
    empty; a shape is all that the test asks of naturals: which they are, at most two of a kind."""
    known: dict[tuple[int, ...], int] = {}
    for size in range(team + 1):
        for naturals in itertools.combinations_with_replacement(range(wild), size):
            if fits(naturals, wild):
                known.setdefault(_shape(naturals), len(known))
    table = []
    for naturals in known:
        grown = [naturals if kind == wild else _shape((*naturals, kind)) for kind in range(wild + 1)]
        table.append([known.get(n, BROKEN) for n in grown])
    return table


def _shape(naturals: Sequence[int]) -> tuple[int, ...]:
    kinds = sorted(naturals)
    return (kinds[0], kinds[0]) if len(kinds) > 1 and len(set(kinds)) == 1 else tuple(kinds)
