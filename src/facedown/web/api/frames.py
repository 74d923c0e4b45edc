"""What one viewer sees, as bytes: encoded once for all who look with the same eyes at the same moment, and each part
only when it changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
        mute=look.dumb,
        next=look.next,
    )


PARTS: tuple[tuple[str, Callable[[Look], Any], tuple[str, ...]], ...] = (
    ("view", _view, ("view",)),
    ("requests", _requests, ("requests", "asked")),
    ("menu", _menu, ("asked",)),
    ("table", _table, ("people", "clocks", "phase", "dumb", "next", "code")),
)
"""The parts of a frame: what makes them, and the fields of a look that they are made of."""


def lines(table: Table, viewer: int, start: int, end: int) -> list[Line]:
    """Lines `start` to `end` of a viewer's log."""
    return [
        Line(k, line.text, line.name)
        if isinstance(line, Said)
        else Line(k, table.spoken(k, line, viewer).text, "", line)
        for k, line in enumerate(table.log(viewer)[start:end], start)
    ]


class Frame:
    """One viewer's look at one moment, and what is new in it to whoever had the one before. `until`: how long the log
    was."""

    __slots__ = ("_before", "_log", "_message", "_parts", "look", "until")

    def __init__(self, table: Table, look: Look, before: Frame | None) -> None:
        self.look, self._log = look, table.log(look.viewer)
        self.until = len(self._log)
        self._parts: dict[str, bytes] = {}
        new = b""
        for name, make, fields in PARTS:
            if before is not None and all(getattr(look, f) == getattr(before.look, f) for f in fields):
                self._parts[name] = before._parts[name]
            else:
                self._parts[name] = part = encode(make(look))
                new += b'"%s":%s,' % (name.encode(), part)
        self._before = before.look if before is not None else None
        self._message = self._event(table, new, self._since(before))

    def whole(self) -> bytes:
        """All of it, as one answer."""
        return b'{"rev":%d,%s}' % (self.look.rev, self._all())

    def after(self, table: Table, had: Frame | None) -> bytes:
        """The event for a stream that had this frame last: what has changed since, or everything."""
        if had is not None and had.look is self._before:
            return self._message
        return self._event(table, self._all() + b",", self._since(had))

    def _all(self) -> bytes:
        return b",".join(b'"%s":%s' % (name.encode(), part) for name, part in self._parts.items())

    def _since(self, had: Frame | None) -> int:
        same: Sequence[Any] | None = had._log if had is not None else None
        return had.until if had is not None and same is self._log else max(0, self.until - SHOWN)

    def _event(self, table: Table, parts: bytes, since: int) -> bytes:
        log = encode(lines(table, self.look.viewer, since, self.until))
        return b'id: %d\ndata: {"rev":%d,%s"log":%s}\n\n' % (self.look.rev, self.look.rev, parts, log)


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
