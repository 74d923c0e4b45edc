"""Tables over WebSockets: whole games, what is refused and how, who may open one, and how they end."""

import json
import random
import sqlite3
import time

import pytest

from facedown.engine import read_record
from tests.process import until
from tests.websocket import BINARY, GRANTED, MORE, PING, TEXT, Socket, opening, packed

from .client import Client, party, play_on
from .socket_client import SocketClient, party_of

pytestmark = pytest.mark.server


def socket_of(client, **how):
    """A socket that has its first frame."""
    socket = SocketClient.like(client).opened(**how)
    assert socket.status == 101, socket.head
    first = socket.next()
    assert {"rev", "view", "requests", "menu", "table", "log"} <= set(first)
    return socket


def mover_of(people):
    """Whose turn it is, and what they may do."""
    mover = next(p for p in people if p.offers())
    return mover, mover.offers()[0]


def move_of(offer, rng=None):
    """A message that takes an offer."""
    rng = rng or random.Random(1)
    move = {"kind": offer["kind"], **{name: rng.choice(domain["of"]) for name, domain in offer["fields"].items()}}
    return {"request": offer["request"], "id": offer["id"], "move": move}


# playing --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("name", "seats"), [("fly-down", 3), ("pair", 2)])
def test_a_whole_game_and_its_record(serve, name, seats):
    server = serve("fly-down", "tests.mini.pair:game")
    people = party(server, name, seats)
    players = party_of(people)
    watcher = SocketClient.like(Client(server.url).watch(people[0])).listen()
    moves = play_on(players, random.Random(3))
    record = read_record(players[0].get("record").content)
    made = [e for e in record.entries if e.actor >= 0]
    assert len(made) == moves > 3
    for client in (*players, watcher):
        client.wait(lambda c=client: c.now["table"]["phase"] == "over")
        seen = client.view()
        assert {part: client.now[part] for part in seen} == seen
        assert [client.lines[k] for k in sorted(client.lines)][-5:] == client.get("log").json()["lines"][-5:]
    assert not watcher.answers and all(len(p.answers) for p in players)


def test_a_move_is_accepted_in_the_movers_own_next_frame_and_in_nobody_elses(server):
    people = party(server, "fly-down", 3)
    mover, offer = mover_of(people)
    sockets = [socket_of(p) for p in people]
    sockets[mover.seat].say(**move_of(offer))
    for seat, socket in enumerate(sockets):
        frame = socket.until(lambda m: m["log"])
        assert frame.get("accepted") == ([offer["id"]] if seat == mover.seat else None)
        assert frame["rev"] == people[seat].view()["rev"]


def test_the_same_move_again_is_accepted_again_and_another_one_with_its_id_is_not(server):
    people = party(server, "fly-down", 2)
    mover, offer = mover_of(people)
    socket, move = socket_of(mover), move_of(offer)
    for _ in range(2):
        socket.say(**move)
    first, again = socket.answer(offer["id"]), socket.answer(offer["id"])
    assert first["rev"] == again["rev"] == mover.view()["rev"] and again["log"] == []
    assert mover.post("moves", move).json() == {"rev": again["rev"]}, "the other door knows it too"
    socket.say(**{**move, "move": {"kind": "sum"} if move["move"]["kind"] != "sum" else {"kind": "redraw", "slot": 0}})
    refused = socket.answer(offer["id"])
    assert refused["status"] == 409 and refused["title"] == "This control made another move." and refused["next"]


def test_what_comes_at_once_is_done_in_order(server):
    ann, _ = party(server, "fly-down", 2, {"chat": True})
    said = [packed(json.dumps({"talk": f"line {i}", "id": str(i)}).encode()) for i in range(60)]
    socket = SocketClient.like(ann).opened(then=b"".join(said[:10]))
    socket.line.sendall(b"".join(said[10:]))
    accepted, lines = [], []
    while len(accepted) < 60:
        frame = socket.next()
        accepted += frame.get("accepted", [])
        lines += [line["text"] for line in frame["log"] if line.get("by") == "Ann"]
    assert accepted == [str(i) for i in range(60)]
    assert lines == [f"line {i}" for i in range(60)], "no line is missing, and none is there twice"


