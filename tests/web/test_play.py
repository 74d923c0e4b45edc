"""Tables over HTTP, with forms alone: joining, moving, what is refused and how, restarts, records."""

import json
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import facedown
from facedown.engine import commitment, fingerprint, read_record
from tests.process import ROOT, until

from .person import Person, filled

pytestmark = pytest.mark.server
NAMES = ("Ann", "Ben", "Cleo", "Dov")


def party(server, game, seats, **options):
    """People at a started table, in seat order."""
    people = [Person(server.url, name) for name in NAMES[:seats]]
    people[0].open(game, seats, **options)
    for person in people[1:]:
        assert person.join(people[0]).status_code == 303
    people[0].start()
    return people


def play_on(people, rng, most=1000, **more):
    """Everybody who is asked answers, until the end or for so many moves. How many moves there were."""
    for n in range(most):
        asked = next((p for p in people if p.asked()), None)
        if asked is None:
            if people[0].over():
                return n
            time.sleep(0.05)
            continue
        answer = asked.act(rng, **more)
        assert answer.status_code == 303, answer.text
    return most


def test_a_whole_game_with_forms_alone_and_its_record(server):
    people = party(server, "fly-down", 3)
    watcher = Person(server.url).watch(people[0])
    early = watcher.get(f"{watcher.path}/record")
    assert early.status_code == 409 and "sealed" in early.text
    shown = re.search(r"<code>((?:[0-9a-f]{8} ?){8})</code>", watcher.page())[1]
    play_on(people, random.Random(2))
    pages = [p.page() for p in (*people, watcher)]
    for html in pages:
        assert "Card by card" in html and html.count("<caption") == 4
        totals = [int(n) for n in re.findall(r"<caption>\w+: (-?\d+)</caption>", html)]
        assert sorted(totals) == sorted(int(n) for n in re.findall(r"</th><td>(-?\d+)</td>", html))
    record = read_record(watcher.get(f"{watcher.path}/record").content)
    game = facedown.game("fly-down")
    assert game.replay(record).outcome().scores is not None
    assert fingerprint(record.header.commitment) == shown
    assert record.header.commitment == commitment(record.header.table, bytes.fromhex(record.header.seed))
    assert record.header.nonces == ("ab" * 16, "0" * 32, "0" * 32)


def test_the_page_says_what_lies_in_each_place_and_what_has_just_happened(server):
    people = party(server, "fly-down", 2)
    mover = next(p for p in people if p.asked())
    html = mover.page()
    assert "Choose your first action" in html and "Just now: </span>You begin." in html
    chip = r'name="one.slot" value="(\d)" required><span>\d<b class="mini back ink-(\w+)">(\w+) (.)</b>'
    chips = re.findall(chip, html)
    assert {(slot, value == "?") for slot, _, _, value in chips} == {
        ("0", False), ("1", False), ("2", True), ("3", True), ("4", True)
    }  # fmt: skip
    assert all(ink == colour for _, ink, colour, _ in chips)
    form = next(f for f in mover.moves() if dict(f["fixed"])["kind"] == "redraw")
    mover.post(f"{mover.path}/move", filled(form, random.Random(1)))
    assert "Choose your second action" in mover.page()
    assert all(re.search(r"Just now: </span>\w+ discards? ", p.page()) for p in people)


def test_everybody_is_in_when_every_chair_is_taken_by_somebody_who_is_ready(server):
    host, friend = Person(server.url, "Ann"), Person(server.url, "Ben")
    host.open("fly-down", 2)
    assert "1 of 2 are in" in host.page()
    friend.join(host)
    assert "Start when you like" in host.page() and "Ann starts the game" in friend.page()


def test_an_option_that_does_not_fit_is_refused_in_words(server):
    host = Person(server.url, "Ann")
    host.get("/open/fly-down")
    sent = [("name", "Ann"), ("seats", "2"), ("bots", "0"), ("bot", "random"), ("option.turn_clock", "3")]
    answer = host.post("/open/fly-down", sent)
    assert "The option &quot;Clock for each action&quot; cannot be 3." in answer.text
    assert "It takes a whole number from 5 to 86400, or none." in answer.text


