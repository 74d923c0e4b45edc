"""What lies open on a table of Slip Strike, read for one decision: who may strike where, and which Reaction helps."""

from __future__ import annotations

from collections.abc import Sequence

from ..edition import STEP, Deck
from ..words import Decline, React, View
from .memory import Memory


class Table:
    """A view, with its cards as numbers."""

    def __init__(self, deck: Deck, view: View, memory: Memory) -> None:
        self.deck, self.view, self.memory, self.n = deck, view, memory, len(view.circle)

    def cards(self, seat: int) -> list[int]:
        """What may be in a seat's hand or program, as far as it is known."""
        return [self.memory.card(seat, code) for code in self.view.seats[seat].available]

    def enemies(self, seat: int) -> list[int]:
        """The opponents that stand on the circle."""
        return [s for s, at in enumerate(self.view.agents) if at is not None and s % 2 != seat % 2]

    def zone(self, card: int, at: int) -> set[int]:
        """Where it strikes from there."""
        if self.deck.card[card].weapon is None:
            return set()
        return {(at + step) % self.n for step in self.deck.reach[card]}

    def danger(self, seat: int, teleport: str) -> int:
        """How many weapons that enemies may hold reach the Location of a Teleport from where they stand."""
        to = self.view.circle.index(teleport[3:])
        return sum(
            to in self.zone(card, at)
            for enemy in self.enemies(seat)
            if (at := self.view.agents[enemy]) is not None
            for card in self.cards(enemy)
        )

    def reaction(self, seat: int, possible: Sequence[str]) -> React | Decline:
        """Of the Reactions that can be played now the one that helps, or none."""
        where = self.after_movement()
        for code in possible:
            if self.deck.card[self.memory.card(seat, code)].reaction == "hit":
                return React(code)
            at = self.view.agents[seat]
            if at is not None and self.struck(seat, where):
                for way in ("left", "right"):
                    if not self.struck(seat, where | {seat: (at + STEP[way]) % self.n}):
                        return React(code, way)
        return Decline()

    def playing(self, seat: int) -> int | None:
        """The card of the Action that is being played."""
        shown = self.view.open[seat]
        code = shown.first if self.view.phase == "action1" else shown.second
        return None if code is None else self.memory.card(seat, code)

    def after_movement(self) -> dict[int, int]:
        """Where everybody will stand if nobody reacts."""
        where = {}
        for seat, at in enumerate(self.view.agents):
            if at is not None:
                card = self.playing(seat)
                place = None if card is None else self.deck.leads[card]
                step = 0 if card is None else self.deck.step[card]
                where[seat] = self.view.circle.index(place) if place is not None else (at + step) % self.n
        return where

    def struck(self, seat: int, where: dict[int, int]) -> bool:
        """Whether an enemy's weapon would hit a seat with everybody there; Shield and Advantage help."""
        own = self.playing(seat)
        for enemy in self.enemies(seat):
            card = self.playing(enemy)
            if card is not None and where[seat] in self.zone(card, where[enemy]):
                mine, theirs = None if own is None else self.deck.card[own], self.deck.card[card]
                first = mine is not None and mine.advantage and mine.weapon == theirs.weapon and not theirs.advantage
                if not (mine is not None and mine.shield) and not first:
                    return True
        return False
