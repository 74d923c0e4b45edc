"""What one seat knows of the cards of the others: what it saw, was told, or can conclude, each with how sure it is that
the card is still there. It grows from the seat's own log alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .. import events as told

FLANNEL = "flannel"
CLAIMED, PROMISED = 0.6, 0.6
"""How far a claim, and the promise of a trade between others, are believed."""
TRUSTED = 0.5
"""From here up a trader is taken at its word."""
STRANGER = 0.6
"""How far one is trusted who has not traded yet."""
FOUND_OUT = 0.3
"""How far one is trusted who has promised what it cannot have."""


class Known:
    """A card that is known to be in a hand; `sure`: how likely it still is."""

    __slots__ = ("kind", "sure")

    def __init__(self, kind: str, sure: float = 1.0) -> None:
        self.kind, self.sure = kind, sure


class Memory:
    """Of each seat the known cards, of the Lockbox those that were seen, and who kept to what was agreed."""

    def __init__(self, seat: int, seats: int, kind: dict[str, str], copies: dict[str, int]) -> None:
        self.seat, self.kind, self.copies = seat, kind, copies
        self.hands: list[list[Known]] = [[] for _ in range(seats)]
        self.lockbox: list[str] | None = None
        """What was seen in it, until somebody else opens it; None: unknown."""
        self.trust = [STRANGER] * seats
        self.deal: told.Offered | None = None
        """The terms of the latest trade."""
        self.declined: set[tuple[Any, ...]] = set()
        """Own proposals that were declined, or made, in this turn."""
        self.hearers: dict[type, Callable[[Any], None]] = {
            getattr(told, name.removeprefix("on_")): getattr(self, name) for name in dir(self) if name.startswith("on_")
        }

    def hear(self, events: Sequence[Any]) -> None:
        """What the log says, in order."""
        for event in events:
            hearer = self.hearers.get(type(event))
            if hearer is not None:
                hearer(event)

    def kinds(self, codes: Iterable[str] | None) -> list[str]:
        """The kinds of these cards, if there are any."""
        return [self.kind.get(code, code) for code in codes or ()]

    # what is known of a hand -------------------------------------------------------------------------------
    def gains(self, seat: int, codes: Iterable[str], sure: float = 1.0) -> None:
        """These cards came into a hand."""
        self.hands[seat] += [Known(kind, sure) for kind in self.kinds(codes)]

    def loses(self, seat: int, codes: Iterable[str]) -> None:
        """These cards left it, open for us to see."""
        for kind in self.kinds(codes):
            known = [card for card in self.hands[seat] if card.kind == kind]
            if known:
                self.hands[seat].remove(max(known, key=lambda card: card.sure))

    def holds(self, seat: int, codes: Iterable[str], sure: float = 1.0) -> None:
        """These cards at least are in it."""
        left = self.hands[seat][:]
        for kind in self.kinds(codes):
            card = next((card for card in left if card.kind == kind), None)
            if card is None:
                self.hands[seat].append(Known(kind, sure))
            else:
                left.remove(card)
                card.sure = max(card.sure, sure)

    def fades(self, seat: int, count: int, size: int = 4) -> None:
        """So many cards left it unseen; of those that are known Flannel is the last to be taken."""
        for card in self.hands[seat]:
            card.sure *= max(0.0, 1 - count * (0.5 if card.kind == FLANNEL else 1.25) / size)
        self.hands[seat] = [card for card in self.hands[seat] if card.sure > 0.1]

    def moves(self, source: int, to: int, code: str | None) -> None:
        """One card went from hand to hand; None: unseen."""
        if code is None:
            self.fades(source, 1)
        else:
            self.loses(source, [code])
            self.gains(to, [code])

    # what is heard -----------------------------------------------------------------------------------------
    def on_TurnBegins(self, event: told.TurnBegins) -> None:
        self.declined.clear()

    def on_Dealt(self, event: told.Dealt) -> None:
        self.gains(event.seat, event.cards or ())

    def on_Opened(self, event: told.Opened) -> None:
        self.loses(event.seat, event.cards)

    def on_Drew(self, event: told.Drew) -> None:
        if event.count == 1:  # of several one is kept
            self.gains(event.seat, event.cards or ())

    def on_Kept(self, event: told.Kept) -> None:
        self.gains(event.seat, [event.card] if event.card is not None else ())

    def on_Refilled(self, event: told.Refilled) -> None:
        self.gains(event.seat, [FLANNEL] * event.count)

    def on_Changed(self, event: told.Changed) -> None:
        self.loses(event.seat, [event.card])

    def on_Dropped(self, event: told.Dropped) -> None:
        self.loses(event.seat, event.cards)

    def on_Announced(self, event: told.Announced) -> None:
        self.loses(event.seat, [event.card])

    def on_Purged(self, event: told.Purged) -> None:
        self.loses(event.seat, [event.card])

    def on_Shot(self, event: told.Shot) -> None:
        self.gains(event.seat, ["revolver"])  # S-131: it stays in the hand

    def on_Killed(self, event: told.Killed) -> None:
        self.hands[event.seat] = []

    def on_Looked(self, event: told.Looked) -> None:
        if event.cards is None:
            return
        if event.target is None:
            self.lockbox = self.kinds(event.cards)
        elif event.target != self.seat:
            self.holds(event.target, event.cards)

    def on_Spied(self, event: told.Spied) -> None:
        if event.cards is not None:
            self.hands[event.target] = []
            self.gains(event.target, event.cards)

    def on_Lockbox(self, event: told.Lockbox) -> None:
        if self.lockbox is not None and event.took:
            if event.card is None:
                self.lockbox = None  # S-094: somebody else has taken something
            elif self.kind.get(event.card, event.card) in self.lockbox:
                self.lockbox.remove(self.kind.get(event.card, event.card))
        if event.card is not None:
            self.gains(event.seat, [event.card])

    def on_Stole(self, event: told.Stole) -> None:
        self.moves(event.target, event.seat, event.card)

    def on_TookOf(self, event: told.TookOf) -> None:
        if event.took:
            self.moves(event.target, event.seat, event.card)

    def on_SwappedDead(self, event: told.SwappedDead) -> None:
        self.loses(event.seat, [event.gave])
        self.gains(event.seat, [event.took])

    def on_Knife(self, event: told.Knife) -> None:
        self.holds(event.seat, ["knife"])

    def on_Proof(self, event: told.Proof) -> None:
        self.holds(event.seat, ["revolver"])

    def on_Standoff(self, event: told.Standoff) -> None:
        for seat in event.seats:
            self.holds(seat, ["revolver"])

    def on_NoShot(self, event: told.NoShot) -> None:
        self.loses(event.seat, ["revolver"])

    def on_Disarmed(self, event: told.Disarmed) -> None:
        self.loses(event.seat, ["revolver"])

    def on_LostWeapon(self, event: told.LostWeapon) -> None:
        if event.card is not None:
            self.loses(event.seat, [event.card])

    def on_Disposed(self, event: told.Disposed) -> None:
        self.loses(event.seat, event.cards)
        if event.thrown is None:
            self.fades(event.seat, event.count)
        else:
            self.loses(event.seat, event.thrown)

    def on_Claimed(self, event: told.Claimed) -> None:
        if event.claim in self.kind.values() and event.seat != self.seat:
            self.holds(event.seat, [event.claim], CLAIMED * self.trust[event.seat] / STRANGER)

    # trades ------------------------------------------------------------------------------------------------
    def on_Offered(self, event: told.Offered) -> None:
        self.deal = event
        if event.seat == self.seat:
            self.declined.add((event.to, event.give, event.want))
        elif not all(self.can_hold(event.seat, kind) for kind in self.promised(event.seat)):
            self.trust[event.seat] = min(self.trust[event.seat], FOUND_OUT)

    def can_hold(self, seat: int, kind: str) -> bool:
        """Whether, as far as we know, not all cards of this kind lie in other hands."""
        hands = [hand for s, hand in enumerate(self.hands) if s != seat]
        elsewhere = sum(card.kind == kind and card.sure >= 1 for hand in hands for card in hand)
        return kind == FLANNEL or elsewhere < self.copies[kind]

    def promised(self, seat: int) -> list[str]:
        """The described cards that this trader has promised."""
        if self.deal is None:
            return []
        cards = self.deal.give if seat == self.deal.seat else self.deal.want
        return [kind for kind in cards if kind in self.kind.values()]

    def judge(self, seat: int, laid: Sequence[str]) -> None:
        """Whether a trader kept to the terms, and what we think of it from now on."""
        left = self.kinds(laid)
        for kind in self.promised(seat):
            if kind not in left:
                self.trust[seat] = min(self.trust[seat], FOUND_OUT)
                return
            left.remove(kind)
        if self.promised(seat):
            self.trust[seat] = min(1.0, self.trust[seat] + 0.1)

    def on_Swapped(self, event: told.Swapped) -> None:
        one, two = event.seat, event.to
        if event.gave is not None and event.took is not None:
            other, came = (two, event.took) if one == self.seat else (one, event.gave)
            self.judge(other, came)
            for card in event.gave:
                self.moves(one, two, card)
            for card in event.took:
                self.moves(two, one, card)
        elif self.deal is not None:
            for source, to in ((one, two), (two, one)):
                self.fades(source, len(self.deal.give))
                self.holds(to, self.promised(source), PROMISED)

    def on_Revealed(self, event: told.Revealed) -> None:
        if event.seat != self.seat:
            self.holds(event.seat, event.cards)
            self.judge(event.seat, event.cards)

    def on_Remedy(self, event: told.Remedy) -> None:
        if self.deal is None or not event.count:
            return
        taker = event.seat
        other = self.deal.to if taker == self.deal.seat else self.deal.seat
        if event.gave is not None and event.took is not None:
            for card in event.gave:
                self.moves(taker, other, card)
            for card in event.took:
                self.moves(other, taker, card)
        else:
            self.fades(taker, event.count)
            self.fades(other, event.count)

    def on_ExtraSwap(self, event: told.ExtraSwap) -> None:
        if not event.done or self.deal is None:
            return
        other = self.deal.to if event.seat == self.deal.seat else self.deal.seat
        self.moves(event.seat, other, event.gave)
        self.moves(other, event.seat, event.took)
