"""A program at a table: talks JSON, keeps every byte that it received."""

import contextlib
import json
import threading
import time

import httpx

LATE = 3
"""Seconds for which an event of a stream may lie around before it is read."""


class Client:
    """One seat, or a spectator. `got`: every answer, as (first moment it can be of, last moment, what, bytes)."""

    def __init__(self, base, name=""):
        self.base, self.name = base, name
        self.http = httpx.Client(base_url=base, timeout=60)
        self.got, self.frames, self.now, self.lines = [], [], {}, {}
        self.table = self.code = self.token = ""
        self.seat = None
        self.ended = threading.Event()

    def ask(self, method, path, body=None, *, token=None, **more):
        token = self.token if token is None else token
        headers = {**({"authorization": f"Bearer {token}"} if token else {}), **more.pop("headers", {})}
        began = time.time()
        answer = self.http.request(method, path, json=body, headers=headers, **more)
        head = "\n".join(f"{k}: {v}" for k, v in answer.headers.items())
        self.got.append((began, time.time(), f"{method} {path}", head.encode() + b"\n" + answer.content))
        return answer

    def get(self, door, **more):
        return self.ask("GET", f"{self.path}/{door}", **more)

    def post(self, door, body, **more):
        return self.ask("POST", f"{self.path}/{door}", body, **more)

    @property
    def path(self):
        return f"/api/v1/tables/{self.table}"

    def open(self, game, seats, options=None, bots=(), **more):
        body = {"game": game, "seats": seats, "name": self.name, "options": options or {}, "bots": list(bots), **more}
        answer = self.ask("POST", "/api/v1/tables", body)
        assert answer.status_code == 201, answer.text
        opened = answer.json()
        self.table, self.code, self.commitment = opened["table"], opened["code"], opened["commitment"]
        self.seat, self.token = opened["you"]["seat"], opened["you"]["token"]
        return self

    def join(self, host, **more):
        self.table, self.code = host.table, host.code
        answer = self.post("seats", {"code": host.code, "name": self.name, **more})
        if answer.status_code == 201:
            self.seat, self.token = answer.json()["seat"], answer.json()["token"]
        return answer

    def watch(self, host):
        """Looks on by the code alone."""
        self.table, self.code = host.table, host.code
        self.http.headers["facedown-code"] = host.code
        return self

    def room(self, do, **more):
        return self.post("room", {"do": do, **more})

    def view(self):
        answer = self.get("view")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def over(self):
        return self.view()["table"]["phase"] == "over"

    def offers(self, view=None, binding=True):
        """What this seat may answer now; only to what the game waits for, unless `binding` is False."""
        view = view or self.view()
        asked = {r["id"] for r in view["requests"] if r.get("id") and (r["binds"] != "may" or not binding)}
        return [o for o in view["menu"] if o["request"] in asked and "why_not" not in o]

    def act(self, rng, offers=None):
        """A random move out of the offers. Returns the answer, or None where nothing is asked."""
        offers = self.offers() if offers is None else offers
        while offers:
            offer = rng.choice(offers)
            move = {"kind": offer["kind"], **{field: pick(domain, rng) for field, domain in offer["fields"].items()}}
            answer = self.post("moves", {"request": offer["request"], "id": offer["id"], "move": move})
            if answer.status_code != 422 or offer.get("exact", True):
                return answer
        return None

    # the stream ------------------------------------------------------------------------------------------------------
    def listen(self):
        """Reads the stream in the background until the server ends it or `leave`. Returns after the first frame."""
        before = len(self.frames)
        self.ended.clear()
        self.leaving = False
        threading.Thread(target=self._read, daemon=True).start()
        self.wait(lambda: len(self.frames) > before)
        return self

    def wait(self, until, seconds=60):
        end = time.monotonic() + seconds
        while not until():
            assert time.monotonic() < end, "what was waited for did not come"
            time.sleep(0.01)

    def _read(self):
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {"facedown-code": self.code}
        with (
            contextlib.suppress(httpx.RemoteProtocolError),
            httpx.Client(base_url=self.base, timeout=None) as http,
            http.stream("GET", f"{self.path}/stream", headers=headers) as answer,
        ):
            buffer = str(answer.headers).encode() + b"\n\n"
            for chunk in answer.iter_raw():
                buffer += chunk
                *whole, buffer = buffer.split(b"\n\n")
                for event in whole:
                    self.got.append((time.time() - LATE, time.time(), "stream", event))
                    if b"data: " in event:
                        frame = json.loads(event.partition(b"data: ")[2])
                        self.now.update(frame)
                        self.lines.update({line["k"]: line for line in frame["log"]})
                        self.frames.append(frame)
                if self.leaving:
                    break
        self.ended.set()

    def leave(self):
        self.leaving = True
        self.http.close()


def pick(domain, rng):
    """A random value of a field."""
    if domain["type"] == "text":
        return "softly"
    if domain["type"] == "choice":
        return rng.choice(domain["of"])
    n = domain["n"] if domain["type"] == "order" else rng.randint(domain["least"], domain["most"])
    places = rng.sample(range(len(domain["of"])), n)
    return [domain["of"][i] for i in (places if domain["type"] == "order" else sorted(places))]


NAMES = ("Ann", "Ben", "Cleo", "Dov")


def party(server, game, seats, options=None):
    """Programs at a started table, by seat."""
    people = [Client(server.url, name) for name in NAMES[:seats]]
    people[0].open(game, seats, options, nonce="ab" * 16)
    for person in people[1:]:
        assert person.join(people[0]).status_code == 201
    assert people[0].room("start").status_code == 200
    return people


def play_on(people, rng, most=2000):
    """Everybody who is asked answers, until the end or for so many moves. How many moves there were."""
    moves = 0
    while moves < most:
        views = [person.view() for person in people]
        if views[0]["table"]["phase"] == "over":
            return moves
        asked = [(p, o) for p, v in zip(people, views, strict=True) if (o := p.offers(v))]
        if not asked:
            time.sleep(0.05)  # a window closes by the clock alone
            continue
        person, offers = rng.choice(asked)
        answer = person.act(rng, offers)
        assert answer.status_code in (200, 410), answer.text
        moves += answer.status_code == 200
    return moves
