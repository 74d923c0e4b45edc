"""The language of scenarios, sentence by sentence: what holds, what does not hold, and what is malformed.

The games are Fly Down and the minis; each assertion is seen to hold and to fail: one that cannot fail tests nothing."""

import copy
from io import StringIO
from typing import Any

import pytest
from ruamel.yaml import YAML

import facedown
from facedown.engine import Game
from facedown.engine.scenario import Malformed, Result, read, run_all
from facedown.engine.scenario.compare import same
from tests.mini import bluff, halting, needle, pair

FLY_DOWN = facedown.game("fly-down")
HANDS = "{A: [V R3, V Y5, H G2, H R8, H Y1], B: [V G1, V R1, H Y2, H R2, H G8], C: [V Y3, V G3, H R4, H Y4, H G4]}"
DECK = "[Y7, G5, R5, G6, G7, Y6, Y8, R6, R7]"
FLY = f"seats: 3, options: {{colours: [R, Y, G], start: A}}, given: {{hands: {HANDS}, deck: {DECK}}}"


def results(scenarios: str, defaults: str = FLY, game: Game[Any] = FLY_DOWN) -> list[Result]:
    """The last result of each scenario of a file."""
    text = f"game: {game.id}\ndefaults: {{{defaults}}}\nscenarios:\n{scenarios}"
    return [runs[-1] for runs in run_all(read(text, "file.yaml"), game)]


def play(steps: str, more: str = "given: {}", defaults: str = FLY, game: Game[Any] = FLY_DOWN) -> Result:
    """A scenario of these steps, in flow style."""
    return results(f"- {{id: X, rules: [F-001], {more}, steps: [{steps}]}}", defaults, game)[0]


def expect(assertion: str, before: str = "") -> Result:
    """A scenario that asserts one thing of the position, after some steps."""
    return play(f"{before}{{expect: [{assertion}]}}")


def mini(steps: str, game: Game[Any], given: str, seats: int = 3) -> Result:
    """A scenario of a mini game."""
    return play(steps, f"given: {given}", f"seats: {seats}", game)


def malformed(steps: str, more: str = "given: {}") -> str:
    """The one sentence about a malformed scenario."""
    with pytest.raises(Malformed) as caught:
        play(steps, more)
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


def test_a_face_that_is_a_number_may_be_written_as_one() -> None:
    steps = "{A: {kind: lock, cards: [5, 3]}}, {expect: [{view: A, at: laid.A, is: [3, '5']}, {never: 3, to: B}]}"
    assert mini(steps, pair.game, "{hands: {A: [3, 5, 7, '9']}}", 2).ok


FLIPS = """{circle: [park, mansion, warehouse, tower, station], agents: {A: 0, B: 3},
    cards: {A: {program: [left, blade]}, B: {program: [right, rifle]}}}"""
FLIPPED = "{expect: [{event: flip, to: public, has: {action: 2, cards: {A: blade, B: rifle}}}]}"


@pytest.mark.parametrize(
    ("steps", "ok"),
    [
        ("{mark: m}, {expect: [{view: A, at: agents.A, is: 0}]}, {flip: true}, " + FLIPPED, True),
        ("{expect: [{no_event: flip, to: A}]}, {clock: window}, " + FLIPPED, True),
        ("{A: {kind: decline}, refused: not-now}, " + FLIPPED, True),
        ("{restart: true}, " + FLIPPED, True),
        ("{mark: m}, " + FLIPPED, False),
        ("{flip: true}, {mark: m}, {flip: true}, {expect: [{unchanged: A, since: m}]}", True),
    ],
)
def test_what_stands_before_a_flip_is_flipped_with_the_first_step(steps: str, ok: bool) -> None:
    assert mini(steps, facedown.game("slip-strike"), FLIPS, 2).ok is ok


def test_a_flip_belongs_to_games_that_flip() -> None:
    assert "flip" in malformed("{flip: true}")
    with pytest.raises(Malformed, match="flip: true"):
        mini("{flip: false}", facedown.game("slip-strike"), FLIPS, 2)


# the file -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text",
    [
        "",
        "3",
        "[]",
        "game: fly-down",
        "game: fly-down\nscenarios: []",
        "game: fly-down\nscenarios: {}",
        "game: fly-down\nscenarios: [3]",
        "scenarios: [{id: X, rules: [F-001], seats: 3, steps: []}]",
        "game: fly-down\ngame: fly-down\nscenarios: [{id: X, rules: [F-001], seats: 3, steps: []}]",
        "game: fly-down\nversion: 1\nscenarios: [{id: X, rules: [F-001], seats: 3, steps: []}]",
        "game: fly-down\ndefaults: {id: X}\nscenarios: [{id: X, rules: [F-001], seats: 3, steps: []}]",
        "game: fly-down\ndefaults: {title: X}\nscenarios: [{id: X, rules: [F-001], seats: 3, steps: []}]",
        "game: fly-down\nscenarios: [{rules: [F-001], seats: 3, steps: []}]",
        "game: fly-down\nscenarios: [{id: X, rules: [F-001], seats: 3, steps: []}, {id: X, rules: [F-001], seats: 3}]",
        "game: fly-down\nscenarios: [{id: X, id: Y, rules: [F-001], seats: 3, steps: []}]",
        "game: fly-down\nscenarios: [{id: X, rules: [F-001], seats: 3, steps: [}]",
    ],
)
def test_a_file_that_is_not_one_is_malformed(text: str) -> None:
    with pytest.raises(Malformed, match=r"^file\.yaml: "):
        list(run_all(read(text, "file.yaml"), FLY_DOWN))


