"""All doors of the JSON API, once: from this table come the routes, the checks of bodies and the OpenAPI document."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from ..settings import Settings
from ..stage import Staged
from . import play, socket, tables
from .call import Call
from .words import (
    Declined,
    Done,
    Found,
    Frame,
    Games,
    Join,
    Log,
    Me,
    Message,
    Moving,
    Open,
    Opened,
    Revision,
    Room,
    Seen,
    Stage,
    Talk,
    Told,
)

JSON = "application/json"
TABLES = "/api/v1/tables"
T = f"{TABLES}/{{table}}"


class Door(NamedTuple):
    """One method of one path. `opens`: what opens the table of the path: its code too ("seat or code"), a "seat" alone,
    or "" where there is none. `query`: of each parameter whether it is needed, and its schema. `says`: the statuses of
    refusals beside those of every door; `messages`: what a client, and then what the server says afterwards."""

    method: str
    path: str
    name: str
    work: Callable[[Call], Awaitable[Any]]
    body: Any = None
    answer: Any = None
    status: int = 200
    opens: str = ""
    query: Mapping[str, tuple[bool, dict[str, Any]]] = MappingProxyType({})
    says: tuple[int, ...] = ()
    media: str = JSON
    messages: tuple[Any, ...] = ()

    @property
    def about(self) -> str:
        """What it does, in one sentence or two."""
        return " ".join((self.work.__doc__ or "").split())


LOOKS = (401, 403, 404, 410)
ACTS = (400, 401, 403, 404, 409, 410, 413, 422)
CODE = {"type": "string"}
LINE = {"type": "integer", "minimum": 0, "maximum": 999_999_999}
DOORS = (
    Door("GET", "/api/v1/games", "games", tables.games, answer=Games),
    Door("GET", TABLES, "find", tables.find, answer=Found, query={"code": (True, CODE)}, says=(404, 410)),
    Door("POST", TABLES, "open", tables.open_table, Open, Opened, 201, says=(400, 413, 422)),
    Door("POST", f"{T}/seats", "join", tables.join, Join, Me, 201, says=(400, 401, 404, 409, 410, 413, 422)),
    Door("POST", f"{T}/room", "room", tables.do, Room, Done, opens="seat or code", says=ACTS),
    Door("GET", f"{T}/view", "view", play.view, answer=Seen, opens="seat or code", says=LOOKS),
    Door(
        "GET", f"{T}/log", "log", play.log, answer=Log, opens="seat or code", query={"before": (False, LINE)},
        says=(400, *LOOKS),
    ),
    Door("POST", f"{T}/moves", "moves", play.move, Moving, Revision, opens="seat", says=ACTS),
    Door("POST", f"{T}/talk", "talk", play.talk, Talk, Revision, opens="seat", says=ACTS),
    Door(
        "GET", f"{T}/stream", "stream", play.open_stream, answer=Frame, opens="seat or code", says=LOOKS,
        media="text/event-stream",
    ),
    Door(
        "GET", socket.PATH, "socket", socket.open_socket, status=101, opens="seat or code", says=(400, *LOOKS),
        messages=(Message, Told, Declined),
    ),
    Door(
        "GET", f"{T}/record", "record", play.record, opens="seat or code", says=(*LOOKS, 409),
        media="application/x-ndjson",
    ),
)  # fmt: skip
STAGE = Door("POST", "/api/v1/stage", "stage", tables.staged, Stage, Staged, 201, says=(400, 413, 422))
"""There only where the server was told to stage scenarios."""
DECODERS = {door.body: msgspec.json.Decoder(door.body) for door in (*DOORS, STAGE) if door.body is not None}


def doors_of(settings: Settings) -> tuple[Door, ...]:
    """The doors of a server."""
    return (*DOORS, STAGE) if settings.stage else DOORS
