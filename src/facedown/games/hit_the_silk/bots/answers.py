"""What is answered outside one's own turn, and to what an action asks: votes, windows, looks, threats, the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from facedown.engine import Move, Offer

from ..landing import Flight, Odds, brake, odds
from ..words import (
    Ballot,
    Brake,
    Cuff,
    DeadSwap,
    Defend,
    DropOut,
    Fly,
    GiveSeat,
    Keep,
    Key,
    Knife,
    Opening,
    Redraw,
    Retaliate,
    Stop,
    Take,
    Threatened,
)
from .memory import FLANNEL
from .table import Table
from .turn import cuff, lockbox, unlock

PATIENCE = 0.05
"""How much more likely a jump has to be won later to wait for it, from the first vote to the last."""
ENOUGH = 0.7
"""A chance for which nobody waits longer."""
INJURY = 0.05
"""What a card less for the rest of the game costs."""


def opening(table: Table, menu: Sequence[Offer]) -> Opening:
    """D-01: the two that are missed least together."""
    n = table.edition.opening_discards
    pairs = {tuple(sorted(pair)) for pair in combinations(table.hand, n)}
    best = max(sorted(pairs), key=lambda pair: table.worth(table.without(*pair)))
    return Opening(table.codes_of(best))


def keep(table: Table, menu: Sequence[Offer]) -> Keep:
    """D-04."""
    values = table.by_kind(table.hand)
    drawn = table.you.drawn or ()
    return Keep(max(drawn, key=lambda code: values(table.kind(code))))


def take(table: Table, menu: Sequence[Offer]) -> Take:
    """D-07, D-11, D-17, D-31: what is worth most in our hand, or nothing."""
    view = table.view
    assert view.act is not None
    offers = [o for o in menu if o.request == "take" and o.why_not is None]
    codes = dict.fromkeys([c for o in offers for c in o.fields["card"].values()])
    must_drop = any("drop" in o.fields for o in offers)
    base, drop = table.hand, None
    if must_drop:
        drop = table.worst()[0]
        base = table.without(drop)

    def value(code: str | None) -> float:
        if code is None:
            return table.worth(table.hand if must_drop else [*base, FLANNEL])
        kind = table.kind(code)
        other = view.act.target if view.act is not None and view.act.what != "key" else None
        if other is None:
            return table.worth([*base, kind])
        worlds = [n for n, world in enumerate(table.worlds) if kind in world.hands[other]]
        if not worlds:
            return table.worth([*base, kind])
        filled = view.act is not None and view.act.what != "bullet"
        return sum([table.after_taking(n, other, kind, base, filled) for n in worlds]) / len(worlds)

    best = max(codes, key=value)
    return Take(best, table.code(drop) if best is not None and drop is not None else None)


def ballot(table: Table) -> Ballot:
    """D-23: whether a jump now is about as good as any that can be hoped for."""
    now = table.jump_now()
    return Ballot(now > 0 and (now >= ENOUGH or now > hoped_for(table)))


def hoped_for(table: Table) -> float:
    """What a later jump promises; nothing to who will be dead by then."""
    view, high = table.view, table.edition.altitude
    if table.poisoned and dies_if_all_wait(table):
        return 0.0
    last = view.round == table.edition.rounds - 1 if view.round is not None else view.altitude == min(high.gauges)
    dead = [s for s, person in enumerate(view.seats) if person.poisoned and dies_if_all_wait(table)]
    for seat in dead:
        table.judge.living[seat] = False
    table.judge.outlook = replace(table.ahead, faith=1.0, rivalry=0.0)
    found = table.chances(table.hand) + (0.0 if last else PATIENCE) * table.left
    table.judge.outlook = table.ahead
    for seat in dead:
        table.judge.living[seat] = True
    return found


def dies_if_all_wait(table: Table) -> bool:
    """A-15, A-87: the last vote before the poison works."""
    view = table.view
    if view.altitude is None:
        return view.round == table.edition.travel_poison
    return view.altitude - table.edition.costs["turbulence"] <= table.edition.altitude.poison_kills


# windows --------------------------------------------------------------------------------------------------
def knife(table: Table) -> Knife:
    """D-06: it stays in the hand."""
    return Knife("knife" in table.free)


def can(menu: Sequence[Offer], request: str, field: str, value: object) -> bool:
    """Whether this answer is possible."""
    return any(o.request == request and o.why_not is None and value in o.fields[field].values() for o in menu)


def defend(table: Table, menu: Sequence[Offer]) -> Defend:
    """D-15: only a weapon is worth it."""
    armed = "knife" in table.free or "revolver" in table.free
    return Defend(armed and can(menu, "defend", "use", True))


def retaliate(table: Table, menu: Sequence[Offer]) -> Retaliate:
    """D-30."""
    return Retaliate(can(menu, "retaliate", "use", True))


def threatened(table: Table, menu: Sequence[Offer]) -> Threatened:
    """D-29: a Revolver of our own, or Kung Fu; else what probably costs least."""
    if can(menu, "threatened", "answer", "c"):
        return Threatened("c")
    now = table.now()
    act = table.view.act
    other = act.seat if act is not None else table.others()[0]
    loss = now - min([table.worth([*table.without(kind), FLANNEL]) for kind in table.free], default=now)
    loaded = table.likely(other, "bullet")
    shot = now if table.view.seats[table.me].injured else loss + INJURY
    if can(menu, "threatened", "answer", "d") and loss > 0.05:
        return Threatened("d")
    return Threatened("b" if loaded * shot < loss else "a")


def drop_out(table: Table, menu: Sequence[Offer]) -> DropOut:
    """D-18."""
    count = next(o for o in menu if o.request == "drop_out").fields["cards"].least  # type: ignore[union-attr]
    return DropOut(table.codes_of(table.worst(count)))


# cuffs and keys -------------------------------------------------------------------------------------------
def cuffs(table: Table, menu: Sequence[Offer]) -> Cuff:
    """D-09: the pair that helps us most, or our largest Briefcase."""
    offers = [o for o in menu if o.request == "cuff" and o.why_not is None]
    pairs = [pair for o in offers if "seats" in o.fields for pair in o.fields["seats"].values()]
    cases = [code for o in offers if "case" in o.fields for code in o.fields["case"].values()]
    hand = [*table.hand, FLANNEL]
    found = cuff(table, hand, pairs)
    if cases:
        case = max(cases, key=lambda code: table.edition.cash[table.kind(code)])
        if found[1] is None or found[0] < table.worth(hand) + 0.03:
            return Cuff(case=case)
    assert found[1] is not None
    return found[1]


def key(table: Table, menu: Sequence[Offer]) -> Key:
    """D-10."""
    able = [o for o in menu if o.request == "key" and o.why_not is None]
    boxed = any("lockbox" in o.fields for o in able)
    opened = unlock(table, table.hand)
    if opened[1] is not None and (not boxed or opened[0] > lockbox(table, table.hand)):
        return Key(cuff=opened[1])
    if boxed:
        return Key(lockbox=True)
    return Key(cuff=next(n for o in able for n in o.fields["cuff"].values()))


# the end --------------------------------------------------------------------------------------------------
def give_seat(table: Table, menu: Sequence[Offer]) -> GiveSeat:
    """D-24: who is saved by it and brings most cash."""
    jump = table.view.jump
    seats = [s for s in next(o for o in menu if o.request == "seat").fields["seat"].values() if s is not None]
    if jump is None:
        return GiveSeat(None)

    def lacks(seat: int) -> int:
        at = next(n for n, group in enumerate(jump.groups) if seat in group)
        given = sum(to in jump.groups[at] for _, to in jump.gifts)
        return len(jump.groups[at]) - jump.seats[at] - given

    spare = table.stats[0][table.me].seats
    saved = [s for s in seats if lacks(s) == 1] or [s for s in seats if 1 < lacks(s) <= spare]
    return GiveSeat(max(saved, key=lambda s: table.stats[0][s].cash, default=None))


def search(table: Table, menu: Sequence[Offer]) -> Move:
    """D-25: the Licence from the dead, or the Lockbox, or by luck."""
    able = [o for o in menu if o.request == "search" and o.why_not is None]
    for offer in able:
        if offer.kind == "dead_swap":
            for code in offer.fields["take"].values():
                if table.kind(code) == "licence":
                    dead = next(iter(offer.fields["seat"].values()))
                    return DeadSwap(dead, table.code(table.worst()[0]), code)
    opened = table.view.lockbox.cards
    if any(o.kind == "key" for o in able) and (opened is None or "licence" in table.memory.kinds(opened)):
        return Key(lockbox=True)
    if any(o.kind == "redraw" for o in able):
        return Redraw(table.codes_of(table.free[: table.edition.last_search]))
    return Stop()


def flight(table: Table, menu: Sequence[Offer]) -> Fly:
    """D-26: by the exact odds."""
    best = best_odds(table)
    ways = [
        Fly(**dict(zip(o.fields, values, strict=True)))
        for o in menu
        if o.request == "flight" and o.why_not is None
        for values in [[next(iter(domain.values())) for domain in o.fields.values()]]
    ]
    place = table.view.plane
    assert place is not None
    return max(ways, key=lambda way: best.after(place, Flight(way.across, way.down, way.minus)))


def best_odds(table: Table) -> Odds:
    """The odds of this crew."""
    crew = table.view.jump.crew if table.view.jump is not None else ()
    licence = any(table.stats[0][s].licence for s in crew)
    return odds(table.edition.landing, licence, table.options.lake_is_crash)


def stop(table: Table, menu: Sequence[Offer]) -> Brake:
    """D-27."""
    view = table.view
    assert view.plane is not None and view.dice is not None
    safe = brake(table.edition.landing, view.plane[0], view.dice[0], False)[0]
    return Brake(not safe and can(menu, "brake", "minus", True))
