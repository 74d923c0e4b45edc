"""Positions that scenarios describe: which cards lie where, the rest dealt from the seed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from facedown.engine import given_fault

from .rules.reading import tidy
from .words import GivenCard, GivenTheme, Laid, ThemeView

if TYPE_CHECKING:
    from .rules import Rules
    from .words import Given, Number


ANY = "?"
"""A card of which nothing is said."""


def lay_out(state: Rules, given: Given) -> None:
    """Lays the named cards, then deals the hands of which nothing is said. Raises Refused."""
    _Layout(state, given).lay()


class _Layout:
    def __init__(self, state: Rules, given: Given) -> None:
        self.state, self.given = state, given
        self.rest = list(range(state.game.edition.cards))
        state.chance.shuffle("deck", self.rest)

    def lay(self) -> None:
        state, given = self.state, self.given
        state.set_up()
        state.clear_stage(given.stage)
        state.lives = min(given.lives or state.lives, state.game.edition.lives)
        if state.options.leader != "none":
            state.leader = given.leader or 0
        elif given.leader is not None or given.named is not None:
            raise given_fault("there is a leader only with the option")
        hands = self.hands()
        cards = {number: self.named(number) for hand in hands.values() for number in hand if number != ANY}
        opened = [self.open_card(card) for card in given.pile], [self.open_card(card) for card in given.aside]
        state.pile, state.pile_of = [c for c, _ in opened[0]], [entry for _, entry in opened[0]]
        state.aside, state.aside_of = [c for c, _ in opened[1]], [entry for _, entry in opened[1]]
        if given.momo is not None:
            state.momo = [self.named(given.momo)]
        self.deal({seat: [cards.get(number, -1) for number in hand] for seat, hand in hands.items()})
        state.deck = self.rest
        state.mark_cards()
        state.opened += 1
        state.ask("confess", state.holders(), "may")
        if given.phase == "theme":
            return self.lay_themes()
        self.go_on()

    def deal(self, named: dict[int, list[int]]) -> None:
        """I-010, I-047; where cards are being discarded every held card is higher than the pile (I-041)."""
        state, low = self.state, -1
        if self.given.phase == "discard" and state.pile:
            low = max(state.pile)
        for seat in range(state.seats):
            if seat in named:
                state.hands[seat] = [self.some(low) if card < 0 else card for card in named[seat]]
            elif seat in state.dealt_to():
                high = [card for card in self.rest if card > low]
                state.hands[seat] = (high or self.rest)[: self.given.stage]
                self.rest = [card for card in self.rest if card not in state.hands[seat]]

    def some(self, low: int) -> int:
        """A card of which nothing is said."""
        card = next((card for card in self.rest if card > low), self.rest[0])
        self.rest.remove(card)
        return card

    def lay_themes(self) -> None:
        """Phase 1: what was drawn, or what is said to lie there."""
        self.state.begin_theme()
        if self.given.theme is not None:
            self.state.themes[0] = self.theme()

    def go_on(self) -> None:
        """Phases 2 and 3: theme, clues, marks, code word, the clock."""
        state, given = self.state, self.given
        state.draw_themes()
        state.theme = self.theme() if given.theme is not None else state.themes[0]
        self.clue()
        state.code_word = given.code_word
        if given.phase == "discard" and state.has_momo() and not given.code_word:
            state.code_word = "a riddle"
        state.begin_announcing()
        for seat in given.ready:
            state.ready |= 1 << seat
            state.bind("may", "announce", seat)
        if given.phase == "announce":
            return
        for seat in state.holders():
            state.ready |= 1 << seat
            state.bind("may", "announce", seat)
        state.begin_escape()
        if given.named is not None:
            state.named = given.named
            state.ask("discard", [given.named])
            state.bind("may", "name", state.leader or 0)
        if given.clock is not None:
            if not state.options.timed or given.clock > state.limit():
                raise given_fault("this clock does not run")
            state.opened = state.clock = state.opened + 1

    def clue(self) -> None:
        """The clues that are given, by the numbers they belong to."""
        state = self.state
        for seat, clues in self.given.clues.items():
            for number, text in clues.items():
                at = state.at(seat, number)
                if at is None:
                    raise given_fault(f"seat {seat} does not hold {number}")
                state.clues[seat][at] = tidy(text)

    # reading -----------------------------------------------------------------------------------------------
    def hands(self) -> dict[int, Sequence[Number]]:
        """`{A: [48]}`, or `A{48}` and the like, in one text or several."""
        hands = self.given.hands
        if isinstance(hands, dict):
            return self.seated(dict(hands))
        text = hands if isinstance(hands, str) else " ".join(hands)
        found = re.findall(r"([A-J]|P\d+)\{([\d?,\s]*)\}", text)
        if re.sub(r"([A-J]|P\d+)\{[\d?,\s]*\}|[\s,]", "", text):
            raise given_fault(f"hands are written as A{{48}}, not as {text}")
        read: dict[int, Sequence[Number]] = {_seat(name): tuple(re.findall(r"\d+|\?", cards)) for name, cards in found}
        return self.seated(read)

    def seated(self, hands: dict[int, Sequence[Number]]) -> dict[int, Sequence[Number]]:
        """The same hands. Raises Refused where nobody sits to hold them."""
        for seat in hands:
            if not 0 <= seat < self.state.seats:
                raise given_fault(f"there is no seat {seat}")
        return hands

    def open_card(self, card: Number | GivenCard) -> tuple[int, Laid]:
        """A card of pile or aside, and what is known of it."""
        if not isinstance(card, GivenCard):
            card = GivenCard(card)
        taken = self.named(card.number)
        return taken, Laid(card.seat, self.state.show([taken])[0], card.clue)

    def named(self, number: Number) -> int:
        """The card of this number, which is taken."""
        found = [card for card in self.rest if str(self.state.game.faces.code[card]) == str(number)]
        if not found:
            raise given_fault(f"there is no card {number} left")
        self.rest.remove(found[0])
        return found[0]

    def theme(self) -> ThemeView:
        """A theme by its text, or with its ends."""
        theme = self.given.theme
        if isinstance(theme, str):
            theme = GivenTheme(theme)
        assert theme is not None
        return ThemeView(theme.text, theme.low, theme.high)


def _seat(name: str) -> int:
    return ord(name) - ord("A") if len(name) == 1 else int(name[1:]) - 1
