"""`serve --stage`: tables that begin where scenarios begin."""

import random
import subprocess
import sys
from html import unescape

import httpx
import pytest

import facedown
from facedown.engine import read_record
from tests.api.client import Client, play_on
from tests.process import ROOT, Server

pytestmark = pytest.mark.server
STAGED = {"host": "127.0.0.1", "stage": str(ROOT / "tests" / "conformance")}


def seats_of(server, body):
    answer = httpx.post(f"{server.url}/api/v1/stage", json=body, timeout=60)
    assert answer.status_code == 201, answer.text
    staged = answer.json()
    people = []
    for seat in staged["seats"]:
        person = Client(server.url, seat["name"])
        person.table, person.code = staged["table"], staged["code"]
        person.seat, person.token = seat["seat"], seat["token"]
        people.append(person)
    return people, staged


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("stage"), ["fly-down"], **STAGED).start()
    server.url = f"http://127.0.0.1:{server.port}"
    yield server
    server.stop()


def test_a_table_begins_where_its_scenario_does_and_can_be_played_on(server):
    people, _ = seats_of(server, {"file": "fly_down/asking.yaml", "id": "I-50-sum"})
    ann, ben, cleo = people
    held = [(card["colour"], card["value"]) for card in ben.view()["view"]["hands"][0][2:]]
    assert held == [("R", 2), ("G", 8), ("Y", 5)]
    offer = next(o for o in ann.offers() if o["kind"] == "sum")
    move = {"request": offer["request"], "id": offer["id"], "move": {"kind": "sum"}}
    assert ann.post("moves", move).status_code == 200
    assert cleo.get("log").json()["lines"][-1]["event"]["sum"] == 15
    assert ann.view()["table"]["commitment"] == "", "nothing is claimed about a deal that was none"
    play_on(people, random.Random(1))
    record = read_record(ann.get("record").content)
    assert record.header.given["hands"]["0"] == ["V R3", "V Y3", "H R2", "H G8", "H Y5"]
    assert not record.header.seed and not record.header.commitment
    assert facedown.game("fly-down").replay(record).outcome() is not None


def test_the_same_seed_is_the_same_table(server):
    body = {"file": "fly_down/asking.yaml", "id": "I-50-sum", "seed": 5}
    views = [[p.view()["view"] for p in seats_of(server, body)[0]] for _ in range(2)]
    assert views[0] == views[1]


def links(page):
    return [unescape(part.split('"')[0]) for part in page.split('href="')[1:]]


def test_the_index_lists_scenarios_and_a_link_sits_a_browser_down(server):
    with httpx.Client(base_url=server.url, timeout=60) as http:
        (file,) = [link for link in links(http.get("/stage").text) if link.endswith("fly_down%2Fasking.yaml")]
        page = http.get(file).text
        assert "I-50-sum" in page and http.get("/stage/file?file=nothing.yaml").status_code == 422
        link = links(page)[0]
        gone = http.get(link + "&seat=1")
        assert gone.status_code == 303
        table = http.get(gone.headers["location"])
        assert table.status_code == 200 and "Ben" in table.text


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"file": "../../pyproject.toml", "id": "x"}, "no scenario file"),
        ({"file": "fly_down/asking.yaml", "id": "nothing"}, "no scenario"),
        ({"file": "fly_down/asking.yaml", "id": "I-50-sum", "seats": 9}, "2 to 6"),
    ],
)
def test_what_cannot_be_staged_is_said(server, body, says):
    answer = httpx.post(f"{server.url}/api/v1/stage", json=body, timeout=60)
    assert answer.status_code == 422 and says in answer.json()["title"]


def test_there_is_no_such_door_unless_it_was_asked_for(server, serve):
    plain = serve("fly-down")
    assert httpx.post(f"{plain.url}/api/v1/stage", json={"file": "x", "id": "y"}, timeout=60).status_code == 404
    assert httpx.get(f"{plain.url}/stage", timeout=60).status_code == 404
    assert "/api/v1/stage" not in httpx.get(f"{plain.url}/api/v1/openapi.json", timeout=60).json()["paths"]
    assert "/api/v1/stage" in httpx.get(f"{server.url}/api/v1/openapi.json", timeout=60).json()["paths"]


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1"])
def test_it_listens_on_this_machine_alone(host):
    command = [sys.executable, "-c", "from facedown.cli import main; main()", "serve", "--database", "memory"]
    command += ["--host", host, "--port", "0", "--stage", "tests"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=ROOT)
    assert ended.returncode == 2 and "this machine alone" in ended.stderr and ended.stderr.count("\n") == 1
