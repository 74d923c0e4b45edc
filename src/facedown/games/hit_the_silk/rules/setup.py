"""Set-up: which cards take part, the Lockbox, the deal, the opening discards (1.2)."""

from __future__ import annotations

from facedown.engine import EVERYONE, Refusal, only

from .. import refusals as no
from ..events import Dealt, Opened
from ..landing import start
from ..words import Opening
from .cards import FLANNEL
from .travel import Travel


class Setup(Travel):
    """From the box to the first turn."""

    __slots__ = ()

    def deal(self) -> None:
        """S-010 to S-020."""
        self.clear_table()
        self.turn = self.starter = self.chance.below("first", self.seats)
        self.fill_lockbox(self.sort_cards())
        self.ask("talk", range(self.seats), "may")
        for seat in range(self.seats):
            hand = self.codes(self.hands[seat])
            self.tell(only(seat), Dealt(seat, len(hand), hand), Dealt(seat, len(hand)))
        self.ask("opening", range(self.seats), sealed=True)

    def clear_table(self) -> None:
        """An empty table, the plane where it starts."""
        n = self.seats
        self.travel = self.options.travel
        self.altitude, self.target = self.edition.start(n), self.edition.target(n)  # S-010, S-005
        self.plane = start(self.edition.landing)  # S-205
        for area in ("hands", "announced", "laid", "thrown", "eyes"):
            setattr(self, area, [[] for _ in range(n)])
        self.dead, self.claims, self.offered = ("",) * n, [()] * n, [0] * n

    def sort_cards(self) -> list[int]:
        """S-012 to S-014, A-91: Flannel into Laundry, what takes no part into the Box, openly. The others, shuffled."""
        playing: list[int] = []
        for kind, cards in self.game.copies.items():
            if kind == FLANNEL:
                self.laundry = cards[:]
                continue
            out = self.travel and kind in self.edition.out_in_travel  # S-230
            n = 0 if out else self.edition.in_play(kind, self.seats)
            playing += cards[:n]
            self.box += cards[n : self.edition.deck[kind]]
        self.chance.shuffle("deck", playing)
        return playing

    def fill_lockbox(self, cards: list[int]) -> None:
        """S-015 to S-020: some kinds are put aside, then shuffled back; hands are dealt from all that is left."""
        aside = self.of_kind(cards, *self.edition.put_aside)
        rest = [card for card in cards if card not in aside]
        size = self.edition.lockbox
        self.lockbox = rest[:size]  # S-016, S-017
        rest = rest[size:] + aside
        self.chance.shuffle("deal", rest)  # S-018
        dealt = self.edition.dealt
        self.hands = [rest[dealt * seat : dealt * (seat + 1)] for seat in range(self.seats)]  # S-019
        self.draw = rest[dealt * self.seats :]  # S-020

    # the opening discards ----------------------------------------------------------------------------------
    def check_opening(self, seat: int, move: Opening) -> Refusal | None:
        """S-021, A-07: any two."""
        if len(move.cards) != self.edition.opening_discards:
            return no.TWO_OF_SIX
        return self.check_held(seat, move.cards)

    def do_opening(self, seat: int, move: Opening) -> None:
        """A-07: in secret; when the last has chosen they are laid down, in seat order from the first player."""
        if not self.seal(seat, move):
            return
        answers = self.unseal()
        for s in self.clockwise(self.turn):
            answer = answers[s]
            if isinstance(answer, Opening):
                self.to_discard(self.out_of_hand(s, answer.cards))  # Poison and Antidote too
                self.tell(EVERYONE, Opened(s, answer.cards))
        self.then("begin_turn")
