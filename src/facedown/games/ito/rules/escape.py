"""Phase 3: cards are discarded in ascending order; slip-ups; the clock (1.6, 1.7, 1.10 of our reference)."""

from __future__ import annotations

from facedown.engine import EVERYONE, Expire, Refusal, Timer

from ..words import Discard, Discarded, Laid, SlipUp
from .announce import AnnouncePhase


class EscapePhase(AnnouncePhase):
    """Discards, one at a time in the order in which they come."""

    __slots__ = ()

    def begin_escape(self) -> None:
        """I-020, I-030: all talk, holders discard."""
        self.when = "discard"
        self.open_discards()

    def open_discards(self) -> None:
        """I-031: any holder at any time, nobody's permission is needed (I-032)."""
        self.close("discard")
        self.ask("discard", self.holders(), "one_of")

    def check_discard(self, seat: int, move: Discard) -> Refusal | None:
        """I-031, A-I10: any card that is held, also one that is not the lowest; A-I11: not one that has gone."""
        return self.not_held(seat, move.card)

    def do_discard(self, seat: int, move: Discard) -> None:
        """I-031, I-033; I-031b, I-055, A-I17: the first of the stage starts the clock."""
        at = self.at(seat, move.card)
        assert at is not None
        card, clue = self.hands[seat].pop(at), self.clues[seat].pop(at)
        self.ids[seat].pop(at)
        if self.options.timed and not self.clock:
            self.opened = self.clock = self.opened + 1
        number = self.show([card])[0]
        self.pile.insert(0, card)
        self.pile_of.insert(0, Laid(seat, number, clue))  # A-I26
        self.tell(EVERYONE, Discarded(seat, number, clue))
        halted = self.halt(card)
        self.after_discard(halted)

    def halt(self, card: int) -> bool:
        """I-035, A-I11: at once, in the same step; I-036, A-I12: every lower card that is held, the discarder's too;
        I-037, I-038: each goes aside and costs a life; A-I16: Momo-chan is not among them."""
        lower = sorted([(held, seat) for seat, hand in enumerate(self.hands) for held in hand if held < card])
        entries = []
        for held, seat in lower:
            at = self.hands[seat].index(held)
            self.hands[seat].pop(at)
            self.ids[seat].pop(at)
            entries.append(Laid(seat, self.show([held])[0], self.clues[seat].pop(at)))
            self.aside.append(held)
        if not lower:
            return False
        self.aside_of += entries
        self.lives = max(0, self.lives - len(lower))  # A-I13
        self.tell(EVERYONE, SlipUp(tuple([entry.number for entry in entries]), self.lives, tuple(entries)))
        return True

    def after_discard(self, halted: bool) -> None:
        """I-039, A-I13: no life left loses, whatever is held; I-042: nothing held completes the stage; else I-034,
        I-040 and I-041: it goes on. A-I11: what was sent before a slip-up was seen comes too late; a clean discard
        leaves the others' requests open."""
        if not self.lives:
            return self.end(False, "lives", self.stage - 1)
        if not self.holders():
            return self.complete_stage()
        for seat in range(self.seats):
            if not self.hands[seat]:
                self.close("announce", "discard", "confess", seat=seat)
        if halted:
            self.open_discards()

    # the clock ---------------------------------------------------------------------------------------------
    def timers(self) -> list[Timer]:
        """I-054, I-056 to I-059: from the first discard to the end of the stage, without a stop."""
        if not self.clock:
            return []
        return [Timer("escape", "rule", self.limit(), self.clock)]

    def limit(self) -> int:
        """I-054, A-I18: in seconds; stages without a limit of their own have the last."""
        if self.options.minutes is not None:
            return 60 * int(self.options.minutes)
        limits = self.game.edition.limits
        return int(limits[min(self.stage, len(limits)) - 1])

    def do_expire(self, actor: int, move: Expire) -> None:
        """I-060, A-I18: what arrived by then was judged before."""
        self.end(False, "time", self.stage - 1)
