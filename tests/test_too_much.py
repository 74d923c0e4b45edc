"""Files that mean endless much in few characters end with a sentence, quickly and in little memory."""

import itertools

import pytest

import facedown
from facedown.engine import RecordError, Refused, read_record
from facedown.engine.chance import Chance, small_seed
from facedown.engine.scenario import Malformed, read, run_all

FLY_DOWN = facedown.game("fly-down")
NAMES = "abcdefghij"
BOMB = ", ".join(f"&{b} [{', '.join([f'*{a}'] * 10)}]" for a, b in itertools.pairwise(NAMES))
BOMB = f"[&a [x, x], {BOMB}]"
HEAD = "game: fly-down\nscenarios:\n- {id: X-1, rules: [F-001], seats: 3, "


@pytest.mark.parametrize("key", ["given", "steps", "says", "names", "edition", "rules"])
def test_aliases_are_counted_in_full(key):
    with pytest.raises(Malformed, match="too much"):
        read(HEAD.replace("rules: [F-001], ", "") + f"{key}: {BOMB}}}")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[" * 20_000, "nested too deeply"),
        (HEAD + "steps: []}" + "\n#" * 600_000, "too much"),
        (HEAD + "steps: " + "[" * 60 + "]" * 60 + "}", "too much"),
        (HEAD + "steps: &s [{repeat: 2, steps: *s}]}", "too much"),
        (HEAD + "steps: [{repeat: 1000000000, steps: [{A: {kind: sum}}]}]}", "more than 10000 steps"),
        (HEAD + "steps: [{repeat: 200, steps: [{repeat: 200, steps: [{A: {kind: sum}}]}]}]}", "more than 10000 steps"),
        (HEAD + "seeds: 1000000000}", "at most 10000"),
    ],
)
def test_a_scenario_file_cannot_ask_for_endless_work(text, says):
    with pytest.raises(Malformed, match=says):
        for _ in run_all(read(text), FLY_DOWN):
            pass


def test_repeating_nothing_very_often_is_nothing():
    (results,) = run_all(read(HEAD + "steps: [{repeat: 1000000000, steps: []}]}"), FLY_DOWN)
    assert all(result.ok for result in results)


def test_no_pile_holds_more_cards_than_the_box():
    with pytest.raises(Refused, match="deck cannot hold 1000000000 cards"):
        FLY_DOWN.given(3, None, {"deck": 10**9}, Chance(small_seed(1)))


@pytest.mark.parametrize("first", [b'{"format":1,"given":', b'{"format":1,"game":"x","seats":2,"names":[]}\n{"n":'])
def test_a_record_of_endless_depth_cannot_be_read(first):
    with pytest.raises(RecordError, match="line"):
        read_record(first + b"[" * 100_000 + b"\n")


@pytest.mark.parametrize(
    ("overlay", "seats"),
    [
        ({"hand": 8}, 3),  # 24 cards for 24 places: none is left to draw
        ({"colours.0.values": [1], "colours.1.values": [1], "colours.2.values": [1], "cards": 27}, 3),
        ({"fewest_colours": 1, "hand": 8}, 2),
    ],
)
def test_an_edition_that_cannot_be_dealt_is_refused_before_the_deal(overlay, seats):
    game = FLY_DOWN.with_edition(overlay)
    with pytest.raises(Refused, match="too few cards") as refused:
        game.deal(seats, seed=1)
    assert refused.value.refusal.rule == "F-010"


def test_an_edition_may_not_begin_at_its_end():
    with pytest.raises(facedown.engine.EditionError, match="leave none Hidden"):
        FLY_DOWN.with_edition({"visible": 5})
