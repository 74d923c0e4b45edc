"""Steal and Spy (1.6, 1.7, 2.5)."""

from __future__ import annotations

from itertools import permutations

from facedown.engine import EVERYONE, Refusal, only

from .. import refusals as no
from ..events import Knife as KnifeShown
from ..events import KnifeAsked, Looked, NoKnife, Spied, Stole
from ..words import Knife
from .action import Action


class Theft(Action):
    """Cards that reach into other hands."""

    __slots__ = ()

    # Steal -------------------------------------------------------------------------------------------------
    def targets_of_steal(self, seat: int) -> list[int]:
        """S-061, A-28, A-29: whoever holds a card that is not cuffed. A-31: the same victim again, if one likes."""
        return [other for other in self.others() if self.hands[other]]

    def why_not_steal(self, seat: int) -> Refusal | None:
        """A-28: nobody holds anything."""
        return None if self.targets_of_steal(seat) else no.NOTHING_TO_STEAL

    def begin_steal(self) -> None:
        """S-060 to S-066."""
        self.then("choose_target", "ask_knife", "draw_two")

    def ask_knife(self) -> None:
        """S-064, A-27, A-108, V-2: every victim is asked, in a window, before cards are drawn."""
        self.tell(EVERYONE, KnifeAsked(self.victim, self.actor))
        self.ask("knife", [self.victim], sealed=True)

    def check_knife(self, seat: int, move: Knife) -> Refusal | None:
        """A-27: only a Knife can be shown; nobody has to."""
        return no.NO_KNIFE if move.show and not self.holds(seat, "knife") else None

    def do_knife(self, seat: int, move: Knife) -> None:
        """Nobody learns of it before the window closes."""
        self.seal(seat, move)

    def after_knife(self, show: bool) -> None:
        """S-065: the theft fails, the thief takes a Flannel; the Knife stays in the hand (A-27). S-066: only another
        Steal gives another try."""
        if not show:
            return self.tell(EVERYONE, NoKnife(self.victim))
        self.tell(EVERYONE, KnifeShown(self.victim))
        self.take_flannel(self.actor)
        self.skip_to("open_turn")

    def draw_two(self) -> None:
        """S-061, S-062: two at random, seen by the thief; A-28: a single one is seen and taken."""
        thief, victim = self.actor, self.victim
        hand = self.hands[victim]
        if len(hand) == 1:
            return self.take_for_steal(thief, hand[0], None)
        pairs = list(permutations(range(len(hand)), 2))
        pair = pairs[self.chance.place("steal", [list(self.codes([hand[i] for i in pair])) for pair in pairs])]
        self.look(thief, [("hands", victim, at) for at in pair])
        both = self.shown([hand[at] for at in pair])
        self.tell(only(thief) | only(victim), Looked(thief, victim, both), Looked(thief, victim))
        self.ask_take(thief)

    def take_for_steal(self, seat: int, card: int | None, drop: str | None) -> None:
        """S-062, A-30: one changes hands; S-063: the victim takes a Flannel at once."""
        assert card is not None
        victim = self.victim
        self.hands[victim].remove(card)
        self.hands[seat].append(card)
        self.tell(only(seat) | only(victim), Stole(seat, victim, self.code(card)), Stole(seat, victim))
        self.take_flannel(victim)

    # Spy ---------------------------------------------------------------------------------------------------
    def targets_of_spy(self, seat: int) -> list[int]:
        """S-071, A-32."""
        return self.others()

    def why_not_spy(self, seat: int) -> Refusal | None:
        """There is nobody else."""
        return None if self.others() else no.NOBODY_ELSE

    def begin_spy(self) -> None:
        """S-070 to S-073; what the spy says of it is free (S-072)."""
        self.then("choose_target", "look_and_draw")

    def look_and_draw(self) -> None:
        """S-071, A-32: the complete hand as it is now, for the spy's eyes only; S-073: then a card from Draw."""
        spy, target = self.actor, self.victim
        cards = self.shown(self.look_at_hand(spy, target))
        self.tell(only(spy), Spied(spy, target, cards), Spied(spy, target))
        self.look_away()
        self.draw_one(spy)