def test_the_same_move_twice_another_with_its_id_and_one_that_comes_too_late(server):
    people = party(server, "fly-down", 2)
    mover = next(p for p in people if p.asked())
    form = next(f for f in mover.moves() if dict(f["fixed"])["kind"] == "redraw")
    first = filled(form, random.Random(1))
    json_ = {"headers": {"accept": "application/json"}}
    answers = [mover.post(f"{mover.path}/move", first, **json_) for _ in range(2)]
    assert [a.status_code for a in answers] == [200, 200] and answers[0].json() == answers[1].json()
    assert mover.page().count("<li>You discard") == 1
    other = [(k, "0" if k == "one.slot" and v != "0" else "1" if k == "one.slot" else v) for k, v in first]
    conflict = mover.post(f"{mover.path}/move", other, **json_)
    assert conflict.status_code == 409 and conflict.json()["next"]
    late = [(k, "fresh" if k == "id" else v) for k, v in first]
    answer = mover.post(f"{mover.path}/move", late, **json_)
    assert answer.status_code == 410
    assert "Too late" in answer.json()["title"] and "You discard" in answer.json()["title"]
    assert "Too late" in mover.post(f"{mover.path}/move", late).text, "a page without script says it too"


def test_a_refusal_shows_its_rule_and_what_to_do_instead(server):
    people = party(server, "fly-down", 2)
    mover = next(p for p in people if p.asked())
    form = next(f for f in mover.moves() if dict(f["fixed"])["kind"] == "ask")
    answer = mover.post(f"{mover.path}/move", [*form["fixed"], ("one.slot", "0"), ("one.value", "3")])
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text and "F-029" in answer.text and "Choose a Hidden slot." in answer.text
    assert 'class="ask you"' in answer.text
    empty = mover.post(f"{mover.path}/move", [*form["fixed"], ("one.slot", ""), ("one.value", "3")])
    assert empty.status_code == 422 and "not chosen" in empty.text


@pytest.mark.parametrize(
    ("name", "status", "says"),
    [
        ("", 422, "A name cannot be empty."),
        ("   ", 422, "A name cannot be empty."),
        ("x" * 200, 422, "A name has at most 40 characters, yours has 200."),
        ("Ann", 422, "Somebody at this table is called Ann already."),
        ("B\x07en", 422, "A name cannot hold control characters."),
        ("<script>alert(1)</script>", 303, "&lt;script&gt;alert(1)&lt;"),
    ],
)
def test_names(server, name, status, says):
    host = Person(server.url, "Ann").open("fly-down", 3)
    guest = Person(server.url)
    answer = guest.join(host, name)
    assert answer.status_code == status
    html = answer.text if status == 422 else host.page()
    assert says in html.replace("&#x2f;", "/") and "<script>alert" not in html


def test_doors_that_are_closed(server):
    ann, ben = party(server, "fly-down", 2)
    stranger = Person(server.url, "Eve")
    assert "No table is open to you under this code" in stranger.get("/t/AAAABBBB").text
    assert stranger.get("/t/AAAABBBB").status_code == 404
    assert stranger.get("/t", params={"code": "nonsense"}).status_code == 404
    typed = ann.code[:4].lower() + " " + ann.code[4:]
    assert stranger.get("/t", params={"code": typed}).headers["location"] == ann.path
    assert stranger.get("/nowhere").status_code == 404
    late = stranger.join(ann)
    assert late.status_code == 410 and "The game has started." in late.text

    # a token of another table is nobody here
    stranger.open("fly-down", 2)
    (name,) = [c for c in stranger.http.cookies if c.startswith("fd_")]
    mine = next(c for c in ann.http.cookies if c.startswith("fd_"))
    stranger.http.cookies.set(mine, stranger.http.cookies[name], path="/")
    stranger.watch(ann)
    assert not stranger.moves() and 'class="ask you"' not in stranger.page()
    form = (ann if ann.asked() else ben).moves()[0]
    assert stranger.post(f"{ann.path}/move", form["fixed"]).status_code == 403

    # forged posts, bodies too large, other methods
    assert ann.post(f"{ann.path}/move", form["fixed"], token="no").status_code == 403
    assert ann.post(f"{ann.path}/talk", [("text", "x" * 70_000)]).status_code == 413
    assert ann.http.delete(ann.path).status_code == 405
    for answer in (stranger.get("/nowhere"), ann.http.delete(ann.path)):
        assert "Traceback" not in answer.text and "content-security-policy" in answer.headers

    full = Person(server.url, "Ann").open("fly-down", 2, bots=1)
    answer = Person(server.url, "Ben").join(full)
    assert answer.status_code == 409 and "Every chair is taken." in answer.text


def test_opening_says_what_is_wrong_and_keeps_what_was_typed(server):
    ann = Person(server.url, "Ann")
    ann.get("/open/fly-down")
    data = [("name", "Ann"), ("seats", "3"), ("bots", "0"), ("bot", "random"), *colours("R", "Q", "G")]
    answer = ann.post("/open/fly-down", data)
    assert answer.status_code == 422 and "There is no colour Q." in answer.text
    assert ticked(answer.text) == ["R", "G"] and 'value="Ann"' in answer.text


