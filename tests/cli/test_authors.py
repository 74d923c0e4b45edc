"""What an author is told whose game cannot be loaded: one sentence, with the line to look at."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import facedown
import facedown.games._template as template
from facedown.engine import catalogue
from tests.api.client import Client
from tests.cli.conftest import Cli


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the template, in the folder where the author works."""
    folder = tmp_path / "mine"
    shutil.copytree(Path(template.__file__).parent, folder)
    monkeypatch.chdir(tmp_path)
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == "mine"]:
        del sys.modules[name]
    catalogue._added.clear()


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("words.py", "class Keep(", "class Keep Keep(", "line 18"),
        ("sight.py", '"last": everyone(),', "", "['last']"),
        ("rules.py", "def do_keep", "def do_kep", "do_kep"),
        ("edition.toml", "copies = 2", "copies = 0", "edition"),
    ],
)
def test_a_game_that_cannot_be_loaded_is_one_sentence(
    cli: Cli, mine: Path, file: str, old: str, new: str, says: str
) -> None:
    path = mine / file
    path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
    cli("check", "mine:game", "--games", 1).complains(2, says)


def test_a_file_that_is_not_there_keeps_its_name(cli: Cli) -> None:
    cli("replay", "nofile").complains(2, "The file nofile cannot be used")
    cli("scenario", "no.yaml").complains(2, "The file no.yaml cannot be used")


def test_its_scenarios_run_before_it_is_installed(cli: Cli, mine: Path) -> None:
    assert cli("scenario", "mine:game", "--json").json["failed"] == 0
    ran = cli("scenario", "mine:game", mine / "scenarios" / "swaps.yaml", "--json").json
    assert ran["files"] == 2 and ran["failed"] == 0
    cli("scenario", "theirs:game").complains(2, "There is no game theirs:game")
    shutil.rmtree(mine / "scenarios")
    cli("scenario", "mine:game").complains(2, "no folder of scenarios")


@pytest.mark.server
def test_it_is_served_with_bots_before_it_is_installed(mine: Path) -> None:
    where = [sys.executable, "-m", "facedown", "serve", "mine:game"]
    how = ["--host", "127.0.0.1", "--port", "0", "--database", "memory", "--json"]
    with subprocess.Popen([*where, *how], cwd=mine.parent, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        ann = Client(json.loads(process.stdout.readline())["url"], "Ann")
        titles = [g["id"] for g in ann.ask("GET", "/api/v1/games").json()["games"]]
        assert "fly-down" in titles and len(titles) == len(facedown.names()) + 1
        mine_id = next(title for title in titles if title not in facedown.names())
        ann.open(mine_id, 2, bots=["random"])
        assert ann.room("start").status_code == 200
        rng = random.Random(1)
        ann.wait(lambda: ann.act(rng) is None and ann.over(), seconds=60)
        lines = ann.get("log").json()["lines"]
        process.terminate()
        assert process.stdout.read() == ""
    assert lines and process.returncode == 0
    complaint = subprocess.run([*where[:-1], "theirs:game", *how], cwd=mine.parent, capture_output=True, text=True)
    assert complaint.returncode == 2 and complaint.stderr.startswith("There is no game theirs:game")
