"""From one store to another: every table with its log, its talk and what is due there, and the secret from which forms
and cookies are made, so that pages that are open go on working."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from .words import Size, Store, StoreError


async def copy(source: Store, target: Store, on_progress: Callable[[int], None]) -> Size:
    """Copies everything into an empty store; both are open. `on_progress` is told how many tables are done.
    Returns what was copied. Raises StoreError where the target is not empty, or does not hold the same afterwards."""
    there = await target.size()
    if there.tables:
        raise StoreError(f"The target holds tables already ({there.tables}): name an empty database.")
    size = await source.size()
    await target.secret(await source.secret())
    tables = await source.tables()
    for done, (table, due) in enumerate(tables, 1):
        await _copy(table, due, source, target)
        on_progress(done)
    if await source.size() != size:
        raise StoreError("The source has changed meanwhile: stop its server, and copy again into an empty database.")
    if await target.size() != size or await target.tables() != tables:
        raise StoreError("The target does not hold what the source does: copy again into an empty database.")
    return size


async def _copy(table: str, due: bool, source: Store, target: Store) -> None:
    found, entries, talk = await source.head(table), await source.entries(table), await source.talk(table)
    assert found is not None, "tables do not go away"
    head = found[0]
    await target.create(head)
    last = len(entries) - 1
    added = await asyncio.gather(*[target.append(table, kept, due and i == last) for i, kept in enumerate(entries)])
    said = await asyncio.gather(*[target.say(table, k, line) for k, line in enumerate(talk)])
    due_alone = due and not entries
    if not all((*added, *said)) or (due_alone and not await target.save(head, 0, due)):
        raise StoreError("Somebody else writes to the target: stop its servers, and copy again into an empty database.")
