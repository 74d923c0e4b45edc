"""How likely a seat is to win if all jumped out of an imagined world: seats under parachutes, cuffed groups, cash
against the target, and the landing for who is left on board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import NamedTuple

from ..edition import SilkEdition
from ..landing import odds, start
from ..views import View
from ..words import Options
from .worlds import World

LICENCE, KEY = "licence", "key"
KEY_ELSEWHERE = 0.3
"""How likely a crew without a Key is to find one in its last search, where the Licence lies in the Lockbox."""
PASSENGER = 0.8
"""What a landing is worth with somebody else at the controls."""
CERTAIN = 40.0
"""Beyond this an exponent makes no difference."""


class Stat(NamedTuple):
    """What counts of a hand at the jump: seats, thousands of pounds, Licences, Keys, cards."""

    seats: int
    cash: int
    licence: int
    keys: int
    size: int


@dataclass
class Outlook:
    """How the time until the jump is seen. `width`: thousands of pounds of the target that still count as nearly there;
    `growth`: thousands that the team will yet gain; `faith`: what the chance to land is multiplied by; `rivalry`: what
    it is worth that others lose."""

    width: float = 3.0
    growth: float = 0.0
    faith: float = 1.0
    rivalry: float = 0.0


class Judge:
    """Knows what the box prints, and from a view who is alive and who is cuffed to whom."""

    def __init__(self, edition: SilkEdition, options: Options, view: View, seat: int) -> None:
        self.edition, self.seat, self.travel, self.target = edition, seat, options.travel, view.target
        self.living = [not person.dead for person in view.seats]
        self.groups = self.find_groups([cuff.seats for cuff in view.cuffs if not cuff.case])
        self.outlook = Outlook()
        board = edition.landing
        self.lands = [float(odds(board, with_it, options.lake_is_crash).at(start(board))) for with_it in (False, True)]
        """The chance of landing without and with the Licence."""
        self.discarded, self.licence_discarded = len(view.discard), LICENCE in view.discard
        self.searches = view.phase not in ("flight", "brake")
        self.printed = {
            kind: Stat(edition.seats.get(kind, 0), edition.cash.get(kind, 0), kind == LICENCE, kind == KEY, 1)
            for kind in edition.deck
        }

    def find_groups(self, cuffs: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
        """Who is cuffed together."""
        group = list(range(len(self.living)))
        for one, two in cuffs:
            old, new = group[one], group[two]
            group = [new if g == old else g for g in group]
        return [tuple([s for s, g in enumerate(group) if g == first]) for first in dict.fromkeys(group)]

    def stat(self, hand: Sequence[str]) -> Stat:
        """What counts of a hand."""
        seats = cash = licence = keys = 0
        for kind in hand:
            row = self.printed[kind]
            seats += row[0]
            cash += row[1]
            licence += row[2]
            keys += row[3]
        return Stat(seats, cash, licence, keys, len(hand))

    def stats(self, world: World) -> list[Stat]:
        """The same of all hands."""
        return [self.stat(hand) for hand in world.hands]

    def chance(self, world: World, stats: Sequence[Stat], groups: Sequence[tuple[int, ...]] | None = None) -> float:
        """How likely our seat is to win if all jumped now, less what the others' chances are to us."""
        living = self.living
        if not living[self.seat]:
            return 0.0
        groups = self.groups if groups is None else groups
        rows = []
        spare = 0
        for group in groups:
            has = cash = alive = 0
            for s in group:
                if living[s]:
                    has += stats[s][0]
                    cash += stats[s][1]
                    alive += 1
            spare += max(0, has - len(group))
            rows.append([has, cash, alive])
        if spare:
            share(groups, rows, spare)
        safe, crew, team, fate = 0, [], 0, "fallen"
        for group, (has, cash, alive) in zip(groups, rows, strict=True):
            here = ""
            if has >= len(group):
                safe += alive
                team += cash
                here = "safe"
            elif has:
                team += cash
            else:
                crew += [s for s in group if living[s]]
                here = "aboard"
            if here and self.seat in group:
                fate = here
        look = self.outlook
        jumps = lands = own = 0.0
        if safe and (fate == "safe" or look.rivalry):
            short = (self.target - team - look.growth - 2) / look.width
            jumps = 1 / (1 + exp(max(-CERTAIN, min(CERTAIN, short))))
        if crew and not self.travel and (fate == "aboard" or look.rivalry):
            lands = self.landing(world, stats, crew)
        if fate == "safe":
            own = jumps
        elif fate == "aboard":
            own = lands
        if look.rivalry:
            others = safe * jumps + len(crew) * lands - own
            return own * (look.faith if fate == "aboard" else 1.0) - look.rivalry * others / (len(living) - 1)
        return own * look.faith if fate == "aboard" else own

    def landing(self, world: World, stats: Sequence[Stat], crew: Sequence[int]) -> float:
        """The chance that a crew lands: whether it has the Licence, or may find it in its last search (A-78, A-79)."""
        without, with_it = self.lands
        for seat in crew:
            if stats[seat].licence:
                return with_it if seat == self.seat else with_it * PASSENGER
        if not self.searches:
            return without
        return without + (with_it - without) * self.finds(world, stats, crew)

    def finds(self, world: World, stats: Sequence[Stat], crew: Sequence[int]) -> float:
        """How likely the last search is to find the Licence."""
        if LICENCE in world.lockbox:
            return 1.0 if any(stats[s].keys for s in crew) else KEY_ELSEWHERE
        for alive, stat in zip(self.living, stats, strict=True):
            if stat.licence:
                return 0.0 if alive else 1.0  # of a dead player it can be taken
        draws = sum([stats[s].size for s in crew])
        if LICENCE in world.draw:
            return min(1.0, draws / len(world.draw))
        if not self.licence_discarded:
            return 0.0
        return min(1.0, max(0, draws - len(world.draw)) / max(1, self.discarded + draws))


def share(groups: Sequence[tuple[int, ...]], rows: list[list[int]], spare: int) -> None:
    """D-24: spare seats go to whom one of them saves, the most cash first."""
    needy = [
        (-cash, at)
        for at, (group, (has, cash, alive)) in enumerate(zip(groups, rows, strict=True))
        if len(group) - has == 1 and alive
    ]
    for _, at in sorted(needy)[:spare]:
        rows[at][0] += 1
