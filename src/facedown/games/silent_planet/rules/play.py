"""The rules of Silent Planet, in the rulebook's order and with the numbers of our reference. What the words mean stands
in `words`, what the box prints in `edition.toml`, why something is refused in `refusals`; who sees what, and the menus,
in `position` and `state`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Any, ClassVar

from facedown.engine import EVERYONE, Event, Expire, House, Outcome, Refusal, Request, Timer
from facedown.engine.audience import MOST_SEATS

from ..position import Position
from ..words import (
    Abstained,
    Arrange,
    Broke,
    Ended,
    First,
    Laid,
    Lock,
    Point,
    Pointed,
    Pointer,
    Restarted,
    Revealed,
    Say,
    Settle,
    Settled,
    Signal,
    Signed,
    Skipped,
    Submitted,
    Team,
    Unlock,
    Why,
)
from . import refusals as no
from .fit import BROKEN

ASKED: tuple[tuple[str, Any], ...] = (("lock", "must"), ("gesture", "may"), ("settle", "may"))
"""What an elector is asked, and how it binds."""


def requests_of(seat: int, opened: int, alone: bool) -> list[Request]:
    """P-015, P-020: what all but the active player are asked, with cards of their own or without: to lock; to sign and
    point meanwhile; of several electors, to settle as soon as check allows (A-P07)."""
    return [Request(seat, kind, binds, opened) for kind, binds in (ASKED[:2] if alone else ASKED)]


# What every game asks alike is made once, for speed. Nothing in it changes: an answer puts other requests in place.
LAYING = [[Request(seat, "arrange", "must", 1, True) for seat in range(n)] for n in range(MOST_SEATS + 1)]
NOBODY: list[tuple[Pointer | None, ...]] = [(None,) * n for n in range(MOST_SEATS + 1)]
"""Nobody points."""
ALONE = [[requests_of(seat, opened, alone=True) for opened in range(64)] for seat in (0, 1)]
"""By seat and `opened`: of whoever chooses alone, as far as games of two usually go."""


class Rules(Position):
    """What may be done in a position, and what happens then."""

    __slots__ = ()
    ASKS: ClassVar = {
        "arrange": (Arrange,),
        "lock": (Lock,),
        "gesture": (Point, Unlock, Signal),
        "settle": (Settle,),
        "say": (Say,),  # P-009: a request that is never opened
    }
    TIMERS = frozenset({"abstain", "turn"})
    OVER = no.OVER
    NO_SUCH_MOVE = no.NO_SUCH_MOVE

    # 1.1 Components and set-up -----------------------------------------------------------------------------
    def deal(self) -> None:
        """P-003, P-004."""
        n, deck = self.cards.row, self.cards.deck[:]
        self.left = left = len(deck) - n * self.seats
        self.chance.shuffle("deck", deck, n * self.seats)
        for at in range(left, len(deck), n):
            self.rows.append(deck[at : at + n])  # type: ignore[arg-type]
        del deck[left:]
        self.box = deck
        self.ask_rows()

    def ask_rows(self) -> None:
        """P-006, P-007, A-P02: all at once, unseen, to be changed until the last has submitted."""
        self.down, self.hints, self.pointers = [0] * self.seats, [0] * self.seats, NOBODY[self.seats]
        self.opened, self.open = 1, LAYING[self.seats]

    def chosen(self, seat: int) -> Event:
        """A-P02: that a row was submitted is all that is told."""
        return Submitted(seat)

    def check_arrange(self, seat: int, move: Arrange) -> Refusal | None:
        """P-006: all nine, each once; P-007, A-P02: any number of hints."""
        cards, order, hints = self.cards, move.order, move.hints
        if len(order) != cards.row:
            return no.NO_ROW
        try:
            laid = sum(itemgetter(*order)(cards.tally))  # a row has two cards at least
        except KeyError:
            return no.NO_ROW
        if hints and (len(set(hints)) != len(hints) or not all(0 <= at < cards.row for at in hints)):
            return no.NO_HINTS
        held = sum(itemgetter(*self.rows[seat])(cards.tallies))
        return None if laid == held else no.NOT_HELD

    def do_arrange(self, seat: int, move: Arrange) -> None:
        """A-P02."""
        if self.seal(seat, move):
            self.lay_rows()

    def lay_rows(self) -> None:
        """P-006 to P-008, A-P03: all rows are laid, and all hints turned up."""
        cards = self.cards
        self.down = [cards.all] * self.seats
        self.spare = (cards.row - cards.team) * self.seats
        shown = {}
        for seat, move in enumerate(self.unseal()):
            assert isinstance(move, Arrange)
            hand, row = self.rows[seat], []
            faces = [*itemgetter(*hand)(cards.code)]
            for face in move.order:
                at = faces.index(face)
                faces[at] = ""
                row.append(hand[at])
            self.rows[seat] = row
            if move.hints:
                self.hints[seat] = hints = sum([1 << at for at in move.hints])
                self.down[seat] ^= hints
                self.spare -= len(move.hints)
                shown[seat] = {at: move.order[at] for at in cards.places[hints]}
        if self.first is None:
            self.first = self.chance.below("first", self.seats)  # P-014, A-P05
        self.news += (EVERYONE, Laid(shown)), (EVERYONE, First(self.first))
        self.next_turn(self.first)

    # 1.2 Communication -------------------------------------------------------------------------------------
    def speech(self, seat: int, text: str | None) -> Refusal | None:
        """P-009, P-011, A-P04: no words from the deal to the end, for nobody; P-013: least of all for the active."""
        if self.ended is not None:
            return None
        return no.MUTE_WORDS if seat == self.turn else no.SILENCE

    def do_say(self, seat: int, move: Say) -> None:
        """P-009: nothing asks for words, so nothing comes of them."""

    def check_sign(self, seat: int, move: Signal) -> Refusal | None:
        """P-010, A-P04: one of the signs, with a number where it is one."""
        if move.sign != "number":
            return None if move.number is None else no.NO_NUMBER
        return None if str(move.number) in self.cards.printed else no.NO_SUCH_NUMBER

    def do_sign(self, seat: int, move: Signal) -> None:
        """P-010."""
        self.tell(EVERYONE, Signed(seat, move.sign, move.number))

    # 1.3 Turn ----------------------------------------------------------------------------------------------
    def next_turn(self, seat: int) -> None:
        """P-018, P-026: the turn goes clockwise; P-019, A-P20: past empty rows. P-033, A-P08, A-P14: before that all
        have lost if too few cards are left for the teams that are missing, by counts that all can see: a card that is
        turned up leaves one less and is missing no more, so only hints and what breaks up tell. A-P23: each turn takes
        a card, so the game ends."""
        seats, down = self.seats, self.down
        if self.spare < 0:
            return self.end(False, "too-few-cards" if any(down) else "out-of-cards")
        while not down[seat]:
            self.tell(EVERYONE, Skipped(seat))
            seat = (seat + 1) % seats
        self.turn = seat
        self.restarted = self.abstained = self.waited = 0
        self.pointers = NOBODY[seats]
        self.opened = self.began = o = self.opened + 1
        if seats == 2 and not self.gone:
            self.open = ALONE[1 - seat][o] if o < 64 else requests_of(1 - seat, o, alone=True)
        elif electors := self.electors():
            self.open = [r for elector in electors for r in requests_of(elector, o, alone=seats == 2)]
        else:
            self.end(False, "cancelled")  # A-P21

    def electors(self) -> list[int]:
        """P-015, A-P21: clockwise from the active player."""
        turn, n, gone = self.turn, self.seats, self.gone
        around = self.cards.around[n][turn] if turn is not None else list(range(n))
        return [seat for seat in around if not gone >> seat & 1] if gone else around

    def counted(self) -> list[int]:
        """A-P06: the electors who have not abstained. Where all who are left have, nobody has: somebody must choose."""
        electors = self.electors()
        return [seat for seat in electors if not self.abstained >> seat & 1] or electors

    def check_point(self, seat: int, move: Point | Lock) -> Refusal | None:
        """P-016: exactly one face-down card of the active row."""
        turn: Any = self.turn
        at, row = move.at, move.row
        if at >= 0 and self.down[turn] >> at & 1 and (row == turn or row is None):
            if (self.pointers[seat] is None and not self.abstained) or isinstance(move, Point):
                return None
            return self.no_lock(seat, at)
        if not 0 <= at < self.cards.row or not (row is None or 0 <= row < self.seats):
            return no.NO_PLACE
        if row is not None and row != turn:
            return no.OWN_ROW if row == seat else no.OTHER_ROW  # P-012, A-P04
        return no.HINT if self.hints[turn] >> at & 1 else no.GAP  # P-008, A-P03

    check_lock = check_point

    def no_lock(self, seat: int, at: int) -> Refusal | None:
        """A-P06: who has abstained locks nothing, and nobody the same twice."""
        if self.abstained and seat not in self.counted():
            return no.ABSTAINED
        finger = self.pointers[seat]
        return no.LOCKED if finger is not None and finger.locked and finger.at == at else None

    def do_point(self, seat: int, move: Point) -> None:
        """A-P06, A-P19: visible for all; to move the pointer removes the lock."""
        before = self.pointers[seat]
        stays = before is not None and before.locked and before.at == move.at
        self.point(seat, move.at, stays)
        if before is not None and before.locked and not stays:
            self.review()

    def do_lock(self, seat: int, move: Lock) -> None:
        """A-P06; A-P07: the lock of a single elector decides at once."""
        if self.seats == 2:
            self.news.append(self.cards.locked[seat][move.at])
            return self.turn_up(move.at)
        self.point(seat, move.at, True)
        self.review()

    def check_unlock(self, seat: int, move: Unlock) -> Refusal | None:
        """A-P06."""
        finger = self.pointers[seat]
        return None if finger is not None and finger.locked else no.NOT_LOCKED

    def do_unlock(self, seat: int, move: Unlock) -> None:
        """A-P06."""
        finger = self.pointers[seat]
        assert finger is not None
        self.point(seat, finger.at, False)
        self.review()

    def point(self, seat: int, at: int, locked: bool) -> None:
        """A-P19: everybody sees it, the active player too."""
        self.set_finger(seat, Pointer(at, locked))
        self.tell(EVERYONE, Pointed(seat, at, locked))

    def set_finger(self, seat: int, finger: Pointer | None) -> None:
        """Where this seat points from now on, untold."""
        fingers = self.pointers
        self.pointers = (*fingers[:seat], finger, *fingers[seat + 1 :])

    def locked(self, seats: Iterable[int]) -> list[int]:
        """The places that these seats have locked, in their order."""
        fingers = [self.pointers[seat] for seat in seats]
        return [finger.at for finger in fingers if finger is not None and finger.locked]

    def review(self) -> None:
        """A-P06: after each change of locks. When all have locked one card it is turned up (A-P07: at once where there
        is one elector); when they differ any elector may settle; while one is missing the others' patience runs."""
        counted = self.counted()
        places = self.locked(counted)
        missing = len(counted) - len(places)
        if not missing and len(set(places)) == 1:
            return self.turn_up(places[0])
        for r in self.open:
            if r.kind == "lock":
                finger = self.pointers[r.seat]
                binds = r.seat in counted and (finger is None or not finger.locked)
                self.bind(r, "must" if binds else "may")
            elif r.kind == "settle":
                self.bind(r, "may" if missing else "one_of")
        self.waited = 0
        if missing == 1 and places:
            self.opened = self.waited = self.opened + 1

    def bind(self, request: Request, binds: Any) -> None:
        """The same request, which binds otherwise from now on."""
        if request.binds != binds:
            new = Request(request.seat, request.kind, binds, request.opened)
            self.open = [new if r is request else r for r in self.open]

    def check_settle(self, seat: int, move: Settle) -> Refusal | None:
        """A-P06: once all have locked who have not abstained."""
        counted = self.counted()
        return None if len(self.locked(counted)) == len(counted) else no.NOT_ALL_LOCKED

    def do_settle(self, seat: int, move: Settle) -> None:
        """A-P06."""
        self.tell(EVERYONE, Settled(seat, False))
        self.turn_up(self.most(self.locked(self.counted())))

    def most(self, places: Sequence[int]) -> int:
        """A-P06: the place that most have; of several that of the first elector clockwise. `places`: elector by elector
        in that order."""
        return max(places, key=places.count)

    # the clocks of a turn ----------------------------------------------------------------------------------
    def timers(self) -> list[Timer]:
        """A-P06: the patience with the last elector, and the host's clock for a turn."""
        if self.ended is not None or self.turn is None:
            return []
        clock = self.options.turn_clock
        turn = [Timer("turn", "deadline", clock, self.began)] if clock else []
        return turn + ([Timer("abstain", "deadline", self.cards.patience, self.waited)] if self.waited else [])

    def in_window(self) -> bool:
        """No rule of this game has a window."""
        return False

    def do_expire(self, actor: int, move: Expire) -> None:
        """A-P06."""
        if move.timer == "abstain":
            self.abstain()
        else:
            self.turn_runs_out()

    def abstain(self) -> None:
        """A-P06: who has not locked, while all others have, is not counted in this turn."""
        (late,) = [seat for seat in self.counted() if not self.locked([seat])]
        self.abstained |= 1 << late
        self.tell(EVERYONE, Abstained(late))
        self.review()

    def turn_runs_out(self) -> None:
        """A-P06: pointed counts as locked; if nobody points, the clock restarts once, then any card is turned up."""
        fingers = [self.pointers[seat] for seat in self.counted()]
        places = [finger.at for finger in fingers if finger is not None]
        if places:
            self.tell(EVERYONE, Settled(None, False))
            self.turn_up(self.most(places))
        elif not self.restarted:
            self.restarted = 1
            self.opened = self.began = self.opened + 1
            self.tell(EVERYONE, Restarted())
        else:
            assert self.turn is not None
            self.tell(EVERYONE, Settled(None, True))
            self.turn_up(self.chance.pick("card", self.cards.places[self.down[self.turn]]))

    # 1.3 to 1.5: a card is turned up, teams ----------------------------------------------------------------
    def turn_up(self, at: int) -> None:
        """P-017, A-P18: the chosen card goes to the centre, face up; P-021, P-022: to the one team there is."""
        cards, centre = self.cards, self.centre
        turn: Any = self.turn
        row: list[Any] = self.rows[turn]
        card, row[at] = row[at], None  # A-P03: the gap stays
        self.down[turn] ^= 1 << at
        centre.append(card)
        self.news.append((EVERYONE, Revealed(turn, at, cards.code[card])))
        self.shape = shape = cards.grown[self.shape][card]
        if shape == BROKEN:
            self.break_up()
        elif len(centre) == cards.team:
            self.complete()
            if self.ended is not None:
                return
        self.next_turn((turn + 1) % self.seats)  # P-018, P-026

    def break_up(self) -> None:
        """P-025, P-027, A-P11, A-P12: all cards of the team go back to the box, the one that does not fit too."""
        centre = self.centre
        self.news.append((EVERYONE, Broke(itemgetter(*centre)(self.cards.code))))  # of two cards at least
        self.box += centre  # A-P16
        self.broken.append(len(centre))
        self.spare -= len(centre)
        self.centre, self.shape = [], 0

    def complete(self) -> None:
        """P-024: onto the pile, wilds unassigned (A-P17); P-032, A-P13: the last team that was needed wins at once."""
        self.tell(EVERYONE, Team(self.game.faces.show(self.centre)))
        self.teams.append(self.centre)
        self.centre, self.shape = [], 0
        if len(self.teams) >= self.seats:
            self.end(True, "teams")

    # 1.6 End -----------------------------------------------------------------------------------------------
    def end(self, won: bool, why: Why) -> None:
        """P-032, P-033: all win or all lose; A-P21: a game that nobody can go on with is cancelled."""
        self.finish(Outcome(why=why) if why == "cancelled" else Outcome.together(self.seats, won, why))
        self.tell(EVERYONE, Ended(won, why))

    # who is there ------------------------------------------------------------------------------------------
    def do_house(self, actor: int, move: House) -> None:
        """A-P21: who left is no elector any more, and becomes one again by coming back; the row stays."""
        super().do_house(actor, move)
        seat, here = move.seat, not self.gone >> move.seat & 1
        if self.turn is None:
            self.leave_while_laying(seat)
        elif not here:
            self.set_finger(seat, None)
            self.abstained &= ~(1 << seat)
            self.open = [r for r in self.open if r.seat != seat]
            self.recount()
        elif seat != self.turn and not self.asked(seat, "lock"):
            self.opened += 1
            self.open = self.open + requests_of(seat, self.opened, alone=self.seats == 2)
            self.recount()

    def leave_while_laying(self, seat: int) -> None:
        """A-P21: nobody waits for the row of who left, it is laid as it falls; one player alone has no elector."""
        if len(self.electors()) < 2:
            return self.end(False, "cancelled")
        for r in self.open:
            if r.seat == seat and r.binds == "must" and self.gone >> seat & 1:
                return self.do_arrange(seat, self.default(r))  # type: ignore[arg-type]

    def recount(self) -> None:
        """A-P21: what the locks of those who are there say now."""
        if self.electors():
            self.review()
        else:
            self.end(False, "cancelled")

    # refusals for who is not asked -------------------------------------------------------------------------
    def unasked(self, actor: int, kinds: tuple[str, ...]) -> Refusal:
        """P-009, P-013, P-015, A-P04, A-P07, A-P21: why a seat may not act."""
        if self.ended is not None:
            return self.OVER
        if kinds == ("say",):
            return self.speech(actor, "") or self.NOT_NOW
        if self.turn is None:
            return no.NOT_LAID
        if kinds == ("arrange",):
            return no.ALL_LAID
        if actor == self.turn:
            return no.MUTE
        return no.LEFT if self.gone >> actor & 1 else no.ONE_ELECTOR
