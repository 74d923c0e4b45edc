"""What positions of Fly Down are worth to a seat, over the worlds it may be in. Which worlds those are stands in
`worlds`, what actions are worth in `weigh`.

A position is worth 1 when it wins and -1 when it does not; while the game goes on, something between, by the lead that
the seat would have if it ended now. The fuller the deck, the less a lead is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import tanh
from typing import NamedTuple

from .edition import Box
from .words import View

REACH = 500
"""No lead is longer, in points."""


@cache
def squash(deck: int) -> list[float]:
    """What a lead of -REACH .. REACH points is worth with so many cards in the deck."""
    return [tanh(lead / (4 + 0.4 * deck)) for lead in range(-REACH, REACH + 1)]


class Turn(NamedTuple):
    """Where the game stands, as everybody sees it."""

    seat: int
    """Whose turn it is."""
    seats: int
    actions_left: int
    deck: int
    hidden: int
    """How many Hidden cards that seat has."""
    all_visible: int
    """How many seats have none."""
    tower_next: bool
    """Whether the round ends with this turn (F-044)."""
    tower: int

    @classmethod
    def of(cls, view: View) -> Turn:
        """What any view says."""
        hidden = [sum(slot.facing == "H" for slot in hand) for hand in view.hands]
        seat, seats = view.turn, len(hidden)
        tower_next = (seat + 1) % seats == view.tower
        return cls(
            seat, seats, view.actions_left, view.deck.count, hidden[seat], hidden.count(0), tower_next, view.tower
        )

    def hangar(self, drawn: int) -> int | None:
        """Who takes the Hangar if this action draws so many cards: the deck may be empty at once, or after the
        round-end discard (F-047, A-F14)."""
        if drawn == self.deck:
            return self.seat
        return self.tower if self.actions_left == 1 and self.tower_next and drawn == self.deck - 1 else None


class Judge:
    """Judges over `hands` (in each world all seats' cards, one hand after the other) and `tops` of the deck. What it
    returns is a list with a worth for each world."""

    def __init__(self, box: Box, turn: Turn, hands: Sequence[list[int]], tops: Sequence[int]) -> None:
        self.box, self.turn, self.hands, self.tops = box, turn, hands, tops
        self.squash = squash(turn.deck)
        self.counts = [self.count(cards) for cards in hands]
        self.scores = [self.totals(counts) for counts in self.counts]
        self.hangar = turn.hangar(0)
        self.stay = [self.worth(scores, self.hangar) for scores in self.scores]
        """What it is worth to change nothing."""

    def place(self, slot: int) -> int:
        """Where the card of this slot of the seat stands in a world."""
        return self.turn.seat * self.box.hand + slot

    def count(self, cards: Sequence[int]) -> list[int]:
        """F-053 to F-057: what each card counts."""
        highest: dict[str, int] = {}
        colour, value, down = self.box.colour, self.box.value, self.box.turned_down
        for card in cards:
            letter = colour[card]
            if card > highest.get(letter, -1):
                highest[letter] = card
        turned = set(highest.values())
        return [down if card in turned else value[card] for card in cards]

    def totals(self, counts: list[int]) -> list[int]:
        """The seats' scores."""
        n = self.box.hand
        return [sum(counts[at : at + n]) for at in range(0, len(counts), n)]

    def worth(self, scores: list[int], hangar: int | None) -> float:
        """What these scores are worth; if somebody takes the Hangar they are final (F-058, F-059)."""
        me, n = self.turn.seat, self.turn.seats
        if hangar is None:
            return self.squash[REACH + scores[me] - max(scores[:me] + scores[me + 1 :])]
        best = max(range(n), key=lambda seat: (scores[seat], (seat - hangar) % n))
        return 1.0 if best == me else -1.0

    def swap(self, slot: int, them: int, their_slot: int, among: Iterable[int] | None = None) -> list[float]:
        """F-034, in all worlds or `among` some: what a card counts stays the same, only whose it is changes."""
        mine, theirs, me = self.place(slot), them * self.box.hand + their_slot, self.turn.seat
        worth, hangar, result = self.worth, self.hangar, []
        for w in range(len(self.hands)) if among is None else among:
            counts, scores = self.counts[w], self.scores[w][:]
            gain = counts[theirs] - counts[mine]
            scores[me] += gain
            scores[them] -= gain
            result.append(worth(scores, hangar))
        return result

    def redraw(self, slot: int) -> list[float]:
        """F-039 to F-041."""
        at, hangar, result = self.place(slot), self.turn.hangar(1), []
        for cards, top in zip(self.hands, self.tops, strict=True):
            after = cards[:]
            after[at] = top
            result.append(self.worth(self.totals(self.count(after)), hangar))
        return result

    def yes_ends(self) -> bool:
        """F-048: whether one more Visible card of the seat ends the game."""
        return self.turn.hidden == 1 and self.turn.all_visible + 1 >= self.box.edition.to_end_visible
