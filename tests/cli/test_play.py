"""`play`: whole games in the terminal, typed by a script, through a pipe and through a terminal."""

from __future__ import annotations

import io
import os
import pty
import random
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import facedown
from facedown.cli import main
from facedown.engine import catalogue, read_record

from ..mini import GAMES
from .conftest import Cli

COMMAND = [sys.executable, "-c", "from facedown.cli import main; main()"]
ANN = ["play", "fly-down", "--seats", "3", "--seed", "7", "--bots", "random"]


def test_a_whole_game_through_a_pipe(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    ran = cli(*ANN, "--record", path, stdin="sum\nredraw 5\n" * 40)
    assert ran.code == 0 and ran.err == ""
    assert "Fly Down: you are Ann, with Ben (random), Cleo (random). Seed 7." in ran.out
    assert "* You ask for the sum of the hidden cards: 16." in ran.out
    assert "The game is over" in ran.out and re.search(r"^(Ann|Ben|Cleo) wins", ran.out, re.M)
    assert f"The record is in {path}" in ran.out
    assert "\x1b" not in ran.out

    record = read_record(path.read_bytes())
    state = facedown.game("fly-down").replay(record)
    outcome = state.outcome()
    assert outcome is not None and record.end is not None
    assert {entry.actor for entry in record.entries} == {0, 1, 2}
    assert cli("verify", path).code == 0
    assert cli("replay", path, "--as", 0).code == 0


def test_one_seed_deals_one_game(cli: Cli) -> None:
    script = "sum\nredraw 3\n" * 40
    assert cli(*ANN, stdin=script) == cli(*ANN, stdin=script)


def test_the_game_opens_with_the_view_of_the_seat(cli: Cli) -> None:
    ran = cli(*ANN, "--seat", 1, stdin="quit\nyes\n")
    assert ran.code == 0
    state = facedown.game("fly-down").deal(3, seed=7)
    code = state.box.code
    hidden = [f"[{code[card]}]" for card in state.hands[1][2:]]
    assert re.search(r"^You +G\? +S\?", ran.out, re.M) is None  # one's own Visible cards are read
    assert not any(card in ran.out for card in hidden)  # one's own Hidden cards are not
    for seat in (0, 2):
        for card in state.hands[seat][2:]:
            assert f"[{code[card]}]" in ran.out or state.turn != 1


def test_the_menu_leads_through_a_move(cli: Cli) -> None:
    ran = cli(*ANN, stdin="3\n1\nBen\n4\nquit\nyes\n")
    assert "You give your (1 2): With (Ben Cleo): You take their (3 4 5): " in ran.out
    assert "* You swap with Ben: " in ran.out and "(card 1) for " in ran.out and "(card 4)." in ran.out


def test_a_field_left_empty_goes_back_to_the_menu(cli: Cli) -> None:
    ran = cli(*ANN, stdin="3\n1\n\nsum\nquit\nyes\n")
    assert "You swap" not in ran.out
    assert "* You ask for the sum" in ran.out


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("swap 1 Ben 4", "* You swap with Ben: "),
        ("sw 1 be 4", "* You swap with Ben: "),
        ("ask 3 5", "* You ask: is card 3 a 5?"),
        ("redraw 2", "* You discard "),
        ("react clap", "* You clap."),
        ("ask 1 5", "You can only ask about a Hidden card of yours: choose a Hidden slot [F-029]."),
        ("ask 3 9", "No card has that value: name a value that the cards have [F-033]."),
        ("ask 6 5", "There is no such slot: "),
        ("ask 0 5", "There is no such slot: "),
        ("swap 3 Ben 4", "[F-036]."),
        ("swap 1 Ben 1", "[F-036]."),
        ("swap 1 Ann 4", "You swap with one opponent: "),
        ("swap 1 Zoe 4", "There is no player Zoe here (there are: Ann, Ben, Cleo)."),
        ("ask 3", "Write it like this: ask SLOT VALUE."),
        ("ask three 5", "Three does not fit here: 3, 4, 5."),
        ("pass", "There is no action pass here"),
        ("9", "Choose from 1 to 5."),
        ("0", "Choose from 1 to 5."),
        ('swap 1 "Ben 4', "There is a quotation mark without its pair."),
        ("re 2", "Re can mean redraw or react: write more of it."),
        ("?", "quit   leave the game"),
        ("log", "Your cards: red 1, green 8, "),
        ("rules", "# Fly Down"),
    ],
)
def test_what_is_typed_gets_an_answer(cli: Cli, typed: str, answer: str) -> None:
    ran = cli(*ANN, stdin=f"{typed}\nquit\nyes\n")
    assert ran.code == 0
    assert answer in ran.out.split("> ", 1)[1]


