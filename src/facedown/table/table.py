"""One table: who sits where, what is played, who listens. Every move enters through `move`, by way of `_enter`: judged
on a copy, committed, swapped in, and only then told. Whoever calls is known by the hash of a token, never by a seat
number, because chairs may close up until the deal."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from facedown.bus import Hub
from facedown.bus.wire import What
from facedown.engine import CLOCK, PUBLIC, Entry, Expire, Game, Move, Refusal, Refused, Timer, commitment
from facedown.engine.state import State
from facedown.store import Head, Kept, Said, Store

from .look import Asked, Clock, Look, Person, Phase, Spoken
from .play import Line, Play
from .watch import Watch
from .words import read_talk, refused

SHOWN = 60
"""Lines of the log on a page."""
SEEN = 60.0
LINGERS = 2.0
"""Seconds for which somebody counts as here: after loading a page without a stream, after a stream closed."""
GRACE = 3000
"""Milliseconds that a timer still has when its table was loaded, however long ago it would have ended."""


class Table:
    """One live play of one game."""

    def __init__(self, head: Head, game: Game[Any], store: Store, hub: Hub, changed: Callable[[Table], None]) -> None:
        self.head, self.game, self.store, self.hub = head, game, store, hub
        self.version = 0
        """Of the head, in the store."""
        self.play: Play | None = None
        self.watch: Watch | None = None
        """The time since the deal."""
        self.talk: list[Said] = []
        """What was said before the deal, and everything that was said, in order."""
        self.lock = asyncio.Lock()
        self.used = time.monotonic()
        self._changed = changed
        self._version = 0
        self._woken = 0
        self._looks: dict[int, tuple[int, Look]] = {}
        self._spoken: dict[int, tuple[Sequence[Line], int, deque[Spoken]]] = {}
        self._seen: dict[str, float] = {}
        self._people: tuple[Person, ...] = ()
        self._options: Any = None
        self.commitment = "" if head.key else commitment(head.id, bytes.fromhex(head.seed))
        """To the seed of the deal, for everybody to see; none where the deal was staged."""

    # loading ---------------------------------------------------------------------------------------------------------
    async def load(self) -> None:
        """Rebuilds the table from its store. Raises RecordError where the record does not hold."""
        async with self.lock:
            await self._reload()
            self._woken = self.watch.now() if self.watch else 0
        self.tell()

    async def catch_up(self) -> None:
        """Takes in what other nodes have done, with the lock held."""
        await self._reload()
        self.tell()

    async def _reload(self) -> None:
        found = await self.store.head(self.head.id)
        if found is not None:
            (self.head, self.version), self._people = found, ()
        talk = await self.store.talk(self.head.id, len(self.talk))
        kept = await self.store.entries(self.head.id, len(self.play.kept) if self.play else 0)
        self.talk += talk
        if self.play is not None:
            self.play.take_in(kept, talk)
        elif self.head.dealt:
            self.play = Play(self.game, self.head, kept, self.talk)
            self.watch = Watch(self.head.dealt)
        if self.watch is not None and kept:
            self.watch.heard(kept[-1].entry.at)

    @property
    def phase(self) -> Phase:
        """Waiting for people, playing, or over."""
        if self.play is None:
            return "waiting"
        return "playing" if self.play.state.outcome() is None else "over"

    @property
    def options(self) -> Any:
        """The typed options of this table."""
        if self._options is None:
            self._options = msgspec.convert(self.head.options, self.game.Options)
        return self._options

    def seat_of(self, who: str) -> int:
        """The seat of a token's hash, or PUBLIC."""
        for seat, chair in enumerate(self.head.chairs):
            if chair.token and chair.token == who:
                return seat
        return PUBLIC

    # telling ---------------------------------------------------------------------------------------------------------
    def tell(self) -> None:
        """Something changed: rings every stream, winds timers and bots."""
        self._version += 1
        self.used = time.monotonic()
        self.hub.tell(self.head.id)
        self._changed(self)

    async def change(self, make: Callable[[Head], Head | None]) -> None:
        """Changes the head, with the lock held: `make` gives the new head of the present one, or None to leave it, and
        raises Refused. Stored, then taken, then told; where another node was first, what it did is taken in and `make`
        asked again."""
        while (head := make(self.head)) is not None:
            play = self.play or (Play(self.game, head, (), self.talk) if head.dealt else None)
            if await self.store.save(head, self.version, self._due(head, play.state if play else None)):
                self.head, self.version, self._people = head, self.version + 1, ()
                if play is not self.play:
                    self.play, self.watch = play, Watch(head.dealt)
                self.tell()
                return
            await self.catch_up()

    # the door --------------------------------------------------------------------------------------------------------
    async def move(self, who: str, request_id: str, mark: str, raw: Any) -> int:
        """A player's answer to a request, in its plain form. `mark`: the id of this move; sent again it gets the same
        answer. A timer that ended before it arrived comes first, one that ended meanwhile comes after it. Returns the
        player's revision. Raises Refused."""
        arrived = self.now()
        if not (mark.isascii() and mark.isprintable()):
            raise refused("malformed", "The id of this move cannot be read.", "Use letters and digits.")
        async with self.lock:
            await self._run_out(arrived)
            seat = self.seat_of(who)
            if seat == PUBLIC:
                raise refused("not-yours", "You do not sit at this table.", "Watch, or join before the game starts.")
            if self.play is None:
                raise refused("not-now", "The game has not started.", "Wait until the host starts it.")
            move = self.game.read_move(raw)
            while not self.play.known(seat, mark, request_id, move):
                request = self.play.asked(seat, request_id)
                if type(move) not in self.play.state.ASKS[request.kind]:
                    raise refused("malformed", "This does not answer the question.", "Choose from what is asked.")
                if await self._enter(seat, move, mark, request_id):
                    break
        return self.look(seat).rev

    async def expire(self, timer: Timer) -> None:
        """A timer has run out, unless it was closed meanwhile."""
        async with self.lock:
            while self.play is not None and timer in self.play.clocks:
                if await self._enter(CLOCK, Expire(timer.name)):
                    return

    async def _run_out(self, by: int) -> None:
        """Enters the timers that ended before this moment, in milliseconds since 1970."""
        while self.play is not None and (ended := [t for t in self.play.clocks if self.ends(t) < by]):
            await self._enter(CLOCK, Expire(min(ended, key=self.ends).name))

    async def answer(self, seat: int, opened: tuple[str, int], move: Move) -> bool:
        """A bot's answer to its request of this kind and number; False if it is closed. Raises Refused."""
        async with self.lock:
            play = self.play
            while play is not None and play.asks(seat, *opened):
                if await self._enter(seat, move):
                    return True
            return False

    async def _enter(self, actor: int, move: Move, mark: str = "", request: str = "") -> bool:
        """Judges, commits, swaps, tells. False if another node was first: caught up, to be judged again."""
        play, watch = self.play, self.watch
        assert play is not None and watch is not None
        state, told = play.judge(actor, move)
        raw = msgspec.Raw(msgspec.json.encode(move))
        kept = Kept(Entry(len(play.kept), watch.now(), actor, raw), mark, request)
        if not await self.store.append(self.head.id, kept, self._due(self.head, state)):
            await self.catch_up()
            return False
        play.add(kept, state, told)
        self.tell()
        return True

    def _due(self, head: Head, state: State | None) -> bool:
        """Whether a clock runs in this position, or a bot is waited for."""
        if state is None or state.outcome() is not None:
            return False
        waits = any(r.binds != "may" and head.chairs[r.seat].who == "bot" for r in state.requests())
        return waits or bool(state.timers())

    @property
    def due(self) -> bool:
        """Whether a clock runs, or a bot is waited for."""
        return self._due(self.head, self.play.state if self.play else None)

    @property
    def works(self) -> bool:
        """Whether anybody but people may do something here: a clock, or a bot."""
        return self.phase == "playing" and (self.due or any(c.who == "bot" for c in self.head.chairs))

    def knows(self, what: What, number: int) -> bool:
        """Whether what another node tells is here already."""
        if what == "entry":
            return self.play is not None and len(self.play.kept) > number
        return self.version >= number if what == "head" else what == "talk" and len(self.talk) > number

    # talk ------------------------------------------------------------------------------------------------------------
    def dumb(self, seat: int, text: str | None = None) -> Refusal | None:
        """Why this seat may not say this, or (None) may not speak at all."""
        if seat == PUBLIC:
            return Refusal("not-yours", "table", "Only the players talk here.", "Take a chair in the next game.")
        if self.play is None or self.play.state.outcome() is not None:
            return None
        return self.play.state.speech(seat, text)

    async def say(self, who: str, text: str) -> None:
        """Free talk, as far as the game lets this seat talk. Raises Refused."""
        line = read_talk(text)
        async with self.lock:
            seat = self.seat_of(who)
            refusal = self.dumb(seat) or self.dumb(seat, line)
            if refusal is not None:
                raise Refused(refusal)
            after = len(self.play.kept) if self.play else 0
            said = Said(after, seat, self.head.chairs[seat].name, line)
            while not await self.store.say(self.head.id, len(self.talk), said):
                self._hear((await self.store.talk(self.head.id))[len(self.talk) :])
            self._hear([said])
            self.tell()

    def _hear(self, lines: Sequence[Said]) -> None:
        self.talk += lines
        if self.play is not None:
            self.play.say(lines)

    # presence --------------------------------------------------------------------------------------------------------
    def touch(self, who: str, seconds: float = SEEN) -> None:
        """Whoever this is was here just now, and counts as here for so long."""
        if self.seat_of(who) != PUBLIC:
            loop = asyncio.get_running_loop()
            self._seen[who] = max(self._seen.get(who, 0), loop.time() + seconds)
            loop.call_later(seconds + 0.1, self.tell_presence)
            self.tell_presence()

    def gone(self, who: str) -> None:
        """A stream of theirs has closed."""
        self._seen.pop(who, None)
        self.touch(who, LINGERS)

    def tell_presence(self) -> None:
        """Looks are taken anew; only those that differ are sent."""
        self._version += 1
        self._people = ()
        self.hub.tell(self.head.id)

    def here(self, token: str) -> bool:
        """Whether the owner of this seat has the table open."""
        if token in self.hub.listening(self.head.id):
            return True
        return self._seen.get(token, 0) > asyncio.get_running_loop().time()

    # looking ---------------------------------------------------------------------------------------------------------
    def look(self, viewer: int) -> Look:
        """What this viewer may see now. Its revision rises only when that changed."""
        version, before = self._looks.get(viewer, (-1, None))
        if before is not None and version == self._version:
            return before
        look = self._look(viewer, before.rev if before else 1)
        if before is not None:
            look = before if look == before else msgspec.structs.replace(look, rev=look.rev + 1)
        self._looks[viewer] = (self._version, look)
        return look

    def _look(self, viewer: int, rev: int) -> Look:
        head, play, phase = self.head, self.play, self.phase
        state = play.state if play else None
        lines, log = self._log(viewer)
        return Look(
            viewer=viewer,
            rev=rev,
            phase=phase,
            game=self.game,
            code=head.code,
            options=self.options,
            people=self._seated(),
            commitment=self.commitment,
            view=state.view(viewer) if state else None,
            requests=tuple(state.requests(viewer)) if state else (),
            asked=self._asked(play, viewer) if play and viewer != PUBLIC else (),
            clocks=tuple(Clock(t.name, t.kind, self.ends(t)) for t in play.clocks) if play else (),
            log=log,
            lines=lines,
            earlier=max(0, lines - SHOWN),
            news=self._news(play, viewer, log) if play else "",
            dumb=self.dumb(viewer),
            outcome=state.outcome() if state else None,
            next=head.next,
        )

    def _seated(self) -> tuple[Person, ...]:
        """Everybody at the table, as long as neither the head nor anybody's presence changes."""
        if not self._people:
            head = self.head
            self._people = tuple(
                Person(
                    seat=seat,
                    who=c.who,
                    name=c.name,
                    here=c.who == "bot" or (bool(c.token) and self.here(c.token)),
                    host=seat == head.host,
                    ready=c.ready,
                    bot=c.bot,
                )
                for seat, c in enumerate(head.chairs)
            )
        return self._people

    def log(self, viewer: int) -> Sequence[Line]:
        """All that this viewer was told; another list from the deal on."""
        return self.play.logs[viewer] if self.play else self.talk

    def _log(self, viewer: int) -> tuple[int, tuple[Spoken, ...]]:
        """How long a viewer's log is, and its last lines. Each line is put into words once."""
        log = self.log(viewer)
        before, told, shown = self._spoken.get(viewer) or (log, 0, deque())
        if before is not log:  # dealt: what was said before stands in another place
            told, shown = 0, deque()
        for k in range(max(told, len(log) - SHOWN), len(log)):
            if (line := self.spoken(k, log[k], viewer)).text:
                shown.append(line)
        while shown and shown[0].k < len(log) - SHOWN:
            shown.popleft()
        self._spoken[viewer] = (log, len(log), shown)
        return len(log), tuple(shown)

    def _news(self, play: Play, viewer: int, log: tuple[Spoken, ...]) -> str:
        """The last thing that has happened since the deal."""
        dealt = play.dealt[viewer]
        return next((line.text for line in reversed(log) if not line.by and line.k >= dealt), "")

    def spoken(self, k: int, line: Line, viewer: int) -> Spoken:
        """Line `k` of a viewer's log in words; without text where it needs none."""
        if isinstance(line, Said):
            return Spoken(k, line.text, line.name)
        assert self.play is not None
        return Spoken(k, self.play.sentence(line, viewer))

    def _asked(self, play: Play, seat: int) -> tuple[Asked, ...]:
        ids = {r.kind: (r, play.request_id(r)) for r in play.state.requests() if r.seat == seat}
        menu = play.state.menu(seat) if ids else ()
        made = play.made[seat]
        return tuple([Asked(*ids[o.request], f"{ids[o.request][1]}-{i}-{made}", o) for i, o in enumerate(menu)])

    def ends(self, timer: Timer) -> int:
        """When a timer runs out, in milliseconds since 1970."""
        assert self.play is not None
        opened = self.play.clocks[timer]
        ends = self.head.dealt + opened + 1000 * timer.seconds
        return ends if opened > self._woken else max(ends, self.head.dealt + self._woken + GRACE)

    def now(self) -> int:
        """Milliseconds since 1970 by this table's watch, which nobody sets."""
        return self.head.dealt + self.watch.now() if self.watch else int(time.time() * 1000)
