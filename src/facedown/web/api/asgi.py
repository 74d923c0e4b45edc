"""The JSON API as a plain ASGI application beside the pages: nothing lies between a move and its table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

import msgspec
import structlog
from litestar.types import HTTPScope, Receive, Send

from ..asking import Problem, allow
from .call import Call, Server
from .doors import DECODERS, DOORS, JSON, Door, doors_of
from .openapi import openapi
from .problems import problem_of

ROOT = "/api/v1/"
DOCUMENT = f"{ROOT}openapi.json"
ALWAYS = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
}
NO_MORE: Mapping[str, str] = MappingProxyType({})
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
        call = Call(self.server, scope, receive, table)
        status = door.status if door else 200
        try:
            allow(self.server.limits.requests.take(call.home))
            if door is None:
                self._no_door(call, route, doors)
                return
            if door.opens:
                await call.enter()
            if door.body is not None:
                await call.read(DECODERS[door.body])
            done = await door.work(call)
            if done is not None:
                answer(call, status, done if isinstance(done, bytes) else encode(done), door.media)
        except Exception as e:
            problem = problem_of(e)
            status = problem.status
            if not call.began:
                answer(call, status, encode(problem.said()), "application/problem+json", problem.headers)
        finally:
            known = route if doors else "unknown"
            self.server.meters.answered(known, scope["method"], status)
            self._log.debug("answered", method=scope["method"], page=known, status=status)

    def _no_door(self, call: Call, route: str, doors: dict[str, Door]) -> None:
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
        answer(call, 200, self._document)


def split(path: str) -> tuple[str, str]:
    """The route of a path, and the table that it names.

    >>> split("/api/v1/tables/7f3a/view")
    ('/api/v1/tables/{table}/view', '7f3a')
    """
    parts = path.split("/")
    if len(parts) == 6 and parts[3] == "tables":
        return f"{ROOT}tables/{{table}}/{parts[5]}", parts[4]
    return path, ""


def answer(call: Call, status: int, body: bytes, media: str = JSON, more: Mapping[str, str] = NO_MORE) -> None:
    """A whole answer."""
    call.exchange.answer(status, head(media) + b"".join(line(*item) for item in more.items()), body)


@lru_cache(maxsize=64)
def head(media: str) -> bytes:
    """The headers of an answer of this kind."""
    return b"".join(line(*item) for item in ({"content-type": media} | ALWAYS).items())


def line(name: str, value: str) -> bytes:
    """A header as it goes over the line."""
    return f"{name}: {value}\r\n".encode("latin-1")
