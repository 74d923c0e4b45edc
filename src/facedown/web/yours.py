"""The part of a table's page that is for one browser alone: what became of its seat, what its player missed, the
curtain of a shared device, the chair it has asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from facedown.engine import PUBLIC, marked
from facedown.table import Look, Table, devices, seats_of

from .banner import Banner, banner
from .render import CSRF, Pages, utc

LOST = {
    "moved": (
        marked("Your seat was moved to another device"),
        marked("If that was not you, tell the others. This page watches now."),
    ),
    "removed": (marked("The host gave your seat away"), marked("This page watches now.")),
    "left": (marked("You gave up your seat"), marked("This page watches now.")),
}
"""What happened to a seat, and what it means."""


def own_regions(
    pages: Pages,
    table: Table,
    who: str,
    look: Look,
    show: Callable[[Look, Banner, dict[str, Any]], str] | None = None,
) -> dict[str, str]:
    """The regions of this browser alone, and the banner where it has something to say to nobody else. `show`: how that
    is drawn; else as on the plain table."""
    context = _context(table, who, look)
    found = {"yours": pages.render("yours.html", **context).strip() if context else ""}
    told, hand_on = told_to(table, who, look), hand_to(table, who, look)
    if told or hand_on:
        found["ask"] = (show or pages.banner)(look, hand_on or banner(look), told)
    return found


def lost(table: Table, who: str) -> bool:
    """Whether this browser had a seat and has none now."""
    return not seats_of(table.head, who) and devices.lost(table.head, who) is not None


def asked(table: Table, who: str, look: Look) -> bool:
    """Whether the game waits for somebody at this browser."""
    return not look.paused and any(seat in look.waited_for for seat in seats_of(table.head, who))


def told_to(table: Table, who: str, look: Look) -> dict[str, Any]:
    """What happened to the seat of this browser: a sentence, when, and what it means."""
    if lost(table, who):
        found = devices.lost(table.head, who)
        assert found is not None
        text, means = LOST[found[1].why]
        until = found[1].until
        return {"text": look.say(text), "at": until, "time": utc(until), "means": look.say(means)}
    if name := devices.gained(table.head, who):
        text, means = look.say("You have {name}’s seat now", name=name), look.say("The other device watches.")
        return {"text": text, "means": means}
    return {}


def hand_to(table: Table, who: str, look: Look) -> Banner | None:
    """On a shared device: the banner that says who is to have it."""
    seats = seats_of(table.head, who)
    next_up = _next_up(look, seats)
    if len(seats) < 2 or look.phase != "playing" or look.paused or not next_up:
        return None
    name = look.names[next_up[0]]
    who, what = look.say("{name}’s move", name=name), look.say("Hand the device to {name}", name=name)
    return {"kind": "wait", "who": who, "what": what}


def _next_up(look: Look, seats: list[int]) -> list[int]:
    """Those of a device's seats that are waited for, unless one of them has it in hand."""
    waited = [s for s in seats if s in look.waited_for]
    return [] if look.viewer in waited else waited


def _context(table: Table, who: str, look: Look) -> dict[str, Any]:
    """What the region is made of; empty where there is nothing to say."""
    seats, names = seats_of(table.head, who), look.names
    lines, more = table.people.missed(who, look.game.tongue.language)
    found: dict[str, Any] = {}
    if lines:
        found["missed"] = {"lines": lines, "more": more}
    if wish := next((w for w in table.head.wishes if w.token == who), None):
        found["wish"] = {"seat": wish.seat, "name": names[wish.seat]}
    if len(seats) > 1 and look.phase != "waiting":
        others = [s for s in seats if s != look.viewer]
        next_up = _next_up(look, seats)
        found["shared"] = {
            "down": look.viewer == PUBLIC,
            "next": names[next_up[0]] if next_up else "",
            "seats": [{"seat": s, "name": names[s]} for s in (next_up or others)],
        }
    return found and {**found, "csrf": CSRF, "code": look.code, "act": look.act}
