"""A table's routes: its page, its stream, and what its forms send."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from litestar import get, post
from litestar.params import FromPath
from litestar.response import Response, Stream

from facedown.engine import Refused
from facedown.table import Conflict, Table, room

from .asking import (
    Ask,
    Problem,
    allow,
    by_script,
    csrf,
    first,
    form_of,
    gone_to,
    house,
    limits,
    link,
    page,
    pages,
    seat_cookie,
    spend,
    table_of,
    token_of,
    who,
)
from .forms import read_move
from .limits import address
from .render import CSRF, title
from .shelf import help_file, rules_page
from .stream import frames

REFRESH = 5
"""Seconds after which a page without script looks again, while nothing is asked of its viewer."""


def table_page(request: Ask, table: Table, problem: Problem | None = None) -> Response[bytes]:
    """The page of a table for whoever asks."""
    me = who(request, table)
    table.touch(me)
    look = table.look(table.seat_of(me))
    rendered = pages(request).regions(look, link(request, table))
    regions = {name: html.replace(CSRF, csrf(request)) for name, html in rendered.items()}
    joins = look.phase == "waiting" and (look.you is None or not look.you.ready or look.you.host)
    waits = look.phase != "over" and look.viewer not in look.waited_for and not joins
    html = pages(request).render(
        "table.html",
        title=title(look),
        game={"name": look.game.name},
        code=table.head.code,
        spoken=f"{look.code[:4]}-{look.code[4:]}",
        phase=look.phase,
        regions=regions,
        problem=problem.context() if problem else None,
        refresh=REFRESH if waits and "still" not in request.query_params else 0,
        help=help_file(look.game) is not None,
    )
    return page(html, problem.status if problem else 200)


@get("/t/{code:str}", include_in_schema=False)
async def show(request: Ask, code: FromPath[str]) -> Response[bytes]:
    """The table: waiting room, game or result."""
    return table_page(request, await table_of(request, code))


@get("/t/{code:str}/stream", include_in_schema=False)
async def stream(request: Ask, code: FromPath[str]) -> Stream:
    """Server-sent events: the whole page's regions, then those that change."""
    table = await table_of(request, code)
    body = frames(house(request).hub, table, who(request, table), pages(request), link(request, table), csrf(request))
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return Stream(body, media_type="text/event-stream", headers=headers)


@get("/t/{code:str}/help", include_in_schema=False)
async def table_help(request: Ask, code: FromPath[str]) -> Response[bytes]:
    """The rules of the game that is played here."""
    return rules_page(request, (await table_of(request, code)).game)


@get("/t/{code:str}/record", include_in_schema=False)
async def record(request: Ask, code: FromPath[str]) -> Response[bytes]:
    """The whole record, after the end."""
    table = await table_of(request, code)
    if table.play is None or table.phase != "over":
        raise Problem(409, "The record is sealed until the game is over.", "Come back after the end.")
    name = f"{table.head.game}-{table.head.code}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(table.play.record(), media_type="application/x-ndjson", headers=headers)


async def _do(request: Ask, code: str, work: Callable[[Table, dict[str, list[str]]], Awaitable[Any]]) -> Response[Any]:
    """What every post does: find the table, do the work, answer. A refusal is shown on the table's page."""
    form = await form_of(request)  # first: a slow body outlives no table that is then forgotten
    table = await table_of(request, code)
    try:
        done = await work(table, form)
    except Refused as e:
        problem = Problem.of(e.refusal, 409 if isinstance(e, Conflict) else 0)
        if by_script(request):
            raise problem from e
        return table_page(request, table, problem)
    if isinstance(done, Response):
        return done
    return gone_to(request, f"/t/{table.head.code}", rev=done)


@post("/t/{code:str}/move", include_in_schema=False)
async def move(request: Ask, code: FromPath[str]) -> Response[Any]:
    """An answer to a request."""

    async def work(table: Table, form: dict[str, list[str]]) -> int:
        spend(limits(request), table, who(request, table), limits(request).moves)
        return await table.move(who(request, table), first(form, "request"), first(form, "id")[:64], read_move(form))

    return await _do(request, code, work)


@post("/t/{code:str}/join", include_in_schema=False)
async def join(request: Ask, code: FromPath[str]) -> Response[Any]:
    """Takes a chair."""

    async def work(table: Table, form: dict[str, list[str]]) -> Response[Any]:
        allow(limits(request).joins.take(address(request.scope)))
        held = token_of(request, table)
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
        return room.start(table, who(request, table), first(form, "fill"), first(form, "nonce"))

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
        await room.leave(table, who(request, table))
        return gone_to(request, f"/t/{table.head.code}", reload=True)

    return await _do(request, code, work)


@post("/t/{code:str}/rematch", include_in_schema=False)
async def rematch(request: Ask, code: FromPath[str]) -> Response[Any]:
    """Opens the next game of this circle."""

    async def work(table: Table, form: dict[str, list[str]]) -> Response[Any]:
        return gone_to(request, f"/t/{await house(request).rematch(table, who(request, table))}", reload=True)

    return await _do(request, code, work)


ROUTES = (show, stream, table_help, record, move, join, ready, start, talk, leave, rematch)
