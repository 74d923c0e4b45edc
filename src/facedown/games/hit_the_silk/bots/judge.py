"""How likely a seat is to win if all jumped out of an imagined world: seats under parachutes, cuffed groups, cash against
the target, and the landing for who is left on board."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from ..edition import SilkEdition
from ..landing import odds, start
from ..views import View
from ..words import Options
from .worlds import World

LICENCE = "licence"
KEY_ELSEWHERE = 0.3
"""How likely a crew without a Key is to find one in its last search, where the Licence lies in the Lockbox."""


class Judge:
    """Knows what the box prints, and from a view who is alive and who is cuffed to whom."""

    def __init__(self, edition: SilkEdition, options: Options, view: View, seat: int) -> None:
        self.edition, self.seat, self.travel = edition, seat, options.travel
        self.cash, self.seats = edition.cash, edition.seats
        self.target = view.target
        self.living = [not person.dead for person in view.seats]
        self.reference = view.turn + 1
        self.cuffs = [cuff.seats for cuff in view.cuffs if not cuff.case]
        self.groups = self.find_groups(self.cuffs)
        board = edition.landing
        with_it, without = (odds(board, licence, options.lake_is_crash).at(start(board)) for licence in (True, False))
        self.lands = (float(without), float(with_it))
        """The chance of landing without and with the Licence."""
        self.discarded, self.licence_discarded = len(view.discard), LICENCE in view.discard
        self.still_searches = view.phase not in ("flight", "brake")
        self.width = 4.0
        """Thousands of pounds of the target that still count as nearly there."""

    def find_groups(self, cuffs: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
        """Who is cuffed together."""
        group = list(range(len(self.living)))
        for one, two in cuffs:
            old, new = group[one], group[two]
            group = [new if g == old else g for g in group]
        return [tuple([s for s, g in enumerate(group) if g == first]) for first in dict.fromkeys(group)]

    def purse(self, hand: Sequence[str]) -> int:
        """The cash in a hand."""
        cash = self.cash
        return sum([cash[kind] for kind in hand if kind in cash])

    def parachutes(self, hand: Sequence[str]) -> int:
        """The seats in a hand."""
        seats = self.seats
        return sum([seats[kind] for kind in hand if kind in seats])

    def chance(self, world: World, groups: Sequence[tuple[int, ...]] | None = None) -> float:
        """How likely our seat is to win if all jumped now."""
        if not self.living[self.seat]:
            return 0.0
        groups = self.groups if groups is None else groups
        hands, living = world.hands, self.living
        has = [sum([self.parachutes(hands[s]) for s in group if living[s]]) for group in groups]
        spare = sum([max(0, n - len(group)) for n, group in zip(has, groups, strict=True)])
        if spare:  # D-24: whom one seat saves, the most cash first
            needy = [
                at
                for at, group in enumerate(groups)
                if len(group) - has[at] == 1 and any([living[s] for s in group]) and not (has[at] and len(group) == 1)
            ]
            needy.sort(key=lambda at: -sum([self.purse(hands[s]) for s in groups[at] if living[s]]))
            for at in needy[:spare]:
                has[at] += 1
        team, mine, crew = 0, "", []
        for n, group in zip(has, groups, strict=True):
            here = self.seat in group
            if n >= len(group) or n:
                team += sum([self.purse(hands[s]) for s in group if living[s]])
                if here:
                    mine = "safe" if n >= len(group) else "fallen"
            else:
                crew += [s for s in group if living[s]]
                if here:
                    mine = "aboard"
        if mine == "safe":
            return 1 / (1 + exp(-max(-40.0, min(40.0, (team - self.target + 2) / self.width))))
        if mine == "fallen" or self.travel:
            return 0.0
        return self.landing(world, crew)

    def landing(self, world: World, crew: Sequence[int]) -> float:
        """The chance that a crew lands: whether it has the Licence, or may find it in its last search (A-78, A-79)."""
        without, with_it = self.lands
        if any([LICENCE in world.hands[s] for s in crew]):
            return with_it
        if not self.still_searches:
            return without
        return without + (with_it - without) * self.finds(world, crew)

    def finds(self, world: World, crew: Sequence[int]) -> float:
        """How likely the last search is to find the Licence."""
        if LICENCE in world.lockbox:
            return 1.0 if any(["key" in world.hands[s] for s in crew]) else KEY_ELSEWHERE
        for seat, hand in enumerate(world.hands):
            if LICENCE in hand:
                return 0.0 if self.living[seat] else 1.0  # of a dead player it can be taken
        draws = sum([len(world.hands[s]) for s in crew])
        if LICENCE in world.draw:
            return min(1.0, draws / max(1, len(world.draw)))
        if not self.licence_discarded:
            return 0.0
        return min(1.0, max(0, draws - len(world.draw)) / max(1, self.discards(world)))

    def discards(self, world: World) -> int:
        """About how many cards a new Draw pile would have."""
        return max(1, self.discarded + 2 * len(world.hands))