@pytest.mark.parametrize(
    "more",
    [
        "rules: []",
        "rules: F-001",
        "rules: [F-001, F-002, F-003, F-004, F-005]",
        "rules: [first]",
        "rules: [1]",
        "says: [a]",
        "seats: []",
        "seats: three",
        "seats: 7",
        "seats: 1",
        "seats: true",
        "seed: -1",
        "seed: x",
        "seeds: 0",
        "seed: 1, seeds: 2",
        "options: {colors: [R]}",
        "options: {colours: [R, Y]}",
        "options: {colours: 3}",
        "options: {start: K}",
        "options: 3",
        "edition: {planes: 3}",
        "edition: {colours.red.size: 3}",
        "names: {O: A}",
        "names: {O: true}",
        "names: {public: 0}",
        "names: [O]",
        "when: []",
        "create: maybe",
        "create: refused",
        "rule: F-005",
        "title: X",
        "given: 3",
        "given: {table: 1}",
        "given: {hands: {D: [V G6, V G7, H R5, H R6, H R7]}}",
        "given: {hands: {A: [V R3, V Y5, H G2, H R8]}}",
        "given: {hands: {A: [V R3, V Y5, H G2, H R8, H B1]}}",
        "given: {hands: {A: [V R3, V Y5, H G2, H R8, H R9]}}",
        "given: {hands: {A: [V R3, V Y5, H G2, H R8, H G8]}}",
        "given: {hands: {A: [V R3, V Y5, H G2, H R8, X Y1]}}",
        "given: {hands: {A: [V R3, V Y5, H G2, H R8, H Y1], 0: [V R3, V Y5, H G2, H R8, H Y1]}}",
        "given: {deck: 10}",
        "given: {deck: -1}",
        "given: {deck: []}",
        "given: {deck: [R3]}",
        "given: {deck: [B?]}",
        "given: {active: D}",
        "given: {actions_left: 3}",
        "given: {turns: -1}",
        "given: {over: 2}",
    ],
)
def test_a_scenario_with_a_wrong_head_is_malformed_and_named(more: str) -> None:
    head = {k.strip(): v for k, v in [("rules", "[F-001]"), ("given", "{}"), ("steps", "[{expect: []}]")]}
    for key in head.copy():
        if more.startswith(f"{key}: "):
            del head[key]
    text = ", ".join(f"{k}: {v}" for k, v in head.items())
    with pytest.raises(Malformed, match=r"^file\.yaml: X: ") as caught:
        results(f"- {{id: X, {text}, {more}}}")
    assert "\n" not in str(caught.value)


def test_more_copies_and_other_colours_are_allowed_where_it_is_said() -> None:
    hand = "given: {over: true, hands: {A: [V R3, V R3, H S2, H R8, H G8]}}"
    assert play("{expect: [{view: B, at: hands.A.2, is: {colour: S, value: 2, facing: H}}]}", hand).ok


def test_scenarios_that_cannot_be_compared_are_malformed() -> None:
    same = "steps: [{expect: [{same: A, as: %s}]}]"
    for scenarios in (
        "- {id: X, rules: [F-001], " + same % "Y" + "}",
        "- {id: X, rules: [F-001], " + same % "X" + "}",
        "- {id: X, rules: [F-001], " + same % "Y" + "}\n- {id: Y, rules: [F-001], " + same % "X" + "}",
        "- {id: X, rules: [F-001], " + same % "Y" + "}\n- {id: Y, rules: [F-005], seats: 7, create: refused}",
    ):
        with pytest.raises(Malformed, match="as: "):
            results(scenarios)


def test_a_failing_scenario_is_the_same_as_nothing() -> None:
    first, second = results(
        "- {id: X, rules: [F-001], given: {}, steps: [{expect: [{same: A, as: Y}]}]}\n"
        "- {id: Y, rules: [F-001], given: {}, steps: [{expect: [{asked: [B]}]}]}"
    )
    assert (first.ok, first.found, second.ok) == (False, "Y does not hold itself", False)


def test_defaults_lie_under_each_scenario() -> None:
    """Maps deeply, lists replaced; the position only where there is one; a null takes a default away."""
    hands = "given: {hands: {B: [V G1, V R1, H Y2, H R2, H G7]}, deck: [R5]}"
    assert play("{expect: [{view: A, at: hands.B.4.value, is: 7}, {view: B, at: hands.A.2.value, is: 2}]}", hands).ok
    assert play("{expect: [{view: public, at: deck.count, is: 1}, {view: public, at: down, count: 8}]}", hands).ok
    assert play("{expect: [{view: public, at: deck.count, is: 9}]}", "seed: 2").ok
    assert play("{expect: [{view: public, at: turn, is: B}]}", "given: {active: B}, options: {start: null}").ok
    two = "seats: 2, given: {hands: {C: null}}"
    assert play("{expect: [{view: public, at: hands, count: 2}]}", two).ok
    (seeded,) = results("- {id: X, rules: [F-001], seed: 3, given: {}, then: []}", FLY + ", seeds: 5")
    assert seeded.seed == 3


def test_every_seat_count_and_every_seed_is_run() -> None:
    text = "game: fly-down\nscenarios: [{id: X, rules: [F-001], seats: [2, 4], seeds: 3, then: []}]"
    (runs,) = run_all(read(text), FLY_DOWN)
    assert [(r.seats, r.seed) for r in runs] == [(2, 0), (2, 1), (2, 2), (4, 0), (4, 1), (4, 2)]


def test_a_scenario_stops_at_the_first_seed_that_fails() -> None:
    (runs,) = run_all(
        read(
            "game: fly-down\nscenarios: [{id: X, rules: [F-001], seats: 2, seeds: 9, then: "
            "[{view: public, at: tower, is: A}]}]"
        ),
        FLY_DOWN,
    )
    assert [r.ok for r in runs] == [True] * (len(runs) - 1) + [False]
    assert len(runs) < 9


def test_words_of_yaml_1_1_are_words() -> None:
    assert play("{no: {kind: sum}}, {expect: [{view: on, at: turn, is: no}]}", "names: {no: 0, on: 1}, given: {}").ok


@pytest.mark.parametrize(
    ("head", "ok"),
    [
        ("seats: 7, create: refused", True),
        ("seats: 7, create: accepted", False),
        ("seats: 3, create: accepted", True),
        ("seats: 3, create: refused", False),
        ("seats: 7, create: refused, rule: F-005", True),
        ("seats: 7, create: refused, rule: A-F01", True),
        ("seats: 7, create: refused, rule: [F-004, F-005]", True),
        ("seats: 7, create: refused, rule: F-004", False),
        ("seats: 4, create: refused, rule: F-003", True),
    ],
)
def test_creation_is_tested_in_place_of_steps(head: str, ok: bool) -> None:
    result = results(f"- {{id: X, rules: [F-001], {head}}}")[0]
    assert result.ok is ok
    assert ok or result.step == "create"


