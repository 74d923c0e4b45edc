"""Nothing leaks over the API: re-minted games are served unchanged and played to the end. Every byte that each client
received (views, menus, streams, logs, headers, refusals) is searched for codes of cards it could not know at that
time; and what the server writes down is searched for everything that is nobody's business."""

import json
import random
import re
import sqlite3
import time

import pytest

from facedown.engine import PUBLIC, read_record
from tests.web.test_canaries import TOKEN, search

from .client import Client, party

pytestmark = pytest.mark.server
SECONDS = 150


def wrong(client, rng):
    """Wrong moves, whose refusals may tell no more than the right ones."""
    offers = client.view()["menu"] or [{"request": "0" * 20, "id": "x", "kind": "sum", "fields": {}}]
    offer = rng.choice(offers)
    for move in (
        {"kind": rng.choice(("ask", "swap", "lay", "defend", "show")), "slot": 4, "value": 3, "seat": 1},
        {"kind": offer["kind"]} | dict.fromkeys(offer["fields"], 99),
        {"kind": offer["kind"]} | dict.fromkeys(offer["fields"], "nowhere"),
        {"kind": offer["kind"]} | {f: (d.get("of") or ["x"])[-1] for f, d in offer["fields"].items()},
    ):
        for request in (offer["request"], "stale"):
            client.post("moves", {"request": request, "id": str(rng.random()), "move": move})
    client.post("seats", {"code": client.code, "name": "Again"})
    client.post("room", {"do": "start"})
    client.post("moves", {"request": 3})
    client.get("record")


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("fly-down", 3),
        ("silent-planet", 3),
        ("tests.mini.pair:game", 3),
        ("tests.mini.bluff:game", 2),
        ("tests.mini.halting:game", 3),
        ("tests.mini.handover:game", 2),
        ("tests.mini.needle:game", 2),
        ("tests.mini.pointing:game", 3),
    ],
)
def test_no_byte_shows_a_card_that_its_reader_may_not_know(serve, name, seats):
    server = serve(f"mint:{name}", env={"FACEDOWN_LOG": "DEBUG"})
    game = server.minted(name)
    options = {"chat": True} if name == "fly-down" else {}
    people = party(server, game.id, seats, options)
    watcher = Client(server.url).watch(people[0])
    stranger = Client(server.url)
    stranger.table = people[0].table
    everybody = [*people, watcher]
    for client in everybody:
        client.listen()
    rng, until = random.Random(7), time.monotonic() + SECONDS
    while not watcher.over() and time.monotonic() < until:
        asked = [(p, offers) for p in people if (offers := p.offers(binding=False))]
        for client, offers in rng.sample(asked, len(asked)):
            if client.offers() or rng.random() < 0.2:
                client.act(rng, offers)
        for client in everybody:
            client.view()
        if rng.random() < 0.15:
            wrong(rng.choice(everybody), rng)
            for door in ("view", "log", "record", "stream"):
                assert stranger.get(door).status_code == 404
            rng.choice(people).post("talk", {"text": "softly spoken"})
        if not any(p.offers() for p in people):
            time.sleep(0.1)  # a window closes by the clock alone
    assert watcher.over(), "the game came to its end"
    for client in everybody:
        client.get("log")
        client.wait(lambda client=client: client.now["table"]["phase"] == "over")

    # whoever asked for the record after the end got it all: that answer is not searched
    record = read_record(Client(server.url).watch(people[0]).get("record").content)
    with sqlite3.connect(server.database) as db:
        head = json.loads(db.execute("SELECT head FROM play").fetchone()[0])
    for client in everybody:
        client.got = [g for g in client.got if not g[2].endswith("/record")]
    found = [search(p, seat, game, record, head["dealt"]) for seat, p in enumerate(people)]
    found.append(search(watcher, PUBLIC, game, record, head["dealt"]))
    assert all(found), f"cards were shown to everybody: {found}"
    assert not any(TOKEN.search(text) for *_, text in stranger.got)
    for client in (*everybody, stranger):
        for *_, text in client.got:
            assert not any(p.token.encode() in text for p in people if p is not client), "another seat's token"
            assert head["seed"].encode() not in text and head["secret"].encode() not in text
    written_down(server.log.read_bytes(), people, head)


def written_down(log, people, head):
    """What the server wrote down at its most talkative: lines of JSON without a secret or a name."""
    lines = [json.loads(line) for line in log.splitlines()]
    assert {line["event"] for line in lines} >= {"table opened", "game over", "answered"}
    assert all({"event", "level", "timestamp"} <= set(line) for line in lines)
    assert not TOKEN.search(log), "no card stands in the log"
    secret = [head["seed"], head["secret"], head["code"], "softly spoken"]
    for person in people:
        secret += [person.token, person.name]
    secret += [chair["token"] for chair in head["chairs"]]
    for word in secret:
        assert not re.search(rb"\b%s\b" % re.escape(word).encode(), log), word
