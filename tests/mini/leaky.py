"""A game to prove the laws by: it is clean, and each of LEAKS, switched on by name, makes it leak in one way.

Everybody lays a card unseen (Shields only by who holds nothing else); when all have laid, the cards are opened. In a
window anybody may raise a Shield. Who laid the lowest card and raised none loses a point. Hands are filled up from the
deck; an empty deck is the pile of laid cards, shuffled. After five rounds the most points win."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Self

from msgspec import Struct

from facedown.engine import (
    ARCHIVE,
    EVERYONE,
    PUBLIC,
    Choice,
    Event,
    Expire,
    Face,
    Game,
    Move,
    Offer,
    Outcome,
    Refusal,
    Seat,
    SeatView,
    Sees,
    State,
    Timer,
    everybody,
    everyone,
    only,
    owner,
)

LEAKS = (
    "extra field",
    "sorted hand",
    "count of legal moves",
    "revision gap",
    "id kept over a shuffle",
    "refusal text",
    "prompt only for the holder",
    "window closed early",
    "lone sealed answer",
    "title",
    "aria-label",
    "spectator is seat 0",
    "replay before the end",
    "log line",
    "error body",
)
CARDS, SHIELD, HAND, ROUNDS = 14, 11, 3, 5  # cards from SHIELD on are Shields

KEEP_SHIELD = Refusal("illegal", "L-2", "A Shield is laid only by who holds nothing else.", "Lay another card.")
NO_SHIELD = Refusal("illegal", "L-4", "You hold no Shield.", "Decline.")
NO_CARD = Refusal("malformed", "L-1", "There is no such card in your hand.", "Choose one of your cards.")


class Lay(Move, frozen=True):
    slot: int


class Raise(Move, frozen=True):
    shield: bool


class Laid(Event, frozen=True):
    seat: Seat
    slot: int
    face: Face


class Raised(Event, frozen=True):
    seat: Seat
    face: Face


class Lost(Event, frozen=True):
    seat: Seat


class Drew(Event, frozen=True):
    seat: Seat
    slot: int
    face: Face


class Shuffled(Event, frozen=True):
    pass


class View(Struct, frozen=True, omit_defaults=True):
    hands: tuple[tuple[str | None, ...], ...]
    pile: tuple[str, ...]
    deck: int
    points: tuple[int, ...]
    round: int
    seats: tuple[SeatView, ...]
    outcome: Outcome | None = None
    cards: tuple[str, ...] | None = None
    note: str | None = None


class Table(State):
    __slots__ = ("deck", "hands", "pile", "points", "round")
    ASKS: ClassVar = {"lay": (Lay,), "raise": (Raise,)}
    SEES: ClassVar = {
        "hands": Sees(2, owner, "cards", back=lambda s, card: "card"),
        "deck": Sees(1, lambda s, viewer, i: viewer == ARCHIVE, "cards", back=lambda s, card: "card"),
        "pile": Sees(1, everybody, "cards"),
        "points": everyone(1),
        "round": everyone(),
    }
    TELLS: ClassVar = {Raised: lambda s, e: [("hands", e.seat, i) for i in range(HAND)]}  # it may be shuffled at once

    def __init__(self) -> None:
        super().__init__()
        self.hands: list[list[int]] = []
        self.deck: list[int] = []
        self.pile: list[int] = []
        self.points: list[int] = []
        self.round = 0

    def deal(self) -> None:
        self.deck = list(range(CARDS))
        self.chance.shuffle("deck", self.deck)
        self.hands = [[self.deck.pop() for _ in range(HAND)] for _ in range(self.seats)]
        self.points = [0] * self.seats
        self.then("next_round")

    def next_round(self) -> None:
        if self.round == ROUNDS:
            best = max(self.points)
            first = tuple(s for s in range(self.seats) if self.points[s] == best)
            rest = tuple(s for s in range(self.seats) if self.points[s] != best)
            if len(first) == 1:
                return self.finish(Outcome(winners=first, losers=rest, why="rounds"))
            return self.finish(Outcome(tied=first, losers=rest, why="rounds"))
        self.round += 1
        self.ask("lay", range(self.seats), sealed=True)

    # laying, L-1 and L-2
    def check_lay(self, seat: int, move: Lay) -> Refusal | None:
        hand = self.hands[seat]
        if not 0 <= move.slot < len(hand):
            return NO_CARD
        return KEEP_SHIELD if hand[move.slot] >= SHIELD and min(hand) < SHIELD else None

    def do_lay(self, seat: int, move: Lay) -> None:
        if self.seal(seat, move):
            slots = [move.slot for move in self.unseal() if isinstance(move, Lay)]
            for at, slot in enumerate(slots):
                self.pile.append(self.hands[at].pop(slot))
                self.tell(EVERYONE, Laid(at, slot, self.game.codes[self.pile[-1]]))
            self.then("open_window", "lose", "draw", "next_round")

    # the window, L-3 and L-4
    def holders(self) -> list[int]:
        return [s for s in range(self.seats) if max(self.hands[s], default=0) >= SHIELD]

    def open_window(self) -> None:
        asked = self.holders() if self.game.leak == "prompt only for the holder" else range(self.seats)
        if asked:
            self.ask("raise", asked, sealed=True)

    def timers(self) -> list[Timer]:
        return [Timer("shield", "window", 5, self.opened)] if any(r.kind == "raise" for r in self.open) else []

    def check_raise(self, seat: int, move: Raise) -> Refusal | None:
        if not move.shield or seat in self.holders():
            return None
        if self.game.leak == "refusal text":
            return Refusal("illegal", "L-4", f"{len(self.holders())} others hold one.", "Decline.")
        return NO_SHIELD

    def do_raise(self, seat: int, move: Raise) -> None:
        self.seal(seat, move)
        if self.game.leak == "window closed early" and all(self.sealed[s] for s in self.holders()):
            self.close_window()

    def do_expire(self, actor: int, move: Expire) -> None:
        self.close_window()

    def close_window(self) -> None:
        for seat, answer in enumerate(self.unseal()):
            if answer == Raise(True):
                shield = max(self.hands[seat])
                self.hands[seat].remove(shield)
                self.pile.append(shield)
                self.points[seat] += 1
                self.tell(EVERYONE, Raised(seat, self.game.codes[shield]))

    def lose(self) -> None:
        laid = self.pile[-self.seats :]
        self.points[laid.index(min(laid)) % self.seats] -= 1
        self.tell(EVERYONE, Lost(laid.index(min(laid)) % self.seats))

    # filling up, L-5
    def draw(self) -> None:
        for seat, hand in enumerate(self.hands):
            while len(hand) < HAND:
                if not self.deck:
                    self.deck, self.pile = self.pile, []
                    self.chance.shuffle("deck", self.deck)
                    self.tell(EVERYONE, Shuffled())
                card = self.deck.pop()
                hand.append(card)
                if self.game.leak == "sorted hand":
                    hand.sort()
                slot = hand.index(card)
                self.tell(only(seat), Drew(seat, slot, self.game.codes[card]), Drew(seat, slot, "card"))

    # what is offered and seen
    def menu(self, seat: int) -> list[Offer]:
        if self.asked(seat, "lay"):
            whole = Choice(tuple(range(len(self.hands[seat]))))
            return [Offer("lay", "lay", {"slot": whole}, exact=False)]
        if not self.asked(seat, "raise"):
            return []
        no = self.check_raise(seat, Raise(True))
        return [Offer("raise", "raise", {"shield": Choice((show,))}, no if show else None) for show in (True, False)]

    def note(self) -> str | None:
        match self.game.leak:
            case "extra field":
                return "high" if self.deck and self.deck[-1] > 6 else "low"
            case "count of legal moves":
                return str([sum(self.check_lay(s, Lay(i)) is None for i in range(HAND)) for s in range(self.seats)])
            case "lone sealed answer":
                given = [move for move in self.sealed if move]
                return str(given[0]) if len(given) == 1 and not self.timers() else None
        return None

    def view(self, viewer: int) -> View:
        if self.game.leak == "spectator is seat 0" and viewer == PUBLIC:
            viewer = 0
        code = self.game.codes
        shown = [viewer in (seat, ARCHIVE) for seat in range(self.seats)]
        return View(
            tuple(tuple(code[c] if show else None for c in hand) for show, hand in zip(shown, self.hands, strict=True)),
            tuple(code[c] for c in self.pile),
            len(self.deck),
            tuple(self.points),
            self.round,
            self.people,
            self.ended,
            tuple(code[c] for c in self.deck) if viewer == ARCHIVE else None,
            self.note(),
        )


class Leaky(Game[Table]):
    id = "leaky"
    name = "Leaky"
    seats = range(2, 5)
    State = Table
    Event = Laid | Raised | Lost | Drew | Shuffled

    def __init__(self, leak: str = "", token: Callable[[], str] | None = None) -> None:
        super().__init__()
        self.leak = leak
        self.codes = [token() if token else f"c{card}" for card in range(CARDS)]

    def bound(self, state: Table) -> int:
        return 2 * ROUNDS * state.seats

    def minted(self, token: Callable[[], str]) -> Self:
        return type(self)(self.leak, token)

    def canaries(self, state: Table, face: int) -> tuple[str, ...]:
        return (self.codes[face],)


game = Leaky()
