"""PostgreSQL, for several nodes on one database. Entries go through one writer task, which puts everything that has
queued up meanwhile into one statement and tells the other nodes in the same transaction (channel `facedown`, payload
`table:n,table:n,..`; heads as `table:hV`, talk as `table:kK`).

A connection that is lost in the middle leaves it open whether the change was kept. Each change is therefore asked again
on a new connection, in a form that can be repeated, and where it then finds something in its place, what stands there
is compared with what was to be put there."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

import asyncpg
import msgspec
import structlog

from facedown.engine import Entry

from .batches import gathering
from .migrations import check_version, steps
from .words import CodeTaken, Head, Kept, Said, Size, StoreError, Unavailable

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

    Connection = PoolConnectionProxy[asyncpg.Record]

T = TypeVar("T")
Reached = tuple[int, int, int]
PATIENCE = 8.0
"""Seconds for which a change is tried again while the database cannot be reached."""
ANSWERS = 10.0
"""Seconds after which a statement without an answer counts as lost."""
MOST_BYTES = 7000
"""Of the table ids and numbers in one notification; PostgreSQL takes less than 8,000."""
CONNECTIONS = 8
LOST = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.exceptions.OperatorInterventionError,
    asyncpg.exceptions.InsufficientResourcesError,
    asyncpg.exceptions.TransactionRollbackError,
    asyncpg.exceptions.ReadOnlySQLTransactionError,
)
"""What may pass when it is tried again: no connection, a server that stops or starts, a full disk, a deadlock."""
log = structlog.get_logger()

APPEND = """
WITH kept AS (
  INSERT INTO entry
  SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::int[], $5::bytea[], $6::text[], $7::text[])
  ON CONFLICT DO NOTHING RETURNING play, n
), last AS (
  SELECT DISTINCT ON (play) play, due FROM kept
  JOIN unnest($1::text[], $2::int[], $8::bool[]) AS t (play, n, due) USING (play, n)
  ORDER BY play, n DESC
), more AS (
  INSERT INTO due SELECT play FROM last WHERE due ON CONFLICT DO NOTHING
), less AS (
  DELETE FROM due USING last WHERE due.play = last.play AND NOT last.due
), told AS (
  SELECT pg_notify('facedown', string_agg(play || ':' || n, ',')) FROM kept HAVING count(*) > 0
)
SELECT play, n, (SELECT count(*) FROM told) FROM kept
"""
REACHED = """
SELECT id, version,
       coalesce((SELECT max(n) + 1 FROM entry WHERE play = id), 0),
       coalesce((SELECT max(k) + 1 FROM said WHERE play = id), 0)
