"""Every game keeps the laws; the kit finds every planted leak, and says where."""

import importlib
from pathlib import Path

import msgspec
import pytest

import facedown
from facedown.engine import Chance, Sees, State, record_of, small_seed
from facedown.engine.laws import LAWS, Broken, check, law, play_again
from facedown.engine.scenario import opening_states, read

from .mini import leaky
from .mini.leaky_page import Page

FLY_DOWN = facedown.game("fly-down")
MINIS = [
    module.game
    for path in sorted((Path(__file__).parent / "mini").glob("[a-z]*.py"))
    for module in [importlib.import_module(f"tests.mini.{path.stem}")]
    if hasattr(module, "game")
]


def few_cards(hand: int, visible: int):
    """Fly Down with three colours of four values, so that rare hands are common."""
    colours = [{"letter": c, "name": c, "plane": c, "values": [1, 2, 3, 4]} for c in "RYG"]
    return FLY_DOWN.with_edition({"cards": 12, "hand": hand, "visible": visible, "colours": colours})


@pytest.mark.parametrize("seats", FLY_DOWN.seats)
def test_fly_down_keeps_the_laws(seats):
    report = check(FLY_DOWN, seats, games=18)
    assert report.games == 18 and report.minted == 9
    assert min(report.pairs, report.twin_steps, report.permutations, report.faces) >= 100


@pytest.mark.parametrize("seats", [2, 4])
def test_fly_down_keeps_the_laws_with_a_clock_and_chat(seats):
    check(FLY_DOWN, seats, {"chat": True, "turn_clock": 30}, games=12)


@pytest.mark.parametrize(("seats", "hand", "visible"), [(2, 3, 1), (2, 4, 2), (3, 3, 1), (3, 3, 2)])
def test_fly_down_keeps_the_laws_with_few_cards(seats, hand, visible):
    check(few_cards(hand, visible), seats, {"turn_clock": 30}, games=30)


def test_fly_down_keeps_the_laws_from_the_start_of_every_scenario():
    starts = [
        state
        for path in sorted((FLY_DOWN.folder / "scenarios").glob("*.yaml"))
        for state in opening_states(read(path.read_text("utf-8")), FLY_DOWN)
        if state.seats == 3
    ]
    report = check(FLY_DOWN, 3, games=0, starts=starts, pairs=2)
    assert report.games == len(starts) > 10


@pytest.mark.parametrize(
    ("game", "seats"), [pytest.param(game, seats, id=f"{game.id}-{seats}") for game in MINIS for seats in game.seats]
)
def test_mini_games_keep_the_laws(game, seats):
    report = check(game, seats, games=12)
    assert report.minted and report.pairs and report.twin_steps >= 100


def test_the_leaky_game_is_clean_while_nothing_leaks():
    report = check(leaky.Leaky(), 3, games=12, channels=[Page])
    assert report.sealed >= 100 and report.other_chance >= 20 and not report.lacking()


CAUGHT_BY = {
    "extra field": "present-sight",
    "sorted hand": "twins",
    "count of legal moves": "present-sight",
    "revision gap": "silence",
    "id kept over a shuffle": "order",
    "refusal text": "twins",
    "prompt only for the holder": "twins",
    "window closed early": "twins",
    "lone sealed answer": "sealed",
    "title": "order",
    "aria-label": "canaries",
    "spectator is seat 0": "canaries",
    "replay before the end": "canaries",
    "log line": "sealed",
    "error body": "canaries",
}


@pytest.mark.parametrize("leak", leaky.LEAKS)
def test_every_planted_leak_is_caught(leak):
    with pytest.raises(Broken) as caught:
        check(leaky.Leaky(leak), 3, games=6, channels=[Page])
    assert caught.value.law == CAUGHT_BY[leak]


@pytest.mark.parametrize("leak", leaky.LEAKS)
def test_a_leak_is_caught_at_any_seed(leak):
    for seed in range(1, 6):
        with pytest.raises(Broken):
            check(leaky.Leaky(leak), 3, games=6, seed=seed, channels=[Page])


def test_a_forgotten_field_fails_at_import():
    with pytest.raises(TypeError, match=r"audience or slot missing: .*'score'"):
        type("Forgetful", (State,), {"__slots__": ("hands", "score"), "SEES": {"hands": Sees(2, lambda *at: True)}})


def test_what_is_found_can_be_found_again():
    game = leaky.Leaky("extra field")
    with pytest.raises(Broken) as first:
        check(game, 3, games=6, seed=5)
    found = first.value
    with pytest.raises(Broken) as again:
        play_again(game, found.seats, None, found.index, seed=found.seed)
    assert str(again.value) == str(found)
    assert "seed 5" in str(found) and "high" in found.diff and "low" in found.diff


def test_one_seed_makes_one_report():
    one, two, three = (check(leaky.Leaky(), 2, games=3, seed=seed) for seed in (1, 1, 2))
    assert one == two != three
    assert msgspec.json.decode(msgspec.json.encode(one), type=type(one)) == one
    assert any("twins: steps" in line for line in one.lines())


def test_progress_is_told_after_each_game():
    done = []
    check(leaky.Leaky(), 2, games=3, on_progress=lambda *at: done.append(at))
    assert done == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize("name", LAWS)
def test_a_single_law_holds_on_a_single_position(name):
    key = small_seed(7)
    state = FLY_DOWN.deal(3, chance=Chance(key))
    state.opening()
    start, moves = state.copy(), []
    for _ in range(5):
        request = state.requests()[0]
        moves.append((request.seat, state.default(request)))
        state.play(*moves[-1])
    law(name, state, start, record_of(start, moves, key=key.hex()))


@pytest.mark.parametrize(("name", "leak"), [("present-sight", "extra field"), ("sealed", "lone sealed answer")])
def test_a_single_law_finds_its_leak(name, leak):
    state = leaky.Leaky(leak).deal(3, seed=1)
    state.play(1, state.default(next(r for r in state.requests() if r.seat == 1)))
    with pytest.raises(Broken) as caught:
        law(name, state)
    assert caught.value.law == name


def test_a_law_that_is_not_there_is_no_law():
    with pytest.raises(ValueError, match="present-sight"):
        law("gravity", FLY_DOWN.deal(2))
