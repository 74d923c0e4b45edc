"""A revision is worth the same at every server of one database, and after a server was killed."""

import random
import signal

import pytest

from tests.api.client import Client
from tests.process import until

pytestmark = pytest.mark.server
SEATED = ("Ann", "Ben")


def party(url):
    people = [Client(url, name) for name in SEATED]
    people[0].open("fly-down", 2, {"chat": True})
    assert people[1].join(people[0]).status_code == 201
    assert people[0].room("start").status_code == 200
    return people


def at(url, person):
    """The same person, at another server; a spectator where the person is one."""
    other = Client(url, person.name)
    other.table, other.code, other.token = person.table, person.code, person.token
    if not person.token:
        other.http.headers["facedown-code"] = person.code
    return other


def revs(people):
    return [person.view()["rev"] for person in people]


def play(people, moves, rng):
    """Moves by whoever is asked; each answer is a revision that this person's page has, or will have."""
    made = 0
    while made < moves and not people[0].over():
        for person in people:
            before = person.view()["rev"]
            answer = person.act(rng)
            if answer is not None and answer.status_code == 200:
                made += 1
                assert answer.json()["rev"] == person.view()["rev"] > before


@pytest.mark.postgres
def test_two_servers_count_alike(node, cluster):
    url, rng = cluster.database(), random.Random(8)
    one, two = node(url), node(url)
    people = party(one.url)
    watcher = Client(one.url).watch(people[0])
    play(people, 3, rng)
    assert people[1].post("talk", {"text": "hello"}).status_code == 200
    everybody = [*people, watcher]
    late = [at(two.url, person) for person in everybody]  # this server has not heard of the table yet
    assert revs(late) == revs(everybody)
    late[0].listen()
    for _ in range(4):
        if people[0].over():
            break
        play(people, 1, rng)
        assert revs(late) == revs(everybody)
        until(lambda: late[0].now["rev"] >= people[0].view()["rev"])
    people[1].listen()  # here at this server, and soon at the other
    assert revs(late) == revs(everybody)
    for person in (*everybody, *late):
        person.leave()


def test_a_killed_server_counts_on(node, tmp_path):
    server, rng = node(tmp_path / "a.db"), random.Random(9)
    people = party(server.url)
    everybody = [*people, Client(server.url).watch(people[0])]
    play(people, 4, rng)
    before = revs(everybody)
    server.stop(signal.SIGKILL)
    server.start()
    again = [at(server.url, person) for person in everybody]
    assert revs(again) == before
    play(again[:2], 1, rng)
    assert all(now >= was for now, was in zip(revs(again), before, strict=True))
    for person in again:
        person.leave()
