"""Tables by the JSON API: whole games, streams, logs, what is refused and how, records."""

import json
import random
import socket

import httpx
import pytest

import facedown
from facedown.engine import commitment, read_record
from tests.process import until
from tests.websocket import asking, opening

from .client import Client, party, play_on

pytestmark = pytest.mark.server


def test_a_whole_game_of_fly_down_and_its_record(server):
    people = party(server, "fly-down", 3)
    watcher = Client(server.url).watch(people[0])
    sealed = watcher.get("record")
    assert sealed.status_code == 409 and sealed.json()["next"] == "Come back after the end."
    for client in (*people, watcher):
        client.listen()
    play_on(people, random.Random(2))
    for client in (*people, watcher):
        client.wait(lambda client=client: client.now["table"]["phase"] == "over")
        view = client.view()
        assert {k: client.now[k] for k in view} == view, "the frames add up to what a first look shows"
        told = client.get("log").json()
        assert [client.lines[line["k"]] for line in told["lines"]] == told["lines"]
    got = watcher.get("record")
    assert got.headers["content-type"] == "application/x-ndjson"
    record = read_record(got.content)
    assert facedown.game("fly-down").replay(record).outcome().scores == tuple(view["view"]["outcome"]["scores"])
    opened = commitment(record.header.table, bytes.fromhex(record.header.seed))
    assert people[0].commitment == view["table"]["commitment"] == record.header.commitment == opened
    assert record.header.nonces[0] == "ab" * 16
    assert record.header.table == people[0].table


def test_frames_come_when_something_of_the_viewers_changed_and_bring_only_that(server):
    people = party(server, "fly-down", 2, {"chat": True})
    for person in people:
        person.listen()
    mover = next(p for p in people if p.offers())
    other = next(p for p in people if p is not mover)
    first = other.frames[0]
    assert set(first) == {"rev", "view", "requests", "menu", "table", "log"} and first["log"][0]["k"] == 0
    seen = len(other.frames)
    assert other.post("talk", {"text": "hello"}).status_code == 200
    other.wait(lambda: len(other.frames) > seen)
    assert set(other.frames[seen]) == {"rev", "log"}
    assert [line["text"] for line in other.frames[seen]["log"]] == ["hello"]
    assert other.frames[seen]["log"][0]["by"] == other.name and other.frames[seen]["rev"] > first["rev"]
    answer = mover.act(random.Random(1))
    other.wait(lambda: len(other.frames) > seen + 1)
    mover.wait(lambda: mover.now["rev"] >= answer.json()["rev"])
    assert other.frames[seen + 1]["log"][0]["event"]["seat"] == mover.seat
    assert "id" not in json.dumps([r for r in other.now["requests"] if r["seat"] != other.seat])


def test_the_log_is_paged(server):
    people = party(server, "fly-down", 2, {"chat": True})
    for i in range(80):
        assert people[0].post("talk", {"text": f"line {i}"}).status_code == 200
    last = people[1].get("log").json()
    assert len(last["lines"]) == 60 and last["lines"][-1]["text"] == "line 79"
    before = people[1].get("log", params={"before": last["lines"][0]["k"]}).json()
    assert before["earlier"] == 0 and before["lines"][-1]["k"] == last["lines"][0]["k"] - 1
    assert before["lines"][0]["event"]["event"] == "dealt"
    assert people[1].get("log", params={"before": 0}).json() == {"lines": [], "earlier": 0}
    assert people[1].get("log", params={"before": "x"}).status_code == 400


def test_the_same_move_twice_another_with_its_id_and_one_that_comes_too_late(server):
    people = party(server, "fly-down", 2)
    mover = next(p for p in people if p.offers())
    offer = next(o for o in mover.offers() if o["kind"] == "redraw")
    move = {"request": offer["request"], "id": offer["id"], "move": {"kind": "redraw", "slot": 0}}
    answers = [mover.post("moves", move) for _ in range(2)]
    assert [a.status_code for a in answers] == [200, 200] and answers[0].json() == answers[1].json()
    conflict = mover.post("moves", {**move, "move": {"kind": "redraw", "slot": 1}})
    assert conflict.status_code == 409 and conflict.headers["content-type"] == "application/problem+json"
    late = mover.post("moves", {**move, "id": "fresh"})
    assert late.status_code == 410 and "Too late" in late.json()["title"] and "You discard" in late.json()["title"]


