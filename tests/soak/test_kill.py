"""kill -9 at random moments while six people move over HTTP: what was acknowledged is there, and nothing twice."""

import random
import re
import signal
import sqlite3
import threading
import time

import httpx
import msgspec
import pytest

import facedown
from facedown.engine import read_record
from tests.web.conftest import serve  # noqa: F401 (a fixture)
from tests.web.person import Person, filled
from tests.web.test_play import play_on

pytestmark = pytest.mark.soak
KILLS = 8
GAME = facedown.game("fly-down")


def moving(person, rng, stop, kept):
    """Moves and reacts as fast as it can; what was not answered is sent again, with its id, until it is."""
    while not stop.is_set():
        try:
            forms = person.moves()
        except (httpx.HTTPError, AssertionError):
            time.sleep(0.02)
            continue
        if not forms:
            time.sleep(0.02)
            continue
        turn = [f for f in forms if dict(f["fixed"])["kind"] != "react"]
        data = filled(rng.choice(turn or forms), rng)
        while not stop.is_set():
            try:
                answer = person.post(f"{person.path}/move", data, headers={"accept": "application/json"})
            except httpx.HTTPError:
                time.sleep(0.02)
                continue
            if answer.status_code == 200:
                kept.append(dict(data)["id"])
            break


def test_six_people_and_a_server_that_dies(serve):  # noqa: F811
    server, rng = serve("fly-down"), random.Random(1)
    people = [Person(server.url, name) for name in ("Ann", "Ben", "Cleo", "Dov", "Eva", "Finn")]
    people[0].open("fly-down", 6)
    for person in people[1:]:
        person.join(people[0])
    people[0].start()
    stop, kept = threading.Event(), [[] for _ in people]
    threads = [
        threading.Thread(target=moving, args=(p, random.Random(i), stop, kept[i])) for i, p in enumerate(people)
    ]
    for thread in threads:
        thread.start()
    for _ in range(KILLS):
        time.sleep(rng.uniform(0.2, 0.8))
        server.stop(signal.SIGKILL)
        server.start()
    stop.set()
    for thread in threads:
        thread.join()
    with sqlite3.connect(server.database) as db:
        marks = [mark for (mark,) in db.execute("SELECT mark FROM entry ORDER BY n")]
        numbers = [n for (n,) in db.execute("SELECT n FROM entry ORDER BY n")]
    assert numbers == list(range(len(marks))) and len(set(marks)) == len(marks), "nothing is doubled"
    acknowledged = [mark for own in kept for mark in own]
    assert len(acknowledged) > 50 and set(acknowledged) <= set(marks), "nothing is lost"
    assert len(marks) - len(set(acknowledged)) <= len(people), "and nothing is there that nobody sent"
    play_on(people, rng)
    record = read_record(people[0].get(f"{people[0].path}/record").content)
    pages = [p.page() for p in people]
    final = GAME.replay(record)
    assert len(record.entries) >= len(marks)
    for html in pages:
        scores = sorted(int(n) for n in re.findall(r"</th><td>(-?\d+)</td>", html))
        assert scores == sorted(msgspec.to_builtins(final.outcome())["scores"])
