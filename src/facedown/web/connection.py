"""The first thing that a connection meets: whoever sends endless headers, or begins a request and never ends it, is
shown out before anything of it fills the memory. Each request becomes an `Exchange`."""

from __future__ import annotations

import asyncio
from typing import Any, cast
from urllib.parse import unquote

import httptools
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.utils import is_ssl

from .exchange import EXTENSION, Exchange, Feed

MOST_HEAD = 64 * 1024
"""Bytes of a request's line and headers, give or take what arrives at once."""


class Connection(HttpToolsProtocol):
    """See uvicorn."""

    patience = 30.0
    """Seconds for a whole request to arrive."""
    head: int | None = 0
    """Bytes of a head that is not complete; None where none is awaited."""
    due: float | None = None
    """When the request that is awaited must be here, by the loop's clock."""
    alarm: asyncio.TimerHandle | None = None
    deaf = False
    """Whether what comes is no HTTP any more."""

    def connection_made(self, transport: Any) -> None:
        """See asyncio. The addresses are those that the loop knows already."""
        self.connections.add(self)
        self.feeds: list[Feed] = []
        self.transport, self.flow = transport, FlowControl(transport)
        self.server = _address(transport.get_extra_info("sockname"))
        self.client = _address(transport.get_extra_info("peername"))
        self.scheme = "https" if is_ssl(transport) else "http"
        self.wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncio."""
        if self.alarm is not None:
            self.alarm.cancel()
        for feed in self.feeds[:]:
            feed.end()
        super().connection_lost(exc)

    def resume_writing(self) -> None:
        """See asyncio."""
        super().resume_writing()
        for feed in self.feeds[:]:
            feed.resume()

    def data_received(self, data: bytes) -> None:
        """See asyncio. After a request that asks to talk differently nothing is read until that is granted, or a stream
        is the answer, whose reader may hang up; where it is refused, or not understood, the answer is the last one."""
        if self.deaf:
            return
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade as e:
            self.deaf = True
            self.flow.pause_reading()
            cast(Exchange, self.cycle).beyond = data[e.args[0] :]
        except httptools.HttpParserError:
            self.send_400_response("Invalid HTTP request received.")
            return
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
        scope, version = self.scope, self.parser.get_http_version()
        scope["method"] = self.parser.get_method().decode("ascii")
        scope["http_version"] = version
        if self.url.startswith(b"/") and b"#" not in self.url:
            path, _, query = self.url.partition(b"?")
        else:
            url = httptools.parse_url(self.url)
            path, query = url.path, url.query or b""
        scope["raw_path"], scope["query_string"] = path, query
        keep_alive = version != "1.0" and self.parser.should_keep_alive() and not self.parser.should_upgrade()
        scope["path"] = unquote(path.decode("ascii")) if b"%" in path else path.decode("ascii")
        before: RequestResponseCycle | None = self.cycle
        self.cycle = exchange = Exchange(
            scope=scope,
            transport=self.transport,
            flow=self.flow,
            logger=self.logger,
            access_logger=self.access_logger,
            access_log=False,
            default_headers=self.server_state.default_headers,
            message_event=asyncio.Event(),
            expect_100_continue=self.expect_100_continue,
            keep_alive=keep_alive,
            on_response=self.on_response_complete,
        )
        exchange.connection, exchange.feeds, around = self, self.feeds, cast(dict[str, Any], scope)
        around["extensions"] = {EXTENSION: exchange}
        if before is None or before.response_complete:
            self._start_asgi_task(self.cycle, self.app)
        else:
            self.flow.pause_reading()
            self.pipeline.appendleft((self.cycle, self.app))

    def on_message_complete(self) -> None:
        """See httptools."""
        super().on_message_complete()
        self.due = None
        if self.cycle.response_complete:  # it was answered before it ended: the next one is due
            self.wait()

    def on_response_complete(self) -> None:
        """See uvicorn. One alarm serves all requests of a connection."""
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        self.flow.resume_reading()
        if self.pipeline:
            self._start_asgi_task(*self.pipeline.pop())
        else:
            self.wait()

    def wait(self) -> None:
        """A request is due."""
        self.head = 0
        self.due = self.loop.time() + self.patience
        if self.alarm is None:
            self.alarm = self.loop.call_later(self.patience, self.look)

    def look(self) -> None:
        """Whether the request is here."""
        self.alarm = None
        if self.due is not None:
            left = self.due - self.loop.time()
            if left > 0:
                self.alarm = self.loop.call_later(left, self.look)
            else:
                self.transport.close()


def _address(found: Any) -> tuple[str, int] | None:
    return (str(found[0]), int(found[1])) if isinstance(found, tuple | list) else None
