"""The event stream of a page: a first frame with everything, then the regions whose bytes changed. A reconnect is just
a first frame; a slow phone skips frames. Nothing is sent when nothing changed for this viewer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from litestar.types import ASGIApp, Receive, Scope, Send

from facedown.bus import Hub
from facedown.store import Head
from facedown.table import Look, Table, devices, seats_of, spoken

from .designed import Designed, Sheet
from .exchange import RETRY, Exchange, Feed, exchange_of
from .limits import Limits
from .render import CSRF, Pages, title
from .yours import asked, lost, own_regions

encode = msgspec.json.Encoder().encode
CALM: dict[str, str] = {}
"""What is for one browser alone, where nothing is."""
FORMS = frozenset(("keys", "asides", "talk", "ask", "after", "people", "yours"))
"""Regions of a designed page that may hold the token against forged posts."""
RELOAD = b'data: {"reload":true}\n\n'


STREAM = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
"""The head of a stream of events."""


def answered(follower: Follower, limit: Limits, home: str) -> ASGIApp:
    """A stream as an answer, counted among those of its table and of the address it goes to."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        with limit.streams.one(follower.table.head.id, home):
            await send({"type": "http.response.start", "status": 200, "headers": STREAM})
            await follower.follow(exchange_of(scope))

    return answer


class Follower:
    """One browser that follows a table. Its seat is looked up for each frame: chairs may move until the deal, and
    change hands."""

    def __init__(
        self,
        hub: Hub,
        table: Table,
        who: str,
        browser: str,
        pages: Pages,
        link: Callable[[], str],
        csrf: str,
        designed: Designed,
    ) -> None:
        self.hub, self.table, self.who, self.browser = hub, table, who, browser
        self.pages, self.link, self.csrf, self.designed = pages, link, csrf, designed
        self.wants_designed = True
        self._code = table.head.code
        self._sent: dict[str, str] = {}
        self._told, self._named = -1, ""
        self._viewer: int | None = None
        self._reloads = False
        self._noting: asyncio.Task[None] | None = None

    async def follow(self, exchange: Exchange) -> None:
        """Writes the frames of a stream whose head is sent, until it ends."""
        self._feed = feed = Feed(exchange, self._frame)
        self._key = self.table.people.attend(self.who, self.browser)
        self._inbox = self.hub.join(self.table.head.id, self._key, feed.ring)
        self.table.tell_presence()
        try:
            exchange.push(RETRY)
            feed.ring()
            await feed.ended
        finally:
            feed.end()
            self.hub.leave(self._inbox)
            self.table.people.closed(self._key)

    def _frame(self) -> bytes | None:
        """What is new; b"" where nothing is, None at the end."""
        table, who = self.table, self.who
        if self._inbox.closed or self._reloads:
            return None
        if not self._may():
            return self._reload()
        if self._key != (key := table.people.attend(who, self.browser)):
            self.hub.leave(self._inbox)
            self._key, self._inbox = key, self.hub.join(table.head.id, key, self._feed.ring)
            table.tell_presence()
        if devices.to_note(table, self.browser, who):
            if self._noting is None:
                self._noting = asyncio.create_task(self._note())
            return b""  # what a browser is shown is written down first
        return self._regions()

    def _may(self) -> bool:
        """Whether this browser may go on looking under its address."""
        table, who = self.table, self.who
        return table.opens(who) and (self._code == table.head.code or bool(seats_of(table.head, who)))

    def _reload(self) -> bytes:
        """The last that this stream says."""
        self._reloads = True
        asyncio.get_running_loop().call_soon(self._feed.ring)
        return RELOAD

    async def _note(self) -> None:
        try:
            await devices.note_shown(self.table, self.browser, self.who)
        except Exception as e:
            self._feed.end(e)
        self._noting = None
        self._feed.ring()

    def _regions(self) -> bytes:
        table, who = self.table, self.who
        seat = table.seat_of(who)
        look = table.look(seat, self.pages.language)
        if self.wants_designed and self._viewer is not None and self.designed.serves(look):
            return self._reload()  # the deal has come: another page
        if seat != self._viewer:
            self._sent, self._named = {}, ""  # another pair of eyes: everything anew
        sent, told, named = self._sent, self._told, title(look)
        regions = self.pages.regions(look, self.link()) | own_regions(self.pages, table, who, look)
        changed = {name: html.replace(CSRF, self.csrf) for name, html in regions.items() if sent.get(name) != html}
        if not changed and self._named == named:
            return b""
        say = [f"{s.by}: {s.text}" if s.by else s.text for s in look.log if s.k > told] if sent else []
        self._told = look.log[-1].k if look.log else told
        self._sent, self._named, self._viewer = regions, named, seat
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
        return b"id: %d\ndata: %s\n\n" % (look.rev, encode(frame))


