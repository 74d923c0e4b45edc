"""Which tables' clocks and bots this node runs. One node runs those of a table, for a few seconds unless it renews;
where a node has died, another one takes over what is due. So a single server, too, finds what was going on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

import structlog

from facedown.store import Store, StoreError

LEASE = 5.0
"""Seconds after which the tables of a node that does not renew belong to nobody."""
BEAT = 1.0
"""Seconds between two looks for what nobody runs."""
MOST = 50
"""Tables that are taken over at once."""
log = structlog.get_logger()


class Care:
    """The tables of `node`. `adopt` is called with the id of a table that was taken over, because something is due."""

    def __init__(self, store: Store, node: str, adopt: Callable[[str], Awaitable[None]]) -> None:
        self.store, self.node, self._adopt = store, node, adopt
        self._mine: set[str] = set()
        self._until = 0.0
        self._others: dict[str, float] = {}
        self._beating: asyncio.Task[None] | None = None

    def has(self, table: str) -> bool:
        """Whether this node runs a table's clocks and bots now."""
        return table in self._mine and time.monotonic() < self._until

    async def take(self, table: str) -> bool:
        """Takes a table unless another node has it; that is not asked again for a while."""
        began = time.monotonic()
        if self._others.get(table, 0.0) > began:
            return False
        self._others[table] = began + LEASE
        if not await self.store.take(table, self.node, LEASE):
            return False
        del self._others[table]
        if not self._mine:
            self._until = began + LEASE
        self._mine.add(table)
        self.begin()
        return True

    async def leave(self, table: str) -> None:
        """Nothing more is to be done at a table, or it leaves memory."""
        if table in self._mine:
            self._mine.discard(table)
            await self.store.release(self.node, [table])

    def begin(self) -> None:
        """Starts to renew, and to look for what nobody runs."""
        if self._beating is None:
            self._beating = asyncio.create_task(self._beat())

    async def close(self) -> None:
        """Leaves everything to the others."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
        try:
            await self.store.release(self.node, self._mine)
        except StoreError:
            log.warning("the tables of this node are free in some seconds")
        self._mine = set()

    async def _beat(self) -> None:
        while True:
            try:
                began, had = time.monotonic(), self._mine.copy()
                late = bool(had) and began >= self._until
                renewed = await self.store.renew(self.node, LEASE)
                self._mine -= had - renewed
                self._until = began + LEASE
                if strays := renewed - had - self._mine - set(self._others):  # answers that were lost on the way
                    await self.store.release(self.node, strays)
                new = await self.store.claim(self.node, LEASE, MOST)
                self._mine.update(new)
                for table in list(self._mine) if late else new:
                    await self._take_over(table)
                self._others = {table: until for table, until in self._others.items() if until > began}
            except StoreError as e:
                log.warning("clocks and bots wait for the store", error=str(e))
            await asyncio.sleep(BEAT)

    async def _take_over(self, table: str) -> None:
        try:
            await self._adopt(table)
        except StoreError:
            raise
        except Exception as e:  # a table that cannot be rebuilt must not stop the others
            log.error("a table cannot be taken over", table=table, error=type(e).__name__)
