"""One server on a file that cannot be written for a while: what it said is there, and it stays up."""

import contextlib
import os
import random
import re
import resource
import sqlite3

import pytest

from tests.nodes.test_restart import entries
from tests.process import Server, until
from tests.web.person import Person

from .trial import QUICK, Store, Trial

pytestmark = pytest.mark.server


@pytest.fixture
def pair(serve):
    """A server, its file, and two who play there, one asked and one not."""
    server = serve("fly-down")
    ann, ben = Person(server.url, "Ann").open("fly-down", 2), Person(server.url, "Ben")
    ben.join(ann)
    ann.start()
    asked = [person.asked() for person in (ann, ben)]  # the first look at a hand is written down, too
    return server, server.database, *((ann, ben) if asked[0] else (ben, ann))


def sums(person):
    """Asks what one's hidden planes add up to: always allowed in one's turn."""
    form = next(f for f in person.moves() if dict(f["fixed"])["kind"] == "sum")
    return person.post(f"{person.path}/move", form["fixed"])


def table(person):
    return re.search(r'<section id="table".*?</section>', person.page(), re.S)[0]


def test_when_the_disk_is_full_moves_are_refused_and_with_space_they_go_on(pair):
    server, path, mover, other = pair
    before = table(other)
    wal = path.with_name("facedown.db-wal").stat().st_size
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


def test_a_file_that_may_not_be_written_is_one_sentence_and_no_server(serve, tmp_path):
    first = serve("fly-down")
    first.stop()
    first.database.chmod(0o444)
    humbly = ["setpriv", "--bounding-set", "-dac_override"] if os.getuid() == 0 else ()  # root may write everything
    second = Server(tmp_path / "second", ["fly-down"], database=first.database, within=humbly).begin()
    assert second.process.wait(120) == 2
    assert second.log.read_text().splitlines() == [f"The database {first.database} cannot be used: Permission denied."]


# while many play ------------------------------------------------------------------------------------------------------
def until_turned_away(trial):
    """Somebody's move was refused because nothing can be kept."""
    before = trial.swarm.turned_away
    with contextlib.suppress(AssertionError):  # or everybody has finished
        until(lambda: trial.swarm.turned_away > before, 15)


def full(server):
    """The disk is full for a while."""

    def accident(trial):
        wal = server.database.with_name("facedown.db-wal").stat().st_size
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (wal, resource.RLIM_INFINITY))
        until_turned_away(trial)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    return accident


def locked(server):
    """Another program writes to the file for a while."""

    def accident(trial):
        with contextlib.closing(sqlite3.connect(server.database, isolation_level=None, timeout=30)) as holder:
            holder.execute("BEGIN IMMEDIATE")
            until_turned_away(trial)
            holder.execute("ROLLBACK")

    return accident


@pytest.mark.soak
@pytest.mark.parametrize("accident", [full, locked])
def test_six_play_on_a_file_that_cannot_be_written_for_a_while(serve, accident):
    server = serve(*QUICK)
    trial = Trial([server], Store(server.database), QUICK, 5, pause=0.05)
    done = trial.play(20, 4, accident(server), between=30, accidents=5)
    assert trial.swarm.turned_away and done.acknowledged > 200


@pytest.mark.postgres
def test_six_play_while_the_database_restarts(house, cluster):
    trial = Trial(*house("postgres", QUICK), QUICK, 6, pause=0.05)
    done = trial.play(4, 4, restarts(cluster), between=40, accidents=2)
    assert done.acknowledged > 50


@pytest.mark.postgres
def test_six_play_on_a_database_that_is_read_only_for_a_while(house, cluster):
    trial = Trial(*house("postgres", QUICK), QUICK, 7, pause=0.05)
    done = trial.play(4, 4, read_only(cluster), between=30, accidents=1)
    assert trial.swarm.turned_away and done.acknowledged > 50


def restarts(cluster):
    """The database falls over and comes back."""

    def accident(trial):
        cluster.stop("immediate")
        cluster.start()

    return accident


def read_only(cluster):
    """The database takes nothing for a while: it is a copy that has not been made the first one yet."""

    def accident(trial):
        cluster.read_only(True)
        until_turned_away(trial)
        cluster.read_only(False)

    return accident


@pytest.mark.soak
@pytest.mark.postgres
def test_two_hundred_games_on_a_database_that_restarts_again_and_again(house, cluster, capsys):
    with capsys.disabled():
        trial = Trial(*house("postgres", QUICK, nodes=2), QUICK, 8, say="restarts")
        trial.play(200, 32, restarts(cluster), between=200, accidents=20, and_on=True)
