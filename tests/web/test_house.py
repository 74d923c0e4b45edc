"""The pages around a table, over HTTP: who may look at a replay and with whose eyes, what a screen shows, options as
people choose them, light and dark, the files of games' pages."""

import random
import re
from html import unescape

import pytest

import facedown
from facedown.engine import ARCHIVE, PUBLIC, noticed, read_record
from facedown.web.options import option_fields, read_options
from tests.process import until

from .person import Person
from .test_play import party, play_on

pytestmark = pytest.mark.server


def last_step(html):
    return int(re.search(r'data-last="(\d+)"', html)[1])


def eyes(html):
    """Through whose eyes the page offers to look."""
    return re.findall(r'href="\?as=(\w+)&amp;at=\d+"', html)


def plain(html):
    """What a page says, apart from its token against forged posts."""
    return re.sub(r'name="_csrf_token" value="\w+"', "", html)


def test_while_a_game_is_on_everybody_looks_again_at_what_they_saw_themselves(server):
    people = party(server, "fly-down", 3)
    watcher = Person(server.url).watch(people[0])
    play_on(people, random.Random(3), most=7)
    for seat, person in enumerate([*people, watcher]):
        html = person.get(f"{person.path}/replay").text
        assert not eyes(html) and "every hand is open here" in html
        whose = "What everybody saw" if person is watcher else f"What {person.name} saw"
        assert whose in html and 'data-sealed="yes"' in html
        for other in ("all", "public", "0", "1", "2", "3", "27"):
            answer = person.get(f"{person.path}/replay?as={other}")
            own = other == ("public" if person is watcher else str(seat))
            assert answer.status_code == (200 if own else 409), (person.name, other)
            assert own or "sealed until the game is over" in answer.text
    steps = {last_step(p.get(f"{p.path}/replay").text) for p in people}
    assert steps == {7}
    early = people[0].get(f"{people[0].path}/replay?step=0").text
    assert "The deal" in early and "Step 7" not in early
    at = people[0].get(f"{people[0].path}/replay?step=3&at=0").text
    assert "Step 3 of 7" in at, "entries are not counted before the end"


