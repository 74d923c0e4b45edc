"""What one viewer sees, as bytes: made once for all who look with the same eyes at the same moment, and each part sent
only when its bytes have changed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from facedown.engine import PUBLIC, Offer, Request
from facedown.store import Said
from facedown.table import SHOWN, Table

from .words import Around, Asked, Item, Line

encode = msgspec.json.Encoder().encode
NOTHING = b'"menu":[]'


def lines(table: Table, viewer: int, start: int, end: int) -> list[Line]:
    """Lines `start` to `end` of a viewer's log."""
    log, play = table.eyes.log(viewer), table.play
    found = []
    for k in range(start, end):
        line = log[k]
        if play is None or isinstance(line, Said):
            words = table.eyes.spoken(k, line, viewer)
            found.append(Line(k, words.text, words.by))
        else:
            found.append(Line(k, play.sentence(line, viewer), event=line))
    return found


class Frame:
    """What one viewer sees at one moment, and what is new in it to whoever had the one before. `until`: how long the
    log was."""

    __slots__ = (
        "_around", "_asked", "_log", "_message", "_new", "_number", "_parts", "_since", "_version", "_viewer", "moment",
        "rev", "until",
    )  # fmt: skip

    _asked: tuple[int, list[Request], list[Offer]] | None
    """What the menu was made from."""

    def __init__(self, table: Table, viewer: int, before: Frame | None, now: Moment) -> None:
        eyes = table.eyes
        self._viewer, self.moment, self.rev = viewer, now.number, table.rev(viewer)
        self._log, self._version = eyes.log(viewer), eyes.version
        self.until = len(self._log)
        self._around = (now.around, table.dumb(viewer))
        if before is None:
            self._number, self._since = 0, 0
            self._new: Sequence[bytes] = (*self._game(table, now, None), self._table(table))
            self._parts: Sequence[bytes] = self._new
        else:
            old = before._parts
            if before._version == self._version:
                game, self._asked = old[:3], before._asked
            else:
                game = self._game(table, now, before)
            around = old[3] if self._around == before._around else self._table(table)
            self._number, self._since = before._number + 1, self._follows(before)
            self._parts = parts = (*game, around)
            self._new = [new for new, had in zip(parts, old, strict=True) if new != had]
        self._message = b""

    def _table(self, table: Table) -> bytes:
        (head, phase, people, watching, clocks), mute = self._around
        around = Around(
            game=head.game,
            code=head.code,
            phase=phase,
            people=people,
            commitment=table.commitment,
            options=table.options,
            clocks=clocks,
            paused=head.paused,
            closed=head.closed,
            hot=head.hot,
            watching=watching,
            wishes=tuple([(wish.seat, wish.name) for wish in head.wishes]),
            mute=mute,
            next=head.next,
        )
        return b'"table":' + encode(around)

    def whole(self) -> bytes:
        """All of it, as one answer."""
        return b'{"rev":%d,%b}' % (self.rev, b",".join(self._parts))

    def tells(self, before: Frame) -> bool:
        """Whether there is anything in it that was not in the one before."""
        return bool(self._new) or self.rev != before.rev or self._since != self.until

    def after(self, table: Table, had: Frame | None) -> bytes:
        """What a stream or a socket is sent that had this frame last: what has changed since, or everything."""
        if had is None or had._number + 1 != self._number:
            return self._told(table, self._parts, self._follows(had))
        if not self._message:
            self._message = self._told(table, self._new, self._since)
        return self._message

    def _follows(self, had: Frame | None) -> int:
        """The first line of the log that is new."""
        return had.until if had is not None and had._log is self._log else max(0, self.until - SHOWN)

    def _told(self, table: Table, parts: Sequence[bytes], since: int) -> bytes:
        log = encode(lines(table, self._viewer, since, self.until))
        return b",".join((b'{"rev":%d' % self.rev, *parts, b'"log":%b}' % log))

    def _game(self, table: Table, now: Moment, before: Frame | None) -> Sequence[bytes]:
        """What a viewer sees of the game, what is asked, and what they may answer."""
        play, viewer, self._asked = table.play, self._viewer, None
        if play is None:
            return b'"view":null', b'"requests":[]', NOTHING
        state = play.state
        view = b'"view":' + encode(state.view(viewer))
        if now.phase != "playing":
            return view, b'"requests":[]', NOTHING
        asked = state.requests(viewer)
        told = now.told if asked is now.asked else [_told(r) for r in asked]
        if viewer == PUBLIC or now.paused:
            return view, b'"requests":[%b]' % b",".join(told), NOTHING
        mine, ids, requests = [], {}, []
        for r, said in zip(asked, told, strict=True):
            if r.seat == viewer:
                mine.append(r)
                ids[r.kind] = id = play.request_id(r)
                requests.append(_encoded(viewer, r.kind, r.binds, r.sealed, id))
            else:
                requests.append(said)
        offers = state.menu(viewer) if mine else []
        self._asked = (play.made[viewer], mine, offers)
        if before is not None and before._asked == self._asked:
            menu = before._parts[2]
        else:
            marked = table.eyes.marked(viewer, ids, offers)
            menu = b'"menu":' + encode([Item(i, m, o.kind, o.fields, o.why_not, o.exact) for i, m, o in marked])
        return view, b'"requests":[%b]' % b",".join(requests), menu


class Moment:
    """What all viewers of a table have in common at one moment. `told`: what is asked, as those read it who are not
    asked."""

    __slots__ = ("around", "asked", "number", "paused", "phase", "told")

    def __init__(self, table: Table) -> None:
        eyes, play = table.eyes, table.play
        self.number, self.phase = eyes.moment, table.phase
        self.around, self.paused = (table.head, self.phase, *eyes.around(), eyes.clocks()), table.head.paused
        self.asked = play.state.requests() if play else []
        self.told = [_told(r) for r in self.asked]


class Shared:
    """The last frame of each viewer of one table."""

    __slots__ = ("_now", "frames")

    def __init__(self) -> None:
        self.frames: dict[int, Frame] = {}
        self._now: Moment | None = None

    def of(self, table: Table, viewer: int) -> Frame:
        """A viewer's frame of this moment; the same object as long as there is nothing new to tell."""
        frame, moment = self.frames.get(viewer), table.eyes.moment
        if frame is None or frame.moment != moment:
            now = self._now
            if now is None or now.number != moment:
                now = self._now = Moment(table)
            new = Frame(table, viewer, frame, now)
            if frame is None or new.tells(frame):
                frame = self.frames[viewer] = new
            frame.moment = moment
        return frame


def _told(request: Request) -> bytes:
    return _encoded(request.seat, request.kind, request.binds, request.sealed, "")


@lru_cache(maxsize=4096)
def _encoded(seat: int, kind: str, binds: Any, sealed: bool, id: str) -> bytes:
    return encode(Asked(seat, kind, binds, sealed, id))


class Frames:
    """The last frame of each viewer of each table in memory."""

    def __init__(self) -> None:
        self._kept: WeakKeyDictionary[Table, Shared] = WeakKeyDictionary()

    def of(self, table: Table, viewer: int) -> Frame:
        """The frame of this moment; the same object as long as there is nothing new to tell."""
        return self.at(table).of(table, viewer)

    def at(self, table: Table) -> Shared:
        """The frames of a table."""
        shared = self._kept.get(table)
        if shared is None:
            shared = self._kept[table] = Shared()
        return shared
