"""The player of Fly Down that sees every card: a yardstick for the lab, never a guest at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from facedown.engine import Move, Request
from facedown.engine.words import Random as Source

from .judge import Judge, Turn
from .state import FlyDown
from .weigh import Scales


class Ceiling:
    """Knows all cards, the top of the deck too, and does what is best for the moment.

    `ask`: what it gives for turning a Hidden card of its own, where a won game is 1 and a lost one -1."""

    def __init__(self, game: Any, seat: int, seats: int, options: Any, rng: Source, *, ask: float = 0.2) -> None:
        self.seat, self.ask = seat, ask

    def decide(self, state: FlyDown, requests: Sequence[Request]) -> tuple[Request, Move] | None:
        """The best action, if it is this seat's turn."""
        turn = [request for request in requests if request.kind == "turn"]
        if not turn:
            return None
        mine, cards = state.hands[self.seat], [card for hand in state.hands for card in hand]
        judge = Judge(state.box, Turn.of(state.view(self.seat)), [cards], [state.deck[-1]])
        scales = Scales(judge, lambda slot, card: float(mine[slot] == card), self.ask, news=0.0)
        return turn[0], max(scales.weigh(state.menu(self.seat)), key=lambda action: action[0])[1]
