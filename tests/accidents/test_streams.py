"""Connections that are bad: readers that do not read, lines that are cut again and again, everybody coming back at
once. The table goes on for the others, and whoever comes back sees what is."""

import asyncio
import contextlib
import json
import random
import re
import socket
import time
from contextlib import aclosing

import pytest

from facedown.web.render import REGIONS
from tests.api.client import Client, party, play_on
from tests.loops import Loop
from tests.process import until
from tests.proxy import Proxy
from tests.swarm import AGAIN, LOST, events, request
from tests.web.person import Person
from tests.web.test_browsers import Browser, dealt

from .trial import QUICK, Store, Trial

pytestmark = pytest.mark.server
SLOW = 30
LINES = 500


@pytest.fixture
def proxy(request):
    """Proxies before a server: `proxy(server, every=5)`."""
    proxies = []

    def start(server, every=None):
        proxies.append(Proxy(server, every))
        return proxies[-1]

    yield start
    for each in proxies:
        each.close()


def on_page(server, host):
    """A spectator with the page of a table."""
    person = Person(server.url)
    person.path, person.code = f"/t/{host.code}", host.code
    return person


# whoever does not read ------------------------------------------------------------------------------------------------
class Sleeper:
    """A stream that is asked for and then not read, on a line that holds next to nothing."""

    def __init__(self, server, ask):
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        self.socket.connect((server.host, server.port))
        self.socket.sendall(ask)
        self.socket.settimeout(60)
        self.got = b""
        while b"data: " not in self.got:
            self.got += self.socket.recv(1024)

    def wake(self, last):
        """Reads on until `last` has come; the frames that came, the newest last."""
        while last not in self.got or not self.got.endswith(b"\n\n\r\n"):
            self.got += self.socket.recv(1 << 16)
        self.socket.close()
        text = re.sub(rb"\r\n[0-9a-f]+\r\n", b"", self.got)
        return [json.loads(data) for data in re.findall(rb"data: (.*)", text)]


def memory(server):
    """Megabytes that the process has in memory."""
    with open(f"/proc/{server.process.pid}/status") as status:
        return int(re.search(r"VmRSS:\s+(\d+) kB", status.read())[1]) / 1024


