"""Setup, programming and cooldowns: what surrounds the two Actions of a turn (1.1 to 1.3, 1.6 and 1.8 of our
reference)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from facedown.engine import EVERYONE, Refusal

from .. import refusals as no
from ..words import Cooldown, Placed, Program, Start, Tie, TieProposed, TieRefused
from .action import Action

AREA: dict[Any, Any] = {0: "hand", 1: "cd1", 2: "cd2", "critical": "critical"}
"""X-033 to X-037: where a played card goes, by its cooldown."""
_ACTION = ("flip", "ask_before_movement", "move_agents", "strike", "ask_when_hit", "ask_slips")
"""X-014, A-X15: the steps of an Action."""


class Turn(Action):
    """A game from the deal on, turn by turn."""

    __slots__ = ()

    # 1.1 Setup ---------------------------------------------------------------------------------------------
    def deal(self) -> None:
        """X-001 to X-005."""
        self.set_up(self.lay_circle())
        self.hand = [cards[:] for cards in self.deck.basics]
        self.deal_assets([self.options.assets] * self.seats)
        self.ask("talk", range(self.seats), "may")  # X-059, A-X26
        self.ask_start()

    def lay_circle(self) -> tuple[str, ...]:
        """X-005; X-054: with both editions their Locations alternate."""
        rows = []
        for name, places in self.deck.locations.items():
            row = list(places)
            self.chance.shuffle(f"circle-{name}", row)
            rows.append(row)
        return tuple([place for column in zip(*rows, strict=True) for place in column])

    def deal_assets(self, wanted: Sequence[int]) -> None:
        """X-004: random Assets of its own edition for each seat; A-X03: the others are put away unseen."""
        dealt = {card for _, card, _ in self.places()}
        for name, assets in self.deck.assets.items():
            rest = [card for card in assets if card not in dealt]
            self.chance.shuffle(f"assets-{name}", rest)
            for seat, edition in enumerate(self.deck.editions):
                if edition == name:
                    self.hand[seat] += [rest.pop() for _ in range(min(wanted[seat], len(rest)))]
            self.box += rest

    def ask_start(self) -> None:
        """X-006, A-X29."""
        self.ask("start", self.living(), sealed=True)

    def check_start(self, seat: int, move: Start) -> Refusal | None:
        """X-006: one of one's own Teleports."""
        card = self.card(move.card, self.hand[seat])
        if card is None:
            return no.NOT_HELD if self.game.knows_face(move.card) else no.NO_CARD
        return None if self.deck.leads[card] is not None else no.TELEPORT_ONLY

    def do_start(self, seat: int, move: Start) -> None:
        """X-006: secret until all have picked, then all at once."""
        if self.seal(seat, move):
            for s, answer in enumerate(self.unseal()):
                if isinstance(answer, Start):
                    card = self.card(answer.card, self.hand[s])
                    assert card is not None
                    self.agents[s] = self.lies(card)  # X-008, A-X04; X-007: the card stays in hand
                    self.tell(EVERYONE, Placed(s, answer.card, self.lies(card)))
            self.then("begin_turn")

    # 1.3 Program -------------------------------------------------------------------------------------------
    def begin_turn(self) -> None:
        """X-009, X-039: all players go through a turn together."""
        self.stage, self.action = "program", 0
        self.slipped, self.lively, self.proposed = 0, False, 0
        self.ask("program", self.living(), sealed=True)
        self.ask_proposals()

    def programmable(self, seat: int) -> list[int]:
        """X-011, A-X15: whatever is held and no Reaction, in printed order."""
        return [card for card in self.held(seat) if self.deck.card[card].reaction is None]

    def check_program(self, seat: int, move: Program) -> Refusal | None:
        """X-010, X-011. X-065, A-X20: whatever the second card is, it is accepted."""
        held = self.held(seat)
        chosen: list[int] = []
        for code in (move.first, move.second):
            if code is None:
                continue
            card = self.card(code, held)
            if card is None:
                return self.why(seat, code)
            if card in chosen:
                return no.TWICE
            if self.deck.card[card].reaction is not None:
                return no.REACTION
            chosen.append(card)
        return None if len(chosen) == min(2, len(self.programmable(seat))) else no.TOO_FEW  # A-X05

    def why(self, seat: int, code: str) -> Refusal:
        """Why a card that is not held cannot be programmed."""
        for refusal, area in (
            (no.COOLING, self.cd1),
            (no.COOLING_2, self.cd2),
            (no.CRITICAL, self.critical),
            (no.DISCARDED, self.discards),
        ):
            if self.card(code, area[seat]) is not None:
                return refusal
        return no.NOT_HELD if self.game.knows_face(code) else no.NO_CARD

    def do_program(self, seat: int, move: Program) -> None:
        """X-010; A-X06: it may be changed until the last living player has committed."""
        held = self.held(seat)
        self.program[seat] = [None if code is None else self.card(code, held) for code in (move.first, move.second)]
        self.hand[seat] = [card for card in held if card not in self.program[seat]]
        if self.seal(seat, move):
            self.unseal()
            self.close("propose")
            self.lock()

    def lock(self) -> None:
        """X-012: nothing is changed from here on; A-X20: who has a teammate now is bound by X-064 for this turn."""
        living = self.living()
        self.paired = sum([1 << seat for seat in living if self.seats > 2 and (seat + 2) % self.seats in living])
        self.then(*_ACTION * (2 - self.action), "manage_cooldowns")

    # 1.6 Cooldown ------------------------------------------------------------------------------------------
    def manage_cooldowns(self) -> None:
        """X-032 to X-037, in the order of A-X28."""
        for seat in range(self.seats):
            freed = self.critical[seat] if self.slipped >> seat & 1 else []  # X-037, A-X13
            waiting = [*[("hand", c) for c in self.cd1[seat]], *[("cd1", c) for c in self.cd2[seat]]]
            played = [(AREA[self.deck.cooldown[c]], c) for c in self.flipped[seat] if c is not None]
            self.cd1[seat], self.cd2[seat], self.flipped[seat] = [], [], [None, None]
            if freed:
                self.critical[seat] = []
            for area, card in [*waiting, *played, *[("cd2", c) for c in freed]]:
                getattr(self, area)[seat].append(card)
                self.tell(EVERYONE, Cooldown(seat, self.deck.code[card], area))
        self.turns += 1
        self.quiet = 0 if self.lively else self.quiet + 1
        if self.options.quiet_turns and self.quiet >= self.options.quiet_turns:
            return self.finish_tied("quiet")  # A-X24
        self.then("begin_turn")

    # a house option ----------------------------------------------------------------------------------------
    def ask_proposals(self) -> None:
        """A-X33: while programs are made, each living player may propose a tie once in a turn."""
        if self.options.agreed_tie:
            self.ask("propose", [seat for seat in self.living() if not self.proposed >> seat & 1], "may")

    def check_tie(self, seat: int, move: Tie) -> Refusal | None:
        """A-X33."""
        return None if move.agree or self.asked(seat, "tie") else no.PROPOSE

    def do_tie(self, seat: int, move: Tie) -> None:
        """A-X33, D-X07: all living players are asked; what each says stays secret."""
        if not self.asked(seat, "tie"):
            self.proposed |= 1 << seat
            self.close("propose")
            self.votes = [None] * self.seats
            self.ask("tie", [other for other in self.living() if other != seat])
            self.tell(EVERYONE, TieProposed(seat))
            return
        self.votes[seat] = move.agree
        self.close("tie", seat=seat)
        if any(r.kind == "tie" for r in self.open):
            return
        if False not in self.votes:
            return self.finish_tied("agreed")
        self.tell(EVERYONE, TieRefused())
        if any(r.kind == "program" for r in self.open):
            self.ask_proposals()
