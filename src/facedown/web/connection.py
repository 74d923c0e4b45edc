"""The first thing that a connection meets: whoever sends endless headers, or begins a request and never ends it, is
shown out before anything of it fills the memory."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_HEAD = 64 * 1024
"""Bytes of a request's line and headers, give or take what arrives at once."""


class Whole:
    """A transport that sends the head of an answer together with what follows: one packet where there would be two."""

    __slots__ = ("_head", "_transport")

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport, self._head = transport, b""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """See asyncio."""
        if data.startswith(b"HTTP/1.1 ") and not data.startswith(b"HTTP/1.1 100 "):
            self._head = data
        else:
            self._transport.write(self._head + data)
            self._head = b""

    def close(self) -> None:
        """See asyncio."""
        self.flush()
        self._transport.close()

    def flush(self) -> None:
        """Sends a head that nothing follows."""
        if self._head:
            self.write(b"")


class Connection(HttpToolsProtocol):
    """See uvicorn."""

    patience = 30.0
    """Seconds for a whole request to arrive."""
    head: int | None = 0
    """Bytes of a head that is not complete; None where none is awaited."""
    alarm: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """See asyncio."""
        super().connection_made(transport)
        self.whole = Whole(transport)
        self.transport = self.whole  # type: ignore[assignment]
        self.wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncio."""
        self.hush()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """See asyncio."""
        super().data_received(data)
        if self.head is not None:
            self.head += len(data)
            if self.head > MOST_HEAD:
                self.transport.close()

    def on_message_begin(self) -> None:
        """See httptools."""
        self.wait()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """See httptools."""
        self.head = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """See httptools."""
        self.hush()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """See uvicorn."""
        self.whole.flush()
        super().on_response_complete()

    def wait(self) -> None:
        """A request is due."""
        self.hush()
        self.head = 0
        self.alarm = self.loop.call_later(self.patience, self.transport.close)

    def hush(self) -> None:
        """It is here."""
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None
