"""Somebody sets the server's wall clock back by an hour, or forward, while games are under way: deadlines, bots,
presence, seats and codes go on as if nothing had happened, also over a restart."""

import random
import re
import sqlite3

import pytest

from tests.api.client import Client, party, play_on
from tests.process import until
from tests.web.person import Person
from tests.web.test_people import do, offered

pytestmark = pytest.mark.server
HOUR = 3600
RNG = random.Random(1)


def entries(server, table):
    """When each entry was made, in milliseconds since the deal, and by whom."""
    with sqlite3.connect(server.database) as db:
        return db.execute("SELECT at, actor FROM entry WHERE play = ? ORDER BY n", (table,)).fetchall()


@pytest.mark.parametrize("seconds", [-HOUR, HOUR], ids=["back", "forward"])
def test_deadlines_bots_presence_and_seats_outlive_a_clock_that_is_set(serve, seconds):
    server = serve("fly-down", clock=True, pause=(0.5, 0.5), gone=(0.3, 1))
    ann, ben = party(server, "fly-down", 2, {"turn_clock": 5, "start": 0})
    cleo = Client(server.url, "Cleo").open("fly-down", 3, bots=["random", "random"])
    assert cleo.room("start").status_code == 200
    for client in (ann, ben, cleo):
        client.listen()
    until(cleo.offers)
    cleo.act(RNG)
    server.set_clock(seconds)
    ends = ann.view()["table"]["clocks"][0]["ends"]

    def there(client):
        return [person["there"] for person in client.view()["table"]["people"]]

    assert there(ann) == ["here", "here"]
    until(cleo.offers, why="the bots went on")
    until(lambda: entries(server, ann.table))
    assert entries(server, ann.table)[0][1] == -1 and 5000 <= entries(server, ann.table)[0][0] < 30_000
    assert ann.view()["table"]["clocks"][0]["ends"] - ends < 30_000
    until(lambda: 200 in [a.status_code for p in (ann, ben) if (a := p.act(RNG))], why="tokens and moves are good")
    ben.leaving = True
    ann.room("host", seat=1)  # a frame, by which Ben's line is found to be closed
    until(lambda: there(ann)[1] == "gone")
    assert Client(server.url, "Dov").open("fly-down", 2).view()["rev"]
    until(cleo.offers)
    cleo.act(RNG)
    server.kill()
    before = entries(server, ann.table)
    server.start()
    until(cleo.offers, why="the bots went on after the restart")
    until(lambda: len(entries(server, ann.table)) > len(before) + 1)
    at = [at for at, actor in entries(server, ann.table)]
    assert at == sorted(at)
    assert at[-1] - at[-2] >= 3000, "what the clock jumped over is not played at once"


@pytest.mark.parametrize("seconds", [-HOUR, HOUR], ids=["back", "forward"])
def test_a_code_for_another_device_is_not_good_for_longer(serve, seconds):
    server = serve("fly-down", clock=True)
    ann, ben = Person(server.url, "Ann").open("fly-down", 2), Person(server.url, "Ben")
    ben.join(ann)
    phone = Person(server.url).watch(ann)
    phone.page()
    old = offered(ben)
    server.set_clock(seconds)
    answer = phone.post(f"{phone.path}/device", [("device", old)])
    assert answer.status_code == 410 and "Make a new one." in answer.text
    assert phone.post(f"{phone.path}/device", [("device", offered(ben))]).status_code == 303
    assert "You are in" in phone.page() and "You are in" not in ben.page()


def test_a_rematch_is_the_latest_game_of_its_circle_also_after_the_clock_was_set_back(serve):
    server = serve("fly-down", clock=True)
    ann, ben = Person(server.url, "Ann").open("fly-down", 2), Person(server.url, "Ben")
    ben.join(ann)
    ann.start()
    assert do(ann, "end").status_code == 303
    server.set_clock(-HOUR)
    new = ann.post(f"{ann.path}/rematch", []).headers["location"]
    mine = re.findall(r'href="(/t/[A-Z0-9]{8})"', ann.get("/").text)
    assert mine == [new], "my tables show the one that goes on"


@pytest.mark.parametrize("seconds", [-HOUR, HOUR], ids=["back", "forward"])
def test_a_pause_lasts_as_long_as_it_lasted(serve, seconds):
    server = serve("fly-down", clock=True)
    ann, ben = party(server, "fly-down", 2, {"turn_clock": 60, "start": 0})
    left = ann.view()["table"]["clocks"][0]["ends"]
    assert ann.room("pause").status_code == 200
    server.set_clock(seconds)
    assert ann.room("resume").status_code == 200
    clock = ann.view()["table"]["clocks"][0]
    assert 0 <= clock["ends"] - left < 30_000
    assert not entries(server, ann.table)
    play_on([ann, ben], RNG)
    assert ann.over()
