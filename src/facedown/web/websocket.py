"""WebSockets on the server's own port: picows takes over the connection of a request that asks for one. What comes in
are messages of text, none longer than a body may be; whoever sends anything else, or is silent when pinged, is shown
out. A `Feed` may write to it, as to a stream."""

from __future__ import annotations

import asyncio
import binascii
import logging
from base64 import b64decode
from collections.abc import Mapping

from picows import WSAutoPingStrategy, WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport
from picows.picows import WSProtocol  # type: ignore[attr-defined]

from .exchange import BEAT, Exchange

ROOM = 2048
"""Bytes that lie ready for what comes in; a longer message makes more room."""
ASK = (
    b"GET / HTTP/1.1\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
    b"sec-websocket-key: %b\r\n\r\n"
)
LINGERS = 0.5
"""Seconds for the other side to say good-bye too: a line that is closed over unread words loses what was said last."""
TEXT, BINARY, CLOSE, CONTINUATION = WSMsgType.TEXT, WSMsgType.BINARY, WSMsgType.CLOSE, WSMsgType.CONTINUATION
LOG = logging.LoggerAdapter(logging.getLogger("facedown.websocket"), {})
LOG.logger.addHandler(logging.NullHandler())
LOG.logger.propagate = False  # it would write addresses down


def asks(headers: Mapping[bytes, bytes]) -> bool:
    """Whether a request asks for a WebSocket, in a way that can be granted."""
    try:
        key = b64decode(headers.get(b"sec-websocket-key", b""), validate=True)
    except binascii.Error:
        return False
    wishes = [word.strip().lower() for word in headers.get(b"connection", b"").split(b",")]
    upgrade = b"upgrade" in wishes and headers.get(b"upgrade", b"").lower() == b"websocket"
    bare = b"content-length" not in headers and b"transfer-encoding" not in headers
    return upgrade and bare and headers.get(b"sec-websocket-version") == b"13" and len(key) == 16


class WebSocket(WSListener):
    """What the connection of an exchange becomes. `most`: bytes of a message."""

    def __init__(self, exchange: Exchange, most: int) -> None:
        super().__init__()
        self.exchange, self.flow, self.feeds = exchange, exchange.flow, exchange.feeds
        self.farewell = WSCloseCode.OK, ""
        """The code and the reason with which it will be closed from here."""
        self._most = most
        self._parts: list[bytes] = []
        self.disconnected = self.held = False
        self._line: WSTransport

    def take(self, message: bytes) -> None:
        """A message has come."""

    def switch(self, key: bytes) -> None:
        """Answers the request, whose key this is, and takes over."""
        exchange = self.exchange
        exchange.response_started = True
        if exchange.disconnected:
            self.disconnected = True
            return
        protocol = WSProtocol(
            host_port=None,
            ws_path=None,
            is_client_side=False,
            ws_listener_factory=lambda request: self,
            logger=LOG,
            disconnect_on_exception=True,
            websocket_handshake_timeout=None,
            enable_auto_ping=True,
            auto_ping_idle_timeout=BEAT,
            auto_ping_reply_timeout=BEAT,
            auto_ping_strategy=WSAutoPingStrategy.PING_WHEN_IDLE,
            enable_auto_pong=True,
            max_frame_size=self._most,
            extra_headers=None,
            read_buffer_init_size=ROOM,
        )
        exchange.transport.set_protocol(protocol)
        protocol.connection_made(exchange.transport)
        data = ASK % key + exchange.beyond
        while data:
            buffer = protocol.get_buffer(-1)
            size = min(len(buffer), len(data))
            buffer[:size] = data[:size]
            protocol.buffer_updated(size)
            data = data[size:]
        if not self.held:
            exchange.flow.resume_reading()

    # what a feed does ------------------------------------------------------------------------------------------------
    def push(self, message: bytes) -> None:
        """Sends a message."""
        if not self.disconnected:
            self._line.send(TEXT, message)

    def end(self) -> None:
        """Says why, and closes; whoever does not take that is cut off."""
        if not self.disconnected:
            self.disconnected = self.exchange.response_complete = True
            self._line.send_close(*self.farewell)
            later = asyncio.get_running_loop().call_later
            later(LINGERS, self._line.disconnect)
            later(BEAT, self._line.disconnect, False)

    def beat(self) -> None:
        """Pings are sent by picows."""

    # reading ---------------------------------------------------------------------------------------------------------
    def hold(self) -> None:
        """Nothing more is read until `release`."""
        self.held = True
        self.flow.pause_reading()

    def release(self) -> None:
        """Reading goes on, unless the other side does not read."""
        self.held = False
        if not self.flow.write_paused:
            self.flow.resume_reading()

    # what picows tells -----------------------------------------------------------------------------------------------
    def on_ws_connected(self, transport: WSTransport) -> None:
        """See picows."""
        self._line = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """See picows."""
        kind = frame.msg_type
        if kind == TEXT and frame.fin and not (self._parts or frame.rsv1 or self.disconnected):
            self.take(frame.get_payload_as_bytes())
        elif kind == CLOSE:
            self.end()
            transport.disconnect()
        elif self.disconnected:
            return
        elif kind == BINARY:
            self._reject(WSCloseCode.UNSUPPORTED_DATA, "Send text.")
        elif kind in (TEXT, CONTINUATION):
            if frame.rsv1 or (kind == CONTINUATION) != bool(self._parts):
                self._reject(WSCloseCode.PROTOCOL_ERROR, "This message cannot be read.")
                return
            self._parts.append(frame.get_payload_as_bytes())
            if sum(map(len, self._parts)) > self._most or len(self._parts) > self._most // 64:
                self._reject(WSCloseCode.MESSAGE_TOO_BIG, "Send less than 64 kilobytes.")
            elif frame.fin:
                message, self._parts = b"".join(self._parts), []
                self.take(message)

    def _reject(self, code: WSCloseCode, why: str) -> None:
        self.farewell = code, why
        self.end()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """See picows."""
        self.disconnected = True
        self.exchange.connection.connection_lost(None)

    def pause_writing(self) -> None:
        """See picows. Whoever does not read is not listened to: there would be answers."""
        self.exchange.connection.pause_writing()
        self.flow.pause_reading()

    def resume_writing(self) -> None:
        """See picows."""
        self.exchange.connection.resume_writing()
        if not self.held:
            self.flow.resume_reading()
