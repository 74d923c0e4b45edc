"""All tables of a server: opened, found by code, loaded from the store when they are needed, forgotten when nobody
looks. Here their timers run."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
import structlog
from msgspec.structs import replace

from facedown.bus import Hub, Wire
from facedown.bus.wire import What
from facedown.engine import Game, Header, Timer
from facedown.store import Chair, CodeTaken, Head, Store, StoreError

from . import devices, host, missed, room, stand_ins
from .care import Care
from .chairs import belongs
from .drivers import Drivers
from .table import Table
from .thinkers import Thinkers
from .words import hashed, new_code, new_token, read_name, refused

IDLE = 1800.0
"""Seconds after which a table without listeners leaves memory."""
ON_ITS_WAY = 0.15
"""Seconds after the end of a timer until it is entered: moves that arrived before its end come first."""
AGAIN = 2.0
"""Seconds after which timers and bots go on that could not because the store failed."""
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
        wire: Wire | None = None,
    ) -> None:
        self.store, self.games, self.wire = store, dict(games), wire
        self.node = secrets.token_hex(4)
        self.hub = Hub()
        self.care = Care(store, self.node, self._adopt)
        self.drivers = Drivers(thinkers or Thinkers(), self.care, pause, self._run)
        self._live: dict[str, Table] = {}
        self._codes: dict[str, str] = {}
        """The ids of the tables in memory, by code; both as they were when somebody last asked."""
        self._loading: dict[str, asyncio.Lock] = {}
        self._opening = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._behind: set[str] = set()
        self._alarms: dict[str, asyncio.TimerHandle] = {}

    async def begin(self) -> None:
        """Goes on with what was going on: games whose clocks run or whose bots are asked, and news of other nodes."""
        if self.wire is not None:
            await self.wire.open(self.node, self.hub, self._heard)
        self.care.begin()

    async def close(self) -> None:
        """Stops bots and timers, which other nodes carry on; what was committed is kept."""
        self.hub.close()
        for alarm in self._alarms.values():
            alarm.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.drivers.thinkers.close()
        await self.care.close()
        if self.wire is not None:
            await self.wire.close()

    # finding ---------------------------------------------------------------------------------------------------------
    async def find(self, code: str) -> Table | None:
        """The table of this code, loaded. Raises RecordError where its record does not hold."""
        table = self._live.get(self._codes.get(code, ""))
        if table is None or table.head.code != code:
            head = await self.store.find(code)
            table = await self._load(head.id) if head is not None and not head.revoked else None
        if table is not None:
            self._codes[code] = table.head.id
            await self._use(table)
        return table

    async def _load(self, id: str) -> Table | None:
        if id in self._live:
            return self._live[id]
        async with self._loading.setdefault(id, asyncio.Lock()):
            if id not in self._live:
                found = await self.store.head(id)
                if found is None or found[0].game not in self.games:
                    self._loading.pop(id, None)
                    return None
                head, shared = found[0], self.wire is not None
                table = Table(head, self.games[head.game], self.store, self.hub, self._wind, self._look_around, shared)
                await table.load()
                self._live[id] = table
                if self.wire is not None:
                    self._heard(id, "all", 0)  # news may have come while it was loaded
            return self._live[id]

    def offered(self, code: str) -> Table | None:
        """The table in memory at which this code moves a seat."""
        found = (t for t in self._live.values() if devices.offering(t.head, code) is not None)
        return next(found, None)

    async def at(self, table: str) -> Table | None:
        """The table of this id, loaded. Raises RecordError where its record does not hold."""
        live = await self._load(table)
        if live is not None:
            await self._use(live)
        return live

    async def _use(self, table: Table) -> None:
        """Somebody asks for it, who may know from another node what this one has not heard yet."""
        table.used = time.monotonic()
        await table.refresh()

    @property
    def live(self) -> int:
        """How many tables are in memory."""
        return len(self._live)

    def forget_idle(self, idle: float = IDLE) -> set[str]:
        """Drops tables that nobody looks at from memory, unless time or a bot still works there. The codes of those
        that stay."""
        for id, table in list(self._live.items()):
            busy = self.care.has(id) and table.due
            if not busy and not self.hub.listening_here(id) and time.monotonic() - table.used > idle:
                del self._live[id]
                self._loading.pop(id, None)
                self.drivers.forget(id)
                self._run(table, self.care.leave(id))
        self._codes = {code: id for code, id in self._codes.items() if id in self._live}
        return set(self._codes)

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
            n, most = len(bots), seats - 1
            raise refused("illegal", f"{n} bots do not fit beside you.", f"Choose at most {most}.")
        for kind in bots:
            chairs = room.seat_bots(chairs, room.check_bot(game, kind), 1)
        head = room.new_head(game, chairs, _plain(typed), circle, hot=hot)
        async with self._opening if circle else contextlib.nullcontext():
            for known in await self.store.circles([circle]) if circle else ():
                found = await self.find(known.code)
                assert found is not None
                return found, token
            return await self._create(head), token

    async def stage(self, header: Header) -> tuple[Table, list[str]]:
        """A table under way that begins where this record does, and the tokens of its seats."""
        game = self.games[header.game]
        tokens = [new_token() for _ in header.names]
        chairs = tuple(
            Chair("person", name, hashed(token), ready=True) for name, token in zip(header.names, tokens, strict=True)
        )
        head = replace(
            room.new_head(game, chairs, header.options),
            overlay=header.overlay,
            edition=header.edition,
            given=header.given,
            key=header.key,
            dealt=int(time.time() * 1000),
        )
        return await self._create(head), tokens

    async def start(self, table: Table, who: str, fill: str, nonce: str, absent: str = "") -> None:
        """Deals; the pages of the game before say that this one runs. See `room.start`. Raises Refused."""
        await room.start(table, who, fill, nonce, absent)
        for head in await self.store.circles([table.head.circle]):
            if head.id != table.head.id and head.next and not head.went and (before := await self.at(head.id)):
                async with before.lock:
                    await before.change(lambda head: None if head.went else replace(head, went=True))

    async def rematch(self, table: Table, who: str, nonce: str = "") -> str:
        """The code of the rematch, opened unless it is there; whoever asks comes to it. Raises Refused."""
        async with table.lock:
            head = await room.rematch(table, who, nonce)
            if head is not None:
                new = await self._create(head)
                await table.change(lambda head: replace(head, next=new.head.code))
            return table.head.next

    async def new_lock(self, table: Table, who: str, mark: str = "") -> None:
        """Gives a table another code; its old one opens nothing, and says so. Raises Refused."""
        grave = await host.new_lock(table, who, mark)
        if grave is not None:
            await self.store.create(grave)

    async def behind(self, code: str, tokens: Mapping[str, str]) -> Table | None:
        """The table of a code that was revoked, for whoever belongs there with one of these tokens (circle -> token).
        To everybody else it is a code like any other that opens nothing."""
        grave = await self.store.find(code)
        if grave is None or not grave.revoked:
            return None
        who = hashed(tokens.get(grave.circle, ""))
        for head in await self.store.circles([grave.circle]):
            if head.id == grave.next and belongs(head, who):
                return await self.find(head.code)
        return None

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

    # other nodes -----------------------------------------------------------------------------------------------------
    def _heard(self, id: str, what: What, number: int) -> None:
        """Something is new at a table, or (without an id) may be at any."""
        for table in [self._live[id]] if id in self._live else [] if id else list(self._live.values()):
            if what == "here":
                table.tell_presence()
            elif table.head.id not in self._behind and not table.knows(what, number):
                self._behind.add(table.head.id)
                self._run(table, self._catch_up(table, what, number))

    async def _catch_up(self, table: Table, what: What, number: int) -> None:
        async with table.lock:
            self._behind.discard(table.head.id)
            if not table.knows(what, number):
                await table.catch_up()

    # timers and bots -------------------------------------------------------------------------------------------------
    def _wind(self, table: Table) -> None:
        """After every change: the next alarm, the bots that are asked, the end."""
        id = table.head.id
        if table.head is not table.attended or table.bots or table.game.absences:  # no move of a person bears on it
            self._attend(table)
        if table.phase == "over" and not table.head.over:
            self._run(table, self._close_book(table))
        if not table.works:
            self._hush(table)
            if self.care.has(id):
                self._run(table, self.care.leave(id))
        elif self.care.has(id):
            self._set_alarm(table)
            self.drivers.ask(table)
        else:
            self._run(table, self._take(table))

    def _look_around(self, table: Table) -> None:
        """When somebody came or went."""
        self._attend(table)
        if table.people.unwritten():
            self._run(table, missed.write_down(table))

    def _attend(self, table: Table) -> None:
        """A host who is gone hands on, owners who are back get their seats; some games are told of both."""
        table.attended = table.head
        if host.heir(table) is not None:
            self._run(table, host.pass_on(table))
        if stand_ins.absences(table):
            self._run(table, stand_ins.tell_absences(table))
        if stand_ins.returning(table) and self.care.has(table.head.id):
            self._run(table, stand_ins.give_back(table))

    async def _take(self, table: Table) -> None:
        if await self.care.take(table.head.id):
            self._wind(table)

    async def _adopt(self, id: str) -> None:
        table = await self._load(id)
        if table is not None:
            self._wind(table)

    async def _close_book(self, table: Table) -> None:
        async with table.lock:
            if not table.head.over:
                await table.change(lambda head: None if head.over else replace(head, over=True))
                log.info("game over", table=table.head.id)

    def _alarm(self, table: Table, seconds: float, work: Callable[..., None], *about: Any) -> None:
        """The one thing that is to be done for this table later."""
        self._hush(table)
        self._alarms[table.head.id] = asyncio.get_running_loop().call_later(seconds, work, *about)

    def _hush(self, table: Table) -> None:
        if (old := self._alarms.pop(table.head.id, None)) is not None:
            old.cancel()

    def _set_alarm(self, table: Table) -> None:
        self._hush(table)
        if clocks := table.running():
            timer = min(clocks, key=clocks.__getitem__)
            left = max(0, clocks[timer] - table.now()) / 1000
            self._alarm(table, left + ON_ITS_WAY, self._ring, table, timer)

    def _ring(self, table: Table, timer: Timer) -> None:
        self._alarms.pop(table.head.id, None)
        if self.care.has(table.head.id):
            self._run(table, table.expire(timer))

    def _run(self, table: Table, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(lambda task: self._done(table, task))

    def _done(self, table: Table, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if task.cancelled() or task.exception() is None:
            return
        log.error("a task of a table failed", table=table.head.id, error=type(task.exception()).__name__)
        if isinstance(task.exception(), StoreError):
            self._alarm(table, AGAIN, self._wind, table)


def _plain(value: Any) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(value))
    return plain
