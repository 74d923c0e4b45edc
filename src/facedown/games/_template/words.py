"""The words of Cuckoo: options, moves, events, the view, and the positions a scenario can describe. All that crosses a
border stands here, and nothing else does."""

from __future__ import annotations

from msgspec import Struct

from facedown.engine import Event, Face, HandsGiven, Move, Seat
from facedown.engine import View as CommonView


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host chooses. `start`: who begins (C-2)."""

    start: Seat = 0


class Keep(Move, frozen=True):
    """Keep your card (C-3)."""


class Swap(Move, frozen=True):
    """Swap your card with your left neighbour, or as the last player with the deck (C-3)."""


class Kept(Event, frozen=True):
    """A player keeps their card."""

    seat: Seat


class Swapped(Event, frozen=True):
    """Two cards were swapped; `to` is null for the deck. The faces are told to those who have held them only."""

    seat: Seat
    to: Seat | None
    gave: Face | None = None
    took: Face | None = None


class Stopped(Event, frozen=True):
    """The neighbour holds a king: nothing is swapped (C-5)."""

    seat: Seat
    by: Seat


Happened = Kept | Swapped | Stopped


class View(CommonView, frozen=True):
    """What one viewer sees: slots of the position by their names, cards as faces or backs."""

    hands: tuple[tuple[Face, ...], ...]
    deck: tuple[Face, ...]
    last: Seat


class Given(HandsGiven, frozen=True):
    """A position of a scenario: hands, and whose turn it is. Who sits before that seat has chosen."""

    turn: Seat | None = None
