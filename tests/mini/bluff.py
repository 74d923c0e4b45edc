"""A reaction window with bluff.

B-1 Everybody holds two cards, Shields or Gold; in turn each player attacks another one. B-2 Whoever is attacked is
asked for a Shield, with one in hand or without, in a window that is always equally long: nobody learns anything
before it ends. B-3 A Shield that is shown parries and goes to the open pile. B-4 Otherwise the attack hits. B-5 After
two rounds all hands are opened; each Gold counts 2 and each hit -1; the highest score wins.
"""

from typing import Annotated, Any, ClassVar

from msgspec import Meta

from facedown.engine import (
    EVERYONE,
    Event,
    Expire,
    Face,
    Faces,
    Game,
    Move,
    Offer,
    Outcome,
    Refusal,
    Seat,
    Sees,
    State,
    Timer,
    TurnGiven,
    View,
    archive,
    everybody,
    everyone,
    owner_till_end,
)

WINDOW = 8  # seconds


class Given(TurnGiven, frozen=True):
    """`attacks`: how many are still to come."""

    attacks: Annotated[int, Meta(ge=1)] | None = None


class Attack(Move, frozen=True):
    seat: Seat


class Defend(Move, frozen=True):
    show: bool


class Attacked(Event, frozen=True):
    seat: Seat
    target: Seat


class Struck(Event, frozen=True):
    """How an attack ended: a hit, or the Shield that parried it."""

    seat: Seat
    shield: Face | None = None


class BluffView(View, frozen=True):
    hands: tuple[tuple[Face, ...], ...]
    box: tuple[Face, ...]
    shown: tuple[Face, ...]
    hits: tuple[int, ...]
    attacks: int


ANOTHER = Refusal("illegal", "B-1", "You attack another player of this table.", "Choose another seat.")
NO_SHIELD = Refusal("illegal", "B-3", "You hold no Shield.", "Show nothing.")


class Bluff(State):
    __slots__ = ("attacks", "box", "hands", "hits", "shown", "turn")
    ASKS: ClassVar = {"attack": (Attack,), "defend": (Defend,)}
    DEFAULTS: ClassVar = {"defend": Defend(False)}
    SEES: ClassVar = {
        "hands": Sees(2, owner_till_end, "cards"),
        "box": Sees(1, archive, "cards"),
        "shown": Sees(1, everybody, "cards"),
        "hits": everyone(1), "attacks": everyone(), "turn": everyone(),
    }  # fmt: skip
    NOT_YOURS = Refusal("not-yours", "B-1", "Another player is asked.", "Wait for an attack on you, or for your turn.")

    def lay_out(self, given: Given) -> None:
        self.hands, self.box = self.game.faces.deal(self.chance, self.seats, 2, given.hands)
        self.shown, self.hits, self.turn = [], [0] * self.seats, given.turn
        self.attacks = given.attacks or 2 * self.seats  # B-5
        self.ask("attack", [self.turn])

    def check_attack(self, seat: int, move: Attack) -> Refusal | None:
        return None if move.seat != seat and move.seat in range(self.seats) else ANOTHER

    def do_attack(self, seat: int, move: Attack) -> None:
        self.close("attack")
        self.tell(EVERYONE, Attacked(seat, move.seat))
        self.ask("defend", [move.seat], sealed=True)  # B-2: always

    def check_defend(self, seat: int, move: Defend) -> Refusal | None:
        return NO_SHIELD if move.show and not self.game.faces.of_kind(self.hands[seat], "shield") else None

    def do_defend(self, seat: int, move: Defend) -> None:
        self.seal(seat, move)  # and no more: only the clock closes a window

    def timers(self) -> list[Timer]:
        return [Timer("window", "window", WINDOW, r.opened) for r in self.open if r.kind == "defend"]

    def do_expire(self, actor: int, move: Expire) -> None:
        seat = self.open[0].seat
        answer = self.unseal()[seat]
        if answer is None or not answer.show:
            self.hits[seat] += 1  # B-4
            self.tell(EVERYONE, Struck(seat))
        else:
            self.shown.append(self.game.faces.take(self.hands[seat], "shield"))  # B-3
            self.tell(EVERYONE, Struck(seat, self.game.faces.code[self.shown[-1]]))
        self.next_turn()

    def next_turn(self) -> None:
        self.turn, self.attacks = (self.turn + 1) % self.seats, self.attacks - 1
        if self.attacks:
            return self.ask("attack", [self.turn])
        gold = [len(self.game.faces.of_kind(hand, "gold")) for hand in self.hands]
        self.finish(Outcome.by_score([2 * n - hits for n, hits in zip(gold, self.hits, strict=True)], "attacks"))

    def offers(self, seat: int) -> list[Offer]:
        attacks = [Attack(other) for other in range(self.seats) if other != seat]
        return self.cases(seat, "attack", *attacks) + self.cases(seat, "defend", Defend(False), Defend(True))


class BluffGame(Game[Bluff]):
    id, name, seats = "bluff", "Shield or Gold", range(2, 5)
    blurb = "Attack; whoever is attacked may show a Shield, or keep you guessing."
    State, Given, View, Event = Bluff, Given, BluffView, Attacked | Struck
    faces = Faces({"shield": 8, "gold": 12})
    words: ClassVar = {"attack": "Attack", "defend": "Defend", "show": "Show it", "shield": "Shield", "gold": "Gold"}

    def bound(self, state: Any) -> int:
        return 2 * state.attacks


game = BluffGame()
