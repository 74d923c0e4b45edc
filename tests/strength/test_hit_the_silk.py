"""How well the bots of Hit the Silk! play: among the winners or not, chairs rotating. `make strength` prints this."""

import os
from typing import Any

import pytest

import facedown
from facedown.lab.simulate import simulate
from facedown.lab.strength import thinking

pytestmark = pytest.mark.strength
GAME = facedown.game("hit-the-silk")
PRESETS = ("core", "travel", "double-cross")


def shares(bots: str, seats: int, games: int, options: dict[str, Any]) -> tuple[float, float, float]:
    """How often the first wins, how often one of the others, and the standard error of the first."""
    found = simulate(GAME, games, seats, bots, options=options, seed=1, workers=os.cpu_count() or 1)
    first, *others = found["bots"]
    rest = sum(row["share"] for row in others) / len(others)
    print(f"\n{seats} seats  {bots}  {options}: {first['share']:.3f} ± {first['se']:.3f}, others {rest:.3f}", end="")
    assert found["unfinished"] == 0 and first["refused"] == 0
    return first["share"], rest, first["se"]


def test_among_three_random_players_it_wins_half_as_often_again() -> None:
    steady, random, _ = shares("steady,random", 4, 1000, {})
    assert steady >= 1.5 * random


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_in_every_mode_and_number_it_wins_more_often_than_they_do(seats: int, preset: str) -> None:
    steady, random, _ = shares("steady,random", seats, 200, {"preset": preset})
    assert steady > random


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_among_themselves_they_win_more_often_than_random_players_do(seats: int, preset: str) -> None:
    steady, others, _ = shares("steady", seats, 40, {"preset": preset})
    random, more, _ = shares("random", seats, 200, {"preset": preset})
    assert steady + others > random + more


def test_steady_thinks_about_many_decisions() -> None:
    found = thinking(GAME, "steady,random", 4, games=10, seed=1)
    print(f"\n{found}", end="")
    assert found.decisions > 60
