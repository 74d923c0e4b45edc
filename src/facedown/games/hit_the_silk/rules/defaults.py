"""What is played for a seat that does not act (A-107, and the last column of 4.2 of our reference)."""

from __future__ import annotations

from collections.abc import Sequence

from facedown.engine import Move, Request

from ..words import (
    Answer,
    Ballot,
    Challenge,
    Counter,
    Defend,
    End,
    Extra,
    Keep,
    Key,
    Knife,
    Remedy,
    Retaliate,
    Stop,
    Take,
    Target,
    Threatened,
    Weapon,
)
from .disposal import Disposal

FIXED: dict[str, Move] = {
    "turn": End(),  # D-02
    "knife": Knife(False),  # D-06
    "defend": Defend(False),  # D-15
    "answer": Answer("decline"),  # D-21
    "ballot": Ballot(False),  # D-23
    "search": Stop(),  # D-25
    "threatened": Threatened("a"),  # D-29
    "retaliate": Retaliate(False),  # D-30
    "challenge": Challenge(False),  # D-33
    "counter": Counter(False),  # D-34
    "extra": Extra(None, None),  # D-36
}


class Defaults(Disposal):
    """Always legal, and blind to what the seat does not see."""

    __slots__ = ()

    def default(self, request: Request) -> Move:
        """D-01 to D-36; at random where nothing else is said (D-01, D-05, D-08, D-12, D-16, D-18)."""
        seat = request.seat
        if request.kind in FIXED:
            return FIXED[request.kind]
        match request.kind:
            case "keep":
                return Keep(self.code(self.picked[0]))  # D-04
            case "target":
                return self.default_target(request)
            case "cuff":  # D-09: a pair
                pairs = [move for move in self.legal(request) if getattr(move, "seats", None)]
                return self.any_of(request, pairs or self.legal(request))
            case "key":  # D-10
                return Key(lockbox=True) if self.lockbox else Key(cuff=self.in_use()[0])
            case "take":  # D-07, D-17: the first; D-11, D-31: none
                first = self.act in ("steal", "bullet")
                return Take(self.code(self.takeable(seat)[0]) if first else None)
            case "lay":
                return self.agreed_cards(seat)  # D-22
            case "seat":
                return self.best_passenger(seat)  # D-24
            case "flight":
                return self.best_known_flight()  # D-26
            case "brake":
                return self.safe_brake()  # D-27
            case "remedy":  # D-35: take, with random picks
                return self.any_of(request, [move for move in self.legal(request) if move != Remedy(None)])
        return super().default(request)

    def default_target(self, request: Request) -> Move:
        """D-13: oneself if poisoned, else the first who is, else oneself; D-14: anybody's Revolver."""
        seat = request.seat
        if self.act == "antidote":
            return Target(next((s for s in self.living(seat) if self.poisoned >> s & 1), seat))
        weapon: Weapon | None = "revolver" if self.act == "kung-fu" else None
        return self.any_of(request, [Target(other, weapon) for other in self.targets(seat)])

    def any_of(self, request: Request, moves: Sequence[Move]) -> Move:
        """One of these, from a stream of its own."""
        stream = self.chance.apart(f"default/{request.opened}/{request.seat}")
        return moves[stream.chance.below("pick", len(moves))]
