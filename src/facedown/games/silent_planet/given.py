"""Positions that scenarios describe: which cards lie where, the rest dealt from the seed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from facedown.engine import BACK, given_fault

from .rules.fit import BROKEN, fits
from .words import Arrange, Pointer

if TYPE_CHECKING:
    from .rules import Rules
    from .words import Given


def lay_out(state: Rules, given: Given) -> None:
    """Lays the named cards, then teams that are only counted, then the other places from the rest, shuffled. Raises
    Refused."""
    _Layout(state, given).lay()


class _Layout:
    def __init__(self, state: Rules, given: Given) -> None:
        self.state, self.given, self.cards = state, given, state.cards
        self.rest = list(range(len(state.cards.kind)))
        state.chance.shuffle("deck", self.rest)

    def lay(self) -> None:
        state, given, cards = self.state, self.given, self.cards
        state.first, state.pointers = given.active or 0, (None,) * state.seats
        if given.phase == "arrange":
            return self.lay_hands()
        if given.hands or given.submitted:
            raise given_fault("hands and submitted belong to phase: arrange")
        rows = {seat: self.read_row(text) for seat, text in given.rows.items()}
        faces = [rows.get(seat, ([BACK] * cards.row, 0, cards.all))[0] for seat in range(state.seats)]
        named: list[list[int | None]] = [[self.named(face) for face in row] for row in faces]
        state.centre = [self.wanted(face) for face in given.centre]
        state.teams = self.teams()
        state.rows = [
            [self.any() if face == BACK else card for face, card in zip(row, there, strict=True)]
            for row, there in zip(faces, named, strict=True)
        ]
        state.hints = [rows[seat][1] if seat in rows else 0 for seat in range(state.seats)]
        state.down = [rows[seat][2] if seat in rows else cards.all for seat in range(state.seats)]
        state.box, state.left = self.rest, len(self.rest)
        for card in state.centre:
            state.shape = cards.shapes[state.shape][cards.kind[card]] if state.shape != BROKEN else BROKEN
        if len(state.centre) >= cards.team or state.shape == BROKEN:
            raise given_fault("the cards in the centre make no unfinished team")
        missing = cards.team * (state.seats - len(state.teams)) - len(state.centre)
        state.spare = sum([mask.bit_count() for mask in state.down]) - missing
        if len(state.teams) >= state.seats:
            return state.end(True, "teams")  # P-032
        state.next_turn(state.first)
        self.point()

    def lay_hands(self) -> None:
        """P-005 to P-007: before the rows are laid."""
        state, given, n = self.state, self.given, self.cards.row
        if given.rows or given.centre or given.teams or given.pointers:
            raise given_fault("in phase: arrange there are hands and submitted, nothing else")
        faces = []
        for seat in range(state.seats):
            submitted = given.submitted.get(seat)
            faces.append(given.hands.get(seat, submitted.order if submitted else (BACK,) * n))
            if len(faces[-1]) != n:
                raise given_fault(f"a hand has {n} cards")
        named = [[self.named(face) for face in hand] for hand in faces]
        state.rows = [[self.any() if card is None else card for card in hand] for hand in named]
        state.box, state.left = self.rest, len(self.rest)
        state.ask_rows()
        for seat, row in given.submitted.items():
            move = Arrange(row.order, row.hints)
            refusal = state.check_arrange(seat, move)
            if refusal is not None:
                raise given_fault(f"submitted: {refusal.why}")
            state.sealed[seat] = move  # told long ago
            state.do_arrange(seat, move)

    def point(self) -> None:
        """A-P06: who points where, and what follows if all have locked."""
        state = self.state
        for seat, finger in self.given.pointers.items():
            if state.turn is None or seat not in state.electors():
                raise given_fault(f"seat {seat} is no elector")
            if not (0 <= finger.at < self.cards.row and state.down[state.turn] >> finger.at & 1):
                raise given_fault(f"no card lies face down at {finger.at} of the active row")
            state.set_finger(seat, Pointer(finger.at, finger.locked))
        if any(finger.locked for finger in self.given.pointers.values()):
            state.review()

    # reading -----------------------------------------------------------------------------------------------
    def read_row(self, text: str) -> tuple[list[str], int, int]:
        """Faces (`.` where there is none), hints and face-down places as bits, of `1 [2] . ?`."""
        words = text.split()
        if len(words) != self.cards.row:
            raise given_fault(f"a row has {self.cards.row} places, not {len(words)}: {text}")
        faces, hints, down = [], 0, 0
        for at, word in enumerate(words):
            hint = re.fullmatch(r"\[(.+)\]", word)
            faces.append(hint[1] if hint else word)
            hints |= bool(hint) << at
            down |= (hint is None and word != ".") << at
        return faces, hints, down

    def teams(self) -> list[list[int]]:
        """P-023: the finished teams, as they are written, or so many that the rest can make."""
        teams = self.given.teams
        if isinstance(teams, int):
            return [self.make_team() for _ in range(teams)]
        found = [[self.wanted(face) for face in team] for team in teams]
        kinds = [[self.cards.kind[card] for card in team] for team in found]
        if not all(len(team) == self.cards.team and fits(team, self.cards.wild) for team in kinds):
            raise given_fault("one of the teams is not complete")
        return found

    def make_team(self) -> list[int]:
        """Equal aliens of the commonest kind in the rest or, where there are too few, different ones; wilds help."""
        kind, wild, size = self.cards.kind, self.cards.wild, self.cards.team
        rest = sorted(self.rest, key=lambda card: kind[card] == wild)  # wilds last
        equal = max(([c for c in rest if kind[c] in (k, wild)] for k in range(wild)), key=len)
        different = list({kind[c]: c for c in rest if kind[c] != wild}.values())
        different += [c for c in rest if kind[c] == wild]
        team = (equal if len(equal) >= size else different)[:size]
        if len(team) < size:
            raise given_fault("there are too few cards for the teams")
        self.rest = [card for card in self.rest if card not in team]
        return team

    # dealing -----------------------------------------------------------------------------------------------
    def named(self, face: str) -> int | None:
        """The card that a face names; None for any card, and for a gap."""
        return None if face in (BACK, ".") else self.wanted(face)

    def wanted(self, face: str) -> int:
        """A card with this face; where `over` is said, one more than there are."""
        faces = self.state.game.faces
        if face == BACK:
            return self.any()
        found = faces.find(self.rest, face)
        if found is not None:
            self.rest.remove(found[0])
            return int(found[0])
        if face not in self.cards.printed:
            raise given_fault(f"there is no card {face}")
        if not self.given.over:
            raise given_fault(f"there are too few cards {face}")
        return int(faces.code.index(face))

    def any(self) -> int:
        """The next card of the rest."""
        if not self.rest:
            raise given_fault("there are too few cards")
        return self.rest.pop()
