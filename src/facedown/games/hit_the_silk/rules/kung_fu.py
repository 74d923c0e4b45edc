"""Kung Fu: attack and defence (1.11, 2.7)."""

from __future__ import annotations

from facedown.engine import EVERYONE, Refusal

from .. import refusals as no
from ..events import Attacked, Defended, LostWeapon
from ..words import Defend
from .poison import Poisoning

WEAPONS = ("knife", "revolver")
"""S-122, A-51."""
KUNG_FU = "kung-fu"


class KungFu(Poisoning):
    """It stops neither a bullet nor a theft (S-126)."""

    __slots__ = ()

    def targets_of_kung_fu(self, seat: int) -> list[int]:
        """S-121: whether they hold a weapon or not."""
        return self.others()

    def why_not_kung_fu(self, seat: int) -> Refusal | None:
        """S-085, A-35."""
        if not self.free_hands(seat):
            return no.HANDS_CUFFED
        return None if self.others() else no.NOBODY_ELSE

    def begin_kung_fu(self) -> None:
        """S-120, S-121."""
        self.then("choose_target", "attack", "knock_away")

    def attack(self) -> None:
        """S-120: the card to Discard. S-123, A-108: whoever is attacked is asked, unless both hands are cuffed."""
        self.spend_announced(self.actor)
        self.tell(EVERYONE, Attacked(self.actor, self.victim, self.weapon))
        if self.free_hands(self.victim):
            self.ask("defend", [self.victim], sealed=True)

    def knock_away(self) -> None:
        """A-51: of the kind that was named, else the other; A-52: to Discard. S-124: a new card; S-125: or Flannel."""
        hand = self.hands[self.victim]
        order = sorted(WEAPONS, key=lambda kind: kind != self.weapon)
        weapon = next((card for kind in order for card in self.of_kind(hand, kind)), None)
        if weapon is None:
            self.tell(EVERYONE, LostWeapon(self.victim))
            return self.take_flannel(self.actor)
        hand.remove(weapon)
        self.to_discard([weapon])
        self.tell(EVERYONE, LostWeapon(self.victim, self.code(weapon)))
        self.draw_one(self.actor)

    # defence -----------------------------------------------------------------------------------------------
    def why_no_kung_fu(self, seat: int) -> Refusal | None:
        """S-123: one needs the card, and a free hand (A-35)."""
        if not self.free_hands(seat):
            return no.HANDS_CUFFED
        return None if self.own_kung_fu(seat) is not None else no.NO_KUNG_FU

    def own_kung_fu(self, seat: int) -> int | None:
        """A Kung Fu that can be played (A-23)."""
        return next((card for card in self.of_kind(self.hands[seat], KUNG_FU) if (seat, card) not in self.spent), None)

    def check_defend(self, seat: int, move: Defend) -> Refusal | None:
        """Only who can; nobody has to."""
        return self.why_no_kung_fu(seat) if move.use else None

    def do_defend(self, seat: int, move: Defend) -> None:
        """Nobody learns of it before the window closes."""
        self.seal(seat, move)

    def after_defend(self, use: bool) -> None:
        """A-53: it pays its cost, which may bring a vote, before it cancels; it cannot be countered."""
        if use:
            self.skip_to("open_turn")
            self.then(("commit_kung_fu", self.victim), "finish_defence")

    def commit_kung_fu(self, seat: int) -> None:
        """A-16: out of turn too: open before its player, then the needle."""
        card = self.own_kung_fu(seat)
        assert card is not None
        self.commit(seat, card)
        self.then(("pay", seat, card))

    def finish_defence(self) -> None:
        """S-123, S-124, A-54: the attack is cancelled; A-53: void if the defender died, over if the attacker did."""
        self.spend_announced(self.victim)
        if self.lives(self.victim):
            self.tell(EVERYONE, Defended(self.victim))
        if self.lives(self.actor):
            self.take_flannel(self.actor)  # S-125, A-17
        if self.lives(self.victim):
            self.draw_one(self.victim)
