"""The event stream of a page: a first frame with everything, then the regions whose bytes changed. A reconnect is just
a first frame; a slow phone skips frames. Nothing is sent when nothing changed for this viewer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec

from facedown.bus import Hub
from facedown.table import Table

from .render import CSRF, Pages, title

BEAT = 15.0
"""Seconds of silence after which a comment shows that the line is alive."""


async def frames(hub: Hub, table: Table, who: str, pages: Pages, link: str, csrf: str) -> AsyncIterator[bytes]:
    """The frames of one browser. Its seat is looked up for each, because chairs may move until the deal."""
    inbox = hub.join(table.head.id, who)
    table.tell_presence()
    sent: dict[str, str] = {}
    told, named, viewer = -1, "", None
    try:
        yield b"retry: 1000\n\n"
        while True:
            try:
                if not await asyncio.wait_for(inbox.next(), BEAT):
                    return
            except TimeoutError:
                yield b": still here\n\n"
                continue
            seat = table.seat_of(who)
            look = table.look(seat)
            if seat != viewer:
                sent, named = {}, ""  # another pair of eyes: everything anew
            regions = pages.regions(look, link)
            changed = {name: html.replace(CSRF, csrf) for name, html in regions.items() if sent.get(name) != html}
            if not changed and named == title(look):
                continue
            say = [f"{s.by}: {s.text}" if s.by else s.text for s in look.log if s.k > told] if sent else []
            told = look.log[-1].k if look.log else told
            sent, named, viewer = regions, title(look), seat
            frame = {"now": table.now(), "title": named, "regions": changed, "say": say}
            yield b"id: %d\ndata: %s\n\n" % (look.rev, msgspec.json.encode(frame))
    finally:
        hub.leave(inbox)
        table.gone(who)
