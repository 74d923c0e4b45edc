"""What people do around a game, by forms over HTTP: devices, stand-ins, bots' chairs, the host, a shared device."""

import json
import random
import re
from html import unescape

import pytest

from facedown.engine import PUBLIC, read_record
from tests.canaries import head_of, search
from tests.process import until

from .person import Person, filled
from .test_play import party, play_on

pytestmark = pytest.mark.server


def do(person, what, seat="", how="", **more):
    """Sends the page's own form of this act."""
    for form in person.forms("/room"):
        fixed = dict(form["fixed"])
        if fixed["do"] == what and (not seat or fixed.get("seat", str(seat)) == str(seat)):
            data = [(k, v) for k, v in form["fixed"] if k != "seat"]
            return person.post(form["action"], [*data, ("seat", str(fixed.get("seat", seat))), ("how", how)], **more)
    raise AssertionError(f"{person.name} is not offered to {what}")


def caught_up(person):
    """Whether the stream has brought all that the page shows."""
    regions = {}
    for frame in person.frames[:]:
        regions |= json.loads(frame)["regions"]
    html = person.page()
    return all(f">{regions[name]}</section>" in html for name in ("ask", "table", "acts", "piles", "people", "log"))


def offered(person):
    """The code that moves this person's seat."""
    html = unescape(person.post(f"{person.path}/offer", []).text)
    code = re.search(r'<p class="bigcode">([A-Z0-9]{4}-[A-Z0-9]{4})</p>', html)[1]
    assert f"{person.path}#seat={code.replace('-', '')}" in html
    return code


def test_a_seat_moves_to_another_device_and_the_old_one_is_told(server):
    ann, ben = party(server, "fly-down", 2)
    laptop = ben.listen()
    phone = Person(server.url).watch(ann)
    assert not phone.moves()
    code = offered(ben)
    assert phone.post(f"{phone.path}/device", [("device", "AAAA-AAAA")]).status_code == 410
    for _ in range(2):
        assert phone.post(f"{phone.path}/device", [("device", code.lower())]).status_code == 303
    assert phone.moves() and not ben.moves()
    moved = r'<p class="told"><strong>Your seat was moved to another device</strong> at <span data-at="\d+">'
    assert re.search(moved, ben.page()), "it stands in the banner"
    gained = "You have Ben’s seat now"
    assert gained in unescape(phone.page()) and gained not in unescape(ann.page() + ben.page())
    until(lambda: any(b"moved to another device" in frame for frame in laptop.frames))
    assert "was moved to another device" not in ann.page() + phone.page()
    tablet = Person(server.url).watch(ann)
    tablet.page()
    assert tablet.post(f"{ann.path}/device", [("device", code)]).status_code == 410
    again = ann.post(f"{ann.path}/device", [("device", offered(phone))])
    assert again.status_code == 422 and "holds the chair of Ann" in again.text
    laptop.leave()


def test_joining_again_after_a_lost_answer_takes_no_second_chair(server):
    ann = Person(server.url, "Ann").open("fly-down", 4)
    ben = Person(server.url, "Ben").watch(ann)
    ben.page()
    before = dict(ben.http.cookies)
    for _ in range(2):
        ben.http.cookies.clear()
        for name, value in before.items():
            ben.http.cookies.set(name, value, path="/")
        assert ben.join(ann).status_code == 303
    assert ann.page().count("Empty chair") == 2 and "You are in" in ben.page()
    data = [("name", "Ann"), ("seats", "3"), ("bots", "0"), ("bot", "random"), ("once", "one form")]
    first, second = [ann.post("/open/fly-down", data).headers["location"] for _ in range(2)]
    assert first == second


def test_one_browser_one_hand_and_consent(serve):
    server = serve("fly-down", pause=(30, 30))
    ann, ben = Person(server.url, "Ann"), Person(server.url, "Ben")
    ann.open("fly-down", 4, bots=2)
    ben.join(ann)
    ann.start()
    eve = Person(server.url, "Eve").watch(ann)
    seats = re.findall(r'<option value="(\d)">', eve.page())
    assert ben.page() and do(ann, "pause").status_code == 303
    assert "The game is paused" in ben.page() and 'class="tag">paused' in ben.get("/").text
    assert do(ann, "resume").status_code == 303

    def ask(person, seat):
        return person.post(f"{person.path}/take", [("name", person.name), ("seat", seat), ("id", "one")])

    assert ask(ben, seats[0]).status_code == 403, "Ben plays already"
    ben.post(f"{ben.path}/leave", [])
    html = ask(ben, seats[0]).text
    assert "This browser held the hand of Ben: one browser, one hand." in html
    fdb = ben.http.cookies["fdb"]
    ben.http.cookies.clear()
    ben.http.cookies.set("fdb", fdb, path="/")
    ben.page()
    assert "was shown the hand of Ben" in ask(ben, seats[0]).text, "also without its old token"
    for _ in range(2):
        assert ask(eve, seats[0]).status_code == 303
    assert "You have asked for the chair of" in eve.page() and not eve.moves()
    assert ann.page().count("would like to play on for") == 1
    assert do(ann, "consent").status_code == 303
    assert "played by Eve" in ann.page() and eve.moves()


def test_a_stand_in_and_the_return_of_its_owner(serve):
    server = serve("fly-down", gone=(0.3, 1))
    ann, ben = party(server, "fly-down", 2)
    ann.listen()
    ben.listen()
    ben._stop.set()
    ann.act(random.Random(1), avoid=()) if ann.moves() else None  # a frame lets Ben's stream notice that it is closed
    until(lambda: "Let a bot play for Ben" in ann.page() or ann.act(random.Random(1), avoid=()) is None)
    assert do(ann, "stand_in").status_code == 303
    assert "gone, a bot stands in" in ann.page()
    play_on([ann], random.Random(2), 5)
    html = ben.page()
    assert "While you were away" in html or ben.over(html)
    until(lambda: "a bot stands in" not in ann.page())
    assert "Ben came back." in ann.page()


