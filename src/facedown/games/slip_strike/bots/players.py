"""How the bots of Slip Strike answer: programs by the mixture of one turn, Slips and Reactions by what lies open."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from facedown.engine import Event, Move, Offer, Request
from facedown.engine.words import Random as Source

from ..words import Decline, Program, React, Slip, Start, Tie, View
from .ahead import Ahead
from .duel import Duel, Matrix, Side
from .memory import Memory, Stand
from .mixing import Mixture, drawn, equilibrium, response
from .model import Model
from .reading import Table
from .teams import team_program

if TYPE_CHECKING:
    from .. import SlipStrikeGame


class Duellist:
    """Weighs all programs of both players against each other, one turn deep, and mixes as an equilibrium does.

    With four players it answers programs that it imagines. `rounds`: how long it looks for the mixture."""

    def __init__(
        self, game: SlipStrikeGame, seat: int, seats: int, options: Any, rng: Source, *, rounds: int = 400
    ) -> None:
        if not 1 <= rounds <= 5000:
            raise ValueError("rounds goes from 1 to 5000")
        self.game, self.seat, self.seats, self.rounds = game, seat, seats, rounds
        self.memory: Memory | None = None
        self.key = rng.random()

    def decide(
        self, view: View, events: Sequence[Event], requests: Sequence[Request], menu: Sequence[Offer]
    ) -> tuple[Request, Move] | None:
        """An answer to what the game waits for."""
        if self.memory is None:
            self.memory = Memory(self.game.deck(self.seats, view.seats[self.seat].edition))
        self.memory.hear(events, view.circle)
        for request in requests:
            if request.binds != "may":
                rng = Random(f"{self.key}/{request.kind}/{request.opened}")
                return request, self.answer(view, request, menu, rng)
        return None

    def answer(self, view: View, request: Request, menu: Sequence[Offer], rng: Random) -> Move:
        """What it does when it is asked."""
        assert view.you is not None and self.memory is not None
        match request.kind:
            case "start":
                picks = next(offer for offer in menu if offer.request == "start")
                return Start(rng.choice(tuple(picks.fields["card"].values())))
            case "react":
                return self.react(view, menu)
            case "slip":
                return Slip(self.slip(view, rng))
            case "tie":
                return Tie(False)
        return self.program(view, rng)

    def program(self, view: View, rng: Random) -> Program:
        """Drawn from the mixture; with four players the best answer to what it imagines."""
        assert view.you is not None and self.memory is not None
        self.memory.see(view)
        deck, memory, stand = self.memory.deck, self.memory, self.memory.now()
        mine = [
            memory.card(self.seat, code) for code in (*(view.you.hand or ()), *[c for c in view.you.program or () if c])
        ]
        if self.seats > 2:
            first, second = team_program(Table(deck, view, memory), self.seat, mine, rng)
        else:
            more = sorted(set(mine) - set(stand.hands[self.seat]))
            one = Side(deck, stand, self.seat, memory.circle, more)
            two = Side(deck, stand, 1 - self.seat, memory.circle)
            mixture = self.mix(Duel(deck, memory.circle, one, two))
            first, second = one.programs[drawn(mixture, rng.random())]
        return Program(*[None if card is None else deck.code[card] for card in (first, second)])

    def mix(self, duel: Duel) -> Mixture:
        """How likely each program of the first side is to be played."""
        return equilibrium(duel.matrix(), self.rounds)[0]

    def slip(self, view: View, rng: Random) -> str:
        """The Teleport to where the fewest weapons that an enemy may hold reach from where they stand."""
        assert view.you is not None and self.memory is not None
        table = Table(self.memory.deck, view, self.memory)
        return min(view.you.slips or (), key=lambda code: (table.danger(self.seat, code), rng.random()))

    def react(self, view: View, menu: Sequence[Offer]) -> React | Decline:
        """Steps out of a strike, or makes hits void, as soon as it can."""
        assert self.memory is not None
        plays = [offer for offer in menu if offer.kind == "react" and offer.why_not is None]
        possible = dict.fromkeys(code for offer in plays for code in offer.fields["card"].values())
        return Table(self.memory.deck, view, self.memory).reaction(self.seat, tuple(possible))


class Steady(Duellist):
    """Mixes as a duellist does, and leans towards what beats the player that its opponent seems to be.

    `trust`: how far it relies on that, from 0 to 1; `rounds`: how long it looks for the mixture."""

    def __init__(
        self,
        game: SlipStrikeGame,
        seat: int,
        seats: int,
        options: Any,
        rng: Source,
        *,
        trust: float = 0.6,
        rounds: int = 400,
    ) -> None:
        super().__init__(game, seat, seats, options, rng, rounds=rounds)
        if not 0 <= trust <= 1:
            raise ValueError("trust goes from 0 to 1")
        self.trust = trust
        self.model: Model | None = None

    def expects(self, memory: Memory, stand: Stand) -> tuple[Mixture, Matrix]:
        """How the opponent is expected to mix its programs, and the turn as both can see it."""
        if self.model is None:
            self.model = Model(memory.deck, self.seat, self.rounds)
        self.model.learn(memory)
        return self.model.expects(memory, stand)

    def mix(self, duel: Duel) -> Mixture:
        """The answer to the opponent as it seems to be, and to the worst there could be."""
        assert self.memory is not None
        expected, matrix = self.expects(self.memory, self.memory.now())
        if len(matrix) < len(duel.sides[0].programs):  # there is an Asset that the opponent has not seen
            matrix = duel.matrix()
        seen = len(self.memory.turns)
        return response(matrix, expected, self.trust * seen / (seen + 1), self.rounds)[0]

    def slip(self, view: View, rng: Random) -> str:
        """With two players the Slip after which most is to be hoped for."""
        assert view.you is not None and view.you.slips is not None and self.memory is not None
        memory = self.memory
        if self.seats > 2 or memory.stand is None:
            return super().slip(view, rng)
        teleports = [memory.card(self.seat, code) for code in view.you.slips]
        ahead = Ahead(memory, view, self.seat)
        codes = (*(view.you.hand or ()), *[code for code in view.you.program or () if code])
        own = {memory.card(self.seat, code) for code in codes}
        if view.phase == "action1":
            began = own | {card for card in ahead.shown[self.seat] if card is not None}
            secret = sorted(began.difference(memory.stand.hands[self.seat]))
            values = ahead.second_action(teleports, secret, self.expects(memory, memory.stand)[0])
        else:
            values = ahead.next_turn(teleports, sorted(own - memory.area[self.seat].keys()))
        return view.you.slips[values.index(max(values))]