class DesignedFollower(Follower):
    """One browser with a designed page. Regions that are the same text as before are not looked at again; the log is
    sent once, and grows."""

    _had: Sheet | None = None
    _known = ("", "")
    _judged: Head | None = None
    """The head from which it was seen who looks, and that nothing is for this browser alone."""
    _calm = False

    def _frame(self) -> bytes | None:
        """See `Follower`. As long as the head stays, so does who looks, and where they are."""
        if self._judged is not self.table.head or self._inbox.closed or self._reloads:
            self._judged = None
            return super()._frame()
        self.table.people.reads_on(self.who, self._seat)
        return self._regions()

    def _judge(self, look: Look) -> None:
        """Looks through a new head."""
        table, who = self.table, self.who
        self._judged = head = table.head
        self._seat = look.viewer
        self._calm = seats_of(head, who) == [look.viewer] and not (head.wishes or any(c.held for c in head.chairs))
        if self._known[0] != head.code:
            self._known = (head.code, self.link())

    def _own(self, look: Look) -> dict[str, str]:
        """The regions of this browser alone; most have none."""
        if self._calm and not self.table.people.missed(self.who)[0]:
            return CALM
        return own_regions(self.pages, self.table, self.who, look, self.designed.banner)

    def _regions(self) -> bytes:
        table, who, designed = self.table, self.who, self.designed
        seat = self._seat if self._judged is not None else table.seat_of(who)
        look = table.look(seat, self.pages.language)
        if not (self.wants_designed and designed.serves(look)):
            return self._reload()
        if self._viewer not in (None, seat):
            return self._reload()  # another pair of eyes: other seats are around them
        if self._judged is None:
            self._judge(look)
        sheet, had, was = designed.sheet(look, self._known[1]), self._had, self._sent
        own = self._own(look)
        shown = sheet.regions if own is CALM else sheet.regions | own
        if had is None:
            names: Sequence[str] = list(shown)
        elif was is had.regions and own is CALM:
            names = sheet.since(had)
        else:
            names = [name for name, html in shown.items() if html != was.get(name)]
        self._had, self._sent, self._viewer = sheet, shown, seat
        regions = {name: shown[name] for name in names}
        more: dict[str, Any] = {}
        for name in FORMS.intersection(regions):
            regions[name] = regions[name].replace(CSRF, self.csrf)
        if had is None:
            regions["log"] = designed.lines(look)
        elif sheet.until > had.until:
            one = had.number == sheet.follows
            more["grow"] = sheet.grown if one else designed.lines(look, had.until)
            if scenes := sheet.scenes if one else designed.scenes(look, had.until):
                more["scenes"] = scenes
        elif not names and sheet.title == had.title:
            return b""
        frame = {
            "now": table.now(),
            "title": sheet.title,
            "asked": seat in look.waited_for and not look.paused if self._calm else asked(table, who, look),
            "lost": not self._calm and lost(table, who),
            "code": look.code,
            "spoken": spoken(look.code),
            "regions": regions,
            **more,
        }
        return b"id: %d\ndata: %b\n\n" % (look.rev, encode(frame))
