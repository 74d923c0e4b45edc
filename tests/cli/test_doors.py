"""The command itself: help, usage errors, exit codes, and what it loads."""

from __future__ import annotations

import subprocess
import sys

import pytest

from .conftest import Cli

COMMANDS = ["serve", "games", "rules", "options", "play", "simulate", "scenario", "replay", "verify", "check"]


def test_help_names_every_command(cli: Cli) -> None:
    ran = cli("--help")
    assert ran.code == 0 and ran.err == ""
    for command in COMMANDS:
        assert f"\n  {command} " in ran.out


def test_without_a_command_there_is_help(cli: Cli) -> None:
    assert cli() == cli("--help")


def test_the_version(cli: Cli) -> None:
    import facedown

    assert cli("--version").out == f"facedown {facedown.__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_speaks_to_machines(cli: Cli, command: str) -> None:
    ran = cli(command, "--help")
    assert ran.code == 0 and ran.out.startswith(f"Usage: facedown {command} ")
    assert "--json" in ran.out


@pytest.mark.parametrize(
    "arguments",
    [
        ["--nonsense"],
        ["nonsense"],
        ["rules"],
        ["rules", "fly-down", "chess"],
        ["play", "fly-down", "--seats", "three"],
        ["play", "fly-down", "--nonsense"],
        ["simulate", "fly-down"],
        ["simulate", "fly-down", "--games", "0"],
        ["serve", "--port", "99999"],
        ["check", "fly-down", "--games"],
        ["scenario"],
        ["replay"],
        ["verify"],
    ],
)
def test_a_wrong_use_is_one_sentence(cli: Cli, arguments: list[str]) -> None:
    cli(*arguments).complains(2, "(see --help)")


@pytest.mark.parametrize(
    "arguments",
    [
        ["rules", "chess"],
        ["options", "chess"],
        ["play", "chess"],
        ["simulate", "chess", "--games", "1"],
        ["check", "chess"],
        ["rules", "nowhere:game"],
        ["rules", "json:dumps"],
    ],
)
def test_an_unknown_game_is_one_sentence(cli: Cli, arguments: list[str]) -> None:
    cli(*arguments).complains(2, arguments[1])


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("colour=R", "no option colour (there are: colours, start, chat, turn_clock)"),
        ("chat", "write chat=VALUE"),
        ("chat=maybe", "true or false"),
        ("chat=true,chat=false", "twice"),
        ("turn_clock=3", "a whole number from 5 to 86400"),
        ("turn_clock=soon", "a whole number from 5 to 86400"),
        ("start=9", "must sit at the table"),
        ("colours=R+Y", "3 different colours"),
        ("colours=R+Y+Q", "no colour Q"),
    ],
)
@pytest.mark.parametrize("command", [["play"], ["simulate", "--games", "1"], ["check"]])
def test_a_wrong_option_is_one_sentence(cli: Cli, command: list[str], options: str, says: str) -> None:
    cli(command[0], "fly-down", *command[1:], "--seats", 3, "--options", options).complains(2, says)


@pytest.mark.parametrize("command", [["play"], ["simulate", "--games", "1"], ["check"]])
def test_a_wrong_number_of_seats_is_one_sentence(cli: Cli, command: list[str]) -> None:
    cli(command[0], "fly-down", *command[1:], "--seats", 7).complains(2, "2 to 6 players, not 7", "F-005")


@pytest.mark.parametrize("command", [["play"], ["simulate", "--games", "1"]])
@pytest.mark.parametrize("bots", ["wizard", "steady,wizard", "random(", "steady(nonsense=1)", "random,,random"])
def test_a_wrong_bot_is_one_sentence(cli: Cli, command: list[str], bots: str) -> None:
    cli(command[0], "fly-down", *command[1:], "--seats", 3, "--bots", bots).complains(2)


@pytest.mark.parametrize("command", ["replay", "verify", "scenario"])
def test_a_file_that_is_not_there_is_one_sentence(cli: Cli, command: str, tmp_path: object) -> None:
    cli(command, f"{tmp_path}/nowhere").complains(2, "nowhere", "no such file")
    cli(command, f"{tmp_path}").complains(2, f"{tmp_path}")


def test_help_loads_no_game_and_no_server() -> None:
    program = (
        "import sys\nfrom facedown.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "heavy = {'msgspec', 'litestar', 'rich', 'asyncio', 'ruamel', 'facedown.engine'} & set(sys.modules)\n"
        "print(sorted(heavy), file=sys.stderr)\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "Commands:" in ran.stdout
    assert ran.stderr == "[]\n"


def test_a_closed_pipe_is_no_error() -> None:
    command = [sys.executable, "-c", "from facedown.cli import main; main()", "rules", "fly-down"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
