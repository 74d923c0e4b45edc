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

from .play import Play
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


async def join(table: Table, name: str, nonce: str, token: str = "") -> str:
    """Takes the first free chair; `token`: one that this browser holds already. Returns the token. Raises Refused."""
    async with table.lock:
        chairs = list(table.head.chairs)
        if token and table.seat_of(hashed(token)) != PUBLIC:
            return token
        if table.play is not None:
            raise refused("too-late", "The game has started.", "Watch this one, and take a seat in the next.")
        name = read_name(name, (c.name for c in chairs))
        free = [i for i, c in enumerate(chairs) if c.who == "empty"]
        if not free:
            raise refused("not-now", "Every chair is taken.", "Watch, or ask the host to open a larger table.")
        token = token or new_token()
        chairs[free[0]] = Chair("person", name, hashed(token), read_nonce(nonce), ready=True)
        await table.keep(_with(table.head, chairs))
    return token


async def ready(table: Table, who: str, nonce: str) -> None:
    """Somebody who kept a chair for a rematch has come, and adds to the deal. Raises Refused."""
    async with table.lock:
        seat = _seated(table, who)
        if table.play is None:
            chairs = list(table.head.chairs)
            chairs[seat] = replace(chairs[seat], ready=True, nonce=read_nonce(nonce) or chairs[seat].nonce)
            await table.keep(_with(table.head, chairs))


async def leave(table: Table, who: str) -> None:
    """Gives the chair back, before the start. Raises Refused."""
    async with table.lock:
        seat = _seated(table, who)
        if table.play is not None:
            raise refused("too-late", "The game has started; the chair stays yours.", "Close the page if you like.")
        chairs = list(table.head.chairs)
        chairs[seat] = Chair()
        await table.keep(_with(table.head, chairs))


async def start(table: Table, who: str, fill: str, nonce: str) -> None:
    """Deals. `fill`: the kind of bot for empty chairs, or "" to play without them. Raises Refused."""
    async with table.lock:
        seat = _seated(table, who)
        if table.play is not None:
            return
        if seat != table.head.host:
            name = table.head.chairs[table.head.host].name
            raise refused("not-yours", "The host starts the game.", f"Wait for {name}.")
        chairs = list(table.head.chairs)
        chairs[seat] = replace(chairs[seat], ready=True, nonce=read_nonce(nonce) or chairs[seat].nonce)
        if fill:
            chairs = list(seat_bots(chairs, check_bot(table.game, fill)))
        host = sum(c.who != "empty" for c in chairs[:seat])
        chairs = [c for c in chairs if c.who != "empty"]
        table.game.read_options(table.head.options, len(chairs))  # both may forbid so many seats
        head = replace(table.head, chairs=tuple(chairs), host=host, dealt=int(time.time() * 1000))
        play = Play(table.game, head, (), table.talk)
        await table.store.save(head)
        table.head, table.play = head, play
        table.tell()


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


def _with(head: Head, chairs: list[Chair]) -> Head:
    """The head with these chairs; the first person hosts where the host has left."""
    host = head.host
    if chairs[host].who != "person":
        host = next((i for i, c in enumerate(chairs) if c.who == "person"), 0)
    return replace(head, chairs=tuple(chairs), host=host)

