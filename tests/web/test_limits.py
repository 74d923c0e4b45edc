"""How often somebody may ask, who is believed about addresses, and what the server tells about itself."""

import random
import re
import secrets
import socket
import time

import httpx
import pytest

from facedown.table.words import LETTERS, new_code
from facedown.web.limits import KEPT, Buckets, Rate, address
from facedown.web.server import lan_address
from tests.api.client import Client

from .person import Person

pytestmark = pytest.mark.server
USUAL = {"rates": "usual"}


def statuses(server, requests, at_once=100):
    """The answers' statuses and the last answer, all sent down one connection without waiting."""
    host, port = server.url.removeprefix("http://").split(":")
    found, got = [], b""
    with socket.create_connection((host, int(port)), timeout=60) as line:
        for i in range(0, len(requests), at_once):
            batch = requests[i : i + at_once]
            line.sendall(b"".join(batch))
            due = len(found) + len(batch)
            while len(found) < due:
                got += line.recv(1 << 20)
                while b"\r\n\r\n" in got:
                    head, _, rest = got.partition(b"\r\n\r\n")
                    length = int(re.search(rb"(?i)content-length: (\d+)", head)[1])
                    if len(rest) < length:
                        break
                    last, got = (head, rest[:length]), rest[length:]
                    found.append(int(head[9:12]))
    return found, last


def ask(path, method="GET", body=b"", address=""):
    head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n"
    if address:
        head += f"X-Forwarded-For: {address}\r\n"
    return f"{head}\r\n".encode() + body


def guesses(n, address):
    """Codes that somebody tries: on pages, in the address and at the doors of the API."""
    for i in range(n):
        code, table = new_code(), secrets.token_hex(8)
        yield [
            ask(f"/t/{code}", address=address),
            ask(f"/t?code={code}", address=address),
            ask(f"/api/v1/tables?code={code}", address=address),
            ask(f"/api/v1/tables/{table}/view?code={code}", address=address),
            ask(f"/api/v1/tables/{table}/seats", "POST", b'{"code": "%s", "name": "Eve"}' % code.encode(), address),
        ][i % 5]


def test_ten_thousand_guessed_codes_find_nothing_and_disturb_nobody(serve):
    server = serve("fly-down", trusted_proxy=lan_address(), **USUAL)
    ann = Person(server.url, "Ann").open("fly-down", 2)
    began = time.monotonic()
    found, (head, body) = statuses(server, list(guesses(10_000, "203.0.113.9")))
    seconds = time.monotonic() - began
    assert set(found) == {404, 429}
    assert found.count(404) <= 20 + seconds / 6 + 1, "so many were looked up"
    assert int(re.search(rb"(?i)retry-after: (\d+)", head)[1]) >= 1
    assert b"too often" in body
    # the right code, once found, would not help from there; whoever sits at the table, and everybody else, goes on
    blocked, (_, page) = statuses(server, [ask(ann.path, address="203.0.113.9")])
    assert blocked == [429] and b"<h1>That was too often.</h1>" in page and b"Wait " in page
    assert statuses(server, [ask(ann.path, address="203.0.113.10")])[0] == [200]
    assert ann.get(ann.path).status_code == 200
    home = {"x-forwarded-for": "203.0.113.9"}
    time.sleep(2)  # the general limit of that address has room again
    assert ann.get(ann.path, headers=home).status_code == 200, "a seat opens its table from anywhere"


def plain(server, code, door):
    """What a new browser is answered, without what is its own and the code that it asked for."""
    with httpx.Client(base_url=server.url, timeout=60) as http:
        if door == "/device":
            token = http.get("/open/fly-down").cookies["fdcsrf"]
            answer = http.post(f"/t/{code}{door}", data={"device": "AAAABBBB", "_csrf_token": token})
        else:
            answer = http.get(f"/t/{code}{door}")
        token, known = http.cookies.get("fdcsrf", "-"), http.cookies.get("fdb", "-")
        heads = [(k, v.replace(token, "T").replace(known, "B")) for k, v in answer.headers.items() if k != "date"]
        return answer.status_code, answer.text.replace(token, "T").replace(code, "C"), str(heads)


