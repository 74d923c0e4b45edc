"""The page for authors quotes code: each block that names a file is in it, and each mechanism's file is quoted."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "write-a-game.md").read_text("utf-8")
QUOTES = re.findall(r"^`([\w./-]+)`:\n\n```python\n(.*?)^```$", PAGE, re.M | re.S)


def test_every_block_of_python_names_its_file() -> None:
    assert len(QUOTES) == len(re.findall(r"^```python$", PAGE, re.M))


def test_every_quoted_block_stands_in_the_file_it_names() -> None:
    missing = [f"{file}:\n{block}" for file, block in QUOTES if block not in (ROOT / file).read_text("utf-8")]
    assert missing == []


def test_every_mini_game_is_quoted() -> None:
    quoted = {file for file, _ in QUOTES}
    for name in ("pair", "bluff", "needle", "halting", "pointing", "handover"):
        assert f"tests/mini/{name}.py" in quoted


def test_the_page_names_every_part_of_the_template() -> None:
    folder = ROOT / "src" / "facedown" / "games" / "_template"
    for path in folder.iterdir():
        if path.name != "__pycache__":
            assert f"`{path.name}{'/' if path.is_dir() else ''}`" in PAGE, path.name
