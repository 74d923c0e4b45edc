"""The yardstick of the figures of speed: the plain Fly Down plays the game it claims to, and ratios come out right."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from bench import harness, plain_fly_down, rows_server


def test_plain_fly_down_plays_as_many_decisions_as_the_other_engines_programs() -> None:
    games = 20_000
    assert plain_fly_down.playouts(games, random.Random(1).random) / games == pytest.approx(22.4, rel=0.01)


def test_plain_fly_down_ends_in_a_position_that_the_rules_allow() -> None:
    rnd = random.Random(2).random
    for _ in range(500):
        play = plain_fly_down.Play(rnd)
        while not play.over:
            play.act(play.choose(rnd))
        cards = [card for hand in play.hands for card in hand]
        assert sorted(cards + play.deck + play.face_up + play.face_down) == list(range(24))  # F-002, F-003
        assert [len(hand) for hand in play.hands] == [5, 5, 5]
        assert not play.deck or play.hidden.count([]) == 2  # F-047, F-048
        highest = {max((c for c in cards if c >> 3 == colour), default=None) for colour in range(3)}
        assert play.scores == [sum(-2 if c in highest else c % 8 + 1 for c in hand) for hand in play.hands]  # F-056
        tied = [seat for seat in range(3) if play.scores[seat] == max(play.scores)]
        assert play.winner == max(tied, key=lambda seat: (seat - play.hangar - 1) % 3 if seat != play.hangar else -1)


def test_a_program_of_half_the_speed_has_half_the_ratio(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 0.0

    def work(units: int) -> harness.Work:
        def batch() -> int:
            nonlocal now
            now += 0.01
            return units

        return batch

    monkeypatch.setattr(harness.time, "process_time", lambda: now)
    assert harness.ratio_row("half", ours=work(50), plain=work(100), unit="moves") == pytest.approx(0.5)
    row = json.loads(capsys.readouterr().out)
    assert (row["figure"], row["moves_per_s"], row["plain_moves_per_s"], row["ratio"]) == ("half", 5000, 10000, 0.5)


def test_a_ratio_outlives_a_clock_that_slows_down(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    pace = 0.01

    def batch() -> int:
        nonlocal now, pace
        pace *= 1.001
        now += pace
        return 100

    monkeypatch.setattr(harness.time, "process_time", lambda: now)
    assert harness.ratio_row("same", ours=batch, plain=batch, unit="moves") == pytest.approx(1, rel=0.01)


SHORT = ("3", "--windows", "1", "--seconds", "2", "--pool", "40")


@pytest.mark.server
@pytest.mark.parametrize("form", ["JSON", "HTML"])
def test_the_load_on_the_server_plays_moves_and_tells_what_they_cost(form: str) -> None:
    command = [sys.executable, "-m", "bench.server_load", *SHORT, *(["--pages"] if form == "HTML" else [])]
    root = Path(__file__).resolve().parent.parent
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0 and not done.stderr, done.stderr
    row = json.loads(done.stdout)
    assert form in row["figure"]
    assert row["moves_per_s"] > 0 and row["moves_per_server_cpu_s"] > 0 and row["p99_ms"] >= row["p50_ms"] > 0


@pytest.mark.server
def test_a_row_of_the_server_stands_beside_the_peers_figure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "boardgameio" / "node_modules").mkdir(parents=True)
    monkeypatch.setattr(rows_server, "PEERS", tmp_path)
    monkeypatch.setattr(rows_server, "theirs", lambda tables: 1000.0)
    rows_server.beside(*SHORT)
    row = json.loads(capsys.readouterr().out)
    assert row["boardgameio_moves_per_server_cpu_s"] == 1000
    assert row["ratio"] == pytest.approx(row["moves_per_server_cpu_s"] / 1000, rel=0.01)
