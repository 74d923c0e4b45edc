"""Where bots think: other processes, so that the table never waits for them. A bot that hangs loses its process and
nothing else; whoever waits longest among the tables that think least is next, so that no table keeps others waiting."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from concurrent.futures import ThreadPoolExecutor
from typing import Literal

from facedown.engine import Move, Request

from .worker import Crashed, Fault, Task, Worker

SECONDS = 10.0
"""How long a bot may think before the default is played for it."""
USUAL, MOST = 2, 8
"""Processes that stay; that there may be while somebody has waited."""
PATIENCE = 0.25
"""Seconds that a bot waits for a process until there is one more."""


class Failed(Exception):
    """The bot took too long, its process crashed, or it raised an error."""

    def __init__(self, how: Literal["late", "crashed", "fault"], what: str) -> None:
        super().__init__(what)
        self.how = how


class Thinkers:
    """The processes, started when somebody asks. `usual` of them stay; up to `most` start while somebody waits, and a
    table has at most half of those."""

    def __init__(self, usual: int = USUAL, most: int = MOST) -> None:
        self.usual, self.most = usual, most
        self._workers: set[Worker] = set()
        self._idle: list[Worker] = []
        self._waiting: dict[str, deque[asyncio.Future[Worker]]] = {}
        self._busy: Counter[str] = Counter()
        """By table, how many processes think for it."""
        self._threads = ThreadPoolExecutor(most, "bots")
        self._growing: asyncio.TimerHandle | None = None

    async def think(self, table: str, task: Task, seconds: float = SECONDS) -> tuple[Request, Move] | None:
        """What the bot answers; None if it waits. The time counts from when it begins to think. Raises Failed."""
        worker = await self._turn(table)
        loop, good = asyncio.get_running_loop(), False
        try:
            await loop.run_in_executor(self._threads, worker.begin)
            answer = await asyncio.wait_for(loop.run_in_executor(self._threads, worker.ask, task), seconds)
            good = True
        except Fault as e:
            good = True
            raise Failed("fault", str(e)) from e
        except TimeoutError as e:
            raise Failed("late", f"{task.kind} thought longer than {seconds:g} seconds") from e
        except Crashed as e:
            raise Failed("crashed", f"the process of {task.kind} {e}") from e
        finally:
            self._back(table, worker, good)
        return answer

    def close(self) -> None:
        """Ends the processes, also those that hang."""
        if self._growing is not None:
            self._growing.cancel()
        for worker in self._workers:
            worker.kill()
        self._workers, self._idle = set(), []
        self._threads.shutdown(wait=False)

    # who is next -----------------------------------------------------------------------------------------------------
    async def _turn(self, table: str) -> Worker:
        """A process for this table, when it is its turn."""
        mine: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(table, deque()).append(mine)
        self._hand_out(self.usual)
        try:
            return await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._back(table, mine.result(), True)
            raise

    def _back(self, table: str, worker: Worker, good: bool) -> None:
        """A process is free again; it ends where it hangs, or is one too many."""
        self._busy[table] -= 1
        if not self._busy[table]:
            del self._busy[table]
        if good and (self._waiting or len(self._workers) <= self.usual):
            self._idle.append(worker)
        else:
            self._workers.discard(worker)
            worker.kill()
        self._hand_out(self.usual)

    def _hand_out(self, most: int) -> None:
        """Gives processes to those who wait, as long as there are any, or may be."""
        while self._waiting and (self._idle or len(self._workers) < most):
            table = min(self._waiting, key=self._busy.__getitem__)  # of those that think least, who has waited longest
            if self._busy[table] >= max(1, self.most // 2):
                return
            waiting = self._waiting.pop(table)
            mine = waiting.popleft()
            if waiting:
                self._waiting[table] = waiting
            if mine.done():  # whoever waited has gone
                continue
            worker = self._idle.pop() if self._idle else Worker()
            self._workers.add(worker)
            self._busy[table] += 1
            mine.set_result(worker)
        if self._waiting and self._growing is None and len(self._workers) < self.most:
            self._growing = asyncio.get_running_loop().call_later(PATIENCE, self._grow)

    def _grow(self) -> None:
        self._growing = None
        self._hand_out(min(self.most, len(self._workers) + 1))
