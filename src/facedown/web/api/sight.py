"""What one caller sees of one table from moment to moment, as long as they look."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from facedown.bus import Inbox
from facedown.store import Head
from facedown.table import seats_of

from ..asking import room_for
from .call import Call
from .frames import Frame


class Sight:
    """A caller who looks at the table that they have entered."""

    def __init__(self, call: Call) -> None:
        self.call, self.rev = call, 0
        self.inbox: Inbox
        self._frames = call.server.frames.at(call.table)
        self._code = call.table.head.code
        self._head: Head | None = None
        self._had: Frame | None = None
        self._open = ExitStack()

    def open(self, ring: Callable[[], object]) -> None:
        """Begins to look: whoever sits here is here from now on. `ring`: called when there may be something new. Raises
        Problem."""
        call, table = self.call, self.call.table
        room_for(call.server.limits, table, call.home)
        hub, key, enter = call.server.house.hub, table.people.attend(call.who), self._open
        enter.enter_context(call.server.limits.streams.one(table.head.id, call.home))
        enter.enter_context(call.server.meters.streams.track_inprogress())
        enter.callback(table.people.closed, key)
        self.inbox = hub.join(table.head.id, key, ring)
        enter.callback(hub.leave, self.inbox)
        table.tell_presence()

    def close(self) -> None:
        """Looks no more."""
        self._open.close()

    def look(self) -> bytes | None:
        """What has changed since the last look, and at first everything; b"" where nothing has. None: this opens
        nothing any more, or the server goes down."""
        call = self.call
        table, who = call.table, call.who
        if self.inbox.closed:
            return None
        if table.head is not self._head:
            self._head, self._viewer = table.head, call.viewer
            head = self._head
            if not table.opens(who) or (who and not seats_of(head, who)) or (self._code != head.code and not who):
                return None  # the seat was given up, or the table closed to spectators
        frame, before = self._frames.of(table, self._viewer), self._had
        self.rev = frame.rev
        if frame is before:
            return b""
        self._had = frame
        return frame.after(table, before)