def test_whoever_has_a_socket_is_here(serve):
    server = serve("fly-down", gone=(0.2, 60))
    ann, ben = party(server, "fly-down", 2)
    until(lambda: ann.view()["table"]["people"][1]["there"] == "away")
    socket = socket_of(ben)
    until(lambda: ann.view()["table"]["people"][1]["there"] == "here")
    socket.close()
    until(lambda: ann.view()["table"]["people"][1]["there"] == "away")


# refusals -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("message", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b"\xff\xfe", 400),
        (b"[" * 50_000, 400),
        (b"{}", 400),
        (b'{"talk": 3}', 400),
        (b'{"talk": ""}', 400),
        (b'{"talk": "x", "more": 1}', 400),
        (b'{"talk": "x", "table": "y"}', 400),
        (b'{"request": "x", "id": "y"}', 400),
        (b'{"request": "x", "move": {"kind": "sum"}}', 400),
        (b'{"id": "m", "talk": "  "}', 422),
        (b'{"id": "m", "request": "x", "move": {"kind": "fly"}}', 422),
        (b'{"id": "m", "request": "x", "move": {"kind": []}}', 422),
        (b'{"id": "m", "request": "x", "move": {"kind": "sum"}}', 403),
        (b'{"id": "m", "table": "0000000000000000"}', 404),
    ],
)
def test_what_is_refused_is_said_under_its_id_and_the_socket_goes_on(server, message, status):
    ann, _ = party(server, "fly-down", 2, {"chat": True})
    socket = socket_of(ann)
    socket.send(message)
    refused = socket.until(lambda m: "status" in m)
    assert refused["status"] == status and refused["title"] and refused["next"]
    assert refused["type"].startswith("urn:facedown:problem:")
    assert refused["id"] == ("m" if b'"m"' in message else "")
    socket.say(talk="still here", id="t")
    assert socket.answer("t")["accepted"] == ["t"]


def test_an_illegal_move_cites_its_rule_as_at_the_other_door(server):
    people = party(server, "fly-down", 2)
    mover, _ = mover_of(people)
    offer = next(o for o in mover.offers() if o["kind"] == "ask")
    body = {"request": offer["request"], "id": "a", "move": {"kind": "ask", "slot": 0, "value": 99}}
    socket = socket_of(mover)
    socket.say(**body)
    refused = socket.answer("a")
    assert {"id": "a", **mover.post("moves", body).json()} == refused and refused["status"] == 422


def test_spectators_look_on_and_do_nothing(server):
    people = party(server, "fly-down", 2, {"chat": True})
    _, offer = mover_of(people)
    watcher = Client(server.url).watch(people[0])
    socket = socket_of(watcher)
    for message in (move_of(offer), {"talk": "hello", "id": "t"}):
        socket.say(**message)
        assert socket.answer(message["id"])["status"] == 401
    assert people[0].post("talk", {"text": "hello"}).status_code == 200
    assert socket.until(lambda m: m["log"])["log"][0]["text"] == "hello"
    by_address = Socket(server, f"{watcher.path}/socket?code={watcher.code}", opening())
    assert by_address.status == 101


def test_talk_has_its_pace_here_too(serve):
    server = serve("fly-down", rates="usual")
    ann, _ = party(server, "fly-down", 2, {"chat": True})
    socket = socket_of(ann)
    for i in range(30):
        socket.say(talk=f"line {i}", id=str(i))
    told = [socket.answer(str(i)) for i in range(30)]
    assert 15 <= sum(m.get("status") == 429 for m in told) <= 20
    assert told[-1]["next"].startswith("Wait ")


def test_a_flood_is_answered_message_for_message(serve):
    server = serve("fly-down", rates="usual")
    ann, _ = party(server, "fly-down", 2)
    socket, ids = socket_of(ann), [str(i) for i in range(900)]
    for i in ids:
        socket.say(id=i, request="stale", move={"kind": "sum"})
    told = []
    while len(told) < len(ids):
        told += [m for m in [socket.next()] if "status" in m]
    assert [m["id"] for m in told] == ids
    assert {m["status"] for m in told} == {403, 429}, "an address has so many in a burst, and then waits"


