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
from .table import Table

if TYPE_CHECKING:
    from .. import HitTheSilkGame


class Steady:
    """Looks for a seat and the team's cash, or for a way to land; remembers what it saw, and keeps its word to who does.

    `worlds`: positions imagined for a decision."""

    def __init__(
        self, game: HitTheSilkGame, seat: int, seats: int, options: Options, rng: Source, *, worlds: int = 24
    ) -> None:
        if not 1 <= worlds <= 500:
            raise ValueError("worlds goes from 1 to 500")
        self.game, self.seat, self.options, self.worlds = game, seat, options, worlds
        self.memory = Memory(seat, seats, dict(zip(game.faces.code, game.faces.kind, strict=True)))
        self.key = rng.random()

    def decide(
        self, view: View, events: Sequence[Event], requests: Sequence[Request], menu: Sequence[Offer]
    ) -> tuple[Request, Move] | None:
        """An answer to what the game waits for; else perhaps a word."""
        self.memory.hear(events)
        binding = [request for request in requests if request.binds != "may"]
        for request in binding or requests:
            rng = Generator(f"{self.key}/{request.kind}/{request.opened}/{len(view.claims[self.seat])}")
            edition: Any = self.game.edition
            table = Table(edition, self.options, view, self.memory, rng, self.worlds)
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
            case "talk":
                return self.talk(table)
        move: Move = getattr(answers, kind)(table, menu)
        return move

    def talk(self, table: Table) -> Claim | None:
        """D-37: who has a seat and cash says so, truly, to find partners."""
        if table.view.phase != "turn" or not table.judge.parachutes(table.free):
            return None
        said = table.view.claims[self.seat]
        cases = sorted((kind for kind in table.hand if kind in table.edition.cash), key=table.edition.cash.__getitem__)
        for kind in cases[-1:]:
            if kind not in said and len(said) < 2:
                return Claim(kind)
        return None
