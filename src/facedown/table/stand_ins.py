"""Who plays for whom: stand-ins for people who are gone, their owners' return, and people who take over a bot's chair.
A stand-in plays from its seat's log and view, like every bot. What the house does about a seat is an entry of the
record; who asks for what, and who is merely away, is not."""

from __future__ import annotations

from functools import partial
from typing import Literal

from msgspec.structs import replace

from facedown.bots import usual_bot
from facedown.engine import ENGLISH, PUBLIC, marked
from facedown.store import Chair, Head, Wish

from .chairs import called, once, seated, seats_of, with_chair
from .table import Table
from .words import hashed, read_name, refused


async def stand_in(table: Table, seat: int, mark: str = "") -> None:
    """A bot plays for somebody who is gone, until they come back. Anyone present may ask. Raises Refused."""
    async with table.lock:
        head = table.head
        _under_way(table)
        if not 0 <= seat < len(head.chairs) or head.chairs[seat].who != "person":
            raise refused("illegal", "Nobody who could be away sits there.", "Choose a person who is gone.")
        chair = head.chairs[seat]
        if mark in head.acts or chair.stand_in:
            return
        if table.people.where(chair.token) != "gone":
            name = called(chair)
            raise refused("not-now", f"{name} was here a moment ago.", "Wait until they are marked as gone.")
        await put_in(table, seat, mark)


async def put_in(table: Table, seat: int, mark: str = "") -> None:
    """A bot plays in a person's chair until they come, with the lock held. Raises Refused."""
    chair, kind = table.head.chairs[seat], usual_bot(table.game)
    if await table.house("stand_in", seat, lambda now: now.token == chair.token and not now.stand_in):
        await table.change(once(mark, partial(_driven_by, seat=seat, kind=kind)))


def returning(table: Table) -> list[int]:
    """The seats whose owners are back and may have them: at the next decision, so what was asked of a seat when they
    came its stand-in still answers. It goes by what everybody sees, so that a return in a window tells nothing."""
    if not table.bots or table.play is None or table.phase != "playing":
        return []
    asked = {r.seat: r.opened for r in table.play.state.requests(PUBLIC) if r.binds == "must"}
    ready = []
    for seat, chair in enumerate(table.head.chairs):
        if not chair.stand_in or table.people.where(chair.token) != "here":
            table.coming.pop(seat, None)
        elif table.coming.setdefault(seat, asked.get(seat, 0)) != asked.get(seat):
            ready.append(seat)
    return ready


async def give_back(table: Table) -> None:
    """Owners who are back get their seats."""
    async with table.lock:
        for seat in returning(table):
            if await table.house("back", seat, lambda chair: bool(chair.stand_in)):
                await table.change(partial(_driven_by, seat=seat, kind=""))


def absences(table: Table) -> list[tuple[Literal["left", "back"], int]]:
    """What a game whose rules speak of absent players is to be told: who is gone, and who is back after all."""
    if table.play is None or table.phase != "playing" or table.head.paused or not table.game.absences:
        return []
    found: list[tuple[Literal["left", "back"], int]] = []
    for seat, chair in enumerate(table.head.chairs):
        there = table.people.where(chair.token) if chair.who == "person" and not chair.stand_in else ""
        known = bool(table.play.state.gone >> seat & 1)
        if there == "gone" and not known:
            found.append(("left", seat))
        elif there == "here" and known:
            found.append(("back", seat))
    return found


async def tell_absences(table: Table) -> None:
    """The game is told who is gone, and who is back."""
    async with table.lock:
        while told := absences(table):
            what, seat = told[0]
            await table.house(what, seat, partial(_unchanged, table.head.chairs[seat]))


def _unchanged(had: Chair, now: Chair) -> bool:
    return now.token == had.token and not now.stand_in


async def take(table: Table, token: str, browser: str, seat: int, name: str, mark: str = "") -> bool:
    """Asks for a bot's chair during play; `token`: what will open it, `browser`: what is known of whoever asks. Granted
    at once where only bots sit. Returns whether it was. Raises Refused."""
    who = hashed(token)
    async with table.lock:
        head = table.head
        if any(w.token == who and w.seat == seat for w in head.wishes):
            return False
        if seat in seats_of(head, who):
            return True
        _under_way(table)
        if head.closed:
            raise refused("not-yours", "The host has closed this table to spectators.", "Ask the host to open it.")
        one_hand(head, who, browser, seat)
        if not 0 <= seat < len(head.chairs) or head.chairs[seat].who != "bot":
            raise refused("not-now", "No bot sits there.", "Choose a bot's chair.")
        if any(w.seat == seat for w in head.wishes):
            raise refused("not-now", "Somebody else asks for this chair already.", "Wait, or choose another.")
        if any(w.token == who for w in head.wishes):
            raise refused("not-now", "You have asked for another chair.", "Wait for the answer.")
        name = read_name(name, [n for c in head.chairs for n in (c.name, c.owner) if n])
        wish = Wish(seat, who, name)
        if not any(c.who == "person" for c in head.chairs):
            await _grant(table, wish, mark)
            return True
        await table.change(once(mark, lambda head: replace(head, wishes=(*head.wishes, wish))))
        return False


async def consent(table: Table, who: str, seat: int, yes: bool, mark: str = "") -> None:
    """Somebody seated agrees that a bot's chair is taken, or not; whoever asked may take it back. Raises Refused."""
    async with table.lock:
        head = table.head
        wish = next((w for w in head.wishes if w.seat == seat), None)
        if wish is None or wish.token != who or yes:
            seated(head, who)
        if mark in head.acts or wish is None:
            return
        if yes and table.phase == "playing" and head.chairs[seat].who == "bot":
            await _grant(table, wish, mark)
        else:
            rest = tuple(w for w in head.wishes if w != wish)
            await table.change(once(mark, lambda head: replace(head, wishes=rest)))


def one_hand(head: Head, who: str, browser: str, seat: int) -> None:
    """One browser, one hand: who holds, held or was shown another seat of this play gets none. Raises Refused."""
    mine = [s for s in seats_of(head, who) if s != seat]
    held = [s for s, c in enumerate(head.chairs) if s != seat and any(h.token == who for h in c.held)]
    shown = [s for s in head.shown.get(browser, ()) if s != seat]
    for seats, why in (
        (mine, marked("This browser holds the hand of {name}: one browser, one hand.")),
        (held, marked("This browser held the hand of {name}: one browser, one hand.")),
        (shown, marked("This browser was shown the hand of {name}: one browser, one hand.")),
    ):
        if seats:
            told = ENGLISH.say(why, name=head.chairs[seats[0]].name)
            raise refused("not-yours", told, "Watch this game, and take a chair in the next.")


async def _grant(table: Table, wish: Wish, mark: str) -> None:
    def sit(head: Head) -> Head:
        chair: Chair = replace(
            head.chairs[wish.seat], who="person", token=wish.token, owner=wish.name, bot="", ready=True
        )
        head = with_chair(head, wish.seat, chair)
        return replace(head, wishes=tuple(w for w in head.wishes if w.seat != wish.seat))

    if await table.change(once(mark, sit)):
        name, chair_of = wish.name, table.head.chairs[wish.seat].name
        await table.note(f"{name} took over the chair of {chair_of}.")


def _driven_by(head: Head, seat: int, kind: str) -> Head | None:
    if head.chairs[seat].who != "person":
        return None  # given up or removed at another node meanwhile
    return with_chair(head, seat, replace(head.chairs[seat], stand_in=kind))


def _under_way(table: Table) -> None:
    if table.phase != "playing":
        raise refused("not-now", "No game is under way.", "Chairs are taken and given before the start.")