FROM play WHERE id = ANY($1)
"""
CLAIM = """
INSERT INTO care AS c (play, node, until)
SELECT play, $1, clock_timestamp() + $2 FROM due LEFT JOIN care AS h USING (play)
WHERE h.play IS NULL OR NOT h.until BETWEEN clock_timestamp() AND clock_timestamp() + $2
ORDER BY play LIMIT $3
ON CONFLICT (play) DO UPDATE SET node = excluded.node, until = excluded.until
WHERE NOT c.until BETWEEN clock_timestamp() AND clock_timestamp() + $2
RETURNING play
"""
TAKE = """
INSERT INTO care AS c (play, node, until) VALUES ($1, $2, clock_timestamp() + $3)
ON CONFLICT (play) DO UPDATE SET node = excluded.node, until = excluded.until
WHERE c.node = excluded.node OR NOT c.until BETWEEN clock_timestamp() AND clock_timestamp() + $3
RETURNING true
"""


class Job(NamedTuple):
    """An entry that waits for the writer."""

    table: str
    kept: Kept
    due: bool
    future: asyncio.Future[bool]

    @property
    def key(self) -> tuple[str, int]:
        """Its place, which is unique."""
        return self.table, self.kept.entry.n


class PostgresStore:
    """See `Store`. `url`: `postgresql://user:password@host:port/name`. `patience`: seconds for which a change is tried
    again while the database cannot be reached."""

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        self.url, self.patience = url, patience
        parts = urlsplit(url)
        self.name = f"{parts.path.lstrip('/') or 'of the default name'} at {parts.hostname or 'this machine'}"
        self._queue: asyncio.Queue[Job | None] = asyncio.Queue()
        self._pool: asyncpg.Pool[asyncpg.Record] | None = None
        self._writer: asyncio.Task[None] | None = None
        self._asked: list[tuple[str, asyncio.Future[Reached]]] = []
        self._finding: asyncio.Task[None] | None = None

    # connections -----------------------------------------------------------------------------------------------------
    async def open(self) -> None:
        """Connects and brings the schema up to date. Raises StoreError."""
        try:
            self._pool = await asyncpg.create_pool(
                self.url,
                min_size=1,
                max_size=CONNECTIONS,
                timeout=5,
                command_timeout=ANSWERS,
                init=_durable,
                reset=_nothing,
            )
            async with self._pool.acquire() as db:
                await _migrate(db, self.name)
        except (OSError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as e:
            raise StoreError(f"The database {self.name} cannot be used: {str(e) or type(e).__name__}.") from e
        self._queue, self._asked, self._finding = asyncio.Queue(), [], None
        self._writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Waits until all is written."""
        if self._writer is not None:
            self._queue.put_nowait(None)
            await self._writer
            self._writer = None
        if self._pool is not None:
            pool, self._pool = self._pool, None
            try:
                await asyncio.wait_for(pool.close(), 2)
            except LOST:
                pool.terminate()

    async def _do(self, work: Callable[[Connection, bool], Awaitable[T]], patience: float | None = None) -> T:
        """Runs `work(connection, again)`, again on another connection where one was lost."""
        assert self._pool is not None, "the store is not open"
        loop = asyncio.get_running_loop()
        again, wait, until = False, 0.05, loop.time() + (self.patience if patience is None else patience)
        while True:
            try:
                async with self._pool.acquire(timeout=self.patience) as db:
                    try:
                        return await work(db, again)
                    except LOST:
                        db.terminate()  # whatever state it was left in
                        raise
            except LOST as e:
                if loop.time() + wait > until:
                    log.error("the database cannot be reached", error=type(e).__name__)
                    raise Unavailable(f"The database cannot be reached: {type(e).__name__}.") from e
            again = True
            await asyncio.sleep(wait)
            wait = min(2 * wait, 1.0)

    async def _rows(self, sql: str, *values: Any) -> list[asyncpg.Record]:
        return await self._do(lambda db, _: db.fetch(sql, *values))

    # the log ---------------------------------------------------------------------------------------------------------
    async def append(self, table: str, kept: Kept, due: bool = False) -> bool:
        """See `Store`."""
        job = Job(table, kept, due, asyncio.get_running_loop().create_future())
        self._queue.put_nowait(job)
        return await job.future

    async def _write(self) -> None:
        going, loop, ready = True, asyncio.get_running_loop(), 0.0
        while going:
            taken, size = [await self._queue.get()], 0
            await asyncio.sleep(ready - loop.time())
            began = loop.time()
            while not self._queue.empty() and size < MOST_BYTES:
                taken.append(self._queue.get_nowait())
                size += sum(len(job.table) + 12 for job in taken[-1:] if job)
            going, ready = None not in taken, began + gathering(len(taken))
            await self._answer([job for job in taken if job is not None])

    async def _answer(self, jobs: list[Job]) -> None:
        """All in one statement. Where one of them is at fault, each in its own."""
        firsts = {job.key: job for job in reversed(jobs)}
        batch = [firsts[key] for key in sorted(firsts)]  # in one order on all nodes: no deadlocks
        if not batch:
            return
        try:
            won = await self._do(lambda db, again: _append(db, batch, again))
        except Exception as e:
            if len(jobs) > 1 and not isinstance(e, Unavailable):
                for job in jobs:
                    await self._answer([job])
                return
            for job in jobs:
                if not job.future.done():
                    job.future.set_exception(e)
            return
        for job in jobs:
            if not job.future.done():
                job.future.set_result(job.key in won and firsts[job.key] is job)

    async def entries(self, table: str, start: int = 0) -> list[Kept]:
        """See `Store`."""
        sql = "SELECT n, at, actor, move, mark, request FROM entry WHERE play = $1 AND n >= $2 ORDER BY n"
        return [_kept(*row) for row in await self._rows(sql, table, start)]

    async def say(self, table: str, k: int, said: Said) -> bool:
        """See `Store`."""

        async def work(db: Connection, again: bool) -> bool:
            sql = """WITH kept AS (INSERT INTO said VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING k)
                     SELECT k, pg_notify('facedown', $1 || ':k' || k) FROM kept"""
            if await db.fetch(sql, table, k, said.after, said.seat, said.name, said.text):
                return True
            sql = "SELECT after, seat, name, text FROM said WHERE play = $1 AND k = $2"
            return again and [Said(*row) for row in await db.fetch(sql, table, k)] == [said]

        return await self._do(work)

    async def talk(self, table: str, start: int = 0) -> list[Said]:
        """See `Store`."""
        sql = "SELECT after, seat, name, text FROM said WHERE play = $1 AND k >= $2 ORDER BY k"
        return [Said(*row) for row in await self._rows(sql, table, start)]

    # heads -----------------------------------------------------------------------------------------------------------
    async def secret(self, new: bytes = b"") -> bytes:
        """See `Store`."""

        async def work(db: Connection, again: bool) -> bytes:
            sql = "INSERT INTO meta VALUES ('secret', $1) ON CONFLICT DO NOTHING"
            await db.execute(sql, new or secrets.token_bytes(32))
            return bytes(await db.fetchval("SELECT value FROM meta WHERE name = 'secret'"))

        return await self._do(work)

    async def size(self) -> Size:
        """See `Store`."""
        sql = "SELECT (SELECT count(*) FROM play), (SELECT count(*) FROM entry), (SELECT count(*) FROM said)"
        return Size(*(await self._rows(sql))[0])

    async def tables(self) -> list[tuple[str, bool]]:
        """See `Store`."""
        sql = "SELECT id, due.play IS NOT NULL FROM play LEFT JOIN due ON due.play = id"
        return sorted((row[0], row[1]) for row in await self._rows(sql))  # whatever order this database sorts by

    async def create(self, head: Head) -> None:
        """See `Store`."""

        async def work(db: Connection, again: bool) -> None:
            sql = "INSERT INTO play VALUES ($1, $2, $3, $4, $5, 0)"
            try:
                await db.execute(sql, head.id, head.code, head.circle, head.opened, _json(head))
            except asyncpg.UniqueViolationError as e:
                if not again or await _head(db, head.id) != (head, 0):
                    raise CodeTaken(head.code) from e

        await self._do(work)

    async def save(self, head: Head, version: int, due: bool = False) -> bool:
        """See `Store`."""

        async def work(db: Connection, again: bool) -> bool:
            sql = "UPDATE play SET code = $1, head = $2, version = version + 1 WHERE id = $3 AND version = $4"
            async with db.transaction():
                if await db.execute(sql, head.code, _json(head), head.id, version) != "UPDATE 1":
                    return again and await _head(db, head.id) == (head, version + 1)
                sql = "INSERT INTO due VALUES ($1) ON CONFLICT DO NOTHING" if due else "DELETE FROM due WHERE play = $1"
                await db.execute(sql, head.id)
                await db.execute("SELECT pg_notify('facedown', $1)", f"{head.id}:h{version + 1}")
            return True

        try:
            return await self._do(work)
        except asyncpg.UniqueViolationError as e:
            raise CodeTaken(head.code) from e

    async def find(self, code: str) -> Head | None:
        """See `Store`."""
        rows = await self._rows("SELECT head FROM play WHERE code = $1", code)
        return msgspec.json.decode(rows[0][0], type=Head) if rows else None

    async def head(self, table: str) -> tuple[Head, int] | None:
        """See `Store`."""
        return await self._do(lambda db, _: _head(db, table))

    async def reached(self, table: str) -> tuple[int, int, int]:
        """See `Store`."""
        future: asyncio.Future[Reached] = asyncio.get_running_loop().create_future()
        self._asked.append((table, future))
        if self._finding is None:
            self._finding = asyncio.create_task(self._find_reached())
        return await future

    async def _find_reached(self) -> None:
        """Answers all who have asked meanwhile with one statement, until nobody asks."""
        loop = asyncio.get_running_loop()
        while asked := self._asked:
            until = loop.time() + gathering(len(asked))
            self._asked, tables = [], [table for table, _ in asked]
            try:
                rows = await self._do(partial(_reached, tables=tables), 0)
            except Exception as e:
                for _, future in asked:
                    if not future.done():
                        future.set_exception(e)
            else:
                found: dict[str, Reached] = {row[0]: (row[1], row[2], row[3]) for row in rows}
                for table, future in asked:
                    if not future.done():
                        future.set_result(found.get(table, (0, 0, 0)))
            await asyncio.sleep(until - loop.time())
        self._finding = None

    async def circles(self, circles: Sequence[str]) -> list[Head]:
        """See `Store`."""
        rows = await self._rows("SELECT head FROM play WHERE circle = ANY($1) ORDER BY opened DESC", list(circles))
        return [msgspec.json.decode(row[0], type=Head) for row in rows]

    # clocks and bots: times are those of the database, and one that is too far ahead has been left by a clock set back
    async def take(self, table: str, node: str, seconds: float) -> bool:
        """See `Store`."""
        return bool(await self._rows(TAKE, table, node, timedelta(seconds=seconds)))

    async def claim(self, node: str, seconds: float, most: int) -> list[str]:
        """See `Store`."""
        return [row[0] for row in await self._rows(CLAIM, node, timedelta(seconds=seconds), most)]

    async def renew(self, node: str, seconds: float) -> set[str]:
        """See `Store`."""
        sql = "UPDATE care SET until = clock_timestamp() + $2 WHERE node = $1 RETURNING play"
        return {row[0] for row in await self._rows(sql, node, timedelta(seconds=seconds))}

    async def release(self, node: str, tables: Collection[str]) -> None:
        """See `Store`."""
        await self._rows("DELETE FROM care WHERE node = $1 AND play = ANY($2)", node, list(tables))


