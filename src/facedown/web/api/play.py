"""In the game: what you see, what you were told, your moves, your talk, the stream of all that, and the record."""

from __future__ import annotations

import asyncio

from facedown.table import seats_of

from ..asking import Problem, allow, room_for
from .call import Call
from .frames import SHOWN, Frame, lines
from .words import Log, Moving, Revision, Talk

BEAT = 15.0
"""Seconds of silence after which a comment shows that the line is alive."""
RETRY = b"retry: 1000\n\n"
START = {
    "type": "http.response.start",
    "status": 200,
    "headers": [
        (b"content-type", b"text/event-stream"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
        (b"x-content-type-options", b"nosniff"),
    ],
}


async def view(call: Call) -> bytes:
    """What you may know right now."""
    return call.server.frames.of(call.table, call.viewer).whole()


async def log(call: Call) -> Log:
    """The lines of your log before one, or the last ones."""
    look = call.table.look(call.viewer)
    end = look.lines
    before = call.query().get("before")
    if before is not None:
        if not (before.isascii() and before.isdecimal() and len(before) < 10):
            raise Problem(400, "`before` is the number of a line.", "Take the `k` of a line.", kind="malformed")
        end = min(end, int(before))
    start = max(0, end - SHOWN)
    return Log(lines(call.table, look, start, end), start)


async def move(call: Call) -> Revision:
    """Your answer to a request. Sent again with the same id it gets the same answer."""
    call.sit()
    limits, body = call.server.limits, call.body
    assert isinstance(body, Moving)
    allow(limits.moves.take(call.who) or limits.table.take(call.table.head.id))
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
    limits, table = call.server.limits, call.table
    room_for(limits, table, call.home)
    with limits.streams.one(table.head.id, call.home):
        await stream(call)


async def stream(call: Call) -> None:
    """Its frames, until it ends."""
    table, who, send, frames = call.table, call.who, call.send, call.server.frames
    hub = call.server.house.hub
    key = table.people.attend(who)
    inbox = hub.join(table.head.id, key)
    watch = asyncio.ensure_future(_until_gone(call))
    watch.add_done_callback(lambda _: inbox.close())
    table.tell_presence()
    had: Frame | None = None
    code = table.head.code
    loop = asyncio.get_running_loop()
    beat = loop.call_later(BEAT, inbox.ring)
    try:
        with call.server.meters.streams.track_inprogress():
            call.began = True
            await send(START)  # type: ignore[arg-type]
            while await inbox.next():
                if not table.opens(who) or (who and not seats_of(table.head, who)):
                    break  # the seat was given up, or the table closed to spectators: this opens nothing more
                if code != table.head.code and not who:
                    break
                frame = frames.of(table, call.viewer)
                if frame is not had:
                    body, had = (b"" if had else RETRY) + frame.after(table, had), frame
                elif beat.when() <= loop.time():
                    body = b": still here\n\n"
                else:
                    continue
                if beat.when() <= loop.time():
                    beat = loop.call_later(BEAT, inbox.ring)
                await send({"type": "http.response.body", "body": body, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        beat.cancel()
        watch.cancel()
        hub.leave(inbox)
        table.people.closed(key)


async def _until_gone(call: Call) -> None:
    while (await call.receive())["type"] != "http.disconnect":
        pass
