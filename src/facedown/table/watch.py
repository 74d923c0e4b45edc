"""A table's own time: milliseconds since its deal. While the server runs it follows the monotonic clock, so that nobody
who sets the wall clock stops or doubles a timer; the wall clock counts only for the time in which no server ran, and
never takes it back behind what happened last."""

from __future__ import annotations

import time


class Watch:
    """`dealt`: milliseconds since 1970; `last`: the time of the last thing that happened."""

    def __init__(self, dealt: int, last: int = 0) -> None:
        self.dealt = dealt
        self._set(max(last, int(time.time() * 1000) - dealt))

    def _set(self, now: int) -> None:
        self._base, self._since = now, time.monotonic()

    def now(self) -> int:
        """Milliseconds since the deal."""
        return self._base + int((time.monotonic() - self._since) * 1000)

    def heard(self, at: int) -> None:
        """Something happened at another node, whose watch may be ahead of this one."""
        if at > self.now():
            self._set(at)
