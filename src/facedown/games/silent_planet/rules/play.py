"""The rules of Silent Planet, in the rulebook's order and with the numbers of our reference. What the words mean stands
in `words`, what the box prints in `edition.toml`, why something is refused in `refusals`; who sees what, and the menus,
in `position` and `state`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from facedown.engine import EVERYONE, Event, Expire, House, Outcome, Refusal, Request, Timer

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
        self.rows = [deck[at : at + n] for at in range(left, len(deck), n)]  # type: ignore[misc]
        self.box = deck[:left]
        self.ask_rows()

    def ask_rows(self) -> None:
        """P-006, P-007, A-P02: all at once, unseen, to be changed until the last has submitted."""
        nothing = [0] * self.seats
        self.down, self.hints, self.pointers = nothing, nothing[:], [None] * self.seats
        self.ask("arrange", range(self.seats), sealed=True)

    def chosen(self, seat: int) -> Event:
        """A-P02: that a row was submitted is all that is told."""
        return Submitted(seat)

    def check_arrange(self, seat: int, move: Arrange) -> Refusal | None:
        """P-006: all nine, each once; P-007, A-P02: any number of hints."""
        n, code = self.cards.row, self.cards.code
        mine = sorted(map(code.__getitem__, self.rows[seat]))  # type: ignore[arg-type]
        if not move.hints and sorted(move.order) == mine:
            return None
        if len(move.order) != n or not all(map(self.game.knows_face, move.order)):
            return no.NO_ROW
        if len(set(move.hints)) != len(move.hints) or not all(0 <= at < n for at in move.hints):
            return no.NO_HINTS
        return None if sorted(move.order) == mine else no.NOT_HELD

    def do_arrange(self, seat: int, move: Arrange) -> None:
        """A-P02."""
        if self.seal(seat, move):
            self.lay_rows()

    def lay_rows(self) -> None:
        """P-006 to P-008, A-P03: all rows are laid, and all hints turned up."""
        cards, code = self.cards, self.cards.code
        shown = {}
        for seat, move in enumerate(self.unseal()):
            assert isinstance(move, Arrange)
            held: dict[str, list[Any]] = {}
            for card in self.rows[seat]:
                held.setdefault(code[card], []).append(card)  # type: ignore[index]
            self.rows[seat] = [held[face].pop() for face in move.order]
            self.down[seat] = cards.all
            self.lying += cards.row - len(move.hints)
            if move.hints:
                self.hints[seat] = hints = sum([1 << at for at in move.hints])
                self.down[seat] &= ~hints
                shown[seat] = {at: move.order[at] for at in cards.places[hints]}
        self.tell(EVERYONE, Laid(shown))
        if self.first is None:
            self.first = self.chance.below("first", self.seats)  # P-014, A-P05
        self.tell(EVERYONE, First(self.first))
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
        have lost if too few cards are left for the teams that are missing, by counts that all can see. A-P23: each turn
        takes a card, so the game ends."""
        seats = self.seats
        if self.lying < self.cards.team * (seats - len(self.teams)) - len(self.centre):
            return self.end(False, "too-few-cards" if self.lying else "out-of-cards")
        while not self.down[seat]:
            self.tell(EVERYONE, Skipped(seat))
            seat = (seat + 1) % seats
        self.turn, self.restarted = seat, False
        self.abstained = self.waited = 0
        self.pointers = [None] * seats
        self.opened = self.began = o = self.opened + 1
        if seats == 2 and not self.gone:  # A-P07
            other = 1 - seat
            self.open = [Request(other, "lock", "must", o), Request(other, "gesture", "may", o)]
        elif electors := self.electors():
            self.open = self.requests_of(*electors)
        else:
            self.end(False, "cancelled")  # A-P21

    def requests_of(self, *electors: int) -> list[Request]:
        """P-015, P-020: what all but the active player are asked, with cards of their own or without: to lock; to sign
        and point meanwhile; of several electors, to settle as soon as check allows (A-P07)."""
        asked = ASKED[:2] if self.seats == 2 else ASKED
        return [Request(seat, kind, binds, self.opened) for seat in electors for kind, binds in asked]

    def electors(self) -> list[int]:
        """P-015, A-P21: clockwise from the active player."""
        turn, n, gone = self.turn, self.seats, self.gone
        around = self.cards.around[n][turn] if turn is not None else list(range(n))
        return [seat for seat in around if not gone >> seat & 1] if gone else around

    def counted(self) -> list[int]:
        """A-P06: the electors who have not abstained. Where all who are left have, nobody has: somebody must choose."""
        electors = self.electors()
        return [seat for seat in electors if not self.abstained >> seat & 1] or electors

    def no_card(self, seat: int, move: Point | Lock) -> Refusal | None:
        """P-016: exactly one face-down card of the active row."""
        turn: Any = self.turn
        row, at = move.row, move.at
        if (row == turn or row is None) and at >= 0 and self.down[turn] >> at & 1:
            return None
        if not 0 <= at < self.cards.row or not (row is None or 0 <= row < self.seats):
            return no.NO_PLACE
        if row is not None and row != turn:
            return no.OWN_ROW if row == seat else no.OTHER_ROW  # P-012, A-P04
        return no.HINT if self.hints[turn] >> at & 1 else no.GAP  # P-008, A-P03

    def check_point(self, seat: int, move: Point) -> Refusal | None:
        """P-016."""
        return self.no_card(seat, move)

    def do_point(self, seat: int, move: Point) -> None:
        """A-P06, A-P19: visible for all; to move the pointer removes the lock."""
        before = self.pointers[seat]
        stays = before is not None and before.locked and before.at == move.at
        self.point(seat, move.at, stays)
        if before is not None and before.locked and not stays:
            self.review()

    def check_lock(self, seat: int, move: Lock) -> Refusal | None:
        """P-016, A-P06."""
        refusal, finger = self.no_card(seat, move), self.pointers[seat]
        if refusal is not None or (finger is None and not self.abstained):
            return refusal
        if self.abstained and seat not in self.counted():
            return no.ABSTAINED
        return no.LOCKED if finger is not None and finger.locked and finger.at == move.at else None

    def do_lock(self, seat: int, move: Lock) -> None:
        """A-P06; A-P07: the lock of a single elector decides at once."""
        if self.seats == 2:
            self.tell(EVERYONE, Pointed(seat, move.at, True))
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
        self.pointers[seat] = Pointer(at, locked)
        self.tell(EVERYONE, Pointed(seat, at, locked))

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
            self.restarted = True
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
        card = row[at]
        row[at] = None  # A-P03: the gap stays
        self.down[turn] ^= 1 << at
        self.lying -= 1
        centre.append(card)
        self.tell(EVERYONE, Revealed(turn, at, cards.code[card]))
        self.shape = shape = cards.shapes[self.shape][cards.kind[card]]
        if shape == BROKEN:
            self.break_up()
        elif len(centre) == cards.team:
            self.complete()
            if self.ended is not None:
                return
        self.next_turn((turn + 1) % self.seats)  # P-018, P-026

    def break_up(self) -> None:
        """P-025, P-027, A-P11, A-P12: all cards of the team go back to the box, the one that does not fit too."""
        self.tell(EVERYONE, Broke(self.game.faces.show(self.centre)))
        self.box += self.centre  # A-P16
        self.broken.append(len(self.centre))
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
            self.pointers[seat] = None
            self.abstained &= ~(1 << seat)
            self.open = [r for r in self.open if r.seat != seat]
            self.recount()
        elif seat != self.turn and not self.asked(seat, "lock"):
            self.opened += 1
            self.open = self.open + self.requests_of(seat)
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
