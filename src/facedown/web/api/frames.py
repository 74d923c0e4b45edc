"""What one viewer sees, as bytes: encoded once for all who look with the same eyes at the same moment, and each part
only when it changed."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from facedown.store import Said
from facedown.table import Look, Table

from .words import Around, Asked, Item, Line

encode = msgspec.json.Encoder().encode
SHOWN = 60
"""Lines of the log in a first frame, and in an answer."""


def _view(look: Look) -> Any:
    return look.view


def _requests(look: Look) -> Any:
    mine = {asked.request.kind: asked.request_id for asked in look.asked}
    return [
        Asked(r.seat, r.kind, r.binds, r.sealed, mine.get(r.kind, "") if r.seat == look.viewer else "")
        for r in look.requests
    ]


def _menu(look: Look) -> Any:
    return [
        Item(a.request_id, a.mark, a.offer.kind, a.offer.fields, a.offer.why_not, a.offer.exact) for a in look.asked
    ]


def _table(look: Look) -> Any:
    return Around(
        game=look.game.id,
        code=look.code,
        phase=look.phase,
        people=look.people,
        commitment=look.commitment,
        options=look.options,
        clocks=look.clocks,
        paused=look.paused,
        closed=look.closed,
        hot=look.hot,
        watching=look.watching,
        wishes=look.wishes,
        mute=look.dumb,
        next=look.next,
    )


AROUND = ("people", "clocks", "phase", "dumb", "next", "code", "paused", "closed", "watching", "wishes")
PARTS: tuple[tuple[bytes, Callable[[Look], Any]], ...] = (
    (b"view", _view),
    (b"requests", _requests),
    (b"menu", _menu),
    (b"table", _table),
)
"""The parts of a frame, and what makes them."""
_around = attrgetter(*AROUND)


def _changed(look: Look, old: Look | None) -> tuple[bool, bool, bool, bool]:
    """Which of the parts differ."""
    if old is None:
        return True, True, True, True
    asked = look.asked != old.asked
    return look.view != old.view, asked or look.requests != old.requests, asked, _around(look) != _around(old)


def lines(table: Table, look: Look, start: int, end: int) -> list[Line]:
    """Lines `start` to `end` of a viewer's log; in words that a look has already where it has them."""
    log, worded, at = table.eyes.log(look.viewer), look.log, len(look.log) - 1
    found = []
    for k in range(end - 1, start - 1, -1):
        line = log[k]
        while at >= 0 and worded[at].k > k:
            at -= 1
        if at >= 0 and worded[at].k == k:
            spoken = worded[at]
        else:
            spoken = table.eyes.spoken(k, line, look.viewer)
        found.append(Line(k, spoken.text, spoken.by, None if isinstance(line, Said) else line))
    return found[::-1]


class Frame:
    """One viewer's look at one moment, and what is new in it to whoever had the one before. `until`: how long the log
    was."""

    __slots__ = ("_before", "_log", "_message", "_parts", "look", "until")

    def __init__(self, table: Table, look: Look, before: Frame | None) -> None:
        self.look, self._log = look, table.eyes.log(look.viewer)
        self.until = look.lines
        self._before = before.look if before is not None else None
        self._parts: list[bytes] = []
        new = []
        for i, changed in enumerate(_changed(look, self._before)):
            if before is not None and not changed:
                self._parts.append(before._parts[i])
            else:
                name, make = PARTS[i]
                part = b'"%s":%s' % (name, encode(make(look)))
                self._parts.append(part)
                new.append(part)
        self._message = self._event(table, new, self._since(before))

    def whole(self) -> bytes:
        """All of it, as one answer."""
        return b'{"rev":%d,%s}' % (self.look.rev, b",".join(self._parts))

    def after(self, table: Table, had: Frame | None) -> bytes:
        """The event for a stream that had this frame last: what has changed since, or everything."""
        if had is not None and had.look is self._before:
            return self._message
        return self._event(table, self._parts, self._since(had))

    def _since(self, had: Frame | None) -> int:
        return had.until if had is not None and had._log is self._log else max(0, self.until - SHOWN)

    def _event(self, table: Table, parts: list[bytes], since: int) -> bytes:
        rev = self.look.rev
        log = b'"log":%s' % encode(lines(table, self.look, since, self.until))
        return b'id: %d\ndata: {"rev":%d,%s}\n\n' % (rev, rev, b",".join([*parts, log]))


class Frames:
    """The last frame of each viewer of each table in memory."""

    def __init__(self) -> None:
        self._kept: WeakKeyDictionary[Table, dict[int, Frame]] = WeakKeyDictionary()

    def of(self, table: Table, viewer: int) -> Frame:
        """The frame of this moment."""
        look = table.look(viewer)
        kept = self._kept.setdefault(table, {})
        frame = kept.get(viewer)
        if frame is None or frame.look is not look:
            frame = kept[viewer] = Frame(table, look, frame)
        return frame
