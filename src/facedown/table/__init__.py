"""One live play: seats, presence, clocks, stand-ins, and the single door through which moves enter."""

from . import room
from .look import Asked, Clock, Look, Person, Spoken
from .play import Conflict
from .table import Table
from .tables import Tables
from .thinkers import Thinkers
from .words import hashed, read_code, refused, spoken

__all__ = [
    "Asked",
    "Clock",
    "Conflict",
    "Look",
    "Person",
    "Spoken",
    "Table",
    "Tables",
    "Thinkers",
    "hashed",
    "read_code",
    "refused",
    "room",
    "spoken",
]
