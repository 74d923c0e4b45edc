"""A table's routes: its page, its stream, and what its forms send."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from litestar import get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath
from litestar.response import Response
from litestar.types import ASGIApp

from facedown.engine import Refused, Tongue
from facedown.table import Conflict, Look, Table, act, belongs, devices, read_code, room, spoken, stand_ins

from .asking import (
    DAYS,
    MANY,
    Ask,
    Problem,
    allow,
    any_table_of,
    browser,
    by_script,
    csrf,
    designed,
    drawn,
    first,
    form_of,
    gone_to,
    house,
    limits,
    link,
    no_table,
    own_token,
    page,
    pages,
    room_for,
    seat_cookie,
    spend,
    table_of,
    token_of,
    who,
)
from .designed import around
from .forms import read_move
from .limits import address
from .render import CSRF, qr, title
from .shelf import help_file, rules_page
from .stream import DesignedFollower, Follower, answered
from .yours import asked, own_regions

REFRESH = 5
"""Seconds after which a page without script looks again, while nothing is asked of its viewer."""


CLOSED = Problem(403, "The host has closed this table to spectators.", "Ask the host to open it.")


async def table_page(
    request: Ask, table: Table, problem: Problem | None = None, moving: dict[str, Any] | None = None
) -> Response[bytes]:
    """The page of a table for whoever asks. `moving`: the code that moves their seat to another device."""
    me = who(request, table)
    if not table.opens(me):
        return closed_page(request, table.head.code, problem or CLOSED)
    table.people.loaded(me, browser(request))
    await devices.note_shown(table, browser(request), me)
    if problem is None and limits(request).streams.full(table.head.id, address(request.scope)):
        problem = MANY
    look = table.look(table.seat_of(me), pages(request).language)
    if wants_designed(request) and designed(request).serves(look):
        return designed_page(request, table, me, look, problem, moving)
    rendered = pages(request).regions(look, link(request, table)) | own_regions(pages(request), table, me, look)
    regions = {name: html.replace(CSRF, csrf(request)) for name, html in rendered.items()}
    joins = look.phase == "waiting" and (look.you is None or not look.you.ready or look.you.host)
    waits = look.phase != "over" and look.viewer not in look.waited_for and not joins
    html = drawn(
        request,
        "table.html",
        world=look.game.id,
        title=title(look),
        game={"name": look.game.name},
        code=table.head.code,
        spoken=f"{look.code[:4]}-{look.code[4:]}",
        phase=look.phase,
        regions=regions,
        problem=problem.context(pages(request).tongue) if problem else None,
        moving=moving,
        asked=asked(table, me, look),
        refresh=REFRESH if waits and not moving and "still" not in request.query_params else 0,
        help=help_file(look.game) is not None,
        other=designed(request).serves(look),
    )
    return page(html, problem.status if problem and problem is not MANY else 200)


def designed_page(
    request: Ask, table: Table, me: str, look: Look, problem: Problem | None, moving: dict[str, Any] | None
) -> Response[bytes]:
    """The same on the page of the game's own folder."""
    made = designed(request)
    own = made.page(look.game)
    assert own is not None
    rendered = made.regions(look, link(request, table)) | own_regions(pages(request), table, me, look, made.banner)
    rendered["log"] = made.lines(look)
    waits = look.phase != "over" and look.viewer not in look.waited_for
    html = drawn(
        request,
        "designed.html",
        title=title(look),
        game={"id": look.game.id, "name": look.game.name},
        code=table.head.code,
        spoken=spoken(look.code),
        phase=look.phase,
        regions={name: html.replace(CSRF, csrf(request)) for name, html in rendered.items()},
        symbols=made.symbols(look.game),
        styles=list(own.styles),
        scripts=list(own.scripts),
        stage_label=look.game.say(own.stage_label),
        face=own.face,
        steps=json.dumps(said_in(own.steps, look.game.tongue), separators=(",", ":")),
        seats=[f"seat-{seat}" for seat in around(look.viewer if look.you else -1, len(look.people))],
        others=len(look.people) - bool(look.you),
        seated=look.you is not None,
        problem=problem.context(pages(request).tongue) if problem else None,
        moving=moving,
        asked=asked(table, me, look),
        refresh=REFRESH if waits and not moving and "still" not in request.query_params else 0,
        help=help_file(look.game) is not None,
        aid="off" if request.cookies.get("fdaid") == "off" else "",
    )
    return page(html, problem.status if problem and problem is not MANY else 200)


