"""Poison and Antidote (1.10, A-38, A-43). What Poison does later stands in `dead`."""

from __future__ import annotations

from facedown.engine import EVERYONE, Refusal

from .. import refusals as no
from ..events import Cured, Poisoned
from .handcuffs import Handcuffs


class Poisoning(Handcuffs):
    """Both cards work once, and leave the game (S-101, S-106)."""

    __slots__ = ()

    def targets_of_poison(self, seat: int) -> list[int]:
        """A-38: another living player without a token."""
        return [other for other in self.others() if not self.poisoned >> other & 1]

    def why_not_poison(self, seat: int) -> Refusal | None:
        """S-102, A-39."""
        if self.poison_is_worthless():
            return no.POISON_WORTHLESS
        return None if self.targets_of_poison(seat) else no.ALL_POISONED

    def begin_poison(self) -> None:
        """S-100."""
        self.then("choose_target", "give_poison")

    def give_poison(self) -> None:
        """S-100: the card to the Box, a Flannel, the token."""
        self.spend_announced(self.actor)
        self.take_flannel(self.actor)
        self.poisoned |= 1 << self.victim
        self.tell(EVERYONE, Poisoned(self.victim, self.actor))

    def targets_of_antidote(self, seat: int) -> list[int]:
        """S-105, A-43: anybody alive, oneself too, poisoned or not."""
        return self.living()

    def why_not_antidote(self, seat: int) -> Refusal | None:
        """S-107, A-42, A-43: asked again after the cost has brought the needle down."""
        return no.TOO_LATE if self.antidote_is_too_late() else None

    def begin_antidote(self) -> None:
        """S-106."""
        self.then("choose_target", "cure")

    def cure(self) -> None:
        """S-106: the card to the Box, a Flannel, the token away; A-43: a healthy player is not made immune."""
        self.spend_announced(self.actor)
        self.take_flannel(self.actor)
        if self.poisoned >> self.victim & 1:
            self.poisoned &= ~(1 << self.victim)
        self.tell(EVERYONE, Cured(self.victim, self.actor))
