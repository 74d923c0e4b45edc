"""Positions that fit what a seat knows: the cards that nobody has accounted for are spread over all places where they
can be, in proportion to how many lie there."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import NamedTuple

from ..edition import SilkEdition
from ..views import View
from .memory import FLANNEL, Memory


class World(NamedTuple):
    """Kinds of cards: every hand with what lies open before its player, the Draw pile, the Lockbox."""

    hands: list[list[str]]
    draw: list[str]
    lockbox: list[str]


def unseen(edition: SilkEdition, view: View, memory: Memory) -> Counter[str]:
    """The cards in play that lie nowhere in sight; Flannel is not counted."""
    pool = Counter({kind: n for kind, n in memory.copies.items() if kind != FLANNEL})
    box = Counter(memory.kinds(view.box.open))  # some lie there from the start: they were never in the pool
    aside = Counter({kind: edition.deck[kind] - pool.get(kind, 0) for kind in edition.deck if kind != FLANNEL})
    in_sight = [*memory.kinds(view.discard), *memory.kinds(view.shackles)]
    for seat, hand in enumerate(view.hands):
        in_sight += memory.kinds(view.seats[seat].announced)
        in_sight += memory.kinds(hand.open)
    for cards in (view.trade.revealed if view.trade is not None else {}).values():
        in_sight += memory.kinds(cards)
    if view.lockbox.cards is not None:
        in_sight += memory.kinds(view.lockbox.cards)
    if view.you is not None:
        if view.hands[view.you.seat].open is None:
            in_sight += memory.kinds(view.you.hand)
        in_sight += memory.kinds(view.you.drawn)
        in_sight += memory.kinds(view.you.thrown)
        if view.trade is None or view.you.seat not in view.trade.revealed:
            in_sight += memory.kinds(view.you.laid)
    pool.subtract(in_sight)
    pool.subtract(box - aside)
    return +pool


def imagine(edition: SilkEdition, view: View, memory: Memory, rng: Random, count: int) -> list[World]:
    """So many worlds."""
    assert view.you is not None
    pool = unseen(edition, view, memory)
    own = memory.kinds([*view.you.hand, *(view.you.laid or ())])
    lockbox = memory.kinds(view.lockbox.cards) if view.lockbox.cards is not None else memory.lockbox
    if lockbox is not None and len(lockbox) != view.lockbox.count:
        lockbox = None
    return [_world(view, memory, rng, pool, own, lockbox) for _ in range(count)]


def _world(
    view: View, memory: Memory, rng: Random, pool: Counter[str], own: list[str], lockbox: list[str] | None
) -> World:
    left = pool.copy()
    hands: list[list[str]] = []
    room: list[int] = []
    for seat, hand in enumerate(view.hands):
        cards = own[:] if view.you is not None and seat == view.you.seat else memory.kinds(hand.open)
        unknown = hand.count - len(cards)
        if hand.open is None and unknown:
            for known in sorted(memory.hands[seat], key=lambda card: -card.sure):
                there = known.kind == FLANNEL or left[known.kind] > 0
                if unknown and there and (known.sure >= 1 or rng.random() < known.sure):
                    cards.append(known.kind)
                    left[known.kind] -= known.kind != FLANNEL
                    unknown -= 1
        hands.append(cards)
        room.append(max(0, unknown))
    box = list(lockbox or ())
    if lockbox is not None and view.lockbox.cards is None:
        left.subtract(lockbox)
    rest = list((+left).elements())
    rng.shuffle(rest)
    if lockbox is None:
        box = [rest.pop() for _ in range(min(view.lockbox.count, len(rest)))]
    picked = 0 if view.you is not None and view.you.drawn else view.picked.count if view.picked is not None else 0
    draw = [rest.pop() for _ in range(min(view.draw.count + picked, len(rest)))]
    rest += [FLANNEL] * max(0, sum(room) - len(rest))
    rng.shuffle(rest)
    for cards, n in zip(hands, room, strict=True):
        cards += [rest.pop() for _ in range(n)]
    return World(hands, draw, box)
