"""The player of Silent Planet that sees every card: a yardstick for the lab, never a guest at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from facedown.engine import Move, Request
from facedown.engine.words import Random as Source

from .plan import Plan, visits
from .state import SilentPlanet
from .words import Arrange, Lock, Settle


class Ceiling:
    """Knows all rows and looks ahead over the running team."""

    def __init__(self, game: Any, seat: int, seats: int, options: Any, rng: Source) -> None:
        self.cards, self.seat = game.cards, seat

    def decide(self, state: SilentPlanet, requests: Sequence[Request]) -> tuple[Request, Move] | None:
        """Any row; then the card by which the team gets through."""
        for request in requests:
            if request.binds == "may":
                continue
            if request.kind == "arrange":
                return request, Arrange(state.game.faces.show(state.rows[self.seat]))
            return request, Settle() if request.kind == "settle" else Lock(self.best(state))
        return None

    def best(self, state: SilentPlanet) -> int:
        """The place of that card; all who see everything agree on it."""
        cards, turn = self.cards, state.turn
        assert turn is not None
        kinds = range(cards.wild + 1)
        sure = [
            [[] if card is None else [float(cards.kind[card] == kind) for kind in kinds] for card in row]
            for row in state.rows
        ]
        down = [cards.places[mask] for mask in state.down]
        centre = [cards.kind[card] for card in state.centre]
        ahead = visits(turn, down, sure, cards.team - len(centre), -1, ())
        costs = Plan(centre, ahead, cards.team, cards.wild).costs()
        return int(down[turn][costs.index(min(costs))])
