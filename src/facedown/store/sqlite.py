"""The default store: one SQLite file. One thread owns the connection; it is given what has gathered meanwhile, runs all
changes in one transaction, commits, and only then answers everybody (adaptive group commit). WAL, synchronous FULL."""

from __future__ import annotations

import asyncio
import os
import queue
import secrets
import sqlite3
import threading
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from itertools import chain, groupby
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from facedown.engine import Entry

from .batches import gathering
from .care import Cares
from .migrations import check_version, steps
from .words import CodeTaken, Head, Kept, Said, Size, StoreError, Unavailable

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]
Answer = tuple[Any, BaseException | None]
"""A result, or what went wrong."""
MOST_AT_ONCE = 256
"""Works in one transaction."""
PATIENCE = 5.0
"""Seconds to wait for another process that writes to the file."""


class Adding:
    """An entry to be added, and whether something is due at its table afterwards."""

    __slots__ = ("due", "row")

    def __init__(self, row: tuple[Any, ...], due: bool) -> None:
        self.row, self.due = row, due

    def __call__(self, db: sqlite3.Connection) -> None:
        _add_all(db, [self])


class Job(NamedTuple):
    """What the thread is asked to do; `changes`: it needs the transaction."""

    work: Work[Any]
    changes: bool
    future: asyncio.Future[Any]


