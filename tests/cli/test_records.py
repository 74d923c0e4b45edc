"""`replay` and `verify`: what each viewer is shown again, and what does not stand."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from facedown.engine import read_record

from .conftest import NONCES, SEED, Cli


def rewritten(path: Path, change: Any, digest: bool = True) -> Path:
    """The record with its lines changed, and (unless told otherwise) a digest that fits again."""
    import hashlib

    lines = [json.loads(line) for line in path.read_text().splitlines()]
    change(lines)
    text = [json.dumps(line, separators=(",", ":")) for line in lines]
    if digest:
        body = "".join(line + "\n" for line in text[:-1])
        text[-1] = json.dumps({**lines[-1], "digest": hashlib.sha256(body.encode()).hexdigest()}, separators=(",", ":"))
    new = path.with_name("changed.jsonl")
    new.write_text("".join(line + "\n" for line in text))
    return new


def unfinished(path: Path) -> Path:
    """The record as it stood before the end: no outcome, the seed not opened."""
    lines = path.read_text().splitlines()[:-3]
    header = json.loads(lines[0])
    del header["seed"]
    new = path.with_name("unfinished.jsonl")
    new.write_text("".join(line + "\n" for line in [json.dumps(header), *lines[1:]]))
    return new


def test_a_replay_tells_the_whole_game(cli: Cli, finished: Path) -> None:
    ran = cli("replay", finished)
    assert ran.code == 0 and ran.err == ""
    assert ran.out.startswith("Fly Down, 3 players: Mia, Tom, Lea; as the archive.\n")
    assert "The game is over" in ran.out and re.search(r"^(Mia|Tom|Lea) wins", ran.out, re.M)


def test_a_replay_for_machines_has_every_position(cli: Cli, finished: Path) -> None:
    entries = len(finished.read_text().splitlines()) - 2
    steps = cli("replay", finished, "--json").lines
    assert [step["n"] for step in steps] == [None, *range(entries)]
    assert steps[0]["move"] is None and all(step["move"]["kind"] for step in steps[1:])
    assert all(set(step) == {"n", "actor", "move", "events", "view"} for step in steps)
    assert steps[-1]["view"]["phase"] == "over"


@pytest.mark.parametrize("viewer", ["0", "1", "2", "public"])
def test_a_replay_shows_a_viewer_what_it_could_know(cli: Cli, finished: Path, viewer: str) -> None:
    steps = cli("replay", finished, "--as", viewer, "--json").lines
    played = [step for step in steps if step["view"]["phase"] == "play"]
    assert played
    for step in played:
        for seat, hand in enumerate(step["view"]["hands"]):
            for slot in hand:
                sees = viewer != "public" and (slot["facing"] == "V") == (str(seat) == viewer)
                assert ("value" in slot) == sees
        assert "cards" not in step["view"]["deck"] and "thrown" not in step["view"]
        assert step["actor"] in (None, int(viewer) if viewer.isdecimal() else None)
        assert (step["actor"] is None) == (step["move"] is None)


def test_a_replay_says_you_to_whom_it_is_shown(cli: Cli, finished: Path) -> None:
    ran = cli("replay", finished, "--as", 0)
    assert "as Mia (seat 0)" in ran.out
    assert "Your cards: " in ran.out and "Mia's cards" not in ran.out


@pytest.mark.parametrize("viewer", ["3", "-1", "everybody", ""])
def test_an_unknown_viewer_is_one_sentence(cli: Cli, finished: Path, viewer: str) -> None:
    cli("replay", finished, f"--as={viewer}").complains(2, "from 0 to 2, public, or archive")


def test_a_game_that_is_not_over_is_not_replayed(cli: Cli, finished: Path) -> None:
    for viewer in ("archive", "0", "public"):
        cli("replay", unfinished(finished), "--as", viewer).complains(2, "seed", "not over")


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda text: b"", "empty"),
        (lambda text: text[:-20], "cut off"),
        (lambda text: b"nonsense\n", "not the header"),
        (lambda text: b"\xff\xfe\x00\n", "not the header"),
        (lambda text: text.replace(b'"format":1', b'"format":2', 1), "newer"),
        (lambda text: text.replace(b'"game":"fly-down"', b'"game":"chess"', 1), ""),
        (lambda text: text.replace(b'"n":3', b'"m":3', 1), ""),
    ],
)
def test_what_is_no_record_is_one_sentence(cli: Cli, finished: Path, command: str, spoil: Any, says: str) -> None:
    finished.write_bytes(spoil(finished.read_bytes()))
    ran = cli(command, finished)
    if "chess" in finished.read_text(errors="ignore") or '"m":3' in finished.read_text(errors="ignore"):
        assert ran.code in (1, 2)
    else:
        ran.complains(2, says)


def test_a_good_record_verifies(cli: Cli, finished: Path) -> None:
    ran = cli("verify", finished)
    assert ran.code == 0
    *lines, shown, compare = ran.out.splitlines()
    assert [line.split(":")[0] for line in lines] == [
        "ok   digest",
        "ok   commitment",
        "ok   key",
        "ok   moves",
        "ok   outcome",
    ]
    committed = read_record(finished.read_bytes()).header.commitment
    groups = [committed[i : i + 8] for i in range(0, 64, 8)]
    assert shown.endswith(" ".join(groups)) and "Fair dealing" in compare
    verdict = cli("verify", finished, "--json").json
    assert verdict["fingerprint"].split() == groups
    assert verdict["ok"] is True and verdict["record"] == str(finished)
    assert [check["ok"] for check in verdict["checks"]] == [True] * 5
    assert all(set(check) == {"check", "ok", "says"} for check in verdict["checks"])


def other_outcome(lines: list[Any]) -> None:
    lines[-1]["outcome"]["scores"][0] += 1


def other_move(lines: list[Any]) -> None:
    lines[1]["move"] = {"kind": "swap", "slot": 4, "seat": (lines[1]["actor"] + 1) % 3, "their_slot": 4}


def other_seed(lines: list[Any]) -> None:
    lines[0]["seed"] = SEED[::-1].hex()


def other_nonce(lines: list[Any]) -> None:
    lines[0]["nonces"][0] = NONCES[2].hex()


def no_nonce(lines: list[Any]) -> None:
    lines[0]["nonces"].pop()


def no_hexadecimal(lines: list[Any]) -> None:
    lines[0]["seed"] = "zz" * 32


def other_table(lines: list[Any]) -> None:
    lines[0]["table"] = "table-2"


def one_move_less(lines: list[Any]) -> None:
    del lines[-2]
    lines[-1]["end"] -= 1


def no_end(lines: list[Any]) -> None:
    lines[-1]["end"] += 1


@pytest.mark.parametrize(
    ("change", "fails"),
    [
        (other_outcome, "moves"),
        (other_move, "moves"),
        (other_seed, "commitment"),
        (other_nonce, "moves"),
        (no_nonce, "key"),
        (no_hexadecimal, "key"),
        (other_table, "commitment"),
        (one_move_less, "moves"),
        (no_end, "digest"),
    ],
)
def test_a_record_that_was_tampered_with_fails(cli: Cli, finished: Path, change: Any, fails: str) -> None:
    ran = cli("verify", rewritten(finished, change))
    assert ran.code == 1 and ran.err == ""
    assert f"FAIL {fails}: " in ran.out


def test_a_changed_line_fails_by_the_digest(cli: Cli, finished: Path) -> None:
    changed = rewritten(finished, lambda lines: lines[0]["names"].reverse(), digest=False)
    ran = cli("verify", changed)
    assert ran.code == 1 and ran.out.startswith("FAIL digest: ") and ran.out.count("\n") == 1
    cli("replay", changed).complains(2, "digest")


def test_an_unfinished_record_does_not_verify(cli: Cli, finished: Path) -> None:
    verdict = cli("verify", unfinished(finished), "--json")
    assert verdict.code == 1 and verdict.json["ok"] is False


def test_what_is_no_file_of_ours_is_one_sentence(cli: Cli, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(link)
    for path in (tmp_path, link, tmp_path / "none", "/proc/self/mem", "/dev/zero", "/dev/null"):
        ran = cli("replay", path)
        assert ran.code in (1, 2) and ran.err.count("\n") == 1 and "Traceback" not in ran.err, path
    assert str(link) in cli("replay", link).err


def test_a_full_disk_is_one_sentence() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-c", "from facedown.cli import main; main()", "rules", "fly-down"],
            stdout=full, stderr=subprocess.PIPE, text=True, timeout=60,
        )  # fmt: skip
    assert done.returncode == 1 and done.stderr.count("\n") == 1 and "no space left" in done.stderr