# steps ----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "step",
    [
        "3",
        "{}",
        "{dance: A}",
        "{A: {kind: sum}, B: {kind: sum}}",
        "{A: sum}",
        "{A: {}}",
        "{A: {kind: pass}}",
        "{A: {kind: sum, loudly: true}}",
        "{A: {kind: ask, slot: 2}}",
        "{A: {kind: ask, slot: x, value: 2}}",
        "{D: {kind: sum}}",
        "{A: {kind: sum}, refused: perhaps}",
        "{A: {kind: sum}, refused: false}",
        "{A: {kind: sum}, refused: []}",
        "{A: {kind: pass}, refused: illegal}",
        "{A: {kind: sum}, as_of: m}",
        "{A: {kind: sum}, at: soon}",
        "{A: {kind: sum}, at: -1}",
        "{A: {kind: sum}, warned: true}",
        "{clock: escape}",
        "{clock: turn, seat: A}",
        "{windows: accept}",
        "{house: gone, seat: A}",
        "{house: left}",
        "{house: left, seat: D}",
        "{default: D}",
        "{default: A, until: sum}",
        "{default: all}",
        "{default: all, until: end}",
        "{chance: {flight: [A 3]}}",
        "{chance: {draw: R6}}",
        "{chance: {draw: [B1]}}",
        "{chance: {draw: [R3]}}",
        "{chance: {draw: [R5]}}, {A: {kind: redraw, slot: 0}}",
        "{chance: [draw]}",
        "{restart: false}",
        "{mark: 3}",
        "{mark: m, at: 3}",
        "{expect: {asked: [A]}}",
        "{expect: [], until: 3}",
        "{repeat: 0, steps: []}",
        "{repeat: 2}",
        "{repeat: 2, steps: [{dance: A}]}",
        "{repeat: 2, steps: [], until: 3}",
    ],
)
def test_a_step_the_language_does_not_have_is_malformed(step: str) -> None:
    assert malformed(step).startswith("file.yaml: X: ")


def test_what_is_malformed_is_named_with_its_scenario_step_and_assertion() -> None:
    where = malformed("{A: {kind: sum}}, {repeat: 2, steps: [{expect: [{asked: [A]}, {asked: [Z]}]}]}")
    assert where == "file.yaml: X: step 2.1: assertion 2: 'Z' is no seat"


def test_a_failure_tells_step_expected_and_found() -> None:
    result = play("{A: {kind: sum}}, {repeat: 2, steps: [{expect: [{asked: [A]}, {asked: [B], kind: ask}]}]}")
    assert (result.id, result.ok, result.step, result.seats, result.seed) == ("X", False, "2.1", 3, 1)
    assert result.expected == "assertion 2: asked for ask: seats [1]"
    assert result.found == "seats [0]"
    assert "X FAILS at step 2.1 (3 seats, seed 1): expected" in result.line()


def test_then_is_one_step_after_when() -> None:
    scenario = "- {id: X, rules: [F-001], given: {}, %s: [{A: {kind: sum}}, {A: {kind: sum}}], then: [{asked: [%s]}]}"
    assert results(scenario % ("when", "B"))[0].ok
    assert results(scenario % ("steps", "B"))[0].ok
    assert results(scenario % ("when", "A"))[0].step == "3"


@pytest.mark.parametrize(
    ("step", "ok"),
    [
        ("{A: {kind: sum}}", True),
        ("{B: {kind: sum}}", False),
        ("{P1: {kind: sum}}", True),
        ("{0: {kind: sum}}", True),
        ("{A: {kind: swap, slot: 0, seat: P2, their_slot: 4}}", True),
        ("{A: {kind: swap, slot: 0, seat: 1, their_slot: 4}}", True),
        ("{A: {kind: sum}, refused: true}", False),
        ("{B: {kind: sum}, refused: true}", True),
        ("{B: {kind: sum}, refused: not-yours}", True),
        ("{B: {kind: sum}, refused: F-024}", True),
        ("{B: {kind: sum}, refused: [F-001, F-024]}", True),
        ("{B: {kind: sum}, refused: [malformed, not-yours]}", True),
        ("{B: {kind: sum}, refused: illegal}", False),
        ("{B: {kind: sum}, refused: F-025}", False),
        ("{A: {kind: pass}, refused: malformed}", True),
        ("{A: {kind: pass}, refused: F-022}", True),
        ("{A: {kind: ask, slot: 2, value: 9}, refused: malformed}", True),
        ("{A: {kind: ask, slot: 2, value: 9}, refused: A-F09}", True),
        ("{A: {kind: ask, slot: 2, value: 2, loudly: true}, refused: malformed}", True),
        ("{A: {kind: ask, slot: 0, value: 2}, refused: illegal}", True),
        ("{A: {kind: ask, slot: 0, value: 2}, refused: malformed}", False),
        ("{A: {kind: swap, slot: 2, seat: B, their_slot: 4}, refused: [F-035]}", True),
        ("{mark: m}, {A: {kind: sum}}, {A: {kind: sum}, as_of: m, refused: too-late}", True),
        ("{mark: m}, {A: {kind: sum}}, {A: {kind: sum}, as_of: m}", False),
        ("{mark: m}, {B: {kind: react, sign: nod}}, {A: {kind: sum}, as_of: m}", True),
        ("{mark: m}, {A: {kind: sum}}, {A: {kind: sum}}, {B: {kind: sum}, as_of: m, refused: not-yours}", True),
        ("{windows: decline}, {clock: window}, {A: {kind: sum}}", True),
        ("{clock: turn}", False),
        ("{house: left, seat: B}, {house: back, seat: B}, {house: removed, seat: C}", True),
        ("{default: B}, {A: {kind: sum}}, {A: {kind: sum}}", True),
        ("{default: all, until: ask}, {A: {kind: sum}}", True),
        ("{default: all, until: turn}, {A: {kind: sum}}", True),
        ("{repeat: 2, steps: [{A: {kind: sum}}]}, {B: {kind: sum}}", True),
        ("{repeat: 3, steps: [{A: {kind: sum}}]}", False),
        ("{A: {kind: sum}}, {restart: true}, {A: {kind: sum}}, {B: {kind: sum}}", True),
    ],
)
def test_a_step_does_what_it_says(step: str, ok: bool) -> None:
    assert play(step).ok is ok