class SqliteStore:
    """See `Store`. `patience`: seconds to wait for another process that writes to the file."""

    def __init__(self, path: str | Path, patience: float = PATIENCE) -> None:
        self.path, self.patience = str(path), patience
        self._queue: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._cares = Cares()

    # the thread ------------------------------------------------------------------------------------------------------
    async def open(self) -> None:
        """Opens the file, which only its owner may read, and brings its schema up to date. Raises StoreError."""
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Job] = []
        self._busy, self._began = False, 0.0
        ready: asyncio.Future[None] = self._loop.create_future()
        self._thread = threading.Thread(target=self._run, args=(ready,), name="store", daemon=True)
        self._thread.start()
        await ready

    async def close(self) -> None:
        """Waits until all is written."""
        if self._thread is not None:
            self._queue.put(self._waiting)
            self._queue.put(None)
            await asyncio.to_thread(self._thread.join)
            self._thread = None

    async def _do(self, work: Work[T], changes: bool = True) -> T:
        future: asyncio.Future[T] = self._loop.create_future()
        self._waiting.append(Job(work, changes, future))
        if not self._busy:
            self._busy = True
            self._loop.call_soon(self._hand_over)  # with all that comes in this round of the loop
        return await future

    def _hand_over(self) -> None:
        self._began = self._loop.time()
        self._queue.put(self._waiting[:MOST_AT_ONCE])
        del self._waiting[:MOST_AT_ONCE]

    def _done(self, answered: list[tuple[asyncio.Future[Any], Answer]]) -> None:
        self._loop.call_at(self._began + gathering(len(answered)), self._next)
        for future, (result, error) in answered:
            if future.done():
                continue  # whoever asked has gone
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

    def _next(self) -> None:
        self._busy = bool(self._waiting)
        if self._busy:
            self._hand_over()

    def _run(self, ready: asyncio.Future[None]) -> None:
        tell = self._loop.call_soon_threadsafe
        try:
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))  # seeds lie in it: for nobody else's eyes
            db = sqlite3.connect(
                self.path, isolation_level=None, timeout=self.patience, cached_statements=3 * MOST_AT_ONCE
            )
            migrate(db, self.path)
        except (OSError, sqlite3.Error, StoreError) as e:
            why = e.strerror if isinstance(e, OSError) else e
            error = e if isinstance(e, StoreError) else StoreError(f"The database {self.path} cannot be used: {why}.")
            tell(ready.set_exception, error)
            return
        tell(ready.set_result, None)
        while (jobs := self._queue.get()) is not None:
            changes = [job for job in jobs if job.changes]
            looks = [job for job in jobs if not job.changes]
            answers = [*self._change(db, changes), *[self._look(db, job) for job in looks]]
            tell(self._done, [(job.future, answer) for job, answer in zip(changes + looks, answers, strict=True)])
        db.close()

    def _change(self, db: sqlite3.Connection, jobs: list[Job]) -> list[Answer]:
        """All of them in one transaction. Where one of them is at fault, each in its own."""
        if not jobs:
            return []
        answers: list[Answer] = []
        try:
            db.execute("BEGIN IMMEDIATE")
            for adding, alike in groupby([job.work for job in jobs], lambda work: isinstance(work, Adding)):
                works = list(alike)
                answers += _add_all(db, works) if adding else [_try(db, work) for work in works]
            db.execute("COMMIT")
        except Exception as e:
            if db.in_transaction:
                db.execute("ROLLBACK")
            if len(jobs) > 1 and not isinstance(e, sqlite3.OperationalError):
                return [answer for job in jobs for answer in self._change(db, [job])]
            return [(None, e if isinstance(e, sqlite3.IntegrityError) else self._told(e))] * len(jobs)
        return answers

    def _look(self, db: sqlite3.Connection, job: Job) -> Answer:
        try:
            return job.work(db), None
        except Exception as e:
            return None, self._told(e)

    def _told(self, e: Exception) -> Exception:
        why = f"The database {self.path} cannot be used: {e}."
        return Unavailable(why) if isinstance(e, sqlite3.DatabaseError) else e

    async def _rows(self, sql: str, *values: Any) -> list[Any]:
        return await self._do(lambda db: db.execute(sql, values).fetchall(), changes=False)

    # what is kept ----------------------------------------------------------------------------------------------------
    async def secret(self, new: bytes = b"") -> bytes:
        """See `Store`."""

        def work(db: sqlite3.Connection) -> bytes:
            db.execute("INSERT OR IGNORE INTO meta VALUES ('secret', ?)", (new or secrets.token_bytes(32),))
            return bytes(db.execute("SELECT value FROM meta WHERE name = 'secret'").fetchone()[0])

        return await self._do(work)

    async def size(self) -> Size:
        """See `Store`."""
        sql = "SELECT (SELECT count(*) FROM play), (SELECT count(*) FROM entry), (SELECT count(*) FROM said)"
        return Size(*(await self._rows(sql))[0])

    async def tables(self) -> list[tuple[str, bool]]:
        """See `Store`."""
        rows = await self._rows("SELECT id, due.play IS NOT NULL FROM play LEFT JOIN due ON due.play = id ORDER BY id")
        return [(id, bool(due)) for id, due in rows]

    async def create(self, head: Head) -> None:
        """See `Store`."""
        row = (head.id, head.code, head.circle, head.opened, msgspec.json.encode(head))
        sql = "INSERT INTO play (id, code, circle, opened, head) VALUES (?, ?, ?, ?, ?)"
        try:
            await self._do(lambda db: db.execute(sql, row))
        except sqlite3.IntegrityError as e:
            raise CodeTaken(head.code) from e

    async def save(self, head: Head, version: int, due: bool = False) -> bool:
        """See `Store`."""
        row = (head.code, msgspec.json.encode(head), head.id, version)
        sql = "UPDATE play SET code = ?, head = ?, version = version + 1 WHERE id = ? AND version = ?"

        def work(db: sqlite3.Connection) -> bool:
            saved = db.execute(sql, row).rowcount == 1
            if saved:
                _set_due(db, {head.id: due})
            return saved

        try:
            return await self._do(work)
        except sqlite3.IntegrityError as e:
            raise CodeTaken(head.code) from e

    async def find(self, code: str) -> Head | None:
        """See `Store`."""
        rows = await self._rows("SELECT head FROM play WHERE code = ?", code)
        return msgspec.json.decode(rows[0][0], type=Head) if rows else None

    async def head(self, table: str) -> tuple[Head, int] | None:
        """See `Store`."""
        rows = await self._rows("SELECT head, version FROM play WHERE id = ?", table)
        return (msgspec.json.decode(rows[0][0], type=Head), rows[0][1]) if rows else None

    async def reached(self, table: str) -> tuple[int, int, int]:
        """See `Store`."""
        sql = """SELECT coalesce((SELECT version FROM play WHERE id = ?1), 0),
                        coalesce((SELECT max(n) + 1 FROM entry WHERE play = ?1), 0),
                        coalesce((SELECT max(k) + 1 FROM said WHERE play = ?1), 0)"""
        version, entries, talk = (await self._rows(sql, table))[0]
        return version, entries, talk

    async def circles(self, circles: Sequence[str]) -> list[Head]:
        """See `Store`."""
        marks = ",".join("?" * len(circles))
        rows = await self._rows(f"SELECT head FROM play WHERE circle IN ({marks}) ORDER BY opened DESC", *circles)
        return [msgspec.json.decode(row[0], type=Head) for row in rows]

    async def append(self, table: str, kept: Kept, due: bool = False) -> bool:
        """See `Store`."""
        e = kept.entry
        row = (table, e.n, e.at, e.actor, bytes(e.move), kept.mark, kept.request)
        try:
            await self._do(Adding(row, due))
        except sqlite3.IntegrityError:
            return False
        return True

    async def entries(self, table: str, start: int = 0) -> list[Kept]:
        """See `Store`."""
        sql = "SELECT n, at, actor, move, mark, request FROM entry WHERE play = ? AND n >= ? ORDER BY n"
        return [
            Kept(Entry(n, at, actor, msgspec.Raw(move)), mark, request)
            for n, at, actor, move, mark, request in await self._rows(sql, table, start)
        ]

    async def say(self, table: str, k: int, said: Said) -> bool:
        """See `Store`."""
        row = (table, k, said.after, said.seat, said.name, said.text)
        try:
            await self._do(lambda db: db.execute("INSERT INTO said VALUES (?, ?, ?, ?, ?, ?)", row))
        except sqlite3.IntegrityError:
            return False
        return True

    async def talk(self, table: str, start: int = 0) -> list[Said]:
        """See `Store`."""
        sql = "SELECT after, seat, name, text FROM said WHERE play = ? AND k >= ? ORDER BY k"
        return [Said(*row) for row in await self._rows(sql, table, start)]

    # clocks and bots -------------------------------------------------------------------------------------------------
    async def take(self, table: str, node: str, seconds: float) -> bool:
        """See `Store`. A file has one server: who runs what is kept in its memory."""
        return self._cares.take(table, node, seconds)

    async def claim(self, node: str, seconds: float, most: int) -> list[str]:
        """See `Store`."""
        due = [row[0] for row in await self._rows("SELECT play FROM due")]
        return self._cares.claim(due, node, seconds, most)

    async def renew(self, node: str, seconds: float) -> set[str]:
        """See `Store`."""
        return self._cares.renew(node, seconds)

    async def release(self, node: str, tables: Collection[str]) -> None:
        """See `Store`."""
        self._cares.release(node, tables)


