"""Who is asked what, what may be answered, which clocks run; talk (4.2 of our reference). What happens then stands in
the other chapters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from facedown.engine import EVERYONE, Choice, Event, Expire, House, Offer, Refusal, Subset, Text, Timer

from .. import refusals as no
from ..edition import KINDS
from ..events import Claimed, Laid, Said
from ..words import (
    ANSWERS,
    TALK,
    Answer,
    Ballot,
    Brake,
    Challenge,
    Change,
    Claim,
    Counter,
    Cuff,
    DeadSwap,
    Defend,
    Dispose,
    DropOut,
    End,
    Extra,
    Fly,
    GiveSeat,
    Keep,
    Key,
    Knife,
    Lay,
    MakeOffer,
    Opening,
    Play,
    Redraw,
    Remedy,
    Retaliate,
    Say,
    Stop,
    Take,
    Target,
    Threaten,
    Threatened,
)
from .defaults import Defaults

WINDOWS = ("knife", "defend", "retaliate")
"""A-108: questions of a single card, which only the clock closes."""
REMEMBERED = 6
"""Claims that lie at a seat."""
CLAIMS = (*KINDS, *(f"no {kind}" for kind in KINDS))
"""What is offered to be claimed: that one holds such a card, or none; other words may be typed."""


class Rules(Defaults):
    """What may be done in a position, and what happens then."""

    __slots__ = ()
    ASKS: ClassVar = {
        "opening": (Opening,),
        "turn": (Change, Play, MakeOffer, DeadSwap, Threaten, End),
        "deal": (MakeOffer,),
        "dispose": (Dispose,),
        "keep": (Keep,),
        "target": (Target,),
        "cuff": (Cuff,),
        "key": (Key,),
        "take": (Take,),
        "knife": (Knife,),
        "defend": (Defend,),
        "answer": (Answer,),
        "lay": (Lay,),
        "challenge": (Challenge,),
        "counter": (Counter,),
        "remedy": (Remedy,),
        "extra": (Extra,),
        "threatened": (Threatened,),
        "retaliate": (Retaliate,),
        "drop_out": (DropOut,),
        "ballot": (Ballot,),
        "seat": (GiveSeat,),
        "search": (Redraw, DeadSwap, Key, Stop),
        "flight": (Fly,),
        "brake": (Brake,),
        "talk": (Say, Claim),
    }
    STREAMS = frozenset({"flight", "brake", "steal", "remedy"})
    TIMERS = frozenset({"window", "discussion", "turn"})
    NOT_YOURS = no.NOT_YOURS
    NOT_NOW = no.NOT_NOW
    OVER = no.OVER

    # talk --------------------------------------------------------------------------------------------------
    def check_say(self, seat: int, move: Say) -> Refusal | None:
        """D-37: any text that can be read, from anybody."""
        return None if move.text.strip() and len(move.text) <= TALK else no.TOO_LONG

    def do_say(self, seat: int, move: Say) -> None:
        """S-006: free, true or not."""
        self.tell(EVERYONE, Said(seat, move.text))

    def check_claim(self, seat: int, move: Claim) -> Refusal | None:
        """D-37: nobody checks it (S-072, S-095)."""
        return None if move.claim.strip() and len(move.claim) <= TALK else no.TOO_LONG

    def do_claim(self, seat: int, move: Claim) -> None:
        """It lies before the speaker, the latest last."""
        self.claims[seat] = (*[c for c in self.claims[seat] if c != move.claim], move.claim)[-REMEMBERED:]
        self.tell(EVERYONE, Claimed(seat, move.claim))

    # who is asked ------------------------------------------------------------------------------------------
    def chosen(self, seat: int) -> Event:
        """A-62: that a trader has laid so many; else that a seat has chosen."""
        if self.asked(seat, "lay"):
            return Laid(seat, len(self.deal_now().give))
        return super().chosen(seat)

    def unasked(self, actor: int, kinds: tuple[str, ...]) -> Refusal:
        """Why a seat that is not asked may not act."""
        if self.ended is not None or any(r.kind in kinds for r in self.open):
            return super().unasked(actor, kinds)
        return no.UNASKED.get(kinds[0], self.NOT_NOW)

    def phase(self) -> str:
        """What is going on."""
        return self.stage

    def do_house(self, actor: int, move: House) -> None:
        """A-80: while the pilot is absent the next lander flies."""
        super().do_house(actor, move)
        for request in self.open:
            if request.kind in ("flight", "brake") and self.gone >> request.seat & 1 and self.pilot() != request.seat:
                self.close(request.kind)
                self.ask(request.kind, [self.pilot()])

    # clocks ------------------------------------------------------------------------------------------------
    def waits(self) -> bool:
        """A discussion is waited for too."""
        return self.talking or super().waits()

    def timers(self) -> list[Timer]:
        """A-108: windows are equally long, whatever is held. A-64: a discussion. A-107: an optional clock."""
        if self.ended is not None:
            return []
        if self.talking:
            return [Timer("discussion", "window", self.options.discussion, self.opened)]
        for request in self.open:
            if request.kind in WINDOWS:
                return [Timer("window", "window", self.options.window, request.opened)]
        clock = self.options.turn_clock
        asked = [request.opened for request in self.open if request.binds == "must"]
        return [Timer("turn", "deadline", clock, asked[0])] if clock is not None and asked else []

    def do_expire(self, actor: int, move: Expire) -> None:
        """A window or a discussion is over; or defaults are played."""
        if move.timer == "discussion":
            self.talking = False
        elif move.timer == "window":
            request = next(request for request in self.open if request.kind in WINDOWS)
            answer = self.unseal()[request.seat] or self.default(request)
            shown = answer.show if isinstance(answer, Knife) else getattr(answer, "use", False)
            getattr(self, f"after_{request.kind}")(shown)
        else:
            super().do_expire(actor, move)

    # the menu ----------------------------------------------------------------------------------------------
    def offers(self, seat: int) -> Iterator[Offer]:
        """What may be answered to the requests that are open to this seat, talk last; each impossible answer with why
        not."""
        kinds = dict.fromkeys([request.kind for request in self.open if request.seat == seat])
        for kind in sorted(kinds, key="talk".__eq__):
            yield from getattr(self, f"menu_for_{kind}")(seat)

    def menu_for_opening(self, seat: int) -> list[Offer]:
        """D-01."""
        n = self.edition.opening_discards
        return [Offer("opening", "opening", {"cards": Subset(self.codes(self.hands[seat]), n, n)})]

    def menu_for_turn(self, seat: int) -> Iterator[Offer]:
        """D-02."""
        hand = tuple(dict.fromkeys(self.codes(self.hands[seat])))
        yield from self.cases(seat, "turn", *map(Play, hand))
        yield from self.cases(seat, "turn", *map(Change, hand))
        yield from self.offer_trades(seat, "turn")
        yield from self.offer_swaps(seat, "turn")
        if self.options.on("threat"):
            yield from self.offer_threats(seat)
        yield Offer("turn", "end")

    def check_end(self, seat: int, move: End) -> Refusal | None:
        """S-031: nothing is compulsory."""
        return None

    def menu_for_deal(self, seat: int) -> Iterator[Offer]:
        """A-59, by the switch."""
        return self.offer_trades(seat, "deal")

    def menu_for_keep(self, seat: int) -> list[Offer]:
        """D-04."""
        return self.cases(seat, "keep", *map(Keep, dict.fromkeys(self.codes(self.picked))))

    def menu_for_knife(self, seat: int) -> list[Offer]:
        """D-06."""
        return self.cases(seat, "knife", Knife(False), Knife(True))

    def menu_for_defend(self, seat: int) -> list[Offer]:
        """D-15."""
        return self.cases(seat, "defend", Defend(False), Defend(True))

    def menu_for_challenge(self, seat: int) -> list[Offer]:
        """D-33."""
        return [Offer("challenge", "challenge", {"call": Choice((False, True))})]

    def menu_for_counter(self, seat: int) -> list[Offer]:
        """D-34."""
        return [Offer("counter", "counter", {"call": Choice((False, True))})]

    def menu_for_threatened(self, seat: int) -> list[Offer]:
        """D-29."""
        return self.cases(seat, "threatened", *map(Threatened, ANSWERS))

    def menu_for_retaliate(self, seat: int) -> list[Offer]:
        """D-30."""
        return self.cases(seat, "retaliate", Retaliate(False), Retaliate(True))

    def menu_for_ballot(self, seat: int) -> list[Offer]:
        """D-23."""
        return [Offer("ballot", "ballot", {"hit": Choice((False, True))})]

    def menu_for_brake(self, seat: int) -> list[Offer]:
        """D-27."""
        return self.cases(seat, "brake", Brake(False), Brake(True))

    def menu_for_talk(self, seat: int) -> list[Offer]:
        """D-37."""
        return [
            Offer("talk", "say", {"text": Text(TALK)}, exact=False),
            Offer("talk", "claim", {"claim": Choice(CLAIMS)}),
        ]