def test_a_refusal_names_its_rule_and_what_to_do_instead(server):
    people = party(server, "fly-down", 2)
    mover = next(p for p in people if p.offers())
    offer = next(o for o in mover.offers() if o["kind"] == "ask")
    move = {"kind": "ask", "slot": 0, "value": 3}
    answer = mover.post("moves", {"request": offer["request"], "id": "a", "move": move})
    assert answer.status_code == 422
    assert set(answer.json()) == {"type", "status", "title", "rule", "next"}
    assert answer.json()["rule"] == "F-029" and answer.json()["next"] == "Choose a Hidden slot."
    assert answer.json()["type"] == "urn:facedown:problem:illegal"
    for move in ({"kind": "fly"}, {"kind": []}, {"kind": "ask"}, {"kind": "ask", "slot": 2, "value": 3, "more": 1}, {}):
        answer = mover.post("moves", {"request": offer["request"], "id": "a", "move": move})
        assert answer.status_code == 422 and answer.json()["type"].endswith("malformed"), answer.text


def test_doors_are_closed_to_whoever_holds_neither_seat_nor_code(server):
    people = party(server, "fly-down", 2)
    stranger, other = Client(server.url), Client(server.url, "Eve").open("fly-down", 2)
    stranger.table = people[0].table
    unknown = Client(server.url)
    unknown.table = "0" * 16
    for door in ("view", "log", "stream", "record"):
        refused = [
            stranger.get(door),
            unknown.get(door),
            stranger.get(door, params={"code": "AAAABBBB"}),
            stranger.get(door, params={"code": other.code}),
            stranger.get(door, token=other.token),
            unknown.get(door, token=people[0].token),
            stranger.get(door, headers={"cookie": "fd_x=1"}),
        ]
        assert {a.status_code for a in refused} == {404}
        assert len({a.content for a in refused}) == 1, "they cannot be told apart"
    move = {"request": "x", "id": "y", "move": {"kind": "sum"}}
    for door, body in (("moves", move), ("talk", {"text": "x"}), ("room", {"do": "start"})):
        assert stranger.post(door, body).status_code == 404
        by_code = Client(server.url).watch(people[0]).post(door, body)
        assert by_code.status_code == 401 and by_code.headers["www-authenticate"] == "Bearer"
    assert stranger.get("view", headers={"authorization": "Basic abc"}).status_code == 401
    wrong = stranger.post("seats", {"code": "AAAABBBB", "name": "Eve"})
    assert wrong.status_code == 404 and wrong.content == unknown.post("seats", {"code": "x", "name": "Eve"}).content
    typed = people[0].code[:4] + "-" + people[0].code[4:].lower()
    assert stranger.get("view", params={"code": typed}).status_code == 200


def test_a_browser_by_its_cookie_sends_its_token_against_forged_posts(server):
    from tests.web.person import Person

    ann = Person(server.url, "Ann").open("fly-down", 2, chat="on")
    table = Client(server.url).ask("GET", f"/api/v1/tables?code={ann.code}").json()["table"]
    path = f"/api/v1/tables/{table}"
    assert ann.get(f"{path}/view").json()["table"]["people"][0]["name"] == "Ann"
    said = {"json": {"text": "hello"}}
    forged = ann.http.post(f"{path}/talk", **said)
    assert forged.status_code == 403 and forged.json()["type"] == "urn:facedown:problem:forged"
    assert ann.http.post(f"{path}/talk", **said, headers={"x-csrftoken": "a" * 128}).status_code == 403
    token = {"x-csrftoken": ann.http.cookies["fdcsrf"]}
    assert ann.http.post(f"{path}/talk", **said, headers=token).status_code == 200


def test_seats_are_taken_left_and_refused(server):
    ann = Client(server.url, "Ann").open("fly-down", 4, bots=["random"])
    found = ann.ask("GET", "/api/v1/tables", params={"code": ann.code}).json()
    assert found == {"table": ann.table, "game": "fly-down", "phase": "waiting", "seats": 4, "free": 2}
    ben = Client(server.url, "Ben")
    assert ben.join(ann, want=3).status_code == 409, "a bot sits there"
    assert ben.join(ann, want=2).json()["seat"] == 2
    assert ben.join(ann).json() == {"seat": 2, "token": ben.token}, "who has a seat keeps it"
    twice = Client(server.url, "Ann")
    assert twice.join(ann).status_code == 422 and "called Ann already" in twice.join(ann).json()["title"]
    assert ben.room("start").status_code == 403
    assert ben.room("leave").json() == {"rev": 0}
    assert ben.get("view").status_code == 404, "the token opens nothing any more"
    assert ann.room("start", fill="random").status_code == 200
    late = Client(server.url, "Cleo").join(ann)
    assert late.status_code == 410 and late.json()["next"]


