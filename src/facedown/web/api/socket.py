"""A table over a WebSocket: the stream's frames one way, moves and talk the other, and an acceptance rides in the next
frame of whoever moved. What comes over one socket is taken in order, one after the other."""

from __future__ import annotations

import asyncio
from collections import deque

import msgspec
from picows import WSCloseCode

from ..asking import Problem, allow, spend
from ..exchange import Feed
from ..websocket import WebSocket, asks
from .call import MOST_BYTES, NO_SEAT, Call
from .problems import log, problem_of
from .sight import Sight
from .words import Declined, Message

PATH = "/api/v1/tables/{table}/socket"
MOST_WAITING = 32
"""Messages that wait for those before them; then nothing is read until they are done."""
decode = msgspec.json.Decoder(Message).decode
encode = msgspec.json.Encoder().encode


async def open_socket(call: Call) -> None:
    """A WebSocket: what the stream tells, as messages of text (`Told`), and your moves and talk the other way
    (`Message`). A move is answered in your next frame's `accepted`, or by a refusal with its id (`Declined`)."""
    key = call.headers.get(b"sec-websocket-key", b"")
    if not asks(call.headers):
        raise NO_SOCKET
    call.at_home()
    socket = Socket(call)
    try:
        socket.sight.open(socket.feed.ring)
        call.began = True
        socket.switch(key)
        socket.feed.ring()
        await socket.feed.ended
    finally:
        socket.feed.end()
        socket.sight.close()
        await socket.settled()


class Socket(WebSocket):
    """One caller's socket. `sight`: of the table at which they are."""

    def __init__(self, call: Call) -> None:
        super().__init__(call.exchange, MOST_BYTES)
        self.call, self.sight = call, Sight(call)
        self.feed = Feed(self, self._make)
        self._log = log.bind()
        self._waiting: deque[bytes] = deque()
        self._accepted: list[str] = []
        """The ids of what was done and not yet told."""
        self._working: asyncio.Task[None] | None = None

    # going out -------------------------------------------------------------------------------------------------------
    def _make(self) -> bytes | None:
        message = self.sight.look()
        if message is None:
            down = self.sight.inbox.closed
            why = "The server goes down; come back." if down else "This opens nothing here any more."
            self.farewell = WSCloseCode.GOING_AWAY if down else WSCloseCode.POLICY_VIOLATION, why
        elif self._accepted:
            done, self._accepted = encode(self._accepted), []
            message = b'{"accepted":%b,%b' % (done, message[1:] or b'"rev":%d,"log":[]}' % self.sight.rev)
        return message

    # coming in -------------------------------------------------------------------------------------------------------
    def take(self, message: bytes) -> None:
        """See `WebSocket`."""
        self._waiting.append(message)
        if len(self._waiting) >= MOST_WAITING:
            self.hold()
        self._go_on()

    def resume_writing(self) -> None:
        """See picows."""
        super().resume_writing()
        self._go_on()

    def _go_on(self) -> None:
        if self._working is None and self._waiting:
            self._working = asyncio.get_running_loop().create_task(self._work())

    async def _work(self) -> None:
        while self._waiting and not (self.flow.write_paused or self.feed.ended.done()):
            message, status = None, 200
            try:
                wait = self.call.server.limits.requests.take(self.call.home)
                message = _read(self._waiting.popleft())
                allow(wait)
                await self._do(message)
                if message.id:
                    self._accept(message.id)
            except Exception as e:
                problem = problem_of(e)
                status = problem.status
                if self._accepted:  # what was done before comes before
                    self.feed.ring()
                declined = Declined(message.id if message else "", *msgspec.structs.astuple(problem.said()))
                self.push(encode(declined))
            self.call.server.meters.answered(PATH, "MESSAGE", status)
            self._log.debug("answered", method="MESSAGE", page=PATH, status=status)
        if self.held and len(self._waiting) < MOST_WAITING:
            self.release()
        self._working = None

    def _accept(self, id: str) -> None:
        self._accepted.append(id)
        self.call.server.house.hub.tell(self.call.table.head.id)  # what was done may have changed nothing

    async def _do(self, message: Message) -> None:
        """What a message asks for. Raises Problem, Refused, StoreError."""
        call = self.call
        limits, table, who = call.server.limits, call.table, call.who
        if message.table is not None:
            await self._turn(call.elsewhere(message.table, message.token, message.code))
        elif not who:
            raise NO_SEAT
        elif message.move is not None:
            spend(limits, table, who, limits.of(table.game, message.move.get("kind")))
            await table.move(who, message.request, message.id, message.move)
        elif message.talk is not None:
            spend(limits, table, who, limits.talk)
            await table.say(who, message.talk)

    async def _turn(self, call: Call) -> None:
        """Looks at another table from now on; where it may not be looked at, at the same one."""
        await call.enter()
        call.at_home()
        before, sight = self.sight, Sight(call)
        before.close()
        try:
            sight.open(self.feed.ring)
        except Problem:
            before.open(self.feed.ring)
            raise
        self.call, self.sight = call, sight

    async def settled(self) -> None:
        """Nothing more is taken, and what had begun is done."""
        self._waiting.clear()
        if self._working is not None:
            await self._working


def _read(raw: bytes) -> Message:
    """A message, checked. Raises Problem."""
    try:
        message = decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as e:
        why = f"The message cannot be read: {e}." if isinstance(e, msgspec.MsgspecError) else "The message is no JSON."
        raise Problem(400, why, "Send JSON as the OpenAPI document describes it.", kind="malformed") from e
    what = [part for part in (message.move, message.talk, message.table) if part is not None]
    if len(what) != 1 or (message.move is not None and not (message.id and message.request)):
        raise UNCLEAR
    return message


NO_SOCKET = Problem(
    400,
    "This door takes WebSockets alone.",
    "Open it as a WebSocket, version 13.",
    kind="malformed",
    headers={"sec-websocket-version": "13"},
)
UNCLEAR = Problem(
    400,
    "A message is a move with its request and id, or talk, or another table.",
    "Send one of them.",
    kind="malformed",
)
