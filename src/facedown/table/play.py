"""A dealt game as its table runs it: position, entries, what each viewer was told, and which requests are open under
which ids. It judges and applies; it writes to no store and tells nobody."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from facedown.engine import (
    ARCHIVE,
    ENGLISH,
    PUBLIC,
    Event,
    Expire,
    Game,
    Header,
    Move,
    Outcome,
    Refusal,
    Refused,
    Request,
    Timer,
    Told,
    commitment,
    hears,
    marked,
    viewers,
    write_record,
)
from facedown.engine.state import State
from facedown.store import Head, Kept, Said

from .revisions import Revisions
from .words import enumerated

Line = Event | Said
"""One item of a log."""
IDS = 64
"""Ids of requests that are kept in memory at most; they are made again where they are needed."""


class Conflict(Refused):
    """The id of a move came back with another move."""


class Play:
    """One dealt game. `clocks`: the running timers and when they were opened, in milliseconds since the deal."""

    def __init__(self, game: Game[Any], head: Head, kept: Iterable[Kept] = (), talk: Sequence[Said] = ()) -> None:
        self.header = header(head)
        self.secret = bytes.fromhex(head.secret)
        self.state: State = game.start(self.header)
        self.game: Game[Any] = self.state.game
        self.kept: list[Kept] = []
        self.talk: list[Said] = []
        self.marks: dict[tuple[int, str], Kept] = {}
        self.made = [0] * self.state.seats
        """How many moves each seat has made: ids of controls hold it, and so are new after each."""
        self.acted = [0] * self.state.seats
        """How long each seat's log was when its owner last moved."""
        self.logs: dict[int, list[Line]] = {v: [] for v in viewers(self.state.seats) if v != ARCHIVE}
        self.asides: dict[int, set[int]] = {v: set() for v in self.logs}
        """The numbers of lines that are no news, such as a nod."""
        self.clocks: dict[Timer, int] = {}
        self.revisions = Revisions(self.logs)
        self._ids: dict[tuple[int, str, int], str] = {}
        self.say(talk[: head.said])
        self._tell(self.state.opening())
        self.dealt = {viewer: len(log) for viewer, log in self.logs.items()}
        if head.given is None:
            self._who_begins()
        self._wind(0)
        self.take_in(kept, talk[head.said :])
        self.began = {viewer: len(log) for viewer, log in self.logs.items()}
        """How long each log was when this node took the game up."""

    # ids -------------------------------------------------------------------------------------------------------------
    def request_id(self, request: Request) -> str:
        """The random-looking id of a request: the same as long as it is the same request, also after a restart."""
        at = (request.seat, request.kind, request.opened)
        known = self._ids.get(at)
        if known is None:
            known = self._ids[at] = self._mint(f"{request.seat}/{request.kind}/{request.opened}")
        return known

    def _mint(self, what: str) -> str:
        return hashlib.blake2b(what.encode(), key=self.secret, digest_size=10).hexdigest()

    def asked(self, seat: int, request_id: str) -> Request:
        """The open request of this id. Raises Refused: too late, or never asked."""
        for r in self.state.requests():
            if r.seat == seat and self.request_id(r) == request_id:
                return r
        if self.state.outcome() is not None:
            raise Refused(self.state.OVER)
        for opened in range(self.state.opened + 1):
            for kind in self.state.ASKS:
                if self.request_id(Request(seat, kind, "must", opened)) == request_id:
                    raise Refused(self._too_late(seat, kind))
        raise Refused(Refusal("not-yours", "table", "This was not asked of you.", "Answer what your page asks."))

    def asks(self, seat: int, kind: str, opened: int) -> bool:
        """Whether this request is open."""
        return any((r.seat, r.kind, r.opened) == (seat, kind, opened) for r in self.state.requests())

    def _too_late(self, seat: int, kind: str) -> Refusal:
        what = self._halted(seat, kind)
        why = ENGLISH.say("Too late: this question is closed. {what}", what=what).strip()
        return Refusal("too-late", "table", why, "Look at the table, and answer anew.")

    def _halted(self, seat: int, kind: str) -> str:
        """What closed a question of this kind since this seat last moved, and what came of it."""
        log, last = self.logs[seat], self.last_words(seat)
        for line in reversed(log[self.acted[seat] :]):
            if isinstance(line, self.game.halts.get(kind, ())):
                first = self.sentence(line, seat)
                return first if first == last else f"{first} {last}"
        return last

    def last_words(self, viewer: int) -> str:
        """The last thing that this viewer was told of the game."""
        for line in reversed(self.logs[viewer]):
            if not isinstance(line, Said) and (text := self.sentence(line, viewer)):
                return text
        return ""

    def heard(self, seat: int) -> list[Event]:
        """All events that this seat was told since the deal."""
        return [line for line in self.logs[seat] if not isinstance(line, Said)]

    def key(self, seat: int) -> str:
        """The chance of the bot in this seat: it follows from nothing on the table."""
        return self._mint(f"bot/{seat}")

    def sentence(self, event: Event, viewer: int, game: Game[Any] | None = None) -> str:
        """An event as this viewer reads it."""
        return (game or self.game).sentence(event, self.header.names, viewer if viewer < self.state.seats else None)

    # moves -----------------------------------------------------------------------------------------------------------
    def known(self, seat: int, mark: str, request_id: str, move: Move) -> bool:
        """Whether exactly this was accepted before. Raises Conflict when its id belongs to another move."""
        before = self.marks.get((seat, mark))
        if before is None:
            return False
        if before.request != request_id or bytes(before.entry.move) != msgspec.json.encode(move):
            raise Conflict(
                Refusal("not-now", "table", "This control made another move.", "Look at the table, and choose again.")
            )
        return True

    def judge(self, actor: int, move: Move) -> tuple[State, Told]:
        """The position after a move, and what it tells; this play stays as it was. Raises Refused."""
        new = self.state.copy()
        return new, new.play(actor, move)

    def add(self, kept: Kept, move: Move, state: State, told: Told) -> None:
        """Takes in a judged move that is in the store."""
        if len(self._ids) > IDS:
            self._ids.clear()
        before, clocks, self.state = self.state, self.clocks, state
        self.kept.append(kept)
        actor = kept.entry.actor
        if isinstance(move, Expire):
            self._time_is_up(before, move, kept.entry.n)
        if actor >= 0:
            self.made[actor] += 1
            if kept.mark:
                self.marks[actor, kept.mark] = kept
        self._tell(told, _aside(before, actor, move))
        if kept.request:  # a person's; stand-ins answer no page's question
            self.acted[actor] = len(self.logs[actor])
        self._wind(kept.entry.at)
        self.revisions.moved(before, actor, told, state, self.clocks != clocks)

    def take_in(self, kept: Iterable[Kept], talk: Sequence[Said]) -> None:
        """Entries and talk that the store has beyond those that are here, each line after the entries that it
        followed."""
        known = len(self.talk)
        for entry in kept:
            self.say(talk[len(self.talk) - known :], len(self.kept))
            move = self.game.read_entry(entry.entry)
            self.add(entry, move, *self.judge(entry.entry.actor, move))
        self.say(talk[len(self.talk) - known :])

    def say(self, lines: Sequence[Said], after: int | None = None) -> None:
        """Takes in talk, as far as it was said when `after` entries had been made."""
        for line in lines:
            if after is not None and line.after > after:
                return
            self.talk.append(line)
            for log in self.logs.values():
                log.append(line)

    def _tell(self, told: Told, aside: bool = False) -> None:
        for audience, event in told:
            for viewer, log in self.logs.items():
                if hears(audience, viewer):
                    if aside:
                        self.asides[viewer].add(len(log))
                    log.append(event)

    def _who_begins(self) -> None:
        seats = [r.seat for r in self.state.requests(PUBLIC) if r.binds == "must"]
        if len(seats) == 1:
            for viewer, log in self.logs.items():
                name = self.state.names[seats[0]]
                begins = marked("You begin.") if viewer == seats[0] else ENGLISH.say("{name} begins.", name=name)
                log.append(Said(0, -1, "", begins))

    def _time_is_up(self, before: State, move: Expire, n: int) -> None:
        """A line of the house before what a deadline brings about. Whom it waits for, everybody knows."""
        if move.timer not in {timer.name for timer in before.timers() if timer.kind == "deadline"}:
            return
        seats = list(dict.fromkeys(r.seat for r in before.requests(PUBLIC) if r.binds == "must"))
        for viewer, log in self.logs.items():
            names = ["you" if seat == viewer else before.names[seat] for seat in seats]
            said = ENGLISH.say("Time is up: the game plays for {names}.", names=enumerated(names))
            log.append(Said(n, -1, "", said))

    def _wind(self, at: int) -> None:
        self.clocks = {t: self.clocks.get(t, at) for t in self.state.timers()}

    # the end ---------------------------------------------------------------------------------------------------------
    def record(self, outcome: Outcome | None) -> bytes:
        """The whole record, seed opened; for after the end, which `outcome` tells."""
        return write_record(self.header, tuple(k.entry for k in self.kept), outcome)


def _aside(before: State, actor: int, move: Move) -> bool:
    """Whether a move answers what may be answered at any time, such as a nod: no news of the game."""
    for r in before.requests():
        if r.seat == actor and r.binds == "may" and not r.sealed and type(move) in before.ASKS[r.kind]:
            return True
    return False


def header(head: Head) -> Header:
    """What a table's game starts from. It holds the seed: it stays here until the end."""
    return Header(
        game=head.game,
        seats=len(head.chairs),
        names=tuple(c.name for c in head.chairs),
        options=head.options,
        edition=head.edition,
        overlay=head.overlay,
        table=head.id,
        given=head.given,
        key=head.key,
        **({} if head.key else fair(head)),
    )


def fair(head: Head) -> dict[str, Any]:
    """What a fair deal is made from, and what was shown of it."""
    shown = commitment(head.id, bytes.fromhex(head.seed))
    return {"commitment": shown, "seed": head.seed, "nonces": tuple(c.nonce or "0" * 32 for c in head.chairs)}
