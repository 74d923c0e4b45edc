"""What the actions of Fly Down are worth: each with the best action that may follow it in the same turn, and questions
with what their answers would let the seat do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from facedown.engine import Move, Offer

from .judge import Judge
from .words import Ask, Redraw, Sum, Swap

LITTLE = 2
"""Who knows of an own card that counts no more than this has something to get rid of."""


class Scales:
    """Weighs the actions of one decision.

    `yes(slot, card)`: how likely the seat's Hidden card in this slot is that one. `ask`: what knowing an own card is
    worth beyond this turn; `news`: what asking for the sum is."""

    def __init__(self, judge: Judge, yes: Callable[[int, int], float], ask: float, news: float) -> None:
        self.judge, self.yes, self.ask, self.news = judge, yes, ask, news
        self.worlds = len(judge.hands)
        self.turns = judge.turn.actions_left > 1
        """Whether another action of this turn follows."""
        self.table: dict[Swap | Redraw, list[float]] = {}
        """What each action that moves cards is worth, world by world."""
        self.next: list[tuple[list[float], float]] = []
        """What can become of the worlds with the next action, world by world and summed."""

    def weigh(self, menu: Sequence[Offer]) -> Iterator[tuple[float, Move]]:
        """(worth, action) for every action that the menu allows."""
        offers = [o for o in menu if o.request == "turn" and o.why_not is None]
        for fields in _every(offers, "swap"):
            self.table[Swap(*fields)] = self.judge.swap(*fields)
        for (slot,) in _every(offers, "redraw"):
            self.table[Redraw(slot)] = self.judge.redraw(slot)
        means = {move: sum(row) / self.worlds for move, row in self.table.items()}
        still = sum(self.judge.stay) / self.worlds
        rows = [self.judge.stay, *self.table.values()] if self.turns else [self.judge.stay]
        self.next = [(row, sum(row)) for row in rows]
        for move, mean in means.items():
            more = 0.0
            if self.turns and not (isinstance(move, Redraw) and self.judge.turn.hangar(1) is not None):
                more = max([0.0] + [other - still for o, other in means.items() if _both(move, o)])
            yield mean + more, move
        for _ in _every(offers, "sum"):
            yield max([total for _, total in self.next]) / self.worlds + self.news, Sum()
        for slot, value in _every(offers, "ask"):
            yield self.weigh_ask(slot, value), Ask(slot, value)

    def weigh_ask(self, slot: int, value: int) -> float:
        """F-030 to F-032: what follows a yes, what follows a no, and what is learned."""
        judge, at = self.judge, self.judge.place(slot)
        suit = judge.box.suits[judge.box.colour[judge.hands[0][at]]]
        card = next((c for c in suit if judge.box.value[c] == value), -1)
        right = [w for w, cards in enumerate(judge.hands) if cards[at] == card]
        there = [sum([row[w] for w in right]) for row, _ in self.next]
        after_no = max([total - part for (_, total), part in zip(self.next, there, strict=True)])
        if judge.yes_ends():
            return (sum([judge.worth(judge.scores[w], judge.turn.seat) for w in right]) + after_no) / self.worlds
        little = sum([judge.counts[w][at] <= LITTLE for w in right]) / len(right) if right else 0.0
        learned = self.ask * self.yes(slot, card) * (0.5 + 1.5 * little)
        return (max([*there, self.give(slot, right)]) + after_no) / self.worlds + learned

    def give(self, slot: int, among: Sequence[int]) -> float:
        """The best swap, in these worlds, of a card that has just been turned Visible, summed."""
        if not self.turns:
            return float("-inf")
        takes = {(m.seat, m.their_slot) for m in self.table if isinstance(m, Swap)}
        return max([sum(self.judge.swap(slot, *take, among)) for take in takes], default=float("-inf"))


def _every(offers: Sequence[Offer], kind: str) -> Iterator[tuple[Any, ...]]:
    """Every combination of fields that offers of this kind allow."""
    for offer in offers:
        if offer.kind == kind:
            yield from product(*[domain.values() for domain in offer.fields.values()])


def _both(one: Swap | Redraw, other: Swap | Redraw) -> bool:
    """Whether one turn can hold both, each doing what it does alone."""
    if one.slot == other.slot or (isinstance(one, Redraw) and isinstance(other, Redraw)):
        return False
    if isinstance(one, Swap) and isinstance(other, Swap):
        return (one.seat, one.their_slot) != (other.seat, other.their_slot)
    return True
