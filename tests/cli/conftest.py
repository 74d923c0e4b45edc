from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

import facedown
from facedown.cli import main
from facedown.engine import Chance, Entry, State, commitment, fair_key, write_record


class Ran(NamedTuple):
    """How a command ended and what it said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one line of JSON it printed."""
        assert self.out.count("\n") == 1, self.out
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """Its lines of JSON."""
        return [json.loads(line) for line in self.out.splitlines()]

    def complains(self, code: int, *parts: str) -> None:
        """It left with this code, printed nothing, and said why in one sentence."""
        assert (self.code, self.out) == (code, "")
        assert self.err.count("\n") == 1 and self.err.endswith(".\n"), self.err
        assert self.err[0] == self.err[0].upper()
        for part in parts:
            assert part in self.err


Cli = Callable[..., Ran]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Runs the command with these arguments, in this process."""

    def run(*arguments: object, stdin: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        with pytest.raises(SystemExit) as left:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Ran(int(left.value.code or 0), out, err)

    return run


TABLE = "table-1"
SEED = bytes(range(32))
NONCES = [bytes([7] * 16), bytes(16), bytes(range(16))]


def played(state: State) -> list[Entry]:
    """The entries of a whole game, every seat answering by default."""
    entries = []
    while state.outcome() is None:
        request = next(r for r in state.requests() if r.binds != "may")
        move = state.default(request)
        state.apply(request.seat, move)
        entries.append(Entry(len(entries), 0, request.seat, json_of(move)))
    return entries


def json_of(move: Any) -> Any:
    """A move as it crosses the border."""
    return msgspec.Raw(msgspec.json.encode(move))


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """The record of a whole game of Fly Down that was dealt fairly."""
    game = facedown.game("fly-down")
    state = game.deal(3, None, Chance(fair_key(SEED, NONCES)), names=("Mia", "Tom", "Lea"))
    entries = played(state)
    header = game.header(
        state,
        table=TABLE,
        commitment=commitment(TABLE, SEED),
        seed=SEED.hex(),
        nonces=tuple(nonce.hex() for nonce in NONCES),
    )
    path = tmp_path / "finished.jsonl"
    path.write_bytes(write_record(header, tuple(entries), state.outcome()))
    return path
