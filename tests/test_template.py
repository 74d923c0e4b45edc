"""The template that authors copy: copied and renamed, it is a game that plays, replays and keeps the laws."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import facedown
from facedown.engine import ARCHIVE, Game, viewers
from facedown.engine.edition import EditionError
from facedown.engine.game import record_of
from facedown.engine.laws import check
from facedown.engine.record import read_record, write_record
from facedown.engine.scenario import read, run_all

TEMPLATE = Path(facedown.__file__).parent / "games" / "_template"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the template under another name."""
    copy = tmp_path / "magpie"
    shutil.copytree(TEMPLATE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for path in copy.rglob("*"):
        if path.is_file():
            path.write_text(path.read_text("utf-8").replace("cuckoo", "magpie"), "utf-8")
    return copy


@pytest.fixture
def game(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game[Any]]:
    """That title, found the way `facedown check magpie:game` finds it."""
    import sys

    monkeypatch.syspath_prepend(str(folder.parent))
    yield facedown.game("magpie:game")
    for name in [name for name in sys.modules if name.split(".")[0] == "magpie"]:
        del sys.modules[name]


def test_the_copy_plays_to_the_end_and_replays_to_the_same_bytes(game: Game[Any]) -> None:
    assert game.id == "magpie"
    for seats in game.seats:
        for seed in range(20):
            dealt = game.deal(seats, seed=seed)
            state, rng, moves = dealt.copy(), random.Random(seed), []
            while state.outcome() is None:
                [request] = state.requests()
                move = state.sample(request, rng)
                assert game.read_move(msgspec.json.decode(msgspec.json.encode(move))) == move
                state.play(request.seat, move)
                moves.append((request.seat, move))
            assert len(moves) == seats
            record = record_of(dealt, moves, key=dealt.chance.key.hex())
            again = game.replay(read_record(write_record(record.header, record.entries, state.outcome())))
            assert msgspec.json.encode(again.view(ARCHIVE)) == msgspec.json.encode(state.view(ARCHIVE))
            for viewer in viewers(seats):
                text = msgspec.json.encode(state.view(viewer))
                assert msgspec.json.encode(msgspec.json.decode(text, type=game.View)) == text


@pytest.mark.parametrize("seats", [2, 3, 8])
def test_the_copy_keeps_the_laws(game: Game[Any], seats: int) -> None:
    report = check(game, seats=seats, games=20)
    assert report.games == 20
    assert report.minted
    assert report.pairs > 50


def test_the_scenarios_of_the_copy_hold(game: Game[Any], folder: Path) -> None:
    for path in (folder / "scenarios").glob("*.yaml"):
        results = [results[-1] for results in run_all(read(path.read_text("utf-8"), path.name), game)]
        assert results
        assert [result.line() for result in results if not result.ok] == []


def test_a_broken_edition_says_which_field(game: Game[Any]) -> None:
    with pytest.raises(EditionError, match=r"edition\.toml: king: no card is called queen"):
        game.with_edition({"king": "queen"})


def test_the_catalogue_does_not_list_the_template() -> None:
    assert "cuckoo" not in facedown.names()
