"""Threats with a Revolver (1.21, 2.14)."""

from __future__ import annotations

from facedown.engine import EVERYONE, Choice, Offer, Refusal, only

from .. import refusals as no
from ..events import (
    Disarmed,
    Dropped,
    Looked,
    NoShot,
    Proof,
    Retaliated,
    Standoff,
    ThreatAnswered,
    TookOf,
)
from ..events import Threatened as Threat
from ..words import Retaliate, Threaten, Threatened
from .challenge import Challenging

REVOLVER = "revolver"


class Threats(Challenging):
    """S-260 to S-267."""

    __slots__ = ()

    # threat ------------------------------------------------------------------------------------------------
    def why_no_threat(self, seat: int) -> Refusal | None:
        """S-260, A-95, A-96: with a Revolver, once in a turn."""
        if not self.options.on("threat"):
            return no.NO_THREATS
        if self.threatened:
            return no.THREATENED
        if not self.holds(seat, REVOLVER):
            return no.NO_REVOLVER_TO_SHOW
        return None if self.others() else no.NOBODY_ELSE

    def check_threaten(self, seat: int, move: Threaten) -> Refusal | None:
        """A-96, A-48: another living player."""
        return self.why_no_threat(seat) or (None if move.seat in self.others() else no.NO_TARGET)

    def do_threaten(self, seat: int, move: Threaten) -> None:
        """S-260: the needle does not move; no action for A-10."""
        self.close_turn()
        self.threatened = True
        self.act, self.actor, self.victim = "threat", seat, move.seat
        self.tell(EVERYONE, Threat(seat, move.seat))
        self.then("ask_threatened", "open_turn")

    def ask_threatened(self) -> None:
        """D-29, A-108: whoever is threatened has the same choice to make; who cannot do all of it knows."""
        self.ask("threatened", [self.victim])

    def check_threatened(self, seat: int, move: Threatened) -> Refusal | None:
        """S-261 to S-266. A-100: after a Kung Fu that was cancelled only (a), (b) or (c)."""
        match move.answer:
            case "proof":
                return no.PROVED if self.proved or self.cancelled else None
            case "c":
                return None if self.holds(seat, REVOLVER) else no.NO_REVOLVER_TO_SHOW
            case "d":
                return no.ONE_KUNG_FU if self.cancelled else self.why_no_kung_fu(seat)
        return None

    def do_threatened(self, seat: int, move: Threatened) -> None:
        """Public (D-29)."""
        self.close("threatened")
        self.tell(EVERYONE, ThreatAnswered(seat, move.answer))
        match move.answer:
            case "proof":  # S-261, A-95: and then an answer
                self.proved = True
                self.tell(EVERYONE, Proof(self.actor))
                self.then("ask_threatened")
            case "a":
                self.then("show_cards")
            case "b":
                self.then("pull_trigger")
            case "c":  # S-265, A-99: both Revolvers are shown and stay
                self.tell(EVERYONE, Standoff((self.actor, seat)))
            case "d":
                self.then(("commit_kung_fu", seat), "ask_retaliation")

    def show_cards(self) -> None:
        """S-262, A-97: the assailant sees the whole hand, and may take a card."""
        cards = self.shown(self.look_at_hand(self.actor, self.victim))
        self.tell(only(self.actor), Looked(self.actor, self.victim, cards), Looked(self.actor, self.victim))
        self.ask_take(self.actor)

    def take_for_threat(self, seat: int, card: int | None, drop: str | None) -> None:
        """S-262, A-25, A-97: an own discard first where the hand is full; a Flannel for what was taken."""
        victim = self.victim
        if card is None:
            return self.tell(EVERYONE, TookOf(seat, victim, False))
        if drop is not None:
            self.to_discard(self.out_of_hand(seat, [drop]))
            self.tell(EVERYONE, Dropped(seat, (drop,)))
        self.hands[victim].remove(card)
        self.hands[seat].append(card)
        both = only(seat) | only(victim)
        self.tell(both, TookOf(seat, victim, True, self.code(card)), TookOf(seat, victim, True))
        self.take_flannel(victim)

    def pull_trigger(self) -> None:
        """S-263, A-98: with a Bullet the shot is compulsory, at this player; S-264: without one the Revolver is lost,
        for a Flannel."""
        seat = self.actor
        revolver = self.of_kind(self.hands[seat], REVOLVER)[0]
        bullets = self.of_kind(self.hands[seat], "bullet")
        if not bullets:
            self.hands[seat].remove(revolver)
            self.to_discard([revolver])
            self.tell(EVERYONE, NoShot(seat))
            return self.take_flannel(seat)
        bullet = next((card for card in bullets if (seat, card) not in self.spent), bullets[0])
        self.act = "bullet"
        self.moved |= self.cost("bullet") > 0
        self.commit(seat, revolver)
        self.commit(seat, bullet)
        self.then(("pay", seat, bullet), "shoot_threatened")

    def shoot_threatened(self) -> None:
        """A-98: the target is not chosen again; if it died meanwhile the Bullet is spent for nothing."""
        if not self.lives(self.actor):
            return
        if self.lives(self.victim):
            return self.shoot()
        self.spend_announced(self.actor)
        self.take_flannel(self.actor)

    # Kung Fu against a threat ------------------------------------------------------------------------------
    def ask_retaliation(self) -> None:
        """S-267, A-108: the assailant is always asked, but with both hands cuffed (A-100). A death ends the threat."""
        self.spend_announced(self.victim)
        if not self.both_live():
            return self.end_threat(self.victim)
        self.then("disarm")
        if self.free_hands(self.actor):
            self.ask("retaliate", [self.actor], sealed=True)

    def both_live(self) -> bool:
        """Whether assailant and threatened player are alive."""
        return self.lives(self.actor) and self.lives(self.victim)

    def end_threat(self, kung_fu: int) -> None:
        """A-100, A-17: a cost on the way killed one of the two: whose Kung Fu was for nothing takes a Flannel."""
        if self.lives(kung_fu):
            self.take_flannel(kung_fu)

    def disarm(self) -> None:
        """S-266, A-100: the Revolver to Discard; the defender draws; the assailant is refilled when the turn ends."""
        revolver = self.of_kind(self.hands[self.actor], REVOLVER)[0]
        self.hands[self.actor].remove(revolver)
        self.to_discard([revolver])
        self.tell(EVERYONE, Disarmed(self.actor))
        self.draw_one(self.victim)

    def check_retaliate(self, seat: int, move: Retaliate) -> Refusal | None:
        """D-30."""
        return self.why_no_kung_fu(seat) if move.use else None

    def do_retaliate(self, seat: int, move: Retaliate) -> None:
        """Nobody learns of it before the window closes."""
        self.seal(seat, move)

    def after_retaliate(self, use: bool) -> None:
        """S-267: it costs as any Kung Fu does."""
        if use:
            self.skip_to("open_turn")
            self.moved |= self.cost("kung-fu") > 0
            self.then(("commit_kung_fu", self.actor), "finish_retaliation")

    def finish_retaliation(self) -> None:
        """A-100: the defender takes a Flannel, the assailant draws; the threat stands, for (a), (b) or (c)."""
        self.spend_announced(self.actor)
        if self.lives(self.victim):
            self.take_flannel(self.victim)
        if not self.lives(self.actor):
            return
        self.tell(EVERYONE, Retaliated(self.actor))
        self.draw_one(self.actor)
        if self.lives(self.victim):
            self.cancelled = True
            self.then("ask_threatened")

    def offer_threats(self, seat: int) -> list[Offer]:
        """Whom to threaten; nothing of it where there are no threats."""
        others = Choice(tuple(self.others()))
        return [Offer("turn", "threaten", {"seat": others}, self.why_no_threat(seat))]