def said_in(steps: Any, tongue: Tongue) -> Any:
    """What a game's page says step by step, in another language. Names of fields stay as they are."""
    if isinstance(steps, str):
        return tongue.say(steps)
    if isinstance(steps, list):
        return [said_in(step, tongue) for step in steps]
    return {name: said if name == "of" else said_in(said, tongue) for name, said in steps.items()}


TABLES = ("plain", "designed")
"""The two pages of a table; which of them a browser shows, it remembers in a cookie of this name."""
TABLE = "fdtable"


def wants_designed(request: Ask) -> bool:
    """Whether this browser shows designed tables, where there are any."""
    return request.cookies.get(TABLE) != "plain"


def remembers(request: Ask, table: Table, which: str) -> Response[Any]:
    """Goes to the table, shown as asked, and stays with it."""
    kept = Cookie(key=TABLE, value=which, max_age=DAYS * 86400, path="/", samesite="lax")
    return gone_to(request, f"/t/{table.head.code}", [kept])


def closed_page(request: Ask, code: str, problem: Problem) -> Response[bytes]:
    """What a code shows that opens nothing; a seat can still be moved to this device, should it belong to a table."""
    html = drawn(request, "closed.html", code=code, problem=problem.context(pages(request).tongue))
    return page(html, problem.status)


@get("/t/{code:str}", include_in_schema=False)
async def show(request: Ask, code: FromPath[str]) -> Response[bytes]:
    """The table: waiting room, game or result."""
    try:
        table = await table_of(request, code)
        if (which := str(request.query_params.get("table", ""))) in TABLES:
            return remembers(request, table, which)
        return await table_page(request, table)
    except Problem as e:
        if e.status != 404 or by_script(request) or not read_code(code):
            raise
        return closed_page(request, read_code(code), e)


@get("/t/{code:str}/stream", include_in_schema=False)
async def stream(request: Ask, code: FromPath[str]) -> ASGIApp:
    """Server-sent events: the whole page's regions, then those that change."""
    table = await table_of(request, code)
    me = who(request, table)
    if not table.opens(me):
        raise CLOSED
    limit, home = limits(request), address(request.scope)
    room_for(limit, table, home)
    looks = (pages(request), partial(link, request, table), csrf(request), designed(request))
    kind = DesignedFollower if "designed" in request.query_params else Follower
    follower = kind(house(request).hub, table, me, browser(request), *looks)
    follower.wants_designed = wants_designed(request)
    return answered(follower, limit, home)


@get("/t/{code:str}/help", include_in_schema=False)
async def table_help(request: Ask, code: FromPath[str]) -> Response[bytes]:
    """The rules of the game that is played here."""
    return rules_page(request, (await table_of(request, code)).game)


@get("/t/{code:str}/code.svg", include_in_schema=False)
async def code_picture(request: Ask, code: FromPath[str]) -> Response[bytes]:
    """The link to a table as a QR code."""
    inline = qr(link(request, await table_of(request, code)))
    alone = inline.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    return Response(alone.encode(), media_type="image/svg+xml", headers={"cache-control": "private, no-cache"})


