"""What people do around a game before and after it: take a chair, leave it, start, ask for a rematch. Each changes the
head of a table under its lock; `Table` stores and tells it."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from facedown.bots import bot_kinds, usual_bot
from facedown.engine import Game
from facedown.store import Chair, Head

from .chairs import called, hosting, now, once, seated, seats_of, vacated, with_chair
from .stand_ins import put_in
from .table import Table
from .words import enumerated, hashed, new_code, new_token, read_name, read_nonce, refused

BOT_NAMES = (
    *("Birdie", "Clover", "Domino", "Ember", "Fable", "Gizmo", "Hazel", "Indigo", "Juno", "Kiwi", "Lumen", "Moss"),
    *("Nova", "Onyx", "Pixel", "Quill", "Rumba", "Sorrel", "Tango", "Umber", "Vesper", "Willow"),
)


def new_head(
    game: Game[Any],
    chairs: tuple[Chair, ...],
    options: dict[str, object],
    circle: str = "",
    host: int = 0,
    *,
    hot: bool = False,
    closed: bool = False,
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
        opened=now(),
        host=host,
        options=options,
        overlay=game.overlay,
        edition=game.edition_digest(),
        hot=hot,
        closed=closed,
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
    """Takes the first free chair, or the one that is wanted; `token`: one that this browser holds already, or will.
    Returns the token. Raises Refused."""
    mine = token or new_token()

    def sit(head: Head) -> Head | None:
        if seats_of(head, hashed(mine)):
            return None
        return into_free(head, name, hashed(mine), nonce, want)

    async with table.lock:
        await table.change(sit)
    return mine


def into_free(head: Head, name: str, who: str, nonce: str, want: int | None = None) -> Head:
    """The head with somebody in the first free chair, or the one that is wanted. Raises Refused."""
    if head.dealt:
        raise refused("too-late", "The game has started.", "Watch this one, and take a seat in the next.")
    name = read_name(name, (c.name for c in head.chairs))
    free = [i for i, c in enumerate(head.chairs) if c.who == "empty"]
    if not free:
        raise refused("not-now", "Every chair is taken.", "Watch, or ask the host to open a larger table.")
    if want is not None and want not in free:
        raise refused("not-now", "That chair is not free.", "Choose another one, or none in particular.")
    chair = Chair("person", name, who, read_nonce(nonce), ready=True)
    return with_chair(head, free[0] if want is None else want, chair)


async def ready(table: Table, who: str, nonce: str) -> None:
    """Somebody who kept a chair for a rematch has come, and adds to the deal; with all who share the device. Raises
    Refused."""

    def come(head: Head) -> Head | None:
        seated(head, who)
        if head.dealt:
            return None
        for seat in seats_of(head, who):
            head = with_chair(head, seat, _come(head.chairs[seat], nonce))
        return head

    async with table.lock:
        await table.change(come)


async def leave(table: Table, who: str, mark: str = "") -> None:
    """Gives the chair up: before the start it is free again, during play a bot plays on. Who has none loses none.
    Raises Refused."""

    def go(head: Head) -> Head | None:
        if not seats_of(head, who):
            return None  # removed at another node meanwhile
        seat = seated(head, who)
        chair = head.chairs[seat]
        if not head.dealt:
            return with_chair(head, seat, Chair())
        return with_chair(head, seat, replace(vacated(chair, "left"), who="bot", bot=usual_bot(table.game)))

    async with table.lock:
        if mark in table.head.acts or not seats_of(table.head, who):
            return
        seat = seated(table.head, who)
        if table.phase == "over":
            raise refused("too-late", "The game is over; the chair stays yours.", "Close the page if you like.")
        name = called(table.head.chairs[seat])
        if table.phase == "playing":
            await table.house("stand_in", seat, lambda chair: chair.token == who)
        if await table.change(once(mark, go)):
            await table.note(f"{name} gave up the chair.")


ABSENT = ("", "bot", "out")
"""What becomes of people who have not answered to a rematch: the start waits for them, a bot plays until they come, or
they have no chair."""


async def start(table: Table, who: str, fill: str, nonce: str, absent: str = "") -> None:
    """Deals. `fill`: the kind of bot for empty chairs, or "" to play without them; `absent`: see there. Raises
    Refused."""

    def deal(head: Head) -> Head | None:
        seated(head, who)
        if head.dealt:
            return None
        seat = hosting(head, who, "The host starts the game.")
        chairs = list(head.chairs)
        chairs[seat] = _come(chairs[seat], nonce)
        if missing := [c.name for c in chairs if c.who == "person" and not c.ready]:
            if absent not in ABSENT:
                raise refused("malformed", "It is not said what becomes of their chairs.", "Choose from the list.")
            if not absent:
                names = enumerated(missing)
                several = f"{names} have not answered yet."
                why = f"{names} has not answered yet." if len(missing) == 1 else several
                raise refused("not-now", why, "Wait, let a bot play until they come, or play without them.")
            if absent == "out":
                chairs = [c if c.who != "person" or c.ready else Chair() for c in chairs]
        if fill:
            chairs = list(seat_bots(chairs, check_bot(table.game, fill)))
        host = sum(c.who != "empty" for c in chairs[:seat])
        chairs = [c for c in chairs if c.who != "empty"]
        table.game.read_options(head.options, len(chairs))  # both may forbid so many seats
        return replace(head, chairs=tuple(chairs), host=host, dealt=now(), said=len(table.talk))

    async with table.lock:
        if await table.change(deal):
            for seat, chair in enumerate(table.head.chairs):
                if chair.who == "person" and not chair.ready:
                    await put_in(table, seat)


async def rematch(table: Table, who: str, nonce: str) -> Head | None:
    """The head of a table for the same circle, to be stored; None if there is one. Whoever gave up a chair has none in
    it; whoever took one over has it under their own name. Whoever asks has come to it, and hosts it where the host is
    gone. Raises Refused."""
    mine = seats_of(table.head, who) or [seated(table.head, who)]
    if table.phase != "over":
        raise refused("not-now", "The game is not over.", "Play it to its end first.")
    head = table.head
    if head.next:
        return None
    chairs: list[Chair] = []
    for c in head.chairs:
        if c.who == "person":
            chair = Chair("person", called(c), c.token)
            chairs.append(_come(chair, nonce) if c.token == who else chair)
        elif c.who == "bot" and not c.left:
            chairs.append(Chair("bot", c.name, bot=c.bot, ready=True))
        else:
            chairs.append(Chair())
    there = chairs[head.host].who == "person" and table.people.where(chairs[head.host].token) != "gone"
    host = head.host if there else mine[0]
    new = new_head(table.game, tuple(chairs), head.options, head.circle, host, hot=head.hot, closed=head.closed)
    return replace(new, opened=max(new.opened, head.opened + 1))  # later, also where the clock was set back


def _come(chair: Chair, nonce: str) -> Chair:
    return replace(chair, ready=True, nonce=read_nonce(nonce) or chair.nonce)
