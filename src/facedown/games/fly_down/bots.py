"""The player of Fly Down that bots and people can meet at a table."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from facedown.engine import Event, Move, Offer, Request
from facedown.engine.words import Random as Source

from .judge import Judge, Turn
from .memory import Memory
from .weigh import Scales
from .words import View
from .worlds import Worlds

if TYPE_CHECKING:
    from . import FlyDownGame


class Steady:
    """Remembers what it saw and heard, imagines what fits it, and does what is best on average.

    `worlds`: how many positions it imagines for a decision; more is stronger and slower. `ask`: what it gives for
    knowing a Hidden card of its own, where a won game is 1 and a lost one -1. `curious`: the same for a sum it cannot
    work out."""

    def __init__(
        self,
        game: FlyDownGame,
        seat: int,
        seats: int,
        options: Any,
        rng: Source,
        *,
        worlds: int = 40,
        ask: float = 0.2,
        curious: float = 0.03,
    ) -> None:
        if not 1 <= worlds <= 1000:
            raise ValueError("worlds goes from 1 to 1000")
        self.box = game.box
        self.memory = Memory(game.box, seat, seats)
        self.worlds, self.ask, self.curious = worlds, ask, curious
        self.key = rng.random()

    def decide(
        self, view: View, events: Sequence[Event], requests: Sequence[Request], menu: Sequence[Offer]
    ) -> tuple[Request, Move] | None:
        """The best action, if it is this seat's turn."""
        self.memory.hear(events)
        for request in requests:
            if request.kind == "turn":
                rng = Random(f"{self.key}/{request.opened}")
                worlds = Worlds(self.memory, str(view.deck.top), self.worlds, rng)
                judge = Judge(self.box, Turn.of(view), worlds.hands, worlds.tops)
                news = 0.0 if worlds.own_sum_known() else self.curious
                actions = Scales(judge, worlds.own_share, self.ask, news).weigh(menu)
                return request, max(actions, key=lambda action: (action[0], rng.random()))[1]
        return None
