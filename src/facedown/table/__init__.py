"""One live play: seats, presence, clocks, stand-ins, and the single door through which moves enter."""

from . import devices, host, presence, room, stand_ins
from .acts import act
from .chairs import belongs, seats_of
from .look import SHOWN, Asked, Clock, Look, Person, Spoken
from .play import Conflict
from .replay import Replay, eyes_of
from .table import Table
from .tables import Tables
from .thinkers import Thinkers
from .words import enumerated, hashed, new_token, read_code, refused, spoken

__all__ = [
    "SHOWN",
    "Asked",
    "Clock",
    "Conflict",
    "Look",
    "Person",
    "Replay",
    "Spoken",
    "Table",
    "Tables",
    "Thinkers",
    "act",
    "belongs",
    "devices",
    "enumerated",
    "eyes_of",
    "hashed",
    "host",
    "new_token",
    "presence",
    "read_code",
    "refused",
    "room",
    "seats_of",
    "spoken",
    "stand_ins",
]
