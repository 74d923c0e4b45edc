"""Travel: the same game by rounds, without altimeter, dice and Licence (1.20, 2.13). It changes a turn only where
it says so."""

from __future__ import annotations

from .turn import Turn


class Travel(Turn):
    """S-232 to S-238."""

    __slots__ = ()

    def begin_turn(self) -> None:
        """Who has had a turn in this round."""
        self.had |= 1 << self.turn
        super().begin_turn()

    def next_turn(self) -> None:
        """S-235: a round ends when all the living have had a turn."""
        if self.travel and all(self.had >> seat & 1 for seat in self.living()):
            return self.then("end_round")
        super().next_turn()

    def end_round(self) -> None:
        """S-236, S-238: a vote, but after the last round all jump. A-87: after the third, Poison expires before it."""
        if self.round == self.edition.rounds:
            return self.then("jump")
        self.then("vote_by_round")
        if self.round == self.edition.travel_poison:
            self.then("purge_poison")

    def vote_by_round(self) -> None:
        """S-236, A-88: who started the round votes first, or the next of the living."""
        self.hold_vote(self.starter)

    def nobody_jumps(self) -> None:
        """A-90: no turbulence. A-87: after the third round the poisoned die before the next one begins."""
        if not self.travel:
            return super().nobody_jumps()
        self.then("begin_round")
        if self.round == self.edition.travel_poison:
            self.then("kill_poisoned")

    def begin_round(self) -> None:
        """S-233, A-88: it is started by the next of the living."""
        self.round += 1
        self.had = 0
        self.starter = self.turn = self.living(self.starter + 1)[0]
        self.then("begin_turn")

    def turn_of_reference(self) -> int:
        """A-88, A-91: holders of surplus seats decide from the round's starter on."""
        return self.starter - 1 if self.travel else super().turn_of_reference()
