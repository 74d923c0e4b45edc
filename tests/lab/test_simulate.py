"""Simulations as people run them: what comes back, and that the same seed always gives the same."""

from typing import Any

import pytest

import facedown
from facedown.bots import BotError, BotSpec
from facedown.engine import Refused
from facedown.lab import simulate
from facedown.lab.play import play
from facedown.lab.simulate import Plan, fill_chairs
from facedown.lab.strength import strength, thinking
from tests.mini import GAMES

GAME = facedown.game("fly-down")
CLOCK = ("seconds", "games_per_s", "moves_per_s")


def test_the_result_has_the_keys_that_machines_rely_on() -> None:
    result = simulate(GAME, 12, 3, "steady(worlds=5),random", {"start": 1}, seed=4)
    assert list(result) == [
        "game", "seats", "options", "games", "seed", "moves", "seconds", "games_per_s", "moves_per_s", "bots",
        "outcomes", "won", "unfinished",
    ]  # fmt: skip
    assert (result["game"], result["seats"], result["games"], result["seed"]) == ("fly-down", 3, 12, 4)
    assert result["options"]["start"] == 1
    assert [row["bot"] for row in result["bots"]] == ["steady(worlds=5)", "random", "random"]
    for row in result["bots"]:
        assert {"bot", "games", "wins", "ties", "share", "se"} <= set(row)
        assert row["games"] == 12
        assert row["share"] == pytest.approx(row["wins"] / 12, abs=1e-4)
    assert sum(row["wins"] for row in result["bots"]) == 12
    assert sum(result["outcomes"].values()) == 12
    assert set(result["outcomes"]) <= {"deck", "two-visible"}
    assert result["moves"] > 12
    assert (result["won"], result["unfinished"]) == (0, 0)


def test_one_seed_makes_one_result_on_any_number_of_processes() -> None:
    done: list[int] = []
    one, two = (
        simulate(GAME, 20, 2, "steady(worlds=5),random", seed=9, workers=workers, progress=done.append)
        for workers in (1, 2)
    )
    assert {k: v for k, v in one.items() if k not in CLOCK} == {k: v for k, v in two.items() if k not in CLOCK}
    assert done[-1] == 20
    other = simulate(GAME, 20, 2, "steady(worlds=5),random", seed=10)
    assert other["moves"] != one["moves"]


def test_more_games_begin_with_the_same_games() -> None:
    few, more = (simulate(GAME, games, 2, "random", seed=3) for games in (5, 6))
    last = Plan(GAME, fill_chairs("random", 2), GAME.Options(), 3, False).play(5)
    assert few["moves"] + last.moves == more["moves"]


def test_chairs_rotate_unless_they_are_fixed() -> None:
    chairs = fill_chairs("steady,random", 4)
    assert [Plan(GAME, chairs, None, 0, False).seat(i, 0) for i in range(5)] == [0, 1, 2, 3, 0]
    assert [Plan(GAME, chairs, None, 0, True).seat(i, 0) for i in range(5)] == [0] * 5


def test_the_last_bot_fills_the_chairs_that_are_left() -> None:
    assert [str(spec) for spec in fill_chairs("steady,random", 4)] == ["steady", "random", "random", "random"]
    assert fill_chairs([BotSpec("random")], 2) == (BotSpec("random"), BotSpec("random"))


@pytest.mark.parametrize(
    ("bots", "sentence"),
    [
        ("random,random,random", "There are 3 bots for 2 seats. Name at most 2."),
        ("random,nobody", "There is no bot called nobody for Fly Down. There are: random, steady."),
        ("", "Name at least one bot."),
    ],
)
def test_bots_that_cannot_play_are_refused_before_anything_is_played(bots: str, sentence: str) -> None:
    with pytest.raises(BotError) as e:
        simulate(GAME, 10**9, 2, bots)
    assert str(e.value) == sentence


def test_seats_and_options_are_checked_like_at_a_table() -> None:
    with pytest.raises(Refused, match="2 to 6 players"):
        simulate(GAME, 1, 7, "random")
    with pytest.raises(Refused, match="Known options"):
        simulate(GAME, 1, 2, "random", {"speed": 1})


def test_the_lab_has_a_player_that_sees_everything() -> None:
    assert strength(GAME, "ceiling,random", 2, 40, seed=2).share > 0.85
    with pytest.raises(BotError, match="ceiling has no setting called worlds"):
        simulate(GAME, 1, 2, "ceiling(worlds=3)")


def test_thinking_is_measured_for_the_first_bot_only() -> None:
    found = thinking(GAME, "random,steady(worlds=5)", 2, games=2, seed=1)
    assert found.bot == "random"
    assert found.decisions > 2
    assert 0 < found.p50 <= found.p99


def test_where_everybody_waits_the_default_is_played_and_counted() -> None:
    played = play(GAME.deal(2, seed=1), [lambda *_: None, lambda *_: None])
    assert played.outcome is not None
    assert sum(played.refused) == played.moves


def test_a_game_that_does_not_end_is_stopped_and_counted() -> None:
    class Endless(type(GAME)):  # type: ignore[misc]
        def bound(self, state: Any) -> int:
            return 3

    result = simulate(Endless(), 4, 2, "random")
    assert (result["unfinished"], result["outcomes"], result["moves"]) == (4, {}, 12)
    assert [row["share"] for row in result["bots"]] == [0, 0]


@pytest.mark.parametrize("mini", GAMES, ids=lambda mini: mini.id)
def test_every_mechanism_is_played_to_the_end_without_a_clock(mini: Any) -> None:
    """Windows close, sealed groups open, votes interrupt, and who wins together is counted."""
    result = simulate(mini, 10, mini.seats[0], "random", seed=1)
    assert result["unfinished"] == 0
    assert [row["refused"] for row in result["bots"]] == [0] * mini.seats[0]
    assert sum(result["outcomes"].values()) == 10
    assert all(row["wins"] >= result["won"] for row in result["bots"])