# who may open one -----------------------------------------------------------------------------------------------------
def test_to_strangers_there_is_no_such_table(server):
    ann, _ = party(server, "fly-down", 2)
    eve = Client(server.url, "Eve").open("fly-down", 2)
    nobody = Client(server.url)
    nobody.table = ann.table
    refused = []
    for path, headers in (
        (ann.path, opening()),
        (ann.path, opening(token="A" * 43)),
        (ann.path, opening(token=eve.token)),
        (ann.path, opening(code="AAAABBBB")),
        (ann.path, opening(code=eve.code)),
        (ann.path, opening(cookie=f"fd_x={ann.token}")),
        ("/api/v1/tables/0000000000000000", opening(token=ann.token)),
    ):
        socket = Socket(server, f"{path}/socket", headers)
        assert socket.status == 404
        refused.append((socket.head, socket.rest()))
    assert len(set(refused)) == 1, "they cannot be told apart"
    assert json.loads(refused[0][1]) == nobody.get("view").json()
    assert Socket(server, f"{ann.path}/socket", opening(Authorization="Basic abc")).status == 401


@pytest.mark.parametrize(
    "wrong",
    [
        {"Upgrade": None, "Connection": None},
        {"Upgrade": "h2c"},
        {"Connection": "keep-alive"},
        {"Sec_WebSocket_Version": "8"},
        {"Sec_WebSocket_Key": None},
        {"Sec_WebSocket_Key": "short"},
        {"Sec_WebSocket_Key": "c2hvcnQ="},
        {"Content_Length": "0"},
    ],
)
def test_what_asks_for_no_websocket_gets_none(server, wrong):
    ann, _ = party(server, "fly-down", 2)
    socket = Socket(server, f"{ann.path}/socket", opening(ann.token, **wrong))
    assert socket.status == 400 and b"sec-websocket-version: 13" in socket.head.lower()
    assert ann.get("view").status_code == 200


def test_a_page_that_asks_to_talk_differently_is_answered_as_usual(server):
    for path in ("/", "/healthz", "/nowhere"):
        socket = Socket(server, path, opening())
        assert socket.status == (404 if path == "/nowhere" else 200)
        assert socket.rest().rstrip().endswith((b"</html>", b'"ok"}')), "and nothing after it"


def test_a_browser_opens_one_by_its_cookie_from_the_tables_own_pages_alone(serve):
    from tests.web.person import Person

    server = serve("fly-down", public_url="http://games.example")
    ann = Person(server.url, "Ann").open("fly-down", 2, chat="on")
    table = Client(server.url).ask("GET", f"/api/v1/tables?code={ann.code}").json()["table"]
    cookie = "; ".join(f"{c.name}={c.value}" for c in ann.http.cookies.jar)
    own = server.url.removeprefix("http://")
    for origin in (None, "null", "", "http://evil.example", f"http://{own}.evil.example", f"http://evil.example/{own}"):
        socket = Socket(server, f"/api/v1/tables/{table}/socket", opening(Host=own, Cookie=cookie, Origin=origin))
        assert socket.status == 403 and json.loads(socket.rest())["type"] == "urn:facedown:problem:forged", origin
    for origin in (f"http://{own}", f"https://{own.upper()}", "http://games.example"):
        socket = Socket(server, f"/api/v1/tables/{table}/socket", opening(Host=own, Cookie=cookie, Origin=origin))
        assert socket.status == 101 and f"sec-websocket-accept: {GRANTED}".lower() in socket.head.decode().lower()
        assert socket.next()["table"]["people"][0]["name"] == "Ann"
        socket.say(talk=f"from {origin}", id="t")
        assert socket.answer("t")["accepted"] == ["t"]


def test_one_address_may_have_so_many_open_and_no_more(serve):
    server = serve("fly-down", streams=(2, 4))
    ann, _ = party(server, "fly-down", 2)
    eve = Client(server.url, "Eve").open("fly-down", 2)
    sockets = [socket_of(ann) for _ in range(2)]
    refused = Socket(server, f"{ann.path}/socket", opening(ann.token))
    assert refused.status == 429 and b"retry-after" in refused.head
    third = socket_of(eve)
    third.say(table=ann.table, token=ann.token, id="over")
    assert third.answer("over")["status"] == 429
    third.say(talk="still at my own", id="t")
    assert third.answer("t").get("accepted") == ["t"]
    sockets[0].say(table=eve.table, token=eve.token, id="over")
    assert sockets[0].answer("over")["table"]["code"] == eve.code, "whoever goes over makes room"
    socket_of(ann)


