"""What is measured, for Prometheus: routes and statuses, moves, streams, tables, how long commits and bots take. No
code, name or token is ever a label."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, cast

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from facedown.engine import Move, Request
from facedown.store import Store
from facedown.table import Thinkers
from facedown.table.thinkers import SECONDS as THINKS
from facedown.table.thinkers import Failed
from facedown.table.worker import Task

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "MESSAGE"}
"""Of requests, and of what comes over a socket."""


class Meters:
    """The meters of one server."""

    def __init__(self, tables: Callable[[], float]) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "facedown_requests", "Answers by route and status.", ["route", "method", "status"], registry=self.registry
        )
        self.moves = Counter("facedown_moves", "Moves that were committed.", registry=self.registry)
        self.streams = Gauge(
            "facedown_streams", "Event streams and sockets of the API that are open.", registry=self.registry
        )
        self.commits = Histogram(
            "facedown_commit_seconds", "How long a move takes to be durable.", registry=self.registry, buckets=SECONDS
        )
        self.bots = Histogram(
            "facedown_bot_seconds", "How long bots think, without their pause.", registry=self.registry, buckets=SECONDS
        )
        self.failed = Counter(
            "facedown_bots_failed", "Bots that gave no answer: late, crashed, or at fault.", ["how"],
            registry=self.registry,
        )  # fmt: skip
        Gauge("facedown_tables", "Tables in memory.", registry=self.registry).set_function(tables)
        self._answers: dict[tuple[str, str, int], Counter] = {}

    def timed(self, store: Store) -> Store:
        """The store, its commits of moves counted and timed."""
        return cast(Store, _Timed(store, self))

    def answered(self, route: str, method: str, status: int) -> None:
        """One answer."""
        at = (route, method if method in METHODS else "other", status)
        counter = self._answers.get(at)
        if counter is None:
            counter = self._answers[at] = self._requests.labels(at[0], at[1], str(status))
        counter.inc()

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)


class _Timed:
    """A store that measures one of its methods."""

    def __init__(self, store: Store, meters: Meters) -> None:
        self._store, self._meters = store, meters

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(self, *what: Any, **more: Any) -> bool:
        """See `Store`."""
        began = time.perf_counter()
        done = await self._store.append(*what, **more)
        self._meters.commits.observe(time.perf_counter() - began)
        if done:
            self._meters.moves.inc()
        return done


class TimedThinkers(Thinkers):
    """Bots whose thinking is measured."""

    def __init__(self, meters: Meters) -> None:
        super().__init__()
        self._meters = meters

    async def think(self, table: str, task: Task, seconds: float = THINKS) -> tuple[Request, Move] | None:
        """See `Thinkers`."""
        try:
            with self._meters.bots.time():
                return await super().think(table, task, seconds)
        except Failed as e:
            self._meters.failed.labels(e.how).inc()
            raise
