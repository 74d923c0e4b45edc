"""The clients of docs/api.md, run as they stand against a live server."""

import json
import random
import subprocess
import sys

import pytest

from tests.process import ROOT

from .client import Client, play_on

pytestmark = pytest.mark.server
FILES = (ROOT / "docs" / "bot_client.py", ROOT / "docs" / "socket_client.py")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
@pytest.mark.parametrize(
    ("name", "seats"), [("fly-down", 3), ("tests.mini.pair:game", 2), ("tests.mini.halting:game", 3)]
)
def test_three_copies_of_it_finish_a_game(serve, name, seats, file):
    server = serve(name)
    game = Client(server.url).ask("GET", "/api/v1/games").json()["games"][0]["id"]
    host = Client(server.url, "Host").open(game, seats + 1)
    command = [sys.executable, file, server.url]
    spoken = f"{host.code[:4].lower()}-{host.code[4:]}"
    bots = [
        subprocess.Popen([*command, spoken, f"Robo {i}"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for i in range(seats)
    ]
    host.wait(lambda: all(p["who"] == "person" and p["here"] for p in host.view()["table"]["people"][1:]))
    assert host.room("start").status_code == 200
    play_on([host], random.Random(1))
    outcome = host.view()["view"]["outcome"]
    for bot in bots:
        said, complained = bot.communicate(timeout=120)
        assert bot.returncode == 0, complained
        assert json.loads(said) == outcome


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_is_short_enough_to_be_read(file):
    lines = file.read_text().splitlines()
    assert len(lines) <= 70
    assert not [line for line in lines if len(line) > 120]