@get("/t/{code:str}/record", include_in_schema=False)
async def record(request: Ask, code: FromPath[str]) -> Response[bytes]:
    """The whole record, after the end."""
    table = await table_of(request, code)
    if not table.opens(who(request, table)):
        raise CLOSED
    if table.play is None or table.phase != "over":
        raise Problem(409, "The record is sealed until the game is over.", "Come back after the end.")
    name = f"{table.head.game}-{table.head.code}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(table.play.record(table.outcome), media_type="application/x-ndjson", headers=headers)


async def _do(
    request: Ask,
    code: str,
    work: Callable[[Table, dict[str, list[str]]], Awaitable[Any]],
    find: Callable[[Ask, str], Awaitable[Table]] = table_of,
) -> Response[Any]:
    """What every post does: find the table, do the work, answer. A refusal is shown on the table's page."""
    form = await form_of(request)  # first: a slow body outlives no table that is then forgotten
    table = await find(request, code)
    try:
        done = await work(table, form)
    except Refused as e:
        said = e.refusal.told(table.game.speaking(pages(request).language).tongue)
        problem = Problem.of(said, 409 if isinstance(e, Conflict) else 0)
        if by_script(request):
            raise problem from e
        return await table_page(request, table, problem)
    if isinstance(done, Response):
        return done
    return gone_to(request, f"/t/{table.head.code}", rev=done)


@post("/t/{code:str}/move", include_in_schema=False)
async def move(request: Ask, code: FromPath[str]) -> Response[Any]:
    """An answer to a request."""

    async def work(table: Table, form: dict[str, list[str]]) -> int:
        spend(limits(request), table, who(request, table), limits(request).of(table.game, first(form, "kind")))
        move = read_move(form, table.game.State.MOVES)
        return await table.move(who(request, table), first(form, "request"), first(form, "id")[:64], move)

    return await _do(request, code, work)


@post("/t/{code:str}/join", include_in_schema=False)
async def join(request: Ask, code: FromPath[str]) -> Response[Any]:
    """Takes a chair."""

    async def work(table: Table, form: dict[str, list[str]]) -> Response[Any]:
        allow(limits(request).joins.take(address(request.scope)))
        held = token_of(request, table) or own_token(request, table.head.circle, "join")
        token = await room.join(table, first(form, "name"), first(form, "nonce"), held)
        return gone_to(request, f"/t/{table.head.code}", [seat_cookie(request, table, token)], reload=True)

    return await _do(request, code, work)


@post("/t/{code:str}/ready", include_in_schema=False)
async def ready(request: Ask, code: FromPath[str]) -> Response[Any]:
    """Comes to the rematch."""
    return await _do(request, code, lambda table, form: room.ready(table, who(request, table), first(form, "nonce")))


@post("/t/{code:str}/start", include_in_schema=False)
async def start(request: Ask, code: FromPath[str]) -> Response[Any]:
    """Deals."""

    def work(table: Table, form: dict[str, list[str]]) -> Awaitable[None]:
        fill, nonce, absent = (first(form, name) for name in ("fill", "nonce", "absent"))
        return house(request).start(table, who(request, table), fill, nonce, absent)

    return await _do(request, code, work)


@post("/t/{code:str}/talk", include_in_schema=False)
async def talk(request: Ask, code: FromPath[str]) -> Response[Any]:
    """Says something to everybody."""

    async def work(table: Table, form: dict[str, list[str]]) -> None:
        spend(limits(request), table, who(request, table), limits(request).talk)
        await table.say(who(request, table), first(form, "text"))

    return await _do(request, code, work)


@post("/t/{code:str}/leave", include_in_schema=False)
async def leave(request: Ask, code: FromPath[str]) -> Response[Any]:
    """Gives a chair back."""

    async def work(table: Table, form: dict[str, list[str]]) -> Response[Any]:
        mark = f"leave.{first(form, 'id')[:40]}" if first(form, "id") else ""
        await room.leave(table, who(request, table), mark)
        return gone_to(request, f"/t/{table.head.code}", reload=True)

    return await _do(request, code, work)


