"""The first thing that a connection meets: whoever sends endless headers, or begins a request and never ends it, is
shown out before anything of it fills the memory."""

from __future__ import annotations

import asyncio
from typing import Any
from weakref import WeakKeyDictionary

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_HEAD = 64 * 1024
"""Bytes of a request's line and headers, give or take what arrives at once."""


class Round:
    """What one loop sends: writes wait until its round of work is over, and then go out together, so that what would be
    two packets is one, and whoever listens on this machine is woken once."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: list[Together] = []

    def add(self, transport: Together) -> None:
        """This one has something to send."""
        if not self._waiting:
            self._loop.call_soon(self._send)
        self._waiting.append(transport)

    def _send(self) -> None:
        waiting, self._waiting = self._waiting, []
        for transport in waiting:
            transport.send()


class Together:
    """A transport that sends when its round is over."""

    __slots__ = ("_out", "_round", "_transport")

    def __init__(self, transport: asyncio.Transport, around: Round) -> None:
        self._transport, self._round = transport, around
        self._out: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """See asyncio."""
        if not self._out:
            self._round.add(self)
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


ROUNDS: WeakKeyDictionary[asyncio.AbstractEventLoop, Round] = WeakKeyDictionary()
"""The round of each loop."""


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
        around = ROUNDS.get(self.loop) or ROUNDS.setdefault(self.loop, Round(self.loop))
        self.transport = Together(transport, around)  # type: ignore[assignment]
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
