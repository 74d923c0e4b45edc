"""Which browser holds which seat: moving a seat to another device by a one-time code, several seats behind a curtain on
one device, and what each browser was shown."""

from __future__ import annotations

from msgspec.structs import replace

from facedown.engine import PUBLIC
from facedown.store import Head, Held

from .chairs import now, once, seat_of, seated, seats_of, with_chair
from .room import into_free
from .stand_ins import one_hand
from .table import Table
from .words import hashed, new_code, new_token, read_code, refused

GOOD_FOR = 120
"""Seconds for which a code moves a seat."""


async def offer(table: Table, who: str) -> str:
    """A code that moves this seat to the device on which it is typed, once; it replaces an earlier one. Raises
    Refused."""
    code = new_code()

    def put(head: Head) -> Head:
        seat = seated(head, who)
        chair = replace(head.chairs[seat], offer=hashed(code), offered=now() + int(1000 * GOOD_FOR))
        return with_chair(head, seat, chair)

    async with table.lock:
        await table.change(put)
    return code


async def withdraw(table: Table, who: str) -> None:
    """The code moves nothing any more. Raises Refused."""

    def take_back(head: Head) -> Head | None:
        seat = seated(head, who)
        return with_chair(head, seat, replace(head.chairs[seat], offer="", offered=0))

    async with table.lock:
        await table.change(take_back)


def offering(head: Head, text: str) -> int | None:
    """The seat that this code moves now."""
    code = hashed(read_code(text))
    good = range(1, 1 + int(1000 * GOOD_FOR))  # more is left where the clock was set back meanwhile
    return next((s for s, c in enumerate(head.chairs) if c.offer == code and c.offered - now() in good), None)


async def claim(table: Table, text: str, who: str, browser: str, token: str = "") -> str:
    """Moves the seat of a code to this device, whose cookies are `who` and `browser`: `token`, or a new one, replaces
    the one it had. Returns it. Raises Refused."""
    token = token or new_token()

    def move(head: Head) -> Head | None:
        if seats_of(head, hashed(token)):
            return None
        seat = offering(head, text)
        if seat is None:
            raise refused("too-late", "This code moves no seat: it is used, too old or mistyped.", "Make a new one.")
        if mine := seats_of(head, who):
            name = head.chairs[mine[0]].name
            raise refused("illegal", f"This browser holds the chair of {name}.", "Type the code on another device.")
        if head.dealt:
            one_hand(head, who, browser, seat)
        chair = head.chairs[seat]
        held = (*chair.held, Held(chair.token, now(), "moved"))
        return with_chair(head, seat, replace(chair, token=hashed(token), offer="", offered=0, held=held))

    async with table.lock:
        await table.change(move)
    return token


def lost(head: Head, who: str) -> tuple[str, Held] | None:
    """The name of the seat that this token opened last, and how that ended."""
    found = [(c.name, h) for c in head.chairs for h in c.held if h.token == who]
    return max(found, key=lambda f: f[1].until) if found else None


def gained(head: Head, who: str) -> str:
    """The name of the seat that was moved to this device a moment ago, or ""."""
    since = now() - 1000 * GOOD_FOR
    moved = (c.name for c in head.chairs if c.token == who and c.held[-1:] and c.held[-1].until > since)
    return next(moved, "") if who else ""


def to_note(table: Table, browser: str, who: str) -> bool:
    """Whether it is not remembered yet that this browser is shown the view of its seat."""
    head, seat = table.head, seat_of(table.head, who)
    return bool(browser and head.dealt) and seat != PUBLIC and seat not in head.shown.get(browser, ())


async def note_shown(table: Table, browser: str, who: str) -> None:
    """Remembers that this browser is about to be shown the view of its seat, from the deal on."""
    if to_note(table, browser, who):
        seat = seat_of(table.head, who)
        async with table.lock:
            await table.change(
                lambda head: replace(head, shown={**head.shown, browser: (*head.shown.get(browser, ()), seat)})
            )


# several seats on one device ------------------------------------------------------------------------------------------
async def seat_another(table: Table, who: str, name: str, mark: str = "") -> None:
    """Somebody else sits down on this device, where the host opened the table so. Raises Refused."""

    def sit(head: Head) -> Head:
        seated(head, who)
        if not head.hot:
            raise refused("illegal", "Here everybody has a device of their own.", "Open a table for shared devices.")
        return into_free(head, name, who, "")

    async with table.lock:
        await table.change(once(mark, sit))


async def curtain(table: Table, who: str, seat: int | None) -> None:
    """Lifts the curtain before one seat of this device, or (None) draws it. Raises Refused."""

    def pull(head: Head) -> Head | None:
        mine = seats_of(head, who)
        up = head.up.get(who)
        if seat is not None and seat not in mine:
            raise refused("not-yours", "That seat is not on this device.", "Choose one of yours.")
        if up == seat:
            return None
        if seat is not None and up in mine:
            raise refused("not-now", "The curtain is up for somebody else.", "Hand the device on first.")
        rest = {key: value for key, value in head.up.items() if key != who}
        return replace(head, up=rest if seat is None else {**rest, who: seat})

    async with table.lock:
        await table.change(pull)
