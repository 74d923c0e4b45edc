"""Free real time with halting.

A-1 Everybody holds secret numbers; together they are to be laid down rising, each by its owner, at any time, the
lowest of one's own first. A-2 A number that skips lower ones halts play: they are laid open too, and each costs a
life; what was on its way when play halted does not count. A-3 Everybody may give a clue at any time, a free text
without any digit; whatever else is said at the table keeps to that. A-4 From the first number laid the clock runs,
and when it ends all have lost. A-5 All numbers laid and a life left: all win.
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
    HandsGiven,
    Move,
    Offer,
    Outcome,
    Refusal,
    Seat,
    Sees,
    State,
    Text,
    Timer,
    View,
    archive,
    everybody,
    everyone,
    owner_till_end,
)

CARDS, LIVES, LONGEST, SECONDS = 2, 3, 40, 600  # a player; of the group; letters of a clue; from the first number


class Lay(Move, frozen=True):
    card: Face


class Clue(Move, frozen=True):
    text: Annotated[str, Meta(max_length=LONGEST)]


class Laid(Event, frozen=True):
    seat: Seat
    card: Face


class Clued(Event, frozen=True):
    seat: Seat
    text: str


class Halted(Event, frozen=True):
    """Lower numbers were skipped (A-2)."""

    skipped: tuple[tuple[Seat, Face], ...]


class HaltingView(View, frozen=True):
    lives: int
    hands: tuple[tuple[Face, ...], ...]
    clues: tuple[str, ...]
    pile: tuple[Face, ...]
    box: tuple[Face, ...]


NOT_LOWEST = Refusal("illegal", "A-1", "That is not your lowest number.", "Lay the lowest number you hold.")
DIGIT = Refusal("illegal", "A-3", "No digits: they would tell a number.", "Say it in other words.")


class Halting(State):
    __slots__ = ("box", "clues", "hands", "lives", "pile")
    ASKS: ClassVar = {"lay": (Lay,), "clue": (Clue,)}
    TIMERS = frozenset({"escape"})
    SEES: ClassVar = {
        "hands": Sees(2, owner_till_end, "numbers"),
        "box": Sees(1, archive, "numbers"), "pile": Sees(1, everybody, "numbers"),
        "clues": everyone(1), "lives": everyone(),
    }  # fmt: skip
    # That a number halts play, or does not, is an answer about every number still held.
    TELLS: ClassVar = {Laid: lambda s, event: [place for place, *_ in s.places() if place[0] == "hands"]}

    def lay_out(self, given: HandsGiven) -> None:
        self.hands, self.box = self.game.faces.deal(self.chance, self.seats, CARDS, given.hands)
        self.clues, self.pile, self.lives = [""] * self.seats, [], LIVES
        self.open_all()

    def open_all(self) -> None:
        holders = [seat for seat in range(self.seats) if self.hands[seat]]
        self.close("lay", "clue")
        self.ask("lay", holders, "one_of")
        self.ask("clue", holders, "may")

    def check_lay(self, seat: int, move: Lay) -> Refusal | None:  # the table of faces is rising
        return None if move.card == self.game.faces.code[min(self.hands[seat])] else NOT_LOWEST

    def do_lay(self, seat: int, move: Lay) -> None:
        card = min(self.hands[seat])
        self.hands[seat].remove(card)
        self.pile.append(card)
        self.tell(EVERYONE, Laid(seat, move.card))
        if lower := sorted([(held, s) for s, hand in enumerate(self.hands) for held in hand if held < card]):
            self.halt(card, lower)
        elif not self.hands[seat]:
            self.close("lay", "clue", seat=seat)  # the others' requests stay the same
        if not self.lives or not any(self.hands):
            self.finish(Outcome.together(self.seats, self.lives > 0, "laid" if self.lives else "lives"))

    def halt(self, card: int, lower: list[tuple[int, int]]) -> None:
        self.pile += [held for held, _ in lower]
        self.hands = [[held for held in hand if held > card] for hand in self.hands]
        self.lives = max(0, self.lives - len(lower))
        self.tell(EVERYONE, Halted(tuple([(seat, self.game.faces.code[held]) for held, seat in lower])))
        self.open_all()  # closed and opened anew: what was sent before comes too late

    def speech(self, seat: int, text: str | None) -> Refusal | None:
        return DIGIT if text and self.ended is None and any(letter.isnumeric() for letter in text) else None

    def check_clue(self, seat: int, move: Clue) -> Refusal | None:
        return self.speech(seat, move.text)

    def do_clue(self, seat: int, move: Clue) -> None:
        self.clues[seat] = move.text
        self.tell(EVERYONE, Clued(seat, move.text))

    def timers(self) -> list[Timer]:
        return [Timer("escape", "rule", SECONDS)] if self.pile and self.ended is None else []

    def do_expire(self, actor: int, move: Expire) -> None:
        self.finish(Outcome.together(self.seats, False, "time"))

    def offers(self, seat: int) -> list[Offer]:
        lays = self.cases(seat, "lay", *map(Lay, self.game.faces.show(self.hands[seat])))
        return [*lays, Offer("clue", "clue", {"text": Text(LONGEST)}, exact=False)]


class HaltingGame(Game[Halting]):
    id, name, seats = "halting", "Rising", range(2, 6)
    blurb = "Lay your secret numbers rising, together, without saying them."
    State, Given, View, Event = Halting, HandsGiven, HaltingView, Laid | Clued | Halted
    faces = Faces({str(number): 1 for number in range(1, 31)})
    words: ClassVar = {"lay": "Lay your lowest", "clue": "Give a clue", "card": "Number", "pile": "Laid"}

    def bound(self, state: Any) -> int:
        return sum(map(len, state.hands))


game = HaltingGame()
