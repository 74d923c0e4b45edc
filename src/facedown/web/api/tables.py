"""Around the game: titles, opening a table, finding it by its code, taking a seat, what the room does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from facedown.bots import bot_kinds
from facedown.engine import Game
from facedown.table import act, belongs, hashed, new_token, read_code, room, stand_ins

from ..asking import COOKIE, NO_TABLE, Problem, allow
from ..stage import Staged, stage
from .call import UNKNOWN, Call, known
from .words import (
    About,
    Act,
    Done,
    Found,
    GameInfo,
    Games,
    Join,
    Leave,
    Lock,
    Me,
    Open,
    Opened,
    Rematch,
    Remove,
    Room,
    Stage,
    StandIn,
    Start,
    Take,
)


async def games(call: Call) -> Games:
    """The titles of this server."""
    return Games([_game(game) for game in call.server.house.games.values()])


def _game(game: Game[Any]) -> GameInfo:
    kinds = {kind.name: kind.says for kind in bot_kinds(game)}
    schema = msgspec.json.schema(game.Options)
    return GameInfo(game.id, game.name, game.blurb, (game.seats[0], game.seats[-1]), schema, kinds)


async def open_table(call: Call) -> Opened:
    """A new table, with you in its first seat."""
    allow(call.server.limits.joins.take(call.home))
    body: Open = call.body
    house = call.server.house
    game = house.games.get(body.game)
    if game is None:
        raise Problem(422, "There is no such game here.", "Choose one that /api/v1/games lists.", kind="malformed")
    table, token = await house.open(game, body.seats, body.options, body.name, body.bots)
    who = hashed(token)
    if body.nonce:
        await room.ready(table, who, body.nonce)
    return Opened(table.head.id, table.head.code, Me(table.seat_of(who), token), table.commitment)


async def find(call: Call) -> Found:
    """The table of a code."""
    limits = call.server.limits
    allow(limits.misses.wait(call.home))
    code = call.headers.get(b"facedown-code", b"") or call.query().get("code", "").encode()
    exact = known(code).decode()
    table = await call.server.house.find(exact) if exact else None
    if table is None or not (table.opens(who := call.known_as(table)) or belongs(table.head, who)):
        limits.misses.take(call.home)
        raise NO_TABLE
    chairs = table.head.chairs
    free = sum(chair.who == "empty" for chair in chairs)
    return Found(table.head.id, table.head.game, table.phase, len(chairs), free)


async def join(call: Call) -> Me:
    """Takes a seat: the first free one, or the one you want. Whoever sits there already gets the same answer again."""
    limits, body = call.server.limits, call.body
    assert isinstance(body, Join)
    allow(limits.joins.take(call.home))
    allow(limits.misses.wait(call.home))
    table = await call.server.house.at(call.table_id)
    if table is None or read_code(body.code) != table.head.code or not table.opens(call.known_as(table)):
        limits.misses.take(call.home)
        raise UNKNOWN
    held = call.bearer() or call.cookie(COOKIE + table.head.circle)
    token = await room.join(table, body.name, body.nonce, held, body.want)
    return Me(table.seat_of(hashed(token)), token)


async def staged(call: Call) -> Staged:
    """A table at the beginning of a scenario, with the tokens of all its seats."""
    body: Stage = call.body
    server = call.server
    return (await stage(server.house, server.settings.stage, body.file, body.id, body.seats, body.seed))[1]


async def do(call: Call) -> Done:
    """What people do around the game. All but `stand_in` and `take` is for seats."""
    if not isinstance(call.body, StandIn | Take) or call.who:
        call.sit()
    allow(call.server.limits.table.take(call.table.head.id))
    body: Room = call.body
    return await ROOM.get(type(body), _act)(call, body)


async def _start(call: Call, body: Start) -> Done:
    await call.server.house.start(call.table, call.who, body.fill, body.nonce, body.absent)
    return _done(call)


async def _rematch(call: Call, body: Rematch) -> Done:
    house = call.server.house
    table = await house.find(await house.rematch(call.table, call.who, body.nonce))
    assert table is not None
    await room.ready(table, call.who, body.nonce)
    return Done(call.table.rev(call.viewer), table.head.id, table.head.code)


def _done(call: Call) -> Done:
    return Done(call.table.rev(call.viewer))


async def _take(call: Call, body: Take) -> Done:
    token = new_token()
    await stand_ins.take(call.table, token, "", body.seat, body.name, body.id)
    return Done(call.table.rev(call.viewer), token=token)


async def _lock(call: Call, body: Lock) -> Done:
    await call.server.house.new_lock(call.table, call.who, body.id)
    return Done(call.table.rev(call.viewer), call.table.head.id, call.table.head.code)


async def _act(call: Call, body: Act) -> Done:
    seat = body.seat if isinstance(body, About) else -1
    how = body.plays_on if isinstance(body, Remove) else ""
    await act(call.table, str(body.__struct_config__.tag), call.who, seat=seat, how=how, mark=body.id)
    return Done(0) if isinstance(body, Leave) else _done(call)


ROOM: dict[type[Room], Callable[[Call, Any], Awaitable[Done]]] = {
    Start: _start,
    Rematch: _rematch,
    Take: _take,
    Lock: _lock,
}
