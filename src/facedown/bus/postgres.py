"""Nodes that hear each other through PostgreSQL's LISTEN and NOTIFY, on a connection of its own. What the store tells
arrives on `facedown` as `table:n,table:hV,table:kK`. Who listens is told on `facedown_here`: the first line names the
node, each further line a table and who listens to it there; a line with `?` asks the others for theirs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import asyncpg
import structlog

from .hub import Hub
from .wire import What

BEAT = 20.0
"""Seconds after which a node repeats who listens there."""
FORGOTTEN = 50.0
"""Seconds after which a node that is silent counts as gone."""
GATHER = 0.1
"""Seconds in which comings and goings are gathered into one message."""
MOST_BYTES = 7000
LOST = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
KINDS: dict[str, What] = {"h": "head", "k": "talk"}
log = structlog.get_logger()


class PostgresWire:
    """See `Wire`."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._moved: set[str] = set()
        self._asks = True
        self._stir = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._db: Any = None

    async def open(self, node: str, hub: Hub, heard: Callable[[str, What, int], None]) -> None:
        """See `Wire`. Returns without waiting for the connection."""
        self._node, self._hub, self._heard = node, hub, heard
        hub.moved = self._note
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """See `Wire`."""
        self._hub.moved = None
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._db is not None and not self._db.is_closed():
            try:
                await self._tell(self._db, [(table, set()) for table in self._hub.tables()])
                await self._db.close(timeout=1)
            except LOST:
                self._db.terminate()

    async def _run(self) -> None:
        wait = 0.05
        while True:
            try:
                self._db = db = await asyncpg.connect(self.url, timeout=5, command_timeout=5)
                db.add_termination_listener(self._cut)
                await db.add_listener("facedown", self._news)
                await db.add_listener("facedown_here", self._who)
                self._asks, wait = True, 0.05
                self._heard("", "all", 0)
                await self._speak(db)
            except LOST as e:
                log.warning("the other nodes cannot be heard", error=type(e).__name__)
            if self._db is not None:
                self._db.terminate()
            await asyncio.sleep(wait)
            wait = min(2 * wait, 2.0)

    async def _speak(self, db: Any) -> None:
        """Tells who comes and goes here, and everything again at each beat, as long as the connection holds."""
        while not db.is_closed():
            tables, self._moved = self._moved, set()
            if self._asks:
                await db.execute("SELECT pg_notify('facedown_here', $1)", f"{self._node}\n?")
                tables, self._asks = self._hub.tables(), False
            await self._tell(db, [(table, self._hub.listening_here(table)) for table in tables])
            try:
                await asyncio.wait_for(self._stir.wait(), BEAT)
                self._stir.clear()
                await asyncio.sleep(GATHER)
            except TimeoutError:
                self._moved = self._hub.tables()
                await db.execute("SELECT 1")
                for table in self._hub.lapsed():
                    self._heard(table, "here", 0)

    async def _tell(self, db: Any, tables: Iterable[tuple[str, set[str]]]) -> None:
        for text in _messages(self._node, tables):
            await db.execute("SELECT pg_notify('facedown_here', $1)", text)

    def _note(self, table: str) -> None:
        self._moved.add(table)
        self._stir.set()

    def _cut(self, db: Any) -> None:
        self._stir.set()

    def _news(self, db: Any, pid: int, channel: str, payload: object) -> None:
        for item in str(payload).split(","):
            table, _, number = item.partition(":")
            kind = KINDS.get(number[:1], "entry")
            self._heard(table, kind, int(number if kind == "entry" else number[1:]))

    def _who(self, db: Any, pid: int, channel: str, payload: object) -> None:
        node, *lines = str(payload).split("\n")
        if node == self._node:
            return
        for table, *who in (line.split() for line in lines):
            if table == "?":
                self._moved = self._hub.tables()
                self._stir.set()
            elif self._hub.elsewhere(node, table, frozenset(who), FORGOTTEN):
                self._heard(table, "here", 0)


def _messages(node: str, tables: Iterable[tuple[str, set[str]]]) -> Iterator[str]:
    """Who listens to these tables, in texts that fit into a notification."""
    text = node
    for table, who in tables:
        line = "\n" + " ".join([table, *sorted(who - {""})])
        if len(text) + len(line) > MOST_BYTES and text != node:
            yield text
            text = node
        text += line[:MOST_BYTES]
    if text != node:
        yield text
