"""All tables of a server: opened, found by code, loaded from the store when they are needed, forgotten when nobody
looks. Here run their timers and their bots."""

from __future__ import annotations

import asyncio
import pickle
import random
import time
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import structlog
from msgspec.structs import replace

from facedown.bus import Hub
from facedown.engine import Game, Refused, Timer
from facedown.store import Chair, CodeTaken, Head, Store

from . import host, room, stand_ins
from .table import Table
from .thinkers import Failed, Task, Thinkers
from .words import hashed, new_code, new_token, read_name, refused

IDLE = 1800.0
"""Seconds after which a table without listeners leaves memory."""
GRACE = 3.0
"""Seconds that a timer still has when its table was loaded after it ran out."""
TRIES = 8
"""How often a bot is asked before the default is played for it."""
log = structlog.get_logger()


class Tables:
    """The tables of this process. `pause`: how long bots wait before they answer, least and most seconds."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any]],
        *,
        pause: tuple[float, float] = (0.8, 2.0),
        thinkers: Thinkers | None = None,
    ) -> None:
        self.store, self.games, self.pause = store, dict(games), pause
        self.hub = Hub()
        self.thinkers = thinkers or Thinkers()
        self._live: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._opening = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thinking: set[tuple[str, int]] = set()
        self._waited: dict[tuple[str, int], int] = {}
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._pickled: dict[int, bytes] = {}
        self._dice = random.SystemRandom()

    async def close(self) -> None:
        """Stops bots and timers; what was committed is kept."""
        self.hub.close()
        for alarm in self._alarms.values():
            alarm.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinkers.close()

    # finding ---------------------------------------------------------------------------------------------------------
    async def find(self, code: str) -> Table | None:
        """The table of this code, loaded. Raises RecordError where its record does not hold."""
        async with self._loading.setdefault(code, asyncio.Lock()):
            table = self._live.get(code)
            if table is None:
                head = await self.store.find(code)
                if head is None or head.revoked or head.game not in self.games:
                    self._loading.pop(code, None)
                    return None
                table = Table(head, self.games[head.game], self.store, self.hub, self._wind, self._attend)
                await table.load()
                self._live[code] = table
            table.used = time.monotonic()
            return table

    def forget_idle(self, idle: float = IDLE) -> set[str]:
        """Drops tables that nobody looks at from memory, unless time or a bot still works there. The codes of those
        that stay."""
        for code, table in list(self._live.items()):
            works = table.head.id in self._alarms or any(c.driver for c in table.head.chairs)
            busy = works and table.phase == "playing"
            if not busy and not self.hub.listening(table.head.id) and time.monotonic() - table.used > idle:
                del self._live[code]
                self._loading.pop(code, None)
                self._waited = {at: rev for at, rev in self._waited.items() if at[0] != table.head.id}
        return set(self._live)

    async def mine(self, tokens: Mapping[str, str]) -> list[Head]:
        """The tables at which these tokens sit (circle -> token), latest first, one a circle."""
        heads: dict[str, Head] = {}
        for head in await self.store.circles(list(tokens)) if tokens else ():
            who = hashed(tokens[head.circle])
            if head.game in self.games and any(c.token == who for c in head.chairs):
                heads.setdefault(head.circle, head)
        return list(heads.values())

    # opening ---------------------------------------------------------------------------------------------------------
    async def open(
        self,
        game: Game[Any],
        seats: int,
        options: Mapping[str, Any],
        name: str,
        bots: Sequence[str] = (),
        *,
        hot: bool = False,
        token: str = "",
    ) -> tuple[Table, str]:
        """A new table with its host in the first chair and these bots in the last. `hot`: several may share a device;
        `token`: the host's, where opening the same once more is to find the same table. Returns the host's token.
        Raises Refused."""
        typed = game.read_options(options, seats)
        circle = hashed(f"circle/{token}")[:16] if token else ""
        token = token or new_token()
        chairs: tuple[Chair, ...] = (
            Chair("person", read_name(name), hashed(token), ready=True),
            *[Chair() for _ in range(seats - 1)],
        )
        if len(bots) > seats - 1:
            raise refused("illegal", f"{len(bots)} bots do not fit beside you.", f"Choose at most {seats - 1}.")
        for kind in bots:
            chairs = room.seat_bots(chairs, room.check_bot(game, kind), 1)
        head = room.new_head(game, chairs, _plain(typed), circle, hot=hot)
        async with self._opening:
            for known in await self.store.circles([circle]) if circle else ():
                found = await self.find(known.code)
                assert found is not None
                return found, token
            return await self._create(head), token

    async def rematch(self, table: Table, who: str) -> str:
        """The code of the rematch, opened unless it is there. Raises Refused."""
        async with table.lock:
            head = await room.rematch(table, who)
            if head is not None:
                new = await self._create(head)
                await table.change(lambda head: replace(head, next=new.head.code))
            return table.head.next

    async def new_lock(self, table: Table, who: str, mark: str = "") -> None:
        """Gives a table another code; its old one opens nothing, and says so. Raises Refused."""
        grave = await host.new_lock(table, who, mark)
        if grave is not None:
            self._live.pop(grave.code, None)
            self._live[table.head.code] = table
            await self.store.create(grave)

    async def behind(self, code: str, tokens: Mapping[str, str]) -> tuple[bool, Table | None]:
        """Whether this code was revoked, and its table for whoever sits there with one of these tokens (circle ->
        token)."""
        grave = await self.store.find(code)
        if grave is None or not grave.revoked:
            return False, None
        who = hashed(tokens.get(grave.circle, ""))
        for head in await self.store.circles([grave.circle]):
            if head.id == grave.next and any(c.token == who for c in head.chairs):
                return True, await self.find(head.code)
        return True, None

    async def _create(self, head: Head) -> Table:
        while True:
            try:
                await self.store.create(head)
                break
            except CodeTaken:
                head = replace(head, code=new_code())
        found = await self.find(head.code)
        assert found is not None
        log.info("table opened", table=head.id, game=head.game, seats=len(head.chairs))
        return found

    # timers and bots -------------------------------------------------------------------------------------------------
    def _wind(self, table: Table) -> None:
        """After every change: the next alarm, the bots that are asked, the end."""
        self._attend(table)
        self._set_alarm(table)
        if table.phase == "over" and not table.head.over:
            table.head = replace(table.head, over=True)
            self._run(self.store.save(table.head))
            log.info("game over", table=table.head.id)
        if table.play is None or table.phase == "over":
            return
        asked = {r.seat for r in table.play.state.requests()}
        for seat in range(len(table.head.chairs)):
            at = (table.head.id, seat)
            if table.driven(seat) and seat in asked and at not in self._thinking:
                rev = table.look(seat).rev
                if self._waited.get(at) != rev:
                    self._thinking.add(at)
                    self._run(self._bot(table, seat))

    def _attend(self, table: Table) -> None:
        """When somebody came or went: a host who is gone hands on, owners who are back get their seats."""
        if table.phase != "over" and host.heir(table) is not None:
            self._run(host.pass_on(table))
        if stand_ins.returning(table):
            self._run(stand_ins.give_back(table))

    def _set_alarm(self, table: Table) -> None:
        old = self._alarms.pop(table.head.id, None)
        if old is not None:
            old.cancel()
        clocks = table.play.clocks if table.play and table.phase == "playing" else ()
        ends = {timer: at for timer in clocks if (at := table.ends(timer)) is not None}
        if ends:
            timer = min(ends, key=ends.__getitem__)
            left = ends[timer] / 1000 - time.time()
            loop = asyncio.get_running_loop()
            wait = GRACE if left < -GRACE else max(left, 0)
            self._alarms[table.head.id] = loop.call_later(wait, self._ring, table, timer)

    def _ring(self, table: Table, timer: Timer) -> None:
        self._alarms.pop(table.head.id, None)
        self._run(table.expire(timer))

    def _run(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a task of a table failed", error=type(task.exception()).__name__)

    async def _bot(self, table: Table, seat: int) -> None:
        """One bot, as long as it is asked something: it thinks while it pauses, so that its pause tells nothing."""
        at = (table.head.id, seat)
        tries = 0
        try:
            while table.play is not None and table.driven(seat):
                requests = [r for r in table.play.state.requests() if r.seat == seat]
                if not requests:
                    return
                rev = table.look(seat).rev
                pause = asyncio.create_task(asyncio.sleep(self._dice.uniform(*self.pause)))
                self._tasks.add(pause)
                try:
                    task = self._task(table, seat, requests, tries)
                    answer = await self.thinkers.think(task) if tries < TRIES else None
                except Failed as e:
                    log.warning("a bot failed", table=table.head.id, kind=table.head.chairs[seat].driver, error=str(e))
                    answer, tries = None, TRIES
                await pause
                self._tasks.discard(pause)
                binding = [r for r in requests if r.binds != "may"]
                if answer is None and tries >= TRIES and binding:
                    answer = (binding[0], table.play.state.default(binding[0]))
                if answer is None and any(r.binds == "must" for r in binding):
                    tries += 1  # nobody may wait where the game waits
                    continue
                if answer is None:
                    if table.look(seat).rev == rev:
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


def _plain(value: Any) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(value))
    return plain
