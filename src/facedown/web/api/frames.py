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

    _asked: tuple[list[Request], list[Offer], int] | None
    """What the menu was made from."""

    def __init__(self, table: Table, viewer: int, before: Frame | None, shared: Shared) -> None:
        eyes, phase = table.eyes, table.phase
        self._viewer, self.moment, self.rev = viewer, eyes.moment, table.rev(viewer)
        self._log, self._version = eyes.log(viewer), eyes.version
        self.until = len(self._log)
        self._around = (table.head, phase, *eyes.around(), eyes.clocks(), table.dumb(viewer))
        if before is not None and before._version == self._version:
            game, self._asked = before._parts[:3], before._asked
        else:
            game = self._game(table, viewer, phase == "playing", before, shared)
        if before is None:
            self._number, self._since = 0, 0
            self._parts: tuple[bytes, ...] = (*game, self._table(table))
            self._new: Sequence[bytes] = self._parts
        else:
            same = self._around == before._around
            self._number, self._since = before._number + 1, self._follows(before)
            self._parts = (*game, before._parts[-1] if same else self._table(table))
            self._new = [new for new, old in zip(self._parts, before._parts, strict=True) if new != old]
        self._message = b""

    def _table(self, table: Table) -> bytes:
        head, phase, people, watching, clocks, mute = self._around
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
        log = b'"log":' + encode(lines(table, self._viewer, since, self.until))
        return b'{"rev":%d,%b}' % (self.rev, b",".join((*parts, log)))

    def _game(
        self, table: Table, viewer: int, playing: bool, before: Frame | None, shared: Shared
    ) -> tuple[bytes, bytes, bytes]:
        """What a viewer sees of the game, what is asked, and what they may answer."""
        play, self._asked = table.play, None
        if play is None:
            return b'"view":null', b'"requests":[]', b'"menu":[]'
        state = play.state
        view = b'"view":' + encode(state.view(viewer))
        if not playing:
            return view, b'"requests":[]', b'"menu":[]'
        mine: list[Request] = []
        offers: list[Offer] = []
        if viewer != PUBLIC and not table.head.paused:
            mine = [r for r in state.requests() if r.seat == viewer]
            if mine:
                offers = state.menu(viewer)
        ids = {r.kind: play.request_id(r) for r in mine}
        public = shared.requests(state.requests(viewer))
        requests = [
            _request(r.seat, r.kind, r.binds, r.sealed, ids.get(r.kind, "")) if r.seat == viewer else told
            for r, told in public
        ]
        self._asked = asked = (mine, offers, play.made[viewer] if mine else 0)
        if before is not None and before._asked == asked:
            menu = before._parts[2]
        else:
            marked = table.eyes.marked(viewer, ids, offers)
            menu = b'"menu":' + encode([Item(i, m, o.kind, o.fields, o.why_not, o.exact) for i, m, o in marked])
        return view, b'"requests":[%b]' % b",".join(requests), menu


class Shared:
    """What the frames of one table have in common, and the last one of each viewer."""

    __slots__ = ("_asked", "_requests", "frames")

    def __init__(self) -> None:
        self.frames: dict[int, Frame] = {}
        self._requests: list[tuple[Request, bytes]] = []
        self._asked: Sequence[Request] = ()

    def of(self, table: Table, viewer: int) -> Frame:
        """A viewer's frame of this moment; the same object as long as there is nothing new to tell."""
        frame = self.frames.get(viewer)
        if frame is None or frame.moment != table.eyes.moment:
            new = Frame(table, viewer, frame, self)
            if frame is None or new.tells(frame):
                frame = self.frames[viewer] = new
            frame.moment = new.moment
        return frame

    def requests(self, asked: Sequence[Request]) -> list[tuple[Request, bytes]]:
        """What is asked, as those read it who are not asked."""
        if asked is not self._asked:
            self._asked = asked
            self._requests = [(r, _request(r.seat, r.kind, r.binds, r.sealed, "")) for r in asked]
        return self._requests


@lru_cache(maxsize=4096)
def _request(seat: int, kind: str, binds: Any, sealed: bool, id: str) -> bytes:
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
