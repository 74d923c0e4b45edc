"""The number guard of ito against `guard_texts.txt`: which numbers a text says, and that everyday words say none."""

from pathlib import Path

import pytest

import facedown

GAME = facedown.game("ito")
LINES = [
    [part.strip(" ") for part in line.split("|", 2)]
    for line in Path(__file__).with_name("guard_texts.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line[0]}-{line[2]}".encode("unicode_escape").decode())
def test_a_text_says_these_numbers_and_no_others(line: list[str]) -> None:
    languages, numbers, text = line
    guard = GAME.guard_of(tuple(languages.replace("-", "").split()))
    assert guard.numbers(text) == {int(n) for n in numbers.replace("-", "").split()}


def test_there_are_texts_enough_of_both_kinds_in_every_language() -> None:
    assert len(LINES) >= 400
    for language in GAME.edition.guard:
        of = [numbers for languages, numbers, _ in LINES if language in languages.split()]
        assert of.count("-") >= 25 and len(of) - of.count("-") >= 25