def test_what_cannot_be_done_says_why(cli: Cli) -> None:
    state = facedown.game("fly-down").deal(2, {"start": 0}, seed=3)
    values = [state.box.value[card] for card in state.hands[0]]
    asks = f"ask 3 {values[2]}\nask 4 {values[3]}\n" + "".join(f"ask 5 {value}\n" for value in range(1, 9)) * 2
    ran = cli("play", "fly-down", "--seats", 2, "--seed", 3, "--bots", "random", "--options", "start=0", stdin=asks)
    assert "not now: You have no Hidden card to ask about. [F-033]" in ran.out


def test_equal_cards_are_typed_each_and_what_may_be_left_out_is_left_out(cli: Cli) -> None:
    state = facedown.game("silent-planet").deal(2, seed=3)
    hand = state.game.faces.show(state.rows[0])
    assert len(set(hand)) < len(hand)
    asks = f"arrange\n{','.join(sorted(hand))}\nnone\nquit\nyes\n"
    ran = cli("play", "silent-planet", "--seats", 2, "--seed", 3, "--bots", "steady", stdin=asks)
    assert f"9 in order, with commas ({' '.join(hand)}): " in ran.out
    assert "Turn up as hints (or none), 0 to 9 with commas (1 2 3 4 5 6 7 8 9): " in ran.out
    assert "* All rows lie there. Hints: Ben " in ran.out and "lock AT [PLAYER]" in ran.out
    asks = asks.replace("quit", "sign shrug\nsign number 3\npoint 1\nlock 1\nquit")
    ran = cli("play", "silent-planet", "--seats", 2, "--seed", 3, "--bots", "steady", stdin=asks)
    for told in ("You shrug.", "You show 3.", "You point at card 1.", "You lock card 1.", "Card 1 of Ben's row is"):
        assert told in ran.out, told


def test_leaving_is_asked_twice(cli: Cli) -> None:
    ran = cli(*ANN, stdin="quit\nno\nsum\nquit\nyes\n")
    assert ran.code == 0 and ran.err == ""
    assert "* You ask for the sum" in ran.out
    assert ran.out.endswith("You left. The same deal again: facedown play fly-down --seats 3 --seed 7\n")


def test_the_end_of_input_leaves(cli: Cli, tmp_path: Path) -> None:
    ran = cli(*ANN, "--record", tmp_path / "record", stdin="sum\n")
    assert ran.code == 0 and ran.err == ""
    assert "You left." in ran.out
    assert list(tmp_path.iterdir()) == []


def test_a_record_is_not_written_over(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "record").write_text("precious")
    cli(*ANN, "--record", tmp_path / "record").complains(2, "is there already")
    cli(*ANN, "--record", tmp_path / "nowhere" / "record").complains(2, "no folder")
    assert (tmp_path / "record").read_text() == "precious"


def test_a_seat_that_is_not_there(cli: Cli) -> None:
    cli(*ANN, "--seat", 3).complains(2, "no seat 3", "0 to 2")
    cli(*ANN, "--seat=-1").complains(2, "no seat -1")


def test_too_many_bots(cli: Cli) -> None:
    cli("play", "fly-down", "--seats", 3, "--bots", "random,random,random").complains(2, "at most 2")


