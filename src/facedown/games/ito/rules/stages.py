"""Set-up, stages and the end (1.1, 1.2, 1.8, 1.12 of our reference)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from facedown.engine import EVERYONE, Outcome, only

from ..position import Position
from ..words import Dealt, Ended, Say, Stage, ThemeView, Why

ID = "bcdfghjkmnpqrstvwxz"
"""Letters of the ids that cards have for a stage (A-I25)."""


class Stages(Position):
    """How the game begins, goes on and ends. There is no order of players in any of it (I-006)."""

    __slots__ = ()
    if TYPE_CHECKING:  # of `people` and `theme`

        def choose_leader(self) -> None: ...
        def begin_theme(self) -> None: ...

    def deal(self) -> None:
        """I-008, I-012; A-I19: the leader is chosen first."""
        self.set_up()
        if self.options.leader == "none":
            self.begin_stage(1)
        else:
            self.choose_leader()

    def set_up(self) -> None:
        """I-008: the lives; nobody has said or done anything."""
        self.lives = self.game.edition.lives
        self.theme_pile = self.theme_cards()
        nothing: list[Any] = [None] * self.seats
        self.votes, self.warned, self.choosing = nothing[:], nothing[:], []
        self.warnings = [0] * self.seats
        self.ousting = [0] * self.seats
        self.hands, self.ids, self.clues = [[] for _ in nothing], [[] for _ in nothing], [[] for _ in nothing]
        self.deck = list(range(self.game.edition.cards))
        self.ask("talk", range(self.seats), "may")  # D-I06

    def theme_cards(self) -> list[int]:
        """I-012: all of them."""
        return list(range(len(self.game.cards_of(self.options.adult, self.options.themes))))

    def leader_holds(self) -> bool:
        """I-062, A-I21: whether the leader holds cards; it is the number of persons at the start that counts."""
        if self.options.leader == "auto":
            return self.seats <= int(self.game.edition.leads)
        return bool(self.options.leader != "no-cards")

    def dealt_to(self) -> list[int]:
        """Who gets cards: I-010, and with a leader I-062."""
        return [seat for seat in self.persons() if seat != self.leader or self.leader_holds()]

    # a stage begins ----------------------------------------------------------------------------------------
    def begin_stage(self, n: int) -> None:
        """I-046 to I-048, I-065: all number cards are shuffled anew, and everybody is dealt n."""
        self.clear_stage(n)
        self.deck = list(range(self.game.edition.cards))
        self.chance.shuffle("deck", self.deck)
        for seat in self.dealt_to():
            self.hands[seat], self.deck = self.deck[:n], self.deck[n:]
        self.mark_cards()
        self.tell(EVERYONE, Stage(n, self.lives))
        for seat in self.holders():
            self.tell(only(seat), Dealt(seat, self.show(self.hands[seat])))
        self.ask("confess", self.holders(), "may")  # D-I11
        self.begin_theme()

    def clear_stage(self, n: int) -> None:
        """Nothing is left of the stage before."""
        self.stage, self.ready, self.clock = n, 0, 0
        self.theme = self.named = self.code_word = None
        self.pile, self.aside, self.momo, self.away = [], [], [], []
        self.pile_of, self.aside_of, self.talk = [], [], []
        seats = range(self.seats)
        self.hands, self.ids, self.clues = [[] for _ in seats], [[] for _ in seats], [[] for _ in seats]
        self.warned = [w if w is not None and isinstance(w.move, Say) else None for w in self.warned]  # A-I09
        self.close("announce", "code_word", "discard", "name", "confess")

    def mark_cards(self) -> None:
        """A-I25: ids that say nothing, new each stage; no card has a clue yet."""
        marks = [a + b for a in ID for b in ID]
        self.chance.shuffle("ids", marks)
        self.ids = [[marks.pop() for _ in hand] for hand in self.hands]
        self.clues = [[None for _ in hand] for hand in self.hands]

    def draw_themes(self) -> None:
        """I-013, A-I02: two cards, all their sides; shuffled anew only where fewer than two are left."""
        cards = self.game.cards_of(self.options.adult, self.options.themes)
        if len(self.theme_pile) < self.game.edition.drawn:
            self.theme_pile = self.theme_cards()
        self.themes = []
        for _ in range(self.game.edition.drawn):
            at = self.chance.place("theme", [cards[card][0].text for card in self.theme_pile])
            self.themes += [ThemeView(t.text, t.low, t.high) for t in cards[self.theme_pile.pop(at)]]

    def has_momo(self) -> bool:
        """I-050; I-067, A-I22: in the Corridor she is there in every stage."""
        return bool(self.options.endless or self.stage == self.game.edition.momo)

    # a stage ends ------------------------------------------------------------------------------------------
    def complete_stage(self) -> None:
        """I-042, I-043: the third one wins; I-064: in the Corridor it goes on; I-044, I-045: a life is gained."""
        if not self.options.endless and self.stage == self.game.edition.stages:
            return self.end(True, "stages", self.stage)
        if len(self.dealt_to()) * (self.stage + 1) + 1 > self.game.edition.cards:  # I-068, A-I23
            return self.end(True, "corridor", self.stage)
        if self.seats > 2:  # A-I14; I-066
            self.lives = min(self.lives + 1, self.game.edition.lives)
        self.begin_stage(self.stage + 1)

    def end(self, won: bool, why: Why, stages: int, seat: int | None = None) -> None:
        """I-001, I-049: all win or all lose; A-I23: in the Corridor it counts how many stages were completed."""
        self.clock = 0
        outcome = Outcome.together(self.seats, won, why)
        if self.options.endless:
            outcome = Outcome(outcome.winners, outcome.losers, scores=(stages,) * self.seats, why=why)
        self.finish(Outcome(why=why) if why == "cancelled" else outcome)
        self.tell(EVERYONE, Ended(won, why, stages, seat))
