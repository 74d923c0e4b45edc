"""One decision: the view, the imagined worlds, and what a hand, a card or an exchange would be worth there. Worth is
the chance to win if all jumped soon, and a little for what a card can still do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from ..edition import SilkEdition
from ..views import View
from ..words import Options
from .judge import Judge, Outlook
from .memory import FLANNEL, STRANGER, Memory
from .worlds import World, imagine

USES = {
    "key": 0.06,
    "steal": 0.07,
    "spy": 0.06,
    "bullet": 0.02,
    "revolver": 0.02,
    "knife": 0.02,
    "kung-fu": 0.03,
    "antidote": 0.02,
    "handcuffs": 0.015,
    "poison": 0.01,
    "licence": 0.02,
    "parachute": 0.02,
    "tandem": 0.03,
}
"""What a card is worth beside its place at the jump, while the whole way down lies ahead."""
SHOT = 0.08
"""The same for a Revolver with a Bullet."""
THREAT = 0.10
"""The same for a Revolver where there are threats."""
CURE = 0.3
"""The same for an Antidote in the hand of who is poisoned."""
NEARLY, WIDE = 4.0, 26.0
"""Thousands of pounds of the target that count as nearly there at the jump, and how many more at the start."""


class Temper(NamedTuple):
    """How a player looks ahead. `landing`: what it relies on the landing, from 0 to 1; `growth`: thousands of pounds
    that it expects a team to gain on the whole way down; `rivalry`: what the defeat of the others is worth to it."""

    landing: float
    growth: float
    rivalry: float


class Table:
    """What there is to know for one decision."""

    def __init__(
        self,
        edition: SilkEdition,
        options: Options,
        view: View,
        memory: Memory,
        rng: Random,
        count: int,
        temper: Temper,
    ) -> None:
        assert view.you is not None
        self.edition, self.options, self.view, self.you = edition, options, view, view.you
        self.memory, self.rng, self.me = memory, rng, view.you.seat
        self.codes = list(view.you.hand)
        self.hand = memory.kinds(view.you.hand)
        self.free = self.hand[:]
        for kind in memory.kinds(view.you.cuffed):
            self.free.remove(kind)
        self.judge = Judge(edition, options, view, self.me)
        self.worlds = imagine(edition, view, memory, rng, count)
        self.stats = [self.judge.stats(world) for world in self.worlds]
        self.left = self.time_left()
        growth = temper.growth * self.left * self.good_faith()
        self.ahead = Outlook(NEARLY + WIDE * self.left, growth, temper.landing, temper.rivalry)
        self.judge.outlook = self.ahead
        self.poisoned = view.seats[self.me].poisoned
        self.known: dict[tuple[str, ...], float] = {}

    def time_left(self) -> float:
        """From 1 at the start to 0 at the jump."""
        if self.view.altitude is None:
            return 1 - (self.view.round or 1) / (self.edition.rounds + 1)
        floor, start = self.edition.altitude.floor, self.edition.start(len(self.view.seats))
        return (self.view.altitude - floor) / (start - floor)

    def good_faith(self) -> float:
        """What share of its growth a team of these others can be expected to reach: cheats gather little."""
        trust = [min(1.0, self.memory.trust[seat] / STRANGER) ** 2 for seat in self.others()]
        return sum(trust) / max(1, len(trust))

    # cards -------------------------------------------------------------------------------------------------
    def kind(self, code: str) -> str:
        """What a card is."""
        return self.memory.kind.get(code, code)

    def codes_of(self, kinds: Sequence[str]) -> tuple[str, ...]:
        """Different cards of these kinds in the own hand."""
        left, found = self.codes[:], []
        for kind in kinds:
            code = next(code for code in left if self.kind(code) == kind)
            left.remove(code)
            found.append(code)
        return tuple(found)

    def code(self, kind: str) -> str:
        """A card of this kind in the own hand."""
        return self.codes_of([kind])[0]

    def without(self, *kinds: str) -> list[str]:
        """Our hand without these cards."""
        hand = self.hand[:]
        for kind in kinds:
            hand.remove(kind)
        return hand

    def others(self) -> list[int]:
        """Who else lives."""
        return [seat for seat, person in enumerate(self.view.seats) if seat != self.me and not person.dead]

    # worth -------------------------------------------------------------------------------------------------
    def use(self, hand: Sequence[str]) -> float:
        """What a hand can still do."""
        found = 0.0
        for kind in set(hand):
            if kind in USES:
                found += USES[kind]
        if "revolver" in hand:
            found += THREAT * self.options.on("threat") + SHOT * ("bullet" in hand)
        if self.poisoned and "antidote" in hand:
            found += CURE
        return found * self.left

    def chances(self, hand: Sequence[str], groups: Sequence[tuple[int, ...]] | None = None) -> float:
        """How likely we win with this hand, all else as it is, on average over the worlds."""
        mine, total = self.judge.stat(hand), 0.0
        for world, stats in zip(self.worlds, self.stats, strict=True):
            stats[self.me] = mine
            total += self.judge.chance(world, stats, groups)
        return total / len(self.worlds)

    def worth(self, hand: Sequence[str]) -> float:
        """A hand of our own, all else as it is."""
        key = tuple(sorted(hand))
        if key not in self.known:
            self.known[key] = self.chances(key) + self.use(key)
        return self.known[key]

    def now(self) -> float:
        """Our hand as it is."""
        return self.worth(self.hand)

    def jump_now(self) -> float:
        """How likely we win if all jump at once."""
        self.judge.outlook = Outlook()
        found = self.chances(self.hand)
        self.judge.outlook = self.ahead
        return found

    def average(self, of: Callable[[World], float]) -> float:
        """Over the worlds."""
        return sum([of(world) for world in self.worlds]) / len(self.worlds)

    def likely(self, seat: int, *kinds: str) -> float:
        """How likely one of these is in a hand."""
        return self.average(lambda world: float(any(kind in world.hands[seat] for kind in kinds)))

    def by_kind(self, base: Sequence[str]) -> Callable[[str], float]:
        """What a hand is worth with one more card of some kind."""
        return lambda kind: self.worth([*base, kind])

    def worst(self, count: int = 1, of: Sequence[str] | None = None) -> list[str]:
        """The cards of the hand that are missed least, one after the other."""
        found: list[str] = []
        left = list(self.free if of is None else of)
        for _ in range(min(count, len(left))):
            best = max(dict.fromkeys(left), key=lambda kind: self.worth(self.without(*found, kind)))
            found.append(best)
            left.remove(best)
        return found

    def drawn(self, base: Sequence[str], count: int) -> float:
        """A hand after the best of so many cards was drawn to it."""
        values = self.by_kind(base)
        discard = self.memory.kinds(self.view.discard)

        def best(world: World) -> float:
            pile = world.draw[:count]
            short = min(count - len(pile), len(discard))
            if short > 0:
                pile += self.rng.sample(discard, short)
            return max([values(kind) for kind in pile], default=values(FLANNEL))

        return self.average(best) if count else self.worth(base)

    # other hands -------------------------------------------------------------------------------------------
    def takeable(self, world: World, other: int) -> list[str]:
        """What can be taken of a hand: as many Briefcases as are cuffed to it cannot."""
        cards = world.hands[other]
        cased = self.view.hands[other].cuffed_cases
        if cased:
            cards = cards[:]
            for kind in [kind for kind in cards if kind in self.edition.cash][:cased]:
                cards.remove(kind)
        return cards

    def exchanged(
        self, n: int, other: int, mine: Sequence[str], theirs: Sequence[str], judge: Judge | None = None
    ) -> float:
        """World number `n` with these two hands, ours and another one, instead; by another judge in their eyes."""
        stats = self.stats[n][:]
        stats[self.me], stats[other] = self.judge.stat(mine), self.judge.stat(theirs)
        return (judge or self.judge).chance(self.worlds[n], stats)

    def after_taking(self, n: int, other: int, kind: str, base: Sequence[str], flannel: bool) -> float:
        """World number `n` after a card of another hand came to ours, its owner perhaps filled up with Flannel."""
        theirs = self.worlds[n].hands[other][:]
        theirs.remove(kind)
        if flannel:
            theirs.append(FLANNEL)
        mine = [*base, kind]
        return self.exchanged(n, other, mine, theirs) + self.use(mine)

    def best_taken(self, other: int, base: Sequence[str], looks: int, flannel: bool) -> float:
        """Worth on average after the best of so many cards of a hand was taken."""
        total = 0.0
        for n, world in enumerate(self.worlds):
            cards = self.takeable(world, other)
            seen = self.rng.sample(cards, looks) if looks < len(cards) else cards
            values = [self.after_taking(n, other, kind, base, flannel) for kind in dict.fromkeys(seen)]
            total += max(values, default=self.worth([*base, FLANNEL]))
        return total / len(self.worlds)

    def judge_of(self, seat: int) -> Judge:
        """How another seat's chances are to be judged."""
        found = Judge(self.edition, self.options, self.view, seat)
        found.outlook = self.ahead
        return found
