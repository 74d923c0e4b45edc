"""What an author is told whose game cannot be loaded: one sentence, with the line to look at."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import facedown.games._template as template
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
