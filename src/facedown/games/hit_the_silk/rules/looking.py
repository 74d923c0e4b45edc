"""Looking at cards and taking one of them: in a theft, by a shot, by a threat, in the Lockbox. A look lasts as long as
the question that comes with it (A-32)."""

from __future__ import annotations

from facedown.engine import EVERYONE, Choice, Offer, Place, Refusal, only

from .. import refusals as no
from ..events import Lockbox, Looked
from ..position import NOBODY
from ..words import Take
from .cards import POISON, Cards


class Looking(Cards):
    """Who sees what for a moment."""

    __slots__ = ()

    def look(self, seat: int, places: list[Place]) -> None:
        """Lets a player look at these places, and nobody else."""
        self.eyes[seat] = places

    def look_at_hand(self, seat: int, target: int) -> list[int]:
        """At a whole hand, the cuffed Briefcases too (A-94); its cards."""
        hand: list[Place] = [("hands", target, at) for at in range(len(self.hands[target]))]
        cases: list[Place] = [("cuffed", n) for n, ends in enumerate(self.ends) if ends == (target,)]
        self.look(seat, hand + cases)
        return self.whole_hand(target)

    def look_away(self) -> None:
        """The look is over."""
        self.eyes = [[] for _ in range(self.seats)]

    def in_sight(self, seat: int) -> list[int]:
        """The cards that a player looks at."""
        return [self.face(place) for place in self.eyes[seat]]

    def forget_action(self) -> None:
        """Nothing is being resolved any more."""
        self.act, self.actor, self.victim, self.weapon = "", NOBODY, NOBODY, None
        self.bargain, self.due = None, 0
        self.revealed, self.proved, self.cancelled = 0, False, False
        self.resolving = frozenset()
        self.look_away()

    # taking ------------------------------------------------------------------------------------------------
    def ask_take(self, seat: int) -> None:
        """D-07, D-11, D-17, D-31: one of the cards in sight."""
        self.ask("take", [seat])

    def takeable(self, seat: int) -> list[int]:
        """What of it may be taken: no Briefcase that is cuffed (A-94)."""
        return [self.face(place) for place in self.eyes[seat] if place[0] != "cuffed"]

    def must_take(self) -> bool:
        """A-30: a thief takes one of the two; elsewhere one may take none."""
        return self.act == "steal"

    def must_drop(self, seat: int) -> bool:
        """A-25, A-97: with a full hand, an own card goes first."""
        return self.act == "threat" and self.count(seat) >= self.limit(seat)

    def check_take(self, seat: int, move: Take) -> Refusal | None:
        """One of the cards in sight, or none."""
        if move.card is None:
            if move.drop is not None:
                return no.NO_ROOM_NEEDED
            return no.MUST_TAKE if self.must_take() else None
        if self.find(self.takeable(seat), [move.card]) is None:
            return no.CUFFED if self.find(self.in_sight(seat), [move.card]) is not None else no.NOT_THERE
        if not self.must_drop(seat):
            return None if move.drop is None else no.NO_ROOM_NEEDED
        if move.drop is None:
            return no.MAKE_ROOM
        return self.check_held(seat, [move.drop])

    def do_take(self, seat: int, move: Take) -> None:
        """Goes on with what the look was for."""
        self.close("take")
        cards = self.find(self.takeable(seat), [move.card]) if move.card is not None else None
        self.look_away()
        getattr(self, f"take_for_{self.act.replace('-', '_')}")(seat, cards[0] if cards else None, move.drop)

    def menu_for_take(self, seat: int) -> list[Offer]:
        """Each card once; none, where that is allowed."""
        codes = tuple(dict.fromkeys(self.shown(self.takeable(seat))))
        if not self.must_drop(seat):
            return [Offer("take", "take", {"card": Choice((*codes, *(() if self.must_take() else (None,))))})]
        own = Choice(tuple(dict.fromkeys(self.codes(self.hands[seat]))))
        return [
            Offer("take", "take", {"card": Choice((None,))}),
            Offer("take", "take", {"card": Choice(codes), "drop": own}, None if codes else no.NOT_THERE),
        ]

    # the Lockbox -------------------------------------------------------------------------------------------
    def open_lockbox(self, seat: int) -> None:
        """S-094, A-37: its user sees every card in it, and may keep one."""
        self.look(seat, [("lockbox", at) for at in range(len(self.lockbox))])
        looked = Looked(seat, None, self.shown(self.lockbox))
        if self.lockbox_open:
            self.tell(EVERYONE, looked)
        else:
            self.tell(only(seat), looked, Looked(seat))
        self.ask_take(seat)

    def take_for_key(self, seat: int, card: int | None, drop: str | None) -> None:
        """D-11; A-40: a worthless Poison goes to the Box, for a Flannel. S-095: what is said of the rest is not
        checked."""
        if card is not None:
            self.lockbox.remove(card)
            self.hands[seat].append(card)
        audience = EVERYONE if self.lockbox_open else only(seat)
        public = Lockbox(seat, card is not None, len(self.lockbox))
        if card is None:
            self.tell(EVERYONE, public)
        else:
            full = Lockbox(seat, True, len(self.lockbox), self.code(card))
            self.tell(audience, full, None if self.lockbox_open else public)
            if self.kind(card) == POISON and self.poison_is_worthless():
                self.hands[seat].remove(card)
                self.box_poison(seat, card)
                self.take_flannel(seat)
