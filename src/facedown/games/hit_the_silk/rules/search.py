"""The last search: without a Licence each lander may look for it once more (S-203, S-204, A-78, A-79)."""

from __future__ import annotations

from collections.abc import Iterator

from facedown.engine import EVERYONE, Choice, Offer, Refusal, Subset

from .. import refusals as no
from ..events import Search
from ..words import DeadSwap, Key, Redraw, Stop
from .flight import Flying

KEY = "key"


class Searching(Flying):
    """One phase for each lander, in which everything lies open (V-7)."""

    __slots__ = ()

    def search(self) -> None:
        """A-78: clockwise from the left of the turn player."""
        self.stage = "search"
        self.then(*[("let_search", seat) for seat in self.living(self.turn + 1) if seat in self.crew], "take_off")

    def let_search(self, seat: int) -> None:
        """It stops the moment the Licence is in the crew."""
        self.forget_action()
        if not self.has_licence():
            self.ask("search", [seat])

    def do_stop(self, seat: int, move: Stop) -> None:
        """This lander has searched enough."""
        self.close("search")
        self.tell(EVERYONE, Search(seat))

    def search_on(self, seat: int) -> None:
        """After each step the same lander goes on."""
        self.close("search")
        self.then(("let_search", seat))

    # the redraw --------------------------------------------------------------------------------------------
    def check_redraw(self, seat: int, move: Redraw) -> Refusal | None:
        """S-203: once, up to four unprotected cards; an injured lander has but three (A-78)."""
        if ("redraw", seat) in self.searched:
            return no.REDRAWN
        if len(move.cards) > self.edition.last_search:
            return no.TOO_MANY_REDRAWN
        return self.check_held(seat, move.cards)

    def do_redraw(self, seat: int, move: Redraw) -> None:
        """A-78: the discards go first and may come back; all are replaced, whatever the first one is."""
        self.searched |= {("redraw", seat)}
        self.to_discard(self.out_of_hand(seat, move.cards))
        self.tell(EVERYONE, Search(seat, move.cards))
        if move.cards:
            self.draw_into(seat, self.hands[seat], len(move.cards))
        self.search_on(seat)

    # swaps and Key -----------------------------------------------------------------------------------------
    def do_dead_swap(self, seat: int, move: DeadSwap) -> None:
        """A-79: one with each of the poison-dead, whatever was swapped before."""
        super().do_dead_swap(seat, move)
        if self.stage == "search":
            self.search_on(seat)

    def check_search_key(self, seat: int, move: Key) -> Refusal | None:
        """A-79: one Key, for the Lockbox."""
        if ("key", seat) in self.searched:
            return no.KEY_USED
        if not self.holds(seat, KEY):
            return no.NO_KEY
        if not self.lockbox:
            return no.LOCKBOX_EMPTY
        return None if move == Key(lockbox=True) else no.ONLY_LOCKBOX

    def search_lockbox(self, seat: int) -> None:
        """A-79: no altitude; V-7: all see what is in it."""
        self.close("search")
        self.searched |= {("key", seat)}
        card = self.of_kind(self.hands[seat], KEY)[0]
        self.hands[seat].remove(card)
        self.to_discard([card])
        self.act, self.actor, self.lockbox_open = KEY, seat, True
        self.then(("open_lockbox", seat), ("let_search", seat))

    # the menu ----------------------------------------------------------------------------------------------
    def menu_for_search(self, seat: int) -> Iterator[Offer]:
        """D-25."""
        cards = self.codes(self.hands[seat])
        most = min(self.edition.last_search, len(cards))
        yield Offer("search", "redraw", {"cards": Subset(cards, 0, most)}, self.check_redraw(seat, Redraw(())))
        yield from self.offer_swaps(seat, "search")
        why_not = self.check_search_key(seat, Key(lockbox=True))
        yield Offer("search", "key", {"lockbox": Choice((True,))}, why_not)
        yield Offer("search", "stop")
