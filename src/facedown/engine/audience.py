"""Viewers, audiences and actors: small integers (an audience fits one digit of Python's, for speed). What a viewer may
know is decided elsewhere (`sees`)."""

from __future__ import annotations

PUBLIC = 28
"""The viewer behind spectators and the table screen."""
ARCHIVE = 29
"""The viewer that sees everything; opened to people only after the end."""
MOST_SEATS = 16

CLOCK = -1
"""The actor that lets timers expire."""
HOUSE = -2
"""The actor that says who left, came back, was removed or is stood in for."""

NOBODY = 0
SEATS = (1 << PUBLIC) - 1
EVERYONE = SEATS | 1 << PUBLIC | 1 << ARCHIVE


def only(seat: int) -> int:
    """The audience of one seat."""
    return 1 << seat


def others(seat: int) -> int:
    """The audience of every seat but this one. Spectators are not among them: a complement would let them in."""
    return SEATS & ~(1 << seat)


def hears(audience: int, viewer: int) -> bool:
    """Whether `viewer` belongs to `audience`."""
    return bool(audience >> viewer & 1)


def viewers(seats: int) -> tuple[int, ...]:
    """Everybody who looks at a table of `seats` seats: each seat, the public, the archive."""
    return (*range(seats), PUBLIC, ARCHIVE)


def viewer_name(viewer: int) -> str:
    """`0`.. for seats, else `public` or `archive`, as records and command line write it."""
    return {PUBLIC: "public", ARCHIVE: "archive"}.get(viewer, str(viewer))