def test_after_the_end_everybody_sees_who_knew_what(server):
    people = party(server, "fly-down", 3)
    play_on(people, random.Random(4))
    watcher = Person(server.url).watch(people[0])
    record = read_record(watcher.get(f"{watcher.path}/record").content)
    game = facedown.game("fly-down")
    html = watcher.get(f"{watcher.path}/replay").text
    assert eyes(html) == ["all", "0", "1", "2", "public"]
    for name, viewer in (("all", ARCHIVE), ("0", 0), ("2", 2), ("public", PUBLIC)):
        steps = list(noticed(game.positions(record), viewer))
        html = watcher.get(f"{watcher.path}/replay?as={name}").text
        assert last_step(html) == len(steps) - 1
        middle = steps[len(steps) // 2]
        html = watcher.get(f"{watcher.path}/replay?as={name}&at={middle.at}").text
        assert f"Step {len(steps) // 2} of" in html
    first = watcher.get(f"{watcher.path}/replay?as=1&step=0").text
    cards = re.findall(r"Ben’s card \d: (\w+) back, hidden from Ben", unescape(first))
    assert len(cards) == 3, "Ben did not see three of his own planes"
    assert not re.findall(r"back, (?:hidden|only)", watcher.get(f"{watcher.path}/replay?as=all&step=0").text)


def test_a_replay_beyond_its_ends_shows_the_ends(server):
    person = party(server, "fly-down", 2)[0]
    for step, shown in (("999999", "The deal"), ("-3", "The deal"), ("x", "The deal"), ("0" * 40, "The deal")):
        assert shown in person.get(f"{person.path}/replay?step={step}").text


def test_nothing_to_look_at_again_before_the_deal(server):
    host = Person(server.url, "Ann").open("fly-down", 2)
    answer = host.get(f"{host.path}/replay")
    assert answer.status_code == 409 and "Come back after the deal" in answer.text


def test_a_table_without_a_page_of_its_own_is_looked_at_in_plain_blocks(serve):
    server = serve("silent-planet")
    people = party(server, "silent-planet", 2)
    html = people[0].get(f"{people[0].path}/replay").text
    assert 'class="plainboard"' in html and "/static/plain.css" in html
    screen = people[0].get(f"{people[0].path}/screen").text
    assert 'class="plainboard"' in screen and "no hidden value" in screen


def test_a_screen_shows_the_public_view_whoever_opens_it(server):
    people = party(server, "fly-down", 3)
    watcher = Person(server.url).watch(people[0])
    play_on(people, random.Random(5), most=4)
    shown = {plain(p.get(f"{p.path}/screen").text) for p in (*people, watcher)}
    assert len(shown) == 1
    html = unescape(shown.pop())
    assert "<form" not in html and "<button" not in html and "<input" not in html
    backs = re.findall(r"’s card \d: \w+ back", html)
    assert len(backs) == len(re.findall(r"’s card \d: ", html)) == 15, "no value in any hand"
    assert people[0].code[:4] in html and 'class="qr"' in html


def test_a_screen_follows_the_table(server):
    people = party(server, "fly-down", 2)
    screen = Person(server.url, stream="screen/stream").watch(people[0]).listen()
    before = len(screen.frames)
    play_on(people, random.Random(6), most=2)
    until(lambda: len(screen.frames) > before)
    assert b'"board"' in screen.frames[0] and b"hidden from" in screen.frames[-1]


def test_a_closed_table_has_no_screen_for_strangers(server):
    people = party(server, "fly-down", 2)
    watcher = Person(server.url).watch(people[0])
    people[0].post(f"{people[0].path}/room", [("do", "close"), ("id", "x")])
    for path in ("screen", "replay", "screen/stream"):
        assert watcher.get(f"{watcher.path}/{path}").status_code == 404
    for path in ("screen", "replay"):
        assert people[1].get(f"{people[1].path}/{path}").status_code == 200


def test_light_and_dark_are_kept_for_each_person(server):
    ann, ben = Person(server.url, "Ann"), Person(server.url, "Ben")
    assert "data-theme" not in ann.get("/").text
    answer = ann.post("/scheme", [("scheme", "dark"), ("here", "/rules/fly-down")])
    assert answer.status_code == 303 and answer.headers["location"] == "/rules/fly-down"
    for path in ("/", "/rules/fly-down", "/open/fly-down?form=1", "/nowhere"):
        assert '<html lang="en"' in (html := ann.get(path).text) and 'data-theme="dark"' in html
    assert "data-theme" not in ben.get("/").text
    ann.post("/scheme", [("scheme", "device"), ("here", "/")])
    assert "data-theme" not in ann.get("/").text
    ann.post("/scheme", [("scheme", '"><script>'), ("here", "/")])
    assert "data-theme" not in ann.get("/").text
    for elsewhere in ("//evil.example/", "https://evil.example/", "/\\evil.example", ""):
        assert ann.post("/scheme", [("scheme", "dark"), ("here", elsewhere)]).headers["location"] == "/"
    assert ann.post("/scheme", [("scheme", "dark")], token="forged").status_code == 403


def test_only_what_browsers_load_of_a_games_page_is_sent(server):
    person = Person(server.url)
    poster = person.get("/page/fly-down/poster.svg")
    assert poster.status_code == 200 and poster.headers["content-type"].startswith("image/svg+xml")
    for path in ("fly-down/__init__.py", "fly-down/hand.html", "fly-down/%2e%2e", "fly-down/no.svg", "no/poster.svg"):
        assert person.get(f"/page/{path}").status_code == 404, path


def test_the_shelf_shows_every_game_with_its_world(serve):
    server = serve()
    html = Person(server.url).get("/").text
    for name in facedown.names():
        assert f'data-world="{name}"' in html and f"/open/{name}" in html
        assert Person(server.url).get(f"/page/{name}/poster.svg").status_code == 200


def test_a_limit_is_chosen_or_typed():
    game = facedown.game("fly-down")
    clock = next(f for f in option_fields(game) if f["name"] == "turn_clock")
    assert clock["is"] == "limit" and [o["label"] for o in clock["options"]] == [
        "No limit", "30 seconds", "1 minute", "2 minutes", "5 minutes", "Another",
    ]  # fmt: skip
    for sent, means in ((["60"], 60), (["own"], 45), ([""], None)):
        form = {"option.turn_clock": sent, "option.turn_clock.own": ["45"]}
        assert read_options(game, form, 3).get("turn_clock") == means
    colours = next(f for f in option_fields(game) if f["name"] == "colours")
    assert [o["ink"] for o in colours["options"]] == ["red", "yellow", "green", "blue", "plum", "slate"]


def test_what_was_typed_for_a_limit_is_there_again_when_something_else_was_wrong(server):
    person = Person(server.url, "Ann")
    person.get("/open/fly-down")
    data = [("name", "Ann"), ("seats", "2"), ("bots", "0"), ("bot", "random"), ("option.turn_clock", "own"),
            ("option.turn_clock.own", "3")]  # fmt: skip
    answer = person.post("/open/fly-down", data)
    assert answer.status_code == 422
    assert 'name="option.turn_clock" value="own" checked' in answer.text
    assert 'name="option.turn_clock.own" inputmode="numeric" maxlength="10" value="3"' in answer.text