def test_a_program_can_sit_in(cli: Cli) -> None:
    moves = ['{"kind": "ask", "slot": 0, "value": 5}', "nonsense", '{"kind": "pass"}', "null"]
    ran = cli(*ANN, "--json", stdin="\n".join([*moves, *['{"kind": "redraw", "slot": 4}'] * 20]) + "\n")
    assert ran.code == 0 and ran.err == ""
    first, *refused = ran.lines[:5]
    assert set(first) == {"events", "view", "menu", "may_wait"}
    assert first["view"]["you"] == {"seat": 0} and first["may_wait"] is False
    assert [event["event"] for event in first["events"]][:1] == ["dealt"]
    assert {offer["kind"] for offer in first["menu"]} == {"sum", "ask", "swap", "redraw", "react"}
    assert [line["refusal"]["kind"] for line in refused] == ["illegal", "malformed", "malformed", "malformed"]
    assert ran.lines[-1]["view"]["phase"] == "over" and ran.lines[-1]["outcome"]["winners"]


def test_interrupting_leaves_politely() -> None:
    with subprocess.Popen(
        [*COMMAND, *ANN], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        while process.stdout.readline() != "     ? for help\n":
            pass
        process.send_signal(signal.SIGINT)
        assert "You left." in process.stdout.read()
        assert process.stderr.read() == ""
    assert process.returncode == 0


def test_a_whole_game_in_a_terminal() -> None:
    """Colours only where there is a terminal, and every prompt is answered."""
    main, other = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "NO_COLOR": ""}
    process = subprocess.Popen([*COMMAND, *ANN], stdin=other, stdout=other, stderr=other, env=environment)
    os.close(other)
    seen = b""
    while True:
        try:
            part = os.read(main, 65536)
        except OSError:  # the other side is closed
            break
        seen += part
        if re.sub(rb"\x1b\[[0-9;?]*[a-zA-Z]", b"", seen).endswith(b"> "):
            os.write(main, b"redraw 1\n")
    os.close(main)
    assert process.wait() == 0
    text = seen.decode()
    assert "\x1b[" in text
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)
    assert "The game is over" in plain and "Traceback" not in plain


class Typist(io.StringIO):
    """Types what the last prompt offers, at random: a number of the menu, then one of the values in brackets."""

    def __init__(self, screen: io.StringIO, seed: int) -> None:
        super().__init__()
        self.screen, self.rng = screen, random.Random(seed)

    def readline(self, size: int | None = -1) -> str:
        said = self.screen.getvalue()
        assert len(said) < 1_000_000, "this game does not end"
        prompt = said.rpartition("\n")[2]
        asked = re.search(r"(?:, (\d+)(?: to (\d+)| in order,) with commas)? \(([^()]*)\): $", prompt)
        if asked is not None:
            least, most, listed = int(asked[1] or 1), int(asked[2] or asked[1] or 1), asked[3].split()
            return ",".join(self.rng.sample(listed, self.rng.randint(least, most))) + "\n"
        if prompt.endswith(" characters): "):
            return "word\n"
        assert prompt.endswith("> "), prompt
        menu = said.rpartition("? for help")[0].rpartition("\n\n")[2]
        open_now = re.findall(r"^ +(\d+)  (?!.*  not now: )", menu, re.M)
        waits = [""] if "Enter alone waits." in menu else []
        return self.rng.choice(open_now + waits * (1 + len(open_now))) + "\n"


@pytest.mark.parametrize("name", ["fly-down", "silent-planet", *(game.id for game in GAMES)])
@pytest.mark.parametrize("seed", [1, 2])
def test_every_game_can_be_played_by_its_menu(monkeypatch: pytest.MonkeyPatch, name: str, seed: int) -> None:
    monkeypatch.setattr(catalogue, "_added", {game.id: game for game in GAMES})
    screen = io.StringIO()
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setattr(sys, "stdin", Typist(screen, seed))
    with pytest.raises(SystemExit) as left:
        main(["play", name, "--seed", str(seed), "--bots", "random"])
    assert left.value.code == 0
    assert "You left" not in screen.getvalue() and screen.getvalue().count("\n") > 20
