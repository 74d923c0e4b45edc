"""A state of Hit the Silk!: the rules, with what every viewer is shown of a position (V-1 to V-7)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from facedown.engine import ARCHIVE

from .given import lay_out
from .landing import Flight, Odds, odds
from .position import AFTER_THE_VOTE, NOBODY
from .rules import Rules
from .views import (
    ActView,
    BoxView,
    CuffView,
    HandView,
    JumpView,
    PileView,
    SeatView,
    Terms,
    TradeView,
    View,
    VoteView,
    WayView,
    You,
)
from .words import Given


class HitTheSilk(Rules):
    """A position of Hit the Silk!"""

    __slots__ = ()

    def lay_out(self, given: Given) -> None:
        """The position a scenario describes."""
        lay_out(self, given)

    def view(self, viewer: int) -> View:
        """V-5: what is public; V-1: one's own hand and what one looks at."""
        everything = viewer == ARCHIVE
        return View(
            phase=self.stage if self.ended is None else "over",
            turn=self.turn,
            round=self.round if self.travel else None,
            altitude=None if self.travel else self.altitude,
            gauges_used=self.gauges_used,
            target=self.target,
            seats=tuple([self.seat_view(seat) for seat in range(self.seats)]),
            hands=tuple([self.hand_view(seat, everything) for seat in range(self.seats)]),
            act=self.act_view(),
            vote=None if self.ballots is None else VoteView(self.gauge, dict(self.ballots)),
            talking=self.talking,
            trade=self.trade_view(everything),
            cuffs=tuple([CuffView(n, ends, len(ends) == 1) for n, ends in enumerate(self.ends, 1) if ends]),
            shackles=self.codes([card for card in self.shackles if card is not None]),
            picked=PileView(len(self.picked), self.codes(self.picked) if everything else None) if self.picked else None,
            discard=self.codes(self.discard),
            draw=PileView(len(self.draw), self.codes(self.draw) if everything else None),
            lockbox=PileView(len(self.lockbox), self.shown(self.lockbox) if everything or self.lockbox_open else None),
            laundry=dict(Counter(self.codes(self.laundry))),
            box=self.box_view(everything),
            claims={seat: claims for seat, claims in enumerate(self.claims) if claims} or None,
            used=self.used(),
            offers=tuple(self.offered),
            swapped=tuple(sorted(self.swapped)),
            disposed=tuple([seat for seat in range(self.seats) if self.disposed >> seat & 1]),
            searched=tuple(sorted([" ".join(map(str, step)) for step in self.searched])),
            jump=self.jump_view(),
            plane=self.plane if self.stage in ("flight", "brake") else None,
            dice=self.roll or None,
            odds=self.odds(),
            ways=self.ways(),
            team_cash=self.team_cash,
            you=self.own(viewer) if viewer < self.seats else None,
            outcome=self.ended,
        )

    def used(self) -> tuple[str, ...]:
        """What of that which can be done once in a turn was done."""
        done = {
            "change": self.changed,
            "key": self.keyed,
            "threat": self.threatened,
            "swap": self.swaps,
            "moved": self.moved,
            "proof": self.proved,
            "kung-fu": self.cancelled,
        }
        return tuple([what for what, was in done.items() if was])

    def act_view(self) -> ActView | None:
        """What is being resolved (V-5)."""
        if self.actor == NOBODY:
            return None
        return ActView(self.act, self.actor, None if self.victim == NOBODY else self.victim, self.weapon)

    def seat_view(self, seat: int) -> SeatView:
        """What everybody knows of a player."""
        person: Any = self.people[seat]
        return SeatView(
            name=person.name,
            gone=person.gone,
            poisoned=bool(self.poisoned >> seat & 1),
            injured=bool(self.injured >> seat & 1),
            dead=self.dead[seat] or False,  # type: ignore[arg-type]
            limit=self.limit(seat),
            announced=self.codes(self.announced[seat]),
        )

    def hand_view(self, seat: int, everything: bool) -> HandView:
        """V-5: the count, and how many are cuffed Briefcases; the cards where they lie open."""
        shown = everything or self.lies_open(seat)
        return HandView(
            count=self.count(seat) + len(self.laid[seat]),
            cuffed_cases=len(self.cased(seat)),
            open=self.shown(self.whole_hand(seat)) if shown else None,
        )

    def box_view(self, everything: bool) -> BoxView:
        """A-26, V-6: what went there openly; of the rest the count."""
        hidden = [card for row in (*self.thrown, self.rest) for card in row]
        return BoxView(self.codes(self.box), len(hidden), self.codes(hidden) if everything else None)

    def trade_view(self, everything: bool) -> TradeView | None:
        """V-5, A-62: terms, how many were laid, and what was revealed."""
        deal = self.bargain
        if deal is None:
            return None
        both = (deal.seat, deal.to)
        sealed = {s for s in both if self.asked(s, "lay") and self.sealed[s] is not None}
        laid = {s: len(deal.give) for s in both if self.laid[s] or s in sealed}
        shown = [s for s in both if self.laid[s] and (everything or self.revealed >> s & 1)]
        revealed = {s: self.codes(self.laid[s]) for s in shown}
        return TradeView(Terms(deal.seat, deal.to, deal.give, deal.want), deal.agreed, laid, revealed)

    def jump_view(self) -> JumpView | None:
        """The groups, their seats, and what becomes of everybody."""
        if self.stage not in AFTER_THE_VOTE:
            return None
        return JumpView(
            groups=self.groups,
            seats=self.seats_of,
            gifts=self.gifts,
            safe=self.safe,
            fallen=self.fallen,
            crew=self.crew,
            pilot=self.pilot() if self.crew else None,
        )

    def odds(self) -> int | None:
        """A hint for learners (C-337): the chance of landing from here by best play, in hundredths of a percent."""
        if self.stage != "flight" or self.ended is not None:
            return None
        if not self.roll:
            return round(self.best_play().at(self.plane) * 10_000)
        return max(way.odds for way in self.ways())

    def ways(self) -> tuple[WayView, ...]:
        """What can be made of the dice (S-207 to S-209, S-212), and what becomes of it."""
        if self.stage != "flight" or not self.roll:
            return ()
        return tuple([self.way(flight) for flight in self.flights()])

    def way(self, flight: Flight) -> WayView:
        """One of them."""
        leads, to = self.leads(flight)
        chance = round(self.best_play().after(self.plane, flight) * 10_000)
        return WayView(across=flight.across, down=flight.down, minus=flight.minus, to=to, leads=leads, odds=chance)

    def best_play(self) -> Odds:
        """The exact odds on this board, with or without a Licence."""
        return odds(self.edition.landing, self.has_licence(), self.options.lake_is_crash)

    def own(self, seat: int) -> You:
        """One's own secrets; a dead player keeps what is its own."""
        seen = self.shown(self.in_sight(seat)) if self.eyes[seat] else None
        drawn = self.codes(self.picked) if seat == self.turn and self.picked else None
        menu = [offer.kind for offer in self.menu(seat) if offer.why_not is None]
        return You(
            seat,
            self.sealed[seat],
            hand=self.codes(self.whole_hand(seat)),
            cuffed=self.codes(self.cased(seat)) or None,
            seen=seen,
            menu=tuple(dict.fromkeys(menu)),
            drawn=drawn,
            laid=self.codes(self.laid[seat]) if self.laid[seat] else None,
            thrown=self.codes(self.thrown[seat]) or None,
            wasted=self.codes(self.wasted(seat)) or None,
            spent=self.codes([card for card in self.hands[seat] if (seat, card) in self.spent]) or None,
        )
