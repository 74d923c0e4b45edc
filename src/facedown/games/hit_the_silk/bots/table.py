"""One decision: the view, the imagined worlds, and what a hand, a card or an exchange would be worth there. Worth is the
chance to win if all jumped soon, and a little for what a card can still do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from ..edition import SilkEdition
from ..views import View
from ..words import Options
from .judge import Judge
from .memory import FLANNEL, Memory
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


class Table:
    """What there is to know for one decision."""

    def __init__(
        self, edition: SilkEdition, options: Options, view: View, memory: Memory, rng: Random, count: int
    ) -> None:
        assert view.you is not None
        self.edition, self.options, self.view, self.memory, self.rng = edition, options, view, memory, rng
        self.me = view.you.seat
        self.codes = list(view.you.hand)
        self.hand = memory.kinds(view.you.hand)
        self.cased = memory.kinds(view.you.cuffed)
        self.free = self.hand[:]
        for kind in self.cased:
            self.free.remove(kind)
        self.judge = Judge(edition, options, view, self.me)
        self.worlds = imagine(edition, view, memory, rng, count)
        self.left = self.time_left()
        self.judge.width = 4 + 26 * self.left
        self.poisoned = view.seats[self.me].poisoned
        self.known: dict[tuple[str, ...], float] = {}

    # time --------------------------------------------------------------------------------------------------
    def time_left(self) -> float:
        """From 1 at the start to 0 at the jump."""
        if self.view.altitude is None:
            return 1 - (self.view.round or 1) / (self.edition.rounds + 1)
        high = self.edition.altitude
        start = self.edition.start(len(self.view.seats))
        return (self.view.altitude - high.floor) / (start - high.floor)

    def code(self, kind: str) -> str:
        """A card of this kind in the own hand."""
        return next(code for code in self.codes if self.memory.kind.get(code, code) == kind)

    def codes_of(self, kinds: Sequence[str]) -> tuple[str, ...]:
        """Different cards of these kinds in the own hand."""
        left, found = self.codes[:], []
        for kind in kinds:
            code = next(code for code in left if self.memory.kind.get(code, code) == kind)
            left.remove(code)
            found.append(code)
        return tuple(found)

    # worth -------------------------------------------------------------------------------------------------
    def use(self, hand: Sequence[str]) -> float:
        """What a hand can still do."""
        found = sum([USES.get(kind, 0.0) for kind in set(hand)])
        if "revolver" in hand:
            found += THREAT * self.options.on("threat") + SHOT * ("bullet" in hand)
        if self.poisoned and "antidote" in hand:
            found += CURE
        return found * self.left

    def worth(self, hand: Sequence[str]) -> float:
        """A hand of our own, all else as it is."""
        key = tuple(sorted(hand))
        if key not in self.known:
            total = 0.0
            for world in self.worlds:
                mine, world.hands[self.me] = world.hands[self.me], list(key)
                total += self.judge.chance(world)
                world.hands[self.me] = mine
            self.known[key] = total / len(self.worlds) + self.use(key)
        return self.known[key]

    def now(self) -> float:
        """Our hand as it is."""
        return self.worth(self.hand)

    def without(self, *kinds: str) -> list[str]:
        """Our hand without these cards."""
        hand = self.hand[:]
        for kind in kinds:
            hand.remove(kind)
        return hand

    def average(self, of: Callable[[World], float]) -> float:
        """Over the worlds."""
        return sum([of(world) for world in self.worlds]) / len(self.worlds)

    def exchanged(self, world: World, other: int, mine: list[str], theirs: list[str]) -> float:
        """A world with these two hands, ours and another one, instead."""
        hands, me = world.hands, self.me
        old_mine, old_theirs = hands[me], hands[other]
        hands[me], hands[other] = mine, theirs
        found = self.judge.chance(world) + self.use(mine)
        hands[me], hands[other] = old_mine, old_theirs
        return found

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

    def by_kind(self, base: Sequence[str]) -> Callable[[str], float]:
        """What a hand is worth with one more card of some kind."""
        return lambda kind: self.worth([*base, kind])

    def judge_of(self, seat: int) -> Judge:
        """How another seat's chances are to be judged."""
        found = Judge(self.edition, self.options, self.view, seat)
        found.width = self.judge.width
        return found

    # taking of others --------------------------------------------------------------------------------------
    def others(self) -> list[int]:
        """Who else lives."""
        return [seat for seat, person in enumerate(self.view.seats) if seat != self.me and not person.dead]

    def takeable(self, world: World, other: int) -> list[str]:
        """What can be taken of a hand: as many Briefcases as are cuffed to it cannot."""
        cards = world.hands[other]
        cased = self.view.hands[other].cuffed_cases
        if not cased:
            return cards
        cases = [kind for kind in cards if kind in self.edition.cash][:cased]
        cards = cards[:]
        for kind in cases:
            cards.remove(kind)
        return cards

    def after_taking(self, world: World, other: int, kind: str, base: Sequence[str], flannel: bool) -> float:
        """A world after a card of another hand came to ours, its owner perhaps filled up with Flannel."""
        theirs = world.hands[other][:]
        theirs.remove(kind)
        if flannel:
            theirs.append(FLANNEL)
        return self.exchanged(world, other, [*base, kind], theirs)

    def best_taken(self, other: int, base: Sequence[str], looks: int, flannel: bool) -> float:
        """Worth on average after the best of so many cards of a hand was taken."""

        def best(world: World) -> float:
            cards = self.takeable(world, other)
            seen = self.rng.sample(cards, looks) if looks < len(cards) else cards
            values = [self.after_taking(world, other, kind, base, flannel) for kind in dict.fromkeys(seen)]
            return max(values, default=self.worth([*base, FLANNEL]))

        return self.average(best)
