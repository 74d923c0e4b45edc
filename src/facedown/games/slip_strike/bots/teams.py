"""Programs for two against two: each is tried against programs that the others might play, and the best is taken."""

from __future__ import annotations

from random import Random

from .duel import programs
from .memory import Program
from .reading import Table

WORLDS = 24
"""How many programs of the others are imagined."""
HIT, WAS_HIT, WASTED = 1.0, 1.2, 0.15
"""What it is worth to hit somebody, to be hit, and to play a Teleport."""


def team_program(table: Table, seat: int, mine: list[int], rng: Random) -> Program:
    """The program with the best hopes; weapons and Assets fill both Actions only where that works (X-064)."""
    mate = table.view.agents[(seat + 2) % 4] is not None
    own = [p for p in programs(table.deck, mine) if not (mate and all(heavy(table, c) for c in p))]
    others = [s for s, at in enumerate(table.view.agents) if at is not None and s != seat]
    worlds = [{s: rng.choice(programs(table.deck, table.cards(s))) for s in others} for _ in range(WORLDS)]
    return max(own or programs(table.deck, mine), key=lambda p: (_hopes(table, seat, p, worlds), rng.random()))


def heavy(table: Table, card: int | None) -> bool:
    """X-064: a weapon or an Asset."""
    return card is not None and (table.deck.is_asset(card) or table.deck.card[card].weapon is not None)


def _hopes(table: Table, seat: int, program: Program, worlds: list[dict[int, Program]]) -> float:
    total = -WASTED * len(worlds) * sum(c is not None and table.deck.leads[c] is not None for c in program)
    for world in worlds:
        at = {s: where for s, where in enumerate(table.view.agents) if where is not None}
        for action in (0, 1):
            cards = {s: p[action] for s, p in (world | {seat: program}).items()}
            at = {s: _lands(table, cards[s], where) for s, where in at.items()}
            zones = {s: table.zone(card, at[s]) for s, card in cards.items() if card is not None}
            enemies = table.enemies(seat)
            total += HIT * sum(at[e] in zones.get(seat, ()) for e in enemies)
            shield = (card := cards[seat]) is not None and table.deck.card[card].shield
            total -= WAS_HIT * (not shield and any(at[seat] in zones.get(e, ()) for e in enemies))
    return total


def _lands(table: Table, card: int | None, at: int) -> int:
    if card is None:
        return at
    place = table.deck.leads[card]
    return (at + table.deck.step[card]) % table.n if place is None else table.view.circle.index(place)
