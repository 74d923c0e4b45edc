"""What Steady does in positions where everybody at the table would know what to do."""

import random
from typing import Any

import pytest

import facedown
from facedown.bots import BotSpec, make_bot
from facedown.engine import Chance, Event, hears, small_seed
from facedown.games.fly_down.memory import Memory
from facedown.games.fly_down.words import Ask, Asked, Dealt, Redraw, Redrawn, Summed, Swap, Swapped
from facedown.games.fly_down.worlds import Worlds

GAME = facedown.game("fly-down")


class Position:
    """A described position, and what seat 0 was told since."""

    def __init__(self, seats: int = 2, **given: Any) -> None:
        self.state = GAME.given(seats, None, {"over": False, **given}, Chance(small_seed(1)))
        self.log: list[Event] = []
        self.hear(self.state.opening())

    def hear(self, told: Any) -> None:
        self.log += [event for audience, event in told if hears(audience, 0)]

    def play(self, seat: int, move: Any) -> None:
        self.hear(self.state.play(seat, move))

    def steady(self, luck: int = 1) -> Any:
        """What Steady does for seat 0; `luck`: the seed of its own chance."""
        bot = make_bot(GAME, BotSpec("steady"), 0, self.state.seats, GAME.Options(), random.Random(luck))
        requests = [r for r in self.state.requests() if r.seat == 0]
        answer = bot.decide(self.state.view(0), self.log, requests, self.state.menu(0))
        assert answer is not None
        return answer[1]


AHEAD: dict[str, Any] = {
    "hands": {0: ["V R3", "V Y3", "V G3", "V R4", "V Y4"], 1: ["H R8", "H Y8", "H G8", "H R1", "H Y1"]},
    "tower": 0,
}
BEHIND: dict[str, Any] = {
    "hands": {0: ["V R8", "V Y8", "V G8", "V R1", "V Y1"], 1: ["H R3", "H Y3", "H G3", "H R4", "H Y4"]},
    "tower": 0,
}


@pytest.mark.parametrize("luck", range(5))
def test_it_takes_the_last_card_when_that_wins(luck: int) -> None:
    position = Position(**AHEAD, deck=["R2"])
    position.play(0, position.steady(luck))
    assert position.state.outcome().winners == (0,)


def test_it_does_not_take_the_last_card_when_that_loses() -> None:
    position = Position(**BEHIND, deck=["R2"])
    assert not isinstance(position.steady(), Redraw)


@pytest.mark.parametrize("luck", range(5))
def test_it_gets_rid_of_a_card_that_it_knows_will_be_turned_down(luck: int) -> None:
    position = Position(
        hands={0: ["V R8", "V Y5", "H G?", "H Y?", "H R?"], 1: ["V R?", "V G?", "H R6", "H R7", "H G5"]}, tower=0
    )
    for _ in range(2):
        position.play(0, position.steady(luck))
    assert all(slot.value != 8 or slot.colour != "R" for slot in position.state.view(0).hands[0])


def test_it_remembers_a_card_that_was_given_to_it_and_asks_for_it_when_the_yes_wins() -> None:
    position = Position(
        hands={0: ["V Y4", "V Y5", "V Y6", "V Y7", "H R1"], 1: ["V R8", "V G8", "V G3", "V R2", "H G2"]},
        tower=0, active=1, turns=1,
    )  # fmt: skip
    position.play(1, Ask(4, 2))
    position.play(1, Swap(4, 0, 4))
    assert position.state.view(0).hands[0][4].value is None
    assert position.steady() == Ask(4, 2)
    position.play(0, Ask(4, 2))
    assert position.state.outcome().why == "two-visible"
    assert position.state.outcome().winners == (0,)


def test_it_does_not_ask_for_what_ends_the_game_when_it_is_behind() -> None:
    position = Position(
        hands={0: ["V R8", "V Y8", "V G8", "V R1", "H Y1"], 1: ["V R5", "V Y5", "V G5", "V Y6", "H G2"]},
        tower=0, active=1, turns=1,
    )  # fmt: skip
    position.play(1, Ask(4, 2))
    position.play(1, Swap(4, 0, 4))
    assert position.steady() != Ask(4, 2)


def remembered(*events: Event) -> Worlds:
    memory = Memory(GAME.box, seat=0, seats=2)
    memory.hear(
        [Dealt(0, ("R3", "Y3", "R?", "R?", "G?")), Dealt(1, ("R?", "G?", "R1", "R2", "G8")), *events]
    )
    return Worlds(memory, "Y", 60, random.Random(1))


def faces(worlds: Worlds, at: int) -> set[str]:
    return {GAME.box.code[cards[at]] for cards in worlds.hands}


def test_what_it_imagines_fits_the_answers_it_heard() -> None:
    assert faces(remembered(), 4) == {f"G{v}" for v in range(1, 8)}
    assert faces(remembered(Asked(0, 4, 7, False), Asked(0, 4, 1, False)), 4) == {"G2", "G3", "G4", "G5", "G6"}
    assert faces(remembered(Asked(0, 4, 7, True)), 4) == {"G7"}
    worlds = remembered(Summed(0, 11))  # R4 + R5, R4 + R6 or R5 + R6 leave too much or too little for most planes
    assert {sum(GAME.box.value[c] for c in cards[2:5]) for cards in worlds.hands} == {11}
    assert faces(worlds, 4) == {"G1", "G2"}


def test_what_it_has_seen_stays_known_wherever_it_goes() -> None:
    thrown = remembered(Redrawn(1, 4, "G?", "Y1"))  # G8 was Hidden in sight; the other's new card is Y1
    assert faces(thrown, 9) == {"Y1"}
    assert "G8" not in faces(thrown, 4) | faces(thrown, 6)
    turned = remembered(Asked(1, 4, 8, True), Swapped(1, 4, 0, 2, "G?", "R?"))
    assert faces(turned, 2) == {"G8"}
    assert faces(turned, 9) <= {f"R{v}" for v in range(4, 9)}


def test_sums_bind_cards_that_have_left_the_hand() -> None:
    worlds = remembered(Summed(0, 11), Swapped(1, 0, 0, 4, "R?", "G?"))  # the other took the G of that sum
    assert faces(worlds, 5) <= {"G1", "G2"}