def test_a_rematch_is_the_same_for_all_and_deals_anew(server):
    people = party(server, "fly-down", 2)
    assert people[0].room("rematch").status_code == 409
    play_on(people, random.Random(5))
    new = [person.room("rematch", nonce="cd" * 16).json() for person in people]
    assert new[0]["table"] == new[1]["table"] != people[0].table and new[0]["code"] == new[1]["code"]
    for person in people:
        person.table = new[0]["table"]
    assert people[0].room("start").status_code == 200
    play_on(people, random.Random(6))
    assert people[0].over()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b'{"text": 3}', 400),
        (b'{"text": "x", "more": 1}', 400),
        (b'{"text": ""}', 400),
        (b'{"text": "  "}', 422),
        (b'{"text": "\xff"}', 400),
        (b'{"text": "\\u0007"}', 422),
        (b'{"text": "' + b"x" * 501 + b'"}', 422),
        (b'{"text": "' + b"x" * 70_000 + b'"}', 413),
        (b"[" * 50_000, 400),
    ],
)
def test_what_cannot_be_read_is_said(server, body, status):
    ann = Client(server.url, "Ann").open("fly-down", 2, {"chat": True})
    for content in (body, iter([body[:10], body[10:]])):  # with a length, and in chunks without one
        answer = ann.http.post(f"{ann.path}/talk", content=content, headers={"authorization": f"Bearer {ann.token}"})
        assert answer.status_code == status and answer.json()["next"], answer.text


def test_a_seat_that_is_given_up_ends_its_stream_and_so_does_the_server(serve):
    server = serve("fly-down", grace=120)
    ann = Client(server.url, "Ann").open("fly-down", 3)
    ben, watcher = Client(server.url, "Ben"), Client(server.url).watch(ann)
    ben.join(ann)
    for client in (ann, ben, watcher):
        client.listen()
    assert ben.room("leave").status_code == 200
    ben.wait(ben.ended.is_set)
    assert not ann.ended.is_set()
    code, seconds = server.stop()
    assert code == 0 and seconds < 30, "open streams do not hold up the end"
    ann.wait(ann.ended.is_set)
    watcher.wait(watcher.ended.is_set)


@pytest.mark.parametrize("door", ["stream", "socket"])
def test_who_hangs_up_before_anything_was_said_is_not_taken_for_being_here(serve, door):
    server = serve("fly-down", gone=(0.2, 60))
    ann, ben = party(server, "fly-down", 2)
    for _ in range(50):
        with socket.create_connection((server.host, server.port)) as line:
            line.sendall(asking(f"{ben.path}/{door}", opening(ben.token)))
    until(lambda: ann.view()["table"]["people"][1]["there"] == "away")
    told = httpx.get(f"http://127.0.0.1:{server.port}/metrics", timeout=60).text
    assert "\nfacedown_streams 0.0\n" in told


def test_who_asks_a_stream_to_be_a_socket_gets_the_stream_and_may_hang_up(serve):
    server = serve("fly-down", gone=(0.2, 60))
    ann, ben = party(server, "fly-down", 2)
    with socket.create_connection((server.host, server.port)) as line:
        line.sendall(asking(f"{ben.path}/stream", opening(ben.token)) + b"this is no HTTP")
        assert line.recv(15) == b"HTTP/1.1 200 OK"
        until(lambda: ann.view()["table"]["people"][1]["there"] == "here")
    until(lambda: ann.view()["table"]["people"][1]["there"] == "away", seconds=10)


def test_a_spectator_takes_a_bots_seat_and_the_host_pauses(server):
    ann = Client(server.url, "Ann").open("fly-down", 3, bots=["random", "random"])
    assert ann.room("start").status_code == 200
    eve, dan = Client(server.url, "Eve").watch(ann), Client(server.url, "Dan").watch(ann)
    assert dan.room("pause").status_code == 401
    eve.token = eve.room("take", seat=1, name="Eve").json()["token"]
    assert eve.get("view").status_code == 404, "nobody has agreed yet"
    assert ann.room("consent", seat=1, id="x").status_code == 200
    seen = eve.view()
    assert seen["view"]["you"]["seat"] == 1 and seen["table"]["people"][1]["owner"] == "Eve"
    for _ in range(2):
        assert ann.room("pause", id="once").status_code == 200
    assert eve.view()["table"]["paused"] and eve.room("resume").status_code == 403
    assert ann.room("close").status_code == 200
    assert eve.get("view").status_code == 200
    shut, unknown = dan.get("view"), Client(server.url).watch(ann)
    unknown.table = "0" * 16
    assert shut.status_code == 404 and shut.json() == unknown.get("view").json(), "as if there were no such table"
    found = [dan.ask("GET", f"/api/v1/tables?code={code}") for code in (ann.code, "AAAABBBB")]
    assert [f.status_code for f in found] == [404, 404] and found[0].json() == found[1].json()
    assert ann.ask("GET", f"/api/v1/tables?code={ann.code}").status_code == 200
    assert Client(server.url, "Dan").join(ann).status_code == 404
