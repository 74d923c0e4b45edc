"""A move that our own script sends for a seat: the same door as the form's, `/t/CODE/move`, without what only pages
need. Whatever is not plainly such a move goes the long way round."""

from __future__ import annotations

from urllib.parse import parse_qs

import msgspec
from litestar.types import HTTPScope, Receive

from facedown.engine import tongue
from facedown.table import Table, read_code, seats_of

from .api.asgi import answer
from .api.call import Call, Server
from .api.problems import problem_of
from .asking import BROWSER, COOKIE, Problem, allow, first, spend
from .exchange import EXTENSION
from .forms import read_move
from .language import COOKIE as LANGUAGE
from .language import of_headers

FORM = b"application/x-www-form-urlencoded"
encode = msgspec.json.Encoder().encode


class Moves:
    """The short way of moves."""

    def __init__(self, server: Server) -> None:
        self.server = server

    async def take(self, scope: HTTPScope, receive: Receive) -> int | None:
        """Takes and answers a move; its status, or None where nothing was read and the long way is the right one."""
        call, table = await self._enter(scope, receive)
        if call is None or table is None:
            return None
        try:
            allow(self.server.limits.requests.take(call.home))
            form = await self._form(call)
            spend(self.server.limits, table, call.who, self.server.limits.of(table.game, first(form, "kind")))
            move = read_move(form, table.game.State.MOVES)
            rev = await table.move(call.who, first(form, "request"), first(form, "id")[:64], move)
            answer(call, 200, b'{"go":"/t/%b","rev":%d}' % (table.head.code.encode(), rev))
        except Exception as e:
            problem = problem_of(e)
            said = problem.said(tongue(of_headers(call.headers, call.cookie(LANGUAGE)), table.game.folder))
            answer(call, problem.status, encode(said), "application/problem+json", problem.headers)
            return problem.status
        return 200

    async def _enter(self, scope: HTTPScope, receive: Receive) -> tuple[Call | None, Table | None]:
        """The call and its table, where a seat's own page sends a form with its token."""
        parts = scope["path"].split("/")
        code = read_code(parts[2]) if len(parts) == 4 and parts[3] == "move" else ""
        if not code or scope["method"] != "POST" or EXTENSION not in (scope.get("extensions") or {}):
            return None, None
        call = Call(self.server, scope, receive, "")
        headers = call.headers
        scripted = b"application/json" in headers.get(b"accept", b"")
        plain = headers.get(b"content-type", b"").startswith(FORM)
        if not (scripted and plain and call.cookie(BROWSER) and call.unforged()):
            return None, None
        table = await self.server.house.find(code)
        if table is None:
            return None, None
        token = call.cookie(COOKIE + table.head.circle)
        call.who = call.known_as(table) if token else ""
        if not (call.who and seats_of(table.head, call.who)):
            return None, None
        return call, table

    async def _form(self, call: Call) -> dict[str, list[str]]:
        content = await call.content()
        try:
            return parse_qs(content.decode(), keep_blank_values=True, max_num_fields=200, errors="strict")
        except ValueError as e:  # neither text nor a form
            raise Problem(400, "This could not be read.", "Go back, and try again.") from e