def test_after_the_end_every_answer_is_too_late() -> None:
    last = "given: {deck: [Y7]}"
    assert play("{A: {kind: redraw, slot: 0}}, {A: {kind: sum}, refused: too-late}", last).ok
    assert play("{A: {kind: redraw, slot: 0}}, {B: {kind: sum}, refused: too-late}", last).ok
    assert not play("{A: {kind: redraw, slot: 0}}, {B: {kind: sum}, refused: not-yours}", last).ok


def test_a_refused_move_that_changed_anything_would_fail() -> None:
    """The runner compares what everybody has, and does not trust the game."""

    class Leaky(FLY_DOWN.State):  # type: ignore[misc, name-defined]
        __slots__ = ()

        def unasked(self, actor: int, kinds: tuple[str, ...]) -> Any:
            self.actions_left, self.shared = 1, None
            return super().unasked(actor, kinds)

    class LeakyGame(type(FLY_DOWN)):  # type: ignore[misc]
        State = Leaky

    result = play("{B: {kind: sum}, refused: true}", game=LeakyGame())
    assert (result.ok, result.expected) == (False, "a refused move changes nothing")


def test_chance_at_the_head_holds_for_what_the_position_causes() -> None:
    second = "given: {turns: 3, deck: 9}"
    assert play("{chance: {draw: [G7]}}, {expect: [{view: public, at: up, is: [G7]}]}", second).ok
    assert play("{chance: {draw: [G7]}}, {expect: [{event: round_discard, to: B, has: {face: G7}}]}", second).ok
    assert not play("{expect: [{view: public, at: up, is: [G7]}]}", second).ok
    with pytest.raises(Malformed, match="B1"):
        play("{chance: {draw: [B1]}}, {expect: []}", second)


def test_scripted_chance_survives_a_restart() -> None:
    drawn = "{chance: {draw: [Y7, R6]}}, {A: {kind: redraw, slot: 0}}, {restart: true}, {A: {kind: redraw, slot: 1}}"
    assert play(f"{drawn}, {{expect: [{{view: A, at: hands.A.1.value, is: 6}}]}}", "given: {deck: 9}").ok


# assertions -----------------------------------------------------------------------------------------------------------
ASKED = "{A: {kind: ask, slot: 2, value: 7}}, "
SWAPPED = "{A: {kind: swap, slot: 0, seat: B, their_slot: 4}}, "
PAIRS = [
    ("", "{view: A, at: hands.A.0.value, is: 3}", "{view: A, at: hands.A.0.value, is: 4}"),
    ("", "{view: A, at: hands.A.0.value, in: [3, 4]}", "{view: A, at: hands.A.0.value, in: [4, 5]}"),
    ("", "{view: A, at: hands.A.0, has: {value: 3}}", "{view: A, at: hands.A.0, has: {value: 4}}"),
    ("", "{view: A, at: hands.A.0, is: {value: 3, colour: R, facing: V}}", "{view: A, at: hands.A.0, is: {value: 3}}"),
    ("", "{view: B, at: hands.A.0, is: {colour: R, facing: V, value: null}}", "{view: B, at: hands.A.0, is: {}}"),
    ("", "{view: B, at: hands.A.0, has: {value: null}}", "{view: A, at: hands.A.0, has: {value: null}}"),
    ("", "{view: B, at: hands.A.0.value, absent: true}", "{view: A, at: hands.A.0.value, absent: true}"),
    ("", "{view: A, at: hands.A.0.value, absent: false}", "{view: B, at: hands.A.0.value, absent: false}"),
    ("", "{view: B, at: hands.A.0.value, is: null}", "{view: A, at: hands.A.0.value, is: null}"),
    ("", "{view: public, at: you, absent: true}", "{view: A, at: you, absent: true}"),
    ("", "{view: A, at: turn, same_at: tower}", "{view: B, at: turn, same_at: you.seat}"),
    ("", "{view: A, at: hands.A, count: 5}", "{view: A, at: hands.A, count: 4}"),
    ("", "{view: A, at: deck.count, above: 8}", "{view: A, at: deck.count, above: 9}"),
    ("", "{view: A, at: deck.count, below: 10}", "{view: A, at: deck.count, below: 9}"),
    ("", "{view: A, at: deck.count, above: 8, below: 10}", "{view: A, at: deck.count, above: 8, below: 9}"),
    ("", "{view: archive, at: deck.cards, contains: G5}", "{view: archive, at: deck.cards, contains: R3}"),
    ("", "{view: archive, at: deck.cards, lacks: R3}", "{view: archive, at: deck.cards, lacks: G5}"),
    ("", f"{{view: archive, at: deck.cards, is: {DECK}}}", "{view: archive, at: deck.cards, is: [G5, Y7]}"),
    ("", "{view: A, at: turn, is: A}", "{view: A, at: turn, is: B}"),
    ("", "{view: A, at: turn, is: P1}", "{view: A, at: turn, is: 1}"),
    ("", "{view: A, at: seats.B.gone, is: false}", "{view: A, at: seats.B.gone, is: 0}"),
    ("", "{view: A, at: hands.P1.0, has: {value: 3}}", "{view: A, at: hands.1.0, has: {value: 3}}"),
    ("", "{same: A, swap: [hands.A.2, deck.1]}", "{same: B, swap: [hands.A.2, deck.1]}"),
    ("", "{same: public, swap: [deck.1, deck.2]}", "{same: archive, swap: [deck.1, deck.2]}"),
    ("", "{same: A, swap: [hands.A.3, hands.B.1]}", "{same: A, swap: [hands.B.3, hands.C.2]}"),
    ("", "{asked: [A]}", "{asked: [B]}"),
    ("", "{asked: [0], kind: redraw}", "{asked: [], kind: redraw}"),
    ("", "{asked: [], kind: react}", "{asked: [A, B], kind: sum}"),
    ("", "{may: [A, B, C], kind: react}", "{may: [A, B], kind: react}"),
    ("", "{menu: A, kind: sum, offered: true}", "{menu: A, kind: sum, offered: false}"),
    ("", "{menu: B, kind: sum, offered: false}", "{menu: B, kind: sum, offered: true}"),
    ("", "{menu: B, kind: sum, offered: false, rule: F-024}", "{menu: B, kind: sum, offered: false, rule: F-025}"),
    ("", "{menu: A, kind: ask, field: slot, only: [4, 2, 3]}", "{menu: A, kind: ask, field: slot, only: [2, 3]}"),
    ("", "{menu: A, kind: swap, field: seat, only: [B, 2]}", "{menu: A, kind: swap, field: seat, only: [A, B, C]}"),
    ("", "{menu: A, kind: swap, field: seat, contains: B}", "{menu: A, kind: swap, field: seat, contains: A}"),
    ("", "{menu: A, kind: swap, field: seat, lacks: A}", "{menu: A, kind: swap, field: seat, lacks: B}"),
    (
        "",
        "{menu: A, kind: swap, field: slot, where: {seat: P2}, only: [0, 1]}",
        "{menu: A, kind: swap, field: slot, where: {seat: A}, only: [0, 1]}",
    ),
    ("", "{outcome: none}", "{outcome: {why: deck}}"),
    ("", "{law: fork}", "{outcome: {}}"),
    (ASKED, "{event: asked, to: B, has: {seat: A}}", "{event: asked, to: B, has: {seat: B}}"),
    (ASKED, "{event: asked, to: B, has: {right: false}}", "{event: asked, to: B, has: {right: 0}}"),
    (ASKED, "{event: asked, to: public}", "{no_event: asked, to: public}"),
    (ASKED, "{no_event: asked, to: B, has: {value: 6}}", "{no_event: asked, to: B, has: {value: 7}}"),
    (ASKED + ASKED, "{event: asked, to: B, nth: 2}", "{event: asked, to: B, nth: 3}"),
    (ASKED, "{event: asked, to: B, lacks: []}", "{event: asked, to: B, lacks: [value]}"),
    (SWAPPED, "{event: swapped, to: B, lacks: [gave, took]}", "{event: swapped, to: A, lacks: [gave]}"),
    (SWAPPED, "{event: swapped, to: B, has: {gave: R?}}", "{event: swapped, to: B, has: {gave: Y?}}"),
    (SWAPPED, "{never: R3, to: B}", "{never: R3, to: C}"),
    (ASKED + "{mark: m}, ", "{no_event: asked, to: B}", "{event: asked, to: B}"),
    ("{mark: m}, " + ASKED + "{mark: n}, ", "{event: asked, to: B, since: m}", "{event: asked, to: B, since: n}"),
    ("{mark: m}, " + ASKED, "{changed: A, since: m}", "{unchanged: A, since: m}"),
    ("{mark: m}, ", "{unchanged: archive, since: m}", "{changed: archive, since: m}"),
]


