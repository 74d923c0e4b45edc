"""The rules of Fly Down, in the rulebook's order and with the numbers of our reference. What the words mean stands in
`words`, what the box prints in `edition.toml`, what is shown to whom, and how a random player plays, in `state`."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from facedown.engine import (
    EVERYONE,
    Choice,
    Offer,
    Outcome,
    Refusal,
    Request,
    Timer,
    only,
    others,
)

from .position import Position
from .scripted import scripted_draw, scripted_top
from .words import (
    SIGNS,
    Ask,
    Asked,
    Ended,
    React,
    Reacted,
    Redraw,
    Redrawn,
    RoundDiscard,
    Sum,
    Summed,
    Swap,
    Swapped,
)

TWO_HIDDEN = Refusal(
    "illegal",
    "F-026",
    "A sum needs at least two Hidden cards.",
    "Ask for a value, swap, or discard and draw.",
    ("F-025",),
)
ASK_HIDDEN = Refusal(
    "illegal", "F-029", "You can only ask about a Hidden card of yours.", "Choose a Hidden slot.", ("F-033",)
)
NO_HIDDEN = Refusal(
    "illegal", "F-033", "You have no Hidden card to ask about.", "Swap, or discard and draw.", ("F-029", "A-F18")
)
NO_VALUE = Refusal("malformed", "F-033", "No card has that value.", "Name a value that the cards have.", ("A-F09",))
NO_SLOT = Refusal(
    "malformed", "F-009", "There is no such slot.", "Choose one of the slots of the hand.", ("F-029", "F-034", "F-039")
)
NO_OPPONENT = Refusal("malformed", "F-034", "You swap with one opponent.", "Choose another seat of this table.")
IN_SIGHT = ("F-034", "F-035", "A-F06")
GIVE_VISIBLE = Refusal(
    "illegal", "F-036", "You see only your Visible cards, so give one of those.", "Choose a Visible slot.", IN_SIGHT
)
TAKE_HIDDEN = Refusal(
    "illegal",
    "F-036",
    "You see only their Hidden cards, so take one of those.",
    "Choose a Hidden slot of theirs.",
    IN_SIGHT,
)
ALL_VISIBLE = Refusal(
    "illegal",
    "F-034",
    "They have no Hidden card to take.",
    "Swap with somebody else, or act otherwise.",
    ("F-036", "A-F18"),
)
NO_CHAT = Refusal("illegal", "A-F21", "This table plays without free talk.", "Use a quick reaction.")


class Rules(Position):
    """What may be done in a position, and what happens then."""

    __slots__ = ()
    ASKS: ClassVar = {"turn": (Sum, Ask, Swap, Redraw), "react": (React,)}
    TIMERS = frozenset({"turn"})
    STREAMS = frozenset({"draw"})
    NOT_YOURS = Refusal("not-yours", "F-024", "It is another player's turn.", "Wait for your turn.")
    OVER = Refusal(
        "too-late", "F-050", "The game is over.", "Look at the scores, or ask for a rematch.", ("F-047", "F-048")
    )
    NO_SUCH_MOVE = Refusal(
        "malformed",
        "F-022",
        "There is no such action, and no passing.",
        "Ask for the sum, ask for a value, swap, or discard and draw.",
        ("F-038", "A-F20"),
    )

    # 1.1 Setup ---------------------------------------------------------------------------------------------
    def deal(self) -> None:
        """F-002 to F-011."""
        box, options = self.box, self.options
        letters = list(options.colours or box.letters)
        if options.colours is None:
            self.chance.shuffle("colours", letters)  # A-F02
        deck = [card for letter in letters[: self.colours_in_play()] for card in box.suits[letter]]  # F-002, F-007
        self.chance.shuffle("deck", deck)  # F-008
        self.tower = self.chance.below("start", self.seats) if options.start is None else options.start  # A-F03
        n = box.hand
        self.hands = [deck[len(deck) - n * (s + 1) :][:n] for s in range(self.seats)]  # F-009
        del deck[len(deck) - n * self.seats :]
        self.deck = deck
        self.hidden_slots = [box.dealt] * self.seats
        if self.chance.script:
            scripted_top(self)
        self.start_turn(self.tower)  # F-011, F-019

    def colours_in_play(self) -> int:
        """F-003, F-004: one colour a player, and never fewer than three."""
        return max(self.seats, self.box.edition.fewest_colours)

    # 1.3 Turn structure ------------------------------------------------------------------------------------
    def start_turn(self, seat: int) -> None:
        """F-020, F-021: a turn has two actions, of one kind or two."""
        self.turn, self.actions_left = seat, self.box.actions
        self.ask_action()

    def ask_action(self) -> None:
        """F-023, A-F05: each action is asked for when the one before it is resolved."""
        self.opened += 1
        self.open = [Request(self.turn, "turn", "must", self.opened), *_REACT[self.seats]]

    def action_done(self) -> None:
        """F-019, F-020: the next action, or the player to the left; F-044: the Tower ends the round first."""
        self.actions_left -= 1
        if self.actions_left:
            return self.ask_action()
        self.turns += 1
        seat = (self.turn + 1) % self.seats
        self.start_turn(seat)
        if seat == self.tower:
            self.round_discard()  # F-045, A-F12: the Tower's first turn is started by the deal, not here

    # 1.4 Ask for the sum -----------------------------------------------------------------------------------
    def check_sum(self, seat: int, move: Sum) -> Refusal | None:
        """F-026. A-F09: asking again is allowed."""
        mask = self.hidden_slots[seat]
        return TWO_HIDDEN if mask & (mask - 1) == 0 else None

    def do_sum(self, seat: int, move: Sum) -> None:
        """F-025, F-027, A-F07: the true sum of all Hidden cards, to the whole table; F-028: nothing changes."""
        hand, value = self.hands[seat], self.box.value
        self.tell(EVERYONE, Summed(seat, sum([value[hand[s]] for s in self.box.slots[self.hidden_slots[seat]]])))
        self.action_done()

    # 1.5 Ask for a value -----------------------------------------------------------------------------------
    def no_ask(self, seat: int, slot: int) -> Refusal | None:
        """F-029, F-033."""
        if self.hidden_slots[seat] >> slot & 1:
            return None
        return ASK_HIDDEN if self.hidden_slots[seat] else NO_HIDDEN

    def check_ask(self, seat: int, move: Ask) -> Refusal | None:
        """F-033, A-F09: any value that cards have, known to be impossible or not."""
        if move.value not in self.box.values:
            return NO_VALUE
        return self.no_ask(seat, move.slot) if 0 <= move.slot < self.box.hand else NO_SLOT

    def do_ask(self, seat: int, move: Ask) -> None:
        """F-030 to F-032, A-F08: yes turns the card Visible at once; no changes nothing."""
        right = self.box.value[self.hands[seat][move.slot]] == move.value
        self.tell(EVERYONE, Asked(seat, move.slot, move.value, right))
        if right:
            self.hidden_slots[seat] ^= 1 << move.slot
            if self.hidden_slots.count(0) >= self.box.edition.to_end_visible:
                return self.end(seat, "two-visible")  # F-048, F-049, A-F13, A-F19
        self.action_done()

    # 1.6 Swap ----------------------------------------------------------------------------------------------
    def no_give(self, seat: int, slot: int) -> Refusal | None:
        """F-035, F-036, A-F06: only what is in sight now."""
        return GIVE_VISIBLE if self.hidden_slots[seat] >> slot & 1 else None

    def no_take(self, seat: int, slot: int) -> Refusal | None:
        """F-035, F-036, A-F06."""
        return None if self.hidden_slots[seat] >> slot & 1 else TAKE_HIDDEN

    def check_swap(self, seat: int, move: Swap) -> Refusal | None:
        """F-034 to F-036. F-038: the target is not asked."""
        if not (0 <= move.slot < self.box.hand and 0 <= move.their_slot < self.box.hand):
            return NO_SLOT
        if not 0 <= move.seat < self.seats or move.seat == seat:
            return NO_OPPONENT
        if not self.hidden_slots[move.seat]:
            return ALL_VISIBLE
        return self.no_give(seat, move.slot) or self.no_take(move.seat, move.their_slot)

    def do_swap(self, seat: int, move: Swap) -> None:
        """F-034, F-037, A-F10: the cards change places, the slots keep their orientation."""
        mine, theirs, box = self.hands[seat], self.hands[move.seat], self.box
        gave, took = mine[move.slot], theirs[move.their_slot]
        mine[move.slot], theirs[move.their_slot] = took, gave
        self.tell(
            others(move.seat),  # D-F04: the actor and the third parties, never the target
            Swapped(seat, move.slot, move.seat, move.their_slot, box.code[gave], box.code[took]),
            Swapped(seat, move.slot, move.seat, move.their_slot, box.back[gave], box.back[took]),
        )
        self.action_done()

    # 1.7 Discard and draw ----------------------------------------------------------------------------------
    def check_redraw(self, seat: int, move: Redraw) -> Refusal | None:
        """F-039, A-F18: always possible, for the deck holds a card as long as the game runs (F-047)."""
        return None if 0 <= move.slot < self.box.hand else NO_SLOT

    def do_redraw(self, seat: int, move: Redraw) -> None:
        """F-039 to F-043."""
        threw, drew, box = self.hands[seat][move.slot], self.draw(), self.box
        self.down.append(threw)  # F-043
        self.hands[seat][move.slot] = drew  # F-040
        hidden = self.hidden_slots[seat] >> move.slot & 1
        self.tell(
            others(seat) if hidden else only(seat),  # F-041, F-042
            Redrawn(seat, move.slot, box.back[threw], box.code[drew]),
            Redrawn(seat, move.slot, box.back[threw], box.back[drew]),
        )
        if not self.deck:
            return self.end(seat, "deck")  # F-047, F-049, A-F13: the card is in its slot, then the game ends
        self.action_done()

    def draw(self) -> int:
        """The top card of the deck."""
        return scripted_draw(self) if self.chance.script else self.deck.pop()

    # 1.8 End of a round ------------------------------------------------------------------------------------
    def round_discard(self) -> None:
        """F-044, F-046: the Tower lays the top card open, before its actions."""
        card = self.draw()
        self.up.append(card)
        self.tell(EVERYONE, RoundDiscard(self.box.code[card]))
        if not self.deck:
            self.end(self.turn, "deck")  # F-047, F-049

    # 1.9 End of the game, 1.10 Scoring ---------------------------------------------------------------------
    def end(self, seat: int, why: Any) -> None:
        """F-050 to F-052, A-F14: who brought the end about takes the Hangar; all cards lie open; scores."""
        self.hangar = seat
        scores = tuple(map(sum, self.counts()))
        winner = max(range(self.seats), key=self.rank(scores))  # F-058
        losers = tuple([s for s in range(self.seats) if s != winner])
        self.finish(Outcome((winner,), losers, (), scores, why))
        self.tell(EVERYONE, Ended(seat, why))

    def counts(self) -> list[list[int]]:
        """F-053 to F-057: what each card in the hands counts."""
        box, down = self.box, self.box.turned_down
        colour, value = box.colour, box.value
        highest: dict[str, int] = {}
        for card in sorted(itertools.chain(*self.hands)):  # A-F15: hands only
            highest[colour[card]] = card  # F-054, A-F16
        turned = set(highest.values())
        return [[down if card in turned else value[card] for card in hand] for hand in self.hands]  # F-055, F-056

    def rank(self, scores: Sequence[int]) -> Callable[[int], tuple[int, int]]:
        """F-059, A-F17: what orders the seats; among equals the one further clockwise from the Hangar is higher."""
        hangar, seats = self.hangar or 0, self.seats
        return lambda seat: (scores[seat], (seat - hangar) % seats)

    # talk --------------------------------------------------------------------------------------------------
    def check_react(self, seat: int, move: React) -> Refusal | None:
        """A-F21: quick reactions are free for everybody, always."""
        return None

    def do_react(self, seat: int, move: React) -> None:
        """A-F21."""
        self.tell(EVERYONE, Reacted(seat, move.sign))

    def speech(self, seat: int, text: str | None) -> Refusal | None:
        """A-F21: free talk is the host's option."""
        return None if self.options.chat else NO_CHAT

    # doors -------------------------------------------------------------------------------------------------
    def menu(self, seat: int) -> list[Offer]:
        """The four actions, each with why not (normative legality test), and the reactions."""
        if self.ended is not None:
            return []
        if seat != self.turn:
            return [_REACT_OFFER]  # F-024
        box, mask = self.box, self.hidden_slots[seat]
        hidden = box.slots[mask]
        offers = [
            Offer("turn", "sum", why_not=self.check_sum(seat, box.sum)),
            Offer("turn", "ask", {"slot": Choice(hidden), "value": Choice(box.values)}, None if hidden else NO_HIDDEN),
        ]
        gives = Choice(box.slots[box.all & ~mask])
        for them in range(self.seats):
            if them != seat:
                takes = box.slots[self.hidden_slots[them]]
                fields = {"slot": gives, "seat": Choice((them,)), "their_slot": Choice(takes)}
                offers.append(Offer("turn", "swap", fields, None if takes and gives.of else ALL_VISIBLE))  # type: ignore[arg-type]
        return [*offers, Offer("turn", "redraw", {"slot": Choice(box.slots[box.all])}), _REACT_OFFER]

    def timers(self) -> list[Timer]:
        """A-F26: an optional clock for each action; on expiry a uniformly random legal action is played."""
        clock = self.options.turn_clock
        return [Timer("turn", "deadline", clock, self.opened)] if clock and self.ended is None else []


_REACT = [[Request(seat, "react", "may") for seat in range(n)] for n in range(17)]
_REACT_OFFER = Offer("react", "react", {"sign": Choice(SIGNS)})
