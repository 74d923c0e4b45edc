"""The default store: one SQLite file. One thread owns the connection; it takes what has queued up meanwhile, runs it
in one transaction, commits, and only then answers everybody (adaptive group commit). WAL, synchronous FULL."""

from __future__ import annotations

import asyncio
import os
import queue
import secrets
import sqlite3
import threading
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from facedown.engine import Entry

from .words import CodeTaken, Head, Kept, Said, StoreError

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]
MOST_AT_ONCE = 256
"""Works in one transaction."""


class SqliteStore:
    """See `Store`."""

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        self._queue: queue.SimpleQueue[tuple[Work, asyncio.Future[Any], asyncio.AbstractEventLoop] | None]
        self._queue = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    # the thread ------------------------------------------------------------------------------------------------------
    async def open(self) -> None:
        """Opens the file and brings its schema up to date. Raises StoreError."""
        loop = asyncio.get_running_loop()
        ready: asyncio.Future[None] = loop.create_future()
        self._thread = threading.Thread(target=self._run, args=(ready, loop), name="store", daemon=True)
        self._thread.start()
        await ready

    async def close(self) -> None:
        """Waits until all is written."""
        if self._thread is not None:
            self._queue.put(None)
            await asyncio.to_thread(self._thread.join)
            self._thread = None

    def _run(self, ready: asyncio.Future[None], loop: asyncio.AbstractEventLoop) -> None:
        try:
            if not Path(self.path).exists():
                os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))  # seeds lie in it: for nobody else's eyes
            db = sqlite3.connect(self.path, isolation_level=None, timeout=5)
            migrate(db, self.path)
        except (sqlite3.Error, OSError, StoreError) as e:
            error = e if isinstance(e, StoreError) else StoreError(f"The database {self.path} cannot be used: {e}.")
            loop.call_soon_threadsafe(ready.set_exception, error)
            return
        loop.call_soon_threadsafe(ready.set_result, None)
        going = True
        while going:
            works = [self._queue.get()]
            while len(works) < MOST_AT_ONCE and not self._queue.empty():
                works.append(self._queue.get())
            going = None not in works
            self._together(db, [w for w in works if w is not None])
        db.close()

    def _together(self, db: sqlite3.Connection, works: list[tuple[Work, asyncio.Future[Any], Any]]) -> None:
        answers: list[tuple[Any, asyncio.Future[Any], Any, Any]] = []
        try:
            db.execute("BEGIN IMMEDIATE")
            for work, future, loop in works:
                try:
                    answers.append((loop, future, work(db), None))
                except Exception as e:
                    if isinstance(e, sqlite3.Error) and not isinstance(e, sqlite3.IntegrityError):
                        raise
                    answers.append((loop, future, None, e))  # the fault of this work alone; the others commit
            db.execute("COMMIT")
        except sqlite3.Error as e:
            if db.in_transaction:
                db.execute("ROLLBACK")
            error = StoreError(f"The database {self.path} cannot be used: {e}.")
            answers = [(loop, future, None, error) for _, future, loop in works]
        for loop, future, result, error in answers:
            loop.call_soon_threadsafe(_answer, future, result, error)

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._queue.put((work, future, loop))
        return await future

    # what is kept ----------------------------------------------------------------------------------------------------
    async def secret(self) -> bytes:
        """See `Store`."""

        def work(db: sqlite3.Connection) -> bytes:
            db.execute("INSERT OR IGNORE INTO meta VALUES ('secret', ?)", (secrets.token_bytes(32),))
            return bytes(db.execute("SELECT value FROM meta WHERE name = 'secret'").fetchone()[0])

        return await self._do(work)

    async def create(self, head: Head) -> None:
        """See `Store`."""

        def work(db: sqlite3.Connection) -> None:
            row = (head.id, head.code, head.circle, head.opened, msgspec.json.encode(head))
            try:
                db.execute("INSERT INTO play VALUES (?, ?, ?, ?, ?)", row)
            except sqlite3.IntegrityError as e:
                raise CodeTaken(head.code) from e

        await self._do(work)

    async def save(self, head: Head) -> None:
        """See `Store`."""
        row = (head.code, msgspec.json.encode(head), head.id)
        await self._do(lambda db: db.execute("UPDATE play SET code = ?, head = ? WHERE id = ?", row))

    async def find(self, code: str) -> Head | None:
        """See `Store`."""
        row = await self._do(lambda db: db.execute("SELECT head FROM play WHERE code = ?", (code,)).fetchone())
        return msgspec.json.decode(row[0], type=Head) if row else None

    async def head(self, table: str) -> Head | None:
        """See `Store`."""
        row = await self._do(lambda db: db.execute("SELECT head FROM play WHERE id = ?", (table,)).fetchone())
        return msgspec.json.decode(row[0], type=Head) if row else None

    async def circles(self, circles: Sequence[str]) -> list[Head]:
        """See `Store`."""
        marks = ",".join("?" * len(circles))
        sql = f"SELECT head FROM play WHERE circle IN ({marks}) ORDER BY opened DESC"
        rows = await self._do(lambda db: db.execute(sql, tuple(circles)).fetchall())
        return [msgspec.json.decode(row[0], type=Head) for row in rows]

    async def append(self, table: str, kept: Kept) -> bool:
        """See `Store`."""
        e = kept.entry
        row = (table, e.n, e.at, e.actor, bytes(e.move), kept.mark, kept.request)
        try:
            await self._do(lambda db: db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", row))
        except sqlite3.IntegrityError:
            return False
        return True

    async def entries(self, table: str, start: int = 0) -> list[Kept]:
        """See `Store`."""
        sql = "SELECT n, at, actor, move, mark, request FROM entry WHERE play = ? AND n >= ? ORDER BY n"
        rows = await self._do(lambda db: db.execute(sql, (table, start)).fetchall())
        return [
            Kept(Entry(n, at, actor, msgspec.Raw(move)), mark, request) for n, at, actor, move, mark, request in rows
        ]

    async def say(self, table: str, k: int, said: Said) -> bool:
        """See `Store`."""
        row = (table, k, said.after, said.seat, said.name, said.text)
        try:
            await self._do(lambda db: db.execute("INSERT INTO said VALUES (?, ?, ?, ?, ?, ?)", row))
        except sqlite3.IntegrityError:
            return False
        return True

    async def talk(self, table: str) -> list[Said]:
        """See `Store`."""
        sql = "SELECT after, seat, name, text FROM said WHERE play = ? ORDER BY k"
        return [Said(*row) for row in await self._do(lambda db: db.execute(sql, (table,)).fetchall())]


def migrate(db: sqlite3.Connection, path: str) -> None:
    """Runs the numbered files that this database has not seen. Raises StoreError for a newer one."""
    folder = files(__package__).joinpath("migrations")
    steps = sorted((f for f in folder.iterdir() if f.name.endswith(".sql")), key=lambda f: f.name)
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version > len(steps):
        raise StoreError(
            f"The database {path} was written by a newer Facedown (schema {version}; this one knows {len(steps)}): "
            "update Facedown, or name another file with --database."
        )
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    for number, step in enumerate(steps[version:], version + 1):
        db.executescript(f"BEGIN; {step.read_text('utf-8')}; PRAGMA user_version = {number}; COMMIT;")


def _answer(future: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    if future.done():
        return  # whoever asked has gone
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
