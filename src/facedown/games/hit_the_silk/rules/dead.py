"""The dead: how poison kills, what becomes of their hands, the swap with them (1.10, 1.16 and 2.8 of our reference)."""

from __future__ import annotations

from collections.abc import Iterator

from facedown.engine import EVERYONE, Choice, Domain, Offer, Outcome, Refusal, only

from .. import refusals as no
from ..events import Died, Killed, SwappedDead
from ..words import DeadSwap
from .cards import POISON
from .looking import Looking


class Dead(Looking):
    """Players who withdrew (S-170)."""

    __slots__ = ()

    # poison ------------------------------------------------------------------------------------------------
    def purge_poison(self) -> None:
        """S-103: at 6,000 feet every Poison in a hand goes to the Box, for a Flannel; all see it."""
        for seat in self.living(self.turn):
            for card in self.of_kind(self.hands[seat], POISON):
                self.hands[seat].remove(card)
                self.box_poison(seat, card)
                self.take_flannel(seat)

    def kill_poisoned(self) -> None:
        """S-108, A-41, A-44, A-45: at 4,000 feet, on the plane, with a token. All at once (C-109)."""
        for seat in self.living(self.turn):
            if self.poisoned >> seat & 1:
                self.spend_announced(seat)
                self.die(seat, "poison")
                self.tell(EVERYONE, Died(seat, "poison", self.shown(self.whole_hand(seat))))  # S-109
        if not self.living():
            self.all_lose()

    def die(self, seat: int, of: str) -> None:
        """Withdraws a player; cuffs stay closed (S-173), cash target and gauges as they are (A-114)."""
        self.dead = (*self.dead[:seat], of, *self.dead[seat + 1 :])

    def all_lose(self) -> None:
        """A-50: nobody lives."""
        everybody = tuple(range(self.seats))
        self.finish(Outcome(losers=everybody, scores=(0,) * self.seats, why="all-dead", overall=()))

    def spend_announced(self, seat: int) -> None:
        """A-17: cards that lie before a player go where they would have gone; the Revolver back into the hand."""
        cards, self.announced[seat] = self.announced[seat], []
        for card in cards:
            match self.kind(card):
                case "revolver":
                    self.hands[seat].append(card)
                case "poison" | "antidote":
                    self.box.append(card)
                case _:
                    self.to_discard([card])

    # a second bullet ---------------------------------------------------------------------------------------
    def kill(self, seat: int) -> None:
        """S-134, S-135, A-57: the whole hand leaves the game unseen; Handcuffs that held a Briefcase go to Discard."""
        self.die(seat, "shot")
        lost = self.whole_hand(seat)
        for number, ends in enumerate(self.ends):
            if ends == (seat,):
                self.to_discard([self.open_cuffs(number)])
        self.hands[seat] = []
        self.thrown[seat] += lost
        self.tell(only(seat), Killed(seat, len(lost), self.codes(lost)), Killed(seat, len(lost)))

    def open_cuffs(self, number: int) -> int:
        """S-093, A-94: the cuffs of this number join nobody any more; their card. A Briefcase becomes ordinary."""
        card, case = self.shackles[number], self.cuffed[number]
        assert card is not None
        if case is not None:
            self.hands[self.ends[number][0]].append(case)
        self.shackles[number], self.cuffed[number], self.ends[number] = None, None, ()
        return card

    # the swap with the dead --------------------------------------------------------------------------------
    def why_no_swap(self, seat: int, dead: int) -> Refusal | None:
        """S-110, A-46, A-47: once with each poison-dead player, or by the switch once in a turn; in the last search
        once more (A-79)."""
        if not 0 <= dead < self.seats or self.dead[dead] != POISON:
            return no.NOT_POISON_DEAD  # S-171, S-172
        if not self.hands[dead]:
            return no.NOTHING_LEFT
        if self.stage == "search":
            return no.SWAPPED if ("swap", seat, dead) in self.searched else None
        if self.options.swap_each_turn:
            return no.SWAPPED_THIS_TURN if self.swaps else None
        return no.SWAPPED if (seat, dead) in self.swapped else None

    def check_dead_swap(self, seat: int, move: DeadSwap) -> Refusal | None:
        """One's own unprotected card for one that lies there."""
        refusal = self.why_no_swap(seat, move.seat)
        if refusal is not None:
            return refusal
        refusal = self.check_held(seat, [move.give])
        if refusal is not None:
            return refusal
        if self.find(self.hands[move.seat], [move.take]) is not None:
            return None
        return no.CUFFED if self.find(self.cased(move.seat), [move.take]) is not None else no.NOT_THERE

    def do_dead_swap(self, seat: int, move: DeadSwap) -> None:
        """A-47: first the discard, then the card of choice; no action for A-10, no altitude."""
        if self.stage == "search":
            self.searched |= {("swap", seat, move.seat)}
        else:
            self.swapped |= {(seat, move.seat)}
            self.swaps = True
        self.to_discard(self.out_of_hand(seat, [move.give]))
        self.tell(EVERYONE, SwappedDead(seat, move.seat, move.give, move.take))
        self.hands[seat] += self.out_of_hand(move.seat, [move.take])

    def offer_swaps(self, seat: int, request: str) -> Iterator[Offer]:
        """The swaps, each dead player a case."""
        for dead in range(self.seats):
            if self.dead[dead]:
                why_not = self.why_no_swap(seat, dead) or (None if self.hands[seat] else no.NOTHING_FREE)
                fields: dict[str, Domain] = {
                    "seat": Choice((dead,)),
                    "give": Choice(tuple(dict.fromkeys(self.codes(self.hands[seat])))),
                    "take": Choice(tuple(dict.fromkeys(self.shown(self.hands[dead])))),
                }
                yield Offer(request, "dead_swap", fields, why_not)
