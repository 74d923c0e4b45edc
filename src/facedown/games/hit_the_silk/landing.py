"""Landing the plane as a problem of its own: what a roll lets a pilot do, where that leads, and the exact chance of the
best play. It knows the board and the dice of an edition, and nothing of a game."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Literal, NamedTuple

from .edition import Landing

START = (0, 0)
"""S-205: column and row."""
FLYING, TOUCHDOWN = "", "touchdown"
"""Where a plane may be that has not crashed."""


class Flight(NamedTuple):
    """One way to use a roll: how far across and down, and the die (1 or 2) that the Licence lowers, or None."""

    across: int
    down: int
    minus: Literal[1, 2] | None


def start(board: Landing) -> tuple[int, int]:
    """S-205: the first space of the first row."""
    return board.rows[0][0], 0


def rolls(board: Landing, dice: int = 2) -> list[str]:
    """All rolls, equally likely, as they are written: `3 A`."""
    return [" ".join(faces) for faces in product(board.dice, repeat=dice)]


def flights(roll: tuple[str, ...], licence: bool) -> list[Flight]:
    """S-207 to S-209, S-212, A-84: what may be made of two dice; first what needs no Licence."""
    found: list[Flight] = []
    lowered: tuple[Literal[1, 2] | None, ...] = (None, 1, 2) if licence else (None,)
    for minus in lowered:
        values = [(1 if face in "AD" else int(face)) - (minus == n) for n, face in enumerate(roll, 1)]
        for across, down in _ways(roll, values):
            if Flight(across, down, minus) not in found:
                found.append(Flight(across, down, minus))
    return found


def _ways(roll: tuple[str, ...], values: list[int]) -> Iterator[tuple[int, int]]:
    """How far across and down: a directed die goes its own way, a plain one the other way (S-208)."""
    (one, two), (x, y) = roll, values
    directed = [face in "AD" for face in roll]
    if all(directed):  # S-209
        yield (
            sum(v for face, v in zip(roll, values, strict=True) if face == "A"),
            sum(v for face, v in zip(roll, values, strict=True) if face == "D"),
        )
    elif directed[0]:
        yield (x, y) if one == "A" else (y, x)
    elif directed[1]:
        yield (y, x) if two == "A" else (x, y)
    else:  # S-207
        yield x, y
        yield y, x


def reach(
    board: Landing, at: tuple[int, int], across: int, down: int, lake_is_crash: bool
) -> tuple[str, tuple[int, int]]:
    """A-82: what one displacement leads to, by its end alone: FLYING, TOUCHDOWN, or how it crashed; and the place."""
    column, row = at[0] + across, at[1] + down
    there = (column, row)
    if row >= len(board.rows):
        return "water", there  # S-210: below the surface line
    first, last = board.rows[row]
    if column > last:
        return "mountain", there  # S-210
    if column < first:
        return "nowhere", there  # no space is printed there
    if row == len(board.rows) - 1:
        if board.strip[0] <= column <= board.strip[1]:
            return TOUCHDOWN, there
        if lake_is_crash and board.lake[0] <= column <= board.lake[1]:
            return "lake", there
    return FLYING, there


def brake(board: Landing, column: int, face: str, minus: bool) -> tuple[bool, int]:
    """S-211, A-84, A-85: whether the plane stops on the strip, and where."""
    if face == "D":
        return minus, column  # S-212: a 1 down that is lowered is harmless
    column += (1 if face == "A" else int(face)) - minus
    return column <= board.strip[1], column


class Odds:
    """The exact chance of landing by best play, from any space (C-337)."""

    def __init__(self, board: Landing, licence: bool, lake_is_crash: bool = False) -> None:
        self.board, self.licence, self.lake_is_crash = board, licence, lake_is_crash
        self.rolls = [tuple(roll.split()) for roll in rolls(board)]
        self.known: dict[tuple[int, int], Fraction] = {}

    def at(self, place: tuple[int, int]) -> Fraction:
        """From this space, before the dice are rolled."""
        if place not in self.known:
            best = [max(self.after(place, flight) for flight in flights(roll, self.licence)) for roll in self.rolls]
            self.known[place] = sum(best, Fraction(0)) / len(best)
        return self.known[place]

    def after(self, place: tuple[int, int], flight: Flight) -> Fraction:
        """After this use of a roll."""
        what, there = reach(self.board, place, flight.across, flight.down, self.lake_is_crash)
        if what == TOUCHDOWN:
            return self.braking(there[0])
        return self.at(there) if what == FLYING else Fraction(0)

    def braking(self, column: int) -> Fraction:
        """From a touchdown in this column."""
        ways = (False, True) if self.licence else (False,)
        safe = [any(brake(self.board, column, face, minus)[0] for minus in ways) for face in self.board.dice]
        return Fraction(sum(safe), len(safe))


@lru_cache(maxsize=64)
def odds(board: Landing, licence: bool, lake_is_crash: bool = False) -> Odds:
    """The odds of a board; computed once."""
    return Odds(board, licence, lake_is_crash)
