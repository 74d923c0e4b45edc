"""The doors of Slip Strike: talk, who is asked, what may be answered, which clocks run. What happens then stands in
`turn` and `action`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from facedown.engine import (
    ARCHIVE,
    EVERYONE,
    Choice,
    Domain,
    Event,
    Expire,
    Move,
    Offer,
    Refusal,
    Request,
    Text,
    Timer,
)

from .. import refusals as no
from ..words import TALK, Committed, Decline, Picked, Program, React, Said, Say, Slip, Start, Tie
from .turn import Turn


class Rules(Turn):
    """What may be done in a position, and what happens then."""

    __slots__ = ()
    ASKS: ClassVar = {
        "start": (Start,),
        "program": (Program,),
        "react": (React, Decline),
        "slip": (Slip,),
        "propose": (Tie,),
        "tie": (Tie,),
        "talk": (Say,),
    }
    DEFAULTS: ClassVar = {"react": Decline(), "tie": Tie(False)}
    TIMERS = frozenset({"window", "turn", "flip"})
    OVER = Refusal("too-late", "X-024", "The game is over.", "Look at the result, or ask for a rematch.", ("A-X21",))

    # talk --------------------------------------------------------------------------------------------------
    def check_say(self, seat: int, move: Say) -> Refusal | None:
        """D-X06: any text that can be read."""
        return None if move.text.strip() and len(move.text) <= TALK else no.TOO_LONG

    def do_say(self, seat: int, move: Say) -> None:
        """X-059, A-X26: one open channel; X-058 is left to the players, who are warned."""
        self.tell(EVERYONE, Said(seat, move.text))

    # doors -------------------------------------------------------------------------------------------------
    def chosen(self, seat: int) -> Event:
        """A-X29, D-X02: that a seat has chosen, and no more."""
        return Picked(seat) if self.stage == "start" else Committed(seat)

    def unasked(self, actor: int, kinds: tuple[str, ...]) -> Refusal:
        """Why a seat that is not asked may not act."""
        if self.ended is not None or any(r.kind in kinds for r in self.open):
            return super().unasked(actor, kinds)
        return no.UNASKED.get(kinds[0], self.NOT_NOW)

    def offers(self, seat: int) -> list[Offer]:
        """What may be answered; each impossible answer with why not."""
        offers = []
        code, hand = self.deck.code, sorted(self.hand[seat])
        for request in sorted(self.open, key=lambda r: r.kind == "talk"):
            if request.seat == seat:
                match request.kind:
                    case "start":
                        cards = tuple([code[c] for c in hand if self.deck.leads[c] is not None])
                        offers.append(Offer("start", "start", {"card": Choice(cards)}))
                    case "program":
                        cards = tuple([code[c] for c in self.programmable(seat)])
                        either = Choice(cards if len(cards) > 1 else (*cards, None))
                        offers.append(Offer("program", "program", {"first": either, "second": either}, exact=False))
                    case "react":
                        offers += self.reactions(seat)
                    case "slip":
                        offers += self.cases(seat, "slip", *[Slip(code[c]) for c in hand if self.deck.leads[c]])
                    case "propose":
                        offers += self.cases(seat, "propose", Tie(True))
                    case "tie":
                        offers += self.cases(seat, "tie", Tie(True), Tie(False))
                    case "talk":
                        offers.append(Offer("talk", "say", {"text": Text(TALK)}))
        return offers

    def reactions(self, seat: int) -> list[Offer]:
        """A-X15: each Reaction in hand, or that there is none; and declining."""
        moves: list[Move] = []
        for card in sorted(self.hand[seat]):
            match self.deck.card[card].reaction:
                case "move":
                    moves += [React(self.deck.code[card], way) for way in ("left", "right")]
                case "hit":
                    moves.append(React(self.deck.code[card]))
        none: dict[str, Domain] = {"card": Choice(())}
        plays = self.cases(seat, "react", *moves) or [Offer("react", "react", none, no.NOTHING_TO_PLAY)]
        return [*plays, Offer("react", "decline")]

    def requests(self, viewer: int = ARCHIVE) -> Sequence[Request]:
        """A-X23: that somebody has no choice of Slips is for nobody else to know. D-X07: nor who has answered whether
        they agree to a tie."""
        if viewer != ARCHIVE and (ties := [r for r in self.open if r.kind == "tie"]):
            answered = {seat for seat, vote in enumerate(self.votes) if vote is not None}
            asked = {r.seat for r in ties} | answered - {viewer}
            rest = [r for r in self.open if r.kind != "tie"]
            return [*rest, *[Request(seat, "tie", "must", ties[0].opened) for seat in sorted(asked)]]
        if self.window != "slip" or viewer == ARCHIVE:
            return super().requests(viewer)
        sealed = [r for r in self.open if r.sealed and r.seat == viewer]
        sealed += [
            Request(s, "slip", "must", self.opened, True) for s, by in enumerate(self.hits) if by and s != viewer
        ]
        return [*[r for r in self.open if not r.sealed], *sorted(sealed, key=lambda r: r.seat)]

    def waits(self) -> bool:
        """A window is waited for, whoever is asked in it."""
        return bool(self.window) or super().waits()

    def timers(self) -> list[Timer]:
        """A-X15: windows are always equally long. A-X32: an optional clock for programs."""
        if self.window == "flip":
            return [Timer("flip", "window", 1, self.opened)]
        if self.window:
            return [Timer("window", "window", self.options.window, self.opened)]
        if self.options.turn_clock is None:
            return []
        asked = [r.opened for r in self.open if r.kind in ("start", "program")] or [self.opened]
        return [Timer("turn", "deadline", self.options.turn_clock, asked[0])] if self.ended is None else []

    def do_expire(self, actor: int, move: Expire) -> None:
        """A-X15, A-X32: who has not answered declines, or plays something legal at random."""
        if move.timer == "turn":
            return super().do_expire(actor, move)
        if self.window == "slip":
            for request in self.open:
                if request.kind == "slip" and self.sealed[request.seat] is None:
                    self.sealed[request.seat] = self.default(request)
        window, self.window = self.window, ""
        answers = self.unseal()
        if window == "slip":
            self.slip_all(answers)
        else:
            self.play_reactions(answers)