def sleep_through(server, seconds):
    """Readers sleep while a game is played and much is said, for so many seconds at least."""
    people = party(server, "fly-down", 3, {"chat": True})
    ann, quick = people[0], Client(server.url).watch(people[0]).listen()
    page = on_page(server, ann).listen()
    seat = [request("GET", f"{ann.path}/stream", p.token) for p in people] * (SLOW // 6)
    pages = [request("GET", f"/t/{ann.code}/stream")] * (SLOW // 2)
    sleepers = [Sleeper(server, ask) for ask in (*seat, *pages)]
    before, end, n = memory(server), time.monotonic() + seconds, 0
    rng = random.Random(1)
    play_on(people, rng, 8)
    while n < LINES or time.monotonic() < end:
        assert ann.post("talk", {"text": f"line {n} {'🂠' * 480}"}).status_code == 200
        n += 1
        time.sleep(seconds / (2 * LINES))  # what is said is kept, and is not to be what fills the memory
    play_on(people, rng)
    last = f"line {n - 1} ".encode()
    ann.wait(lambda: quick.now["table"]["phase"] == "over")
    until(lambda: any(last in frame for frame in page.frames))
    assert len([k for k in quick.lines if quick.lines[k]["text"].startswith("line ")]) == n, "the others heard it all"
    backlog = sum(map(len, page.frames)) * len(pages) / 1e6
    assert backlog > 100, "so many megabytes they would have been sent"
    assert memory(server) - before < 50
    views = [person.view() for person in people] * (SLOW // 6)
    for sleeper, now in zip(sleepers, views, strict=False):
        frames = sleeper.wake(b'"phase":"over"')
        assert len(frames) < n / 2 and len(frames) < len(quick.frames) / 2, "no backlog"
        seen = {key: part for frame in frames for key, part in frame.items()}
        assert all(seen[key] == now[key] for key in ("rev", "view", "requests", "menu"))
    for sleeper in sleepers[len(seat) :]:
        frames = sleeper.wake(rb"ask over")
        seen = {name: html for frame in frames for name, html in frame["regions"].items()}
        assert len(frames) < n / 2 and last.decode() in seen["log"] and "ask over" in seen["ask"]
    page.leave()
    quick.leave()


def test_whoever_reads_nothing_holds_up_nobody_and_gets_what_is_new_in_the_end(serve):
    sleep_through(serve("fly-down"), 0)


@pytest.mark.soak
def test_whoever_reads_nothing_for_a_minute_holds_up_nobody(serve):
    sleep_through(serve("fly-down"), 60)


# whoever comes back ---------------------------------------------------------------------------------------------------
class Watcher:
    """A stream that comes back whenever it is cut. `first`: the first frame since; `now`: what its frames add up to."""

    def __init__(self, where, ask):
        self.where, self.ask, self.first, self.now = where, ask, None, {}

    async def listen(self):
        while True:
            with contextlib.suppress(*LOST):
                async with aclosing(events(self.where, self.ask)) as stream:
                    async for data in stream:
                        self.now |= (frame := json.loads(data))
                        self.first = self.first or frame
            self.first = None
            await asyncio.sleep(AGAIN)

    def whole(self):
        """Whether it is there with everything."""
        frame = self.first or {}
        regions = set(frame.get("regions", ()))
        return {"view", "requests", "menu", "table"} <= set(frame) or regions == {*REGIONS, "yours"}


def test_two_hundred_streams_come_back_at_once_and_each_sees_what_is(serve, proxy):
    server = serve("fly-down")
    line, loop, rng = proxy(server), Loop(), random.Random(4)
    parties = [party(server, "fly-down", 2) for _ in range(10)]
    asks = []
    for ann, ben in parties:
        api, page = f"{ann.path}/stream", request("GET", f"/t/{ann.code}/stream")
        asks += [request("GET", api, p.token) for p in (ann, ben)] + [request("GET", api, code=ann.code)] * 8
        asks += [page] * 10
    watchers = [Watcher((line.host, line.port), ask) for ask in asks]

    async def begin():
        return [asyncio.ensure_future(watcher.listen()) for watcher in watchers]

    def all_back():
        return sum(watcher.whole() for watcher in watchers) == 200

    listening = loop.run(begin())
    until(all_back)
    for accident in (line.cut, server.kill):
        accident()
        if accident == server.kill:
            server.start()
        for people in parties:
            play_on(people, rng, 2)  # while they come back
        until(all_back)
        for i, people in enumerate(parties):
            views = [p.view() for p in (*people, Client(server.url).watch(people[0]))]
            for watcher, seen in zip(watchers[20 * i : 20 * i + 10], [*views[:2], *[views[2]] * 8], strict=True):
                until(lambda w=watcher, seen=seen: shows(w, seen))
    loop.close()
    assert all(task.cancelled() for task in listening), "nothing else ended them"


def shows(watcher, seen):
    """Whether its frames have come to this."""
    return all(watcher.now[key] == seen[key] for key in ("view", "requests", "menu"))


def test_whoever_was_offline_is_given_everything_and_what_was_missed(serve, proxy):
    server = serve("fly-down", gone=(0.2, 60))
    line, rng = proxy(server), random.Random(2)
    ann, ben, cleo = party(server, "fly-down", 3)
    far = through(line, ben, Client(line.url, "Ben"))
    far.listen()
    until(lambda: there(ann, 1) == "here")
    known = dict(far.lines)
    line.shut()
    until(lambda: there(ann, 1) == "away")
    play_on([ann, ben, cleo], rng, 12)
    assert far.ended.is_set() and len(far.frames) and far.lines == known, "nothing comes through"
    line.open()
    far.listen()
    assert {"view", "requests", "menu", "table"} <= set(far.frames[-1])
    now = ben.view()
    far.wait(lambda: {key: far.now[key] for key in ("view", "menu")} == {key: now[key] for key in ("view", "menu")})
    log = ben.get("log").json()["lines"]
    assert [far.lines[k] for k in sorted(far.lines)] == log and len(log) >= len(known) + 12
    until(lambda: there(ann, 1) == "here")


def through(line, client, other):
    """The same seat, at the other end of a line."""
    other.table, other.code, other.seat, other.token = client.table, client.code, client.seat, client.token
    return other


def there(client, seat):
    return client.view()["table"]["people"][seat]["there"]


# lines that are cut again and again -----------------------------------------------------------------------------------
def programs_play_through(server, line, games, pause):
    """The six play through a line that is cut, and what they sent and saw is judged like after a kill."""
    trial = Trial([line], Store(server.database), QUICK, 3, pause=pause)
    done = trial.play(games, 32, accident=None, between=0, accidents=0)
    assert line.cuts > 20 and done.acknowledged > 40


def browsers_play_through(browser, server, line, every, moves, pause=0):
    """Two browsers play behind a line that is cut after so many seconds, once their pages are there; every move that a
    page has sent is in everybody's log once. `pause`: the seconds for which they think."""
    ann, ben = Browser(browser, "Ann"), Browser(browser, "Ben")
    ben.join(ann.open(line, 2))
    ann.start()
    dealt(ann, ben)
    line.every = every
    line.cut()
    rng, store = random.Random(1), Store(server.database)
    table, sent = store.tables()[0], 0
    logs = [page.locator("#log li") for page in (ann.page, ben.page)]
    while len(store.rows(table)) < moves and ann.state() != "over":
        mover = next((p for p in (ann, ben) if p.state() == "you"), None)
        if mover is None:
            ann.page.wait_for_timeout(50)
            continue
        mover.page.wait_for_timeout(1000 * pause)
        before, told = len(store.rows(table)), logs[0].count()
        mover.act(rng)
        sent += 1
        refused = mover.page.locator("#notice [role=alert]")
        until(lambda n=before, notice=refused: len(store.rows(table)) > n or notice.count())
        if len(store.rows(table)) > before:
            until(lambda n=told: logs[0].count() == logs[1].count() > n)
    rows = store.rows(table)
    marks = [mark for *_, mark, _ in rows]
    assert len(rows) == moves or ann.state() == "over"
    assert len(set(marks)) == len(rows) <= sent and line.cuts > 5, "each once"


def test_programs_play_through_a_line_that_is_cut_all_the_time(serve, proxy):
    server = serve(*QUICK)
    programs_play_through(server, proxy(server, every=0.5), 4, 0.15)


@pytest.mark.browser
def test_browsers_play_through_a_line_that_is_cut_all_the_time(serve, proxy, browser):
    server = serve("fly-down")
    browsers_play_through(browser, server, proxy(server), 0.5, 6)


@pytest.mark.soak
def test_programs_play_through_a_line_that_is_cut_every_five_seconds(serve, proxy):
    server = serve(*QUICK)
    programs_play_through(server, proxy(server, every=5), 200, 1.0)


@pytest.mark.soak
@pytest.mark.browser
def test_browsers_play_through_a_line_that_is_cut_every_five_seconds(serve, proxy, browser):
    server = serve("fly-down")
    browsers_play_through(browser, server, proxy(server), 5, 100, pause=4)
