"""What people do around a game: take a chair, leave it, start, ask for a rematch. Each changes the head of a table
under its lock; `Table` stores and tells it."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from facedown.bots import bot_kinds
from facedown.engine import PUBLIC, Game
from facedown.store import Chair, Head

from .table import Table
from .words import hashed, new_code, new_token, read_name, read_nonce, refused

BOT_NAMES = (
    *("Birdie", "Clover", "Domino", "Ember", "Fable", "Gizmo", "Hazel", "Indigo", "Juno", "Kiwi", "Lumen", "Moss"),
    *("Nova", "Onyx", "Pixel", "Quill", "Rumba", "Sorrel", "Tango", "Umber", "Vesper", "Willow"),
)


def new_head(
    game: Game[Any], chairs: tuple[Chair, ...], options: dict[str, object], circle: str = "", host: int = 0
) -> Head:
    """A table nobody has stored yet, with a seed of its own."""
    return Head(
        id=secrets.token_hex(8),
        code=new_code(),
        circle=circle or secrets.token_hex(8),
        game=game.id,
        chairs=chairs,
        seed=secrets.token_hex(32),
        secret=secrets.token_hex(32),
        opened=int(time.time() * 1000),
        host=host,
        options=options,
        overlay=game.overlay,
        edition=game.edition_digest(),
    )


def check_bot(game: Game[Any], kind: str) -> str:
    """A kind of bot that may sit at a table of this game, as it is: how long it may think is no guest's to say. Raises
    Refused."""
    if kind not in {k.name for k in bot_kinds(game)}:
        raise refused("malformed", f"There is no such bot for {game.name}.", "Choose one of the bots in the list.")
    return kind


def seat_bots(chairs: Iterable[Chair], kind: str, most: int = 99) -> tuple[Chair, ...]:
    """The chairs with bots in up to `most` empty ones, each with a name of its own."""
    seated = list(chairs)
    taken = {c.name.casefold() for c in seated}
    names = (name for name in BOT_NAMES if name.casefold() not in taken)
    for i in range(len(seated) - 1, -1, -1):
        if seated[i].who == "empty" and most > 0:
            seated[i] = Chair("bot", next(names), bot=kind, ready=True)
            most -= 1
    return tuple(seated)


async def join(table: Table, name: str, nonce: str, token: str = "", want: int | None = None) -> str:
    """Takes the first free chair, or the one that is wanted; `token`: one that this browser holds already. Returns the
    token. Raises Refused."""
    mine = token or new_token()

    def sit(head: Head) -> Head | None:
        if token and table.seat_of(hashed(token)) != PUBLIC:
            return None
        if table.play is not None:
            raise refused("too-late", "The game has started.", "Watch this one, and take a seat in the next.")
        called = read_name(name, (c.name for c in head.chairs))
        free = [i for i, c in enumerate(head.chairs) if c.who == "empty"]
        if not free:
            raise refused("not-now", "Every chair is taken.", "Watch, or ask the host to open a larger table.")
        if want is not None and want not in free:
            raise refused("not-now", "That chair is not free.", "Choose another one, or none in particular.")
        chair = Chair("person", called, hashed(mine), read_nonce(nonce), ready=True)
        return _with(head, free[0] if want is None else want, chair)

    async with table.lock:
        await table.change(sit)
    return mine


async def ready(table: Table, who: str, nonce: str) -> None:
    """Somebody who kept a chair for a rematch has come, and adds to the deal. Raises Refused."""

    def come(head: Head) -> Head | None:
        seat = _seated(table, who)
        return None if table.play is not None else _with(head, seat, _come(head.chairs[seat], nonce))

    async with table.lock:
        await table.change(come)


async def leave(table: Table, who: str) -> None:
    """Gives the chair back, before the start. Raises Refused."""

    def go(head: Head) -> Head:
        seat = _seated(table, who)
        if table.play is not None:
            raise refused("too-late", "The game has started; the chair stays yours.", "Close the page if you like.")
        return _with(head, seat, Chair())

    async with table.lock:
        await table.change(go)


async def start(table: Table, who: str, fill: str, nonce: str) -> None:
    """Deals. `fill`: the kind of bot for empty chairs, or "" to play without them. Raises Refused."""

    def deal(head: Head) -> Head | None:
        seat = _seated(table, who)
        if table.play is not None:
            return None
        if seat != head.host:
            raise refused("not-yours", "The host starts the game.", f"Wait for {head.chairs[head.host].name}.")
        chairs = list(head.chairs)
        chairs[seat] = _come(chairs[seat], nonce)
        if fill:
            chairs = list(seat_bots(chairs, check_bot(table.game, fill)))
        host = sum(c.who != "empty" for c in chairs[:seat])
        chairs = [c for c in chairs if c.who != "empty"]
        table.game.read_options(head.options, len(chairs))  # both may forbid so many seats
        return replace(head, chairs=tuple(chairs), host=host, dealt=int(time.time() * 1000))

    async with table.lock:
        await table.change(deal)


async def rematch(table: Table, who: str) -> Head | None:
    """The head of a table for the same circle, to be stored; None if there is one. Raises Refused."""
    _seated(table, who)
    if table.phase != "over":
        raise refused("not-now", "The game is not over.", "Play it to its end first.")
    if table.head.next:
        return None
    chairs = tuple(replace(c, nonce="", ready=c.who == "bot") for c in table.head.chairs)
    return new_head(table.game, chairs, table.head.options, table.head.circle, table.head.host)


def _seated(table: Table, who: str) -> int:
    seat = table.seat_of(who)
    if seat == PUBLIC:
        raise refused("not-yours", "You do not sit at this table.", "Take a chair first.")
    return seat


def _come(chair: Chair, nonce: str) -> Chair:
    return replace(chair, ready=True, nonce=read_nonce(nonce) or chair.nonce)


def _with(head: Head, seat: int, chair: Chair) -> Head:
    """The head with this chair; the first person hosts where the host has left."""
    chairs = (*head.chairs[:seat], chair, *head.chairs[seat + 1 :])
    host = head.host
    if chairs[host].who != "person":
        host = next((i for i, c in enumerate(chairs) if c.who == "person"), 0)
    return replace(head, chairs=chairs, host=host)
