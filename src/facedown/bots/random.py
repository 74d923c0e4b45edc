"""The player that needs no knowledge of any game: it picks from its menu."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random as Generator
from typing import Any

from facedown.engine import Game, Move, Offer, Request
from facedown.engine.words import Random as Source


class RandomBot:
    """Picks blindly: first a kind of move, then its fields, each as likely as the others.

    Where nothing waits for it, it keeps still."""

    def __init__(self, game: Game[Any], seat: int, seats: int, options: Any, rng: Source) -> None:
        self.moves = game.State.MOVES
        self.key = rng.random()
        self.asked = (0, 0)
        """The request last answered (`opened`) and how often."""

    def decide(
        self, view: Any, events: Sequence[Any], requests: Sequence[Request], menu: Sequence[Offer]
    ) -> tuple[Request, Move] | None:
        """A random answer to a random request that binds."""
        binding = [r for r in requests if r.binds != "may"]
        if not binding:
            return None
        opened = binding[0].opened
        self.asked = (opened, self.asked[1] + 1 if self.asked[0] == opened else 0)
        rng = Generator(f"{self.key}/{self.asked}")
        request = rng.choice(binding)
        offers = [o for o in menu if o.request == request.kind and o.why_not is None]
        if not offers:
            return None
        kind = rng.choice(list(dict.fromkeys([o.kind for o in offers])))
        offer = rng.choice([o for o in offers if o.kind == kind])
        return request, self.moves[kind](**{name: domain.pick(rng) for name, domain in offer.fields.items()})
