"""The needle: it drops mark by mark, and what stands at a mark comes before it drops on (1.15, 2.3)."""

from __future__ import annotations

from facedown.engine import EVERYONE

from ..events import Needle, Turbulence
from ..words import Cause
from .vote import Voting


class Altitude(Voting):
    """A-13 to A-15. Each mark is reached once, because the needle never rises."""

    __slots__ = ()

    def cost(self, what: str) -> int:
        """T-2, S-052; S-231: in Travel nothing costs height."""
        return 0 if self.travel else self.edition.costs[what]

    def lower(self, feet: int, cause: Cause) -> None:
        """A-113: one more cause of the descent; then it goes on (A-14)."""
        if feet:
            self.pending = (*self.pending, (feet, cause))
            self.then("descend")

    def descend(self) -> None:
        """A-14: to the next mark, or as far as this cause carries; first what stands there, then on."""
        if not self.pending:
            return
        (feet, cause), *others = self.pending
        start, marks = self.altitude, [mark for mark in self.marks() if mark < self.altitude]
        self.altitude = max([start - feet, *marks])
        left = feet - (start - self.altitude)
        self.pending = ((left, cause), *others) if left else tuple(others)
        self.tell(EVERYONE, Needle(start, self.altitude, cause))
        self.then("arrive", "descend")

    def marks(self) -> tuple[int, ...]:
        """Where something happens."""
        high = self.edition.altitude
        return (*high.gauges, high.poison_worthless, high.poison_kills, high.floor)

    def arrive(self) -> None:
        """A-14: what stands at this mark. What is planned last comes first: Poison before a vote."""
        high, at = self.edition.altitude, self.altitude
        if at == high.floor:
            self.then("jump")  # S-168, A-68: without a vote
        elif at in high.gauges:
            self.then("vote_at_gauge")  # S-160, S-161
        if at == high.poison_kills:
            self.then("kill_poisoned")  # S-108
        if at == high.poison_worthless:
            self.then("purge_poison")  # S-103

    def vote_at_gauge(self) -> None:
        """S-163, A-65: the turn player's left neighbour first, the turn player last, also if another moved the needle
        or the turn player has just died."""
        self.gauge = self.altitude
        self.gauges_used += (self.gauge,)
        self.hold_vote(self.turn + 1)

    def nobody_jumps(self) -> None:
        """S-165, A-15: turbulence is ordinary movement."""
        feet = self.edition.costs["turbulence"]
        self.tell(EVERYONE, Turbulence(feet))
        self.lower(feet, "turbulence")
