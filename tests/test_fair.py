"""Fair dealing: the page's test vector, and a verifier that knows nothing of Facedown."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import facedown
from facedown.engine import Chance, commitment, fair_key, read_record

from . import fair_vector, fair_verifier
from .cli.conftest import finished as finished  # the record of a real game

ROOT = Path(__file__).resolve().parent.parent


def test_the_page_shows_the_vector_that_is_computed() -> None:
    blocks = re.findall(r"^```\n(.*?)^```", (ROOT / "docs" / "fair.md").read_text(), re.M | re.S)
    assert "".join(line + "\n" for line in fair_vector.lines()) in blocks


def test_the_verifier_knows_nothing_of_facedown() -> None:
    source = Path(fair_verifier.__file__).read_text()
    assert sorted(re.findall(r"^(?:import|from) (\w+)", source, re.M)) == ["hashlib", "hmac", "json", "struct", "sys"]


@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {}), (3, {}), (6, {}), (4, {"colours": ["S", "B", "R", "P"], "start": 2})],
)
def test_the_verifier_deals_what_the_engine_deals(seats: int, options: dict[str, object]) -> None:
    game = facedown.game("fly-down")
    for n in range(20):
        seed, nonces = bytes([n]) * 32, [bytes([n, seat] * 8) for seat in range(seats)]
        state = game.deal(seats, options, Chance(fair_key(seed, nonces)))
        header = game.header(
            state, table="t", seed=seed.hex(), commitment=commitment("t", seed), nonces=tuple(map(bytes.hex, nonces))
        )
        dealt = fair_verifier.deal(msgspec.to_builtins(header))
        code = state.box.code
        assert dealt["tower"] == state.tower
        assert dealt["hands"] == [[code[card] for card in hand] for hand in state.hands]
        assert dealt["deck"] == [code[card] for card in reversed(state.deck)]


def test_the_verifier_deals_a_finished_game_again(finished: Path) -> None:
    ran = subprocess.run(
        [sys.executable, fair_verifier.__file__, str(finished)], capture_output=True, text=True, check=True
    )
    state, _, _ = next(facedown.game("fly-down").positions(read_record(finished.read_bytes())))
    hands = [[state.box.code[card] for card in hand] for hand in state.hands]
    assert f"tower {state.tower}\nhands {hands}\n" in ran.stdout


def test_the_verifier_finds_another_seed(finished: Path) -> None:
    header = json.loads(finished.read_text().splitlines()[0])
    header["seed"] = header["seed"][::-1]
    with pytest.raises(ValueError, match="promised"):
        fair_verifier.deal(header)