async def _append(db: Connection, batch: list[Job], again: bool) -> set[tuple[str, int]]:
    """Which of these entries are in the log now."""
    e = [job.kept.entry for job in batch]
    rows = await db.fetch(
        APPEND,
        [job.table for job in batch],
        [x.n for x in e],
        [x.at for x in e],
        [x.actor for x in e],
        [bytes(x.move) for x in e],
        [job.kept.mark for job in batch],
        [job.kept.request for job in batch],
        [job.due for job in batch],
    )
    won = {(row[0], row[1]) for row in rows}
    lost = [job for job in batch if job.key not in won]
    if again and lost:
        sql = """SELECT play, n, at, actor, move, mark, request FROM entry
                 JOIN unnest($1::text[], $2::int[]) AS t (play, n) USING (play, n)"""
        there = await db.fetch(sql, [job.table for job in lost], [job.kept.entry.n for job in lost])
        ours = {job.key: job.kept for job in lost}
        won |= {(row[0], row[1]) for row in there if ours[row[0], row[1]] == _kept(*row[1:])}
    return won


async def _reached(db: Connection, again: bool, tables: list[str]) -> list[asyncpg.Record]:
    return await db.fetch(REACHED, tables)


async def _head(db: Connection, table: str) -> tuple[Head, int] | None:
    row = await db.fetchrow("SELECT head, version FROM play WHERE id = $1", table)
    return (msgspec.json.decode(row[0], type=Head), row[1]) if row else None


async def _migrate(db: Connection, name: str) -> None:
    """Runs the steps that this database has not seen, one node at a time. Raises StoreError for a newer one."""
    known = steps("postgres")
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock(hashtext('facedown schema'))")
        await db.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
        version = await db.fetchval("SELECT max(version) FROM schema_version") or 0
        check_version(name, version, len(known))
        for number, step in enumerate(known[version:], version + 1):
            await db.execute(step)
            await db.execute("INSERT INTO schema_version VALUES ($1)", number)
        await db.execute("DELETE FROM care WHERE until < clock_timestamp() - interval '1 day'")


async def _durable(db: Any) -> None:
    """What is committed is on disk, whatever this server's default."""
    await db.execute(
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
    )


async def _nothing(db: Any) -> None:
    """Nothing to clean up when a connection goes back: no session state is ever set."""


def _kept(n: int, at: int, actor: int, move: bytes, mark: str, request: str) -> Kept:
    return Kept(Entry(n, at, actor, msgspec.Raw(move)), mark, request)


def _json(head: Head) -> str:
    return msgspec.json.encode(head).decode()
