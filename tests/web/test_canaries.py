"""Nothing leaks over HTTP: re-minted games are served unchanged and played to the end by forms. Every byte that each
client received (pages, streams, headers, refusals) is searched for codes of cards it could not know at that time."""

import json
import random
import re
import sqlite3
import time

import msgspec
import pytest

from facedown.engine import PUBLIC, hears, read_record

from .person import Person
from .test_play import party

pytestmark = pytest.mark.server
TOKEN = re.compile(rb"zq[0-9a-f]{12}")
SECONDS = 120


def knowable(game, record, viewer):
    """For each position of a record: the codes that this viewer may be shown then."""
    told, allowed, same = set(), [], {}
    for state, _, events in game.positions(record):
        for _, face, _ in state.places():
            codes = {str(code).encode() for code in game.canaries(state, face)}
            same |= dict.fromkeys(codes, codes)
        for audience, event in events:
            if hears(audience, viewer):
                told.update(*[same[token] for token in TOKEN.findall(msgspec.json.encode(event))])
        now = set(told)
        for _, (seen, face) in state.entitled(viewer):
            if seen:
                now.update(str(code).encode() for code in game.canaries(state, face))
        allowed.append(now)
    return allowed


def search(person, viewer, game, record, dealt):
    """How many codes were found; fails at one that this viewer could not know."""
    allowed, moments = knowable(game, record, viewer), [(dealt + e.at) / 1000 for e in record.entries]
    found = 0
    for began, ended, what, text in person.got:
        first = sum(m < began for m in moments)
        last = sum(m <= ended + 0.005 for m in moments)
        may = set().union(*allowed[first : last + 1])
        for token in TOKEN.findall(text):
            found += 1
            assert token in may, f"{what} shows {viewer} the card {token}: {text[:2000]!r}"
    return found


def dealt_at(server):
    """When the only table of a server was dealt."""
    with sqlite3.connect(server.database) as db:
        return json.loads(db.execute("SELECT head FROM play").fetchone()[0])["dealt"]


def wrong(person, rng):
    """Wrong moves, whose refusals may tell no more than the right ones."""
    form = {"accept": "application/json"}
    for kind in ("ask", "swap", "lay", "defend", "show"):
        data = [("request", "0" * 20), ("id", str(rng.random())), ("kind", kind), ("one.slot", "4"), ("one.value", "3")]
        person.post(f"{person.path}/move", data, headers=form)
    for f in person.moves()[:2]:
        person.post(f"{person.path}/move", [*f["fixed"], ("one.slot", "99"), ("one.seat", "0")])
        person.post(f"{person.path}/move", [(k, "stale" if k == "request" else v) for k, v in f["fixed"]])


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
    server = serve(f"mint:{name}")
    game = server.minted(name)
    people = party(server, game.id, seats)
    watcher = Person(server.url).watch(people[0])
    everybody = [*people, watcher]
    for person in everybody:
        person.listen()
    rng, until = random.Random(7), time.monotonic() + SECONDS
    while not watcher.over() and time.monotonic() < until:
        asked = [p for p in people if p.moves()]
        for person in rng.sample(asked, len(asked)):
            if person.asked() or rng.random() < 0.2:
                person.act(rng, text="softly")
        for person in everybody:
            person.get(person.path)
        if rng.random() < 0.15:
            wrong(rng.choice(everybody), rng)
            assert watcher.get(f"{watcher.path}/record").status_code in (200, 409)
        if not any(p.asked() for p in people):
            time.sleep(0.1)  # a window closes by the clock alone
    assert watcher.over(), "the game came to its end"
    for person in everybody:
        person.get(person.path)
        person.get("/")
    time.sleep(0.2)

    # whoever asked for the record after the end got it all: that answer is not searched
    record = read_record(Person(server.url).get(f"{watcher.path}/record").content)
    dealt = dealt_at(server)
    for person in everybody:
        person.got = [g for g in person.got if not g[2].endswith("/record")]
    found = [search(p, seat, game, record, dealt) for seat, p in enumerate(people)]
    found.append(search(watcher, PUBLIC, game, record, dealt))
    assert all(found), f"cards were shown to everybody: {found}"
    assert not TOKEN.search(server.log.read_bytes()), "no card stands in the log"
