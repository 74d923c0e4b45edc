"""Heads and their chairs: who sits where, who hosts, who may ask. Functions of a head alone; nothing here is stored."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from facedown.engine import PUBLIC
from facedown.store import Chair, Head, Held

from .words import refused

KEPT = 60
"""How many acts a table remembers, so that a form that is sent twice does what it says once."""
Make = Callable[[Head], Head | None]
"""A change of a head, for `Table.change`."""


def now() -> int:
    """Milliseconds since 1970."""
    return int(time.time() * 1000)


def seats_of(head: Head, who: str) -> list[int]:
    """All seats of a token's hash: several only where a device is shared."""
    return [seat for seat, chair in enumerate(head.chairs) if chair.token and chair.token == who]


def belongs(head: Head, who: str) -> bool:
    """Whether a token's hash opens a seat of this table, or once did."""
    return bool(who) and any(who == c.token or any(who == held.token for held in c.held) for c in head.chairs)


def seat_of(head: Head, who: str) -> int:
    """The seat whose view a token's hash gets, or PUBLIC. On a shared device: the one whose curtain is up."""
    seats = seats_of(head, who)
    if not seats:
        return PUBLIC
    if len(seats) == 1 or not head.dealt:
        return seats[0]
    return head.up[who] if head.up.get(who) in seats else PUBLIC


def seated(head: Head, who: str) -> int:
    """The seat of whoever acts. Raises Refused."""
    seat = seat_of(head, who)
    if seat == PUBLIC and seats_of(head, who):
        raise refused("not-yours", "The curtain is down.", "Say who holds the device, then do it again.")
    if seat == PUBLIC:
        raise refused("not-yours", "You do not sit at this table.", "Take a chair first.")
    return seat


def hosting(head: Head, who: str, what: str) -> int:
    """The seat of the host who acts. `what`: a sentence of what only the host does. Raises Refused."""
    seat = seated(head, who)
    if seat != head.host:
        host = called(head.chairs[head.host])
        raise refused("not-yours", what, f"Ask {host}.")
    return seat


def called(chair: Chair) -> str:
    """What to call whoever sits here."""
    return chair.owner or chair.name


def with_chair(head: Head, seat: int, chair: Chair) -> Head:
    """The head with this chair; where nobody hosts any more, the next person clockwise does."""
    chairs = (*head.chairs[:seat], chair, *head.chairs[seat + 1 :])
    host = head.host
    if chairs[host].who != "person":
        host = next((i for i in clockwise(chairs, host) if chairs[i].who == "person"), host)
    return replace(head, chairs=chairs, host=host)


def clockwise(chairs: tuple[Chair, ...], seat: int) -> list[int]:
    """The other seats, from the next one on."""
    return [(seat + i) % len(chairs) for i in range(1, len(chairs))]


def vacated(chair: Chair, why: str) -> Chair:
    """A chair of a game under way that its owner has lost; the name stays to the end, and so does what was dealt."""
    held = (*chair.held, Held(chair.token, now(), why))  # type: ignore[arg-type]
    return replace(chair, token="", owner="", offer="", stand_in="", left=True, held=held, missed=None)


def visible(head: Head) -> tuple[Any, ...]:
    """What everybody at the table sees of a head, spectators too."""
    chairs = [(c.who, c.name, c.ready, c.bot, c.stand_in, c.owner, c.left) for c in head.chairs]
    wishes = [(w.seat, w.name) for w in head.wishes]
    ends = (head.next, head.went, head.cancelled)
    return (head.code, head.host, head.dealt, *ends, head.pauses, head.closed, head.acts[-1:], chairs, wishes)


def once(mark: str, make: Make) -> Make:
    """The same change, but not again for an id that has been seen; "": an act without one."""

    def change(head: Head) -> Head | None:
        if mark in head.acts:
            return None
        new = make(head)
        return new if new is None or not mark else replace(new, acts=(*head.acts, mark)[-KEPT:])

    return change