def migrate(db: sqlite3.Connection, path: str) -> None:
    """Runs the steps that this database has not seen. Raises StoreError for a newer one."""
    known = steps("sqlite")
    version = db.execute("PRAGMA user_version").fetchone()[0]
    check_version(path, version, len(known))
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA temp_store = MEMORY")
    db.execute("PRAGMA cache_size = -8000")
    for number, step in enumerate(known[version:], version + 1):
        db.executescript(f"BEGIN; {step}; PRAGMA user_version = {number}; COMMIT;")


def _try(db: sqlite3.Connection, work: Work[Any]) -> Answer:
    """A change and its fault, where it is of this change alone; the others commit."""
    try:
        return work(db), None
    except (sqlite3.IntegrityError, CodeTaken) as e:
        return None, e


def _add_all(db: sqlite3.Connection, works: Sequence[Any]) -> list[Answer]:
    """All these entries in one statement. Raises IntegrityError where the place of one is taken."""
    rows = _marks("(?, ?, ?, ?, ?, ?, ?)", len(works))
    added = db.execute(f"INSERT OR IGNORE INTO entry VALUES {rows}", list(chain.from_iterable(w.row for w in works)))
    if added.rowcount != len(works):
        raise sqlite3.IntegrityError("there is an entry of this number")
    _set_due(db, {work.row[0]: work.due for work in works})
    return [(None, None)] * len(works)


def _set_due(db: sqlite3.Connection, dues: dict[str, bool]) -> None:
    yes = [table for table, due in dues.items() if due]
    no = [table for table, due in dues.items() if not due]
    if yes:
        db.execute(f"INSERT OR IGNORE INTO due VALUES {_marks('(?)', len(yes))}", yes)
    if no:
        db.execute(f"DELETE FROM due WHERE play IN ({_marks('?', len(no))})", no)


@lru_cache(maxsize=3 * MOST_AT_ONCE)
def _marks(mark: str, times: int) -> str:
    return ", ".join([mark] * times)
