"""An amendable sealed pair.

D-1 Everybody holds number cards, two for each round. D-2 Each round every player locks two of them face down, in an
order, and may take them back and lock others until the last player has locked. D-3 All pairs are turned over
together. D-4 The highest first card scores a point, and so does the highest second card, unless it is shared. D-5
Most points win.
"""

from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from facedown.engine import (
    EVERYONE,
    Event,
    Face,
    Faces,
    Game,
    HandsGiven,
    Move,
    Offer,
    Order,
    Outcome,
    Refusal,
    Seat,
    Sees,
    State,
    Timer,
    View,
    archive,
    everybody,
    everyone,
    given_fault,
    owner,
)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """`rounds` to play; `clock`: seconds to lock, else nobody hurries you."""

    rounds: Annotated[int, Meta(ge=1, le=3)] = 2
    clock: Annotated[int, Meta(ge=5, le=3600)] | None = None


class Lock(Move, frozen=True):
    """Lock two cards, in this order (D-2)."""

    cards: tuple[Face, Face]


class Revealed(Event, frozen=True):
    """All pairs, seat by seat, and who scored with the first and with the second card (D-3, D-4)."""

    pairs: tuple[tuple[Face, ...], ...]
    scored: tuple[Seat | None, ...]


class PairView(View, frozen=True):
    hands: tuple[tuple[Face, ...], ...]
    laid: tuple[tuple[Face, ...], ...]
    played: tuple[Face, ...]
    box: tuple[Face, ...]
    scores: tuple[int, ...]


NOT_HELD = Refusal("illegal", "D-2", "You do not hold these two cards.", "Lock two different cards of yours.")


class Pair(State):
    __slots__ = ("box", "hands", "laid", "played", "scores")
    ASKS: ClassVar = {"lock": (Lock,)}
    TIMERS = frozenset({"lock"})
    SEES: ClassVar = {
        "hands": Sees(2, owner, "cards"),
        "laid": Sees(2, owner, "cards"),  # D-2: face down, but its owner knows
        "played": Sees(1, everybody, "cards"),
        "box": Sees(1, archive, "cards"),
        "scores": everyone(1),
    }

    def lay_out(self, given: HandsGiven) -> None:
        self.hands, self.box = self.game.faces.deal(self.chance, self.seats, 2 * self.options.rounds, given.hands)
        if any(len(hand) < 2 for hand in self.hands):
            raise given_fault("everybody needs two cards to lock")
        self.laid, self.played, self.scores = [[] for _ in self.hands], [], [0] * self.seats
        self.then("round")

    def round(self) -> None:
        self.ask("lock", range(self.seats), sealed=True)
        self.then("reveal")

    def check_lock(self, seat: int, move: Lock) -> Refusal | None:
        return None if self.game.faces.find(self.hands[seat] + self.laid[seat], *move.cards) else NOT_HELD

    def do_lock(self, seat: int, move: Lock) -> None:
        mine = self.hands[seat] + self.laid[seat]  # an earlier pair comes back first
        self.laid[seat] = self.game.faces.find(mine, *move.cards)
        self.hands[seat] = [card for card in mine if card not in self.laid[seat]]
        if self.seal(seat, move):
            self.unseal()  # the last has locked: the plan goes on

    def reveal(self) -> None:
        faces = self.game.faces
        columns = list(zip(*[[int(faces.kind[card]) for card in pair] for pair in self.laid], strict=True))
        scored = tuple([c.index(max(c)) if c.count(max(c)) == 1 else None for c in columns])  # D-4
        self.scores = [score + scored.count(seat) for seat, score in enumerate(self.scores)]
        self.tell(EVERYONE, Revealed(tuple([faces.show(pair) for pair in self.laid]), scored))
        self.played += [card for pair in self.laid for card in pair]
        self.laid = [[] for _ in self.hands]
        if any(len(hand) < 2 for hand in self.hands):
            return self.finish(Outcome.by_score(self.scores, "rounds"))  # D-5
        self.then("round")

    def timers(self) -> list[Timer]:
        clock = self.options.clock
        return [Timer("lock", "deadline", clock, self.opened)] if clock and self.ended is None else []

    def offers(self, seat: int) -> list[Offer]:
        return [Offer("lock", "lock", {"cards": Order(self.game.faces.show(self.hands[seat] + self.laid[seat]), 2)})]


class PairGame(Game[Pair]):
    id, name, seats = "pair", "Two in Order", range(2, 5)
    blurb = "Lock two cards in order; change your mind until the last has locked."
    State, Options, Given, View, Event = Pair, Options, HandsGiven, PairView, Revealed
    faces = Faces({str(number): 2 for number in range(1, 13)})
    words: ClassVar = {"lock": "Lock two cards", "cards": "First and second card", "laid": "Locked", "played": "Played"}

    def bound(self, state: Any) -> int:
        return sum(map(len, state.hands + state.laid))


game = PairGame()
