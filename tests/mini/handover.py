"""A secret hand-over with private memory.

O-1 Everybody holds three goods in fixed places. In turn each player promises, in public, to give some kind of good to
another player for some other kind. O-2 Both then lay a card of theirs face down, a true one or not, and may change it
until both have. O-3 The two cards change places, and both players have seen both. O-4 What you have seen of another's
hand you go on seeing, until another card lies in that place. O-5 After two rounds hands are opened; who has most
cards of one kind wins.
"""

from typing import Any, ClassVar

from facedown.engine import (
    EVERYONE,
    Choice,
    Event,
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
    TurnGiven,
    View,
    archive,
    everyone,
    only,
    owner,
    owner_till_end,
)

KINDS, HAND = ("tea", "salt", "silk"), 3


class Promise(Move, frozen=True):
    """Promise a kind of good to a player for another (O-1)."""

    seat: Seat
    give: str
    want: str


class Lay(Move, frozen=True):
    at: int


class Promised(Event, frozen=True):
    seat: Seat
    promise: Promise


class HandedOver(Event, frozen=True):
    """Two places have changed their cards; what lies there now is told to the two players only (O-3)."""

    seat: Seat
    at: int
    to: Seat
    their_at: int
    gave: Face | None = None
    took: Face | None = None


class HandoverView(View, frozen=True):
    hands: tuple[tuple[Face, ...], ...]
    box: tuple[Face, ...]
    promise: Promise | None = None


SAME = Refusal("illegal", "O-1", "You ask for another kind than you give.", "Name two different kinds.")


def sees_hand(s: Any, viewer: int, seat: int, at: int) -> bool:
    return owner_till_end(s, viewer, seat) or (viewer < s.seats and (seat, at) in s.memory[viewer])  # O-4


class Handover(State):
    __slots__ = ("box", "hands", "memory", "promise", "turn", "turns")
    ASKS: ClassVar = {"promise": (Promise,), "lay": (Lay,)}
    SEES: ClassVar = {
        "hands": Sees(2, sees_hand, "goods"),
        "box": Sees(1, archive, "goods"),
        "memory": Sees(2, owner),  # places, never faces: a face is looked up where it lies
        "promise": everyone(), "turn": everyone(), "turns": everyone(),
    }  # fmt: skip
    NOT_YOURS = Refusal("not-yours", "O-1", "Two other players trade.", "Wait for a promise, or for your turn.")

    def lay_out(self, given: TurnGiven) -> None:
        self.hands, self.box = self.game.faces.deal(self.chance, self.seats, HAND, given.hands)
        self.memory, self.promise = [[] for _ in self.hands], None
        self.turn, self.turns = given.turn, 2 * self.seats
        self.ask("promise", [self.turn])

    def do_promise(self, seat: int, move: Promise) -> None:
        self.close("promise")
        self.promise = move
        self.tell(EVERYONE, Promised(seat, move))
        self.ask("lay", [seat, move.seat], sealed=True)

    def do_lay(self, seat: int, move: Lay) -> None:
        if self.seal(seat, move):
            one, two = [(s, answer.at) for s, answer in enumerate(self.unseal()) if answer is not None]
            self.then(("hand_over", one, two), "next_turn")

    def hand_over(self, one: tuple[int, int], two: tuple[int, int]) -> None:
        (seat, at), (to, their_at), code = one, two, self.game.faces.code
        gave, took = self.hands[seat][at], self.hands[to][their_at]
        self.hands[seat][at], self.hands[to][their_at] = took, gave
        self.memory = [[place for place in seen if place not in (one, two)] for seen in self.memory]  # O-4
        self.memory[seat].append(two)
        self.memory[to].append(one)
        both = HandedOver(seat, at, to, their_at, code[gave], code[took])
        self.tell(only(seat) | only(to), both, HandedOver(seat, at, to, their_at))

    def next_turn(self) -> None:
        self.turn, self.turns, self.promise = (self.turn + 1) % self.seats, self.turns - 1, None
        if self.turns:
            return self.ask("promise", [self.turn])
        count = self.game.faces.of_kind
        self.finish(Outcome.by_score([max(len(count(hand, kind)) for kind in KINDS) for hand in self.hands], "rounds"))

    def offers(self, seat: int) -> list[Offer]:
        seats = Choice(tuple([other for other in range(self.seats) if other != seat]))
        return [Offer("lay", "lay", {"at": Choice(tuple(range(len(self.hands[seat]))))})] + [
            Offer("promise", "promise", {"seat": seats, "give": Choice((give,)), "want": Choice((want,))}, why_not)
            for give in KINDS
            for want in KINDS
            for why_not in [SAME if give == want else None]
        ]


class HandoverGame(Game[Handover]):
    id, name, seats = "handover", "Sealed Goods", range(2, 5)
    blurb = "Promise one thing in public, hand over another face down."
    State, Given, View, Event = Handover, TurnGiven, HandoverView, Promised | HandedOver
    faces = Faces(dict.fromkeys(KINDS, 4))
    words: ClassVar = {"promise": "Promise", "give": "You give", "want": "You want", "lay": "Hand over", "at": "Place"}

    def bound(self, state: Any) -> int:
        return 3 * state.turns


game = HandoverGame()
