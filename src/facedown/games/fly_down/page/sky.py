"""Where the aircraft in the queue fly: on a glide path to the runway, the next one about to land."""

from __future__ import annotations

import math
from functools import cache

PATH = ((84.0, 12.0), (168.0, 8.0), (258.0, 30.0), (331.0, 84.0))
"""The glide path, a cubic curve in the sky's 400 by 112."""
ONE_STRING = 9
"""So many aircraft fly in one string; more tighten into two."""
Plane = tuple[float, float, int, float]


@cache
def planes(count: int) -> tuple[Plane, ...]:
    """(x, y, heading in degrees, scale) of each aircraft but the first to land, the nearest first."""
    rest = max(0, count - 1)
    if rest < ONE_STRING:
        return tuple([_at(0.885 - 0.105 * i, 0, 0.4 - 0.012 * i) for i in range(rest)])
    rows = math.ceil(rest / 2)
    step = min(0.105, 0.86 / rows)
    found = []
    for i in range(rest):
        row, side = divmod(i, 2)
        found.append(_at(0.875 - step * row - 0.45 * step * side, 7.5 if side else -7.5, 0.32 - 0.008 * row))
    return tuple(found)


def _at(t: float, aside: float, scale: float) -> Plane:
    """A point of the path, so far to the side of it."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = PATH
    u = 1 - t
    x = u**3 * ax + 3 * u * u * t * bx + 3 * u * t * t * cx + t**3 * dx
    y = u**3 * ay + 3 * u * u * t * by + 3 * u * t * t * cy + t**3 * dy
    vx = 3 * u * u * (bx - ax) + 6 * u * t * (cx - bx) + 3 * t * t * (dx - cx)
    vy = 3 * u * u * (by - ay) + 6 * u * t * (cy - by) + 3 * t * t * (dy - cy)
    turn = math.atan2(vy, vx)
    x, y = x - math.sin(turn) * aside, y + math.cos(turn) * aside
    return round(x, 1), round(y, 1), round(math.degrees(turn)) + 90, round(scale, 2)
