"""What a bot is: something that answers requests from what its seat sees and hears. Nothing here knows a game, and the
games' own bots fit this shape without importing it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from facedown.engine import Event, Move, Offer, Request


class Bot(Protocol):
    """One player at one table, constructed as `Kind(game, seat, seats, options, rng, **settings)`.

    A bot is told only what its seat is told, and may be thrown away and made again at any time: it rebuilds what it
    remembers from the events of its log, and a new one that hears the whole log decides as the old one would. So chance
    must not depend on how often it was used: take a key from `rng` once, and derive each decision's own generator from
    the key and the request's `opened`."""

    def decide(
        self, view: Any, events: Sequence[Event], requests: Sequence[Request], menu: Sequence[Offer]
    ) -> tuple[Request, Move] | None:
        """An answer to one of these requests, or None to wait.

        `view`: what the seat sees now; `events`: what it was told since it was last asked, in order, the first time
        from the deal on; `requests`: those open to it, never empty; `menu`: its offers. Offers that are not `exact` say
        only what the fields may hold: a refused answer changes nothing, and the bot is asked again."""
        ...
