"""Golden playthroughs: one random game of each title and number of seats as people read it, move by move. A change of
rules, words or dealing shows as a diff; `pytest tests/test_golden.py --update-golden` writes them anew."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import facedown
from facedown.engine import ARCHIVE, CLOCK, PUBLIC, Expire, State, hears, viewer_name
from facedown.engine.state import Told

HERE = Path(__file__).parent / "golden"
PLAYS = [
    *[("fly-down", 2, 1, {}), ("fly-down", 3, 7, {}), ("fly-down", 6, 3, {})],
    *[("silent-planet", n, n, {}) for n in (2, 3, 6)],
    *[("hit-the-silk", n, n, {}) for n in (3, 4)],
    ("hit-the-silk", 5, 5, {"preset": "travel"}),
    ("hit-the-silk", 6, 6, {"preset": "double-cross"}),
    *[("slip-strike", n, n, {"assets": 1}) for n in (2, 4)],
]


def heard(state: State, told: Told) -> Iterator[str]:
    """Each event in the words of everybody who hears it; those who read the same stand in one line."""
    for n in range(len(told)):
        readers: dict[str, list[str]] = {}
        audience, event = told[n]
        for viewer in [*range(state.seats), PUBLIC, ARCHIVE]:
            if hears(audience, viewer):
                readers.setdefault(state.game.sentence(event, state.names), []).append(viewer_name(viewer))
        for sentence, who in readers.items():
            yield f"  [{' '.join(who)}] {sentence}"


def playthrough(name: str, seats: int, seed: int, options: dict[str, Any]) -> str:
    """The whole game as text. A window closes when all have answered."""
    game = facedown.game(name)
    state = game.deal(seats, options, seed=seed)
    rng = random.Random(seed)
    lines = [f"{game.name}, {seats} seats, seed {seed}", *heard(state, state.opening())]
    n = 0
    while state.outcome() is None:
        n += 1
        request = next((r for r in state.requests() if r.binds != "may"), None)
        if request is None:
            window = next(timer.name for timer in state.timers() if timer.kind == "window")
            lines.append(f"{n}. the window closes")
            lines += heard(state, state.play(CLOCK, Expire(window)))
        else:
            move = state.sample(request, rng)
            lines.append(f"{n}. seat {request.seat} {move}")
            lines += heard(state, state.play(request.seat, move))
    for viewer in (0, PUBLIC):
        lines += [f"The end, as {viewer_name(viewer)} sees it:", game.text(state.view(viewer))]
    return "\n".join(line.rstrip() for line in lines) + "\n"


@pytest.mark.parametrize(("name", "seats", "seed", "options"), PLAYS)
def test_the_playthrough_is_the_golden_one(
    name: str, seats: int, seed: int, options: dict[str, Any], request: pytest.FixtureRequest
) -> None:
    path = HERE / f"{name}-{seats}.txt"
    text = playthrough(name, seats, seed, options)
    if request.config.getoption("--update-golden"):
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8") == text
