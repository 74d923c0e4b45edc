"""The table screen: `/t/CODE/screen`, what everybody may see, large, for a room in which phones are the hands.
Whoever opens it, it shows the public view, and nothing on it can be pressed."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from litestar import get
from litestar.params import FromPath
from litestar.response import Response
from litestar.types import ASGIApp

from facedown.engine import PUBLIC
from facedown.table import Look, spoken

from .art import poster
from .asking import (
    Ask,
    Problem,
    browser,
    csrf,
    designed,
    drawn,
    house,
    limits,
    link,
    page,
    pages,
    room_for,
    table_of,
    who,
)
from .banner import banner
from .designed import Designed
from .limits import address
from .plain import table_blocks
from .render import Pages, qr, scores_of, title
from .stream import Follower, answered

NEWEST = 6
"""Lines of the log on the screen."""
CLOSED = Problem(403, "The host has closed this table to spectators.", "Ask the host to open it.")


@get("/t/{code:str}/screen", include_in_schema=False)
async def screen(request: Ask, code: FromPath[str]) -> Response[bytes]:
    """The table for everybody in the room. Raises Problem."""
    table = await table_of(request, code)
    if not table.opens(who(request, table)):
        raise CLOSED
    look, sent = table.look(PUBLIC, pages(request).language), link(request, table)
    made = designed(request)
    own = made.page(look.game)
    html = drawn(
        request,
        "screen.html",
        world=look.game.id,
        title=title(look),
        game={"id": look.game.id, "name": look.game.name},
        code=look.code,
        spoken=spoken(look.code),
        host=sent.partition("://")[2].partition("/t/")[0],
        qr=qr(sent, look.say("The link as a QR code")),
        styles=[f"/page/{look.game.id}/{name}" for name in own.styles] if own else [],
        symbols=made.symbols(look.game) if own else "",
        regions=screen_regions(pages(request), made, look),
    )
    return page(html)


def screen_regions(pages: Pages, made: Designed, look: Look) -> dict[str, str]:
    """What of the screen changes during a game; made from the public look alone."""
    shown = made.board(look) if made.serves(look) else ""
    own = made.page(look.game) if shown else None
    ask = banner(look)
    said = own.ask(look) if own and ask["kind"] == "wait" and look.waited_for and not look.paused else None
    names = [look.names[seat] for seat in look.waited_for]
    whose = ask["who"] if look.phase != "playing" else look.say("Everybody at once")
    if len(names) == 1:
        whose = look.say("{name}’s move", name=names[0])
    words = {
        "kind": ask["kind"],
        "who": (said.who if said else "") or (whose if look.phase == "playing" and not look.paused else ask["who"]),
        "what": (said.what if said else "") or ask["what"],
        "step": said.step if said else 0,
        "steps": said.steps if said else 0,
    }
    board = {
        "shown": shown,
        "blocks": table_blocks(look) if look.phase != "waiting" and not shown else [],
        "people": [
            {
                "name": p.name,
                "who": p.who,
                "there": p.there,
                "initial": p.name[:1].upper(),
                "host": p.host,
                "ready": p.ready,
            }
            for p in look.people
        ],
        "scores": scores_of(look) if look.phase == "over" and not shown else [],
        "phase": look.phase,
        "poster": poster(look.game),
        "blurb": look.game.blurb,
    }
    lines = [{"text": s.text, "by": s.by} for s in reversed(look.log)][:NEWEST]
    return {
        "ask": pages.render("screen_ask.html", **words).strip(),
        "board": pages.render("screen_board.html", **board).strip(),
        "news": pages.render("screen_news.html", lines=lines).strip(),
    }


@get("/t/{code:str}/screen/stream", include_in_schema=False)
async def screen_stream(request: Ask, code: FromPath[str]) -> ASGIApp:
    """Server-sent events: the screen's regions, then those that change. Raises Problem."""
    table = await table_of(request, code)
    me = who(request, table)
    if not table.opens(me):
        raise CLOSED
    limit, home = limits(request), address(request.scope)
    room_for(limit, table, home)
    looks = (pages(request), partial(link, request, table), csrf(request), designed(request))
    follower = ScreenFollower(house(request).hub, table, "", browser(request), *looks)
    follower.opened_by = me
    return answered(follower, limit, home)


class ScreenFollower(Follower):
    """A screen that follows a table. It looks as the public, whoever has opened it."""

    opened_by = ""

    def _may(self) -> bool:
        return self.table.opens(self.opened_by) and self._code == self.table.head.code

    def _regions(self) -> bytes:
        look = self.table.look(PUBLIC, self.pages.language)
        sent, named = self._sent, title(look)
        regions = screen_regions(self.pages, self.designed, look)
        changed = {name: html for name, html in regions.items() if sent.get(name) != html}
        if not changed and self._named == named:
            return b""
        self._sent, self._named = regions, named
        frame: dict[str, Any] = {"title": named, "regions": changed}
        return b"id: %d\ndata: %s\n\n" % (look.rev, msgspec.json.encode(frame))


ROUTES = (screen, screen_stream)
