"""One table: who sits where, what is played, who listens. Every move enters through `move`, by way of `_enter`: judged
on a copy, committed, swapped in, and only then told. Whoever calls is known by the hash of a token, never by a seat
number, because chairs may close up until the deal."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from facedown.bus import Hub
from facedown.bus.wire import What
from facedown.engine import (
    CANCELLED,
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
from facedown.engine.state import State
from facedown.store import Chair, Head, Kept, Said, Store, Unavailable

from . import clocks
from .chairs import called, seat_of, seats_of, visible
from .eyes import Eyes
from .look import Look, Phase
from .people import People
from .play import Play
from .presence import Presence
from .watch import Watch
from .words import read_talk, refused

ENDED = Refusal("too-late", "table", "The host ended the game.", "Open another, or ask for a rematch.")


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
        shared: bool,
    ) -> None:
        self.head, self.game, self.store, self.hub, self.shared = head, game, store, hub, shared
        self.version = 0
        """Of the head, in the store."""
        self.bots = any(chair.driver for chair in head.chairs)
        """Whether bots play here, on their own or for somebody."""
        self.play: Play | None = None
        self.watch: Watch | None = None
        """The time since the deal."""
        self.talk: list[Said] = []
        """What was said before the deal, and everything that was said, in order."""
        self.lock = asyncio.Lock()
        self.used = time.monotonic()
        self._changed, self._attended = changed, attended
        self._woken = 0
        self.presence = Presence(hub, head.id, self.tell_presence)
        self.doubt: Unavailable | None = None
        """Why nobody knows whether other nodes are ahead."""
        self.attended: Head | None = None
        """The head for which it was last looked after who is host, and who is back."""
        self.coming: dict[int, int] = {}
        """Seats whose owners are back while a stand-in still answers, and the number of what it was asked."""
        self._options: Any = None
        self.commitment = "" if head.key else commitment(head.id, bytes.fromhex(head.seed))
        """To the seed of the deal, for everybody to see; none where the deal was staged."""
        self.eyes = Eyes(self)
        self.people = People(self, self.eyes, self.tell_presence)

    # loading ---------------------------------------------------------------------------------------------------------
    async def load(self) -> None:
        """Rebuilds the table from its store. Raises RecordError where the record does not hold."""
        async with self.lock:
            await self._reload()
            self._woken = self.watch.now() if self.watch else 0
        self.presence.begin()
        self.tell()

    async def catch_up(self) -> None:
        """Takes in what other nodes have done, with the lock held."""
        await self._reload()
        self.tell()

    async def refresh(self) -> None:
        """Catches up if other nodes are ahead, where there may be any. Stays as it is while the store cannot be
        reached, and is in doubt."""
        if not self.shared:
            return
        try:
            version, entries, talk = await self.store.reached(self.head.id)
        except Unavailable as e:
            self.doubt = e
            return
        self.doubt = None
        if version > self.version or entries > (len(self.play.kept) if self.play else 0) or talk > len(self.talk):
            async with self.lock:
                await self.catch_up()

    async def _reload(self) -> None:
        found = await self.store.head(self.head.id)
        if found is not None:
            self._set_head(*found)
        talk = await self.store.talk(self.head.id, len(self.talk))
        kept = await self.store.entries(self.head.id, len(self.play.kept) if self.play else 0)
        self.talk += talk
        if self.play is not None:
            self.play.take_in(kept, talk)
        elif self.head.dealt:
            self.play = Play(self.game, self.head, kept, self.talk)
            self.watch = Watch(self.head.dealt)
        if self.watch is not None:
            pauses = [max(pause) - self.head.dealt for pause in self.head.pauses[-1:]]
            self.watch.heard(max([0, *pauses, *[k.entry.at for k in kept[-1:]]]))

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
            return Outcome(why=CANCELLED)
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
        self.eyes.stale()
        self.used = time.monotonic()
        self.hub.tell(self.head.id)
        self._changed(self)

    def _set_head(self, head: Head, version: int) -> None:
        self.presence.expect({c.token for c in head.chairs} - {c.token for c in self.head.chairs} - {""})
        self.head, self.version = head, version
        self.bots = any(chair.driver for chair in head.chairs)
        self.eyes.stale_head()

    async def change(self, make: Callable[[Head], Head | None]) -> bool:
        """Changes the head, with the lock held: `make` gives the new head of the present one, or None to leave it, and
        raises Refused. Stored, then taken, then told; where another node was first, what it did is taken in and `make`
        asked again. Returns whether it was changed."""
        while (head := make(self.head)) is not None:
            if visible(head) != visible(self.head):
                head = replace(head, changes=head.changes + 1)
            play = self.play or (Play(self.game, head, (), self.talk) if head.dealt else None)
            if await self.store.save(head, self.version, clocks.due(head, play.state if play else None)):
                self._set_head(head, self.version + 1)
                if play is not self.play:
                    self.play, self.watch = play, Watch(head.dealt)
                self.tell()
                return True
            await self.catch_up()
        return False

    # the door --------------------------------------------------------------------------------------------------------
    async def move(self, who: str, request_id: str, mark: str, raw: Any) -> int:
        """A player's answer to a request, in its plain form. `mark`: the id of this move; sent again it gets the same
        answer. A timer that ended before it arrived comes first, one that ended meanwhile comes after it. Returns the
        player's revision. Raises Refused; Unavailable where what it answers may have been asked by a node of which this
        one cannot hear."""
        arrived = self.now()
        if self.doubt is not None:
            raise Unavailable(str(self.doubt))
        if not (mark.isascii() and mark.isprintable()):
            raise refused("malformed", "The id of this move cannot be read.", "Use letters and digits.")
        async with self.lock:
            await self._run_out(arrived)
            seat = self._sitting(who)
            if self.play is None:
                raise refused("not-now", "The game has not started.", "Wait until the host starts it.")
            move = self.game.read_move(raw)
            while not self.play.known(seat, mark, request_id, move):
                if self.head.cancelled:
                    raise Refused(ENDED)
                if self.head.paused:
                    host = called(self.head.chairs[self.head.host])
                    raise refused("not-now", "The game is paused.", f"{host} lets it go on.")
                request = self.play.asked(seat, request_id)
                if type(move) not in self.play.state.ASKS[request.kind]:
                    raise refused("malformed", "This does not answer the question.", "Choose from what is asked.")
                if await self._enter(seat, move, mark, request_id):
                    break
                seat = self._sitting(who)  # whoever was first may have changed the chairs
        return self.rev(seat)

    def _sitting(self, who: str) -> int:
        seat = self.seat_of(who)
        if seat == PUBLIC:
            raise refused("not-yours", "You do not sit at this table.", "Watch, or join before the game starts.")
        return seat

    async def expire(self, timer: Timer) -> None:
        """A timer has run out, unless it was closed meanwhile, or stopped at another node."""
        await self.refresh()
        async with self.lock:
            while self.play is not None and timer in self.running():
                if await self._enter(CLOCK, Expire(timer.name)):
                    return

    async def _run_out(self, by: int) -> None:
        """Enters the timers that ended before this moment, in milliseconds since 1970."""
        while ended := {at: timer for timer, at in self.running().items() if at < by}:
            await self._enter(CLOCK, Expire(ended[min(ended)].name))

    async def answer(self, seat: int, opened: tuple[str, int], move: Move) -> bool:
        """A bot's answer to its request of this kind and number; False if it is closed, or the bot plays no more for
        this seat. Raises Refused."""
        await self.refresh()
        async with self.lock:
            play = self.play
            while play is not None and self.driven(seat) and play.asks(seat, *opened):
                if await self._enter(seat, move):
                    return True
            return False

    async def house(
        self, what: Literal["left", "back", "removed", "stand_in"], seat: int, holds: Callable[[Chair], bool]
    ) -> bool:
        """What the house does about a seat of a game under way, with the lock held, as long as this holds of its chair,
        which another node may change meanwhile. Returns whether it was done, here or there. Raises Refused."""
        assert self.play is not None
        move, begun = House(what, seat), len(self.play.kept)
        said = msgspec.json.encode(move)
        while self.phase == "playing" and holds(self.head.chairs[seat]):
            others = [bytes(k.entry.move) for k in self.play.kept[begun:] if k.entry.actor == HOUSE]
            if said in others or await self._enter(HOUSE, move):
                return True
        return False

    def driven(self, seat: int) -> bool:
        """Whether a bot is to play for this seat now."""
        head = self.head
        return bool(head.chairs[seat].driver) and self.phase == "playing" and not head.paused

    async def _enter(self, actor: int, move: Move, mark: str = "", request: str = "") -> bool:
        """Judges, commits, swaps, tells. False if another node was first: caught up, to be judged again."""
        play, watch = self.play, self.watch
        assert play is not None and watch is not None
        state, told = play.judge(actor, move)
        raw = msgspec.Raw(msgspec.json.encode(move))
        kept = Kept(Entry(len(play.kept), watch.now(), actor, raw), mark, request)
        if not await self.store.append(self.head.id, kept, self._due(state)):
            await self.catch_up()
            return False
        play.add(kept, move, state, told)
        self.tell()
        return True

    @property
    def due(self) -> bool:
        """Whether a clock runs, or a bot is waited for."""
        return self.play is not None and self._due(self.play.state)

    def _due(self, state: State) -> bool:
        return (self.bots or bool(state.timers())) and clocks.due(self.head, state)

    @property
    def works(self) -> bool:
        """Whether anybody but people may do something here: a clock, or a bot."""
        if self.phase != "playing":
            return False
        return self.due or (self.bots and not self.head.paused)

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

    def tell_presence(self) -> None:
        """Looks are taken anew; only those that differ are sent."""
        self.presence.update()
        self.eyes.stale_people()
        self.hub.tell(self.head.id)
        self._attended(self)

    # looking ---------------------------------------------------------------------------------------------------------
    def rev(self, viewer: int) -> int:
        """This viewer's revision: how often view, log, requests or the table around them have changed. The same at
        every node that knows as much; who is around does not count, because each node learns that by itself."""
        return 1 + self.head.changes + len(self.talk) + (self.play.revisions.of(viewer) if self.play else 0)

    def look(self, viewer: int, language: str = "en") -> Look:
        """What this viewer may see now, in words of this language; the same object as long as nothing of it has
        changed."""
        return self.eyes.look(viewer, language)

    def running(self) -> dict[Timer, int]:
        """The timers that run, and when each ends, in milliseconds since 1970; without those that a pause stops."""
        if self.play is None or not self.play.clocks or self.phase != "playing":
            return {}
        return clocks.running(self.head, self.play, self._woken)

    def end(self, timer: Timer) -> int:
        """When a timer ends, apart from a pause that still lasts."""
        assert self.play is not None
        return clocks.end(timer, self.head, self.play, self._woken)

    def now(self) -> int:
        """Milliseconds since 1970 by this table's watch, which nobody sets."""
        return self.head.dealt + self.watch.now() if self.watch else int(time.time() * 1000)