@pytest.mark.parametrize(("before", "true", "false"), PAIRS)
def test_an_assertion_can_hold_and_can_fail(before: str, true: str, false: str) -> None:
    assert expect(true, before).ok
    assert not expect(false, before).ok


def test_the_end_is_asserted_by_the_keys_that_are_given() -> None:
    end = "{A: {kind: redraw, slot: 0}}, {expect: [{outcome: %s}]}"
    result = play(end % "{scores: {A: 99}}", "given: {deck: [Y7]}")
    assert not result.ok
    for outcome, ok in [
        ("{}", True),
        ("{why: deck}", True),
        ("{why: two-visible}", False),
        ("{winners: [C], losers: [A, B], tied: [], why: deck}", True),
        ("{winners: [A]}", False),
        ("{losers: [B, P1]}", True),
        ("{losers: [B]}", False),
        ("{tied: [A, B]}", False),
        ("{overall: [A]}", False),
        ("{scores: {P3: 9, 1: 4}}", False),
        ("none", False),
    ]:
        assert play(end % outcome, "given: {deck: [Y7]}").ok is ok, outcome


@pytest.mark.parametrize("test", ["is: 3", "has: {}", "in: [3]", "same_at: turn", "count: 0", "contains: 3", "lacks: 3",
                                  "below: 9", "above: 0", "absent: false"])  # fmt: skip
def test_a_known_path_that_is_not_there_fails_everything_but_absent(test: str) -> None:
    assert not expect(f"{{view: B, at: hands.A.0.value, {test}}}").ok
    assert expect("{view: B, at: hands.A.0.value, absent: true}").ok


def test_a_common_path_is_known_in_games_that_show_nothing_there() -> None:
    for test, ok in (("absent: true", True), ("is: A", False)):
        found = play(f"{{expect: [{{view: public, at: turn, {test}}}]}}", "given: {}", "seats: 3", facedown.game("ito"))
        assert found.ok is ok


def test_lists_are_bags_but_for_those_that_lie_in_an_order() -> None:
    down = "given: {down: [G7, R7, G6], deck: [Y7], up: [R5, Y8]}"
    for at, value, ok in [
        ("down", "[R, G, G]", True),
        ("down", "[R, R, G]", False),
        ("down", "[R, G]", False),
        ("up", "[R5, Y8]", True),
        ("up", "[Y8, R5]", False),
    ]:
        assert play(f"{{expect: [{{view: A, at: {at}, is: {value}}}]}}", down).ok is ok


def test_what_stands_for_each_seat_may_be_written_as_a_map() -> None:
    seats = "{expect: [{view: A, at: seats, has: {B: {gone: false, name: Ben}}}]}"
    assert play(seats).ok
    assert not play(seats.replace("B: {gone: false", "B: {gone: true")).ok


