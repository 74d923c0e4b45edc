"""What the host may do: pause and go on, remove somebody, end the game, change the code, close the table to spectators,
hand the part to another. Each act may carry an id; sent again it is not done again."""

from __future__ import annotations

import secrets
from typing import Literal

from msgspec.structs import replace

from facedown.bots import usual_bot
from facedown.store import Chair, Head

from .chairs import called, clockwise, hosting, once, vacated, with_chair
from .table import Table
from .words import new_code, refused

PLAYS_ON = ("bot", "default")
"""Who plays in the chair of somebody that was removed: a bot, or the game's default for whoever does not act."""


async def pause(table: Table, who: str, mark: str = "") -> None:
    """Stops deadlines and moves. Not while a window or a clock of the rulebook runs: those do not stop. Raises
    Refused."""

    def stop(head: Head) -> Head | None:
        hosting(head, who, "The host pauses the game.")
        if head.paused:
            return None
        _playing(table)
        if any(timer.kind != "deadline" for timer in table.running()):
            raise refused("not-now", "A clock of the game itself is running.", "Pause when it has run out.")
        return replace(head, pauses=(*head.pauses, (table.now(), 0)))

    async with table.lock:
        if await table.change(once(mark, stop)):
            name = _host(table)
            await table.note(f"{name} paused the game.")


async def resume(table: Table, who: str, mark: str = "") -> None:
    """Goes on after a pause. Raises Refused."""

    def go_on(head: Head) -> Head | None:
        hosting(head, who, "The host let the game go on.")
        if not head.paused:
            return None
        return replace(head, pauses=(*head.pauses[:-1], (head.pauses[-1][0], table.now())))

    async with table.lock:
        if await table.change(once(mark, go_on)):
            name = _host(table)
            await table.note(f"{name} let the game go on.")


async def remove(table: Table, who: str, seat: int, plays_on: str = "bot", mark: str = "") -> None:
    """Takes the chair of a person or, before the start, of a bot. In play a bot or the game's default goes on there.
    Raises Refused."""

    def away(head: Head) -> Head | None:
        if head.chairs[seat].token != chair.token:
            return None  # another node was first
        if not head.dealt:
            return with_chair(head, seat, Chair())
        bare = vacated(chair, "removed")
        who: Literal["bot", "removed"] = "removed" if plays_on == "default" else "bot"
        return with_chair(head, seat, replace(bare, who=who, bot=usual_bot(table.game) if who == "bot" else ""))

    async with table.lock:
        head = table.head
        mine = hosting(head, who, "The host removes players.")
        if mark in head.acts:
            return
        if table.phase == "over":
            raise refused("too-late", "The game is over.", "Remove them before the rematch starts.")
        if not 0 <= seat < len(head.chairs) or head.chairs[seat].who in ("empty", "removed"):
            raise refused("not-now", "Nobody sits there any more.", "Look at the players, and choose again.")
        if seat == mine:
            raise refused("illegal", "This is your own chair.", "Leave the game instead.")
        chair = head.chairs[seat]
        if table.phase == "playing" and chair.who == "bot":
            raise refused(
                "illegal", "A bot that was dealt in plays to the end.", "Let somebody take its chair instead."
            )
        if plays_on not in PLAYS_ON:
            raise refused("malformed", "It is not said who plays on.", "Choose a bot, or nobody.")
        if head.paused and plays_on == "default":
            raise refused("not-now", "The game would play for them at once, in a pause.", "Go on with the game first.")
        if table.phase == "playing" and not await table.house(
            "removed" if plays_on == "default" else "stand_in", seat, lambda now: now.token == chair.token
        ):
            raise refused("not-now", "Nobody sits there any more.", "Look at the players, and choose again.")
        if await table.change(once(mark, away)):
            name, other = called(head.chairs[mine]), called(chair)
            await table.note(f"{name} removed {other}.")


async def end(table: Table, who: str, mark: str = "") -> None:
    """Ends a game under way for everybody: nobody wins. Raises Refused."""

    def cancel(head: Head) -> Head | None:
        hosting(head, who, "The host ends the game.")
        if head.cancelled:
            return None
        _playing(table)
        return replace(head, cancelled=True, over=True, wishes=())

    async with table.lock:
        if await table.change(once(mark, cancel)):
            name = _host(table)
            await table.note(f"{name} ended the game.")


async def new_lock(table: Table, who: str, mark: str = "") -> Head | None:
    """Gives the table another code. Returns what is to be stored under the old one; None if this was done already.
    Raises Refused."""

    def renew(head: Head) -> Head:
        hosting(head, who, "The host changes the code.")
        return replace(head, code=new_code())

    async with table.lock:
        old = table.head
        if not await table.change(once(mark, renew)):
            return None
        name = _host(table)
        await table.note(f"{name} changed the code of the table.")
        return Head(secrets.token_hex(8), old.code, old.circle, old.game, (), "", "", 0, next=old.id, revoked=True)


async def close(table: Table, who: str, closed: bool, mark: str = "") -> None:
    """Closes the table to spectators, or opens it to them again. Raises Refused."""

    def shut(head: Head) -> Head | None:
        hosting(head, who, "The host decides about spectators.")
        return None if head.closed == closed else replace(head, closed=closed, wishes=() if closed else head.wishes)

    async with table.lock:
        if await table.change(once(mark, shut)):
            name = _host(table)
            opens = f"{name} opened the table to spectators."
            await table.note(f"{name} closed the table to spectators." if closed else opens)


async def hand_over(table: Table, who: str, seat: int, mark: str = "") -> None:
    """Makes another person the host. Raises Refused."""

    def give(head: Head) -> Head | None:
        mine = hosting(head, who, "The host hands this part over.")
        if not 0 <= seat < len(head.chairs) or head.chairs[seat].who != "person":
            raise refused("illegal", "Only a person can be the host.", "Choose somebody who sits at the table.")
        return None if seat == mine else replace(head, host=seat)

    async with table.lock:
        if await table.change(once(mark, give)):
            name = _host(table)
            await table.note(f"{name} became the host.")


def heir(table: Table) -> int | None:
    """Who becomes the host because the host is gone: the next person clockwise who is here. None: nobody needs to."""
    head = table.head
    host = head.chairs[head.host]
    if host.who == "person" and table.people.where(host.token) != "gone":
        return None
    people = (s for s in clockwise(head.chairs, head.host) if head.chairs[s].who == "person")
    return next((s for s in people if table.people.where(head.chairs[s].token) == "here"), None)


async def pass_on(table: Table) -> None:
    """Makes the heir the host, if there is one."""

    def give(head: Head) -> Head | None:
        seat = heir(table)
        return None if seat is None else replace(head, host=seat)

    async with table.lock:
        if await table.change(give):
            name = _host(table)
            await table.note(f"{name} became the host.")


def _host(table: Table) -> str:
    return called(table.head.chairs[table.head.host])


def _playing(table: Table) -> None:
    if table.phase != "playing":
        raise refused("not-now", "No game is under way.", "Start one first.")
