"""A turn: the open moment, changing a card, passing, the end (1.3, 1.4, 2.2)."""

from __future__ import annotations

from facedown.engine import EVERYONE, Refusal, only

from .. import refusals as no
from ..events import Changed, Kept, Passed, TurnBegins
from ..words import Change, End, Keep
from .altitude import Altitude


class Turn(Altitude):
    """S-030: one change, actions as the hand allows, trades, in any order."""

    __slots__ = ()

    def begin_turn(self) -> None:
        """What can be done once in a turn can be done again."""
        self.stage = "turn"
        self.changed = self.keyed = self.threatened = self.moved = self.swaps = False
        self.offered, self.disposed, self.spent = [0] * self.seats, 0, frozenset()
        self.tell(EVERYONE, TurnBegins(self.turn, self.round if self.travel else None))
        self.then("open_turn")

    def open_turn(self) -> None:
        """The open moment: D-02. A-49: the turn of who has died is over."""
        self.forget_action()
        if not self.lives(self.turn):
            return self.then("end_turn")
        self.ask("turn", [self.turn])  # S-050: nobody else plays actions
        self.ask_at_open_moments()

    def ask_at_open_moments(self) -> None:
        """What others may do meanwhile; in Core nothing."""

    def close_turn(self) -> None:
        """Something is being resolved: the moment is not open any more."""
        self.close("turn", "dispose", "deal")

    # the end of a turn -------------------------------------------------------------------------------------
    def do_end(self, seat: int, move: End) -> None:
        """S-031: whenever the turn player says so."""
        self.close_turn()
        self.then("end_turn")

    def end_turn(self) -> None:
        """A-12."""
        self.then("pass_drop", "refill", "next_turn")

    def pass_drop(self) -> None:
        """S-032, A-10, A-11: due exactly when the turn player has not moved the needle; A-89: never in Travel."""
        if self.lives(self.turn) and not self.moved and not self.travel:
            self.tell(EVERYONE, Passed(self.turn))
            self.lower(self.cost("pass"), "pass")

    def next_turn(self) -> None:
        """S-033: clockwise over the living."""
        self.turn = self.living(self.turn + 1)[0]
        self.then("begin_turn")

    # changing a card ---------------------------------------------------------------------------------------
    def check_change(self, seat: int, move: Change) -> Refusal | None:
        """S-040, S-041, A-94: once, any unprotected card."""
        if self.changed:
            return no.CHANGED
        return self.check_held(seat, [move.card])

    def do_change(self, seat: int, move: Change) -> None:
        """S-041, S-042, S-045: first the discard, then the needle, then the cards."""
        self.close_turn()
        self.changed = True
        self.moved |= self.cost("change") > 0
        self.act, self.actor = "change", seat
        self.to_discard(self.out_of_hand(seat, [move.card]))
        self.tell(EVERYONE, Changed(seat, move.card))
        self.then("pay_change", "pick_up", "open_turn")

    def pay_change(self) -> None:
        """S-042."""
        self.lower(self.cost("change"), "change")

    def pick_up(self) -> None:
        """S-043, A-18, A-19: as many as the altitude allows now, after all that came between; S-234: in Travel the
        number of the round."""
        if not self.lives(self.turn):
            return
        count = self.round if self.travel else self.edition.altitude.drawn(self.altitude)
        self.draw_into(self.turn, self.picked, count)
        if len(self.picked) > 1:
            return self.ask("keep", [self.turn])
        self.hands[self.turn] += self.picked  # a single one is kept
        self.picked = []

    def check_keep(self, seat: int, move: Keep) -> Refusal | None:
        """S-044, A-20: exactly one of them."""
        return None if self.find(self.picked, [move.card]) is not None else no.NOT_DRAWN

    def do_keep(self, seat: int, move: Keep) -> None:
        """S-044: the others go face up on top of Discard."""
        self.close("keep")
        kept = (self.find(self.picked, [move.card]) or [])[0]
        rejected = [card for card in self.picked if card != kept]
        self.hands[seat].append(kept)
        self.picked = []
        self.to_discard(rejected)
        codes = self.codes(rejected)
        self.tell(only(seat), Kept(seat, codes, move.card), Kept(seat, codes))
