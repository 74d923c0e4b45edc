"""Who has a table open: here, away or gone. It goes by streams that are open and pages that were loaded, and by nothing
else; a stream that closes never means that somebody left."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import Literal

from facedown.bus import Hub

HERE = 10.0
GONE = 90.0
"""Seconds without a stream for which somebody still counts as here; after which they are gone."""
BLINK = 2.0
"""Seconds for which somebody without a stream still counts as looking: pages are loaded anew, lines blink."""
LATE = 0.1
"""Seconds after which it is certain that the time is over."""
LOADED = 60.0
"""Seconds for which a page without a stream counts as one: it has no script, and is being read."""
There = Literal["here", "away", "gone"]


class Presence:
    """The people at one table, each known by a key. `news`: called when somebody may have changed."""

    def __init__(self, hub: Hub, table: str, news: Callable[[], None]) -> None:
        self.hub, self.table, self._news = hub, table, news
        self._until: dict[str, float] = {}
        self._alarm: asyncio.TimerHandle | None = None
        self._listening: set[str] = set()
        self._since = time.monotonic() - HERE

    def begin(self) -> None:
        """From now on whoever does not come is away, and later gone."""
        self._since = time.monotonic() - HERE
        self._ring_later(self._since)

    def expect(self, keys: Iterable[str]) -> None:
        """These have just got a seat, here or at another node: whoever does not come is away from now on."""
        for key in keys:
            if key not in self._until:
                self._set(key, time.monotonic())

    def loaded(self, key: str) -> None:
        """They have loaded a page."""
        self._set(key, max(self._until.get(key, 0.0), time.monotonic() + LOADED))
        self._news()

    def update(self) -> None:
        """Streams may have opened or closed, here or at another node."""
        listening = self.hub.listening(self.table)
        for key in self._listening - listening - {""}:
            self._set(key, time.monotonic())
        self._listening = listening

    def of(self, key: str) -> There:
        """Where they are."""
        if self.hub.listens(self.table, key):
            return "here"
        silent = time.monotonic() - self._until.get(key, self._since)
        return "here" if silent < HERE else "away" if silent < GONE else "gone"

    def looking(self) -> set[str]:
        """All who look at the table at this moment."""
        since = time.monotonic() - BLINK
        return {*self.hub.listening(self.table), *[key for key, until in self._until.items() if until > since]} - {""}

    def forget(self, keys: Iterable[str]) -> None:
        """Drops what was known of these."""
        for key in keys:
            self._until.pop(key, None)

    def _set(self, key: str, until: float) -> None:
        now = time.monotonic()
        self._until[key] = until
        self.forget([k for k, at in self._until.items() if now - at > 2 * GONE])
        self._ring_later(until)

    def _ring_later(self, *since: float) -> None:
        """Sees to it that there is news when somebody who was here last at one of these moments counts as something
        else. One alarm serves all: the next that is due."""
        now, loop = time.monotonic(), asyncio.get_running_loop()
        due = min([at + after for at in since for after in (BLINK, HERE, GONE) if at + after > now], default=0.0)
        if due and (self._alarm is None or self._alarm.when() > loop.time() + due + LATE - now):
            if self._alarm is not None:
                self._alarm.cancel()
            self._alarm = loop.call_later(due + LATE - now, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._ring_later(self._since, *self._until.values())
        self._news()