@pytest.mark.parametrize(
    "assertion",
    [
        "3",
        "{}",
        "{sees: A}",
        "{view: D, at: turn, is: A}",
        "{view: everybody, at: turn, is: A}",
        "{view: [A], at: turn, is: A}",
        "{view: A, is: A}",
        "{view: A, at: turn}",
        "{view: A, at: turn, is: A, was: B}",
        "{view: A, at: turns.first, is: 3}",
        "{view: A, at: hands.A.x, is: 3}",
        "{view: A, at: hands.E.0, is: 3}",
        "{view: A, at: hands.A.0.price, absent: true}",
        "{view: A, at: hands.A.0, has: {price: 3}}",
        "{view: A, at: hands.A, is: [{price: 3}]}",
        "{view: A, at: hands.A.0, has: 3}",
        "{view: A, at: turn, in: A}",
        "{view: A, at: turn, same_at: who}",
        "{view: A, at: turn, absent: 1}",
        "{view: A, at: hands, count: many}",
        "{view: A, at: turn, above: A}",
        "{same: A}",
        "{same: A, swap: [hands.A.2]}",
        "{same: A, swap: [hands.A.2, hands.A.9]}",
        "{same: A, swap: [hands.A.2, up.0]}",
        "{same: A, swap: [hands.A.2, deck.0]}",
        "{same: A, swap: [hands.A.2, hands.A.2]}",
        "{same: A, swap: [deck.0, deck.1]}",
        "{same: A, swap: [hands.A.0, hands.B.1]}",
        "{same: A, swap: [hands.E.0, deck.1]}",
        "{same: A, as: 3}",
        "{unchanged: A}",
        "{unchanged: A, since: never}",
        "{changed: A, since: [m]}",
        "{asked: A}",
        "{asked: [A], kind: pass}",
        "{asked: [E]}",
        "{may: [A], of: B}",
        "{menu: A}",
        "{menu: A, kind: sum}",
        "{menu: A, kind: sum, offered: maybe}",
        "{menu: A, kind: sum, offered: true, rule: F-026}",
        "{menu: A, kind: ask, field: card, only: [3]}",
        "{menu: A, kind: ask, field: slot}",
        "{menu: A, kind: ask, field: slot, only: 3}",
        "{menu: A, kind: ask, field: slot, where: {seat: A}, only: [3]}",
        "{menu: public, kind: ask, offered: true}",
        "{event: won, to: A}",
        "{event: sum}",
        "{event: sum, to: A, has: {value: 3}}",
        "{event: sum, to: A, nth: 0}",
        "{event: sum, to: A, lacks: [value]}",
        "{event: sum, to: A, lacks: seat}",
        "{event: sum, to: A, since: m}",
        "{never: B9, to: A}",
        "{never: R3}",
        "{outcome: over}",
        "{outcome: {best: [A]}}",
        "{outcome: {winners: A}}",
        "{outcome: {scores: {E: 3}}}",
        "{timer: escape, running: true}",
        "{timer: turn, running: 1}",
        "{timer: turn, length: long}",
        "{law: gravity}",
    ],
)
def test_an_assertion_the_language_does_not_have_is_malformed(assertion: str) -> None:
    assert malformed(f"{{expect: [{assertion}]}}").startswith("file.yaml: X: ")


def test_marks_of_an_author_belong_to_the_scenario() -> None:
    with pytest.raises(Malformed, match="nothing is marked"):
        results(
            "- {id: X, rules: [F-001], given: {}, steps: [{mark: m}]}\n"
            "- {id: Y, rules: [F-001], given: {}, steps: [{expect: [{unchanged: A, since: m}]}]}"
        )


def test_a_revision_is_raised_for_those_who_can_see_a_difference() -> None:
    """B redraws a Visible card for one of the same colour: B sees another value; the others see the piles change."""
    locked = "{mark: m}, {A: {kind: lock, cards: %s}}, {expect: [{%s: %s, since: m}]}"
    hands = "{hands: {A: ['1', '2', '3', '4']}}"
    first = locked.replace("{mark: m}, ", "{A: {kind: lock, cards: ['1', '2']}}, {mark: m}, ")
    for viewer, word in [("A", "changed"), ("archive", "changed"), ("B", "unchanged"), ("public", "unchanged")]:
        assert mini(first % ("['3', '4']", word, viewer), pair.game, hands).ok  # amending is nobody else's business
    assert mini(locked % ("['1', '2']", "changed", "B"), pair.game, hands).ok  # that A has chosen is


# clocks and windows ---------------------------------------------------------------------------------------------------
RISING = "{hands: {A: ['1', '20'], B: ['2', '21'], C: ['3', '22']}}"
FIRST = "{A: {kind: lay, card: '1'}}, "
SECOND = "{expect: [{event: laid, to: A, nth: 2}]}"


@pytest.mark.parametrize(
    ("steps", "ok"),
    [
        ("{B: {kind: lay, card: '2'}, at: 600}, {clock: escape, at: 600}, " + SECOND, True),
        ("{clock: escape, at: 600}, {B: {kind: lay, card: '2'}, at: 600}, " + SECOND, True),
        ("{clock: escape, at: 600}, {B: {kind: lay, card: '2'}, at: 601, refused: too-late}", True),
        ("{B: {kind: lay, card: '2'}, at: 601, refused: too-late}, {clock: escape, at: 600}", True),
        ("{B: {kind: lay, card: '2'}, at: 601, refused: too-late}, {expect: [{outcome: {why: time}}]}", True),
        ("{B: {kind: lay, card: '2'}, at: 599, refused: too-late}", False),
        ("{clock: escape, at: 600}, {B: {kind: lay, card: '2'}, at: 601}", False),
        ("{expect: [{timer: escape, running: true, length: 600}]}", True),
        ("{expect: [{timer: escape, running: true, length: 60}]}", False),
        ("{expect: [{timer: escape, running: false}]}", False),
    ],
)  # fmt: skip
def test_a_move_at_the_moment_of_expiry_is_in_time(steps: str, ok: bool) -> None:
    assert mini(FIRST + steps, halting.game, RISING).ok is ok


