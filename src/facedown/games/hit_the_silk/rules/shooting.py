"""Shooting (1.12, 2.7)."""

from __future__ import annotations

from facedown.engine import EVERYONE, Offer, Refusal, Subset, only

from .. import refusals as no
from ..events import Dropped, Injured, Looked, Shot, TookOf
from ..words import DropOut
from .kung_fu import KungFu


class Shooting(KungFu):
    """A Revolver and a Bullet in the same hand (S-130). A Revolver alone does nothing in Core (A-58)."""

    __slots__ = ()

    def targets_of_bullet(self, seat: int) -> list[int]:
        """A-56: another living player, named after both were shown."""
        return self.others()

    def why_not_bullet(self, seat: int) -> Refusal | None:
        """There is nobody else."""
        return None if self.others() else no.NOBODY_ELSE

    def begin_bullet(self) -> None:
        """S-131 to S-135."""
        self.then("choose_target", "shoot")

    def shoot(self) -> None:
        """S-131: the Bullet to Discard, the Revolver back into the hand. S-132, S-133: the first one injures; S-134:
        the second one kills."""
        shooter, victim = self.actor, self.victim
        self.spend_announced(shooter)
        self.tell(EVERYONE, Shot(shooter, victim))
        if self.injured >> victim & 1:
            return self.kill(victim)  # S-135: the shooter takes nothing
        self.injured |= 1 << victim
        self.tell(EVERYONE, Injured(victim))
        cards = self.shown(self.look_at_hand(shooter, victim))
        self.tell(only(shooter), Looked(shooter, victim, cards), Looked(shooter, victim))
        if self.takeable(shooter):
            return self.ask_take(shooter)
        self.look_away()
        self.take_for_bullet(shooter, None, None)

    def take_for_bullet(self, seat: int, card: int | None, drop: str | None) -> None:
        """S-132, A-55: the card taken is the one that makes the victim's hand smaller. If none was, the victim comes
        down to the limit by a choice of its own (D-18, A-25)."""
        victim = self.victim
        if card is None:
            self.tell(EVERYONE, TookOf(seat, victim, False))
        else:
            self.hands[victim].remove(card)
            self.hands[seat].append(card)
            both = only(seat) | only(victim)
            self.tell(both, TookOf(seat, victim, True, self.code(card)), TookOf(seat, victim, True))
        if self.too_many(victim):
            self.ask("drop_out", [victim])

    # down to the limit -------------------------------------------------------------------------------------
    def too_many(self, seat: int) -> int:
        """S-046: how many cards a hand has above its limit, as far as they can be discarded (A-25)."""
        return min(max(0, self.count(seat) - self.limit(seat)), len(self.hands[seat]))

    def check_drop_out(self, seat: int, move: DropOut) -> Refusal | None:
        """D-18: just as many, and unprotected ones."""
        if len(move.cards) != self.too_many(seat):
            return no.DOWN_TO_LIMIT
        return self.check_held(seat, move.cards)

    def do_drop_out(self, seat: int, move: DropOut) -> None:
        """A-25."""
        self.close("drop_out")
        self.to_discard(self.out_of_hand(seat, move.cards))
        self.tell(EVERYONE, Dropped(seat, move.cards))

    def menu_for_drop_out(self, seat: int) -> list[Offer]:
        """Own cards."""
        n = self.too_many(seat)
        return [Offer("drop_out", "drop_out", {"cards": Subset(self.codes(self.hands[seat]), n, n)})]
