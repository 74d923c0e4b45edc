"""The first thing that a connection meets: whoever sends endless headers, or begins a request and never ends it, is
shown out before anything of it fills the memory."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_HEAD = 64 * 1024
"""Bytes of a request's line and headers, give or take what arrives at once."""


class Together:
    """A transport whose writes wait until this round of the loop is over, and then go out together with those of all
    other connections: what would be two packets is one, and whoever listens is woken once."""

    __slots__ = ("_out", "_transport")
    waiting: ClassVar[list[Together]] = []

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._out: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """See asyncio."""
        if not self._out:
            if not self.waiting:
                asyncio.get_running_loop().call_soon(self.send_all)
            self.waiting.append(self)
        self._out.append(data)

    def close(self) -> None:
        """See asyncio."""
        self.send()
        self._transport.close()

    def send(self) -> None:
        """Sends what waits here."""
        out, self._out = self._out, []
        if out:
            self._transport.write(b"".join(out))

    @classmethod
    def send_all(cls) -> None:
        """Sends what waits anywhere."""
        waiting, cls.waiting = cls.waiting, []
        for transport in waiting:
            transport.send()


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
        self.transport = Together(transport)  # type: ignore[assignment]
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
