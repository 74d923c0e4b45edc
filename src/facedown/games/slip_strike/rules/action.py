"""How an Action is resolved: flip, movement, strikes, Reactions, Slips, knock-outs (1.4, 1.5, 1.7 of our reference)."""

from __future__ import annotations

from collections.abc import Sequence

from facedown.engine import EVERYONE, Move, Outcome, Refusal

from .. import refusals as no
from ..edition import STEP
from ..position import Position
from ..words import Decline, Flip, Ignored, KnockedOut, Moved, React, Reaction, Slip, Slipped, Strike


class Action(Position):
    """The two Actions of a turn."""

    __slots__ = ()

    # 1.4 Resolve an Action ---------------------------------------------------------------------------------
    def flip(self) -> None:
        """X-013: all cards of this Action are turned up at once."""
        self.action += 1
        self.stage = f"action{self.action}"
        self.sidesteps, self.zones, self.hits = [0] * self.seats, [()] * self.seats, [()] * self.seats
        at, code, cards = self.action - 1, self.deck.code, {}
        for seat in self.living():
            card = self.program[seat][at]
            if card is not None:
                self.program[seat][at] = None
                self.flipped[seat][at] = card
                cards[seat] = code[card]
                if self.deck.is_asset(card):
                    self.shown |= {card}
        self.tell(EVERYONE, Flip(self.action, cards))
        for seat in cards:
            if self.ignored(seat):
                self.tell(EVERYONE, Ignored(seat, cards[seat]))

    def heavy(self, card: int | None) -> bool:
        """X-064, A-X27: a weapon or any Asset."""
        return card is not None and (self.deck.is_asset(card) or self.deck.card[card].weapon is not None)

    def ignored(self, seat: int) -> bool:
        """X-064 to X-066, A-X20: whether this second card does nothing."""
        return self.action == 2 and bool(self.paired >> seat & 1) and all(map(self.heavy, self.flipped[seat]))

    def playing(self, seat: int) -> int | None:
        """The card that a seat carries out in this Action, if there is one (A-X05, X-065)."""
        if not self.lives(seat) or self.ignored(seat):
            return None
        return self.flipped[seat][self.action - 1]

    def move_agents(self) -> None:
        """X-014: first all movement, at once (X-019, A-X09), from where Slips have led (X-029)."""
        agents = self.agents[:]
        for seat in self.living():
            at, card = agents[seat], self.playing(seat)
            assert at is not None
            if self.sidesteps[seat]:
                to = (at + self.sidesteps[seat]) % len(self.circle)
            elif card is not None and self.deck.moves(card):
                to = self.lies(card) if self.deck.leads[card] else (at + self.deck.step[card]) % len(self.circle)
            else:
                continue
            self.agents[seat] = to  # A-X08
            self.tell(EVERYONE, Moved(seat, at, to, self.circle[to]))

    def lies(self, card: int) -> int:
        """Where the Location of a Teleport lies."""
        place = self.deck.leads[card]
        assert place is not None
        return self.circle.index(place)

    def strike(self) -> None:
        """X-014: then all strikes, at once, from the positions after movement (X-017)."""
        living, striking = self.living(), []
        for seat in living:
            card, at = self.playing(seat), self.agents[seat]
            assert at is not None
            if card is not None and self.deck.card[card].weapon is not None:
                reach = self.deck.reach[card]  # A-X17, A-X31
                self.zones[seat] = tuple(sorted([(at + step) % len(self.circle) for step in reach]))
                striking.append(seat)
        for seat in living:  # enemies only
            hits = [p for p in striking if self.enemies(p, seat) and self.agents[seat] in self.zones[p]]
            self.hits[seat] = tuple([p for p in hits if not self.parries(seat, p)])
        for p in striking:
            hit = tuple([seat for seat in living if p in self.hits[seat]])
            self.tell(EVERYONE, Strike(p, self.zones[p], hit, tuple([self.circle[at] for at in self.zones[p]])))

    def parries(self, seat: int, striker: int) -> bool:
        """X-041: a Shield; X-042, A-X16: Advantage against a weapon of the same type that has none."""
        mine, theirs = self.playing(seat), self.playing(striker)
        if mine is None or theirs is None:
            return False
        own, other = self.deck.card[mine], self.deck.card[theirs]
        return own.shield or (own.advantage and own.weapon == other.weapon and not other.advantage)

    # 1.7 Reactions -----------------------------------------------------------------------------------------
    def ask_before_movement(self) -> None:
        """A-X15: the first window of an Action."""
        self.open_window("r1")

    def ask_when_hit(self) -> None:
        """A-X15: the second window, if somebody is hit."""
        if any(self.hits):
            self.open_window("r2")

    def open_window(self, window: str) -> None:
        """A-X15: asks everybody with an Asset that was never shown, whatever it is."""
        asked = [seat for seat in self.living() if self.has_unshown(seat)]
        if asked:
            self.window = window
            self.ask("react", asked, sealed=True)

    def check_react(self, seat: int, move: React) -> Refusal | None:
        """X-040, A-X15."""
        card = self.card(move.card, self.hand[seat])
        if card is None:
            return no.NOT_HELD if self.game.knows_face(move.card) else no.NO_CARD
        reaction = self.deck.card[card].reaction
        if reaction is None:
            return no.NO_REACTION
        if (reaction == "move") != (self.window == "r1"):
            return no.WRONG_WINDOW
        if reaction == "move":
            return no.WHICH_WAY if move.way is None else None
        if move.way is not None:
            return no.NO_WAY
        return None if self.hits[seat] else no.NOT_HIT

    def do_react(self, seat: int, move: React) -> None:
        """D-X03, D-X04: only the clock closes a window."""
        self.seal(seat, move)

    def check_decline(self, seat: int, move: Decline) -> Refusal | None:
        """A-X15: declining is always possible."""
        return None

    def do_decline(self, seat: int, move: Decline) -> None:
        """A-X15: it looks like having nothing to play."""
        self.seal(seat, move)

    def play_reactions(self, answers: Sequence[Move | None]) -> None:
        """X-040: what was played is shown, carried out, and discarded for good."""
        for seat, answer in enumerate(answers):
            if isinstance(answer, React):
                card = self.card(answer.card, self.hand[seat])
                assert card is not None
                self.hand[seat].remove(card)
                self.discards[seat].append(card)
                self.shown |= {card}
                if answer.way is not None:
                    self.sidesteps[seat] = STEP[answer.way]
                else:
                    self.hits[seat] = ()
                self.tell(EVERYONE, Reaction(seat, answer.card, answer.way))

    # 1.5 Slip, knock-out -----------------------------------------------------------------------------------
    def slips(self, seat: int) -> list[int]:
        """X-020, X-021, X-027, X-031: Teleports in hand that lead out of a Strike; X-063, A-X19: of one of them."""
        return [c for c in sorted(self.hand[seat]) if self.deck.leads[c] is not None and not self.struck(seat, c)]

    def struck(self, seat: int, card: int) -> bool:
        """A-X10, A-X19: whether a Teleport leads into all zones that hit this seat."""
        return all(self.lies(card) in self.zones[p] for p in self.hits[seat])

    def ask_slips(self) -> None:
        """X-022, X-023, X-062, A-X23: one window for all who are hit; who has one Slip or none is not asked."""
        hit = [seat for seat in range(self.seats) if self.hits[seat]]
        if not hit:
            return
        if self.seats == 2 and not all(map(self.slips, hit)):  # A-X22: at once, and nobody else is asked
            return self.knock_out([seat for seat in hit if not self.slips(seat)])
        self.window = "slip"
        self.ask("slip", [seat for seat in hit if len(self.slips(seat)) > 1], sealed=True)

    def check_slip(self, seat: int, move: Slip) -> Refusal | None:
        """X-020, X-021, X-027."""
        card = self.card(move.card, self.hand[seat])
        if card is None:
            if not self.game.knows_face(move.card):
                return no.NO_CARD
            return no.NOT_IN_HAND
        if self.deck.leads[card] is None:
            return no.NO_TELEPORT
        if not self.struck(seat, card):
            return None
        return no.IN_ZONE if len(self.hits[seat]) == 1 else no.IN_BOTH

    def do_slip(self, seat: int, move: Slip) -> None:
        """X-023: secret until the window closes."""
        self.seal(seat, move)

    def slip_all(self, answers: Sequence[Move | None]) -> None:
        """X-020, X-023: all at once; X-028, A-X12: nobody is struck again. X-056: who cannot is knocked out."""
        fallen = []
        for seat, answer in enumerate(answers):
            if self.hits[seat]:
                legal = self.slips(seat)
                card = self.card(answer.card, legal) if isinstance(answer, Slip) else next(iter(legal), None)
                if card is None:
                    fallen.append(seat)
                    continue
                self.hand[seat].remove(card)
                self.discards[seat].append(card)
                self.agents[seat] = self.lies(card)
                self.slipped |= 1 << seat
                self.lively = True
                self.tell(EVERYONE, Slipped(seat, self.deck.code[card]))
        self.knock_out(fallen)

    def knock_out(self, fallen: Sequence[int]) -> None:
        """X-024, X-056, A-X21: they leave the circle; X-025, X-057, A-X18: the end, if a side has nobody left."""
        for seat in fallen:
            self.out |= 1 << seat
            self.agents[seat] = None
            self.lively = True
            self.tell(EVERYONE, KnockedOut(seat))
        sides = [[seat for seat in range(self.seats) if seat % 2 == side] for side in (0, 1)]
        beaten = [not any(map(self.lives, side)) for side in sides]
        if all(beaten):
            self.finish_tied("double-ko")
        elif any(beaten):
            winners, losers = (sides[1], sides[0]) if beaten[0] else sides
            self.finish(Outcome(winners=tuple(winners), losers=tuple(losers), why="ko" if self.seats == 2 else "team"))

    def finish_tied(self, why: str) -> None:
        """X-025, A-X24, A-X33."""
        self.finish(Outcome(tied=tuple(range(self.seats)), why=why))