def colours(*letters):
    return [("option.colours", letter) for letter in letters]


def ticked(html):
    return re.findall(r'type="checkbox" name="option.colours" value="(.)" checked', html)


def test_the_colours_that_take_part_are_ticked_and_none_means_by_chance(server):
    ann = Person(server.url, "Ann")
    form = ann.get("/open/fly-down?form=x").text
    assert re.findall(r'name="option.colours" value="(.)"', form) == list("RYGBPS") and not ticked(form)
    assert "Red (R)" in form
    data = [("name", "Ann"), ("seats", "2"), ("bots", "1"), ("bot", "random")]
    few = ann.post("/open/fly-down", data + colours("Y", "S"))
    assert few.status_code == 422 and ticked(few.text) == ["Y", "S"]
    assert '<details class="panel options" open>' in few.text
    ann.path = ann.post("/open/fly-down", data + colours("Y", "B", "S")).headers["location"]
    ann.start()
    assert {card[0] for card in re.findall(r"\b([RYGBPS])\d\b", ann.page())} <= set("YBS")
    assert ann.post("/open/fly-down", data).status_code == 303


def test_there_is_one_box_to_talk_in_also_where_talk_is_a_move_of_the_game(serve):
    ann, ben = party(serve("slip-strike"), "slip-strike", 2, window=1)
    (say,) = [form for form in ann.forms() if any(field["is"] == "text" for field in form["fields"])]
    assert say["action"] == f"{ann.path}/move" and ann.page().count('id="say-text"') == 1
    assert "not tell a teammate" in ann.page()
    assert ann.post(say["action"], filled(say, random.Random(1), text="two <words>")).status_code == 303
    assert "two &lt;words&gt;" in ben.page() and "two &lt;words&gt;" in ann.page()
    (again,) = [form for form in ann.forms() if any(field["is"] == "text" for field in form["fields"])]
    assert dict(again["fixed"])["id"] != dict(say["fixed"])["id"], "the next words are another move"


def test_a_restart_in_the_middle_loses_nothing(serve):
    server = serve("fly-down")
    people = party(server, "fly-down", 3, chat="yes")
    rng = random.Random(3)
    play_on(people, rng, 7)
    assert people[1].post(f"{people[1].path}/talk", [("text", "still <here>")]).status_code == 303
    regions = [re.findall(r'<section id="(?:table|acts|log)".*?</section>', p.page(), re.S) for p in people]
    assert server.stop(signal.SIGKILL)[0] == -9
    server.start()
    for person, before in zip(people, regions, strict=True):
        assert re.findall(r'<section id="(?:table|acts|log)".*?</section>', person.page(), re.S) == before
        assert "still &lt;here&gt;" in person.page()
    play_on(people, rng)
    assert all(p.over() for p in people)


def test_streams_bring_what_changes_and_a_reconnect_brings_everything(serve):
    server = serve("fly-down", grace=120)
    people = party(server, "fly-down", 2)
    for person in people:
        person.listen()
    rng = random.Random(1)
    mover = next(p for p in people if p.asked())
    other = next(p for p in people if p is not mover)
    frame = json.loads(other.frames[0])
    regions = {"ask", "timers", "prompt", "table", "acts", "piles", "people", "invite", "log", "yours"}
    assert set(frame["regions"]) == regions and not frame["say"]
    seen = len(other.frames)
    mover.act(rng)
    until(lambda: len(other.frames) > seen)
    frame = json.loads(other.frames[seen])
    assert "log" in frame["regions"] and len(frame["say"]) == 1 and "prompt" not in frame["regions"]
    again = Person(server.url).watch(mover)
    again.http.cookies = mover.http.cookies
    again.listen()
    assert set(json.loads(again.frames[0])["regions"]) == regions
    code, seconds = server.stop()
    assert code == 0 and seconds < 30, "open streams do not hold up the end"


def test_a_rematch_keeps_the_circle(server):
    people = party(server, "fly-down", 2)
    play_on(people, random.Random(5))
    new = people[1].post(f"{people[1].path}/rematch", []).headers["location"]
    assert new != people[0].path
    assert people[0].post(f"{people[0].path}/rematch", []).headers["location"] == new, "there is one rematch"
    for person in people:
        person.path = new
    assert "Your chair is kept for you" in people[0].page() and "Another game?" not in people[1].page()
    assert "Ben has not answered" not in people[0].page() and "1 of 2 are in" in people[0].page()
    people[0].start()
    play_on(people, random.Random(6))
    assert all(p.over() for p in people)
    shelf = people[0].get("/").text
    assert shelf.count('class="tag">over') == 1, "my tables show the latest of the circle"