# going over to another table ------------------------------------------------------------------------------------------
def test_a_socket_goes_over_to_the_rematch_and_to_any_table_that_opens(server):
    people = party(server, "fly-down", 2)
    play_on(people, random.Random(5))
    sockets = [socket_of(person) for person in people]
    new = [person.room("rematch").json()["table"] for person in people]
    for person, socket in zip(people, sockets, strict=True):
        socket.say(table=new[0], id="on")
        frame = socket.answer("on")
        assert frame["table"]["phase"] == "waiting" and frame["view"] is None, "the same token opens it"
        person.table = new[0]
    assert people[0].room("start").status_code == 200
    for person, socket in zip(people, sockets, strict=True):
        assert socket.until(lambda m: m.get("table", {}).get("phase") == "playing")["view"] == person.view()["view"]
    mover, offer = mover_of(people)
    sockets[mover.seat].say(**move_of(offer))
    assert sockets[mover.seat].answer(offer["id"])["accepted"] == [offer["id"]]

    eve = Client(server.url, "Eve").open("fly-down", 2)
    socket = sockets[0]
    for wrong in ({}, {"token": "A" * 43}, {"code": "AAAABBBB"}):
        socket.say(table=eve.table, id="no", **wrong)
        assert socket.answer("no")["status"] == 404
    socket.say(table=eve.table, token=eve.token, id="yes")
    assert socket.answer("yes")["table"]["people"][0]["name"] == "Eve"
    watcher = Client(server.url)
    watcher.table, watcher.code = people[0].table, people[0].view()["table"]["code"]
    socket.say(table=watcher.table, code=watcher.code, id="watch")
    seen = socket.answer("watch")
    assert seen["view"] == watcher.get("view", params={"code": watcher.code}).json()["view"] and seen["menu"] == []
    socket.say(**move_of(offer))
    assert socket.answer(offer["id"])["status"] == 401, "now it only looks on"


# what no client should send -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("frames", "code"),
    [
        ([packed(b'{"talk": "%b"}' % (b"x" * 70_000))], 1009),
        ([packed(b'{"talk": "' + b"x" * 40_000, fin=False), packed(b"x" * 40_000, MORE)], 1009),
        ([packed(b"{", fin=False), *[packed(b"", MORE, fin=False)] * 5000], 1009),
        ([packed(b"abc", BINARY)], 1003),
        ([packed(b"abc", MORE)], 1002),
        ([packed(b"abc", TEXT, fin=False), packed(b"abc", TEXT)], 1002),
        ([packed(b"{}", TEXT | 0x40)], 1002),
        ([packed(b"{}", mask=b"")], 1002),
        ([packed(b"abc", 5)], 1002),
        ([packed(b"x" * 200, PING)], 1002),
    ],
)
def test_who_breaks_the_protocol_is_shown_out_and_told_why(server, frames, code):
    ann, ben = party(server, "fly-down", 2)
    socket, other = socket_of(ann), socket_of(ben)
    socket.line.sendall(b"".join(frames))
    while socket.next() is not None:
        pass
    assert socket.closed == code
    other.say(talk="", id="x")
    assert other.until(lambda m: "status" in m)["status"] == 400, "the others go on"


def test_a_message_may_come_in_pieces_with_a_ping_between_them(server):
    ann, _ = party(server, "fly-down", 2, {"chat": True})
    socket, text = socket_of(ann), json.dumps({"talk": "in pieces", "id": "p"}).encode()
    pieces = packed(text[:5], fin=False) + packed(b"here?", PING) + packed(text[5:9], MORE, fin=False)
    for byte in pieces + packed(text[9:], MORE):
        socket.line.sendall(bytes([byte]))
    assert socket.answer("p")["log"][-1]["text"] == "in pieces" and socket.pongs == [b"here?"]


def test_who_asks_and_does_not_read_is_not_listened_to(server):
    ann, ben = party(server, "fly-down", 2)
    socket = socket_of(ann, room=4096)
    socket.line.settimeout(2)
    sent, message = 0, packed(b'{"id": "%b", "talk": 3}' % (b"x" * 64)) * 100 + packed(b"ping", PING) * 100
    with pytest.raises(TimeoutError):
        while sent < 50_000_000:
            sent += socket.line.send(message)
    assert ben.get("view").status_code == 200
    socket.line.settimeout(20)
    assert socket.until(lambda m: "status" in m)["status"] in (400, 429), "what was asked is answered when it is read"


