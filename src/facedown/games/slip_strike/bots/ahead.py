"""Slips of two players, weighed by what comes after them: the second Action, or the whole next turn."""

from __future__ import annotations

from collections.abc import Sequence

from ..words import View
from .duel import Duel, Side
from .memory import Memory
from .mixing import Mixture, equilibrium

ROUNDS = 150
"""How long the mixture of the next turn is looked for."""


class Ahead:
    """What each Slip of a seat is worth to it."""

    def __init__(self, memory: Memory, view: View, seat: int) -> None:
        self.memory, self.view, self.seat, self.other = memory, view, seat, 1 - seat
        self.shown = [
            [None if code is None else memory.card(s, code) for code in (shown.first, shown.second)]
            for s, shown in enumerate(view.open)
        ]

    def at(self, seat: int) -> int:
        """Where a seat stands."""
        at = self.view.agents[seat]
        assert at is not None
        return at

    def second_action(self, teleports: Sequence[int], secret: Sequence[int], expected: Mixture) -> list[float]:
        """With the second cards still face down. `secret`: cards of one's own that were not public when the turn began;
        `expected`: how the opponent is thought to mix its programs, with the cards that were public then."""
        memory, stand = self.memory, self.memory.stand
        assert stand is not None and self.view.you is not None
        one = Side(memory.deck, stand, self.seat, memory.circle, secret)
        first = self.shown[self.other][0]
        surprise = [first] if first is not None and first not in stand.hands[self.other] else []
        two = Side(memory.deck, stand, self.other, memory.circle, surprise)
        duel = Duel(memory.deck, memory.circle, one, two)
        code = (self.view.you.program or (None, None))[1]
        i = one.programs.index((self.shown[self.seat][0], None if code is None else memory.card(self.seat, code)))
        likely = [(j, 1.0 if surprise else expected[j]) for j, p in enumerate(two.programs) if p[0] == first]
        also = self.view.seats[self.other].must_slip
        values = []
        for card in teleports:
            at = memory.circle.index(memory.deck.leads[card] or "")
            value = 0.0
            for j, chance in likely:
                theirs, left, slips = self.at(self.other), two.teleports[j], 0
                if also and (can := left & ~self.zone(self.seat)):
                    theirs = duel.slip(1, can, self.at(self.seat))
                    left, slips = left & ~(1 << theirs), 1
                value += chance * duel.onward(i, j, 1, (at, theirs), (one.teleports[i] & ~(1 << at), left), (1, slips))
            values.append(value)
        return values

    def next_turn(self, teleports: Sequence[int], secret: Sequence[int]) -> list[float]:
        """With this turn over: the value of the next one, both mixing as they should."""
        memory = self.memory
        played = [[card for card in cards if card is not None] for cards in self.shown]
        theirs = self.their_slip() if self.view.seats[self.other].must_slip else []
        values = []
        for card in teleports:
            stand = memory.next_turn([(self.seat, card), *theirs], played)
            one = Side(memory.deck, stand, self.seat, memory.circle, secret)
            two = Side(memory.deck, stand, self.other, memory.circle)
            matrix = Duel(memory.deck, memory.circle, one, two).matrix()
            mine, other = equilibrium(matrix, ROUNDS)
            values.append(float(mine @ matrix @ other))
        return values

    def their_slip(self) -> list[tuple[int, int]]:
        """The Teleport that the opponent may Slip with, if there is one that can be in its hand."""
        known = [self.memory.card(self.other, code) for code in self.view.seats[self.other].available]
        zone = self.zone(self.seat)
        can = [
            c for c in known if (place := self.memory.deck.leads[c]) and not zone >> self.memory.circle.index(place) & 1
        ]
        return [(self.other, can[0])] if can else []

    def zone(self, seat: int) -> int:
        """Where a seat strikes in this Action, as bits."""
        return sum(1 << at for at in self.view.zones[seat])
