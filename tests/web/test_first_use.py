"""What people run into in their first hour, by forms over HTTP: codes typed into the wrong field, people who are not
there, wording, what a page says without script."""

import json
import os
import random
import re
import signal
import subprocess
import sys
from html import unescape

import pytest

from facedown.engine import read_record

from .person import Person
from .test_people import do, offered, until
from .test_play import party, play_on

pytestmark = pytest.mark.server


def banner(person):
    """What the banner says, without its marks."""
    html = re.search(r'<section id="ask"[^>]*>(.*?)</section>', person.page(), re.S)[1]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def test_a_game_that_the_host_ended_has_a_record_that_verifies(server, tmp_path):
    people = party(server, "fly-down", 3)
    play_on(people, random.Random(1), 4)
    assert do(people[0], "end").status_code == 303
    assert banner(people[1]) == "The host ended the game Nobody wins"
    text = people[1].get(f"{people[1].path}/record").content
    assert read_record(text).end.cancelled
    path = tmp_path / "ended.jsonl"

    def verify():
        command = [sys.executable, "-c", "from facedown.cli import main; main()", "verify", str(path), "--json"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        return done.returncode, {c["check"]: c for c in json.loads(done.stdout)["checks"]}

    path.write_bytes(text)
    code, checks = verify()
    assert code == 0 and checks["commitment"]["ok"] and checks["key"]["ok"] and checks["digest"]["ok"]
    assert checks["outcome"]["says"] == "the host ended the game after 4 moves, and nobody won"
    path.write_bytes(text.replace(b'"at":', b'"at":1', 1))
    assert verify()[0] == 1
    path.write_bytes(text.rpartition(b'{"end"')[0])
    assert verify()[1]["digest"]["ok"] is False, "cut off is not ended"


def test_the_first_page_takes_links_and_codes_that_move_a_seat(server):
    ann, ben = party(server, "fly-down", 2)
    new = Person(server.url)

    def look_up(text):
        return new.get("/t", params={"code": text})

    for typed in (ann.code, ann.code.lower(), f"{server.url}{ann.path}", f"  {server.url}{ann.path}?still=1 "):
        assert look_up(typed).headers["location"] == ann.path
    wrong = look_up("KM7X QB4")
    assert wrong.status_code == 404 and 'value="KM7X QB4"' in wrong.text, "what was typed stays"
    code = offered(ben)
    found = look_up(code)
    assert found.status_code == 200 and "moves a seat to this device" in found.text
    assert "You have" not in banner(new.watch(ann)), "to look it up moves nothing"
    assert look_up(f"{server.url}{ann.path}#seat={code.replace('-', '')}").text == found.text
    assert new.post(f"{ann.path}/device", [("device", code)]).status_code == 303
    assert "You have Ben’s seat now" in banner(new)
    assert look_up(code).status_code == 404, "it works once"


def test_codes_that_move_seats_are_guessed_no_faster_than_others(serve):
    server = serve("fly-down", rates="usual")
    _, ben = party(server, "fly-down", 2)
    thief = Person(server.url)
    code = offered(ben)
    answers = [thief.get("/t", params={"code": "AAAAAAA" + letter}).status_code for letter in "ABCDEFGHJKMNPQRSTUVWXYZ"]
    assert answers[0] == 404 and answers[-1] == 429
    assert thief.get("/t", params={"code": code}).status_code == 429, "a right one is not told apart any more"


def test_a_code_can_be_taken_back(server):
    ann, ben = party(server, "fly-down", 2)
    code = offered(ben)
    assert "Never mind" in ben.post(f"{ben.path}/offer", []).text
    code = offered(ben)
    assert ben.post(f"{ben.path}/room", [("do", "withdraw")]).status_code == 303
    phone = Person(server.url).watch(ann)
    phone.page()
    assert phone.post(f"{ann.path}/device", [("device", code)]).status_code == 410


def test_the_banner_says_who_is_missing_and_what_can_be_done(serve):
    server = serve("fly-down", gone=(0.3, 1))
    ann, _ = party(server, "fly-down", 2)
    ann.listen()
    rng = random.Random(1)
    until(lambda: not ann.moves() or ann.act(rng) is None)
    until(lambda: "Ben is away" in banner(ann) or "Ben is gone" in banner(ann))
    until(lambda: "Ben is gone" in banner(ann))
    html = ann.page()
    assert html.count("Let a bot play for Ben") == 1
    assert do(ann, "stand_in").status_code == 303
    until(lambda: "Ben is gone" not in banner(ann))
    ann.leave()


def test_a_pause_says_to_each_who_can_end_it(server):
    ann, ben = party(server, "fly-down", 2)
    assert do(ann, "pause").status_code == 303
    assert banner(ann).startswith("The game is paused You can let it go on Go on with the game")
    assert banner(ben).startswith("The game is paused Ann can let it go on")
    assert "You paused the game." in ann.page() and "Ann paused the game." in ben.page()
    assert do(ann, "resume").status_code == 303
    assert "You let the game go on." in ann.page()


def test_a_clock_says_what_it_is_for_and_the_log_that_it_ran_out(server):
    people = party(server, "fly-down", 2, turn_clock=5)
    head = re.search(r'<div class="head">.*?<div id="moving">', people[0].page(), re.S)[0]
    assert "Time for this action" in head and "data-ends" in head, "it stays in sight with the banner"
    until(lambda: "Time is up: the game plays for" in people[0].page())


def test_chairs_are_counted_from_1_on_pages(server):
    ann = Person(server.url, "Ann")
    ann.get("/open/fly-down")
    data = [("name", "Ann"), ("seats", "4"), ("bots", "0"), ("bot", "random"), ("option.start", "5")]
    html = ann.post("/open/fly-down", data).text
    assert "There is no chair 6 at a table of 4." in html and "choose one of chairs 1 to 4" in html
    data[-1] = ("option.start", "3")
    assert ann.post("/open/fly-down", data).status_code == 303


def test_the_result_says_who_played(server):
    ann, ben = party(server, "fly-down", 2)
    ben.post(f"{ben.path}/leave", [])
    rng = random.Random(2)
    until(lambda: ann.over() or (ann.act(rng) is None and False), 60)
    html = ann.page()
    ben = r'<span class="grow">Ben[^<]*(?:<span class="tag[^\n]*)?<span class="small played">Ben, then a bot</span>'
    assert re.search(ben, html)
    assert html.count("then a bot</span>") == 1
    assert re.search(r'<td><b class="mini back ink-\w+">\w+ \d</b></td>', html), "its cards are coloured"
    assert "Actions left" not in html and "Turns played" in html


def test_a_rematch_asks_about_who_has_not_answered_and_tells_them_that_it_runs(server):
    people = party(server, "fly-down", 3)
    ann, ben, cleo = people
    play_on(people, random.Random(3))
    ann.path = ann.post(f"{ann.path}/rematch", [("nonce", "ab" * 16)]).headers["location"]
    old, cleo.path = cleo.path, ann.path
    ben.path = ann.path
    assert ben.post(f"{ben.path}/ready", [("nonce", "")]).status_code == 303
    html = ann.page()
    assert "Cleo has not answered" in html and "Let a bot play until they come" in html
    refused = ann.post(f"{ann.path}/start", [("fill", ""), ("nonce", ""), ("absent", "")])
    assert refused.status_code == 409 and "Cleo has not answered yet." in refused.text
    assert "To the rematch" in cleo.get(old).text
    assert ann.post(f"{ann.path}/start", [("fill", ""), ("nonce", ""), ("absent", "bot")]).status_code == 303
    assert "a bot stands in" in ben.page()
    late = cleo.get(old).text
    assert "The next game has started." in late and "To the next game" in late


def test_without_script_the_banner_offers_to_look_again(server):
    ann, ben = party(server, "fly-down", 2)
    mover, other = (ann, ben) if ann.asked() else (ben, ann)
    html = other.page()
    assert f"Wait for {mover.name}" in banner(other)
    assert '<p class="who scripted">You are asked when it is your turn</p>' in html
    assert f'<a class="unscripted" href="{other.path}">Look again</a>' in html and "noscript.css" in html
    assert 'class="unscripted"' not in re.search(r'<section id="ask".*?</section>', mover.page(), re.S)[0]
    style = other.get(re.search(r"/static/noscript\.css\?v=\w+", html)[0]).text
    assert "[data-copy]" in style and "display: none" in style


def test_who_watches_finds_an_invitation_unless_the_table_is_closed(server):
    ann, ben = party(server, "fly-down", 2)
    watcher = Person(server.url).watch(ann)
    assert "Invite somebody to watch" in watcher.page() and f'"{server.url}{ann.path}"' in unescape(watcher.page())
    assert do(ann, "close").status_code == 303
    assert "Invite somebody to watch" not in ben.page()
    lost = watcher.page()
    assert "No table is open to you under this code." in lost
    assert f'<a class="button" href="{ann.path}">Look again</a>' in lost
    strange = watcher.get("/t/KM7XQB4A").text
    assert lost.replace(ann.code, "CODE") == strange.replace("KM7XQB4A", "CODE"), "no stranger learns which codes exist"


def test_my_tables_tell_them_apart(server):
    ann = Person(server.url, "Ann")
    ann.get("/open/fly-down")
    data = [("name", "Ann"), ("seats", "3"), ("bots", "0"), ("bot", "random"), ("hot", "yes")]
    ann.path = ann.post("/open/fly-down", data).headers["location"]
    ann.code = ann.path.removeprefix("/t/")
    assert do(ann, "seat", how="Ben").status_code == 303
    Person(server.url, "Cleo").join(ann)
    html = ann.get("/").text
    assert "Ann and Ben, with Cleo" in html and f"{ann.code[:4]}-{ann.code[4:]}" in html


def test_problems_have_words_over_them_and_not_numbers(server):
    ann, ben = party(server, "fly-down", 2)
    assert do(ann, "lock").status_code == 303
    html = Person(server.url).get("/rules/nothing").text
    assert '<p class="status">Nothing here</p>' in html and "first page" in html and "shelf" not in unescape(html)
    former = ben.post(f"{ben.path}/leave", [])
    html = ben.get(f"{ben.path}/help").text
    assert former.status_code == 303 and ('<p class="status">Too late</p>' in html or "Rules" in html)


def test_ctrl_c_in_a_terminal_ends_it_with_one_line(serve):
    server = serve("fly-down", within=["setsid"])
    ann = Person(server.url, "Ann").open("fly-down", 2, bots=1)
    ann.start()
    rng = random.Random(1)
    until(lambda: "Birdie discards" in ann.page() or "Birdie asks" in ann.page() or (ann.act(rng) and False))
    ann.leave()
    os.killpg(server.process.pid, signal.SIGINT)  # as a terminal does: to the server and to the processes of bots
    assert server.process.wait(20) == 0
    said = server.process.stdout.read().decode()
    assert said.endswith("Stopped; games that are under way go on when it starts again.\n")
    log = server.log.read_text()
    assert "Traceback" not in log and "KeyboardInterrupt" not in log
