"""The jump: hands are opened, seats shared, groups judged (1.17, 2.11)."""

from __future__ import annotations

from collections.abc import Iterable

from facedown.engine import EVERYONE, Choice, Offer, Refusal

from .. import refusals as no
from ..events import Jump, Landing, SeatGiven
from ..words import GiveSeat
from .search import Searching


class Jumping(Searching):
    """From a passed vote, or 1,000 feet, to who lives, however they voted (S-180, A-67). No card has a use (A-74)."""

    __slots__ = ()

    def jump(self) -> None:
        """S-166, S-004, A-68: whatever was going on is forgotten; all hands are opened."""
        for seat in range(self.seats):
            self.hands[seat] += self.announced[seat]  # Steal and Spy lie on Discard already
            self.announced[seat] = []
        self.plan.clear()
        self.forget_action()
        self.pending, self.stage = (), "jump"
        self.tell(EVERYONE, Jump({seat: self.shown(self.whole_hand(seat)) for seat in self.living()}))
        self.then("share_seats", "settle")

    # groups and seats --------------------------------------------------------------------------------------
    def find_groups(self) -> list[tuple[int, ...]]:
        """Who is cuffed together, the dead too (S-183, A-73); an uncuffed player is a group of one."""
        group = list(range(self.seats))
        for ends in self.ends:
            if len(ends) == 2:
                one, two = group[ends[0]], group[ends[1]]
                group = [one if g == two else g for g in group]
        return [tuple([s for s in range(self.seats) if group[s] == g]) for g in dict.fromkeys(group)]

    def parachute_seats(self, seats: Iterable[int]) -> int:
        """S-185, A-111, A-73: places under the parachutes in the hands of the living among these."""
        worth = self.edition.seats
        return sum(worth.get(self.kind(c), 0) for s in seats if self.lives(s) for c in self.hands[s])

    def share_seats(self) -> None:
        """A-69: surplus seats are given away, or kept, by one holder after the other, each seat by itself."""
        groups = self.find_groups()
        self.groups = tuple(groups)
        self.seats_of = tuple([self.parachute_seats(group) for group in groups])
        order = self.living(self.turn_of_reference() + 1)
        spare = {self.holder(group, order): n - len(group) for group, n in zip(groups, self.seats_of, strict=True) if n}
        self.then(*[("ask_seat", seat) for seat in order for _ in range(max(0, spare.get(seat, 0)))])

    def turn_of_reference(self) -> int:
        """From whose left holders decide: the turn player's."""
        return self.turn

    def holder(self, group: tuple[int, ...], order: list[int]) -> int:
        """A-69: who decides for a group: who has the Tandem, else who has most parachutes, ties clockwise."""
        members = [seat for seat in order if seat in group]
        return max(members, key=lambda seat: (self.most_seats(seat), self.parachute_seats([seat]), -order.index(seat)))

    def most_seats(self, seat: int) -> int:
        """The largest single parachute of a hand."""
        return max([self.edition.seats.get(self.kind(card), 0) for card in self.hands[seat]], default=0)

    def ask_seat(self, seat: int) -> None:
        """S-186, D-24."""
        self.ask("seat", [seat])

    def check_give_seat(self, seat: int, move: GiveSeat) -> Refusal | None:
        """A-69, A-70: to any living player outside the group, or to nobody; own seats cannot be given."""
        if move.seat is None:
            return None
        if not 0 <= move.seat < self.seats or not self.lives(move.seat):
            return no.NOBODY_THERE
        return no.OWN_GROUP if move.seat in self.group_of(seat) else None

    def do_give_seat(self, seat: int, move: GiveSeat) -> None:
        """A-70: who is chosen cannot refuse."""
        self.close("seat")
        if move.seat is not None:
            self.gifts += ((seat, move.seat),)
        self.tell(EVERYONE, SeatGiven(seat, move.seat))

    def group_of(self, seat: int) -> tuple[int, ...]:
        """The group that this player belongs to."""
        return next(group for group in self.groups if seat in group)

    def best_passenger(self, seat: int) -> GiveSeat:
        """D-24: of those without a seat whom this one saves at once, the one with most cash; ties clockwise."""
        saved = []
        for other in self.living(seat + 1):
            group = self.group_of(other)
            at = self.groups.index(group)
            given = sum(to in group for _, to in self.gifts)
            if seat not in group and self.seats_of[at] + given + 1 == len(group) and not self.most_seats(other):
                saved.append(other)
        return GiveSeat(max(saved, key=lambda other: self.cash([other]), default=None))

    # what becomes of them ----------------------------------------------------------------------------------
    def settle(self) -> None:
        """S-181 to S-187, S-174, A-71, A-72: once, after the last gift."""
        safe: list[int] = []
        fallen: list[int] = []
        aboard: list[int] = []
        for group, own in zip(self.groups, self.seats_of, strict=True):
            living = [seat for seat in group if self.lives(seat)]
            if own + sum(to in group for _, to in self.gifts) >= len(group):
                safe += living  # S-181, S-182, A-70
            elif own:
                fallen += living  # S-184: parachute holders too
            else:
                aboard += living  # A-72; gifts that are too few lapse
        self.safe, self.fallen = tuple(sorted(safe)), tuple(sorted(fallen))
        self.count_team()
        self.tell(EVERYONE, Landing(self.safe, self.fallen, tuple(sorted(aboard)), self.team_cash or 0))
        if aboard and not self.travel:  # S-187, S-200; in Travel they are lost (S-247, S-237)
            self.crew = tuple(sorted(aboard))
            self.then("take_off" if self.has_licence() else "search")
        else:
            self.then("score")

    def menu_for_seat(self, seat: int) -> list[Offer]:
        """Everybody outside, or nobody."""
        outside = [other for other in self.living(seat + 1) if other not in self.group_of(seat)]
        return [Offer("seat", "give_seat", {"seat": Choice((*outside, None))})]
