"""Who looks at one table: whoever comes to it and goes, and what players missed meanwhile. Where somebody is follows
from their streams and pages (`Presence`), what they missed from their own log (`Absences`)."""

from __future__ import annotations

from collections.abc import Callable

from facedown.engine import PUBLIC

from .absence import Absences
from .chairs import seat_of, seats_of
from .eyes import Eyes, Scene
from .presence import There

CAUGHT_UP = 3
"""Lines of the log that are told to somebody who was away."""


class People:
    """The people at a table: players are known by the hash of their token, spectators by their browser. `news`: called
    when somebody may have come or gone."""

    def __init__(self, scene: Scene, eyes: Eyes, news: Callable[[], None]) -> None:
        self.scene, self.eyes, self._news = scene, eyes, news
        self.absences = Absences()

    def attend(self, who: str, browser: str = "") -> str:
        """Whoever this is begins to look at the table. Returns the key to listen with."""
        head, play, presence = self.scene.head, self.scene.play, self.scene.presence
        key, seat = browser, seat_of(head, who)
        if seats_of(head, who):
            presence.forget([browser] if browser else [])
            key = who
        if play is not None and seat != PUBLIC:
            if presence.of(who) != "here":
                self.absences.back(who, play, seat, bool(head.chairs[seat].stand_in))
            self.absences.seen(who, play, seat)
        return key

    def loaded(self, who: str, browser: str = "") -> None:
        """A page was loaded."""
        key = self.attend(who, browser)
        if key:
            self.scene.presence.loaded(key)

    def closed(self, key: str) -> None:
        """A stream has closed."""
        play, seat = self.scene.play, seat_of(self.scene.head, key)
        if play is not None and seat != PUBLIC:
            self.absences.seen(key, play, seat)
        self._news()

    def where(self, token: str) -> There:
        """Where the owner of a seat is."""
        return self.scene.presence.of(token)

    def missed(self, who: str) -> tuple[list[str], int]:
        """What happened while this player was away: three lines at most, and how many there were besides."""
        play, seat = self.scene.play, seat_of(self.scene.head, who)
        if play is None or seat == PUBLIC:
            return [], 0
        lines = [self.eyes.spoken(k, play.logs[seat][k], seat) for k in self.absences.missed(who)]
        told = [f"{line.by}: {line.text}" if line.by else line.text for line in lines if line.text]
        return told[-CAUGHT_UP:], max(0, len(told) - CAUGHT_UP)
