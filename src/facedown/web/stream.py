"""The event stream of a page: a first frame with everything, then the regions whose bytes changed. A reconnect is just
a first frame; a slow phone skips frames. Nothing is sent when nothing changed for this viewer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable

import msgspec

from facedown.bus import Hub
from facedown.table import Table, devices, seats_of, spoken

from .render import CSRF, Pages, title
from .yours import asked, lost, own_regions

BEAT = 15.0
"""Seconds of silence after which a comment shows that the line is alive."""


async def frames(
    hub: Hub, table: Table, who: str, browser: str, pages: Pages, link: Callable[[], str], csrf: str
) -> AsyncGenerator[bytes, None]:
    """The frames of one browser. Its seat is looked up for each: chairs may move until the deal, and change hands."""
    code = table.head.code
    key = table.people.attend(who, browser)
    news = asyncio.Event()
    news.set()
    inbox = hub.join(table.head.id, key, news.set)
    table.tell_presence()
    sent: dict[str, str] = {}
    told, named, viewer = -1, "", None
    try:
        yield b"retry: 1000\n\n"
        while True:
            try:
                await asyncio.wait_for(news.wait(), BEAT)
                news.clear()
                if inbox.closed:
                    return
            except TimeoutError:
                yield b": still here\n\n"
                continue
            if not table.opens(who) or (code != table.head.code and not seats_of(table.head, who)):
                yield b'data: {"reload":true}\n\n'
                return
            if key != (key := table.people.attend(who, browser)):
                hub.leave(inbox)
                inbox = hub.join(table.head.id, key, news.set)
                table.tell_presence()
            await devices.note_shown(table, browser, who)
            seat = table.seat_of(who)
            look = table.look(seat)
            if seat != viewer:
                sent, named = {}, ""  # another pair of eyes: everything anew
            regions = pages.regions(look, link()) | own_regions(pages, table, who, look)
            changed = {name: html.replace(CSRF, csrf) for name, html in regions.items() if sent.get(name) != html}
            if not changed and named == title(look):
                continue
            say = [f"{s.by}: {s.text}" if s.by else s.text for s in look.log if s.k > told] if sent else []
            told = look.log[-1].k if look.log else told
            sent, named, viewer = regions, title(look), seat
            frame = {
                "now": table.now(),
                "title": named,
                "asked": asked(table, who, look),
                "lost": lost(table, who),
                "code": look.code,
                "spoken": spoken(look.code),
                "regions": changed,
                "say": say,
            }
            yield b"id: %d\ndata: %s\n\n" % (look.rev, msgspec.json.encode(frame))
    finally:
        hub.leave(inbox)
        table.people.closed(key)
