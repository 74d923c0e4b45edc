"""Running scenarios: every one at each of its numbers of seats and seeds."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from ..edition import EditionError, UnknownField
from ..game import Game
from ..record import Header
from ..state import State
from ..words import Refusal, Refused
from .file import Scenario, ScenarioFile
from .malformed import Malformed
from .play import Fault, Play
from .sight import comparable
from .steps import BEFORE_THE_FLIP, Step, read_steps
from .typed import Names, fields, type_of


class Result(Struct, frozen=True, omit_defaults=True):
    """How one run of a scenario went. `step` counts from 1; a failure says what was expected and what was found."""

    id: str
    seats: int
    seed: int
    ok: bool
    step: str = ""
    expected: str = ""
    found: str = ""

    def line(self) -> str:
        """One line for people."""
        if self.ok:
            return f"{self.id} holds ({self.seats} seats, seed {self.seed})"
        return (
            f"{self.id} FAILS at step {self.step} ({self.seats} seats, seed {self.seed}): "
            f"expected {self.expected}; found {self.found}"
        )


def run_all(file: ScenarioFile, game: Game[Any]) -> Iterator[list[Result]]:
    """Every scenario of a file, in order: the results of its runs. Everything is read before anything is played.
    Raises Malformed."""
    for scenario in file.scenarios:
        _say(file, scenario, lambda s=scenario: _read(file, game, s))
    for scenario in file.scenarios:
        yield _say(file, scenario, lambda s=scenario: run(file, game, s))


def run(file: ScenarioFile, game: Game[Any], scenario: Scenario) -> list[Result]:
    """One scenario, at each of its numbers of seats and seeds; stops at its first failure. Raises Malformed."""
    results = []
    for seats in scenario.seats:
        for seed in scenario.seeds:
            fault = _create(game, scenario, seats) if scenario.create else _play(file, game, scenario, seats, seed)[1]
            if fault is None:
                results.append(Result(scenario.id, seats, seed, True))
            else:
                step, (expected, found) = fault
                return [*results, Result(scenario.id, seats, seed, False, step, expected, found)]
    return results


def opening_states(file: ScenarioFile, game: Game[Any]) -> Iterator[State]:
    """The position every scenario starts from: for the laws. What its chance was to bring later is left to chance.
    Raises Malformed."""
    for scenario in file.scenarios:
        if scenario.create is None:
            for seats in scenario.seats:
                play, _ = _prepare(file, game, scenario, seats, scenario.seeds[0])
                play.open()
                play.state.chance.script = None
                yield play.state


def opening(
    file: ScenarioFile, game: Game[Any], name: str, seats: int | None = None, seed: int | None = None
) -> Header:
    """The header of a record that begins where a scenario does. Without `seats` or `seed`: the first it is run at.
    Raises Malformed, also for what no header can say."""
    scenario = next((s for s in file.scenarios if s.id == name), None)
    if scenario is None:
        raise Malformed(f"{file.name}: there is no scenario {name!r}")
    if scenario.create:
        raise Malformed(f"{name}: this one is about creating a game, and begins nowhere")
    seats = scenario.seats[0] if seats is None else seats
    play, _ = _prepare(file, game, scenario, seats, scenario.seeds[0] if seed is None else seed)
    if play.scripts:
        raise Malformed(f"{name}: its chance is scripted from the start, which no record can hold")
    play.open()
    return play.header()


def _say(file: ScenarioFile, scenario: Scenario, do: Any) -> Any:
    try:
        return do()
    except Malformed as e:
        raise Malformed(f"{file.name}: {scenario.id}: {e}") from e


def _read(file: ScenarioFile, game: Game[Any], scenario: Scenario) -> None:
    for seats in scenario.seats:
        if scenario.create:
            _known_options(game, scenario)
        else:
            _prepare(file, game, scenario, seats, scenario.seeds[0])


def _prepare(
    file: ScenarioFile, game: Game[Any], scenario: Scenario, seats: int, seed: int, within: tuple[str, ...] = ()
) -> tuple[Play, list[Step]]:
    _known_options(game, scenario)
    try:
        game.check_seats(seats)
        game = game.with_edition(scenario.edition)
    except (EditionError, Refused) as e:
        raise Malformed(str(e)) from e
    play = Play(game, scenario, seats, seed)
    steps = read_steps(list(scenario.steps), play.words, set())
    within = (*within, scenario.id)
    for other in play.words.others:
        if not any(s.id == other and s.create is None for s in file.scenarios):
            raise Malformed(f"as: this file plays no scenario {other!r}")
        if other in within:
            raise Malformed(f"as: {other} would be compared with itself")

    def end_of(name: str, viewer: int) -> Any:
        """What a viewer has at the end of another scenario; None if that one fails."""
        there = next(s for s in file.scenarios if s.id == name)
        at = seats if seats in there.seats else there.seats[0], seed if seed in there.seeds else there.seeds[0]
        ended, fault = _play(file, game, there, *at, within)
        return comparable(ended, viewer) if fault is None else None

    play.end_of = end_of
    for step in itertools.takewhile(lambda s: s.word == "chance", steps):
        step.does(play)  # at the head of the steps it holds already for what `given` causes
    return play, steps


def _play(
    file: ScenarioFile, game: Game[Any], scenario: Scenario, seats: int, seed: int, within: tuple[str, ...] = ()
) -> tuple[Play, tuple[str, Fault] | None]:
    play, steps = _prepare(file, game, scenario, seats, seed, within)
    play.open()
    for step in itertools.dropwhile(lambda s: s.word == "chance", steps):
        if step.word not in BEFORE_THE_FLIP:
            play.flip()
        told = len(play.told)
        fault = step.does(play)
        if fault is not None:
            return play, (step.number, fault)
        play.settle(told)
    return play, None


def _known_options(game: Game[Any], scenario: Scenario) -> None:
    known = fields(type_of(game.Options))  # type: ignore[arg-type]
    for key in scenario.options:
        if key not in known:
            raise Malformed(f"{game.id} has no option {key!r}")


def _create(game: Game[Any], scenario: Scenario, seats: int) -> tuple[str, Fault] | None:
    refusal: Refusal | None = None
    try:
        game = game.with_edition(scenario.edition)
        names = Names(seats, scenario.names)
        options = game.read_options(names.resolve(scenario.options, type_of(game.Options)), seats)
        game.deal(seats, options, seed=scenario.seeds[0])
    except UnknownField as e:
        raise Malformed(str(e)) from e
    except EditionError as e:
        refusal = Refusal("illegal", "", str(e), "")
    except Refused as e:
        refusal = e.refusal
    expected = f"creation is {scenario.create}" + (f" by {' or '.join(scenario.rule)}" if scenario.rule else "")
    if refusal is None:
        return None if scenario.create == "accepted" else ("create", Fault(expected, "it is accepted"))
    if scenario.create == "accepted" or (scenario.rule and not any(map(refusal.cites, scenario.rule))):
        return "create", Fault(expected, f"refused: {refusal.why} [{refusal.rule}]")
    return None
