"""Positions that scenarios describe: which cards lie where, the rest in hand or dealt from the seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facedown.engine import given_fault

from .words import CardsGiven, Program

if TYPE_CHECKING:
    from .rules import Rules
    from .words import Given

AREAS = {"cd1": "cd1", "cd2": "cd2", "critical": "critical", "gone": "discards"}


def lay_out(state: Rules, given: Given) -> None:
    """Lays circle, Agents and cards, then asks what `phase` asks. Raises Refused."""
    _Layout(state, given).lay()


class _Layout:
    def __init__(self, state: Rules, given: Given) -> None:
        self.state, self.given = state, given
        self.used: set[int] = set()

    def lay(self) -> None:
        state, given = self.state, self.given
        self.circle()
        for seat in given.out:
            if not 0 <= seat < state.seats:
                raise given_fault(f"there is no seat {seat}")
            state.out |= 1 << seat
        if not all(any(map(state.lives, range(side, state.seats, 2))) for side in (0, 1)):
            raise given_fault("one side has nobody left")
        wanted = [self.cards(seat, given.cards.get(seat, CardsGiven())) for seat in range(state.seats)]
        state.deal_assets(wanted)
        state.quiet = given.quiet
        if state.options.quiet_turns and state.quiet >= state.options.quiet_turns:
            raise given_fault("the game is over in this position (A-X24)")
        state.ask("talk", range(state.seats), "may")
        self.phase()

    def circle(self) -> None:
        state, circle = self.state, self.given.circle
        if circle is not None and state.seats == 2 and state.options.edition is None:
            state.edition = state.game.edition_with(circle)
            state.begin()
        places = sorted(p for row in state.deck.locations.values() for p in row)
        if circle is not None and sorted(circle) != places:
            raise given_fault(f"the circle has each of {', '.join(places)} once")
        state.set_up(state.lay_circle() if circle is None else circle)

    # cards -------------------------------------------------------------------------------------------------
    def cards(self, seat: int, given: CardsGiven) -> int:
        """Lays the cards of a seat; how many Assets it is still to be dealt."""
        state = self.state
        named = 0
        for name, area in AREAS.items():
            cards = [self.named(seat, face) for face in getattr(given, name)]
            getattr(state, area)[seat] = cards
            self.show(cards)
            named += self.assets(cards)
        program = [None if face is None else self.named(seat, face) for face in given.program or ()]
        unshown = [self.named(seat, face) for face in given.assets or ()]
        if given.hand is not None:
            hand = [self.named(seat, face) for face in given.hand]
            self.show(hand)
        else:
            hand = [card for card in state.deck.basics[seat] if card not in self.used]
        state.hand[seat] = hand + unshown
        if any(not state.deck.is_asset(card) for card in unshown):
            raise given_fault("only Assets can be unshown")
        if given.hand is not None:  # exactly these: all other basic cards are gone
            state.discards[seat] += [card for card in state.deck.basics[seat] if card not in self.used]
        if given.program is not None:
            self.program(seat, program)
        named += self.assets([*hand, *unshown, *[card for card in program if card is not None]])
        dealt = given.hand is None and given.assets is None
        return max(0, state.options.assets - named) if dealt else 0

    def program(self, seat: int, program: list[int | None]) -> None:
        """What lies face down; in the second Action the first card lies open."""
        state = self.state
        if any(c is not None and state.deck.card[c].reaction is not None for c in program):
            raise given_fault("a Reaction is not programmed (A-X15)")
        state.program[seat] = program
        if self.given.phase == "action2":
            state.flipped[seat], state.program[seat] = [program[0], None], [None, program[1]]
            self.show([card for card in program[:1] if card is not None])

    def named(self, seat: int, face: str) -> int:
        """The card of this face that belongs to this seat."""
        deck = self.state.deck
        for card in (*deck.basics[seat], *deck.assets[deck.editions[seat]]):
            if deck.face[card] == face:
                if card in self.used and not self.given.over:
                    raise given_fault(f"{face} of seat {seat} stands in two places")
                self.used.add(card)
                return card
        raise given_fault(f"seat {seat} has no card {face}")

    def assets(self, cards: list[int]) -> int:
        return sum(map(self.state.deck.is_asset, cards))

    def show(self, cards: list[int]) -> None:
        self.state.shown |= {card for card in cards if self.state.deck.is_asset(card)}

    # where it stands ---------------------------------------------------------------------------------------
    def phase(self) -> None:
        state, given = self.state, self.given
        programs = {seat: cards.program for seat, cards in given.cards.items() if cards.program is not None}
        living = state.living()
        if given.phase == "start":
            if programs or given.agents or given.out:
                raise given_fault("at the start nobody stands on the circle or has programmed")
            return state.ask_start()
        self.place()
        if not set(programs) <= set(living):
            raise given_fault("who is out programs nothing")
        if set(programs) >= set(living):
            return self.before_the_flip()
        if given.phase not in (None, "program"):
            raise given_fault(f"in {given.phase} every living seat has a program")
        state.begin_turn()
        for seat in programs:
            program = Program(*[None if c is None else state.deck.code[c] for c in state.program[seat]])
            fault = state.check_program(seat, program)
            if fault is not None:
                raise given_fault(f"seat {seat}: {fault.why}")
            state.do_program(seat, program)

    def place(self) -> None:
        """Agents where they are said to stand, the others where one of their Teleports leads."""
        state, given = self.state, self.given
        for seat in range(state.seats):
            at = given.agents.get(seat)
            if at is None:
                own = [i for i, p in enumerate(state.circle) if state.deck.edition_of[p] == state.deck.editions[seat]]
                at = own[state.chance.below("agents", len(own))]
            if not 0 <= at < len(state.circle):
                raise given_fault(f"there is no Location {at}")
            state.agents[seat] = at if state.lives(seat) else None

    def before_the_flip(self) -> None:
        """Programs are locked, and nothing is turned up yet."""
        state = self.state
        second = self.given.phase == "action2"
        state.action = int(second)
        state.stage = "action2" if second else "action1"
        state.lock()
        state.window = "flip"
