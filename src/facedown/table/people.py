"""Who looks at one table: whoever comes to it and goes, and what players missed meanwhile. Where somebody is follows
from their streams and pages (`Presence`). What they missed is a part of their own log; chairs keep from where to where,
so that every node knows it, also after a restart, and here stands what is not written down yet (`missed`)."""

from __future__ import annotations

from collections.abc import Callable

from facedown.engine import PUBLIC
from facedown.store import AWAY

from .chairs import seat_of, seats_of
from .eyes import Eyes, Scene
from .play import Play
from .presence import There

CAUGHT_UP = 3
"""Lines of the log that are told to somebody who was away."""


class People:
    """The people at a table: players are known by the hash of their token, spectators by their browser. `news`: called
    when somebody may have come or gone."""

    def __init__(self, scene: Scene, eyes: Eyes, news: Callable[[], None]) -> None:
        self.scene, self.eyes, self._news = scene, eyes, news
        self._seen: dict[str, int] = {}
        """How much of their log was on the pages that players had open here last."""
        self._returned: dict[int, tuple[int, int]] = {}
        """By seat, what they missed who have just come back."""

    def attend(self, who: str, browser: str = "") -> str:
        """Whoever this is begins to look at the table. Returns the key to listen with."""
        head, play, presence = self.scene.head, self.scene.play, self.scene.presence
        key, seat = browser, seat_of(head, who)
        if seats_of(head, who):
            presence.forget([browser] if browser else [])
            key = who
        if play is not None and seat != PUBLIC:
            if presence.of(who) != "here":
                self._come_back(who, play, seat)
            self._seen[who] = len(play.logs[seat])
        return key

    def reads_on(self, who: str, seat: int) -> None:
        """Whoever looks and never stopped sees what has been told since."""
        play = self.scene.play
        if play is not None and seat != PUBLIC:
            self._seen[who] = len(play.logs[seat])

    def loaded(self, who: str, browser: str = "") -> None:
        """A page was loaded."""
        key = self.attend(who, browser)
        if key:
            self.scene.presence.loaded(key)

    def closed(self, key: str) -> None:
        """A stream has closed."""
        play, seat = self.scene.play, seat_of(self.scene.head, key)
        if play is not None and seat != PUBLIC:
            self._seen[key] = len(play.logs[seat])
        self._news()

    def where(self, token: str) -> There:
        """Where the owner of a seat is."""
        return self.scene.presence.of(token)

    # what they missed ------------------------------------------------------------------------------------------------
    def missed(self, who: str, language: str = "en") -> tuple[list[str], int]:
        """What happened while this player was away, until they have moved: three lines at most, in this language, and
        how many there were besides."""
        head, play, seat = self.scene.head, self.scene.play, seat_of(self.scene.head, who)
        if play is None or seat == PUBLIC:
            return [], 0
        since, until = self._returned.get(seat) or head.chairs[seat].missed or (0, AWAY)
        if until == AWAY or play.acted[seat] >= until:
            return [], 0
        lines = [self.eyes.spoken(k, play.logs[seat][k], seat, language) for k in range(since, until)]
        told = [f"{line.by}: {line.text}" if line.by else line.text for line in lines if line.text]
        return told[-CAUGHT_UP:], max(0, len(told) - CAUGHT_UP)

    def _come_back(self, who: str, play: Play, seat: int) -> None:
        """Where nobody saw them go, because their server died, they were here until this one took over."""
        since, until = self.scene.head.chairs[seat].missed or (0, 0)
        if until != AWAY:
            since = max(until, play.began[seat], play.acted[seat], self._seen.get(who, 0))
        if since < len(play.logs[seat]):
            self._returned[seat] = since, len(play.logs[seat])

    def unwritten(self) -> dict[int, tuple[int, int]]:
        """By seat, what is to be written down: from where they miss lines who are not here any more, and from where to
        where those missed them who are back."""
        head, presence = self.scene.head, self.scene.presence
        gone = [who for who in self._seen if presence.of(who) != "here"] if self.scene.phase == "playing" else []
        marks = {seat: (self._seen[who], AWAY) for who in gone if (seat := seat_of(head, who)) != PUBLIC}
        return {**marks, **self._returned}

    def written(self, marks: dict[int, tuple[int, int]]) -> None:
        """These are in the chairs now."""
        for seat, mark in marks.items():
            if self._returned.get(seat) == mark:
                del self._returned[seat]
            elif mark[1] == AWAY:
                self._seen.pop(self.scene.head.chairs[seat].token, None)
