"""How well the bots of Slip Strike play: 600 games a match, chairs rotating, ties half. `make strength` prints this."""

import os
from functools import cache
from typing import Any

import pytest

import facedown
from facedown.lab.simulate import simulate
from facedown.lab.strength import Strength, strength, thinking

pytestmark = pytest.mark.strength
GAMES = 600
GAME = facedown.game("slip-strike")


@cache
def match(bots: str, games: int = GAMES) -> Strength:
    found = strength(GAME, bots, 2, games, seed=1, workers=os.cpu_count() or 1)
    print(f"\n{found}", end="")
    return found


@pytest.mark.parametrize(("bots", "share"), [("steady,random", 0.95), ("duel,random", 0.9), ("steady,duel", 0.47)])
def test_who_looks_a_turn_ahead_beats_who_does_not_and_holds_its_own(bots: str, share: float) -> None:
    assert match(bots).share >= share


def test_random_players_share_the_games_alike() -> None:
    found = match("random")
    assert found.share == pytest.approx(0.5, abs=4 * found.se)


@pytest.mark.parametrize("options", [{"assets": 1}, {"assets": 2, "edition": "blue"}], ids=str)
def test_with_assets_it_beats_random_players_too(options: dict[str, Any]) -> None:
    row = simulate(GAME, 200, 2, "steady,random", options=options, seed=1, workers=os.cpu_count() or 1)["bots"][0]
    print(f"\n2 seats  steady,random with {options}: {row['share']:.3f} ± {row['se']:.3f}", end="")
    assert row["share"] >= 0.9


@pytest.mark.parametrize("assets", [0, 1])
def test_a_team_of_two_beats_a_random_one(assets: int) -> None:
    chairs = "steady,random,steady,random"
    found = simulate(GAME, 200, 4, chairs, options={"assets": assets}, seed=1, workers=os.cpu_count() or 1, fixed=True)[
        "bots"
    ]
    print(f"\n4 seats  {chairs} with {assets} Assets: {found[0]['share']:.3f} ± {found[0]['se']:.3f}", end="")
    assert found[0]["share"] >= 0.9


def test_steady_thinks_about_many_decisions() -> None:
    found = thinking(GAME, "steady,random", 2, games=10, seed=1)
    print(f"\n{found}", end="")
    assert found.decisions > 60
