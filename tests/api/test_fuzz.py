"""The OpenAPI document and the server keep each other's word: schemathesis asks every door, with what the document
allows and with what it does not, and holds every answer against it."""

import random

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.config import SchemathesisConfig
from schemathesis.generation import GenerationMode

from facedown.web.api.doors import DOORS
from tests.process import Server

from .client import Client, party, pick, play_on

pytestmark = pytest.mark.server
REFUSED = ["2xx", "401", "403", "404", "409", "410", "422", "429", "503"]
"""What may be answered to what is written as it should be: it can still be against the rules."""
LASTING = ("stream", "socket")
"""They do not end, and have tests of their own."""

load_all_checks()
HELD = [check for check in CHECKS.get_all() if check.__name__ != "ignored_auth"]
"""All but one, which wants 401 for a table that is not open to who asks; here it looks like one that does not exist."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("fuzz"), ["fly-down", "tests.mini.pair:game"]).start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def over(server):
    people = party(server, "pair", 2)
    play_on(people, random.Random(1))
    return people


@pytest.fixture
def tables(server, over):
    """Seats at tables of every phase; what is not over is new for each test, which may end it."""
    playing = party(server, "fly-down", 3, {"chat": True})
    return [*playing, *over, *(Client(server.url, "Ann").open("fly-down", seats) for seats in (2, 6))]


@pytest.fixture(scope="module")
def api(server):
    config = SchemathesisConfig.from_dict({"checks": {"positive_data_acceptance": {"expected-statuses": REFUSED}}})
    return schemathesis.openapi.from_url(f"{server.url}/api/v1/openapi.json", config=config)


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize("door", [door for door in DOORS if door.name not in LASTING], ids=lambda door: door.name)
def test_every_door_keeps_its_word(api, tables, door, mode):
    if mode is GenerationMode.NEGATIVE and not (door.body or door.query):
        return  # there is nothing to say wrongly
    asked = []

    @given(case=api[door.path][door.method].as_strategy(generation_mode=mode), at=st.sampled_from(tables))
    @settings(max_examples=40, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    def ask(case, at):
        if mode is GenerationMode.POSITIVE:
            known(case, door.name, at)
        response = case.call()
        asked.append(response.status_code)
        case.validate_response(response, checks=HELD)

    ask()
    assert asked
    if mode is GenerationMode.POSITIVE:
        assert min(asked) < 300, f"{door.name} was never granted: {sorted(set(asked))}"


def known(case, name, at):
    """Puts what no chance would find into a case: a table, a token, a code, a request that is open. To JSON Schema 5.0
    is a whole number as well; here it is none."""
    case.body = whole(case.body)
    if "table" in case.path_parameters:
        case.path_parameters["table"] = at.table
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {at.token}"}
    if name == "find":
        case.query["code"] = at.code
    elif name == "join":
        case.body["code"] = at.code
    elif name == "moves" and (offers := at.offers(binding=False)):
        offer = next((o for o in offers if o["kind"] == case.body["move"].get("kind")), None)
        if offer is None:
            offer, rng = offers[0], random.Random(len(offers))
            fields = {field: pick(domain, rng) for field, domain in offer["fields"].items()}
            case.body["move"] = {"kind": offer["kind"], **fields}
        case.body |= {"request": offer["request"], "id": offer["id"]}


def whole(value):
    """The same, with 5 for 5.0."""
    if isinstance(value, dict):
        return {name: whole(v) for name, v in value.items()}
    if isinstance(value, list):
        return [whole(v) for v in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def test_what_is_no_door_is_said(server):
    for path, method, status in (("/api/v1/nothing", "GET", 404), ("/api/v1/games", "PUT", 405)):
        answer = httpx.request(method, server.url + path, timeout=60)
        assert answer.status_code == status and answer.json()["next"]
    assert answer.headers["allow"] == "GET"
