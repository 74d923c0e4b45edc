"""How streams hear that a table changed, inside one process. What changed is not said: whoever listens looks at the
table with its own eyes, once for all that a round of the loop has changed. It also knows who listens elsewhere."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable


class Inbox:
    """One listener. `wake` is called when there is news, or when the hub has closed."""

    __slots__ = ("closed", "table", "wake", "who")

    def __init__(self, table: str, who: str, wake: Callable[[], object]) -> None:
        self.table, self.who, self.wake, self.closed = table, who, wake, False


class Hub:
    """Who listens to which table. `moved` is called with a table when a listener has come or gone here."""

    def __init__(self) -> None:
        self.moved: Callable[[str], None] | None = None
        self._inboxes: dict[str, set[Inbox]] = {}
        self._news: set[str] = set()
        self._elsewhere: dict[str, dict[str, tuple[frozenset[str], float]]] = {}
        self._closed = False

    def join(self, table: str, who: str, wake: Callable[[], object] = bool) -> Inbox:
        """A new listener; `who`: what it is known by; `wake`: what to call when there is news. Its first look is not
        asked for."""
        inbox = Inbox(table, who, wake)
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

    def listens(self, table: str, who: str) -> bool:
        """Whether this one listens to a table, here or at another node."""
        here = who in [inbox.who for inbox in self._inboxes.get(table, ())]
        return here or (table in self._elsewhere and who in self.listening(table))

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
        """A table changed: who listens is woken when this round of the loop is over."""
        if table in self._inboxes:
            if not self._news:
                asyncio.get_running_loop().call_soon(self._wake)
            self._news.add(table)

    def _wake(self) -> None:
        news, self._news = self._news, set()
        for table in news:
            for inbox in list(self._inboxes.get(table, ())):
                inbox.wake()

    def close(self) -> None:
        """Ends every listener's wait: the server is going down."""
        self._closed = True
        for inboxes in list(self._inboxes.values()):
            for inbox in list(inboxes):
                inbox.closed = True
                inbox.wake()