def test_unknown_closed_and_wrong_codes_get_the_same_answer(server):
    ann, eve = Client(server.url, "Ann").open("fly-down", 2), Client(server.url, "Eve").open("fly-down", 2)
    shut, moved = Client(server.url, "Ann").open("fly-down", 2), Client(server.url, "Ann").open("fly-down", 2)
    assert Client(server.url, "Ben").join(shut).status_code == 201
    for do in ("start", "close"):
        assert shut.room(do).status_code == 200
    assert moved.room("lock").status_code == 200

    for door in ("", "/stream", "/record", "/help", "/device"):
        answers = [plain(server, code, door) for code in (new_code(), "AAAABBBB", shut.code, moved.code)]
        assert {a[0] for a in answers} == {404}
        assert len(set(answers)) == 1, "\n".join(map(str, answers))
    pages = [plain(server, code, "") for code in ("nonsense", LETTERS)]
    assert pages[0][0] == 404 and len({p[:2] for p in pages}) == 1
    seats = [
        Client(server.url).ask("POST", f"/api/v1/tables/{table}/seats", {"code": code, "name": "Eve"})
        for table, code in ((ann.table, eve.code), (ann.table, "x"), ("0" * 16, ann.code), ("y", "x"))
    ]
    assert {a.status_code for a in seats} == {404} and len({a.content for a in seats}) == 1


def test_nobody_talks_the_others_down(serve):
    server = serve("fly-down", **USUAL)
    ann = Client(server.url, "Ann").open("fly-down", 2, {"chat": True})
    began = time.monotonic()
    said = [ann.post("talk", {"text": f"line {i}"}) for i in range(30)]
    refused = [a for a in said if a.status_code == 429]
    assert 10 <= 30 - len(refused) <= 10 + (time.monotonic() - began) + 1
    assert refused[0].json()["type"] == "urn:facedown:problem:too-often" and int(refused[0].headers["retry-after"]) >= 1
    eve = Client(server.url)
    joins = [eve.ask("POST", "/api/v1/tables", {"game": "fly-down", "seats": 2, "name": "x"}) for _ in range(80)]
    assert joins[0].status_code == 201 and joins[-1].status_code == 429


def test_one_address_may_have_so_many_streams_open_and_no_more(serve):
    server = serve("fly-down", trusted_proxy=lan_address(), streams=(2, 3))
    ann, eve = Client(server.url, "Ann").open("fly-down", 2), Client(server.url, "Eve").open("fly-down", 2)
    here, there = {"x-forwarded-for": "203.0.113.9"}, {"x-forwarded-for": "203.0.113.10"}
    page, reading = f"/t/{ann.code}", []

    def stream(path, headers, code=""):
        headers = {**headers, "facedown-code": code} if code else headers
        line = httpx.Client(base_url=server.url, timeout=60)
        answer = line.send(line.build_request("GET", path, headers=headers), stream=True)
        reading.append(answer.iter_raw())  # dropped it would close the line
        next(reading[-1])
        return line, answer

    lines = [stream(f"{page}/stream", here), stream(f"{ann.path}/stream", here, ann.code)]
    assert [a.status_code for _, a in lines] == [200, 200]
    for path, code in ((f"{page}/stream", ""), (f"{ann.path}/stream", ann.code)):
        more = httpx.get(server.url + path, headers={**here, **({"facedown-code": code} if code else {})}, timeout=60)
        assert more.status_code == 429 and "retry-after" in more.headers and "Close some of them" in more.text
    shown = httpx.get(server.url + page, headers=here, timeout=60)
    assert shown.status_code == 200 and "Too many pages are open at your address" in shown.text
    assert "Too many pages" not in httpx.get(server.url + page, headers=there, timeout=60).text
    assert stream(f"{page}/stream", there)[1].status_code == 200, "another household"
    assert stream(f"{eve.path}/stream", here, eve.code)[1].status_code == 200, "another table"
    assert stream(f"/t/{eve.code}/stream", here)[1].status_code == 429, "three in all"

    lines[0][0].close()
    end = time.monotonic() + 60
    while (again := stream(f"{page}/stream", here)[1]).status_code != 200:
        assert time.monotonic() < end, "a closed page goes on counting"
        time.sleep(0.1)
    again.close()


