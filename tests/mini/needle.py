"""An interrupt that votes in the middle of an effect and may cancel it.

N-1 A plane goes down with everybody in it. In turn each player plays a Steal or passes; either costs height. N-2 A
Steal is spent as soon as it is played. N-3 The needle drops step by step; at each gauge it reaches, everybody votes,
one after the other and openly. N-4 If more than half vote to jump, all jump: whatever was going on is forgotten,
hands are opened, the most cash wins. The floor makes everybody jump without a vote. N-5 A failed vote adds turbulence
to the same descent. N-6 When the needle stands still, the thief chooses a victim with cards, who is asked for a
Knife, with one in hand or without, in a window of fixed length. N-7 A Knife shown is spent and prevents the theft.
N-8 Otherwise the thief takes a card unseen; only the two learn which. N-9 At the end of a turn its player draws back
up to three.
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
    machine,
    only,
    owner_till_end,
)

START, GAUGES, FLOOR, TURBULENCE, HAND, WINDOW = 12, (9, 6), 1, 2, 3, 8  # thousands of feet; cards; seconds


class Given(TurnGiven, frozen=True):
    altitude: Annotated[int, Meta(gt=FLOOR)] = START


class Steal(Move, frozen=True):
    """Play a Steal (N-2)."""


class Wait(Move, frozen=True, tag="pass"):
    """Pass (N-1)."""


class Ballot(Move, frozen=True):
    jump: bool


class Target(Move, frozen=True):
    seat: Seat


class Knife(Move, frozen=True):
    show: bool


class Spent(Event, frozen=True):
    """A Steal is played, or a Knife shown."""

    seat: Seat
    card: Face


class Needle(Event, frozen=True):
    at: int


class Cast(Event, frozen=True):
    seat: Seat
    jump: bool


class Voted(Event, frozen=True):
    """The result of a vote: all jump, or there is turbulence."""

    jump: bool


class Targeted(Event, frozen=True):
    seat: Seat
    victim: Seat


class Stole(Event, frozen=True):
    """`card` is told to thief and victim only (N-8)."""

    seat: Seat
    victim: Seat
    card: Face | None = None


class NeedleView(View, frozen=True):
    altitude: int
    ballots: tuple[bool | None, ...]
    victim: Seat | None
    hands: tuple[tuple[Face, ...], ...]
    deck: tuple[Face, ...]
    spent: tuple[Face, ...]


NO_STEAL = Refusal("illegal", "N-2", "You hold no Steal.", "Pass.")
NO_KNIFE = Refusal("illegal", "N-7", "You hold no Knife.", "Show nothing.")
NO_VICTIM = Refusal("illegal", "N-6", "There is nothing to steal there.", "Choose another player who holds a card.")


class Flight(State):
    __slots__ = ("altitude", "ballots", "deck", "hands", "pending", "spent", "turn", "victim")
    ASKS: ClassVar = {"turn": (Steal, Wait), "ballot": (Ballot,), "target": (Target,), "knife": (Knife,)}
    SEES: ClassVar = {
        "hands": Sees(2, owner_till_end, "cards"),
        "deck": Sees(1, archive, "cards"),
        "spent": Sees(1, everybody, "cards"),
        "altitude": everyone(), "ballots": everyone(1), "turn": everyone(), "victim": everyone(),
        "pending": machine(),  # steps that the needle still has to drop
    }  # fmt: skip
    DEFAULTS: ClassVar = {"knife": Knife(False)}
    STREAMS: ClassVar = frozenset({"steal"})
    NOT_YOURS = Refusal("not-yours", "N-1", "Another player is asked.", "Wait until the plane asks you.")

    def lay_out(self, given: Given) -> None:
        self.hands, self.deck = self.game.faces.deal(self.chance, self.seats, HAND, given.hands)
        self.spent, self.ballots, self.victim = [], [None] * self.seats, None
        self.turn, self.altitude, self.pending = given.turn, given.altitude, 0
        self.ask("turn", [self.turn])

    # N-1, N-2: a turn
    def do_pass(self, seat: int, move: Wait) -> None:
        self.close("turn")
        self.then(("pay", 1), "end_turn")

    def check_steal(self, seat: int, move: Steal) -> Refusal | None:
        return None if self.game.faces.of_kind(self.hands[seat], "steal") else NO_STEAL

    def do_steal(self, seat: int, move: Steal) -> None:
        self.close("turn")
        self.spend(seat, "steal")
        self.then(("pay", 1), "choose_victim", "ask_knife", "take_card", "end_turn")

    def spend(self, seat: int, kind: str) -> None:
        self.spent.append(self.game.faces.take(self.hands[seat], kind))
        self.tell(EVERYONE, Spent(seat, self.game.faces.code[self.spent[-1]]))

    # N-3 to N-5: the needle
    def pay(self, steps: int) -> None:
        self.pending += steps
        self.then("drop_needle")

    def drop_needle(self) -> None:
        if not self.pending:
            return
        self.altitude -= 1
        self.pending -= 1
        self.tell(EVERYONE, Needle(self.altitude))
        self.then("drop_needle")  # the descent goes on after what comes in between
        if self.altitude == FLOOR:
            self.then("jump")
        elif self.altitude in GAUGES:
            self.then("vote")

    def vote(self) -> None:
        self.ballots = [None] * self.seats
        order = [(self.turn + 1 + i) % self.seats for i in range(self.seats)]
        self.then(*[("ask", "ballot", (seat,)) for seat in order], "count_votes")

    def do_ballot(self, seat: int, move: Ballot) -> None:
        self.close("ballot")
        self.ballots[seat] = move.jump
        self.tell(EVERYONE, Cast(seat, move.jump))

    def count_votes(self) -> None:
        jump = 2 * self.ballots.count(True) > self.seats
        self.tell(EVERYONE, Voted(jump))
        if jump:
            return self.then("jump")
        self.pending += TURBULENCE

    def jump(self) -> None:
        cash = [len(self.game.faces.of_kind(hand, "cash")) for hand in self.hands]
        self.finish(Outcome.by_score(cash, "floor" if self.altitude == FLOOR else "vote"))  # forgets the plan: N-4

    # N-6 to N-9: the theft
    def check_target(self, seat: int, move: Target) -> Refusal | None:
        return None if move.seat in self.victims() else NO_VICTIM

    def victims(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat != self.turn and self.hands[seat]]

    def choose_victim(self) -> None:
        if self.victims():
            self.ask("target", [self.turn])

    def do_target(self, seat: int, move: Target) -> None:
        self.close("target")
        self.victim = move.seat
        self.tell(EVERYONE, Targeted(seat, move.seat))

    def ask_knife(self) -> None:
        if self.victim is not None:
            self.ask("knife", [self.victim], sealed=True)

    def check_knife(self, seat: int, move: Knife) -> Refusal | None:
        return NO_KNIFE if move.show and not self.game.faces.of_kind(self.hands[seat], "knife") else None

    def do_knife(self, seat: int, move: Knife) -> None:
        self.seal(seat, move)

    def timers(self) -> list[Timer]:
        return [Timer("window", "window", WINDOW, r.opened) for r in self.open if r.kind == "knife"]

    def do_expire(self, actor: int, move: Expire) -> None:
        answer = self.unseal()[self.victim]
        if answer is not None and answer.show:
            self.spend(self.victim, "knife")
            self.victim = None

    def take_card(self) -> None:
        if self.victim is None:
            return
        thief, victim, faces = self.turn, self.victim, self.game.faces
        card = self.hands[victim].pop(self.chance.place("steal", faces.show(self.hands[victim])))
        self.hands[thief].append(card)
        self.victim = None
        self.tell(only(thief) | only(victim), Stole(thief, victim, faces.code[card]), Stole(thief, victim))

    def end_turn(self) -> None:
        while self.deck and len(self.hands[self.turn]) < HAND:
            self.hands[self.turn].append(self.deck.pop(0))
        self.turn = (self.turn + 1) % self.seats
        self.ask("turn", [self.turn])

    def offers(self, seat: int) -> list[Offer]:
        return [
            *self.cases(seat, "turn", Steal(), Wait()),
            *self.cases(seat, "ballot", Ballot(False), Ballot(True)),
            *self.cases(seat, "target", *map(Target, self.victims())),
            *self.cases(seat, "knife", Knife(False), Knife(True)),
        ]


class NeedleGame(Game[Flight]):
    id, name, seats = "needle", "Going Down", range(2, 6)
    blurb = "Steal on the way down, and vote when to jump."
    State, Given, View = Flight, Given, NeedleView
    Event = Spent | Needle | Cast | Voted | Targeted | Stole
    faces = Faces({"steal": 10, "knife": 8, "cash": 12})
    words: ClassVar = {"steal": "Steal", "pass": "Pass", "jump": "Jump", "target": "Steal from", "knife": "Show Knife"}

    def bound(self, state: Any) -> int:
        return 3 * state.altitude + len(GAUGES) * state.seats


game = NeedleGame()
