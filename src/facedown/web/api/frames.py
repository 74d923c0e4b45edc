"""What one viewer sees, as bytes: encoded once for all who look with the same eyes at the same moment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from facedown.store import Said
from facedown.table import Look, Table

from .words import Around, Asked, Item, Line, Seen

encode = msgspec.json.Encoder().encode
SHOWN = 60
"""Lines of the log in a first frame, and in an answer."""


def seen(look: Look) -> Seen:
    """A look as the API tells it."""
    ids = {a.request.kind: a.request_id for a in look.asked}
    viewer = look.viewer
    return Seen(
        look.rev,
        look.view,
        [
            Asked(r.seat, r.kind, r.binds, r.sealed, ids.get(r.kind, "") if r.seat == viewer else "")
            for r in look.requests
        ],
        [Item(a.request_id, a.mark, a.offer.kind, a.offer.fields, a.offer.why_not, a.offer.exact) for a in look.asked],
        Around(
            look.game.id,
            look.code,
            look.phase,
            look.people,
            look.commitment,
            look.options,
            look.clocks,
            look.dumb,
            look.next,
        ),
    )


def lines(table: Table, viewer: int, start: int, end: int) -> list[Line]:
    """Lines `start` to `end` of a viewer's log."""
    log = table.log(viewer)
    return [
        Line(k, *((line.text, line.name) if isinstance(line, Said) else (table.spoken(k, line, viewer).text, "", line)))
        for k, line in enumerate(log[start:end], start)
    ]


class Frame:
    """One viewer's look at one moment. `since`, `until`: the lines of the log that it brings to whoever had the one
    before."""

    __slots__ = ("body", "log", "look", "message", "since", "until")

    def __init__(self, table: Table, look: Look, before: Frame | None) -> None:
        self.look = look
        self.log: Sequence[Any] = table.log(look.viewer)
        self.until = len(self.log)
        self.since = before.until if before is not None and before.log is self.log else self.first
        self.body = encode(seen(look))
        self.message = self._message(table, self.since)

    @property
    def first(self) -> int:
        """Where the log begins in a first frame."""
        return max(0, self.until - SHOWN)

    def after(self, table: Table, before: Frame | None) -> bytes:
        """The event for a stream that had this frame last."""
        since = before.until if before is not None and before.log is self.log else self.first
        return self.message if since == self.since else self._message(table, since)

    def _message(self, table: Table, since: int) -> bytes:
        log = encode(lines(table, self.look.viewer, since, self.until))
        return b'id: %d\ndata: %s,"log":%s}\n\n' % (self.look.rev, self.body[:-1], log)


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
