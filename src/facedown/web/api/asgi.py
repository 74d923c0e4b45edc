"""The JSON API as a plain ASGI application beside the pages: nothing lies between a move and its table."""

from __future__ import annotations

import sqlite3

import msgspec
import structlog
from litestar.types import HTTPScope, Receive, Send

from facedown.engine import RecordError, Refused
from facedown.store import StoreError
from facedown.table import Conflict

from ..asking import Problem, allow, where
from .call import Call, Server
from .doors import DECODERS, DOORS, JSON, Door, doors_of
from .openapi import openapi

ROOT = "/api/v1/"
DOCUMENT = f"{ROOT}openapi.json"
ALWAYS = [
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
]
encode = msgspec.json.Encoder().encode
log = structlog.get_logger()


class Api:
    """Everything under /api/v1/."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._log = log.bind()
        self._doors: dict[str, dict[str, Door]] = {}
        for door in doors_of(server.settings):
            self._doors.setdefault(door.path, {})[door.method] = door
        self._document = encode(openapi(server.house.games.values(), server.settings))

    async def __call__(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        """As any ASGI application."""
        route, table = split(scope["path"])
        doors = self._doors.get(route, {})
        door = doors.get(scope["method"])
        call = Call(self.server, scope, receive, send, table)
        status = door.status if door else 200
        try:
            allow(self.server.limits.requests.take(call.home))
            if door is None:
                await self._no_door(call, route, doors)
                return
            if door.opens:
                await call.enter()
            if door.body is not None:
                await call.read(DECODERS[door.body])
            done = await door.work(call)
            if done is not None:
                await answer(send, status, done if isinstance(done, bytes) else encode(done), door.media)
        except Exception as e:
            problem = problem_of(e)
            status = problem.status
            if not call.began:
                more = [(k.encode(), v.encode()) for k, v in problem.headers.items()]
                await answer(send, status, encode(problem.said()), "application/problem+json", more)
        finally:
            known = route if doors else "unknown"
            self.server.meters.answered(known, scope["method"], status)
            self._log.debug("answered", method=scope["method"], page=known, status=status)

    async def _no_door(self, call: Call, route: str, doors: dict[str, Door]) -> None:
        if route == DOCUMENT:
            doors = {"GET": DOORS[0]}
        if call.scope["method"] not in doors:
            if doors:
                raise Problem(
                    405,
                    "This address does not take that.",
                    f"See {DOCUMENT}.",
                    kind="no-such-door",
                    headers={"allow": ", ".join(doors)},
                )
            raise Problem(404, "There is no such door.", f"See {DOCUMENT}.", kind="no-such-door")
        await answer(call.send, 200, self._document)


def split(path: str) -> tuple[str, str]:
    """The route of a path, and the table that it names.

    >>> split("/api/v1/tables/7f3a/view")
    ('/api/v1/tables/{table}/view', '7f3a')
    """
    parts = path.split("/")
    if len(parts) == 6 and parts[3] == "tables":
        return f"{ROOT}tables/{{table}}/{parts[5]}", parts[4]
    return path, ""


async def answer(
    send: Send, status: int, body: bytes, media: str = JSON, more: list[tuple[bytes, bytes]] | None = None
) -> None:
    """A whole answer."""
    headers = [(b"content-type", media.encode()), (b"content-length", b"%d" % len(body)), *ALWAYS, *(more or ())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def problem_of(e: Exception) -> Problem:
    """What the client is told of an error."""
    match e:
        case Problem():
            return e
        case Refused():
            return Problem.of(e.refusal, 409 if isinstance(e, Conflict) else 0)
        case RecordError():
            log.error("a table cannot be rebuilt", error=str(e))
            return Problem(410, "This table cannot be opened any more.", "Its game has changed: open a new table.")
        case StoreError() | sqlite3.Error():
            log.error("the store failed", error=type(e).__name__)
            again = {"retry-after": "5"}
            return Problem(503, "Nothing can be kept right now.", "Try again in a moment.", headers=again)
    log.error("a request failed", error=type(e).__name__, where=where(e))
    return Problem(500, "Something went wrong.", "Try again; what was played is safe.")
