"""One server on a file: after it was killed, bots and clocks go on before anybody opens a table."""

import random
import signal
import sqlite3

import pytest

from tests.process import until
from tests.web.person import Person

pytestmark = pytest.mark.server


def entries(path):
    with sqlite3.connect(path) as db:
        return db.execute("SELECT n, actor FROM entry ORDER BY n").fetchall()


def test_bots_go_on_after_a_kill_without_anybody_looking(node, tmp_path):
    path = tmp_path / "a.db"
    slow = node(path, pause=60)
    ann = Person(slow.url, "Ann").open("fly-down", 3, bots=2)
    ann.start()
    rng = random.Random(1)
    while ann.asked():  # some of what a form can send is refused
        ann.act(rng)
    before = entries(path)
    slow.stop(signal.SIGKILL)
    node(path)
    until(lambda: len(entries(path)) > len(before))


def test_clocks_go_on_after_a_kill_without_anybody_looking(node, tmp_path):
    path = tmp_path / "a.db"
    server = node(path)
    ann, ben = Person(server.url, "Ann").open("fly-down", 2, turn_clock=5), Person(server.url, "Ben")
    ben.join(ann)
    ann.start()
    server.stop(signal.SIGKILL)
    assert entries(path) == []
    server.start()
    until(lambda: entries(path)[:1] == [(0, -1)])
