"""`simulate`, `scenario`, `check`: figures and verdicts, for people and for machines."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import facedown
from facedown.cli.reading import read_options, seats_for
from facedown.engine import PUBLIC, Refused, catalogue

from .conftest import Cli

HOLDS = """
game: fly-down
defaults: {seats: 3}
scenarios:
- id: deck
  rules: [F-010]
  says: three players leave nine cards
  then: [{view: public, at: deck.count, is: 9}]
- id: hands
  rules: [F-009]
  says: everybody has five cards
  seats: [2, 3]
  then: [{view: public, at: hands.A, count: 5}]
"""
FAILS = HOLDS.replace("is: 9", "is: 8")


def test_figures_of_a_simulation(cli: Cli) -> None:
    ran = cli("simulate", "fly-down", "--games", 6, "--seats", 2, "--bots", "random", "--seed", 5)
    assert ran.code == 0 and ran.err == ""
    assert ran.out.startswith("Fly Down, 2 players: 6 games, ")
    assert ran.out.count("\nrandom ") == 2


def test_figures_for_machines(cli: Cli) -> None:
    def run(*more: object) -> dict[str, object]:
        command = ("simulate", "fly-down", "--games", 6, "--bots", "random", "--options", "start=0", "--json", *more)
        figures: dict[str, object] = cli(*command).json
        return {k: v for k, v in figures.items() if k not in ("seconds", "games_per_s", "moves_per_s")}

    figures = run("--seats", 2, "--seed", 5)
    assert set(figures) == {
        "game",
        "seats",
        "options",
        "games",
        "seed",
        "moves",
        "bots",
        "outcomes",
        "won",
        "unfinished",
    }
    assert figures["options"] == {"colours": None, "start": 0, "chat": False, "turn_clock": None}
    rows = figures["bots"]
    assert isinstance(rows, list) and {"bot", "games", "wins", "ties", "share", "se"} <= set(rows[0])
    assert [row["games"] for row in rows] == [6, 6]
    assert run("--seats", 2, "--seed", 5) == figures
    assert run("--seats", 2, "--seed", 5, "--workers", 2) == figures
    assert run("--seats", 2, "--seed", 6) != figures


def test_without_a_word_the_games_own_bots_play(cli: Cli) -> None:
    figures = cli("simulate", "fly-down", "--games", 1, "--json").json
    assert [row["bot"] for row in figures["bots"]] == ["steady"] * 3


def test_another_engine_is_one_sentence(cli: Cli) -> None:
    cli("simulate", "fly-down", "--games", 1, "--engine", "cloud").complains(2, "no engine cloud")


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupted_simulation_is_one_sentence(workers: str) -> None:
    program = "import sys; from facedown.cli import main; print(flush=True); main()"
    command = [sys.executable, "-c", program, "simulate", "fly-down", "--games", "100000", "--bots", "random"]
    with subprocess.Popen(
        [*command, "--workers", workers],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        time.sleep(2)
        os.killpg(process.pid, signal.SIGINT)
        assert process.stdout.read() == ""
        assert process.stderr.read() == "Stopped before the end.\n"
    assert process.returncode == 1


def test_scenarios_that_hold(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(HOLDS)
    ran = cli("scenario", tmp_path / "a.yaml")
    assert ran.code == 0 and ran.err == ""
    assert ran.out.startswith("2 of 2 scenarios hold (3 runs, ")
    verdict = cli("scenario", tmp_path, "--json")
    assert verdict.code == 0
    assert {k: verdict.json[k] for k in ("files", "scenarios", "runs", "failed")} == {
        "files": 1,
        "scenarios": 2,
        "runs": 3,
        "failed": 0,
    }
    assert [result["ok"] for result in verdict.json["results"]] == [True] * 3


def test_a_scenario_that_fails_says_where(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(FAILS)
    ran = cli("scenario", tmp_path / "a.yaml")
    assert ran.code == 1 and ran.err == ""
    assert "deck FAILS at step " in ran.out and "expected " in ran.out and "found " in ran.out
    assert "\n1 of 2 scenarios hold" in ran.out
    verdict = cli("scenario", tmp_path / "a.yaml", "--json")
    assert verdict.code == 1
    (failure,) = [result for result in verdict.json["results"] if not result["ok"]]
    assert failure["id"] == "deck" and failure["step"] and failure["expected"] and failure["found"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("game: fly-down\n", "list scenarios"),
        (
            "game: chess\nscenarios: [{id: a, rules: [F-001], says: b, seats: 3, then: []}]\n",
            "there is no game called chess",
        ),
        ("nonsense: [", "not YAML"),
        (HOLDS.replace("is: 9", "iz: 9"), "iz"),
        (HOLDS.replace("deck.count", "deck.colour"), "deck"),
        ("\0", ""),
    ],
)
def test_a_malformed_file_is_one_sentence(cli: Cli, tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "good.yaml").write_text(FAILS)
    (tmp_path / "wrong.yaml").write_text(text)
    cli("scenario", tmp_path / "good.yaml", tmp_path / "wrong.yaml").complains(2, "wrong.yaml", says)


def test_the_laws_hold(cli: Cli) -> None:
    ran = cli("check", "fly-down", "--games", 1, "--seats", 2, "--options", "start=1")
    assert ran.code == 0 and ran.err == ""
    assert ran.out.startswith("fly-down, 2 seats")
    verdict = cli("check", "fly-down", "--games", 1, "--seats", 2, "--options", "start=1", "--json").json
    assert verdict["ok"] is True and verdict["broken"] is None
    assert [(report["seats"], report["games"]) for report in verdict["reports"]] == [(2, 1)]


def test_a_broken_law_fails(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game whose view shows a spectator what seat 0 sees."""
    game = facedown.game("fly-down")

    class Leaky(game.State):  # type: ignore[misc, name-defined]
        __slots__ = ()

        def view(self, viewer: int) -> object:
            return super().view(0 if viewer == PUBLIC else viewer)

    class LeakyGame(type(game)):  # type: ignore[misc]
        id = "leaky"
        State = Leaky
        folder = None

    leaky = LeakyGame(game.edition)
    monkeypatch.setattr(catalogue, "_added", {})
    catalogue.add(leaky)
    ran = cli("check", "leaky", "--games", 1, "--seats", 3)
    assert ran.code == 1 and ran.err == ""
    assert ran.out.startswith("BROKEN ")
    verdict = cli("check", "leaky", "--games", 1, "--seats", 3, "--json")
    assert verdict.code == 1 and verdict.json["ok"] is False
    assert {"law", "sentence", "seats", "seed", "index", "step", "viewer"} <= set(verdict.json["broken"])


def test_a_choice_of_nought_is_a_choice_and_two_play_where_three_cannot() -> None:
    game = facedown.game("slip-strike")
    assert read_options(game, "assets=0") == {"assets": 0}
    assert seats_for(game, None) == 2
    with pytest.raises(Refused, match="2 or 4"):
        seats_for(game, 3)
