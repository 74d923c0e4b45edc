"""One server on a file that cannot be written for a while: what it said is there, and it stays up."""

import random
import re
import resource
import sqlite3

import pytest

from tests.nodes.test_restart import entries
from tests.process import until
from tests.web.person import Person

pytestmark = pytest.mark.server


@pytest.fixture
def pair(node, tmp_path):
    """A server, its file, and two who play there, one asked and one not."""
    server = node(tmp_path / "a.db")
    ann, ben = Person(server.url, "Ann").open("fly-down", 2), Person(server.url, "Ben")
    ben.join(ann)
    ann.start()
    asked = [person.asked() for person in (ann, ben)]  # the first look at a hand is written down, too
    return server, tmp_path / "a.db", *((ann, ben) if asked[0] else (ben, ann))


def sums(person):
    """Asks what one's hidden planes add up to: always allowed in one's turn."""
    form = next(f for f in person.moves() if dict(f["fixed"])["kind"] == "sum")
    return person.post(f"{person.path}/move", form["fixed"])


def table(person):
    return re.search(r'<section id="table".*?</section>', person.page(), re.S)[0]


def test_when_the_disk_is_full_moves_are_refused_and_with_space_they_go_on(pair):
    server, path, mover, other = pair
    before = table(other)
    wal = path.with_name("a.db-wal").stat().st_size
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (wal, resource.RLIM_INFINITY))
    answer = sums(mover)
    assert answer.status_code == 503 and "Try again" in answer.text
    assert entries(path) == [] and table(other) == before
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert sums(mover).status_code == 303
    assert len(entries(path)) == 1


def test_while_another_program_holds_the_file_a_move_is_refused_and_can_be_sent_again(pair):
    _, path, mover, _ = pair
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    answer = sums(mover)
    assert answer.status_code == 503 and "Try again" in answer.text
    holder.execute("ROLLBACK")
    assert entries(path) == []
    assert sums(mover).status_code == 303
    rng = random.Random(1)
    until(lambda: len(entries(path)) == 1)
    while mover.asked():
        mover.act(rng)
    holder.close()