@post("/t/{code:str}/rematch", include_in_schema=False)
async def rematch(request: Ask, code: FromPath[str]) -> Response[Any]:
    """Opens the next game of this circle."""

    async def work(table: Table, form: dict[str, list[str]]) -> Response[Any]:
        code = await house(request).rematch(table, who(request, table), first(form, "nonce"))
        return gone_to(request, f"/t/{code}", reload=True)

    return await _do(request, code, work)


@post("/t/{code:str}/room", include_in_schema=False)
async def do(request: Ask, code: FromPath[str]) -> Response[Any]:
    """Everything else that people do around a game."""

    async def work(table: Table, form: dict[str, list[str]]) -> Response[Any]:
        what, me, mark = first(form, "do"), who(request, table), first(form, "id")
        allow(limits(request).table.take(table.head.id))
        if what == "lock":
            await house(request).new_lock(table, me, f"lock.{mark[:40]}" if mark else "")
        else:
            seat = int(text) if (text := first(form, "seat")).isdecimal() and len(text) < 3 else -1
            await act(table, what, me, seat=seat, how=first(form, "how"), mark=mark)
        if what == "withdraw":
            return gone_to(request, f"/t/{table.head.code}", html="")
        return gone_to(request, f"/t/{table.head.code}")

    return await _do(request, code, work)


@post("/t/{code:str}/take", include_in_schema=False)
async def take(request: Ask, code: FromPath[str]) -> Response[Any]:
    """Asks for a bot's chair."""

    async def work(table: Table, form: dict[str, list[str]]) -> Response[Any]:
        allow(limits(request).joins.take(address(request.scope)))
        held = token_of(request, table) or own_token(request, table.head.circle, "take")
        seat = int(text) if (text := first(form, "seat")).isdecimal() and len(text) < 3 else -1
        await stand_ins.take(table, held, browser(request), seat, first(form, "name"), first(form, "id")[:40])
        return gone_to(request, f"/t/{table.head.code}", [seat_cookie(request, table, held)], reload=True)

    return await _do(request, code, work)


@post("/t/{code:str}/offer", include_in_schema=False)
async def offer(request: Ask, code: FromPath[str]) -> Response[Any]:
    """Makes a code that moves this seat to another device."""

    async def work(table: Table, form: dict[str, list[str]]) -> Response[Any]:
        allow(limits(request).table.take(table.head.id))
        made = await devices.offer(table, who(request, table))
        address = f"{link(request, table)}#seat={made}"
        until = table.head.chairs[table.seat_of(who(request, table))].offered
        picture = qr(address, pages(request).tongue.say("The link as a QR code"))
        moving = {"code": spoken(made), "link": address, "qr": picture, "until": until}
        if not by_script(request):
            return await table_page(request, table, moving=moving)
        html = pages(request).render("moving.html", moving=moving, code=table.head.code, csrf=csrf(request))
        return gone_to(request, f"/t/{table.head.code}", html=html)

    return await _do(request, code, work)


@post("/t/{code:str}/device", include_in_schema=False)
async def device(request: Ask, code: FromPath[str]) -> Response[Any]:
    """Moves a seat to this device."""

    async def work(table: Table, form: dict[str, list[str]]) -> Response[Any]:
        typed, home = first(form, "device"), address(request.scope)
        allow(limits(request).misses.wait(home))
        token = own_token(request, table.head.circle, f"device/{read_code(typed)}")
        try:
            token = await devices.claim(table, typed, who(request, table), browser(request), token)
        except Refused as e:
            me = who(request, table)
            if not table.opens(me) and not belongs(table.head, me):
                raise no_table(request) from e
            limits(request).misses.take(home)
            raise
        return gone_to(request, f"/t/{table.head.code}", [seat_cookie(request, table, token)], reload=True)

    return await _do(request, code, work, any_table_of)


ROUTES = (
    show, stream, table_help, code_picture, record, move, join, ready, start, talk, leave, rematch, do, take, offer,
    device,
)  # fmt: skip