def test_a_timer_that_does_not_run_does_not_expire() -> None:
    assert not mini("{clock: escape}", halting.game, RISING).ok
    assert mini("{clock: window}, {windows: decline}", halting.game, RISING).ok


def test_a_halt_makes_late_what_was_on_its_way() -> None:
    steps = "{mark: m}, {B: {kind: lay, card: '2'}}, {A: {kind: lay, card: '20'}, as_of: m, refused: too-late}"
    assert mini(steps, halting.game, RISING).ok
    assert mini("{mark: m}, " + FIRST + "{B: {kind: lay, card: '2'}, as_of: m}", halting.game, RISING).ok


SHIELD = "{hands: {B: [shield, gold], C: [gold, gold]}}"
ATTACK = "{A: {kind: attack, seat: B}}, {mark: m}, "


@pytest.mark.parametrize(
    ("steps", "ok"),
    [
        ("{expect: [{asked: [B], kind: defend}, {timer: window, running: true, length: 8}]}", True),
        ("{B: {kind: defend, show: true}}, {expect: [{asked: []}, {timer: window, running: true}]}", True),
        ("{B: {kind: defend, show: true}}, {expect: [{may: [B], kind: defend}, {no_event: struck, to: B}]}", True),
        ("{B: {kind: defend, show: true}}, {B: {kind: attack, seat: A}}", False),
        ("{B: {kind: defend, show: true}}, {expect: [{unchanged: A, since: m}, {unchanged: public, since: m}]}", True),
        ("{B: {kind: defend, show: true}}, {expect: [{unchanged: B, since: m}]}", False),
        ("{B: {kind: defend, show: true}}, {clock: window}, "
         "{expect: [{event: struck, to: A, has: {shield: shield}}]}", True),
        ("{B: {kind: defend, show: true}}, {B: {kind: defend, show: false}}, {clock: window}, "
         "{expect: [{event: struck, to: A, lacks: [shield]}, {asked: [B], kind: attack}]}", True),
        ("{clock: window}, {expect: [{event: struck, to: A, lacks: [shield]}]}", True),
        ("{windows: decline}, {expect: [{event: struck, to: A, lacks: [shield]}, {asked: [B], kind: attack}]}", True),
        ("{default: B}, {expect: [{timer: window, running: true}, {may: [B], kind: defend}]}", True),
        ("{default: all, until: attack}, {expect: [{view: public, at: hits, is: [0, 1, 0]}]}", True),
        ("{restart: true}, {B: {kind: defend, show: true}}, {restart: true}, {clock: window}, {restart: true}", True),
        ("{C: {kind: defend, show: true}, refused: not-yours}", True),
        ("{A: {kind: attack, seat: B}, refused: not-now}", True),
        ("{clock: window}, {B: {kind: defend, show: true}, as_of: m, refused: too-late}", True),
    ],
)  # fmt: skip
def test_a_window_closes_by_the_clock_alone(steps: str, ok: bool) -> None:
    assert mini(ATTACK + steps, bluff.game, SHIELD).ok is ok


def test_secrecy_is_asserted_both_ways() -> None:
    held, other = "{hands: {B: [shield, gold], C: [gold, gold]}}", "{hands: {B: [gold, gold], C: [shield, gold]}}"
    same = "{expect: [{same: A, swap: [hands.B.0, hands.C.0]}, {same: A, swap: [hands.B.shield, hands.C.gold]}]}"
    assert mini(ATTACK + same, bluff.game, held).ok
    assert not mini(ATTACK + same.replace("same: A", "same: archive"), bluff.game, held).ok
    with pytest.raises(Malformed, match="public marks"):
        mini(ATTACK + same.replace("same: A", "same: B"), bluff.game, held)
    steps = "steps: [{A: {kind: attack, seat: B}}"
    for viewer, ok in [("A", True), ("public", True), ("B", False)]:
        compared = results(
            f"- {{id: X, rules: [B-1], given: {held}, {steps}]}}\n"
            f"- {{id: Y, rules: [B-1], given: {other}, {steps}, {{expect: [{{same: {viewer}, as: X}}]}}]}}",
            "seats: 3",
            bluff.game,
        )
        assert [r.ok for r in compared] == [True, ok]


def test_a_card_that_lies_open_has_a_mark_that_a_back_has_not() -> None:
    game = facedown.game("silent-planet")
    rows = "seats: 3, given: {rows: {A: '[1] 2 3 [1] [5] 1 2 3 4', B: '1 2 3 4 5 1 2 3 4'}}"
    for viewer in ("A", "B", "public"):
        for other in ("rows.A.1", "rows.B.0", "box.0"):
            with pytest.raises(Malformed, match=r"public marks of rows\.A\.0"):
                play(f"{{expect: [{{same: {viewer}, swap: [rows.A.0, {other}]}}]}}", "given: {}", rows, game)
    for swap, ok in (("[rows.A.1, rows.A.2]", True), ("[rows.A.0, rows.A.3]", True), ("[rows.A.0, rows.A.4]", False)):
        assert play(f"{{expect: [{{same: C, swap: {swap}}}]}}", "given: {}", rows, game).ok is ok


def test_a_sealed_group_is_asked_until_each_has_answered() -> None:
    hands = "{hands: {A: ['1', '2', '3', '4'], B: ['5', '6', '7', '8'], C: ['9', '10', '11', '12']}}"
    lock = "{A: {kind: lock, cards: ['1', '2']}}, "
    for steps, ok in [
        ("{expect: [{asked: [A, B, C], kind: lock}]}", True),
        (lock + "{expect: [{asked: [B, C]}, {may: [A], kind: lock}]}", True),
        (lock + "{expect: [{event: chose, to: B, has: {seat: A}}, {never: '1', to: B}]}", True),
        (lock + lock + "{expect: [{event: chose, to: B, nth: 2}]}", False),
        (lock + "{A: {kind: lock, cards: ['9', '2']}, refused: D-2}", True),
        (lock + "{expect: [{view: A, at: you.answer, has: {cards: ['1', '2']}}]}", True),
        (lock + "{expect: [{menu: A, kind: lock, field: cards, contains: ['2', '1']}]}", True),
        ("{default: all, until: attack}", None),
        ("{default: A}, {default: A}, {expect: [{asked: [B, C]}]}", True),
    ]:
        if ok is None:
            with pytest.raises(Malformed):
                mini(steps, pair.game, hands)
        else:
            assert mini(steps, pair.game, hands).ok is ok, steps


