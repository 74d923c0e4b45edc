"""Trades: a public promise, a secret hand-over (1.14, 2.9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from facedown.engine import EVERYONE, Choice, Offer, Order, Refusal, Subset, only

from .. import refusals as no
from ..edition import KINDS
from ..events import Answered, Offered, Swapped
from ..position import Bargain
from ..words import ANY, Answer, Lay, MakeOffer
from .shooting import Shooting

PROMISES = (ANY, *KINDS)
"""What may be promised, true or not."""


class Trading(Shooting):
    """S-150 to S-154."""

    __slots__ = ()

    def ask_at_open_moments(self) -> None:
        """A-59: by the switch anybody may deal with anybody."""
        if self.options.trade_any_time:
            self.ask("deal", self.others(), "may")
        super().ask_at_open_moments()

    # proposing ---------------------------------------------------------------------------------------------
    def check_offer(self, seat: int, move: MakeOffer) -> Refusal | None:
        """A-59, A-60, A-61, A-63: another living player, as many cards on both sides as both can lay."""
        if self.no_offers_left(seat):
            return no.NO_MORE_OFFERS
        if not 0 <= move.seat < self.seats or move.seat == seat or not self.lives(move.seat):
            return no.NOBODY_TO_TRADE
        return self.check_terms(seat, move.seat, move.give, move.want)

    def check_terms(self, seat: int, to: int, give: Sequence[str], want: Sequence[str]) -> Refusal | None:
        """S-153, A-61, A-63. Whether anybody holds what is promised is not asked (C-146)."""
        if not {*give, *want} <= set(PROMISES):
            return no.NO_SUCH_PROMISE
        if len(give) != len(want) or not give:
            return no.EQUAL_NUMBERS
        return None if len(give) <= self.most_traded(seat, to) else no.TOO_MANY_TRADED

    def most_traded(self, seat: int, to: int) -> int:
        """A-63, A-94: what both can lay; cuffed Briefcases cannot be traded."""
        return min(len(self.hands[seat]), len(self.hands[to]))

    def do_offer(self, seat: int, move: MakeOffer) -> None:
        """D-20: the terms are public."""
        self.close_turn()
        self.act, self.actor, self.victim = "trade", seat, move.seat
        self.bargain = Bargain(seat, move.seat, move.give, move.want)
        self.propose()
        self.then("open_turn")

    def propose(self) -> None:
        """A-60: it counts; the other is asked."""
        deal = self.deal_now()
        self.offered[self.counts_for(deal.seat)] += 1
        self.tell(EVERYONE, Offered(deal.seat, deal.to, deal.give, deal.want))
        self.ask("answer", [deal.to])

    def counts_for(self, seat: int) -> int:
        """A-60: whose proposals of this turn one more is: the turn player's; A-59: by the switch each one's own."""
        return seat if self.options.trade_any_time else self.turn

    def no_offers_left(self, seat: int) -> bool:
        """A-60: eight in a turn, counters included."""
        return self.offered[self.counts_for(seat)] >= self.edition.offers

    def deal_now(self) -> Bargain:
        """The trade that is going on."""
        assert self.bargain is not None
        return self.bargain

    # answering ---------------------------------------------------------------------------------------------
    def check_answer(self, seat: int, move: Answer) -> Refusal | None:
        """A-59: accept, decline, or counter once, while proposals are left (A-60)."""
        if move.say != "counter":
            return None if move.give is None and move.want is None else no.NO_TERMS_HERE
        deal = self.deal_now()
        if deal.countered:
            return no.COUNTERED
        if self.no_offers_left(seat):
            return no.NO_MORE_OFFERS
        return self.check_terms(seat, deal.other(seat), move.give or (), move.want or ())

    def do_answer(self, seat: int, move: Answer) -> None:
        """D-21. A-61: once it is agreed both must lay."""
        self.close("answer")
        deal = self.deal_now()
        self.tell(EVERYONE, Answered(seat, move.say))
        if move.say == "counter":
            self.bargain = Bargain(seat, deal.seat, move.give or (), move.want or (), countered=True)
            self.propose()
        elif move.say == "accept":
            self.bargain = deal._replace(agreed=True)
            self.then("ask_to_lay", "after_laying")

    # the hand-over -----------------------------------------------------------------------------------------
    def ask_to_lay(self) -> None:
        """S-151, A-62: both at once, neither seeing anything."""
        deal = self.deal_now()
        self.ask("lay", sorted((deal.seat, deal.to)), sealed=True)

    def check_lay(self, seat: int, move: Lay) -> Refusal | None:
        """S-152, S-153: any cards, as many as agreed; never a cuffed Briefcase (A-94)."""
        if len(move.cards) != len(self.deal_now().give):
            return no.AS_MANY_AS_AGREED
        return self.check_held(seat, move.cards)

    def do_lay(self, seat: int, move: Lay) -> None:
        """A-62: nobody sees anything before both have laid."""
        if not self.seal(seat, move):
            return
        for s, answer in enumerate(self.unseal()):
            if isinstance(answer, Lay):
                self.laid[s] = self.out_of_hand(s, answer.cards)

    def after_laying(self) -> None:
        """S-151, S-154: the packets change hands."""
        self.then("swap_packets")

    def swap_packets(self) -> None:
        """A-62: only the two ever know the cards."""
        deal = self.deal_now()
        one, two = deal.seat, deal.to
        gave, took = self.codes(self.laid[one]), self.codes(self.laid[two])
        self.hands[one] += self.laid[two]
        self.hands[two] += self.laid[one]
        self.laid[one], self.laid[two] = [], []
        self.tell(only(one) | only(two), Swapped(one, two, gave, took), Swapped(one, two))

    def agreed_cards(self, seat: int) -> Lay:
        """D-22: as promised if held, else Flannel; what is still missing is drawn by the caller from the rest."""
        left = self.hands[seat][:]
        wanted = Counter(self.deal_now().promised(seat))
        laid: list[int] = []
        for kind in [*wanted.elements(), *["flannel"] * len(left)]:
            card = next((card for card in left if self.kind(card) == kind), None)
            if card is not None and len(laid) < wanted.total():
                laid.append(card)
                left.remove(card)
        rest = self.chance.apart(f"lay/{seat}/{self.opened}")
        while len(laid) < wanted.total():
            laid.append(left.pop(int(rest.random() * len(left))))
        return Lay(self.codes(laid))

    # the menu ----------------------------------------------------------------------------------------------
    def offer_trades(self, seat: int, request: str) -> Iterator[Offer]:
        """Each number of cards a case. The same kind may be promised twice too."""
        others = [other for other in self.living() if other != seat]
        most = max([self.most_traded(seat, other) for other in others], default=0)
        if not most or self.no_offers_left(seat):
            why_not = no.NO_MORE_OFFERS if most else no.TOO_MANY_TRADED
            terms = Choice(((ANY,),))
            yield Offer(request, "offer", {"seat": Choice(tuple(others)), "give": terms, "want": terms}, why_not)
            return
        for k in range(1, most + 1):
            seats = Choice(tuple([other for other in others if self.most_traded(seat, other) >= k]))
            promise = Order(PROMISES, k)
            yield Offer(request, "offer", {"seat": seats, "give": promise, "want": promise})

    def menu_for_answer(self, seat: int) -> Iterator[Offer]:
        """A counter for each number of cards."""
        deal = self.deal_now()
        yield Offer("answer", "answer", {"say": Choice(("accept", "decline"))})
        why_not = no.COUNTERED if deal.countered else None
        if why_not is None and self.no_offers_left(seat):
            why_not = no.NO_MORE_OFFERS
        for k in range(1, self.most_traded(seat, deal.other(seat)) + 1):
            promise = Order(PROMISES, k)
            yield Offer("answer", "answer", {"say": Choice(("counter",)), "give": promise, "want": promise}, why_not)

    def menu_for_lay(self, seat: int) -> list[Offer]:
        """As many own cards as agreed."""
        n = len(self.deal_now().give)
        return [Offer("lay", "lay", {"cards": Subset(self.codes(self.hands[seat]), n, n)})]
