"""How streams hear that a table changed, inside one process. What changed is not said: whoever listens looks at the
table with its own eyes. A slow listener skips what it missed (a queue of one)."""

from __future__ import annotations

import asyncio


class Inbox:
    """One listener: `next()` waits for news. It starts full, because the first look is always due."""

    __slots__ = ("_news", "closed", "table", "who")

    def __init__(self, table: str, who: str) -> None:
        self.table, self.who, self.closed = table, who, False
        self._news = asyncio.Event()
        self._news.set()

    async def next(self) -> bool:
        """True when there is news, False when the hub closes."""
        await self._news.wait()
        self._news.clear()
        return not self.closed

    def ring(self) -> None:
        """There is news."""
        self._news.set()

    def close(self) -> None:
        """Ends the wait."""
        self.closed = True
        self._news.set()


class Hub:
    """Who listens to which table."""

    def __init__(self) -> None:
        self._inboxes: dict[str, set[Inbox]] = {}
        self._closed = False

    def join(self, table: str, who: str) -> Inbox:
        """A new listener; `who`: what it is known by."""
        inbox = Inbox(table, who)
        inbox.closed = self._closed
        self._inboxes.setdefault(table, set()).add(inbox)
        return inbox

    def leave(self, inbox: Inbox) -> None:
        """Forgets a listener."""
        inboxes = self._inboxes.get(inbox.table, set())
        inboxes.discard(inbox)
        if not inboxes:
            self._inboxes.pop(inbox.table, None)

    def listening(self, table: str) -> set[str]:
        """Who listens to a table."""
        return {inbox.who for inbox in self._inboxes.get(table, ())}

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


__all__ = ["Hub", "Inbox"]
