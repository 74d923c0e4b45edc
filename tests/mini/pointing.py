"""Group pointing with settle.

P-1 Everybody has a row of cards, gems and sand, and sees only their own. P-2 In turn each row is dug once: all
players but its owner are electors, who point at a place of it; the owner is mute. P-3 An elector points here and
there, and locks; pointing again unlocks, once. P-4 When all are locked at one place they have agreed, and it is dug.
P-5 When all are locked and have not agreed, or when the clock ends, the place with most fingers is dug, of several
the leftmost. P-6 At least as many gems as sand: all win.
"""

from typing import Any, ClassVar

from facedown.engine import (
    EVERYONE,
    Choice,
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
    everyone,
    owner_till_end,
)

ROW, SECONDS = 4, 60


class Point(Move, frozen=True):
    at: int


class Lock(Point, frozen=True):
    """Point there to the end, or nearly (P-3)."""


class Pointed(Event, frozen=True):
    """Where a seat points now. `again`: the finger has been locked before."""

    seat: Seat
    at: int
    locked: bool
    again: bool


class Dug(Event, frozen=True):
    row: Seat
    at: int
    card: Face
    by: str


class PointingView(View, frozen=True):
    rows: tuple[tuple[Face, ...], ...]
    dug: tuple[int | None, ...]
    fingers: tuple[Pointed | None, ...]
    box: tuple[Face, ...]


FINAL = Refusal("illegal", "P-3", "Your finger has been locked twice.", "Wait until the place is settled.")
MUTE = Refusal("illegal", "P-2", "Your own row is being dug: you say nothing.", "Wait until the place is settled.")


def sees_row(s: Any, viewer: int, seat: int, at: int) -> bool:
    return owner_till_end(s, viewer, seat) or s.dug[seat] == at


class Pointing(State):
    __slots__ = ("box", "dug", "fingers", "rows", "turn")
    ASKS: ClassVar = {"lock": (Lock,), "point": (Point,)}
    TIMERS = frozenset({"settle"})
    SEES: ClassVar = {
        "rows": Sees(2, sees_row, "cards"), "box": Sees(1, owner_till_end, "cards"),
        "dug": everyone(1), "fingers": everyone(1), "turn": everyone(),
    }  # fmt: skip
    NOT_YOURS = Refusal("not-yours", "P-2", "The others choose a place in your row.", "Say nothing, and wait.")

    def lay_out(self, given: TurnGiven) -> None:
        self.rows, self.box = self.game.faces.deal(self.chance, self.seats, ROW, given.hands)
        self.dug, self.turn = [None] * self.seats, given.turn
        self.ask_electors()

    def ask_electors(self) -> None:
        electors = [seat for seat in range(self.seats) if seat != self.turn]
        self.fingers = [None] * self.seats
        self.ask("lock", electors)
        self.ask("point", electors, "may")

    def do_point(self, seat: int, move: Point) -> None:
        before = self.fingers[seat] or Pointed(seat, move.at, False, False)
        self.fingers[seat] = Pointed(seat, move.at, isinstance(move, Lock), before.locked or before.again)
        self.tell(EVERYONE, self.fingers[seat])
        if before.locked:
            self.ask("lock", [seat])

    def do_lock(self, seat: int, move: Lock) -> None:
        self.do_point(seat, move)
        self.close("lock", seat=seat)
        if not any(request.kind == "lock" for request in self.open):
            places = {finger.at for finger in self.fingers if finger is not None}
            self.dig("agreement" if len(places) == 1 else "most")

    def do_expire(self, actor: int, move: Expire) -> None:
        self.dig("clock")

    def dig(self, by: str) -> None:
        self.close("lock", "point")
        fingers = [finger.at for finger in self.fingers if finger is not None]
        at = max(range(len(self.rows[self.turn])), key=lambda place: (fingers.count(place), -place))  # P-5
        self.dug[self.turn] = at
        self.tell(EVERYONE, Dug(self.turn, at, self.game.faces.code[self.rows[self.turn][at]], by))
        self.turn = (self.turn + 1) % self.seats
        if self.dug[self.turn] is None:
            return self.ask_electors()
        gems = sum(self.game.faces.kind[row[at]] == "gem" for row, at in zip(self.rows, self.dug, strict=True))
        self.finish(Outcome.together(self.seats, 2 * gems >= self.seats, f"gems-{gems}"))

    def speech(self, seat: int, text: str | None) -> Refusal | None:
        return MUTE if seat == self.turn and self.ended is None else None

    def timers(self) -> list[Timer]:
        return [Timer("settle", "rule", SECONDS, self.seats - self.dug.count(None))] if self.ended is None else []

    def offers(self, seat: int) -> list[Offer]:
        places, finger = {"at": Choice(tuple(range(len(self.rows[self.turn]))))}, self.fingers[seat]
        why_not = FINAL if finger is not None and finger.locked and finger.again else None
        return [Offer("lock", "lock", places), Offer("point", "point", places, why_not)]


class PointingGame(Game[Pointing]):
    id, name, seats = "pointing", "Dig Here", range(2, 7)
    blurb = "Agree by pointing where to dig, while the one who knows is mute."
    State, Given, View, Event = Pointing, TurnGiven, PointingView, Pointed | Dug
    faces = Faces({"gem": 14, "sand": 14})
    words: ClassVar = {"point": "Point", "lock": "Point and lock", "at": "Place", "dug": "Dug"}

    def bound(self, state: Any) -> int:
        return 2 * state.dug.count(None) * state.seats


game = PointingGame()