# ends -----------------------------------------------------------------------------------------------------------------
def test_a_seat_that_is_given_up_a_closed_table_and_a_server_that_stops_end_it(serve):
    server = serve("fly-down", grace=120)
    ann = Client(server.url, "Ann").open("fly-down", 3)
    ben, cleo = Client(server.url, "Ben"), Client(server.url, "Cleo")
    for person in (ben, cleo):
        person.join(ann)
    sockets = [socket_of(c) for c in (ann, ben, cleo, Client(server.url).watch(ann))]
    assert cleo.room("leave").status_code == 200
    assert ended(sockets[2]) == 1008
    assert Client(server.url, "Dan").join(ann).status_code == 201
    assert ann.room("start").status_code == 200
    assert ann.room("close").status_code == 200
    assert ended(sockets[3]) == 1008
    assert Socket(server, f"{ann.path}/socket", opening(code=ann.code)).status == 404
    code, seconds = server.stop()
    assert code == 0 and seconds < 30, "open sockets do not hold up the end"
    assert [ended(socket) for socket in sockets[:2]] == [1001, 1001]


def ended(socket):
    """The code with which it ends."""
    while socket.next() is not None:
        pass
    return socket.closed


def test_who_says_good_bye_is_answered_and_leaves_nothing_behind(serve):
    server = serve("fly-down", streams=(1, 1))
    ann, _ = party(server, "fly-down", 2)
    for _ in range(3):
        socket = socket_of(ann)
        socket.send((1000).to_bytes(2), 8)
        assert ended(socket) == 1000


def test_a_line_that_is_dead_is_noticed(serve):
    server = serve("fly-down", beat=2, gone=(0.2, 60))
    ann, ben = party(server, "fly-down", 2)
    alive, dead = SocketClient.like(ann).listen(), socket_of(ben)
    until(lambda: ann.view()["table"]["people"][1]["there"] == "here")
    until(lambda: ann.view()["table"]["people"][1]["there"] == "away", why="it does not answer pings")
    time.sleep(1)
    assert not alive.ended.is_set(), "the other one does"
    dead.close()


def test_a_move_sent_again_after_a_power_cut_is_the_same_move(serve):
    server = serve("fly-down")
    people = party(server, "fly-down", 2)
    mover, offer = mover_of(people)
    socket, move = socket_of(mover), move_of(offer)
    socket.say(**move)
    rev = socket.answer(offer["id"])["rev"]
    server.kill()
    assert ended(socket) is None
    server.start()
    again = socket_of(mover)
    again.say(**move)
    assert again.answer(offer["id"])["rev"] == rev
    play_on(people, random.Random(1))
    record = read_record(mover.get("record").content)
    with sqlite3.connect(server.database) as db:
        marks = [mark for (mark,) in db.execute("SELECT mark FROM entry ORDER BY n")]
    assert len(marks) == len(record.entries) and marks.count(offer["id"]) == 1


def test_who_does_not_read_gets_what_is_new_in_the_end_and_what_they_did_is_answered(server):
    people = party(server, "fly-down", 3, {"chat": True})
    mover, offer = mover_of(people)
    others = [p for p in people if p is not mover]
    socket = SocketClient.like(mover).opened(room=2048)
    for i in range(120):
        assert others[0].post("talk", {"text": f"line {i} {'🂠' * 480}"}).status_code == 200
    socket.line.sendall(packed(json.dumps(move_of(offer)).encode()))
    for i in range(120, 240):
        assert others[0].post("talk", {"text": f"line {i} {'🂠' * 480}"}).status_code == 200
    frames, accepted, said = [], [], set()
    while not accepted or "line 239" not in said:
        frames.append(socket.next())
        accepted += frames[-1].get("accepted", [])
        said |= {" ".join(line["text"].split()[:2]) for line in frames[-1]["log"]}
    assert accepted == [offer["id"]] and {f"line {i}" for i in range(240)} <= said
    assert len(frames) < 200, "no backlog"
    now = {part: value for frame in frames for part, value in frame.items()}
    assert all(now[part] == value for part, value in mover.view().items())
