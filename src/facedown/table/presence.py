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
LOADED = 60.0
"""Seconds for which a page without a stream counts as one: it has no script, and is being read."""
There = Literal["here", "away", "gone"]


class Presence:
    """The people at one table, each known by a key. `news`: called when somebody may have changed."""

    def __init__(self, hub: Hub, table: str, news: Callable[[], None]) -> None:
        self.hub, self.table, self._news = hub, table, news
        self._until: dict[str, float] = {}
        self._alarms: dict[str, list[asyncio.TimerHandle]] = {}
        self._listening: set[str] = set()
        self._since = time.monotonic() - HERE

    def begin(self) -> None:
        """From now on whoever does not come is away, and later gone."""
        self._since = time.monotonic() - HERE
        self._ring_later("", self._since)

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
            for alarm in self._alarms.pop(key, ()):
                alarm.cancel()

    def _set(self, key: str, until: float) -> None:
        self._until[key] = until
        self.forget([k for k, at in self._until.items() if time.monotonic() - at > 2 * GONE])
        self._ring_later(key, until)

    def _ring_later(self, key: str, until: float) -> None:
        for alarm in self._alarms.get(key, ()):
            alarm.cancel()
        loop, left = asyncio.get_running_loop(), until - time.monotonic()
        self._alarms[key] = [loop.call_later(left + after + 0.1, self._news) for after in (BLINK, HERE, GONE)]
