"""One request and its answer. Beside what ASGI offers there is a short way for whoever has the whole answer at hand,
and one for streams, which are written to from outside of their task; applications find it in their scope."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

EXTENSION = "facedown.exchange"
BEAT = 15.0
"""Seconds of silence after which a comment shows that a stream is alive."""
RETRY = b"retry: 1000\n\n"
"""When to open a stream again that broke: what every stream of events begins with."""


class Exchange(RequestResponseCycle):
    """See uvicorn. `connection`: whose request it is; `feeds`: what writes to it, to be told when its reader has caught
    up or gone; `beyond`: what came after a request that asks to talk differently from then on."""

    connection: HttpToolsProtocol
    feeds: list[Feed]
    beyond: bytes = b""

    async def run_asgi(self, app: Any) -> None:
        """See uvicorn."""
        try:
            await super().run_asgi(app)
        finally:
            self.scope.pop("extensions")  # it holds this exchange: nothing is to wait for the garbage collector

    def answer(self, status: int, head: bytes, body: bytes) -> None:
        """The whole answer. `head`: its headers as they go over the line, without the length."""
        if self.disconnected:
            return
        length = b"content-length: %d\r\n" % len(body)
        shown = b"" if self.scope["method"] == "HEAD" else body
        self.response_started = True
        self.transport.write(b"".join((STATUS_LINE[status], self._usual(), head, length, b"\r\n", shown)))
        self._complete()

    def begin(self, head: bytes) -> None:
        """The head of a stream."""
        self.response_started = True
        if not self.disconnected:
            self.flow.resume_reading()
            parts = (STATUS_LINE[200], self._usual(), head, b"transfer-encoding: chunked\r\n\r\n")
            self.transport.write(b"".join(parts))

    def push(self, data: bytes) -> None:
        """The next piece of a stream."""
        if not self.disconnected:
            self.transport.write(b"%x\r\n%b\r\n" % (len(data), data))

    def beat(self) -> None:
        """Shows that a stream is alive."""
        self.push(b": still here\n\n")

    def end(self) -> None:
        """The end of a stream."""
        if not self.disconnected:
            self.transport.write(b"0\r\n\r\n")
            self._complete()

    def _usual(self) -> bytes:
        lines = [b"%b: %b\r\n" % header for header in self.default_headers]
        if not self.keep_alive:
            lines.append(b"connection: close\r\n")
        return b"".join(lines)

    def _complete(self) -> None:
        self.response_complete = True
        self.message_event.set()
        if not self.keep_alive:
            self.transport.close()
        self.on_response()


def exchange_of(scope: Any) -> Exchange:
    """The exchange of a request that came over a connection of ours."""
    found: Exchange = scope["extensions"][EXTENSION]
    return found


class Line(Protocol):
    """What a feed writes to: an exchange, or the WebSocket that it has become."""

    flow: FlowControl
    feeds: list[Feed]
    disconnected: bool

    def push(self, data: bytes) -> None:
        """The next piece."""

    def beat(self) -> None:
        """Shows that it is alive, if that needs showing."""

    def end(self) -> None:
        """The end."""


class Feed:
    """Writes to one open stream or socket. Rung, it makes its next piece at once (`make`: b"" where there is nothing to
    tell, None at the end), or, where the reader is slow, when they have caught up: what lies between is skipped."""

    __slots__ = ("_late", "_line", "_make", "_spoke", "_timer", "ended")

    def __init__(self, line: Line, make: Callable[[], bytes | None]) -> None:
        self._line, self._make = line, make
        self._late = self._spoke = False
        loop = asyncio.get_running_loop()
        self.ended: asyncio.Future[None] = loop.create_future()
        self._timer = loop.call_later(BEAT, self._show_life)
        line.feeds.append(self)

    def ring(self) -> None:
        """There may be something to tell."""
        if self.ended.done():
            return
        if self._line.disconnected:  # before there was a feed to be told
            self.end()
            return
        if self._line.flow.write_paused:
            self._late = True
            return
        try:
            piece = self._make()
        except Exception as e:
            self.end(e)
            return
        if piece:
            self._spoke = True
            self._line.push(piece)
        elif piece is None:
            self._line.end()
            self.end()

    def end(self, error: Exception | None = None) -> None:
        """Nothing more is written."""
        self._timer.cancel()
        if self.ended.done():
            return
        self._line.feeds.remove(self)
        if error is None:
            self.ended.set_result(None)
        else:
            self.ended.set_exception(error)

    def resume(self) -> None:
        """The reader has caught up."""
        if self._late:
            self._late = False
            self.ring()

    def _show_life(self) -> None:
        if not (self._spoke or self._line.flow.write_paused):
            self._line.beat()
        self._spoke = False
        self._timer = asyncio.get_running_loop().call_later(BEAT, self._show_life)
