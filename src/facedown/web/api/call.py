"""One call of the JSON API: who calls, what they sent, and what opens a table to them: a seat's token as a bearer or in
a cookie, or the code. A table's id alone opens nothing, and looks like one that does not exist."""

from __future__ import annotations

from copy import copy
from hmac import compare_digest
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlsplit

import msgspec
from litestar.middleware.csrf import CSRF_SECRET_LENGTH, generate_csrf_hash
from litestar.types import HTTPScope, Receive

from facedown.engine import PUBLIC
from facedown.table import Table, Tables, belongs, hashed, read_code, seats_of

from ..asking import COOKIE, Problem, allow
from ..exchange import Exchange, exchange_of
from ..limits import Limits, address
from ..metrics import Meters
from ..settings import Settings
from .frames import Frames

MOST_BYTES = 64 * 1024
"""Of a body."""
CSRF_COOKIE = "fdcsrf"


class Server(NamedTuple):
    """What the API needs of the server around it."""

    house: Tables
    settings: Settings
    limits: Limits
    meters: Meters
    frames: Frames
    secret: str
    """What tokens against forged posts are made from."""


class Call:
    """One request. `table_id`: from its address; `table` and `who` are there after `enter`."""

    __slots__ = (
        "_cookies", "began", "body", "by_cookie", "exchange", "headers", "home", "receive", "scope", "server", "table",
        "table_id", "who",
    )  # fmt: skip

    def __init__(self, server: Server, scope: HTTPScope, receive: Receive, table_id: str) -> None:
        self.server, self.scope, self.receive, self.table_id = server, scope, receive, table_id
        self.exchange: Exchange = exchange_of(scope)
        self.headers: dict[bytes, bytes] = dict(scope["headers"])
        self.home = address(scope)
        self.body: Any = None
        self.table: Table = None  # type: ignore[assignment]
        self.who = ""
        self.by_cookie = False
        self.began = False
        self._cookies: dict[str, str] | None = None

    # what was sent ---------------------------------------------------------------------------------------------------
    async def content(self) -> bytes:
        """The body as it came. Raises Problem."""
        parts, size = [], 0
        while True:
            message = await self.receive()
            if message["type"] != "http.request":
                raise Problem(400, "The request was cut off.", "Send it again.")
            size += len(message["body"])
            if size > MOST_BYTES:
                raise Problem(413, "That was too much at once.", "Send less than 64 kilobytes.")
            parts.append(message["body"])
            if not message.get("more_body"):
                return b"".join(parts)

    async def read(self, decoder: msgspec.json.Decoder[Any]) -> None:
        """The body, checked. Raises Problem."""
        content = await self.content()
        try:
            self.body = decoder.decode(content)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as e:
            why = f"The body cannot be read: {e}." if isinstance(e, msgspec.MsgspecError) else "The body is no JSON."
            raise Problem(400, why, "Send JSON as the OpenAPI document describes it.", kind="malformed") from e

    def query(self) -> dict[str, str]:
        """The query of the address."""
        return dict(parse_qsl(self.scope["query_string"].decode("latin-1"), keep_blank_values=True))

    # who calls -------------------------------------------------------------------------------------------------------
    def bearer(self) -> str:
        """The token in the header, or "". Raises Problem for a header of another kind."""
        header = self.headers.get(b"authorization", b"").decode("latin-1")
        scheme, _, token = header.partition(" ")
        if header and (scheme.lower() != "bearer" or not token.strip()):
            raise NO_BEARER
        return token.strip()

    def cookie(self, name: str) -> str:
        """A cookie, or ""."""
        if self._cookies is None:
            pairs = (pair.partition("=") for pair in self.headers.get(b"cookie", b"").decode("latin-1").split(";"))
            self._cookies = {name.strip(): value.strip(' "') for name, _, value in pairs}
        return self._cookies.get(name, "")

    def known_as(self, table: Table) -> str:
        """By what a table knows this caller: by a token, its bearer's or its cookie's; "" without one."""
        token = self.bearer()
        if not token:
            token = self.cookie(COOKIE + table.head.circle)
            self.by_cookie = bool(token)
        return hashed(token) if token else ""

    async def enter(self) -> None:
        """Finds the table of an address, for whoever holds a seat there or knows its code. Raises Problem."""
        token, code = self.bearer(), b""
        if not token:
            code = self.headers.get(b"facedown-code", b"")
            if not code and self.scope["query_string"]:
                code = self.query().get("code", "").encode()
        if not token and not code and COOKIE.encode() not in self.headers.get(b"cookie", b""):
            raise UNKNOWN
        table, who = await self.server.house.at(self.table_id), ""
        if table is not None:
            who = self.known_as(table)
            if seats_of(table.head, who):
                self.table, self.who = table, who
                return
        misses = self.server.limits.misses
        allow(misses.wait(self.home))
        if table is None or not code or not compare_digest(known(code), table.head.code.encode()):
            misses.take(self.home)
            raise UNKNOWN
        if not table.opens(""):
            if belongs(table.head, who):
                raise Problem(403, "The host has closed this table to spectators.", "Ask the host to open it.")
            misses.take(self.home)
            raise UNKNOWN
        self.table = table

    def sit(self) -> None:
        """Only a seat may do what follows, and no other page in its name. Raises Problem."""
        if not self.who:
            raise NO_SEAT
        if self.by_cookie and not self.unforged():
            why = "This browser's token against forged posts is missing."
            raise Problem(403, why, "Send the cookie fdcsrf once more as the header x-csrftoken.", kind="forged")

    def unforged(self) -> bool:
        """Whether the token against forged posts came along as a header."""
        told = self.headers.get(b"x-csrftoken", b"").decode("latin-1")
        made, signed = told[:CSRF_SECRET_LENGTH], told[CSRF_SECRET_LENGTH:]
        same = compare_digest(told.encode(), self.cookie(CSRF_COOKIE).encode())
        return same and compare_digest(generate_csrf_hash(made, self.server.secret).encode(), signed.encode())

    def at_home(self) -> None:
        """No page of another site speaks in the name of this browser. Raises Problem."""
        sent = urlsplit(self.headers.get(b"origin", b"").decode("latin-1").lower())
        origin = f"{sent.scheme}://{sent.netloc}"
        host = self.headers.get(b"host", b"").decode("latin-1").lower()
        if self.by_cookie and origin not in (f"http://{host}", f"https://{host}", self.server.settings.public_url):
            why = "A page of another site may not speak for this browser."
            raise Problem(403, why, "Open the table at its own address.", kind="forged")

    def elsewhere(self, table_id: str, token: str, code: str) -> Call:
        """The same caller at another table: with a seat's token, or the table's code, or what they came with."""
        call = copy(self)
        call.table_id, call.table, call.who, call.by_cookie = table_id, None, "", False  # type: ignore[assignment]
        if token or code:
            others = {k: v for k, v in self.headers.items() if k not in (b"authorization", b"facedown-code", b"cookie")}
            opens = (b"authorization", f"Bearer {token}") if token else (b"facedown-code", code)
            call.headers, call._cookies = {**others, opens[0]: opens[1].encode()}, None
        return call

    @property
    def viewer(self) -> int:
        """With whose eyes this caller looks."""
        return self.table.seat_of(self.who) if self.who else PUBLIC


UNKNOWN = Problem(404, "There is no such table, or it is not open to you.", "Check its id, and your token or its code.")
BEARER = {"www-authenticate": "Bearer"}
NO_BEARER = Problem(401, "This is no bearer token.", "Send your seat's token as a bearer.", headers=BEARER)
NO_SEAT = Problem(401, "This is for the seats of the table.", "Take a seat, and send its token.", headers=BEARER)


def known(code: bytes) -> bytes:
    """A code as it was sent, in its exact form; b"" if it is none."""
    return read_code(code.decode("utf-8", "replace")[:40]).encode()
