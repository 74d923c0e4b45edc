"""The universal sequence of a card action (1.5, A-16, A-17): announce, commit, needle with all that comes between,
targets, effect. Each card's own chapter says `why_not_..`, perhaps `targets_of_..`, and `begin_..`: the steps of its
effect."""

from __future__ import annotations

from facedown.engine import EVERYONE, Choice, Offer, Refusal

from .. import refusals as no
from ..edition import ACTIONS
from ..events import Announced, Fizzled, Paid
from ..words import Play, Target
from .setup import Setup

HANDS = 2
"""Each end of cuffs on a player occupies one (A-33, A-35)."""


class Action(Setup):
    """What all eight have in common (S-053)."""

    __slots__ = ()

    # 1: announce -------------------------------------------------------------------------------------------
    def check_play(self, seat: int, move: Play) -> Refusal | None:
        """S-050; A-16: there is at least one possible use now."""
        cards = self.find(self.hands[seat], [move.card])
        if cards is None:
            return self.check_held(seat, [move.card])
        kind = self.kind(cards[0])
        if kind not in ACTIONS:
            return no.NO_ACTION  # S-140, S-141
        if self.unspent(seat, move.card) is None:
            return no.SPENT
        if kind == "key" and self.keyed:
            return no.KEY_USED  # S-090
        if kind == "bullet" and not self.holds(seat, "revolver"):
            return no.NO_REVOLVER  # S-130
        return self.why_not(seat, kind)

    def why_not(self, seat: int, kind: str) -> Refusal | None:
        """Why this action has no use now, or None. A-17: asked again when the needle stands still."""
        refusal: Refusal | None = getattr(self, f"why_not_{_name(kind)}")(seat)
        return refusal

    def unspent(self, seat: int, code: str) -> int | None:
        """A-23: a card of this face whose play is not forbidden because it moved nothing the last time."""
        return next((c for c in self.hands[seat] if self.code(c) == code and (seat, c) not in self.spent), None)

    # 2 and 3: commit, pay ----------------------------------------------------------------------------------
    def do_play(self, seat: int, move: Play) -> None:
        """A-16: the card leaves the hand for good; then the needle (S-051)."""
        self.close_turn()
        card = self.unspent(seat, move.card)
        assert card is not None
        kind = self.kind(card)
        self.act, self.actor = kind, seat
        self.keyed |= kind == "key"
        self.moved |= self.cost(kind) > 0
        if kind == "bullet":  # S-130: both are shown
            self.commit(seat, self.of_kind(self.hands[seat], "revolver")[0])
        self.commit(seat, card)
        if kind in ("steal", "spy"):  # S-060, S-070: at once onto Discard
            self.spend_announced(seat)
        self.then(("pay", seat, card), "resume_action", "open_turn")

    def commit(self, seat: int, card: int) -> None:
        """A-16: out of the hand, open before its player."""
        self.hands[seat].remove(card)
        self.announced[seat].append(card)
        self.resolving |= {card}
        self.tell(EVERYONE, Announced(seat, self.code(card)))

    def pay(self, seat: int, card: int) -> None:
        """S-051, S-052, T-2."""
        feet = self.cost(self.kind(card))
        if not feet:
            self.spent |= {(seat, card)}
        self.tell(EVERYONE, Paid(seat, self.code(card), feet))
        self.lower(feet, "cost")

    # 4: targets --------------------------------------------------------------------------------------------
    def resume_action(self) -> None:
        """A-16 (4), A-17: it goes on if the actor lives and it still has a use; else the card is spent."""
        seat = self.actor
        if not self.lives(seat):
            return self.skip_to("open_turn")
        if self.why_not(seat, self.act) is not None:
            card = self.announced[seat][-1] if self.announced[seat] else self.discard[0]
            self.tell(EVERYONE, Fizzled(seat, self.code(card)))
            self.spend_announced(seat)
            self.take_flannel(seat)
            return self.skip_to("open_turn")
        getattr(self, f"begin_{_name(self.act)}")()

    def targets(self, seat: int) -> list[int]:
        """Whom the action may be aimed at; never a dead player (A-48)."""
        found: list[int] = getattr(self, f"targets_of_{_name(self.act)}")(seat)
        return found

    def choose_target(self) -> None:
        """After the needle, so a target is always valid (A-16)."""
        self.ask("target", [self.actor])

    def check_target(self, seat: int, move: Target) -> Refusal | None:
        """A-51: for Kung Fu with the weapon one would rather hit."""
        if move.seat not in self.targets(seat):
            return no.NO_TARGET
        if (move.weapon is not None) != (self.act == "kung-fu"):
            return no.WHICH_WEAPON if self.act == "kung-fu" else no.NO_WEAPON_HERE
        return None

    def do_target(self, seat: int, move: Target) -> None:
        """Public (D-05, D-08, D-12 to D-14, D-16)."""
        self.close("target")
        self.victim, self.weapon = move.seat, move.weapon

    def menu_for_target(self, seat: int) -> list[Offer]:
        """Whoever may be named."""
        targets = Choice(tuple(self.targets(seat)))
        weapons = {"weapon": Choice(("knife", "revolver"))} if self.act == "kung-fu" else {}
        return [Offer("target", "target", {"seat": targets, **weapons})]

    # cuffs, which several chapters ask about ---------------------------------------------------------------
    def free_hands(self, seat: int) -> int:
        """A-33, A-35: every end of cuffs on a player counts, to whomever or whatever."""
        return HANDS - sum(seat in ends for ends in self.ends)

    def wasted(self, seat: int) -> list[int]:
        """A-17: cards of this hand whose cost alone would undo them, as players are warned beforehand."""
        if self.travel or seat != self.turn:
            return []
        high = self.edition.altitude
        undone = [
            kind
            for kind, mark in (("poison", high.poison_worthless), ("antidote", high.poison_kills))
            if self.altitude > mark >= self.altitude - self.fall(kind)
        ]
        return self.of_kind(self.hands[seat], *undone)

    def fall(self, kind: str) -> int:
        """How far playing this card brings the needle down at the least, were every vote to fail (A-15)."""
        left, at = self.cost(kind), self.altitude
        while left > 0:
            at, left = at - self.edition.altitude.step, left - self.edition.altitude.step
            left += self.edition.costs["turbulence"] if at in self.edition.altitude.gauges else 0
        return self.altitude - at


def _name(kind: str) -> str:
    return kind.replace("-", "_")
