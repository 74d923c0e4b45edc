"""`serve`: it says where it is, answers, and leaves when it is told to."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from .conftest import Cli

COMMAND = [sys.executable, "-c", "from facedown.cli import main; main()", "serve", "--host", "127.0.0.1", "--port", "0"]
pytestmark = pytest.mark.server


@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM])
def test_the_house_opens_and_closes(tmp_path: Path, told: signal.Signals) -> None:
    command = [*COMMAND, "--database", str(tmp_path / "tables.db"), "--json", "--public-url", "https://play.example/"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        greeting = json.loads(process.stdout.readline())
        assert set(greeting) == {"url", "shared"} and greeting["shared"] == "https://play.example"
        with urllib.request.urlopen(greeting["url"]) as page:
            assert page.status == 200 and "Fly Down" in page.read().decode()
        process.send_signal(told)
        assert process.stdout.read() == ""
        assert process.stderr.read() == ""
    assert process.returncode == 0


def test_people_read_where_it_is() -> None:
    with subprocess.Popen([*COMMAND, "--database", "memory"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(3)]
        process.terminate()
        assert process.stdout.read() == "Stopped; games that are under way go on when it starts again.\n"
    assert "Facedown is open" in said[0] and "http://127.0.0.1:" in said[1] and "Ctrl-C" in said[2]
    assert process.returncode == 0


def test_a_port_that_is_taken_is_one_sentence(cli: Cli) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        cli("serve", "--host", "127.0.0.1", "--port", port, "--database", "memory").complains(2, str(port))


def test_addresses_that_are_none_are_one_sentence(cli: Cli) -> None:
    cli("serve", "--port", 0, "--database", "memory", "--public-url", "games").complains(2, "games")
    cli("serve", "--port", 0, "--database", "memory", "--trusted-proxy", "10.0.0.0/8,proxy").complains(2, "proxy")


def test_a_database_that_cannot_be_is_one_sentence(cli: Cli, tmp_path: Path) -> None:
    where = tmp_path / "nowhere" / "tables.db"
    cli("serve", "--host", "127.0.0.1", "--port", 0, "--database", where).complains(2)
