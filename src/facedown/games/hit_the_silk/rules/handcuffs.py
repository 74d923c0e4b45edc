"""Handcuffs and Key (1.8, 1.9, 2.6), and Briefcases cuffed to their owner (1.21)."""

from __future__ import annotations

from itertools import combinations

from facedown.engine import EVERYONE, Choice, Offer, Refusal

from .. import refusals as no
from ..events import Cuffed, Unlocked
from ..words import Cuff, Key
from .theft import Theft


class Handcuffs(Theft):
    """Who hangs on whom. It takes away neither vote nor trade (S-087, A-34); it counts at the jump (S-086)."""

    __slots__ = ()

    # Handcuffs ---------------------------------------------------------------------------------------------
    def pairs(self) -> list[tuple[int, int]]:
        """S-080, A-33: two of the living with a free hand each, not cuffed to each other yet; chains and rings may
        come of it (S-084)."""
        free = [seat for seat in self.living() if self.free_hands(seat)]
        return [pair for pair in combinations(sorted(free), 2) if pair not in self.ends]

    def own_cases(self, seat: int) -> list[int]:
        """S-250, A-94: Briefcases in hand that one may cuff to oneself, with a free hand."""
        if not self.options.on("briefcase_cuffs") or not self.free_hands(seat):
            return []
        return self.of_kind(self.hands[seat], *self.edition.cash)

    def why_not_handcuffs(self, seat: int) -> Refusal | None:
        """A-33: there is neither a pair nor a Briefcase."""
        return None if self.pairs() or self.own_cases(seat) else no.NO_PAIR

    def begin_handcuffs(self) -> None:
        """S-081 to S-083."""
        self.then("choose_pair")

    def choose_pair(self) -> None:
        """D-09."""
        self.ask("cuff", [self.actor])

    def check_cuff(self, seat: int, move: Cuff) -> Refusal | None:
        """A pair, or a Briefcase, not both."""
        if (move.seats is None) == (move.case is None):
            return no.PAIR_OR_CASE
        if move.case is not None:
            if self.find(self.own_cases(seat), [move.case]) is not None:
                return None
            return no.NO_CASE_CUFFS if not self.options.on("briefcase_cuffs") else no.NOT_A_CASE
        pair = tuple(sorted(move.seats or ()))
        return None if pair in self.pairs() else self.why_no_pair(pair)

    def why_no_pair(self, pair: tuple[int, ...]) -> Refusal:
        """A-33."""
        if len(set(pair)) != HANDCUFFED or not set(pair) <= set(self.living()):
            return no.TWO_LIVING
        return no.ALREADY_CUFFED if pair in self.ends else no.NO_FREE_HAND

    def do_cuff(self, seat: int, move: Cuff) -> None:
        """S-081: the card before the first, its token by the second; S-252: both by the owner of a Briefcase. S-082,
        S-254: the user takes a Flannel."""
        self.close("cuff")
        number = self.free_number()
        self.shackles[number] = self.announced[seat].pop()
        if move.case is not None:
            self.cuffed[number] = self.out_of_hand(seat, [move.case])[0]
            self.ends[number] = (seat,)
            self.tell(EVERYONE, Cuffed(number + 1, seat=seat))
        else:
            self.ends[number] = tuple(sorted(move.seats or ()))
            self.tell(EVERYONE, Cuffed(number + 1, seats=self.ends[number]))
        self.take_flannel(seat)

    def free_number(self) -> int:
        """S-083, A-05: the lowest token that is not in use; there is always one."""
        if () not in self.ends:
            self.shackles.append(None)
            self.cuffed.append(None)
            self.ends.append(())
        return self.ends.index(())

    def menu_for_cuff(self, seat: int) -> list[Offer]:
        """Pairs, and Briefcases."""
        offers = []
        if pairs := self.pairs():
            offers.append(Offer("cuff", "cuff", {"seats": Choice(tuple(pairs))}))
        if cases := self.own_cases(seat):
            offers.append(Offer("cuff", "cuff", {"case": Choice(tuple(dict.fromkeys(self.codes(cases))))}))
        return offers

    # Key ---------------------------------------------------------------------------------------------------
    def in_use(self) -> list[int]:
        """The numbers of the cuffs in play."""
        return [number for number, ends in enumerate(self.ends, 1) if ends]

    def why_not_key(self, seat: int) -> Refusal | None:
        """A-36: no cuffs in play, and the Lockbox is empty."""
        return None if self.in_use() or self.lockbox else no.NOTHING_TO_OPEN

    def begin_key(self) -> None:
        """S-091: after the cost, the use."""
        self.then("choose_use")

    def choose_use(self) -> None:
        """D-10."""
        self.ask("key", [self.actor])

    def check_key(self, seat: int, move: Key) -> Refusal | None:
        """S-092, S-253: any cuffs, whoever wears them; S-094, A-37: the Lockbox while something is in it."""
        if self.stage == "search":
            return self.check_search_key(seat, move)
        if move.cuff is None:
            if not move.lockbox:
                return no.CUFFS_OR_LOCKBOX
            return None if self.lockbox else no.LOCKBOX_EMPTY
        if move.lockbox is not None:
            return no.CUFFS_OR_LOCKBOX
        return None if move.cuff in self.in_use() else no.NO_SUCH_CUFFS

    def do_key(self, seat: int, move: Key) -> None:
        """S-093: Key to Discard, a Flannel, Handcuffs to Discard, the token free; S-094: or a look into the Lockbox."""
        if self.stage == "search":
            return self.search_lockbox(seat)
        self.close("key")
        self.spend_announced(seat)
        if move.cuff is None:
            return self.then(("open_lockbox", seat))
        self.take_flannel(seat)
        self.to_discard([self.open_cuffs(move.cuff - 1)])
        self.tell(EVERYONE, Unlocked(seat, move.cuff))

    def menu_for_key(self, seat: int) -> list[Offer]:
        """Each of the possible uses (A-36)."""
        offers = [Offer("key", "key", {"cuff": Choice(tuple(self.in_use()))})] if self.in_use() else []
        if self.lockbox:
            offers.append(Offer("key", "key", {"lockbox": Choice((True,))}))
        return offers


HANDCUFFED = 2
"""Players that one Handcuffs card joins."""
