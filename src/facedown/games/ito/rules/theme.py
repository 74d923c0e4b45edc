"""Phase 1: the group agrees on a theme (1.3 of our reference)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facedown.engine import EVERYONE, Refusal

from .. import refusals as no
from ..words import DecideTheme, Proposed, ProposeTheme, Theme, ThemeView, VotedTheme, VoteTheme
from .stages import Stages

MOST_THEMES = 8
"""Themes of their own that one player may propose in a stage."""


class ThemePhase(Stages):
    """Votes, own themes, decisions. Every vote counts the same (I-069)."""

    __slots__ = ()
    if TYPE_CHECKING:  # of `announce`

        def begin_announcing(self) -> None: ...
        def no_text(self, seat: int, move: ProposeTheme) -> Refusal | None: ...
        def deliver(self, seat: int, move: ProposeTheme) -> bool: ...
        def clean(self, move: ProposeTheme) -> tuple[str, ...]: ...

    def begin_theme(self) -> None:
        """I-013, I-016: everybody knows their cards by now; A-I01: everybody votes."""
        self.when = "theme"
        self.draw_themes()
        self.proposed = []
        self.votes = [None] * self.seats
        self.ask_themes(self.persons())

    def ask_themes(self, seats: list[int]) -> None:
        """A-I01, A-I04, D-I12."""
        self.ask("theme", seats)
        if self.options.own_themes:
            self.ask("own_theme", seats, "may")
        self.ask("decide", seats, "may")

    # own themes --------------------------------------------------------------------------------------------
    def check_propose_theme(self, seat: int, move: ProposeTheme) -> Refusal | None:
        """I-015, A-I04; the number guard reads it like everything that is said."""
        if self.proposed.count(seat) >= MOST_THEMES:
            return no.TOO_MANY
        refusal = self.no_text(seat, move)
        if refusal is not None:
            return refusal
        theme = tuple(map(str.casefold, self.clean(move)))
        if theme[1] == theme[2]:
            return no.SAME_ENDS
        there = [tuple(map(str.casefold, (other.text, other.low, other.high))) for other in self.themes]
        return no.SAME_THEME if theme in there else None

    def do_propose_theme(self, seat: int, move: ProposeTheme) -> None:
        """A-I04: one more candidate."""
        if self.deliver(seat, move):
            text, low, high = self.clean(move)
            self.themes.append(ThemeView(text, low, high))
            self.proposed.append(seat)
            self.tell(EVERYONE, Proposed(seat, text, low, high))

    # votes -------------------------------------------------------------------------------------------------
    def check_vote_theme(self, seat: int, move: VoteTheme) -> Refusal | None:
        """I-013: one of those that lie there."""
        return None if 0 <= move.theme < len(self.themes) else no.NO_CANDIDATE

    def do_vote_theme(self, seat: int, move: VoteTheme) -> None:
        """A-I01: it may be changed as long as nothing is settled."""
        self.votes[seat] = move.theme
        self.bind("may", "theme", seat)
        self.tell(EVERYONE, VotedTheme(seat, move.theme))
        self.count_votes()

    def count_votes(self) -> None:
        """A-I01: settled when all votes agree; where they do not, anyone may call the decision."""
        votes = {self.votes[seat] for seat in self.persons()}
        if None in votes:
            return
        if len(votes) == 1:
            return self.settle_theme(votes.pop())
        for seat in self.persons():
            self.bind("one_of", "decide", seat)

    def check_decide_theme(self, seat: int, move: DecideTheme) -> Refusal | None:
        """A-I01."""
        return no.NOT_ALL_VOTED if any(self.votes[seat] is None for seat in self.persons()) else None

    def do_decide_theme(self, seat: int, move: DecideTheme) -> None:
        """A-I01: most votes; of several with as many, one by lot."""
        votes = [self.votes[seat] for seat in self.persons()]
        most = max(map(votes.count, votes))
        self.settle_theme(self.chance.pick("tie", sorted({v for v in votes if votes.count(v) == most})), seat)

    def settle_theme(self, theme: int | None, by: int | None = None) -> None:
        """I-013, I-014: it holds for the stage, from its low end at 1 to its high end at 100."""
        assert theme is not None
        self.close("theme", "own_theme", "decide")
        self.theme = chosen = self.themes[theme]
        self.tell(EVERYONE, Theme(chosen.text, chosen.low, chosen.high, by))
        self.begin_announcing()

    def bind(self, binds: str, kind: str, seat: int) -> None:
        """The same request, which binds otherwise from now on."""
        self.open = [
            type(r)(r.seat, r.kind, binds, r.opened) if r.kind == kind and r.seat == seat else r  # type: ignore[arg-type]
            for r in self.open
        ]
