"""Writes into the chairs who is away and what was missed, so that any node can tell them when they are back."""

from __future__ import annotations

from msgspec.structs import replace

from facedown.store import AWAY, Head

from .table import Table


async def write_down(table: Table) -> None:
    """What the people of a table miss, as far as it is not written down."""
    async with table.lock:
        marks = table.people.unwritten()

        def put(head: Head) -> Head | None:
            chairs = list(head.chairs)
            for seat, (since, until) in marks.items():
                had, still = chairs[seat].missed or (0, 0)
                if until == still == AWAY:
                    since = max(since, had)  # another node has seen them go later
                chairs[seat] = replace(chairs[seat], missed=(since, until))
            return None if tuple(chairs) == head.chairs else replace(head, chairs=tuple(chairs))

        await table.change(put)
        table.people.written(marks)
