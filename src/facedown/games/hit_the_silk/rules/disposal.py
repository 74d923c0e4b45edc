"""Throwing cards off the plane (1.21, 2.14)."""

from __future__ import annotations

from collections.abc import Iterator

from facedown.engine import Domain, Offer, Refusal, Subset, only

from .. import refusals as no
from ..events import Disposed
from ..words import Dispose
from .cards import FLANNEL
from .threat import Threats

MOST_THROWN = 2
"""S-270."""


class Disposal(Threats):
    """S-270 to S-272: anybody alive, at any open moment."""

    __slots__ = ()

    def ask_at_open_moments(self) -> None:
        """S-272, A-101: whoever lives may throw something off the plane."""
        super().ask_at_open_moments()
        if self.options.on("disposal"):
            self.ask("dispose", self.living(), "may")

    def throwable(self, seat: int) -> list[int]:
        """A-101: no Flannel."""
        return [card for card in self.hands[seat] if self.kind(card) != FLANNEL]

    def why_no_disposal(self, seat: int) -> Refusal | None:
        """A-101: once in a turn; and one needs a card to throw and another to discard."""
        if self.disposed >> seat & 1:
            return no.DISPOSED
        return None if self.throwable(seat) and len(self.hands[seat]) > 1 else no.NOTHING_TO_THROW

    def check_dispose(self, seat: int, move: Dispose) -> Refusal | None:
        """S-270, S-271, A-101: one or two that are no Flannel, and as many others."""
        refusal = self.why_no_disposal(seat)
        if refusal is not None:
            return refusal
        if not 1 <= len(move.throw) <= MOST_THROWN:
            return no.THROW_ONE_OR_TWO
        if len(move.discard) != len(move.throw):
            return no.DISCARD_AS_MANY
        refusal = self.check_held(seat, [*move.throw, *move.discard])
        if refusal is not None:
            return refusal
        thrown = self.find(self.hands[seat], move.throw) or []
        return no.NO_FLANNEL_THROWN if self.of_kind(thrown, FLANNEL) else None

    def do_dispose(self, seat: int, move: Dispose) -> None:
        """A-101: what is thrown, nobody else ever sees (V-6); the discards are open. A hand is refilled at the end of
        the turn (A-24)."""
        self.disposed |= 1 << seat
        self.thrown[seat] += self.out_of_hand(seat, move.throw)
        self.to_discard(self.out_of_hand(seat, move.discard))
        count = len(move.throw)
        self.tell(only(seat), Disposed(seat, count, move.discard, move.throw), Disposed(seat, count, move.discard))

    def menu_for_dispose(self, seat: int) -> Iterator[Offer]:
        """By how many are thrown."""
        cards, throwable = self.hands[seat], self.throwable(seat)
        why_not = self.why_no_disposal(seat)
        for n in range(1, MOST_THROWN + 1):
            if n == 1 or (not why_not and len(throwable) >= n and len(cards) >= 2 * n):
                fields: dict[str, Domain] = {
                    "throw": Subset(self.codes(throwable), n, n),
                    "discard": Subset(self.codes(cards), n, n),
                }
                yield Offer("dispose", "dispose", fields, why_not, exact=False)
