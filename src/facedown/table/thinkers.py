"""Where bots think: other processes, so that the table never waits for them. A worker knows a bot's seat, its log and
its view, and nothing else; what a bot remembers it rebuilds from its log."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
import random
import threading
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import lru_cache
from typing import Any

import structlog
from msgspec import Struct

from facedown.bots import make_bot, parse_bots
from facedown.engine import Event, Game, Move, Offer, Request

SECONDS = 10.0
"""How long a bot may think before the default is played for it."""
log = structlog.get_logger()


class Task(Struct, frozen=True):
    """All that a bot may know when it decides. `key`: its own chance, the same after a restart; `again`: how many of
    its answers to this were refused."""

    game: bytes
    kind: str
    seat: int
    seats: int
    options: Any
    key: str
    view: Any
    events: list[Event]
    requests: list[Request]
    menu: list[Offer]
    again: int = 0


class Failed(Exception):
    """The bot crashed or took too long."""


class Thinkers:
    """A pool of processes, started with the first question and again after a crash."""

    def __init__(self, workers: int = 2, seconds: float = SECONDS) -> None:
        self.workers, self.seconds = workers, seconds
        self._pool: ProcessPoolExecutor | None = None

    async def think(self, task: Task) -> tuple[Request, Move] | None:
        """What the bot answers; None if it waits. Raises Failed."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.workers, multiprocessing.get_context("forkserver"), initializer=outlive_nobody
            )
        pool = self._pool
        try:
            answer = await asyncio.wait_for(asyncio.wrap_future(pool.submit(decide, task)), self.seconds)
        except (TimeoutError, BrokenExecutor) as e:
            if self._pool is pool:
                self.close()
            raise Failed(type(e).__name__) from e
        except Exception as e:
            raise Failed(f"{type(e).__name__} in {task.kind}") from e
        return answer

    def close(self) -> None:
        """Ends the processes, also one that hangs."""
        pool, self._pool = self._pool, None
        if pool is not None:
            processes: Sequence[Any] = list((pool._processes or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()


def outlive_nobody() -> None:
    """Ends this worker when the server dies, however it dies."""

    def watch() -> None:
        server = multiprocessing.parent_process()
        if server is not None:
            server.join()
            os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def decide(task: Task) -> tuple[Request, Move] | None:
    """Runs in a worker."""
    game = _game(task.game)
    rng = random.Random(task.key)
    bot = make_bot(game, parse_bots(task.kind)[0], task.seat, task.seats, task.options, rng)
    answer = bot.decide(task.view, task.events, task.requests, task.menu)
    for _ in range(task.again):
        answer = bot.decide(task.view, (), task.requests, task.menu)
    return answer


@lru_cache(maxsize=16)
def _game(pickled: bytes) -> Game[Any]:
    game: Game[Any] = pickle.loads(pickled)
    return game
