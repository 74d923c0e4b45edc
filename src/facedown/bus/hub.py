"""How streams hear that a table changed, inside one process. What changed is not said: whoever listens looks at the
table with its own eyes. A slow listener skips what it missed (a queue of one). It also knows who listens elsewhere."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable


class Inbox:
    """One listener: `next()` waits for news. It starts full, because the first look is always due."""

    __slots__ = ("_news", "_waits", "closed", "table", "who")

    def __init__(self, table: str, who: str) -> None:
        self.table, self.who, self.closed = table, who, False
        self._news = True
        self._waits: asyncio.Future[None] | None = None

    async def next(self) -> bool:
        """True when there is news, False when the hub closes. One waits at a time."""
        if not self._news:
            self._waits = asyncio.get_running_loop().create_future()
            await self._waits
        self._news = False
        return not self.closed

    def ring(self) -> None:
        """There is news."""
        self._news = True
        if self._waits is not None and not self._waits.done():
            self._waits.set_result(None)

    def close(self) -> None:
        """Ends the wait."""
        self.closed = True
        self.ring()


class Hub:
    """Who listens to which table. `moved` is called with a table when a listener has come or gone here."""

    def __init__(self) -> None:
        self.moved: Callable[[str], None] | None = None
        self._inboxes: dict[str, set[Inbox]] = {}
        self._elsewhere: dict[str, dict[str, tuple[frozenset[str], float]]] = {}
        self._closed = False

    def join(self, table: str, who: str) -> Inbox:
        """A new listener; `who`: what it is known by."""
        inbox = Inbox(table, who)
        inbox.closed = self._closed
        self._inboxes.setdefault(table, set()).add(inbox)
        if self.moved:
            self.moved(table)
        return inbox

    def leave(self, inbox: Inbox) -> None:
        """Forgets a listener."""
        inboxes = self._inboxes.get(inbox.table, set())
        inboxes.discard(inbox)
        if not inboxes:
            self._inboxes.pop(inbox.table, None)
        if self.moved:
            self.moved(inbox.table)

    def listening(self, table: str) -> set[str]:
        """Who listens to a table, here or at another node."""
        who = self.listening_here(table)
        for elsewhere, until in self._elsewhere.get(table, {}).values():
            if until > time.monotonic():
                who |= elsewhere
        return who

    def listening_here(self, table: str) -> set[str]:
        """Who listens to a table in this process."""
        return {inbox.who for inbox in self._inboxes.get(table, ())}

    def tables(self) -> set[str]:
        """The tables that somebody listens to here."""
        return set(self._inboxes)

    # other nodes -----------------------------------------------------------------------------------------------------
    def elsewhere(self, node: str, table: str, who: frozenset[str], seconds: float) -> bool:
        """Another node says who listens to a table there, for so long. Returns whether that is new."""
        before = self.listening(table)
        nodes = self._elsewhere.setdefault(table, {})
        nodes.pop(node, None)
        if who:
            nodes[node] = (who, time.monotonic() + seconds)
        elif not nodes:
            del self._elsewhere[table]
        return before != self.listening(table)

    def lapsed(self) -> set[str]:
        """Forgets nodes that have not been heard for too long. Returns the tables at which somebody listened there."""
        now, tables = time.monotonic(), set()
        for table, nodes in list(self._elsewhere.items()):
            for node in [node for node, (_, until) in nodes.items() if until <= now]:
                del nodes[node]
                tables.add(table)
            if not nodes:
                del self._elsewhere[table]
        return tables

    def tell(self, table: str) -> None:
        """A table changed."""
        for inbox in self._inboxes.get(table, ()):
            inbox.ring()

    def close(self) -> None:
        """Ends every listener's wait: the server is going down."""
        self._closed = True
        for inboxes in self._inboxes.values():
            for inbox in inboxes:
                inbox.close()