def test_a_new_code_and_a_table_closed_to_spectators(serve):
    server = serve("fly-down")
    ann, ben = party(server, "fly-down", 2)
    eve = Person(server.url).watch(ann).listen()
    ben.listen()
    old = ann.path
    assert do(ann, "lock").status_code == 303
    until(lambda: b'{"reload":true}' in eve.frames)
    assert Person(server.url).get(old).status_code == 404
    new = ann.get(old)
    path = re.search(r'data-stream="(/t/[A-Z0-9]{8})/stream"', new.text)[1]
    assert new.status_code == 200 and path != old, "whoever sits is let in by the old address too"
    until(lambda: any(path.encode() in frame for frame in ben.frames))
    mover = ann if ann.asked() else ben
    form = next(f for f in mover.moves() if dict(f["fixed"])["kind"] == "redraw")
    assert mover.post(f"{old}/move", filled(form, random.Random(1))).status_code == 303, "an old page works"

    stranger = Person(server.url)
    stranger.path = path
    assert stranger.get(path).status_code == 200
    ann.path = ben.path = path
    assert do(ann, "close").status_code == 303
    for door in ("", "/stream", "/record", "/help"):
        assert stranger.get(f"{path}{door}").status_code == 404
    assert stranger.post(f"{path}/device", [("device", offered(ben))]).status_code == 303
    assert stranger.moves(), "but a seat can still be moved to another device"
    lost = ben.get(path)
    assert lost.status_code == 403 and "The host has closed this table to spectators." in lost.text
    assert ben.get(f"{path}/stream").status_code == 403 and "The host has given" in ben.get(old).text
    assert do(ann, "end").status_code == 303
    assert "Nobody wins" in stranger.page() and "the host ended it" in stranger.page()


def test_my_tables_say_whose_move_it_is(server):
    ann, ben = party(server, "fly-down", 2)
    mover, other = (ann, ben) if ann.asked() else (ben, ann)
    assert 'class="tag yours">your move' in mover.get("/").text
    assert f'class="tag">{mover.name}&#x27;s move' in other.get("/").text.replace("'", "&#x27;")
    assert "icon-move.svg" in mover.page() and "icon-move.svg" not in other.page()


OPEN = ("fdcsrf", "fdtable", "fdtheme")
"""Cookies that hold no secret, or one that forms hold too."""


def test_nobody_is_shown_a_token_or_what_tells_a_browser_apart(server):
    people = party(server, "fly-down", 3)
    watcher = Person(server.url).watch(people[0])
    for person in (*people, watcher):
        person.page()
        person.listen()
    play_on(people, random.Random(3), 4)
    phone = Person(server.url, "phone").watch(people[0])
    phone.page()
    assert phone.post(f"{phone.path}/device", [("device", offered(people[1]))]).status_code == 303
    everybody = (*people, watcher, phone)
    play_on([people[0], phone, people[2]], random.Random(4), 4)
    secrets = {c.value for p in everybody for c in p.http.cookies.jar if c.name.startswith("fd") and c.name not in OPEN}
    assert len(secrets) == 9
    for person in everybody:
        for _, _, what, text in person.got:
            body = re.sub(rb"(?m)^set-cookie: .*$", b"", text)
            assert not [s for s in secrets if s.encode() in body], what
        person.leave()


def test_a_shared_device_is_sent_one_hand_at_a_time(serve):
    server = serve("mint:fly-down")
    game = server.minted("fly-down")
    both, cleo = Person(server.url, "Ann"), Person(server.url, "Cleo")
    both.get("/open/fly-down")
    data = [("name", "Ann"), ("seats", "3"), ("bots", "0"), ("bot", "random"), ("hot", "yes")]
    both.path = both.post("/open/fly-down", data).headers["location"]
    both.code = both.path.removeprefix("/t/")
    assert do(both, "seat", how="Ben").status_code == 303
    cleo.join(both)
    assert "players may share a device" in cleo.page()
    both.start()
    both.listen()
    assert "Who looks?" in both.page() or "Hand the device to" in both.page()
    spans, rng = {PUBLIC: [], 0: [], 1: []}, random.Random(5)

    def cut(viewer):
        """All that came until now was sent while the curtain showed this seat, or nobody."""
        until(lambda: caught_up(both))
        spans[viewer] += both.got
        both.got = []

    up = PUBLIC
    cut(up)
    for _ in range(60):
        html = cleo.page()
        if cleo.over(html):
            break
        if cleo.asked(html):
            cleo.act(rng)
            continue
        seat = 0 if re.search(r'asked">\s*<span class="face" aria-hidden="true">A', html) else 1
        if up != seat:
            if up != PUBLIC:
                assert do(both, "curtain").status_code == 303
                both.got = [g for g in both.got if "room" not in g[2]]
                cut(up)
                assert both.page() and not both.moves()
                up = PUBLIC
            cut(up)
            assert do(both, "lift", seat).status_code == 303
            up = seat
        assert both.act(rng).status_code == 303
    cut(up)
    assert cleo.over()
    record = read_record(cleo.get(f"{cleo.path}/record").content)
    found = {}
    for viewer, got in spans.items():
        both.got = got
        found[viewer] = search(both, viewer, game, record, head_of(server)["dealt"])
    assert found[0] and found[1]
    both.leave()
