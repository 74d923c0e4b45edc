"""In the game: what you see, what you were told, your moves, your talk, the stream of all that, and the record."""

from __future__ import annotations

from facedown.table import SHOWN

from ..asking import Problem, allow
from ..exchange import RETRY, Feed
from .call import Call
from .frames import lines
from .sight import Sight
from .words import Log, Moving, Revision, Talk

START = (
    b"content-type: text/event-stream\r\ncache-control: no-store\r\nx-accel-buffering: no\r\n"
    b"x-content-type-options: nosniff\r\n"
)


async def view(call: Call) -> bytes:
    """What you may know right now."""
    return call.server.frames.of(call.table, call.viewer).whole()


async def log(call: Call) -> Log:
    """The lines of your log before one, or the last ones."""
    viewer = call.viewer
    end = len(call.table.eyes.log(viewer))
    before = call.query().get("before")
    if before is not None:
        if not (before.isascii() and before.isdecimal() and len(before) < 10):
            raise Problem(400, "`before` is the number of a line.", "Take the `k` of a line.", kind="malformed")
        end = min(end, int(before))
    start = max(0, end - SHOWN)
    return Log(lines(call.table, viewer, start, end), start)


async def move(call: Call) -> Revision:
    """Your answer to a request. Sent again with the same id it gets the same answer."""
    call.sit()
    limits, body = call.server.limits, call.body
    assert isinstance(body, Moving)
    allow(limits.of(call.table.game, body.move.get("kind")).take(call.who) or limits.table.take(call.table.head.id))
    return Revision(await call.table.move(call.who, body.request, body.id, body.move))


async def talk(call: Call) -> Revision:
    """Says something to everybody, where the game lets you."""
    call.sit()
    limits, body = call.server.limits, call.body
    assert isinstance(body, Talk)
    allow(limits.talk.take(call.who) or limits.table.take(call.table.head.id))
    await call.table.say(call.who, body.text)
    return Revision(call.table.rev(call.viewer))


async def record(call: Call) -> bytes:
    """The whole record as JSON lines, seed opened, after the end."""
    play = call.table.play
    if play is None or call.table.phase != "over":
        raise Problem(409, "The record is sealed until the game is over.", "Come back after the end.")
    return play.record(call.table.outcome)


async def open_stream(call: Call) -> None:
    """Server-sent events: a first frame with everything, then one whenever something of yours has changed. A slow
    reader skips frames."""
    sight, begin = Sight(call), RETRY

    def make() -> bytes | None:
        nonlocal begin
        message = sight.look()
        if not message:
            return message
        event = b"%bid: %d\ndata: %b\n\n" % (begin, sight.rev, message)
        begin = b""
        return event

    feed = Feed(call.exchange, make)
    try:
        sight.open(feed.ring)
        call.began = True
        call.exchange.begin(START)
        feed.ring()
        await feed.ended
    finally:
        feed.end()
        sight.close()
