"""Positions that scenarios describe: which cards lie where, the rest dealt from the seed."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NoReturn

from facedown.engine import Refusal, Refused

from .scripted import scripted_top

if TYPE_CHECKING:
    from .rules import Rules
    from .words import Given

Wanted = int | str
"""A card, or what a card must be: a colour's letter, or "" for any."""


def lay_out(state: Rules, given: Given) -> None:
    """Lays the named cards, then fills hands, piles not given, and `down` from the rest, shuffled. Raises Refused."""
    _Layout(state, given).lay()


class _Layout:
    def __init__(self, state: Rules, given: Given) -> None:
        self.state, self.given, self.box = state, given, state.box
        self.cards = {code: card for card, code in enumerate(self.box.code)}
        self.rest: list[int] = []

    def lay(self) -> None:
        state, given, box = self.state, self.given, self.box
        hands = {seat: self.hand(seat, hand) for seat, hand in given.hands.items()}
        piles = {name: self.pile(name) for name in ("deck", "up", "down")}
        self.gather([w for _, hand in hands.values() for w in hand] + [w for p in piles.values() for w in p or ()])

        for seat in range(state.seats):
            mask, hand = hands.get(seat, (box.dealt, [""] * box.hand))
            state.hidden_slots.append(mask)
            state.hands.append([self.card(w) for w in hand])
        up, down, deck = (piles[name] for name in ("up", "down", "deck"))
        state.up = [self.card(w) for w in reversed(up or [])]
        state.down = [self.card(w) for w in reversed(down or [])]
        state.deck = [self.card(w) for w in reversed(self.rest[:] if deck is None else deck)]
        if down is None:
            state.down += [self.card(w) for w in self.rest[:]]
        scripted_top(state, box.back[state.deck[-1]] if isinstance(given.deck, tuple) and state.deck else "")
        self.whose_turn()

    # reading -----------------------------------------------------------------------------------------------
    def hand(self, seat: int, slots: tuple[str, ...]) -> tuple[int, list[Wanted]]:
        """(Hidden slots as bits, cards) of `V R3`, `H G?`, `?`, .."""
        if not 0 <= seat < self.state.seats:
            _malformed(f"there is no seat {seat}")
        if len(slots) != self.box.hand:
            _malformed(f"a hand has {self.box.hand} cards, not {len(slots)}")
        mask = 0
        hand: list[Wanted] = []
        for i, slot in enumerate(slots):
            if slot == "?":  # whatever is dealt there
                mask |= self.box.dealt & 1 << i
                hand.append("")
                continue
            match = re.fullmatch(r"([VH]) (\S+)", slot)
            if match is None:
                _malformed(f"{slot!r} is no slot: write it like 'V R3' or 'H G?'")
            mask |= (match[1] == "H") << i
            hand.append(self.wanted(match[2]))
        return mask, hand

    def pile(self, name: str) -> list[Wanted] | None:
        """The cards of a pile, top first, or None if nothing was said of it."""
        pile = getattr(self.given, name)
        if isinstance(pile, int):
            if not 0 <= pile <= len(self.box.code):
                _malformed(f"{name} cannot hold {pile} cards")
            return [""] * pile
        return None if pile is None else [self.wanted(face) for face in pile]

    def wanted(self, face: str) -> Wanted:
        """A card, a colour, or any."""
        if face == "?":
            return ""
        if face.endswith("?") and face[:-1] in self.box.suits:
            return face[:-1]
        if face not in self.cards:
            _malformed(f"there is no card {face}")
        return self.cards[face]

    # dealing -----------------------------------------------------------------------------------------------
    def gather(self, wanted: list[Wanted]) -> None:
        """Which colours take part, and their cards not named, shuffled."""
        state, box, over = self.state, self.box, self.given.over
        named = [w for w in wanted if isinstance(w, int)]
        letters = list(dict.fromkeys([w if isinstance(w, str) else box.colour[w] for w in wanted if w != ""]))
        chosen = list(state.options.colours or ())
        if not chosen:
            others = [c for c in box.letters if c not in letters]
            state.chance.shuffle("colours", others)
            chosen = (letters + others)[: max(state.colours_in_play(), len(letters) if over else 0)]
        for letter in letters:
            if letter not in chosen and not over:
                _malformed(f"colour {letter} is not in play at this table")
        for card, n in Counter(named).items():
            if n > 1 and not over:
                _malformed(f"{box.code[card]} stands in {n} places")
        self.rest = [card for letter in chosen for card in box.suits[letter] if card not in named]
        state.chance.shuffle("deck", self.rest)

    def card(self, wanted: Wanted) -> int:
        """That card, or the next of the rest that fits."""
        if isinstance(wanted, int) and wanted not in self.rest:
            return wanted
        for card in self.rest:
            if wanted in ("", card, self.box.colour[card]):
                self.rest.remove(card)
                return card
        _malformed("there are too few cards" if wanted == "" else f"there are too few cards of colour {wanted}")

    # whose turn --------------------------------------------------------------------------------------------
    def whose_turn(self) -> None:
        """Tower, active player, actions left; a round-end discard that is due and has not happened."""
        state, given = self.state, self.given
        for name in ("tower", "active"):
            seat = getattr(given, name)
            if seat is not None and not 0 <= seat < state.seats:
                _malformed(f"there is no seat {seat} for {name}")
        start = state.options.start or 0
        state.tower = start if given.tower is None else given.tower
        state.turn = state.tower if given.active is None else given.active
        state.turns = given.turns
        state.actions_left = self.box.actions if given.actions_left is None else given.actions_left
        if state.actions_left > self.box.actions:
            _malformed(f"a turn has {self.box.actions} actions")
        if not state.deck or state.hidden_slots.count(0) >= self.box.edition.to_end_visible:
            _malformed("the game is over in this position (F-047, F-048)")
        state.ask_action()
        rounds = state.turns // state.seats
        begins = state.turn == state.tower and state.actions_left == self.box.actions and state.turns % state.seats == 0
        if begins and given.up is None and rounds > 0:
            state.round_discard()  # F-044


def _malformed(why: str) -> NoReturn:
    raise Refused(Refusal("malformed", "given", f"Given: {why}.", "See the scenario language."))
