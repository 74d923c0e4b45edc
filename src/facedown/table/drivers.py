"""Bots at their tables: who is asked, when they think, and what is played for one that fails. They think elsewhere
(`Thinkers`); what they may know is put together here."""

from __future__ import annotations

import asyncio
import pickle
import random
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from facedown.engine import Game, Refused

from .care import Care
from .table import Table
from .thinkers import SECONDS, Failed, Thinkers
from .worker import Task

TRIES = 8
"""How often a bot is asked before the default is played for it."""
LEAST = 1.0
"""Seconds that a bot may think at least, however often it was late."""
log = structlog.get_logger()


class Drivers:
    """The bots of the tables that this node looks after. `pause`: how long they wait before they answer, least and
    most seconds; `run`: runs work of a table beside everything else."""

    def __init__(
        self,
        thinkers: Thinkers,
        care: Care,
        pause: tuple[float, float],
        run: Callable[[Table, Coroutine[Any, Any, None]], None],
    ) -> None:
        self.thinkers, self.care, self.pause, self._run = thinkers, care, pause, run
        self._thinking: set[tuple[str, int]] = set()
        self._waited: dict[tuple[str, int], int] = {}
        self._late: dict[tuple[str, int], int] = {}
        """How often in a row a bot was late."""
        self._pickled: dict[int, bytes] = {}
        self._dice = random.SystemRandom()

    def ask(self, table: Table) -> None:
        """Asks every bot of a table that has something to decide and is not at it already."""
        assert table.play is not None
        asked = {r.seat for r in table.play.state.requests()}
        for seat in range(len(table.head.chairs)):
            at = (table.head.id, seat)
            busy = at in self._thinking or not table.driven(seat) or seat not in asked
            if not busy and self._waited.get(at) != table.rev(seat):
                self._thinking.add(at)
                self._run(table, self._drive(table, seat))

    def forget(self, id: str) -> None:
        """A table leaves memory."""
        for kept in (self._waited, self._late):
            for at in [at for at in kept if at[0] == id]:
                del kept[at]

    async def _drive(self, table: Table, seat: int) -> None:
        """One bot, as long as it is asked something: it thinks while it pauses, so that its pause tells nothing."""
        at = (table.head.id, seat)
        tries = 0
        try:
            while (
                self.care.has(table.head.id)
                and table.play is not None
                and table.driven(seat)
                and (requests := [r for r in table.play.state.requests() if r.seat == seat])
            ):
                rev = table.rev(seat)
                pause = asyncio.create_task(asyncio.sleep(self._dice.uniform(*self.pause)))
                try:
                    task = self._task(table, seat, requests, tries)
                    answer = await self.thinkers.think(at[0], task, self._seconds(at)) if tries < TRIES else None
                    self._late.pop(at, None)
                except Failed as e:
                    log.warning("a bot failed", table=at[0], kind=task.kind, how=e.how, error=str(e))
                    answer, tries = None, TRIES
                    if e.how == "late":
                        self._late[at] = self._late.get(at, 0) + 1
                except asyncio.CancelledError:
                    pause.cancel()
                    raise
                await pause
                binding = [r for r in requests if r.binds != "may"]
                if answer is None and tries >= TRIES and binding:
                    answer = (binding[0], table.play.state.default(binding[0]))
                if answer is None and any(r.binds == "must" for r in binding):
                    tries += 1  # nobody may wait where the game waits
                    continue
                if answer is None:
                    if table.rev(seat) == rev:
                        self._waited[at] = rev
                        return
                    continue
                try:
                    request, move = answer
                    done = await table.answer(seat, (request.kind, request.opened), move)
                    tries = 0 if done or tries >= TRIES else tries + 1
                except Refused:
                    tries += 1
        finally:
            self._thinking.discard(at)

    def _seconds(self, at: tuple[str, int]) -> float:
        """How long this bot may think: half as long after each time that it was late, so that one that hangs for good
        holds up its own table less and less."""
        return max(LEAST, SECONDS * 0.5 ** self._late.get(at, 0))

    def _task(self, table: Table, seat: int, requests: list[Any], again: int) -> Task:
        play, chair = table.play, table.head.chairs[seat]
        assert play is not None
        return Task(
            game=self._pickle(play.game),
            kind=chair.driver,
            seat=seat,
            seats=len(table.head.chairs),
            options=table.options,
            key=play.key(seat),
            view=play.state.view(seat),
            events=play.heard(seat),
            requests=requests,
            menu=play.state.menu(seat),
            again=again,
        )

    def _pickle(self, game: Game[Any]) -> bytes:
        if id(game) not in self._pickled:
            self._pickled[id(game)] = pickle.dumps(game)
        return self._pickled[id(game)]
