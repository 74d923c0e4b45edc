"""Nothing leaks. Re-minted games are served unchanged by a real server and played to the end, each seat by a page and
programs at once, while spectators look on and strangers try. Every byte that anybody got (pages, streams, views, logs,
headers, refusals) and everything the server wrote down is searched."""

import random
import time

import pytest

from facedown.engine import PUBLIC, read_record
from tests.api.client import Client
from tests.api.socket_client import SocketClient
from tests.canaries import TOKEN, head_of, kept_secret, search, written_down
from tests.process import until
from tests.web.person import Person
from tests.web.test_play import party

pytestmark = pytest.mark.server
SECONDS = 600
OPTIONS = {
    "fly-down": {"chat": "yes"},
    "hit-the-silk": {"preset": "double-cross", "mode": "travel", "window": 1},
    "slip-strike": {"assets": 1, "window": 1, "quiet_turns": 2},
}
"""There is talk, and windows that last as long as the host says are short."""
DOORS = ("view", "log", "record", "stream", "socket")


def program(page, table):
    """The same seat, or the same spectator, as a program."""
    client = Client(page.base, page.name)
    client.table, client.code = table, page.code
    client.token = next((c.value for c in page.http.cookies.jar if c.name.startswith("fd_")), "")
    if not client.token:
        client.http.headers["facedown-code"] = page.code
    return client


def wrong_by_page(person, rng):
    """Wrong moves, whose refusals may tell no more than the right ones."""
    form = {"accept": "application/json"}
    for kind in ("ask", "swap", "lay", "defend", "show"):
        data = [("request", "0" * 20), ("id", str(rng.random())), ("kind", kind), ("one.slot", "4"), ("one.value", "3")]
        person.post(f"{person.path}/move", data, headers=form)
    for f in person.moves()[:2]:
        person.post(f"{person.path}/move", [*f["fixed"], ("one.slot", "99"), ("one.seat", "0")])
        person.post(f"{person.path}/move", [(k, "stale" if k == "request" else v) for k, v in f["fixed"]])


def wrong_by_program(client, rng):
    """The same in JSON, and at doors that are shut."""
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


def strangers_try(page, client):
    """Whoever has neither code nor seat."""
    for address in ("/", "/nowhere", "/t/AAAABBBB", "/t/AAAABBBB/stream", "/t/AAAABBBB/record", "/t?code=AAAABBBB"):
        page.get(address)
    page.post("/t/AAAABBBB/move", [("request", "x"), ("id", "y"), ("kind", "sum")])
    for door in DOORS:
        for more in ({}, {"params": {"code": "AAAABBBB"}}, {"token": "A" * 32}, {"headers": {"cookie": "fd_x=1"}}):
            assert client.get(door, **more).status_code == 404
    client.post("moves", {"request": "x", "id": "y", "move": {"kind": "sum"}})
    client.ask("GET", "/api/v1/games")


