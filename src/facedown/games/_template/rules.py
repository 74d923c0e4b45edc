"""The rules of Cuckoo, in the order of `help.md` and with its numbers. What is shown to whom stands in `sight`."""

from __future__ import annotations

from typing import ClassVar

from facedown.engine import EVERYONE, Offer, Outcome, Refusal, given_fault, only

from .sight import Position
from .words import Given, Keep, Kept, Stopped, Swap, Swapped

KING = Refusal("illegal", "C-4", "Nobody gives a king away.", "Keep it.")


class Cuckoo(Position):
    """What may be done in a position, and what happens then."""

    __slots__ = ()
    ASKS: ClassVar = {"turn": (Keep, Swap)}
    NOT_YOURS = Refusal("not-yours", "C-2", "Another player chooses now.", "Wait for your turn.")

    # C-1, C-2: set-up -------------------------------------------------------------------------------
    def lay_out(self, given: Given) -> None:
        """One card each; from the start player on, everybody chooses once."""
        self.hands, self.deck = self.game.faces.deal(self.chance, self.seats, 1, given.hands)
        if any(len(hand) != 1 for hand in self.hands):
            raise given_fault("everybody holds one card")
        order = [(self.options.start + i) % self.seats for i in range(self.seats)]
        self.last = order[-1]
        if given.turn is not None:
            order = order[order.index(given.turn) :]
        self.then(*[("ask_turn", seat) for seat in order], "open_hands")

    def ask_turn(self, seat: int) -> None:
        """C-2."""
        self.turn = seat
        self.ask("turn", [seat])

    # C-3 to C-5: keep or swap -----------------------------------------------------------------------
    def do_keep(self, seat: int, move: Keep) -> None:
        """C-3."""
        self.close("turn")
        self.tell(EVERYONE, Kept(seat))

    def check_swap(self, seat: int, move: Swap) -> Refusal | None:
        """C-4."""
        return KING if self.holds_king(seat) else None

    def do_swap(self, seat: int, move: Swap) -> None:
        """C-3, C-5."""
        self.close("turn")
        left = (seat + 1) % self.seats
        code, mine = self.game.faces.code, self.hands[seat][0]
        if seat == self.last:
            self.deck.append(mine)
            self.hands[seat] = [self.deck.pop(0)]
            both = Swapped(seat, None, code[mine], code[self.hands[seat][0]])
            self.tell(only(seat), both, Swapped(seat, None))
        elif self.holds_king(left):
            self.tell(EVERYONE, Stopped(seat, left))
        else:
            self.hands[seat], self.hands[left] = self.hands[left], self.hands[seat]
            both = Swapped(seat, left, code[mine], code[self.hands[seat][0]])
            self.tell(only(seat) | only(left), both, Swapped(seat, left))

    def holds_king(self, seat: int) -> bool:
        """Whether this hand is a king."""
        return bool(self.game.faces.of_kind(self.hands[seat], self.game.edition.king))

    # C-6: the end -----------------------------------------------------------------------------------
    def open_hands(self) -> None:
        """The lowest card loses; if all are equal, nobody does."""
        values = tuple([self.game.value[self.game.faces.kind[hand[0]]] for hand in self.hands])
        low = tuple([seat for seat in range(self.seats) if values[seat] == min(values)])
        rest = tuple([seat for seat in range(self.seats) if seat not in low])
        if rest:
            self.finish(Outcome(winners=rest, losers=low, scores=values, why="lowest"))
        else:
            self.finish(Outcome(tied=low, scores=values, why="equal"))

    # doors ------------------------------------------------------------------------------------------
    def offers(self, seat: int) -> list[Offer]:
        """Both answers, each with why not."""
        return self.cases(seat, "turn", Keep(), Swap())