def test_only_trusted_proxies_are_believed(serve):
    """Elsewhere a forged header would give everybody a new address for each guess."""
    server = serve("fly-down", **USUAL)
    began = time.monotonic()
    found, _ = statuses(server, [ask(f"/t/{new_code()}", address=f"203.0.113.{i}") for i in range(200)])
    assert found.count(404) <= 20 + (time.monotonic() - began) / 6 + 1
    form = httpx.get(f"{server.url}/open/fly-down", headers={"x-forwarded-proto": "https"}, timeout=60)
    assert "secure" not in form.headers["set-cookie"].lower()


def test_cookies_are_for_the_server_alone_and_secure_on_https(serve):
    server = serve("fly-down", trusted_proxy="127.0.0.0/8," + lan_address())
    for proto in ("http", "https"):
        with httpx.Client(base_url=server.url, headers={"x-forwarded-proto": proto}, timeout=60) as http:
            form = http.get("/open/fly-down")
            token = form.cookies["fdcsrf"]
            data = {"name": "Ann", "seats": "2", "bots": "0", "_csrf_token": token}
            opened = http.post("/open/fly-down", data=data, headers={"cookie": f"fdcsrf={token}"})
            assert opened.status_code == 303, opened.text
            cookies = [v.lower() for a in (form, opened) for v in a.headers.get_list("set-cookie")]
            assert any(c.startswith("fd_") for c in cookies) and any(c.startswith("fdcsrf") for c in cookies)
            for cookie in cookies:
                assert "httponly" in cookie and "samesite=lax" in cookie
                assert ("secure" in cookie) == (proto == "https"), cookie


def test_the_public_address_makes_links_and_cookies(serve):
    server = serve("fly-down", public_url="https://games.example")
    form = httpx.get(f"{server.url}/open/fly-down", timeout=60)
    assert "secure" in form.headers["set-cookie"].lower()
    assert httpx.get(f"{server.url}/api/v1/openapi.json", timeout=60).json()["servers"] == [{"url": "https://games.example"}]


def test_metrics_are_for_this_machine_and_name_nobody(serve):
    server = serve("fly-down", trusted_proxy="10.9.8.7")
    ann = Client(server.url, "Annabel").open("fly-down", 3, bots=["random", "random"])
    ann.listen()
    assert ann.room("start").status_code == 200
    ann.wait(lambda: ann.offers())
    assert ann.act(random.Random(1)).status_code == 200
    ann.get("view", params={"code": "AAAABBBB"}, token="x")
    here = f"http://127.0.0.1:{server.port}/metrics"
    text = httpx.get(here, timeout=60).text
    assert httpx.get(f"{server.url}/metrics", timeout=60).status_code == 404
    forwarded = httpx.get(here, headers={"x-forwarded-for": "127.0.0.1"}, timeout=60)
    assert forwarded.status_code == 404, "it came through a proxy"
    assert re.search(r"^facedown_moves_total [1-9]", text, re.M)
    assert re.search(r"^facedown_streams 1.0", text, re.M) and re.search(r"^facedown_tables 1.0", text, re.M)
    assert re.search(r"^facedown_commit_seconds_count [1-9]", text, re.M)
    assert re.search(r"^facedown_bot_seconds_count", text, re.M)
    route = r'facedown_requests_total{method="POST",route="/api/v1/tables/{table}/moves",status="200"} 1.0'
    assert route in text
    assert 'route="/api/v1/tables/{table}/view",status="404"' in text
    for secret in (ann.code, ann.token, ann.table, "Annabel"):
        assert secret not in text


def test_a_bucket_fills_up_again_and_old_ones_are_forgotten(monkeypatch):
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    buckets = Buckets(Rate(2, 0.5))
    assert [buckets.take("a") for _ in range(3)] == [0, 0, 2] and buckets.take("b") == 0
    now += 2
    assert buckets.wait("a") == 0 and buckets.take("a") == 0 and buckets.take("a") == 2
    for i in range(KEPT):
        buckets.take(f"x{i}")
    assert buckets.wait("a") == 2, "who has to wait is not forgotten"
    assert len(buckets._kept) <= KEPT


def test_addresses_of_one_home_are_one():
    def of(host):
        return address({"client": (host, 1)})

    assert of("2001:db8:1:2:3:4:5:6") == of("2001:db8:1:2::9") != of("2001:db8:1:3::9")
    assert of("203.0.113.9") == of("::ffff:203.0.113.9") != of("203.0.113.10")
