"""The vote: one open ballot each, in order (1.15, 2.10)."""

from __future__ import annotations

from facedown.engine import EVERYONE

from ..events import Ballot as BallotCast
from ..events import Vote, VoteOpened
from ..words import Ballot
from .jump import Jumping


class Voting(Jumping):
    """S-162 to S-167. While it lasts nothing but talk is possible (A-66): nothing else is asked."""

    __slots__ = ()

    def hold_vote(self, first: int) -> None:
        """S-162, S-163, A-64: all the living, clockwise from this seat; everybody votes, whatever is certain."""
        self.ballots = ()
        self.tell(EVERYONE, VoteOpened(self.gauge, self.round if self.travel else None))
        self.talking = self.options.discussion > 0
        self.then(*[("ask_ballot", seat) for seat in self.living(first)], "count_votes")

    def ask_ballot(self, seat: int) -> None:
        """One after the other."""
        self.ask("ballot", [seat])

    def do_ballot(self, seat: int, move: Ballot) -> None:
        """A-64: visible at once."""
        self.close("ballot")
        self.ballots = (*(self.ballots or ()), (seat, move.hit))
        self.tell(EVERYONE, BallotCast(seat, move.hit))

    def count_votes(self) -> None:
        """S-164, S-165: a tie is no majority. S-166: Hit opens the hands. S-167: else what was going on goes on."""
        ballots = [hit for _, hit in self.ballots or ()]
        hit, wait = ballots.count(True), ballots.count(False)
        self.ballots, self.gauge = None, None
        self.tell(EVERYONE, Vote(hit, wait))
        if hit > wait:
            self.then("jump")
        else:
            self.then("nobody_jumps")

    def nobody_jumps(self) -> None:
        """What a failed vote costs (S-165); in Travel nothing (A-90)."""
