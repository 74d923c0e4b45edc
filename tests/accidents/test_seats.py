"""Whoever comes with a token that is none, is no more or is of another table; with a second hand in mind; with a move
that was made already, or that somebody made first."""

import random
import re
import secrets
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.api.client import Client, party, pick
from tests.web.person import Person
from tests.web.test_people import offered

pytestmark = pytest.mark.server
DOORS = ("view", "log", "stream", "record")
MOVE = {"request": "x", "id": "y", "move": {"kind": "sum"}}


def answers(server, table, token):
    """What a token gets at every door of a table: the headers that say something, and the body."""
    client = Client(server.url)
    client.table, client.token = table, token
    asked = [client.get(door) for door in DOORS]
    asked += [client.post("moves", MOVE), client.post("talk", {"text": "x"}), client.post("room", {"do": "start"})]
    return [(a.status_code, a.headers["content-type"], a.content) for a in asked]


def token_of(person):
    """The seat that a browser holds, as a program would send it."""
    return next(c.value for c in person.http.cookies.jar if c.name.startswith("fd_"))


def test_tokens_that_open_nothing_are_all_the_same(server):
    ann, ben, cleo = party(server, "fly-down", 3)
    other = Client(server.url, "Eve").open("fly-down", 2)
    for client in (ben, cleo):
        client.listen()
    assert ann.room("remove", seat=1).status_code == 200
    assert cleo.room("leave").status_code == 200
    ben.wait(ben.ended.is_set)
    cleo.wait(cleo.ended.is_set)
    page = Person(server.url, "Dov").open("fly-down", 2)
    table = Client(server.url).ask("GET", "/api/v1/tables", params={"code": page.code}).json()["table"]
    moved = token_of(page)
    phone = Person(server.url).watch(page)
    phone.page()
    assert phone.post(f"{phone.path}/device", [("device", offered(page))]).status_code == 303
    nothing = answers(server, "0" * 16, secrets.token_urlsafe(24))
    for at, token in (
        (ann.table, ann.token[:-1] + ("A" if ann.token[-1] != "A" else "B")),
        (ann.table, secrets.token_urlsafe(24)),
        (ann.table, ann.code),
        (ann.table, "x"),
        (ann.table, other.token),
        (other.table, ann.token),
        (ann.table, ben.token),
        (ann.table, cleo.token),
        (table, moved),
    ):
        assert answers(server, at, token) == nothing, "as at a table that does not exist"
    assert {status for status, *_ in nothing} == {404}
    here = Client(server.url)
    here.table, here.token = table, token_of(phone)
    assert here.get("view").status_code == ann.get("view").status_code == 200, "and those that open something do"
    shown = Person(server.url).watch(page)
    shown.http.cookies.set(next(c for c in page.http.cookies if c.startswith("fd_")), moved, path="/")
    assert "Dov" in shown.page() and not shown.forms("/leave"), "with an old cookie one watches"


def test_a_second_browser_gets_no_second_hand(serve):
    server = serve("fly-down", pause=(30, 30))
    ann, ben = Person(server.url, "Ann"), Person(server.url, "Ben")
    ann.open("fly-down", 4, bots=2)
    ben.join(ann)
    ann.start()
    for person in (ann, ben):
        person.page()
    phone = Person(server.url, "Ben too").watch(ann)
    phone.page()
    assert phone.post(f"{phone.path}/device", [("device", offered(ben))]).status_code == 303

    def take(person, seat):
        return person.post(f"{person.path}/take", [("name", person.name), ("seat", str(seat)), ("id", "one")])

    seat = re.search(r'<option value="(\d)">', Person(server.url, "Eve").watch(ann).page())[1]
    for person, why in ((phone, "holds the hand"), (ben, "held the hand"), (ann, "holds the hand")):
        answer = take(person, seat)
        assert answer.status_code == 403 and why in answer.text and "one browser, one hand" in answer.text
    answer = ben.post(f"{ben.path}/device", [("device", offered(ann))])
    assert answer.status_code == 403 and "held the hand of Ben" in answer.text, "nor is another hand moved to it"
    kept = ben.http.cookies["fdb"]
    ben.http.cookies.clear()
    ben.http.cookies.set("fdb", kept, path="/")
    ben.page()
    assert "was shown the hand of Ben" in take(ben, seat).text
    again = ben.post(f"{ben.path}/device", [("device", offered(phone))])
    assert again.status_code == 303 and ben.moves() is not None, "but its own hand comes back"


def test_of_two_who_answer_one_request_at_once_one_is_too_late(server):
    rng = random.Random(3)
    people = party(server, "fly-down", 2)
    with ThreadPoolExecutor(2) as two, httpx.Client(base_url=server.url, timeout=60) as second:
        for _ in range(10):
            mover = next(p for p in people if p.offers())
            offer = rng.choice([o for o in mover.offers() if o["kind"] in ("redraw", "swap")])
            bodies = [
                {
                    "request": offer["request"],
                    "id": f"{offer['id']}{which}",
                    "move": {"kind": offer["kind"], **{f: pick(d, rng) for f, d in offer["fields"].items()}},
                }
                for which in "ab"
            ]
            bearer = {"authorization": f"Bearer {mover.token}"}
            first = two.submit(mover.post, "moves", bodies[0])
            other = two.submit(second.post, f"{mover.path}/moves", json=bodies[1], headers=bearer)
            done = sorted([first.result(), other.result()], key=lambda a: a.status_code)
            assert [a.status_code for a in done] == [200, 410]
            assert re.match(r"Too late: this question is closed\. \w+", done[1].json()["title"]), "and what happened"
            again = [mover.post("moves", body).status_code for body in bodies]
            assert again == [first.result().status_code, other.result().status_code], "whoever asks again"
            won = bodies[again.index(200)]
            assert mover.post("moves", {**won, "move": {"kind": "sum"}}).status_code == 409, "another body"
