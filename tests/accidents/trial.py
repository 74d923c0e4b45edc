"""Many games at once and one kind of accident, again and again: the six scripted clients play, and every finished game
is judged from what they sent and got, and from what stands in the store."""

import asyncio
import random
import sqlite3
import time

import asyncpg

import facedown
from tests.loops import run
from tests.oracle import Verdict, judge
from tests.swarm import Swarm

QUICK = ["fly-down", *(f"tests.mini.{name}:game" for name in ("pair", "handover", "pointing"))]
"""Games in which no clock keeps anybody waiting."""
ROWS = "SELECT n, at, actor, move, mark, request FROM entry WHERE play = {} ORDER BY n"


class Store:
    """What stands in the database, read beside the server."""

    def __init__(self, database, cluster=None):
        self.database, self.cluster = database, cluster

    def tables(self):
        """The ids of the tables in a file."""
        with sqlite3.connect(self.database) as db:
            return [id for (id,) in db.execute("SELECT id FROM play")]

    def rows(self, table):
        while self.cluster:
            try:
                return [tuple(row) for row in self.cluster.do(self.database, ROWS.format("$1"), table)]
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                time.sleep(0.1)  # it is away: that is the accident
        with sqlite3.connect(self.database) as db:
            return db.execute(ROWS.format("?"), (table,)).fetchall()


class Trial:
    """Many games and one kind of accident. `say`: what it is called where the figures are printed."""

    def __init__(self, servers, store, names, seed, say="", pause=0.0):
        self.servers, self.store, self.name = servers, store, say
        self.dice, self.games = random.Random(seed), [facedown.game(name) for name in names]
        self.swarm = Swarm(servers, self.games, self.judge, random.Random(seed), pause)
        self.sum, self.accidents, self.judged = Verdict(), 0, {}

    async def judge(self, table):
        """A game is over: its record is fetched, and everything about it judged."""
        text = await table.record()
        rows = await asyncio.to_thread(self.store.rows, table.id)
        verdict = judge(table.game, table.clients, rows, text)
        for field in Verdict.__struct_fields__:
            setattr(self.sum, field, getattr(self.sum, field) + getattr(verdict, field))
        self.judged[table.id] = rows
        if len(self.judged) % 10 == 0:
            self.say()

    def say(self):
        """The figures so far."""
        line = (
            f"{len(self.judged)} games, {self.accidents} accidents, {self.sum.acknowledged} moves acknowledged, "
            f"{self.sum.refused} refused, {self.sum.frames} frames of {self.sum.streams} streams compared"
        )
        if self.name:
            print(f"{self.name}: {line}", flush=True)

    def play(self, games, at_once, accident, between, accidents, *, and_on=False):
        """Plays so many games, and until there were so many accidents: one whenever up to `between` moves more were
        answered, or for some seconds none. `and_on`: afterwards, too. Counts everything; what was judged stands there
        at the end as it was."""

        async def go():
            playing = asyncio.create_task(self.swarm.run(games, at_once, lambda: self.accidents < accidents))
            while not playing.done() and (and_on or self.accidents < accidents):
                due = self.swarm.answered + self.dice.randint(1, between)
                until = time.monotonic() + self.dice.uniform(2, 9)  # a window that was cut short lasts three more
                while not playing.done() and self.swarm.answered < due and time.monotonic() < until:
                    await asyncio.wait([playing], timeout=0.002)
                if not playing.done():
                    await asyncio.to_thread(accident, self)
                    self.accidents += 1
            await playing

        run(go())
        for table, rows in self.judged.items():
            assert self.store.rows(table) == rows, "what was there stays there"
        self.say()
        return self.sum
