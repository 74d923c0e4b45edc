"""The jump and the landing."""

from __future__ import annotations

from facedown.engine import Event, Face, Seat

Cards = tuple[Face, ...]


class Jump(Event, frozen=True):
    """All hands are opened (S-166)."""

    hands: dict[Seat, Cards]


class SeatGiven(Event, frozen=True):
    """A spare place under a parachute (S-186)."""

    seat: Seat
    to: Seat | None


class Landing(Event, frozen=True, tag="jumped"):
    """Who comes down by parachute, who falls, who is left on board (A-71, A-72)."""

    safe: tuple[Seat, ...]
    fallen: tuple[Seat, ...]
    aboard: tuple[Seat, ...]
    cash: int


class Search(Event, frozen=True):
    """A step of the last search (D-25): cards discarded and drawn; without both it is over for this lander."""

    seat: Seat
    cards: Cards = ()
    drawn: Cards = ()


class Roll(Event, frozen=True):
    """Dice of the flight, or of the brake (S-206)."""

    dice: tuple[str, ...]


class Flew(Event, frozen=True):
    """The plane flies on (A-82)."""

    seat: Seat
    across: int
    down: int
    to: tuple[int, int]
    minus: bool


class Touchdown(Event, frozen=True):
    """The plane touches the strip (S-211)."""

    column: int


class Landed(Event, frozen=True):
    """The plane has come to a stop on the strip (S-211)."""

    column: int


class Crashed(Event, frozen=True):
    """The plane crashes (S-210)."""

    how: str