def everything(pages, programs):
    """All that can be looked at."""
    for page in pages:
        page.get(page.path)
        page.get(f"{page.path}/screen")
        page.get(f"{page.path}/replay")
        page.get(f"{page.path}/replay?step=2")
    for client in programs:
        client.view()


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("fly-down", 3),
        ("hit-the-silk", 3),
        ("ito", 3),
        ("slip-strike", 2),
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
    people = party(server, game.id, seats, **OPTIONS.get(name, {}))
    table = Client(server.url).ask("GET", "/api/v1/tables", params={"code": people[0].code}).json()["table"]
    pages = [*people, Person(server.url).watch(people[0])]
    programs = [program(page, table) for page in pages]
    screens = [Person(server.url, stream="screen/stream").watch(people[0]) for _ in range(2)]
    screens[0].http.cookies.update(people[0].http.cookies)  # the host's own browser
    designed = [Person(server.url, table="designed", stream="stream?designed=").watch(p) for p in pages]
    for person, other in zip(designed, pages, strict=True):
        person.http.cookies.update([(c.name, c.value) for c in other.http.cookies.jar if c.name != "fdtable"])
    for reader in (pages[1], screens[1], *designed[::2]):
        reader.http.cookies.set("fdlang", "de")  # as many words, in two languages
    stranger, unknown = Person(server.url), Client(server.url)
    unknown.table = table
    sockets = [SocketClient.like(client) for client in programs]
    for reader in (*pages, *programs, *screens, *designed, *sockets):
        reader.listen()
    watcher, rng, rounds, end = programs[-1], random.Random(7), 0, time.monotonic() + SECONDS
    while not watcher.over() and time.monotonic() < end:
        seated = list(zip(pages[:-1], programs[:-1], sockets[:-1], strict=True))
        for page, client, line in rng.sample(seated, seats):
            binding = client.offers()
            if (offers := client.offers(binding=False)) and (binding or rng.random() < 0.2):
                how = rng.choice((page, client, line))
                how.act(rng, text="softly") if how is page else how.act(rng, offers)
        rounds += 1
        all_look = rounds <= 6 or rng.random() < 0.25  # after the first rounds streams alone show every moment
        looking = range(len(pages)) if all_look else [rng.randrange(len(pages))]
        everything([pages[i] for i in looking], [programs[i] for i in looking])
        for i in looking:
            designed[i].get(designed[i].path)
        if rng.random() < 0.15:
            at = rng.randrange(seats + 1)
            wrong_by_page(pages[at], rng)
            wrong_by_program(rng.choice((programs, sockets))[at], rng)
            strangers_try(stranger, unknown)
            programs[rng.randrange(seats)].post("talk", {"text": "softly spoken"})
            early = [r.get(f"{pages[0].path}/record") for r in pages] + [p.get("record") for p in programs]
            eyes = [f"replay?as={who}" for who in ("all", *range(seats), "public")]
            early += [r.get(f"{r.path}/{e}") for n, r in enumerate(pages) for e in eyes if e != f"replay?as={n}"][:-1]
            assert all(a.status_code == 409 for a in early) or watcher.over(), "the archive is for after the end"
        if not any(client.offers() for client in programs):
            time.sleep(0.1)  # a window closes by the clock alone
    assert watcher.over(), "the game came to its end"
    everything(pages, programs)
    for who in ("all", *range(seats), "public"):
        for at in (0, 1, 4, 9):
            assert pages[-1].get(f"{pages[-1].path}/replay?as={who}&at={at}").status_code == 200
    for client in (*programs, *sockets):
        client.get("log")
        client.get("log", params={"before": "3"})
        client.wait(lambda client=client: client.now["table"]["phase"] == "over")
    for page in pages:
        page.get("/")
        page.get(f"{page.path}/help")
        until(lambda page=page: any(b"ask over" in frame for frame in page.frames))
    records = [page.get(f"{page.path}/record") for page in pages] + [client.get("record") for client in programs]
    assert {a.status_code for a in records} == {200} and len({a.content for a in records}) == 1
    strangers_try(stranger, unknown)

    head, record, watched = head_of(server), read_record(records[0].content), 0
    for readers in (pages, programs, designed, sockets):
        found = [
            search(reader, seat if seat < seats else PUBLIC, game, record, head["dealt"])
            for seat, reader in enumerate(readers)
        ]
        assert all(found[:-1]), f"cards were shown to every seat: {found}"
        watched += found[-1]
    assert watched, "spectators saw some too"
    assert all(search(reader, PUBLIC, game, record, head["dealt"]) for reader in screens)
    assert not any(TOKEN.search(text) for reader in (stranger, unknown) for *_, text in reader.got)
    tokens = [client.token for client in programs[:-1]]
    readers = [(r, seat if seat < seats else None) for rs in (pages, programs, sockets) for seat, r in enumerate(rs)]
    kept_secret([*readers, (stranger, None), (unknown, None)], head, tokens)
    written_down(server.log.read_bytes(), head, [*tokens, *(p.name for p in people), "softly spoken"])
