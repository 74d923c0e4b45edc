"""One turn of two players as a matrix: every program of one against every program of the other, resolved with sensible
Slips and valued by what both have left. Values are chances to win, as far as one turn lets them be seen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..edition import Deck
from .memory import Program, Stand

Matrix = Any
"""A numpy array: rows are one's own programs, columns the opponent's."""
LEFT = (-1.9, -1.5, -0.5, 0.5, 1.4, 2.1)
"""What 0 to 5 Teleports that are left, wherever they lie, are worth."""
IN_HAND = (-0.84, -0.15, 0.0)
"""What it is worth to have none, one, or more Teleports in hand when the next turn begins."""
READY = {"blade": 0.11, "pistol": 0.16, "rifle": 0.20}
"""What a weapon that is ready then is worth."""
ASSET = 0.15
"""The same for an Asset, whatever it is."""


def programs(deck: Deck, cards: Sequence[int]) -> list[Program]:
    """All programs of these cards (X-010, A-X05)."""
    able = [card for card in cards if deck.card[card].reaction is None]
    if len(able) > 1:
        return [(a, b) for a in able for b in able if a != b]
    return [(able[0], None), (None, able[0])] if able else [(None, None)]


class Side:
    """One of the two, with the programs it chooses from and what each of them leaves."""

    def __init__(self, deck: Deck, stand: Stand, seat: int, circle: Sequence[str], more: Sequence[int] = ()) -> None:
        """`more`: cards in hand that are not public."""
        self.seat, at = seat, stand.agents[seat]
        assert at is not None
        self.at = at
        hand = (*stand.hands[seat], *more)
        self.programs = programs(deck, hand)
        where = {card: 1 << circle.index(place) for card in hand if (place := deck.leads[card]) is not None}
        every = sum(where.values())
        self.teleports = [
            every & ~sum([where.get(card, 0) for card in program if card is not None]) for program in self.programs
        ]
        self.worth = [self._worth(deck, stand, hand, program) for program in self.programs]
        self.weapons = [card for card in hand if deck.card[card].weapon is not None]

    def _worth(self, deck: Deck, stand: Stand, hand: Sequence[int], program: Program) -> list[float]:
        """What this program leaves, after 0, 1 and 2 Slips."""
        back = [card for card in program if card is not None and deck.cooldown[card] == 0]
        ready = [*[card for card in hand if card not in program], *stand.coming[self.seat], *back]
        teleports = sum(deck.leads[card] is not None for card in ready)
        left = stand.teleports[self.seat]
        kinds = [deck.card[card].weapon or "" for card in ready if not deck.is_asset(card)]
        arms = sum(READY.get(kind, 0.0) for kind in kinds) + ASSET * sum(map(deck.is_asset, ready))
        return [LEFT[max(0, min(5, left - n))] + IN_HAND[max(0, min(2, teleports - n))] + arms for n in range(3)]


class Duel:
    """A turn of two: resolves Actions by table look-up."""

    def __init__(self, deck: Deck, circle: Sequence[str], one: Side, two: Side) -> None:
        self.deck, self.sides, self.n = deck, (one, two), len(circle)
        self.actions: dict[tuple[Any, ...], tuple[int, int, int, int]] = {}
        self.choices: dict[tuple[int, int, int], int] = {}
        used = {card for side in self.sides for program in side.programs for card in program if card is not None}
        self.lands = {card: [self._lands(card, at, circle) for at in range(self.n)] for card in used}
        self.zones = {card: [self._zone(card, at) for at in range(self.n)] for card in used}

    def _lands(self, card: int, at: int, circle: Sequence[str]) -> int:
        place = self.deck.leads[card]
        return (at + self.deck.step[card]) % self.n if place is None else circle.index(place)

    def _zone(self, card: int, at: int) -> int:
        if self.deck.card[card].weapon is None:
            return 0
        return sum(1 << (at + step) % self.n for step in self.deck.reach[card])

    def matrix(self) -> Matrix:
        """The chance of the first side to win, program against program."""
        one, two = self.sides
        return np.array(
            [[self.value(i, j) for j in range(len(two.programs))] for i in range(len(one.programs))], dtype=float
        )

    def value(self, i: int, j: int) -> float:
        """Of one program against another."""
        one, two = self.sides
        return self.onward(i, j, 0, (one.at, two.at), (one.teleports[i], two.teleports[j]), (0, 0))

    def onward(
        self, i: int, j: int, action: int, at: tuple[int, int], left: tuple[int, int], slips: tuple[int, int]
    ) -> float:
        """The same from the first Action on (0) or the second (1): where both stand, the Locations of the Teleports
        that each has in hand, as bits, and how often each has Slipped in this turn."""
        one, two = self.sides
        (at_one, at_two), (left_one, left_two), (slips_one, slips_two) = at, left, slips
        for mine, theirs in zip(one.programs[i][action:], two.programs[j][action:], strict=True):
            at_one, at_two, from_two, from_one = self.action(mine, theirs, at_one, at_two)
            if from_two or from_one:
                can_one, can_two = left_one & ~from_two, left_two & ~from_one
                out_one, out_two = bool(from_two) and not can_one, bool(from_one) and not can_two
                if out_one or out_two:
                    return 0.5 if out_one and out_two else float(out_two)
                stood_one, stood_two = at_one, at_two
                if from_two:
                    at_one = self.slip(0, can_one, stood_two)
                    left_one, slips_one = left_one & ~(1 << at_one), slips_one + 1
                if from_one:
                    at_two = self.slip(1, can_two, stood_one)
                    left_two, slips_two = left_two & ~(1 << at_two), slips_two + 1
        return 1 / (1 + math.exp(two.worth[j][slips_two] - one.worth[i][slips_one]))

    def action(self, mine: int | None, theirs: int | None, one: int, two: int) -> tuple[int, int, int, int]:
        """Where both stand after an Action, and the zones that hit the one and the other (0: none does)."""
        key = mine, theirs, one, two
        if key not in self.actions:
            one = one if mine is None else self.lands[mine][one]
            two = two if theirs is None else self.lands[theirs][two]
            by_one = 0 if mine is None else self.zones[mine][one]
            by_two = 0 if theirs is None else self.zones[theirs][two]
            from_two = by_two if by_two >> one & 1 and not self.parries(mine, theirs) else 0
            from_one = by_one if by_one >> two & 1 and not self.parries(theirs, mine) else 0
            self.actions[key] = one, two, from_two, from_one
        return self.actions[key]

    def parries(self, own: int | None, other: int | None) -> bool:
        """X-041, X-042, A-X16."""
        if own is None or other is None:
            return False
        mine, theirs = self.deck.card[own], self.deck.card[other]
        return mine.shield or (mine.advantage and mine.weapon == theirs.weapon and not theirs.advantage)

    def slip(self, side: int, can: int, enemy: int) -> int:
        """The Location to Slip to: the one that the fewest of the enemy's weapons reach from where that one stands."""
        key = side, can, enemy
        if key not in self.choices:
            zones = [self._zone(card, enemy) for card in self.sides[1 - side].weapons]
            places = [at for at in range(self.n) if can >> at & 1]
            self.choices[key] = min(places, key=lambda at: sum(zone >> at & 1 for zone in zones))
        return self.choices[key]
