"""Who has won (S-003, 1.18, A-75, A-76, A-86): who is alive, and whether the team has the casino's cash."""

from __future__ import annotations

from collections.abc import Iterable

from facedown.engine import Outcome

from .dead import Dead


class Scoring(Dead):
    """The last count, after the jump and the landing."""

    __slots__ = ()

    def cash(self, seats: Iterable[int]) -> int:
        """S-190: thousands of pounds in the Briefcases of these players, the cuffed ones too."""
        worth = self.edition.cash
        return sum(worth.get(self.kind(card), 0) for seat in seats for card in self.whole_hand(seat))

    def count_team(self) -> None:
        """S-190, S-191, A-75: survivors, and who fell with a cuffed group; without survivors nothing is counted."""
        self.team_cash = self.cash((*self.safe, *self.fallen)) if self.safe else 0

    def score(self) -> None:
        """S-192 to S-194, S-213, S-214, A-86."""
        surplus = (self.team_cash or 0) - self.target  # S-194
        met = bool(self.safe) and surplus >= 0
        team = self.safe if met else ()
        landers = self.crew if self.landed else ()
        landers_cash = self.cash(landers)
        if team and landers:
            overall = landers if landers_cash > surplus else team  # S-214
        else:
            overall = team or landers
        winners = tuple(sorted((*team, *landers)))
        scores = [surplus if s in self.safe else landers_cash if s in landers else 0 for s in range(self.seats)]
        self.finish(
            Outcome(
                winners=winners,
                losers=tuple([seat for seat in range(self.seats) if seat not in winners]),
                scores=tuple(scores),
                why="jumped",
                overall=overall,
            )
        )
