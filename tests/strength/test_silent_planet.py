"""How often the bots of Silent Planet win: 1,000 games a row, all together. `make strength` runs it and prints this."""

import os
from functools import cache

import pytest

import facedown
from facedown.lab.strength import Strength, strength, thinking

pytestmark = pytest.mark.strength
GAMES = 1000
GAME = facedown.game("silent-planet")
SEATS = range(2, 7)


@cache
def won(bots: str, seats: int) -> Strength:
    found = strength(GAME, bots, seats, GAMES, seed=1, workers=os.cpu_count() or 1)
    print(f"\n{found}", end="")
    return found


@pytest.mark.parametrize(("seats", "share"), list(zip(SEATS, (0.80, 0.83, 0.85, 0.85, 0.88), strict=True)))
def test_the_plain_convention_wins_most_games(seats: int, share: float) -> None:
    assert won("steady", seats).share >= share


@pytest.mark.parametrize(("seats", "share"), list(zip(SEATS, (0.86, 0.91, 0.94, 0.95, 0.96), strict=True)))
def test_the_stronger_convention_wins_almost_all(seats: int, share: float) -> None:
    assert won("steady(order=ends)", seats).share >= share


@pytest.mark.parametrize("order", ["plain", "ends"])
@pytest.mark.parametrize(("seats", "share"), list(zip(SEATS, (0.18, 0.20, 0.30, 0.36, 0.34), strict=True)))
def test_a_partner_without_order_is_read_as_one(order: str, seats: int, share: float) -> None:
    assert won(f"steady(order={order}, mixed=true),steady(order={order})", seats).share >= share


@pytest.mark.parametrize("seats", SEATS)
def test_steady_stands_between_the_random_floor_and_who_sees_everything(seats: int) -> None:
    floor, ceiling = won("random", seats), won("ceiling", seats)
    assert floor.share <= 0.18 and ceiling.share >= 0.98
    assert floor.share < won("steady", seats).share <= ceiling.share + 0.01


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_steady_thinks_about_many_decisions(seats: int) -> None:
    found = thinking(GAME, "steady", seats, games=30, seed=1)
    print(f"\n{found}", end="")
    assert found.decisions > 60
