"""One process in which bots think. It knows a bot's seat, its log and its view, and nothing else; what a bot remembers
it rebuilds from its log. Everything here may block: it is called from threads."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import random
import signal
import threading
from functools import lru_cache
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from typing import Any

from msgspec import Struct

from facedown.bots import make_bot, parse_bots
from facedown.engine import Event, Game, Move, Offer, Request

CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["__main__", __name__])  # so that a further process starts in an instant
STARTS = 60.0
"""Seconds for a process to start."""


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


class Crashed(Exception):
    """The process has ended, or does not start."""


class Fault(Exception):
    """The bot raised an error; the process goes on."""


class Worker:
    """A process; it starts with `begin`."""

    def __init__(self) -> None:
        self._process: ForkServerProcess | None = None

    def begin(self) -> None:
        """Starts it, unless it runs. Raises Crashed."""
        if self._process is not None:
            return
        try:
            self._line, there = CONTEXT.Pipe()
            self._process = CONTEXT.Process(target=work, args=(there,), daemon=True)
            self._process.start()
            there.close()
        except OSError as e:
            raise Crashed("cannot be started") from e
        if not self._line.poll(STARTS):
            raise Crashed("does not start")
        self._hear()

    def ask(self, task: Task) -> tuple[Request, Move] | None:
        """What the bot answers; None if it waits. Raises Crashed or Fault."""
        try:
            self._line.send(task)
        except OSError as e:
            raise Crashed("has ended") from e
        answer: tuple[Request, Move] | None
        answer, fault = self._hear()
        if fault:
            raise Fault(fault)
        return answer

    def _hear(self) -> Any:
        try:
            return self._line.recv()
        except (EOFError, OSError) as e:
            raise Crashed("has ended") from e

    def kill(self) -> None:
        """Ends it, also while it thinks: whoever waits for its answer hears that it has crashed."""
        if self._process is not None and self._process.pid is not None:
            self._process.kill()


def work(line: Connection) -> None:
    """Runs in the process: answers tasks until the line is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=outlive_nobody, daemon=True).start()
    line.send(None)  # ready
    while True:
        try:
            task = line.recv()
        except EOFError:
            return
        try:
            answer = pickle.dumps((decide(task), ""))
        except Exception as e:
            answer = pickle.dumps((None, f"{type(e).__name__} in {task.kind}"))
        line.send_bytes(answer)


def outlive_nobody() -> None:
    """Ends this process when the server dies, however it dies."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def decide(task: Task) -> tuple[Request, Move] | None:
    """What a bot that is made anew answers."""
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
