"""Which card to turn up next, so that the running team gets through: a look ahead over the turns that it still needs.

What a plan costs is how many cards are lost where the team breaks up, and something for each wild that is spent.
Each row on the way answers with the place that is best for the team as it then is, on a second visit with the second
best."""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from typing import NamedTuple

from .reading import Shares

WILD = 0.5
"""What it costs to spend a wild, in cards."""


class Visit(NamedTuple):
    """A turn to come: what is believed of each face-down place of its row, and how many of them will be gone. `truth`:
    the kinds that lie there, where the planner knows them and those who choose do not."""

    shares: Shares
    gone: int
    truth: Sequence[int] | None = None


class Plan:
    """Plans for one team. `centre`: its kinds; `visits`: the turns from this one on; kind `wild` stands for any."""

    def __init__(self, centre: Sequence[int], visits: Sequence[Visit], team: int, wild: int) -> None:
        self.visits, self.team, self.wild, self.size = visits, team, wild, len(centre)
        naturals = [kind for kind in centre if kind != wild]
        self.mask = sum({1 << kind for kind in naturals})
        self.equal = len(naturals) > len(set(naturals))
        self.known: list[dict[tuple[int, bool], float]] = [{} for _ in range(team + 1)]

    def costs(self) -> list[float]:
        """For each face-down place of the active row: what is lost if it is turned up now."""
        after = self.after(0, self.mask, self.equal)
        return [sum(map(mul, share, after)) for share in self.visits[0].shares]

    def after(self, turn: int, mask: int, equal: bool) -> list[float]:
        """For each kind: what it costs if that turns up in this turn. `mask`: the naturals in the centre; `equal`: two
        of them are."""
        lost, costs = float(self.size + turn + 1), []
        for kind in range(self.wild):
            bit = 1 << kind
            if mask == bit:  # the second natural of its kind, or one more of them
                costs.append(self.cost(turn + 1, mask, True))
            elif equal or mask & bit:
                costs.append(lost)
            else:
                costs.append(self.cost(turn + 1, mask | bit, False))
        costs.append(WILD + self.cost(turn + 1, mask, equal))
        return costs

    def cost(self, turn: int, mask: int, equal: bool) -> float:
        """What is lost from this turn on, as far as it can be foreseen."""
        if self.size + turn == self.team:
            return 0.0
        if turn == len(self.visits):  # nothing is left to turn up
            return float(self.size + turn)
        memo = self.known[turn]
        found = memo.get((mask, equal))
        if found is None:
            found = memo[mask, equal] = self.look(turn, mask, equal)
        return found

    def look(self, turn: int, mask: int, equal: bool) -> float:
        """The same, worked out."""
        visit, after = self.visits[turn], self.after(turn, mask, equal)
        costs: list[float] = [sum(map(mul, share, after)) for share in visit.shares]
        if visit.truth is None:
            return sorted(costs)[visit.gone]
        place = sorted(range(len(costs)), key=costs.__getitem__)[visit.gone]
        return after[visit.truth[place]]


def visits(
    turn: int, down: Sequence[Sequence[int]], shares: Sequence[Shares], need: int, me: int, mine: Sequence[int | None]
) -> list[Visit]:
    """The next turns, as many as the team needs cards: past rows without face-down cards. `down`: the face-down places
    of each row; `mine`: what lies in the row of `me`."""
    found: list[Visit] = []
    gone = [0] * len(down)
    seat = turn
    while len(found) < need and any(gone[s] < len(down[s]) for s in range(len(down))):
        if gone[seat] < len(down[seat]):
            truth = [kind for at in down[seat] if (kind := mine[at]) is not None] if seat == me else None
            found.append(Visit([shares[seat][at] for at in down[seat]], gone[seat], truth))
            gone[seat] += 1
        seat = (seat + 1) % len(down)
    return found
