"""Trades: what to propose, accept and hand over, and whom to challenge. Who kept to an agreement is taken at its word
and treated alike; who did not gets the worst card of the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from facedown.engine import Offer

from ..words import ANY, Answer, Challenge, Extra, Lay, MakeOffer, Remedy
from ..words import Counter as CallsBack
from .memory import FLANNEL, TRUSTED
from .table import Table

WORTH_ASKING = 0.02
"""What a trade has to gain us."""
PROPOSALS = 6
"""Proposals in a turn at most, as far as we make them."""
FEW = 8
"""Worlds in which exchanges are tried."""
BLIND = 0.02
"""What the worst card has to gain by becoming any card."""


def trusts(table: Table, other: int) -> bool:
    """Whether somebody has not cheated us of late."""
    return table.memory.trust[other] >= TRUSTED


# proposing ------------------------------------------------------------------------------------------------
def best_exchange(table: Table, other: int) -> tuple[float, str, str] | None:
    """The 1 for 1 that gains us most, among those that the other side should like too."""
    worlds = table.worlds[:FEW]
    held = Counter(kind for world in worlds for kind in dict.fromkeys(table.takeable(world, other)))
    likely = [kind for kind, n in held.items() if n * 2 >= len(worlds) and kind != FLANNEL]
    if not likely:
        return None
    theirs = table.judge_of(other)
    found: dict[tuple[str, str], list[float]] = {}
    for n, world in enumerate(worlds):
        hand = world.hands[other]
        takes = [kind for kind in likely if kind in hand]
        if not takes:
            continue
        ours, like = (table.exchanged(n, other, table.hand, hand, judge) for judge in (table.judge, theirs))
        ours, like = ours + table.use(table.hand), like + table.use(hand)
        for give in dict.fromkeys(table.free):
            for take in takes:
                if take != give:
                    mine, rest = [*table.without(give), take], hand[:]
                    rest.remove(take)
                    rest.append(give)
                    row = found.setdefault((give, take), [0.0, 0.0, 0.0])
                    row[0] += table.exchanged(n, other, mine, rest) + table.use(mine) - ours
                    row[1] += table.exchanged(n, other, mine, rest, theirs) + table.use(rest) - like
                    row[2] += 1
    best = None
    for (give, take), (ours, like, seen) in found.items():
        if ours / seen > WORTH_ASKING and like / seen > 0:
            gain = ours / seen * seen / len(worlds)
            if best is None or gain > best[0]:
                best = (gain, give, take)
    return best


def proposal(table: Table) -> MakeOffer | None:
    """D-20: to those we trust what both should like; to others any card for any card."""
    if table.view.offers[table.me] >= PROPOSALS:
        return None
    best: tuple[float, MakeOffer] | None = None
    for other in table.others():
        if not table.view.hands[other].count:
            continue
        if trusts(table, other):
            exchange = best_exchange(table, other)
            if exchange is None:
                continue
            gain, offer = exchange[0], MakeOffer(other, (exchange[1],), (exchange[2],))
        else:
            gain, offer = blind_gain(table, other, 1), MakeOffer(other, (ANY,), (ANY,))
            if gain < BLIND:
                continue
        fresh = (offer.seat, offer.give, offer.want) not in table.memory.declined
        if fresh and (best is None or gain > best[0]):
            best = (gain, offer)
    return None if best is None else best[1]


def blind_gain(table: Table, other: int, count: int) -> float:
    """What our worst cards gain by becoming some cards of another hand."""
    base = table.without(*table.worst(count))
    total = 0.0
    for world in table.worlds:
        cards = table.takeable(world, other)
        total += table.worth([*base, *table.rng.sample(cards, min(count, len(cards)))])
    return total / len(table.worlds) - table.now()


# answering ------------------------------------------------------------------------------------------------
def answer(table: Table, menu: Sequence[Offer]) -> Answer:
    """D-21: yes to what we would have proposed."""
    trade = table.view.trade
    assert trade is not None
    other = trade.terms.seat
    if gain_of(table, other, trade.terms.want, trade.terms.give) > WORTH_ASKING / 2:
        return Answer("accept")
    able = any(o.why_not is None and "give" in o.fields for o in menu if o.request == "answer")
    if able and trusts(table, other):
        exchange = best_exchange(table, other)
        if exchange is not None:
            return Answer("counter", (exchange[1],), (exchange[2],))
    return Answer("decline")


def gain_of(table: Table, other: int, give: Sequence[str], take: Sequence[str]) -> float:
    """What an agreement would gain us, as far as we believe the other side."""
    gives = packet(table, other, give)
    if gives is None:
        return -1.0
    base = table.without(*gives)
    trust = table.memory.trust[other]
    described = [kind for kind in take if kind != ANY]
    total = 0.0
    for world in table.worlds:
        cards = table.takeable(world, other)
        some = table.rng.sample(cards, min(len(take), len(cards)))
        held = not Counter(described) - Counter(cards)
        honest = [*described, *[FLANNEL] * (len(take) - len(described))] if held else [FLANNEL] * len(take)
        if trust < TRUSTED:
            total += table.worth([*base, *some])
        else:
            total += trust * table.worth([*base, *honest]) + (1 - trust) * table.worth([*base, *[FLANNEL] * len(take)])
    return total / len(table.worlds) - table.now()


def packet(table: Table, other: int, promised: Sequence[str]) -> list[str] | None:
    """What we would lay: what was promised, to who can be trusted; else the worst. None: we do not have it."""
    described = [kind for kind in promised if kind != ANY]
    missing = Counter(described) - Counter(table.free)
    if not trusts(table, other) and not table.options.on("challenge"):
        return table.worst(len(promised))
    if missing:
        return None
    rest = table.free[:]
    for kind in described:
        rest.remove(kind)
    return [*described, *table.worst(len(promised) - len(described), rest)]


def lay(table: Table) -> Lay:
    """D-22."""
    trade = table.view.trade
    assert trade is not None
    terms = trade.terms
    other, promised = (terms.to, terms.give) if terms.seat == table.me else (terms.seat, terms.want)
    cards = packet(table, other, promised)
    if cards is None:  # promised for us to somebody: as much of it as there is
        have = list((Counter(promised) & Counter(table.free)).elements())
        rest = table.free[:]
        for kind in have:
            rest.remove(kind)
        cards = [*have, *table.worst(len(promised) - len(have), rest)]
    return Lay(table.codes_of(cards))


# challenges -----------------------------------------------------------------------------------------------
def kept_word(table: Table) -> tuple[bool, int]:
    """Whether we laid what we promised; and the other trader."""
    trade, you = table.view.trade, table.you
    assert trade is not None
    terms = trade.terms
    promised, other = (terms.give, terms.to) if terms.seat == table.me else (terms.want, terms.seat)
    laid = Counter(table.memory.kinds(you.laid))
    return not Counter([kind for kind in promised if kind != ANY]) - laid, other


def challenge(table: Table) -> Challenge:
    """D-33: who is honest itself challenges whom it does not trust."""
    honest, other = kept_word(table)
    trade = table.view.trade
    assert trade is not None
    theirs = trade.terms.want if trade.terms.seat == table.me else trade.terms.give
    described = [kind for kind in theirs if kind != ANY]
    lacks = table.average(lambda world: float(bool(Counter(described) - Counter(world.hands[other]))))
    return Challenge(bool(described) and honest and (not trusts(table, other) or lacks > 0.5))


def counter(table: Table) -> CallsBack:
    """D-34: a liar has nothing to lose, an honest trader may have a liar before it."""
    honest, other = kept_word(table)
    return CallsBack(not honest or not trusts(table, other))


def remedy(table: Table, menu: Sequence[Offer]) -> Remedy:
    """D-35: the best picks, if the trade is good for us at all."""
    offers = [o for o in menu if o.request == "remedy" and o.why_not is None]
    takes = [take for o in offers for take in o.fields["take"].values() if take is not None]
    if not takes:
        return Remedy(None)
    values = table.by_kind(table.hand)
    best = max(takes, key=lambda take: sum(values(kind) for kind in table.memory.kinds(take)))
    trade = table.view.trade
    assert trade is not None
    terms = trade.terms
    promised = terms.want if terms.seat == table.me else terms.give
    gains = table.memory.kinds(best) or [kind for kind in promised if kind != ANY]
    laid = table.memory.kinds(table.you.laid)
    return Remedy(best if table.worth([*table.hand, *gains]) >= table.worth([*table.hand, *laid]) else None)


def extra(table: Table, menu: Sequence[Offer]) -> Extra:
    """D-36: our worst card for their best."""
    takes = [code for o in menu if o.request == "extra" for code in o.fields["take"].values() if code is not None]
    if not takes or not table.free:
        return Extra(None, None)
    give = table.worst()[0]
    values = table.by_kind(table.without(give))
    best = max(takes, key=lambda code: values(table.kind(code)))
    if values(table.kind(best)) <= table.now() + 0.001:
        return Extra(None, None)
    return Extra(table.code(give), best)
