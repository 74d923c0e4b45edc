"""A turn of one's own: each thing that could be done is weighed against doing nothing, and the best is done, if it is
worth the height it costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from facedown.engine import Move, Offer

from ..words import Change, Cuff, DeadSwap, Dispose, End, Play, Target, Threaten
from .dealing import proposal
from .memory import FLANNEL
from .table import Table

STEP_DOWN = 0.012
"""What 500 feet are worth, beyond those that a turn costs anyway."""
NOTICED = 0.006
"""What gains less is not done."""
WEAPONS: tuple[Literal["knife", "revolver"], ...] = ("revolver", "knife")
SURPRISE = 0.35
"""How likely a vote is to pass that we do not want."""

HARMS = 0.1
"""What it has to gain us to throw a card off the plane."""

Weighed = tuple[float, Move]


def own_turn(table: Table, menu: Sequence[Offer]) -> Move:
    """D-02."""
    able = [offer for offer in menu if offer.request == "turn" and offer.why_not is None]
    now = table.now()
    plays = {table.kind(c) for o in able if o.kind == "play" for c in o.fields["card"].values()}
    found: list[Weighed] = [*swaps(table, able, now), *threats(table, able, now)]
    dear = price(table)
    found += [(gain - dear, Play(table.code(kind))) for kind, gain in actions(table, plays, now)]
    if any(o.kind == "change" for o in able):
        gain, kind = change(table, now)
        found.append((gain - dear, Change(table.code(kind))))
    best = max(found, key=lambda weighed: weighed[0], default=(0.0, End()))
    if best[0] < 0.08 and any(o.kind == "offer" for o in able):
        deal = proposal(table)
        if deal is not None:
            return deal
    return best[1] if best[0] > NOTICED else End()


# what height is worth -------------------------------------------------------------------------------------
def price(table: Table) -> float:
    """What the next 500 feet cost us: nothing where the turn costs them anyway (S-032); more where a vote comes that we
    do not want, or poison kills (S-108)."""
    view = table.view
    if view.altitude is None or "moved" not in view.used:
        return 0.0
    high = table.edition.altitude
    there = view.altitude - high.step
    found = STEP_DOWN
    if there in high.gauges:
        found += SURPRISE * max(0.0, table.now() - table.jump_now())
        there -= table.edition.costs["turbulence"]
    if there <= high.floor or (table.poisoned and there <= high.poison_kills):
        found += table.now()
    return found


# what can be done -----------------------------------------------------------------------------------------
def change(table: Table, now: float) -> tuple[float, str]:
    """S-041: the card missed least, for the best of those drawn."""
    view = table.view
    count = view.round or 1
    if view.altitude is not None:
        count = table.edition.altitude.drawn(view.altitude - table.edition.altitude.step)
    kind = table.worst()[0]
    return table.drawn(table.without(kind), count) - now, kind


def actions(table: Table, plays: set[str], now: float) -> Iterator[tuple[str, float]]:
    """What each card that can be played gains."""
    wasted = set(table.memory.kinds(table.you.wasted))
    for kind in sorted(plays - wasted):
        base = table.without(kind)
        match kind:
            case "steal" | "bullet":
                yield kind, max(worth_of_target(table, kind, other, base) for other in table.others()) - now
            case "spy":
                yield kind, table.drawn(base, 1) - now + 0.02 * table.left
            case "key":
                yield kind, max(lockbox(table, base), unlock(table, base)[0]) - now
            case "handcuffs":
                yield kind, cuff(table, [*base, FLANNEL])[0] - now
            case "kung-fu":
                hits = max(armed(table, other) for other in table.others())
                yield kind, hits * table.drawn(base, 1) + (1 - hits) * table.worth([*base, FLANNEL]) - now
            case "poison":
                yield kind, table.worth([*base, FLANNEL]) - now + 0.015
            case "antidote":
                cured = now - table.use(table.hand) if table.poisoned and in_time(table) else -1.0
                yield kind, cured


def in_time(table: Table) -> bool:
    """S-107: whether an Antidote played now works."""
    return table.view.altitude is None or table.view.altitude > table.edition.altitude.poison_kills


def lockbox(table: Table, base: Sequence[str]) -> float:
    """S-094: with the best card of it."""
    values = table.by_kind(base)
    none = table.worth([*base, FLANNEL])
    return table.average(lambda world: max([none, *map(values, dict.fromkeys(world.lockbox))]))


def unlock(table: Table, base: Sequence[str]) -> tuple[float, int | None]:
    """S-092: the cuffs that are best opened."""
    best: tuple[float, int | None] = (-1.0, None)
    for cuffs in table.view.cuffs:
        if cuffs.case:
            continue
        left = [c.seats for c in table.view.cuffs if not c.case and c is not cuffs]
        best = max(best, (grouped(table, [*base, FLANNEL], left), cuffs.cuff), key=lambda found: found[0])
    return best


def grouped(table: Table, hand: list[str], cuffs: Sequence[Sequence[int]]) -> float:
    """What a hand is worth with these players cuffed together."""
    return table.chances(hand, table.judge.find_groups(cuffs)) + table.use(hand)


def cuff(table: Table, hand: list[str], pairs: Sequence[tuple[int, int]] | None = None) -> tuple[float, Cuff | None]:
    """S-080: the two that are best cuffed together."""
    view = table.view
    cuffs = [c.seats for c in view.cuffs if not c.case]
    if pairs is None:
        free = [s for s in (*table.others(), table.me) if sum(s in c.seats for c in view.cuffs) < 2]
        pairs = [(one, two) for one in free for two in free if one < two and (one, two) not in cuffs]
    found: tuple[float, Cuff | None] = (-1.0, None)
    for pair in pairs:
        value = grouped(table, hand, [*cuffs, pair])
        if value > found[0]:
            found = (value, Cuff(seats=pair))
    return found


def armed(table: Table, other: int) -> float:
    """How likely somebody holds a Knife or a Revolver."""
    return table.likely(other, *WEAPONS)


def worth_of_target(table: Table, kind: str, other: int, base: Sequence[str]) -> float:
    """What stealing from, or shooting at, this player leads to."""
    if kind == "bullet":
        if table.view.seats[other].injured:
            return table.worth([*base, FLANNEL]) - 0.01  # S-135: nothing is taken
        return table.best_taken(other, base, 4, False)
    stopped = table.likely(other, "knife")
    return (1 - stopped) * table.best_taken(other, base, 2, True) + stopped * table.worth([*base, FLANNEL])


def threats(table: Table, able: Sequence[Offer], now: float) -> Iterator[Weighed]:
    """S-260: whom to threaten. The Revolver may be lost by it."""
    offer = next((o for o in able if o.kind == "threaten"), None)
    if offer is not None:
        worst = table.without(*table.worst())
        for other in offer.fields["seat"].values():
            yield 0.6 * (table.best_taken(other, worst, 4, True) - now), Threaten(other)


def swaps(table: Table, able: Sequence[Offer], now: float) -> Iterator[Weighed]:
    """S-110: free."""
    for offer in able:
        if offer.kind == "dead_swap":
            dead = next(iter(offer.fields["seat"].values()))
            give = table.worst()[0]
            values = table.by_kind(table.without(give))
            for code in offer.fields["take"].values():
                yield values(table.kind(code)) - now, DeadSwap(dead, table.code(give), code)


# targets --------------------------------------------------------------------------------------------------
def target(table: Table, menu: Sequence[Offer]) -> Target:
    """D-05, D-08, D-12 to D-14, D-16."""
    seats = next(o for o in menu if o.request == "target").fields["seat"].values()
    what = table.view.act.what if table.view.act is not None else ""
    rng = table.rng
    match what:
        case "steal" | "bullet":
            base = table.hand
            return Target(max(seats, key=lambda s: (worth_of_target(table, what, s, base), rng.random())))
        case "spy":
            return Target(max(seats, key=lambda s: (unknown(table, s), rng.random())))
        case "antidote":
            return Target(table.me)
        case "kung-fu":
            other = max(seats, key=lambda s: (armed(table, s), rng.random()))
            knife, revolver = (table.likely(other, weapon) for weapon in ("knife", "revolver"))
            return Target(other, "knife" if knife > revolver else "revolver")
        case "poison":
            return Target(max(seats, key=lambda s: (-grief(table, s), rng.random())))
    return Target(rng.choice(list(seats)))


def unknown(table: Table, other: int) -> float:
    """How many cards of a hand we do not know."""
    return table.view.hands[other].count - sum(card.sure for card in table.memory.hands[other])


def grief(table: Table, other: int) -> float:
    """How much we would miss a player."""
    table.judge.living[other] = False
    without = table.chances(table.hand)
    table.judge.living[other] = True
    return table.chances(table.hand) - without


def disposal(table: Table, menu: Sequence[Offer]) -> Dispose | None:
    """D-32: what does us harm goes off the plane, with the worst of the rest."""
    if not any(o.kind == "dispose" and o.why_not is None for o in menu) or len(table.free) < 2:
        return None
    now = table.now()
    for kind in dict.fromkeys(table.free):
        if kind == FLANNEL:
            continue
        rest = table.free[:]
        rest.remove(kind)
        other = table.worst(1, rest)[0]
        if table.worth([*table.without(kind, other), FLANNEL, FLANNEL]) > now + HARMS:
            throw, discard = table.codes_of([kind, other])
            return Dispose((throw,), (discard,))
    return None
