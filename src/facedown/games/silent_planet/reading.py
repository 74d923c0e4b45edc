"""What one elector believes of the rows: how likely each alien is at each place, from what it sees and remembers, and
from what the convention says about orders and hints. What follows for the next card stands in `plan`.

A row that keeps a convention is a run of groups, one for each kind in the convention's order. How likely each such row
is follows from how many cards of each kind there can still be; all rows are summed up group by group, from the left and
from the right. Rows that keep no convention are read by whatever explains best what has been turned up."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

Shares = list[list[float]]
"""For each place, how likely each kind is."""
Counts = list[float]
"""How many cards of each kind, or how many are to be expected."""
Orders = Sequence[Sequence[int]]
"""Orders of kinds, left to right; the first is the convention, the others are known too."""
SWEEPS = 2
"""How often the rows are read again by what the others leave over."""
FEW = 0.02
"""Cards of a kind that at least might be left: an expectation is not a certainty."""
BLIND = 0.5
"""How likely a row that breaks the convention has no order at all, before any of its cards is seen."""


class Row(NamedTuple):
    """A row as it is known: the kind at each place or None; where hints lie."""

    known: Sequence[int | None]
    hints: Sequence[int]

    def counts(self, kinds: int) -> Counts:
        """How many cards of each kind are known."""
        return [float(self.known.count(kind)) for kind in range(kinds)]


def arranged(order: Sequence[int], hand: Sequence[int]) -> tuple[list[int], tuple[int, ...]]:
    """The convention: kinds sorted in this order, and as a hint the first card after the leading group, if there is
    one. Returns the row and the places of its hints."""
    row = sorted(hand, key=list(order).index)
    edge = row.count(row[0])
    return row, (edge,) if edge < len(row) else ()


def weights(left: Counts, pool: Counts, most: int) -> list[list[float]]:
    """How likely 0, 1, .. `most` cards of each kind are in one row, up to a factor: out of `pool` cards, of which the
    other rows are expected to leave `left`."""
    table = []
    for have, there in zip(left, pool, strict=True):
        ratio = have / there if there else 0.0
        row = [1.0]
        for n in range(most):
            row.append(row[-1] * max(there - n, 0.0) / (n + 1) * ratio)
        table.append(row)
    return table


def grouped(
    order: Sequence[int], known: Sequence[int | None], weight: Sequence[Sequence[float]], edge: int | None
) -> tuple[Shares, float]:
    """The shares of a row that consists of groups in this order, and how likely what is known of it is, up to a factor.
    `edge`: where the leading group ends; None: anywhere."""
    n = len(known)
    before = [1.0] + [0.0] * n  # how likely the groups so far end at each place
    layers = []
    for kind in order:
        layers.append(before)
        after, w = before[:], weight[kind]
        for start, so_far in enumerate(before[:n]):
            if so_far:
                end = start
                while end < n and (known[end] is None or known[end] == kind):
                    end += 1
                    if start or edge is None or end == edge:
                        after[end] += so_far * w[end - start]
        before = after
    total = before[n]
    shares = [[0.0] * len(weight) for _ in known]
    if not total:
        return shares, 0.0
    rest = [0.0] * n + [1.0]  # the same for the groups to come
    for kind, layer in zip(reversed(order), reversed(layers), strict=True):
        w, longer, steps = weight[kind], rest[:], [0.0] * (n + 1)
        for start in range(n):
            end, so_far = start, layer[start] / total
            while end < n and (known[end] is None or known[end] == kind):
                end += 1
                if rest[end] and (start or edge is None or end == edge):
                    likely = w[end - start] * rest[end]
                    longer[start] += likely
                    steps[start] += so_far * likely
                    steps[end] -= so_far * likely
        rest, here = longer, 0.0
        for place in range(n):
            here += steps[place]
            shares[place][kind] = here
    return shares, total


def read_row(row: Row, orders: Orders, left: Counts, pool: Counts) -> Shares:
    """The shares of one row. `pool`: the cards that may lie in it; `left`: those that the other rows leave."""
    weight = weights(left, pool, len(row.known))
    if len(row.hints) == 1:
        shares, total = grouped(orders[0], row.known, weight, row.hints[0])
        if total:
            return shares
    return read_stranger(row, orders, left, weight)


def read_stranger(row: Row, orders: Orders, left: Counts, weight: Sequence[Sequence[float]]) -> Shares:
    """The shares of a row without the hint of the convention: by any known order, or by none, each as far as it
    explains what is known."""
    n, known = len(row.known), row.counts(len(left))
    every = [1.0] + [0.0] * n  # all hands, whatever their order
    for w in weight:
        every = [sum([every[i - c] * w[c] for c in range(i + 1)]) for i in range(n + 1)]
    found = [grouped(order, row.known, weight, None) for order in orders]
    likely = [(1 - BLIND) / len(orders) * total / every[n] if every[n] else 0.0 for _, total in found]
    seen, whole = int(sum(known)), sum(left)
    chances = [max(have - i, FEW) for have, there in zip(left, known, strict=True) for i in range(int(there))]
    blind = BLIND * prod(chances) / prod([max(whole - i, FEW) for i in range(seen)])
    rest = [max(have - there, FEW) for have, there in zip(left, known, strict=True)]
    share = blind / sum(rest)
    whole = sum(likely) + blind
    return [
        [
            (sum([p * shares[place][kind] for p, (shares, _) in zip(likely, found, strict=True)]) + share * rest[kind])
            / whole
            for kind in range(len(left))
        ]
        for place in range(n)
    ]


class Beliefs:
    """What the elector in seat `me` believes, who holds `mine`. `shares[seat]`: of another's row; of its own: what the
    others believe of it, who do not see it."""

    def __init__(self, copies: Sequence[int], rows: Sequence[Row], me: int, mine: Counts, orders: Orders) -> None:
        self.rows, self.me, self.mine, self.orders = rows, me, mine, orders
        self.kinds = range(len(copies))
        self.known = [row.counts(len(copies)) for row in rows]
        self.others = [seat for seat in range(len(rows)) if seat != me]
        self.deck = [n - sum([self.known[seat][kind] for seat in self.others]) for kind, n in enumerate(copies)]
        whole = max(1.0, sum(self.deck) - sum(mine))
        share = [(n - own) / whole for n, own in zip(self.deck, mine, strict=True)]
        self.unseen = [[part * row.known.count(None) for part in share] for row in rows]
        """How many cards of each kind are expected face down in each row."""
        self.shares: list[Shares] = [[] for _ in rows]
        for _ in range(SWEEPS if len(self.others) > 1 else 1):
            for seat in self.others:
                self.shares[seat] = shares = self.read(seat)
                places = [place for place, kind in enumerate(rows[seat].known) if kind is None]
                self.unseen[seat] = [sum([shares[place][kind] for place in places]) for kind in self.kinds]
        self.shares[me] = self.read(me)

    def read(self, seat: int) -> Shares:
        """One row, by what the others are expected to leave."""
        pool = self.deck
        if seat != self.me:
            pool = [n + there - own for n, there, own in zip(pool, self.known[seat], self.mine, strict=True)]
        taken = [sum([self.unseen[other][kind] for other in self.others if other != seat]) for kind in self.kinds]
        left = [max(n - gone, FEW) if n > 0 else 0.0 for n, gone in zip(pool, taken, strict=True)]
        return read_row(self.rows[seat], self.orders, left, pool)