def test_scripted_chance_comes_out_in_order_and_must_be_possible() -> None:
    given = "{hands: {A: [steal, steal, cash], B: [knife, cash, cash]}, altitude: 12}"
    theft = "{chance: {steal: [%s]}}, {A: {kind: steal}}, {A: {kind: target, seat: B}}, {clock: window}"
    for face in ("knife", "cash"):
        told = f"{{expect: [{{event: stole, to: A, has: {{card: {face}}}}}, {{event: stole, to: C, lacks: [card]}}]}}"
        assert mini(f"{theft % face}, {told}", needle.game, given).ok
    with pytest.raises(Malformed, match="steal"):
        mini(theft % "steal", needle.game, given)


# whatever is written --------------------------------------------------------------------------------------------------
WHOLE = f"""
game: fly-down
defaults: {{{FLY}, names: {{Anna: 0}}}}
scenarios:
- id: X
  rules: [F-034]
  says: a bit of everything
  given: {{down: [], up: [], tower: A, active: A, actions_left: 2, turns: 3, over: false}}
  seed: 3
  steps:
  - {{chance: {{draw: [Y7]}}}}
  - {{mark: m}}
  - {{A: {{kind: swap, slot: 2, seat: B, their_slot: 4}}, refused: F-036}}
  - {{A: {{kind: swap, slot: 0, seat: B, their_slot: 4}}, as_of: m, at: 20}}
  - {{house: left, seat: B}}
  - {{default: Anna}}
  - {{default: all, until: sum}}
  - {{repeat: 2, steps: [{{expect: [{{asked: [B]}}]}}]}}
- id: Y
  rules: [F-034]
  given: {{}}
  when: [{{mark: m}}, {{A: {{kind: sum}}}}]
  then:
  - {{view: A, at: up, is: []}}
  - {{same: A, swap: [hands.A.2, deck.1]}}
  - {{same: A, as: Z}}
  - {{menu: A, kind: swap, field: their_slot, where: {{seat: P2}}, only: [2, 3, 4]}}
  - {{event: sum, to: B, has: {{seat: A}}, nth: 1, since: m}}
  - {{timer: turn, running: false}}
- {{id: Z, rules: [F-034], given: {{}}, steps: [{{A: {{kind: sum}}}}]}}
- {{id: C, rules: [F-003], seats: 7, create: refused, rule: F-005}}
"""


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *[p for key, child in children for p in _paths(child, (*path, key))]]


def _with(data: Any, path: tuple[Any, ...], value: Any) -> str:
    data = copy.deepcopy(data)
    if not path:
        data = value
    else:
        at = data
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = value
    out = StringIO()
    YAML(typ="safe", pure=True).dump(data, out)
    return out.getvalue()


def _outcome(text: str) -> str:
    try:
        return "holds" if all(runs[-1].ok for runs in run_all(read(text), FLY_DOWN)) else "fails"
    except Malformed:
        return "malformed"


def test_no_value_anywhere_breaks_the_runner() -> None:
    data = YAML(typ="safe", pure=True).load(WHOLE)
    assert _outcome(WHOLE) == "holds"
    values = [None, True, -1, 2.5, "x", [], [[]], {"A": 1}]
    for n, path in enumerate(_paths(data)):
        _outcome(_with(data, path, values[n % len(values)]))  # anything but Malformed goes through


def test_a_key_the_language_does_not_know_is_malformed_on_every_level() -> None:
    data = YAML(typ="safe", pure=True).load(WHOLE)
    for path in _paths(data):
        at = data
        for key in path:
            at = at[key]
        if isinstance(at, dict) and path[-1:] != ("names",):
            in_refused_move = path[-2:] == (2, "A")  # where a wrong field is what the refusal may be about
            assert _outcome(_with(data, path, {**at, "zork": 1})) == ("fails" if in_refused_move else "malformed"), path


def test_votes_are_cast_in_their_order_one_vote_a_step() -> None:
    given = "{altitude: 7}"
    waits = (
        "{A: {kind: pass}}, {votes: wait}, {expect: [{view: public, at: altitude, is: 4}, {asked: [B], kind: pass}]}"
    )
    assert mini(waits, needle.game, given).ok
    assert mini(
        "{A: {kind: pass}}, {votes: {B: hit, A: wait, C: hit}}, {A: {kind: pass}, refused: too-late}",
        needle.game,
        given,
    ).ok
    two = "{A: {kind: pass}}, {votes: {B: hit}}, {expect: [{asked: [B], kind: %s}]}"
    assert mini(two % "pass", needle.game, given).ok
    assert not mini(two % "ballot", needle.game, given).ok
    assert mini("{votes: wait}", needle.game, given).found == "votes of seats []"
    assert not mini("{A: {kind: pass}}, {B: {kind: ballot, jump: true}}, {votes: {B: hit}}", needle.game, given).ok


@pytest.mark.parametrize("votes", ["hit", "true", "{A: true}", "{A: wait, B: maybe}", "[A]", "{}", "{Z: hit}"])
def test_votes_name_seats_that_hit_or_wait(votes: str) -> None:
    with pytest.raises(Malformed, match=r"votes|seat"):
        mini(f"{{A: {{kind: pass}}}}, {{votes: {votes}}}", needle.game, "{altitude: 7}")


def test_where_nobody_votes_there_are_no_votes() -> None:
    assert "no ballots" in malformed("{votes: wait}")


def test_an_open_hand_is_a_bag_where_hands_have_an_order() -> None:
    slots, opened = {"hands": [["R3", "Y5"]]}, {"hands": [{"open": ["knife", "key"]}]}
    assert not same(slots, {"hands": [["Y5", "R3"]]})
    assert same(opened, {"hands": [{"open": ["key", "knife"]}]})
    assert not same(opened, {"hands": [{"open": ["key", "key"]}]})
