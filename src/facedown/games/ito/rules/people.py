"""Who leads, who leaves, and who is asked (1.11 and A-I27 of our reference)."""

from __future__ import annotations

from typing import ClassVar

from facedown.engine import EVERYONE, House, Presence, Refusal, SeatView

from .. import refusals as no
from ..words import (
    Clue,
    CodeWord,
    Confess,
    DecideTheme,
    Discard,
    Led,
    Name,
    Named,
    ProposeTheme,
    Ready,
    Say,
    Unready,
    VotedLeader,
    VotedOut,
    VoteLeader,
    VoteOut,
    VoteTheme,
)
from .escape import EscapePhase


class Rules(EscapePhase):
    """What may be done in a position, and what happens then."""

    __slots__ = ()
    ASKS: ClassVar = {
        "leader": (VoteLeader,),
        "theme": (VoteTheme,),
        "own_theme": (ProposeTheme,),
        "decide": (DecideTheme,),
        "announce": (Clue, Ready, Unready),
        "code_word": (CodeWord,),
        "name": (Name,),
        "discard": (Discard,),
        "talk": (Say,),
        "confess": (Confess,),
        "vote_out": (VoteOut,),
    }
    STREAMS = frozenset({"theme", "momo"})
    TIMERS = frozenset({"escape"})
    OVER = no.OVER

    # the leader --------------------------------------------------------------------------------------------
    def choose_leader(self) -> None:
        """A-I19, D-I10: all who are here vote, and nobody leads meanwhile."""
        self.leader = self.named = None
        self.choosing = [None] * self.seats
        self.close("name", "discard", "leader")
        self.ask("leader", self.present())

    def present(self) -> list[int]:
        """Those who are here; where all have left, all."""
        return self.here() or self.persons()

    def check_vote_leader(self, seat: int, move: VoteLeader) -> Refusal | None:
        """A-I19: for somebody who plays and is here."""
        return None if move.seat in self.present() else no.NO_PLAYER

    def do_vote_leader(self, seat: int, move: VoteLeader) -> None:
        """A-I19: to be changed until the last one has voted."""
        self.choosing[seat] = move.seat
        self.bind("may", "leader", seat)
        self.tell(EVERYONE, VotedLeader(seat, move.seat))
        self.count_leaders()

    def count_leaders(self) -> None:
        """A-I19: most votes; of several with as many, one by lot."""
        asked = [r for r in self.open if r.kind == "leader"]
        if not asked or any(r.binds == "must" for r in asked):
            return
        seats = self.persons()
        votes = [vote for seat in seats if (vote := self.choosing[seat]) in seats] or seats
        most = max(map(votes.count, votes))
        self.leader = leader = self.chance.pick("leader", sorted({v for v in votes if votes.count(v) == most}))
        self.choosing = []
        self.close("leader")
        self.tell(EVERYONE, Led(leader))
        if not self.stage:
            self.begin_stage(1)
        elif self.when == "discard":
            self.open_discards()

    def open_discards(self) -> None:
        """I-061, A-I20: with a leader, only who is named."""
        if self.options.leader == "none":
            return super().open_discards()
        self.named = None
        self.close("discard", "name")
        if self.leader is not None:
            self.ask("name", [self.leader], "one_of")  # the leader may listen for as long as it takes

    def check_name(self, seat: int, move: Name) -> Refusal | None:
        """A-I20: somebody who holds cards, oneself too."""
        if not 0 <= move.seat < self.seats:
            return no.NO_PLAYER
        if not self.hands[move.seat]:
            return no.HOLDS_NOTHING
        return no.NAMED_ALREADY if move.seat == self.named else None

    def do_name(self, seat: int, move: Name) -> None:
        """I-061, I-063, A-I20: who, not which card; another one may be named before the discard."""
        self.named = move.seat
        self.close("discard")
        self.ask("discard", [move.seat])
        self.bind("may", "name", seat)
        self.tell(EVERYONE, Named(move.seat))

    def after_discard(self, halted: bool) -> None:
        """A-I20: with a discard the naming lapses."""
        super().after_discard(halted or self.leader is not None)

    # who leaves --------------------------------------------------------------------------------------------
    def do_house(self, actor: int, move: House) -> None:
        """A-I27: who has left can be voted out; A-I19: where it was the leader, there is another choice."""
        was_out = self.removed >> move.seat & 1
        super().do_house(actor, move)
        if move.what == "removed":
            return self.remove(move.seat)
        if move.what == "left":
            if move.seat == self.leader:
                self.choose_leader()
        else:
            self.ousting[move.seat] = 0
            if was_out:
                self.take_in(move.seat)
        self.ask_about_absent()

    def ask_about_absent(self) -> None:
        """A-I27: all who are here may vote as long as somebody is away."""
        self.close("vote_out")
        if any(self.gone >> seat & 1 for seat in self.persons()):
            self.ask("vote_out", self.here(), "may")

    def check_vote_out(self, seat: int, move: VoteOut) -> Refusal | None:
        """A-I27: somebody who is away; two persons at least stay."""
        if move.seat not in self.persons():
            return no.NO_PLAYER
        if not self.gone >> move.seat & 1:
            return no.PRESENT
        return no.TOO_FEW if len(self.persons()) < 3 else None

    def do_vote_out(self, seat: int, move: VoteOut) -> None:
        """A-I27: all others, as far as they are here, agree."""
        self.ousting[move.seat] |= 1 << seat
        self.tell(EVERYONE, VotedOut(seat, move.seat))
        if all(self.ousting[move.seat] >> other & 1 for other in self.here()):
            self.removed |= 1 << move.seat
            self.people = tuple([SeatView(p.name, bool(self.gone >> s & 1)) for s, p in enumerate(self.people)])
            self.tell(EVERYONE, Presence(move.seat, "removed"))
            self.remove(move.seat)

    def remove(self, seat: int) -> None:
        """A-I27: the cards leave the stage without damage, unseen; what the others were waiting for goes on without
        this player. With fewer than two persons there is no game any more."""
        if len(self.persons()) < 2:
            return self.end(False, "cancelled", self.stage - 1)
        self.away += self.hands[seat]
        self.hands[seat], self.ids[seat], self.clues[seat] = [], [], []
        self.ready &= ~(1 << seat)
        self.votes[seat] = None
        self.open = [r for r in self.open if r.seat != seat]
        self.ask_about_absent()
        if self.leader == seat:
            self.choose_leader()
        self.count_leaders()
        if not self.stage:
            return
        if not self.holders():
            return self.complete_stage()
        if self.when == "theme":
            self.count_votes()
        elif self.when == "announce":
            self.count_ready()
        elif self.named == seat:
            self.open_discards()

    def take_in(self, seat: int) -> None:
        """Who is back after all talks and votes at once, and is dealt cards in the next stage."""
        self.ask("talk", [seat], "may")
        if self.when == "theme" and self.stage:
            self.ask_themes([seat])
            for other in self.persons():
                self.bind("may", "decide", other)
        elif self.when == "announce":
            self.ask_code_word([seat])
        if self.choosing:
            self.ask("leader", [seat])

    # refusals for who is not asked -------------------------------------------------------------------------
    def unasked(self, actor: int, kinds: tuple[str, ...]) -> Refusal:
        """Why a seat may not act now."""
        if self.ended is not None:
            return self.OVER
        if self.removed >> actor & 1:
            return no.REMOVED
        match kinds[0]:
            case "leader":
                return no.NO_LEADER if self.options.leader == "none" else no.LED
            case "theme" | "own_theme" | "decide":
                if kinds[0] == "own_theme" and not self.options.own_themes:
                    return no.NO_OWN
                return no.THEME_IS_SET if self.when != "theme" else self.NOT_NOW
            case "announce":
                return no.NO_THEME_YET if self.when in ("leader", "theme") else no.NOT_HOLDER
            case "code_word":
                return no.NO_MOMO
            case "discard":
                return self.no_discard(actor)
            case "name":
                return self.no_name(actor)
            case "confess":
                return no.NO_HAND
            case "vote_out":
                return no.NOBODY_LEFT
        return self.NOT_NOW

    def no_discard(self, seat: int) -> Refusal:
        """A-I10, A-I11, A-I20: why this seat may not discard."""
        if self.when != "discard":
            return no.NOT_YET
        if not self.hands[seat]:
            return no.NO_CARDS
        return no.NOBODY_NAMED if self.named is None else no.NOT_NAMED

    def no_name(self, seat: int) -> Refusal:
        """I-061, A-I20: why this seat may not name anybody."""
        if self.options.leader == "none":
            return no.NO_LEADER
        if self.leader is not None and seat != self.leader:
            return no.NOT_LEADER
        return no.NOT_YET if self.when != "discard" else self.NOT_NOW
