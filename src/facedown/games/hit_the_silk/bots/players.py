"""The player of Hit the Silk! that bots and people can meet at a table."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random as Generator
from typing import TYPE_CHECKING, Any

from facedown.engine import Event, Move, Offer, Request
from facedown.engine.words import Random as Source

from ..views import View
from ..words import Claim, Options
from . import answers, dealing, turn
from .memory import Memory
from .table import Table, Temper

WORDS = 4
"""Claims that it lets lie before it."""

if TYPE_CHECKING:
    from .. import HitTheSilkGame


class Steady:
    """Looks for a seat and the team's cash, or for a way to land; remembers what it saw, keeps its word to who does.

    `worlds`: positions imagined for a decision; `landing`: how far it relies on landing the plane, from 0 to 1;
    `growth`: thousands of pounds that it expects a team to gain on the way down; `rivalry`: what the defeat of the
    others is worth to it."""

    def __init__(
        self,
        game: HitTheSilkGame,
        seat: int,
        seats: int,
        options: Options,
        rng: Source,
        *,
        worlds: int = 12,
        landing: float = 0.5,
        growth: float = 40,
        rivalry: float = 0.1,
    ) -> None:
        if not 1 <= worlds <= 500:
            raise ValueError("worlds goes from 1 to 500")
        if not (0 <= landing <= 1 and 0 <= rivalry <= 1):
            raise ValueError("landing and rivalry go from 0 to 1")
        self.game, self.seat, self.options, self.worlds = game, seat, options, worlds
        self.temper = Temper(landing, growth, rivalry)
        edition: Any = game.edition
        out = edition.out_in_travel if options.travel else ()
        copies = {kind: 0 if kind in out else edition.in_play(kind, seats) for kind in edition.deck}
        self.memory = Memory(seat, seats, dict(zip(game.faces.code, game.faces.kind, strict=True)), copies)
        self.key = rng.random()

    def decide(
        self, view: View, events: Sequence[Event], requests: Sequence[Request], menu: Sequence[Offer]
    ) -> tuple[Request, Move] | None:
        """An answer to what the game waits for; else perhaps a word, a trade, a card off the plane."""
        self.memory.hear(events)
        binding = [request for request in requests if request.binds != "may"]
        for request in binding or requests:
            if request.kind == "talk":
                move: Move | None = self.talk(view)
            else:
                rng = Generator(f"{self.key}/{request.kind}/{request.opened}")
                edition: Any = self.game.edition
                table = Table(edition, self.options, view, self.memory, rng, self.worlds, self.temper)
                move = self.answer(table, request.kind, menu)
            if move is not None:
                return request, move
        return None

    def answer(self, table: Table, kind: str, menu: Sequence[Offer]) -> Move | None:
        """What is answered to each kind of request."""
        match kind:
            case "turn":
                return turn.own_turn(table, menu)
            case "target":
                return turn.target(table, menu)
            case "cuff":
                return answers.cuffs(table, menu)
            case "answer":
                return dealing.answer(table, menu)
            case "lay":
                return dealing.lay(table)
            case "challenge":
                return dealing.challenge(table)
            case "counter":
                return dealing.counter(table)
            case "remedy":
                return dealing.remedy(table, menu)
            case "extra":
                return dealing.extra(table, menu)
            case "ballot":
                return answers.ballot(table)
            case "knife":
                return answers.knife(table)
            case "seat":
                return answers.give_seat(table, menu)
            case "brake":
                return answers.stop(table, menu)
            case "dispose":
                return turn.disposal(table, menu)
            case "deal":
                return dealing.proposal(table)
        move: Move = getattr(answers, kind)(table, menu)
        return move

    def talk(self, view: View) -> Claim | None:
        """D-37: who has a seat says so, and names its cash, truly, to find partners."""
        if view.phase != "turn" or view.you is None:
            return None
        edition: Any = self.game.edition
        worth = edition.cash | dict.fromkeys(edition.seats, 1)
        kinds = self.memory.kinds(view.you.hand)
        said = (view.claims or {}).get(self.seat, ())
        fresh = [kind for kind in kinds if kind in worth and kind not in said]
        if not fresh or len(said) >= WORDS or not any(kind in edition.seats for kind in kinds):
            return None
        return Claim(max(fresh, key=worth.__getitem__))
