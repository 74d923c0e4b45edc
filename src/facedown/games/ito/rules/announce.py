"""Phase 2 and everything that is said in any phase (1.4, 1.5, 1.9 of our reference). What counts as a number stands in
`guard`, which texts can be read at all in `reading`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from facedown.engine import EVERYONE, Refusal

from .. import refusals as no
from ..words import (
    CLUE,
    END,
    LINE,
    THEME,
    Clue,
    Clued,
    Coded,
    CodeWord,
    Confess,
    Escape,
    Line,
    MarkedReady,
    Momo,
    ProposeTheme,
    Ready,
    Said,
    Say,
    TookUp,
    Unready,
    Warning,
)
from .reading import tidy, unreadable
from .theme import ThemePhase

Spoken = ProposeTheme | Clue | CodeWord | Say
"""The moves that say something."""
LENGTHS = {ProposeTheme: (THEME, END, END), Clue: (CLUE,), CodeWord: (CLUE,), Say: (LINE,)}
LINES = 40
"""Of talk that a view shows."""


class AnnouncePhase(ThemePhase):
    """Clues, code word, talk, ready marks."""

    __slots__ = ()
    if TYPE_CHECKING:  # of `escape`

        def begin_escape(self) -> None: ...

    def begin_announcing(self) -> None:
        """I-017, I-021: whenever they like, for as long as they like; I-050, I-051: Momo-chan comes first."""
        self.when = "announce"
        if self.has_momo() and not self.momo:
            at = self.chance.place("momo", [card + 1 for card in self.deck])
            self.momo = [self.deck.pop(at)]
            self.tell(EVERYONE, Momo(self.show(self.momo)[0]))
        self.ask_clues(self.holders())
        self.ask_code_word(self.persons())

    def ask_clues(self, seats: list[int]) -> None:
        """I-017 to I-019; I-027: open to the end of the stage."""
        self.ask("announce", seats)

    def ask_code_word(self, seats: list[int]) -> None:
        """I-051, A-I15: anyone, a handless leader too."""
        if self.momo:
            self.ask("code_word", seats, "may" if self.code_word else "one_of")

    # saying something --------------------------------------------------------------------------------------
    def clean(self, move: Spoken) -> tuple[str, ...]:
        """The texts of a move, as they are shown."""
        texts = (move.text, move.low, move.high) if isinstance(move, ProposeTheme) else (move.text,)
        return tuple(map(tidy, texts))

    def no_text(self, seat: int, move: Spoken) -> Refusal | None:
        """I-017, I-052, I-053: what can be read, about Momo-chan too; A-I08, A-I09: insisting on a number that is not
        one's own is refused."""
        for text, most in zip(self.clean(move), LENGTHS[type(move)], strict=True):
            if not text:
                return no.EMPTY
            if len(text) > most:
                return no.TOO_LONG
            if unreadable(text):
                return no.UNREADABLE
        if self.insists(seat, move) and (found := self.numbers(move)) and not found & self.own(seat):
            return no.NUMBER
        return None

    def deliver(self, seat: int, move: Spoken) -> bool:
        """Guard, step 7: sent where it holds no number but those that lie open; else a warning for its sender alone,
        the same for all numbers (A-I09), unless it insists: then it was their own (I-022)."""
        if not self.numbers(move):
            self.warned[seat] = None
            return True
        if self.insists(seat, move):
            self.end(False, "said-number", self.stage - 1, seat)
        else:
            self.warnings[seat] += 1
            self.warned[seat] = Warning(f"{seat + 1}-{self.warnings[seat]}", _bare(move))
        return False

    def insists(self, seat: int, move: Spoken) -> bool:
        """A-I09: whether this is the same text, with the token of its warning."""
        warning = self.warned[seat]
        return warning is not None and move.token == warning.token and _bare(move) == warning.move

    def numbers(self, move: Spoken) -> set[int]:
        """A-I07, A-I08: the numbers that it says, without those that lie open."""
        return {number for text in self.clean(move) for number in self.guard.numbers(text)} - self.lying_open()

    def own(self, seat: int) -> set[int]:
        """A-I06: the numbers that this seat holds now."""
        return {card + 1 for card in self.hands[seat]}

    def speech(self, seat: int, text: str | None) -> Refusal | None:
        """A-I07: while the game goes on, all talk is a move."""
        return None if self.ended is not None else no.TALK_IS_A_MOVE

    def check_say(self, seat: int, move: Say) -> Refusal | None:
        """I-029, I-030, D-I06."""
        return self.no_text(seat, move)

    def do_say(self, seat: int, move: Say) -> None:
        """I-029, I-030: to all, there is no other channel."""
        if self.deliver(seat, move):
            (text,) = self.clean(move)
            self.talk = [*self.talk, Line(seat, text)][-LINES:]
            self.tell(EVERYONE, Said(seat, text))

    def do_confess(self, seat: int, move: Confess) -> None:
        """A-I09: owning up to a number that was said outside the game loses it (I-022)."""
        self.end(False, "confessed", self.stage - 1, seat)

    # clues -------------------------------------------------------------------------------------------------
    def at(self, seat: int, card: int | str) -> int | None:
        """Where this card stands in a hand; None if it is not held."""
        shown = [str(number) for number in self.show(self.hands[seat])]
        return shown.index(str(card)) if str(card) in shown else None

    def not_held(self, seat: int, card: int | str) -> Refusal | None:
        """I-017, I-031: only a card that one holds; I-002, I-003: and that there is."""
        if self.at(seat, card) is not None:
            return None
        return no.NOT_HELD if str(card) in map(str, self.game.faces.code) else no.NO_CARD

    def check_clue(self, seat: int, move: Clue) -> Refusal | None:
        """I-017: for a card one holds. I-024 to I-026, I-028: any words, also those of another player."""
        return self.not_held(seat, move.card) or self.no_text(seat, move)

    def do_clue(self, seat: int, move: Clue) -> None:
        """I-027: it may be changed without limit, in phase 3 too."""
        at = self.at(seat, move.card)
        assert at is not None
        if self.deliver(seat, move):
            (text,) = self.clean(move)
            self.clues[seat][at] = text
            self.tell(EVERYONE, Clued(seat, text, at))

    def check_code_word(self, seat: int, move: CodeWord) -> Refusal | None:
        """A-I15."""
        return self.no_text(seat, move)

    def do_code_word(self, seat: int, move: CodeWord) -> None:
        """I-051, A-I15: all who have to be ready agree to it by being so; another word asks them again."""
        if not self.deliver(seat, move):
            return
        (text,) = self.clean(move)
        if self.when == "announce" and text != self.code_word:
            self.ready = 0
            for holder in self.holders():
                self.bind("must", "announce", holder)
        self.code_word = text
        for person in self.persons():
            self.bind("may", "code_word", person)
        self.tell(EVERYONE, Coded(seat, text))

    # ready -------------------------------------------------------------------------------------------------
    def check_ready(self, seat: int, move: Ready) -> Refusal | None:
        """I-018, I-019, A-I05: the lowest card has a clue."""
        if self.when != "announce":
            return no.ESCAPING
        if self.ready >> seat & 1:
            return no.READY
        hand = self.hands[seat]
        return no.NO_CLUE if self.clues[seat][hand.index(min(hand))] is None else None

    def do_ready(self, seat: int, move: Ready) -> None:
        """I-019."""
        self.ready |= 1 << seat
        self.bind("may", "announce", seat)
        self.tell(EVERYONE, MarkedReady(seat))
        self.count_ready()

    def check_unready(self, seat: int, move: Unready) -> Refusal | None:
        """A-I29: until the last one is ready."""
        if self.when != "announce":
            return no.ESCAPING
        return None if self.ready >> seat & 1 else no.NOT_READY

    def do_unready(self, seat: int, move: Unready) -> None:
        """A-I29."""
        self.ready ^= 1 << seat
        self.bind("must", "announce", seat)
        self.tell(EVERYONE, TookUp(seat))

    def count_ready(self) -> None:
        """I-020: when all holders are ready, and Momo-chan has her word (A-I15), phase 3 begins."""
        if all(self.ready >> seat & 1 for seat in self.holders()) and (self.code_word or not self.momo):
            self.tell(EVERYONE, Escape())
            self.begin_escape()


def _bare(move: Spoken) -> Spoken:
    return msgspec.structs.replace(move, token=None)
