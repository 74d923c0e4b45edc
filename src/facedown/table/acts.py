"""What people do around a game, by the names under which pages and the JSON interface send it. Acts that answer with a
token or a code have functions of their own: join, take, claim, offer, and a table's new lock."""

from __future__ import annotations

from . import devices, host, room, stand_ins
from .table import Table
from .words import refused


async def act(table: Table, what: str, who: str, *, seat: int = -1, how: str = "", mark: str = "") -> None:
    """Does it. `seat`: whose chair it is about; `how`: who plays on for somebody removed, or the name of somebody who
    sits down on this device too; `mark`: the id of this act: sent again it is not done again. Raises Refused."""
    mark = f"{what}.{seat}.{mark[:40]}" if mark else ""
    match what:
        case "leave":
            await room.leave(table, who, mark)
        case "stand_in":
            await stand_ins.stand_in(table, seat, mark)
        case "consent" | "decline":
            await stand_ins.consent(table, who, seat, what == "consent", mark)
        case "pause":
            await host.pause(table, who, mark)
        case "resume":
            await host.resume(table, who, mark)
        case "remove":
            await host.remove(table, who, seat, how or "bot", mark)
        case "end":
            await host.end(table, who, mark)
        case "host":
            await host.hand_over(table, who, seat, mark)
        case "close" | "open":
            await host.close(table, who, what == "close", mark)
        case "seat":
            await devices.seat_another(table, who, how, mark)
        case "withdraw":
            await devices.withdraw(table, who)
        case "lift":
            await devices.curtain(table, who, seat)
        case "curtain":
            await devices.curtain(table, who, None)
        case _:
            raise refused("malformed", "There is no such act.", "Use what the page offers.")
