"""What the bots of Slip Strike do where everybody at the table would know what to do, and that they learn."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

import facedown
from facedown.bots import BotSpec, ask, make_bot
from facedown.engine import CLOCK, Chance, Event, Expire, State, Timer, hears, small_seed
from facedown.engine.drive import next_up
from facedown.games.slip_strike.bots.duel import Duel, Side
from facedown.games.slip_strike.bots.memory import Memory
from facedown.games.slip_strike.bots.mixing import equilibrium, response
from facedown.games.slip_strike.words import Decline, Program, React, Slip
from facedown.lab import simulate
from facedown.lab.simulate import Plan, fill_chairs

GAME = facedown.game("slip-strike")
CIRCLE = ("park", "mansion", "warehouse", "tower", "station")


def bot(kind: str, seat: int = 0, seats: int = 2, luck: int = 1, **options: Any) -> Any:
    return make_bot(GAME, BotSpec(kind), seat, seats, GAME.read_options(options, seats), Random(luck))


def log(state: State, seat: int = 0) -> list[Event]:
    return [event for audience, event in state.opening() if hears(audience, seat)]


def given(**position: Any) -> Any:
    return GAME.given(2, None, {"circle": CIRCLE, **position}, Chance(small_seed(1)))


def answer(state: Any, kind: str, luck: int = 1) -> Any:
    """What a bot on seat 0 does first in a position, without having heard how it came about."""
    player = bot(kind, luck=luck)
    found = ask(player, state, 0, [])
    assert found is not None and not found.refused
    return found.move


@pytest.mark.parametrize("kind", ["steady", "duel"])
@pytest.mark.parametrize("luck", range(4))
def test_it_strikes_whoever_can_neither_move_nor_slip(kind: str, luck: int) -> None:
    state = given(agents={0: 0, 1: 2}, cards={1: {"hand": ["blade", "pistol"]}})
    move = answer(state, kind, luck)
    for first, second in (("blade", "pistol"), ("pistol", "blade")):
        end = state.copy()
        end.play(0, move)
        end.play(1, Program(first, second))
        assert end.outcome().winners == (0,)


@pytest.mark.parametrize("luck", range(4))
def test_it_does_not_stay_where_it_would_be_out(luck: int) -> None:
    state = given(
        agents={0: 0, 1: 0}, cards={0: {"hand": ["left", "right", "pistol"]}, 1: {"hand": ["blade", "tp-park"]}}
    )
    assert answer(state, "duel", luck).first in ("left", "right")


def test_it_slips_to_where_fewer_weapons_reach() -> None:
    state = given(
        agents={0: 0, 1: 0},
        phase="action1",
        cards={0: {"program": ["tp-park", "left"]}, 1: {"program": ["blade", "left"], "gone": ["rifle"]}},
    )
    state.play(CLOCK, Expire("flip"))
    move = answer(state, "steady")
    assert isinstance(move, Slip) and move.card in ("tp-warehouse", "tp-tower")  # the Pistol reaches the others


@pytest.mark.parametrize(("at", "move"), [(0, React("sidestep", "left")), (2, Decline())])
def test_it_steps_out_of_a_strike_and_not_for_nothing(at: int, move: Any) -> None:
    state = given(
        agents={0: at, 1: 0},
        phase="action2",
        cards={
            0: {"program": ["left", "pistol"], "assets": ["sidestep"]},
            1: {"program": ["left", "blade"]},
        },
    )
    state.play(CLOCK, Expire("flip"))
    assert answer(state, "duel") == move


@pytest.mark.parametrize(("seats", "options"), [(2, {"assets": 2}), (2, {"edition": "blue"}), (4, {"assets": 2})])
def test_all_it_answers_is_legal(seats: int, options: dict[str, Any]) -> None:
    found = simulate(GAME, 2, seats, "steady,duel,random" if seats > 2 else "steady,duel", options=options, seed=3)
    assert [row["refused"] for row in found["bots"]] == [0] * seats and found["unfinished"] == 0


@pytest.mark.parametrize("game", [20, 69, 109])
def test_it_slips_where_an_asset_that_nobody_knew_was_turned_up_first(game: int) -> None:
    """Games of `make strength` in which this happens."""
    plan = Plan(GAME, fill_chairs("steady,random", 2), GAME.read_options({"assets": 1}, 2), seed=1, fixed=False)
    found = plan.play(game)
    assert not any(found.refused) and found.outcome is not None


def test_one_that_is_made_anew_and_hears_the_whole_log_decides_alike() -> None:
    state: Any = GAME.deal(2, {"assets": 1}, seed=5)
    rng, old = Random(5), bot("steady", assets=1)
    whole, news = log(state), []
    news += whole
    compared = 0
    while state.outcome() is None and compared < 8:
        up = next_up(state, rng, free=0)
        if isinstance(up, Timer):
            told = state.play(CLOCK, Expire(up.name))
        elif up.seat == 0:
            found, again = ask(old, state, 0, news), ask(bot("steady", assets=1), state, 0, whole)
            assert found is not None and found == again
            news, compared = [], compared + 1
            told = state.play(0, found.move)
        else:
            told = state.play(1, state.sample(up, rng))
        heard = [event for audience, event in told if hears(audience, 0)]
        whole, news = whole + heard, news + heard
    assert compared > 4


def test_an_equilibrium_of_rock_paper_scissors_is_even() -> None:
    one, two = equilibrium(np.array([[0.5, 0, 1], [1, 0.5, 0], [0, 1, 0.5]]), 400)
    assert np.allclose(one, 1 / 3, atol=0.02) and np.allclose(two, 1 / 3, atol=0.02)


def test_who_is_known_to_play_rock_is_answered_with_paper_as_far_as_it_is_trusted() -> None:
    matrix, rock = np.array([[0.5, 0, 1], [1, 0.5, 0], [0, 1, 0.5]]), np.array([1.0, 0, 0])
    assert response(matrix, rock, 1.0, 400)[0][1] > 0.99
    assert response(matrix, rock, 0.3, 400)[0][1] == pytest.approx(1 / 3, abs=0.02)  # the rest can make up for it
    assert response(matrix, rock, 0.6, 400)[0][1] > 0.5


class Plain:
    """Answers one who plays blindly, always: the kind of player that a mixture does not punish."""

    def __init__(self, seat: int) -> None:
        self.seat, self.memory = seat, Memory(GAME.deck(2, "orange"))

    def program(self, events: Sequence[Event], view: Any) -> tuple[Any, Any]:
        memory = self.memory
        memory.hear(events, view.circle)
        sides = [Side(memory.deck, memory.now(), seat, memory.circle) for seat in (self.seat, 1 - self.seat)]
        values = Duel(memory.deck, memory.circle, *sides).matrix().mean(axis=1)
        first, second = sides[0].programs[int(values.argmax())]
        return memory.deck.code[first], memory.deck.code[second]


def test_steady_learns_to_beat_who_always_does_the_same() -> None:
    wins = 0
    for seed in range(10):
        state: Any = GAME.deal(2, seed=seed)
        rng, steady, plain = Random(seed), bot("steady", luck=seed), Plain(1)
        news: list[list[Event]] = [[event for _, event in state.opening()] for _ in (0, 1)]
        while state.outcome() is None:
            up = next_up(state, rng, free=0)
            if isinstance(up, Timer):
                told = state.play(CLOCK, Expire(up.name))
            else:
                heard, news[up.seat] = news[up.seat], []
                if up.seat == 0:
                    found = ask(steady, state, 0, heard)
                    assert found is not None
                    move = found.move
                elif up.kind == "program":
                    first, second = plain.program(heard, state.view(1))
                    move = GAME.read_move({"kind": "program", "first": first, "second": second})
                else:
                    move = state.sample(up, rng)
                    news[1] = heard
                told = state.play(up.seat, move)
            for seat in (0, 1):
                news[seat] += [event for audience, event in told if hears(audience, seat)]
        wins += 0 in state.outcome().winners
    assert wins >= 8