def test_a_port_in_use_is_one_sentence(server):
    command = [sys.executable, "-m", "tests.serving", str(server.port), "memory", "/", "fly-down"]
    second = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=ROOT)
    assert second.returncode == 2 and second.stderr.count("\n") == 1
    assert f"Port {server.port} is in use" in second.stderr


def test_a_clock_plays_for_whoever_does_not_and_a_restart_does_not_stop_it(serve):
    server = serve("fly-down")
    people = party(server, "fly-down", 2, turn_clock=5)
    assert "data-ends" in people[0].page()
    server.stop(signal.SIGKILL)
    server.start()
    until(lambda: "data-ends" in people[0].page() and " ".join(people[0].page().split()).count("<li>") >= 3)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/static/%00", 404),
        ("/static/table.js/x", 404),
        ("/static/" + "a" * 300, 404),
        ("/static/%2e%2e/app.py", 404),
        ("/static/..%2fapp.py", 404),
        ("/t/%00", 404),
        ("/rules/%2e%2e%2f", 404),
        ("/t?code=%ff%00", 404),
    ],
)
def test_addresses_that_nothing_has(server, path, status):
    answer = Person(server.url).get(path)
    assert answer.status_code == status and "<h1>" in answer.text


def test_a_host_that_cannot_be_is_answered_without_a_trace(server):
    before = server.log.read_text()
    answer = Person(server.url).get("/nowhere", headers={"host": "here:99999999"})
    assert answer.status_code in (400, 404, 500) and "content-security-policy" in answer.headers
    assert "Traceback" not in server.log.read_text().removeprefix(before)


FORM, PARTS = "application/x-www-form-urlencoded", "multipart/form-data; boundary=B"


def part(head, content):
    return b"--B\r\nContent-Disposition: form-data; " + head + b"\r\n\r\n" + content + b"\r\n--B--\r\n"


@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        (FORM, b"_csrf_token=" + b"%C3%A9" * 130, 403),
        (PARTS, part(b'name="_csrf_token"; filename="f"', b"x"), 403),
        (PARTS, part(b'name="text"', b"\xff"), 400),
        (PARTS, part(b'name="text"\r\nContent-Type: text/plain; charset=none', b"x"), 400),
        ("multipart/form-data", b"--B", 400),
    ],
)
def test_bodies_that_are_no_form_of_ours(server, kind, body, status):
    host = Person(server.url, "Ann").open("fly-down", 2)
    answer = host.http.post(f"{host.path}/talk", content=body, headers={"content-type": kind})
    assert answer.status_code == status and "<h1>" in answer.text


def test_a_value_of_endless_depth_is_refused_like_any_other(server):
    people = party(server, "fly-down", 2)
    mover = next(p for p in people if p.asked())
    form = next(f for f in mover.moves() if dict(f["fixed"])["kind"] == "redraw")
    for value in ("[" * 3000 + "]" * 3000, "1e999", "NaN", "9" * 5000, "9" * 30, "-1", "true", "0.0", '"0"'):
        answer = mover.post(f"{mover.path}/move", [*form["fixed"], ("one.slot", value)])
        assert answer.status_code == 422 and 'role="alert"' in answer.text, value[:10]


def test_a_cookie_is_not_written_into_pages_as_it_is(server):
    path = Person(server.url, "Ann").open("fly-down", 2).path
    for address in (path, "/open/fly-down?form=x"):
        answer = Person(server.url).get(address, headers={"cookie": "fdcsrf='><script>alert(1)</script>"})
        assert answer.status_code == 200 and "<script>alert" not in answer.text


def descendants(pid):
    """The processes that a process has started, and theirs."""
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    own = [int(child) for found in threads for child in found.read_text().split()]
    return own + [d for child in own for d in descendants(child)]


def test_where_bots_think_nothing_outlives_a_server_that_is_killed(serve):
    server = serve("fly-down")
    host = Person(server.url, "Ann").open("fly-down", 2, bots=1, start=1)
    host.start()
    until(host.asked)
    workers = descendants(server.process.pid)
    assert len(workers) >= 2
    server.stop(signal.SIGKILL)
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers), why="a process stayed behind")


def test_what_belongs_to_no_player_does_not_stand_beside_one(serve):
    """ito draws four themes: at a table of four that is nobody's row."""
    people = party(serve("ito"), "ito", 4)
    for person in people:
        themes = re.split(r"<h\d", person.page().split("Themes to vote for")[1])[0]
        assert len(re.findall(r'class="card[ "]', themes)) == 4
        assert not [p.name for p in people if re.search(rf"\b{p.name}\b", themes)]
