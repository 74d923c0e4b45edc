"""How well the bots of Fly Down play: 1,000 games a match, chairs rotating. `make strength` runs it and prints this."""

import os
from functools import cache

import pytest

import facedown
from facedown.lab.strength import Strength, strength, thinking

pytestmark = pytest.mark.strength
GAMES = 1000
GAME = facedown.game("fly-down")


@cache
def match(bots: str, seats: int, games: int = GAMES) -> Strength:
    found = strength(GAME, bots, seats, games, seed=1, workers=os.cpu_count() or 1)
    print(f"\n{found}", end="")
    return found


@pytest.mark.parametrize(("seats", "share"), [(2, 0.94), (3, 0.88), (4, 0.84), (5, 0.80), (6, 0.75)])
def test_steady_beats_random_players_almost_always(seats: int, share: float) -> None:
    assert match("steady,random", seats).share >= share


@pytest.mark.parametrize("seats", [2, 4])
def test_random_players_share_the_games_alike(seats: int) -> None:
    found = match("random", seats)
    assert found.share == pytest.approx(1 / seats, abs=4 * found.se)


@pytest.mark.parametrize("seats", [2, 4])
def test_who_sees_everything_is_no_worse_than_steady(seats: int) -> None:
    assert match("ceiling,random", seats, 500).share >= match("steady,random", seats).share
    assert match("ceiling,steady", seats, 500).share > 1.5 / seats


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_steady_thinks_about_many_decisions(seats: int) -> None:
    found = thinking(GAME, "steady,random", seats, games=60, seed=1)
    print(f"\n{found}", end="")
    assert found.decisions > 60
