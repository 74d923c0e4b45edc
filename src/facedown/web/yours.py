"""The part of a table's page that is for one browser alone: what became of its seat, what its player missed, the
curtain of a shared device, the chair it has asked for."""

from __future__ import annotations

from typing import Any

from facedown.engine import PUBLIC
from facedown.table import Look, Table, devices, seats_of

from .render import CSRF, Pages, utc


def yours(pages: Pages, table: Table, who: str, look: Look) -> str:
    """That region, mostly empty."""
    context = yours_context(table, who, look)
    return pages.render("yours.html", **context).strip() if context else ""


def asked(table: Table, who: str, look: Look) -> bool:
    """Whether the game waits for somebody at this browser."""
    return not look.paused and any(seat in look.waited_for for seat in seats_of(table.head, who))


def yours_context(table: Table, who: str, look: Look) -> dict[str, Any]:
    """What it is made of; empty where there is nothing to say."""
    seats, names = seats_of(table.head, who), look.names
    lines, more = table.people.missed(who)
    found: dict[str, Any] = {}
    if not seats and (lost := devices.lost(table.head, who)):
        found["lost"] = {"name": lost[0], "why": lost[1].why, "at": lost[1].until, "time": utc(lost[1].until)}
    if lines:
        found["missed"] = {"lines": lines, "more": more}
    if wish := next((w for w in table.head.wishes if w.token == who), None):
        found["wish"] = {"seat": wish.seat, "name": names[wish.seat]}
    if len(seats) > 1 and look.phase != "waiting":
        waited = [s for s in seats if s in look.waited_for]
        others = [s for s in seats if s != look.viewer]
        next_up = [s for s in waited if s != look.viewer] if look.viewer not in waited else []
        found["shared"] = {
            "down": look.viewer == PUBLIC,
            "next": names[next_up[0]] if next_up else "",
            "seats": [{"seat": s, "name": names[s]} for s in (next_up or others)],
        }
    return found and {**found, "csrf": CSRF, "code": look.code, "act": look.act}
