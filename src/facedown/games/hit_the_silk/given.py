"""Positions that scenarios describe: which cards lie where, the rest dealt from the seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facedown.engine import BACK, given_fault

from .rules.cards import FLANNEL

if TYPE_CHECKING:
    from .rules import Rules
    from .words import Given, Pile


def lay_out(state: Rules, given: Given) -> None:
    """Lays the named cards, then fills what is not named, then asks what the phase asks. Raises Refused."""
    _Layout(state, given).lay()


class _Layout:
    def __init__(self, state: Rules, given: Given) -> None:
        self.state, self.given = state, given
        self.rest: list[int] = []
        self.spare: dict[str, list[int]] = {}

    def lay(self) -> None:
        state, given = self.state, self.given
        state.clear_table()
        self.rest = state.sort_cards()
        state.turn = state.starter = given.turn
        self.people()
        self.cards()
        self.plane()
        state.ask("talk", range(state.seats), "may")
        self.phase()

    # people ------------------------------------------------------------------------------------------------
    def people(self) -> None:
        state, given = self.state, self.given
        state.poisoned = sum(1 << seat for seat in given.poisoned)
        state.injured = sum(1 << seat for seat in given.injured)
        state.dead = tuple([given.dead.get(seat, "") for seat in range(state.seats)])
        for seat in (*given.poisoned, *given.injured, *given.crew, *[s for pair in given.cuffs for s in pair]):
            if not 0 <= seat < state.seats:
                raise given_fault(f"there is no seat {seat}")
        if not state.living():
            raise given_fault("somebody lives")
        if given.phase in ("turn", "opening") and not state.lives(given.turn):
            raise given_fault("a dead player has no turn")

    # cards -------------------------------------------------------------------------------------------------
    def cards(self) -> None:
        state, given, edition = self.state, self.given, self.state.edition
        named = {seat: list(hand) for seat, hand in given.hands.items()}
        cases = {seat: (faces,) if isinstance(faces, str) else faces for seat, faces in given.cuffed_case.items()}
        for seat, faces in cases.items():  # a hand may name its cuffed Briefcase too
            for face in faces:
                if face not in edition.cash:
                    raise given_fault(f"{face} is no Briefcase")
                if face in named.get(seat, ()):
                    named[seat].remove(face)
        hands = {seat: [self.named(face) for face in hand] for seat, hand in named.items()}
        cuffed = {seat: [self.named(face) for face in faces] for seat, faces in sorted(cases.items())}
        piles = {name: self.pile(getattr(given, name)) for name in ("draw", "discard", "lockbox", "box")}
        for pair in given.cuffs:
            self.cuff(tuple(sorted(pair)), None)
        for seat, ones in cuffed.items():
            for one in ones:
                self.cuff((seat,), self.filled(one))
        self.put_piles({name: pile for name, pile in piles.items() if pile is not None})
        size = edition.dealt if given.phase == "opening" else 0
        for seat in range(state.seats):
            hand = hands.get(seat)
            if hand is None:
                full = 0 if state.dead[seat] == "shot" else size or state.limit(seat)
                hand = [None] * (full - len(cuffed.get(seat, ())))
            state.hands[seat] = [self.filled(card) for card in hand]
            if state.count(seat) > max(size, state.limit(seat)):
                raise given_fault(f"seat {seat} holds too many cards")
        if given.lockbox is None:
            self.fill_lockbox()
        if given.draw is None:
            state.draw += self.rest
        else:
            state.rest += self.rest

    def pile(self, pile: Pile | None) -> list[int | None] | None:
        if pile is None:
            return None
        return [None] * pile if isinstance(pile, int) else [self.named(face) for face in pile]

    def put_piles(self, piles: dict[str, list[int | None]]) -> None:
        """Piles that are given, top first; Draw and Discard hold no Flannel (A-09)."""
        for name, pile in piles.items():
            cards = [self.filled(card) for card in pile]
            if name in ("draw", "discard") and self.state.of_kind(cards, FLANNEL):
                raise given_fault(f"there is no Flannel in {name} (A-09)")
            setattr(self.state, name, cards)

    def fill_lockbox(self) -> None:
        """S-016, S-017: as at the set-up, as far as there are cards."""
        edition = self.state.edition
        fit = [card for card in self.rest if self.state.kind(card) not in edition.put_aside][: edition.lockbox]
        self.state.lockbox = fit
        self.rest = [card for card in self.rest if card not in fit]

    def named(self, face: str) -> int | None:
        """The card that a face names; None for any."""
        state = self.state
        if face == BACK:
            return None
        copies = state.game.copies.get(face)
        if copies is None:
            raise given_fault(f"there is no card {face}")
        if face == FLANNEL:
            return state.laundry.pop()
        found = next((card for card in self.rest if card in copies), None)
        if found is not None:
            self.rest.remove(found)
            return int(found)
        if not self.given.over:
            raise given_fault(f"there are too few cards {face} in play")
        spare = self.spare.setdefault(face, state.game.spare(face))
        if not spare:
            raise given_fault(f"there are too few cards {face}")
        return spare.pop()

    def filled(self, card: int | None) -> int:
        """That card, or the next of the rest."""
        if card is not None:
            return card
        if not self.rest:
            raise given_fault("there are too few cards")
        return self.rest.pop(0)

    def cuff(self, ends: tuple[int, ...], case: int | None) -> None:
        """Cuffs by number, from 1 on."""
        state = self.state
        card = self.named("handcuffs")
        if any(not state.free_hands(seat) for seat in ends) or (len(ends) == 2 and ends in state.ends):
            raise given_fault("these cuffs cannot be (A-33)")
        number = state.free_number()
        state.shackles[number], state.cuffed[number], state.ends[number] = card, case, ends

    # where it stands ---------------------------------------------------------------------------------------
    def plane(self) -> None:
        state, given, high = self.state, self.given, self.state.edition.altitude
        if given.altitude is not None:
            if given.altitude % high.step or given.altitude < high.floor:
                raise given_fault(f"{given.altitude} is no mark of the altimeter")
            state.altitude = given.altitude
        state.gauges_used = tuple([gauge for gauge in high.gauges if gauge >= state.altitude and not state.travel])
        state.target = state.target if given.target is None else given.target
        state.round = given.round
        if not 1 <= given.round <= state.edition.rounds:
            raise given_fault(f"there is no round {given.round}")

    def phase(self) -> None:
        """Asks what this moment asks."""
        state, given = self.state, self.given
        match given.phase:
            case "opening":
                state.ask("opening", range(state.seats), sealed=True)
            case "turn":
                state.begin_turn()
                state.changed, state.keyed, state.threatened = [w in given.used for w in ("change", "key", "threat")]
                state.moved = given.moved
                state.offered = [given.offers] * state.seats
                state.swapped = frozenset(given.swapped)
                state.swaps = any(one == given.turn for one, _ in given.swapped)
            case "jump":
                state.then("jump")
            case stage:
                self.after_the_jump(stage)

    def after_the_jump(self, stage: str) -> None:
        """Who is neither left on board nor dead has jumped."""
        state, given = self.state, self.given
        state.crew = tuple(sorted(given.crew)) or tuple(state.living()[:1])
        if not all(map(state.lives, state.crew)):
            raise given_fault("the dead fly no plane")
        state.stage = stage
        state.groups = tuple(state.find_groups())
        state.seats_of = tuple([state.parachute_seats(group) for group in state.groups])
        state.safe = tuple([seat for seat in state.living() if seat not in state.crew])
        state.count_team()
        state.plane = given.plane or state.plane
        if stage == "search":
            return state.then("search")
        state.then("take_off" if stage == "flight" else "roll_to_brake")
