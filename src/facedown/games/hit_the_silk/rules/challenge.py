"""Challenges of what a trader has laid, and what comes of them (1.21, 2.14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from facedown.engine import EVERYONE, Choice, Offer, Place, Refusal, Subset, only

from .. import refusals as no
from ..events import Accepted, Challenged, ExtraSwap, Looked, Remedy, Revealed, Void
from ..words import ANY
from ..words import Challenge as Calls
from ..words import Counter as CallsBack
from ..words import Extra as ExtraMove
from ..words import Remedy as RemedyMove
from .trade import Trading


class Challenging(Trading):
    """S-280 to S-288. Each trade goes from laying to a swap, a remedy, or nothing."""

    __slots__ = ()

    def after_laying(self) -> None:
        """S-280, S-281, A-103: by the switch both decide in secret whether they challenge."""
        if self.options.on("challenge"):
            self.then("ask_challenge")
        else:
            super().after_laying()

    def ask_challenge(self) -> None:
        """D-33."""
        deal = self.deal_now()
        self.ask("challenge", sorted((deal.seat, deal.to)), sealed=True)

    def do_challenge(self, seat: int, move: Calls) -> None:
        """A-103: at once, so nobody is first."""
        if not self.seal(seat, move):
            return
        deal, answers = self.deal_now(), self.unseal()
        callers = []
        for s in sorted((deal.seat, deal.to)):
            answer = answers[s]
            if isinstance(answer, Calls) and answer.call:
                callers.append(s)
                self.tell(EVERYONE, Challenged(s))
            else:
                self.tell(EVERYONE, Accepted(s))
        if not callers:
            return self.then("swap_packets")
        # of two the turn player accuses; where it has no part in the trade, who proposed it
        accuser = callers[0] if len(callers) == 1 else self.turn if self.turn in callers else deal.seat
        self.bargain = deal._replace(accuser=accuser)
        if not self.options.on("counter_challenge"):
            return self.then("judge_suspect")
        self.then("judge_both" if len(callers) == 2 else "ask_counter")

    def accuser(self) -> int:
        """Who challenged."""
        return self.deal_now().accuser

    def suspect(self) -> int:
        """Who was challenged."""
        return self.deal_now().other(self.accuser())

    def ask_counter(self) -> None:
        """S-285, A-105: before anything is turned over."""
        self.ask("counter", [self.suspect()])

    def do_counter(self, seat: int, move: CallsBack) -> None:
        """D-34."""
        self.close("counter")
        self.tell(EVERYONE, Challenged(seat) if move.call else Accepted(seat))
        self.then("judge_both" if move.call else "judge_suspect")

    # judging -----------------------------------------------------------------------------------------------
    def reveal(self, seat: int) -> None:
        """S-281, A-102: what was laid is public from now on."""
        self.revealed |= 1 << seat
        self.tell(EVERYONE, Revealed(seat, self.codes(self.laid[seat])))

    def honest(self, seat: int) -> bool:
        """A-102: the packet satisfies the promise; any card is any card."""
        promised = Counter([kind for kind in self.deal_now().promised(seat) if kind != ANY])
        return promised <= Counter(map(self.kind, self.laid[seat]))

    def judge_suspect(self) -> None:
        """S-282, S-284: a liar is at the accuser's mercy; a truthful suspect has a claim on the accuser's promise."""
        suspect = self.suspect()
        self.reveal(suspect)
        self.let_take(suspect if self.honest(suspect) else self.accuser())

    def judge_both(self) -> None:
        """S-285, A-105: both are revealed together. S-286: exactly one honest trader; S-288: else the trade is void."""
        accuser, suspect = self.accuser(), self.suspect()
        self.reveal(suspect)
        self.reveal(accuser)
        honest = [seat for seat in (accuser, suspect) if self.honest(seat)]
        if len(honest) == 1:
            self.let_take(honest[0])
        else:
            self.call_off()

    def call_off(self) -> None:
        """S-283, S-288: each takes back what was laid."""
        deal = self.deal_now()
        for seat in (deal.seat, deal.to):
            self.hands[seat] += self.laid[seat]
            self.laid[seat] = []
        self.tell(EVERYONE, Void(deal.seat, deal.to))

    # the remedy --------------------------------------------------------------------------------------------
    def let_take(self, taker: int) -> None:
        """D-35: one decision, the same from outside whether picks are due or not; A-102: only then does the taker see
        the other's hand."""
        self.bargain = self.deal_now()._replace(taker=taker)
        self.due = len(self.described()) - len(self.owned_as_promised())
        if self.due:
            other = self.deal_now().other(taker)
            self.look_at_hand(taker, other)
            laid: list[Place] = [("laid", other, at) for at in range(len(self.laid[other]))]
            self.look(taker, self.eyes[taker] + laid)
            self.tell(only(taker), Looked(taker, other, self.shown(self.in_sight(taker))))  # nobody else learns of it
        self.ask("remedy", [taker])

    def taker(self) -> int:
        """Who may take a remedy."""
        return self.deal_now().taker

    def other(self) -> int:
        """From whom."""
        return self.deal_now().other(self.taker())

    def owned_as_promised(self) -> list[int]:
        """A-102: of the described cards those that the other has; laid ones first."""
        other = self.other()
        left, found = self.laid[other] + self.hands[other], []
        for kind in self.deal_now().promised(other):
            card = next((card for card in left if self.kind(card) == kind), None)
            if card is not None:
                left.remove(card)
                found.append(card)
        return found

    def described(self) -> list[str]:
        """A-102: the cards that the other has promised by their kinds."""
        return [kind for kind in self.deal_now().promised(self.other()) if kind != ANY]

    def pickable(self) -> list[int]:
        """A-102, A-94: any unprotected card of the other that is not taken anyway."""
        other, taken = self.other(), self.owned_as_promised()
        return [card for card in self.laid[other] + self.hands[other] if card not in taken]

    def picked_cards(self, move: RemedyMove) -> list[int] | None:
        """The picks of a move, which may name what was promised and is there too; None where it does not fit."""
        codes = list(move.take or ())
        if len(codes) > self.due:
            there = map(self.kind, self.owned_as_promised()) if self.due else self.described()
            for kind in there:
                if kind not in codes:
                    return None
                codes.remove(kind)
        if len(codes) != self.due:
            return None
        return self.find(self.pickable(), codes) if self.due else []

    def check_remedy(self, seat: int, move: RemedyMove) -> Refusal | None:
        """S-282 to S-286."""
        return None if move.take is None or self.picked_cards(move) is not None else no.PICKS

    def do_remedy(self, seat: int, move: RemedyMove) -> None:
        """Take, or not: S-283, S-286: then the trade is off; A-104: after a true packet it goes on as it was laid."""
        self.close("remedy")
        other = self.other()
        if move.take is None:
            self.look_away()
            self.tell(EVERYONE, Remedy(seat, 0))
            self.then("swap_packets" if self.truthful_suspect(seat) else "call_off")
            return
        taken = self.owned_as_promised() + (self.picked_cards(move) or [])
        assert len(taken) == len(self.described())
        left = [card for card in self.laid[other] if card not in taken]
        for _ in range(self.deal_now().promised(other).count(ANY)):  # at random, unseen
            taken.append(left.pop(self.chance.place("remedy", self.codes(left))))
        paid = self.laid[seat]
        self.hands[other] = [c for c in self.hands[other] + self.laid[other] if c not in taken] + paid
        self.hands[seat] += taken
        self.laid[seat], self.laid[other] = [], []
        self.look_away()
        both = only(seat) | only(other)
        self.tell(both, Remedy(seat, len(taken), self.shown(paid), self.shown(taken)), Remedy(seat, len(taken)))
        if self.both_revealed():
            self.then("ask_extra")

    def truthful_suspect(self, seat: int) -> bool:
        """A-104: no counter was made, and it is the suspect who has the choice."""
        return seat == self.suspect() and not self.both_revealed()

    def both_revealed(self) -> bool:
        """Whether there was a counter-challenge."""
        deal = self.deal_now()
        return bool(self.revealed >> deal.seat & self.revealed >> deal.to & 1)

    def menu_for_remedy(self, seat: int) -> Iterator[Offer]:
        """None, or the picks."""
        picks = Subset(self.shown(self.pickable()), self.due, self.due) if self.due else Choice(((),))
        yield Offer("remedy", "remedy", {"take": picks})
        yield Offer("remedy", "remedy", {"take": Choice((None,))})

    # one more ----------------------------------------------------------------------------------------------
    def ask_extra(self) -> None:
        """S-287, A-105: after a take the honest trader sees the liar's hand, and may swap one more card."""
        taker, other = self.taker(), self.other()
        hand = self.shown(self.look_at_hand(taker, other))
        self.tell(only(taker), Looked(taker, other, hand))
        self.ask("extra", [taker])

    def check_extra(self, seat: int, move: ExtraMove) -> Refusal | None:
        """One for one, unprotected, or nothing."""
        if move.give is None and move.take is None:
            return None
        if move.give is None or move.take is None:
            return no.ONE_FOR_ONE
        refusal = self.check_held(seat, [move.give])
        if refusal is not None:
            return refusal
        if self.find(self.hands[self.other()], [move.take]) is not None:
            return None
        return no.CUFFED if self.find(self.cased(self.other()), [move.take]) is not None else no.NOT_THERE

    def do_extra(self, seat: int, move: ExtraMove) -> None:
        """D-36."""
        self.close("extra")
        other = self.other()
        self.look_away()
        if move.give is None or move.take is None:
            return self.tell(EVERYONE, ExtraSwap(seat, False))
        gave, took = self.out_of_hand(seat, [move.give]), self.out_of_hand(other, [move.take])
        self.hands[seat] += took
        self.hands[other] += gave
        both = only(seat) | only(other)
        self.tell(both, ExtraSwap(seat, True, move.give, move.take), ExtraSwap(seat, True))

    def menu_for_extra(self, seat: int) -> Iterator[Offer]:
        """None, or one of each."""
        yield Offer("extra", "extra", {"give": Choice((None,)), "take": Choice((None,))})
        own = tuple(dict.fromkeys(self.codes(self.hands[seat])))
        theirs = tuple(dict.fromkeys(self.shown(self.hands[self.other()])))
        if own and theirs:
            yield Offer("extra", "extra", {"give": Choice(own), "take": Choice(theirs)})
