"""One table: who sits where, what is played, who listens. Every move enters through `move`, by way of `_enter`: judged
on a copy, committed, swapped in, and only then told. Whoever calls is known by the hash of a token, never by a seat
number, because chairs may close up until the deal."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import time
from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from facedown.bus import Hub
from facedown.engine import (
    CLOCK,
    HOUSE,
    PUBLIC,
    Entry,
    Expire,
    Game,
    House,
    Move,
    Outcome,
    Refusal,
    Refused,
    Timer,
    commitment,
)
from facedown.store import Head, Kept, Said, Store

from .absence import Absences
from .chairs import called, seat_of, seats_of
from .look import Asked, Clock, Look, Person, Phase, Spoken
from .play import Line, Play
from .presence import Presence, There
from .words import read_talk, refused

SHOWN = 60
CAUGHT_UP = 3
"""Lines of the log on a page; of what is told to somebody who was away."""
CANCELLED = Refusal("too-late", "table", "The host ended the game.", "Open another, or ask for a rematch.")


class Table:
    """One live play of one game."""

    def __init__(
        self,
        head: Head,
        game: Game[Any],
        store: Store,
        hub: Hub,
        changed: Callable[[Table], None],
        attended: Callable[[Table], None],
    ) -> None:
        self.head, self.game, self.store, self.hub = head, game, store, hub
        self.play: Play | None = None
        self.talk: list[Said] = []
        """What was said before the deal, and everything that was said, in order."""
        self.lock = asyncio.Lock()
        self.used = time.monotonic()
        self._changed, self._attended = changed, attended
        self._version = 0
        self._looks: dict[int, tuple[int, bytes, Look]] = {}
        self.presence = Presence(hub, head.id, self.tell_presence)
        self.absences = Absences()
        self.coming: dict[int, int] = {}
        """Seats whose owners are back while a stand-in still answers, and the number of what it was asked."""
        self._options: Any = None

    # loading ---------------------------------------------------------------------------------------------------------
    async def load(self) -> None:
        """Rebuilds the table from its store. Raises RecordError where the record does not hold."""
        self.talk = await self.store.talk(self.head.id)
        if self.head.dealt:
            self.play = Play(self.game, self.head, await self.store.entries(self.head.id), self.talk)
        self.presence.begin()
        self.tell()

    @property
    def phase(self) -> Phase:
        """Waiting for people, playing, or over."""
        if self.play is None:
            return "waiting"
        return "playing" if self.outcome is None else "over"

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None. Where the host ended it nobody won."""
        if self.head.cancelled:
            return Outcome(why="cancelled")
        return self.play.state.outcome() if self.play else None

    @property
    def options(self) -> Any:
        """The typed options of this table."""
        if self._options is None:
            self._options = msgspec.convert(self.head.options, self.game.Options)
        return self._options

    def seat_of(self, who: str) -> int:
        """The seat whose view a token's hash gets, or PUBLIC."""
        return seat_of(self.head, who)

    # telling ---------------------------------------------------------------------------------------------------------
    def tell(self) -> None:
        """Something changed: rings every stream, winds timers and bots."""
        self._version += 1
        self.used = time.monotonic()
        self.hub.tell(self.head.id)
        self._changed(self)

    async def change(self, make: Callable[[Head], Head | None]) -> None:
        """Changes the head, with the lock held: `make` gives the new head of the present one, or None to leave it, and
        raises Refused. Stored, then taken, then told."""
        head = make(self.head)
        if head is not None:
            await self.store.save(head)
            self.head = head
            self.tell()

    # the door --------------------------------------------------------------------------------------------------------
    async def move(self, who: str, request_id: str, mark: str, raw: Any) -> int:
        """A player's answer to a request, in its plain form. `mark`: the id of this move; sent again it gets the same
        answer. Returns the player's revision. Raises Refused."""
        async with self.lock:
            seat = self.seat_of(who)
            if seat == PUBLIC:
                raise refused("not-yours", "You do not sit at this table.", "Watch, or join before the game starts.")
            if self.play is None:
                raise refused("not-now", "The game has not started.", "Wait until the host starts it.")
            move = self.game.read_move(raw)
            while not self.play.known(seat, mark, request_id, move):
                if self.head.cancelled:
                    raise Refused(CANCELLED)
                if self.head.paused:
                    host = called(self.head.chairs[self.head.host])
                    raise refused("not-now", "The game is paused.", f"{host} lets it go on.")
                request = self.play.asked(seat, request_id)
                if type(move) not in self.play.state.ASKS[request.kind]:
                    raise refused("malformed", "This does not answer the question.", "Choose from what is asked.")
                if await self._enter(seat, move, mark, request_id):
                    break
            self.absences.told(who)
        return self.look(seat).rev

    async def expire(self, timer: Timer) -> None:
        """A timer has run out, unless it was closed meanwhile."""
        async with self.lock:
            while self.play is not None and timer in self.play.clocks and self.ends(timer) is not None:
                if await self._enter(CLOCK, Expire(timer.name)):
                    return

    async def answer(self, seat: int, opened: tuple[str, int], move: Move) -> bool:
        """A bot's answer to its request of this kind and number; False if it is closed. Raises Refused."""
        async with self.lock:
            play = self.play
            while play is not None and self.driven(seat) and play.asks(seat, *opened):
                if await self._enter(seat, move):
                    return True
            return False

    async def house(self, what: Literal["back", "removed", "stand_in"], seat: int) -> None:
        """What the house does about a seat of a game under way, with the lock held. Raises Refused."""
        while not await self._enter(HOUSE, House(what, seat)):
            pass

    def driven(self, seat: int) -> bool:
        """Whether a bot is to play for this seat now."""
        head = self.head
        return bool(head.chairs[seat].driver) and self.phase == "playing" and not head.paused

    async def _enter(self, actor: int, move: Move, mark: str = "", request: str = "") -> bool:
        """Judges, commits, swaps, tells. False if another node was first: caught up, to be judged again."""
        play = self.play
        assert play is not None
        state, told = play.judge(actor, move)
        at = int(time.time() * 1000) - self.head.dealt
        kept = Kept(Entry(len(play.kept), max(at, 0), actor, msgspec.Raw(msgspec.json.encode(move))), mark, request)
        if not await self.store.append(self.head.id, kept):
            await self._catch_up(play)
            return False
        play.add(kept, state, told)
        self.tell()
        return True

    async def _catch_up(self, play: Play) -> None:
        for kept in await self.store.entries(self.head.id, len(play.kept)):
            play.add(kept, *play.judge(kept.entry.actor, self.game.read_entry(kept.entry)))
        self.tell()

    # talk ------------------------------------------------------------------------------------------------------------
    def dumb(self, seat: int, text: str | None = None) -> Refusal | None:
        """Why this seat may not say this, or (None) may not speak at all."""
        if seat == PUBLIC:
            return Refusal("not-yours", "table", "Only the players talk here.", "Take a chair in the next game.")
        if self.play is None or self.outcome is not None:
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
            await self._keep(Said(after, seat, self.head.chairs[seat].name, line))

    async def note(self, text: str) -> None:
        """A line of the house in everybody's log, with the lock held."""
        await self._keep(Said(len(self.play.kept) if self.play else 0, -1, "", text))

    async def _keep(self, said: Said) -> None:
        while not await self.store.say(self.head.id, len(self.talk), said):
            self._hear((await self.store.talk(self.head.id))[len(self.talk) :])
        self._hear([said])
        self.tell()

    def _hear(self, lines: Sequence[Said]) -> None:
        self.talk += lines
        if self.play is not None:
            self.play.say(lines)

    # presence --------------------------------------------------------------------------------------------------------
    def opens(self, who: str) -> bool:
        """Whether they may look: everybody who has the code, unless the host closed the game to spectators."""
        return not (self.head.closed and self.head.dealt) or bool(seats_of(self.head, who))

    def attend(self, who: str, browser: str = "") -> str:
        """Whoever this is begins to look at the table. Returns the key to listen with: people are known by the seat's
        token, spectators by their browser."""
        key, seat = browser, self.seat_of(who)
        if seats_of(self.head, who):
            self.presence.forget([browser] if browser else [])
            key = who
        if self.play is not None and seat != PUBLIC:
            if self.where(who) != "here":
                self.absences.back(who, self.play, seat, bool(self.head.chairs[seat].stand_in))
            self.absences.seen(who, self.play, seat)
        return key

    def loaded(self, who: str, browser: str = "") -> None:
        """A page was loaded."""
        key = self.attend(who, browser)
        if key:
            self.presence.loaded(key)

    def closed(self, key: str) -> None:
        """A stream has closed."""
        seat = self.seat_of(key)
        if self.play is not None and seat != PUBLIC:
            self.absences.seen(key, self.play, seat)
        if key:
            self.presence.closed(key)

    def tell_presence(self) -> None:
        """Looks are taken anew; only those that differ are sent."""
        self._version += 1
        self.hub.tell(self.head.id)
        self._attended(self)

    def where(self, token: str) -> There:
        """Where the owner of a seat is."""
        return self.presence.of(token)

    def missed(self, who: str) -> tuple[list[str], int]:
        """What happened while this player was away: three lines at most, and how many there were besides."""
        seat = self.seat_of(who)
        if self.play is None or seat == PUBLIC:
            return [], 0
        lines = [self._spoken(k, self.play.logs[seat][k], seat) for k in self.absences.missed(who)]
        told = [f"{line.by}: {line.text}" if line.by else line.text for line in lines if line.text]
        return told[-CAUGHT_UP:], max(0, len(told) - CAUGHT_UP)

    # looking ---------------------------------------------------------------------------------------------------------
    def look(self, viewer: int) -> Look:
        """What this viewer may see now. Its revision rises only when that changed."""
        before = self._looks.get(viewer)
        if before is not None and before[0] == self._version:
            return before[2]
        look = self._look(viewer, before[2].rev if before else 1)
        fields = [getattr(look, f) for f in look.__struct_fields__ if f not in ("rev", "game")]
        shown = hashlib.blake2b(msgspec.json.encode(fields), digest_size=16).digest()
        if before is not None and before[1] != shown:
            look = msgspec.structs.replace(look, rev=look.rev + 1)
        self._looks[viewer] = (self._version, shown, look)
        return look

    def _look(self, viewer: int, rev: int) -> Look:
        head, play, phase = self.head, self.play, self.phase
        state = play.state if play else None
        log: Sequence[Line] = play.logs[viewer] if play else self.talk
        earlier = max(0, len(log) - SHOWN)
        return Look(
            viewer=viewer,
            rev=rev,
            phase=phase,
            game=self.game,
            code=head.code,
            options=self.options,
            people=tuple(
                Person(
                    seat=seat,
                    who=c.who,
                    name=c.name,
                    here=c.who == "bot" or self._there(c.token) == "here",
                    host=seat == head.host,
                    ready=c.ready,
                    bot=c.bot,
                    there=self._there(c.token),
                    stand_in=c.stand_in,
                    owner=c.owner,
                    left=c.left,
                )
                for seat, c in enumerate(head.chairs)
            ),
            commitment=commitment(head.id, bytes.fromhex(head.seed)),
            view=state.view(viewer) if state else None,
            requests=tuple(state.requests(viewer)) if state and phase == "playing" else (),
            asked=self._asked(play, viewer) if play and viewer != PUBLIC else (),
            clocks=tuple(self._clock(t) for t in play.clocks) if play and phase == "playing" else (),
            log=tuple(spoken for k in range(earlier, len(log)) if (spoken := self._spoken(k, log[k], viewer)).text),
            earlier=earlier,
            dumb=self.dumb(viewer),
            outcome=self.outcome,
            next=head.next,
            paused=head.paused,
            closed=head.closed,
            hot=head.hot,
            watching=len([key for key in self.presence.here() if not seats_of(head, key)]),
            wishes=tuple((w.seat, w.name) for w in head.wishes),
            act=self._act(viewer),
        )

    def _act(self, viewer: int) -> str:
        """The id of what this viewer's page does next around the game."""
        last = self.head.acts[-1] if self.head.acts else ""
        return hmac.new(self.head.secret.encode(), f"act/{viewer}/{last}".encode(), hashlib.sha256).hexdigest()[:20]

    def _there(self, token: str) -> There:
        return self.where(token) if token else "gone"

    def _clock(self, timer: Timer) -> Clock:
        ends = self.ends(timer)
        return Clock(timer.name, timer.kind, ends or 0, 0 if ends else self._end(timer) - self.head.pauses[-1][0])

    def _spoken(self, k: int, line: Line, viewer: int) -> Spoken:
        if isinstance(line, Said):
            return Spoken(k, line.text, line.name)
        assert self.play is not None
        return Spoken(k, self.play.sentence(line, viewer))

    def _asked(self, play: Play, seat: int) -> tuple[Asked, ...]:
        open_ = play.state.requests() if self.phase == "playing" and not self.head.paused else ()
        requests = {r.kind: r for r in open_ if r.seat == seat}
        return tuple(
            Asked(r, play.request_id(r), play.mark(r, f"{o.kind}/{i}"), o)
            for i, o in enumerate(play.state.menu(seat) if requests else ())
            if (r := requests.get(o.request)) is not None
        )

    def ends(self, timer: Timer) -> int | None:
        """When a timer runs out, in milliseconds since 1970; None while a pause stops it."""
        return None if timer.kind == "deadline" and self.head.paused else self._end(timer)

    def _end(self, timer: Timer) -> int:
        """When it runs out, apart from a pause that still lasts."""
        assert self.play is not None
        opened = self.head.dealt + self.play.clocks[timer]
        stopped = sum(max(0, till - max(since, opened)) for since, till in self.head.pauses if till)
        return opened + 1000 * timer.seconds + (stopped if timer.kind == "deadline" else 0)
