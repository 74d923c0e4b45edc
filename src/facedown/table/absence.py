"""What players missed while they were away: from where to where in their own log. It is kept in memory; after a restart
only what a stand-in did is known, because that stands in the log itself."""

from __future__ import annotations

from facedown.engine import Presence

from .play import Play


class Absences:
    """By the hash of a token: how much of a log was on a page, and what of it was missed since."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}
        self._missed: dict[str, range] = {}

    def seen(self, who: str, play: Play, seat: int) -> None:
        """All of this seat's log is on their page."""
        self._seen[who] = len(play.logs[seat])

    def back(self, who: str, play: Play, seat: int, stood_in: bool) -> None:
        """They come back after an absence."""
        log = play.logs[seat]
        since = self._seen.get(who)
        if since is None and stood_in:
            since = max(k for k, line in enumerate(log) if line == Presence(seat, "stand_in"))
        if since is not None:
            self._missed[who] = range(since, len(log))

    def missed(self, who: str) -> range:
        """The numbers of the lines that they missed and have not been told enough of."""
        return self._missed.get(who, range(0))

    def told(self, who: str) -> None:
        """They have made a move, so they know where they are."""
        self._missed.pop(who, None)
