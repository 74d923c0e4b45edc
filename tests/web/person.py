"""A person without a browser: follows links, reads forms as a page shows them, fills them in, and keeps every byte."""

import contextlib
import re
import threading
import time
from collections import Counter
from html.parser import HTMLParser

import httpx

from tests.process import until

LATE = 3
"""Seconds for which an event of a stream may lie around before it is read."""


class Forms(HTMLParser):
    """The forms of a page: action, fixed values, and the choices of each field."""

    def __init__(self, html):
        super().__init__()
        self.forms, self._form, self._select = [], None, None
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        a = dict(attrs)
        if tag == "form":
            self._form = {"action": a.get("action"), "method": a.get("method", "get"), "fixed": [], "fields": []}
            self.forms.append(self._form)
        elif self._form is None:
            return
        elif tag == "input" and a.get("type") == "hidden":
            self._form["fixed"].append((a["name"], a.get("value", "")))
        elif tag == "input" and a.get("type") in ("radio", "checkbox"):
            self._choice(a["type"], a["name"], a["value"])
        elif tag == "button" and a.get("name"):
            self._choice("radio", a["name"], a["value"])
        elif tag == "select":
            self._select = {"is": "select", "name": a["name"], "of": []}
            self._form["fields"].append(self._select)
        elif tag == "option" and self._select is not None:
            self._select["of"].append(a["value"])
        elif tag in ("input", "textarea") and a.get("name"):
            self._form["fields"].append({"is": "text", "name": a["name"], "of": []})

    def _choice(self, kind, name, value):
        for field in self._form["fields"]:
            if field["name"] == name:
                return field["of"].append(value)
        self._form["fields"].append({"is": kind, "name": name, "of": [value]})

    def handle_endtag(self, tag):
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = None


def filled(form, rng, text="hello there"):
    """What the form sends when it is filled in at random."""
    data = [*form["fixed"]]
    taken = Counter()
    for field in form["fields"]:
        left = Counter(field["of"]) - taken if field["is"] == "select" else Counter(field["of"])
        of = [v for v in field["of"] if v and left[v]]
        if field["is"] == "text":
            data.append((field["name"], text))
        elif field["is"] == "checkbox":
            data += [(field["name"], v) for v in rng.sample(of, rng.randint(1, len(of)))]
        else:
            data.append((field["name"], rng.choice(of)))
            taken[data[-1][1]] += 1
    return data


class Person:
    """One browser. `got`: every byte it received, as (first moment it can be of, last moment, what, bytes). It plays on
    plain tables, whose forms say all there is to say; `table` and `stream`: what else it may look at."""

    def __init__(self, base, name="", table="plain", stream="stream"):
        self.base, self.name, self.stream = base, name, stream
        self.http = httpx.Client(base_url=base, timeout=60)
        self.http.cookies.set("fdtable", table)
        self.got = []
        self.code = self.path = None
        self.frames = []
        self._stop = threading.Event()

    def _ask(self, method, path, **more):
        began = time.time()
        answer = self.http.request(method, path, **more)
        head = "\n".join(f"{k}: {v}" for k, v in answer.headers.items())
        self.got.append((began, time.time(), f"{method} {path}", head.encode() + b"\n" + answer.content))
        return answer

    def get(self, path, **more):
        return self._ask("GET", path, **more)

    def post(self, path, data, token=None, **more):
        """Posts a form, with this browser's token against forged posts unless another is given."""
        data = [(k, v) for k, v in data if k != "_csrf_token"]
        body = [*data, ("_csrf_token", self.http.cookies.get("fdcsrf", "") if token is None else token)]
        fields = {}
        for name, value in body:
            fields.setdefault(name, []).append(value)
        return self._ask("POST", path, data=fields, **more)

    def page(self):
        return self.get(self.path).text

    def forms(self, ending=""):
        return [f for f in Forms(self.page()).forms if f["method"] == "post" and f["action"].endswith(ending)]

    def open(self, game, seats, bots=0, **options):
        self.get(f"/open/{game}")
        data = [("name", self.name), ("seats", str(seats)), ("bots", str(bots)), ("bot", "random")]
        answer = self.post(f"/open/{game}", data + [(f"option.{k}", str(v)) for k, v in options.items()])
        assert answer.status_code == 303, answer.text
        self.path = answer.headers["location"]
        self.code = self.path.removeprefix("/t/")
        return self

    def join(self, host, name=None):
        self.path, self.code = host.path, host.code
        self.page()
        return self.post(f"{self.path}/join", [("name", self.name if name is None else name), ("nonce", "")])

    def watch(self, host):
        self.path, self.code = host.path, host.code
        return self

    def start(self, fill=""):
        answer = self.post(f"{self.path}/start", [("fill", fill), ("nonce", "ab" * 16)])
        assert answer.status_code == 303, answer.text

    def asked(self, html=None):
        return 'class="ask you"' in (html or self.page())

    def over(self, html=None):
        return 'class="ask over"' in (html or self.page())

    def moves(self):
        return self.forms("/move")

    def act(self, rng, avoid=("react",), **more):
        """Answers with a random form of the menu. None if there is none."""
        forms = [f for f in self.moves() if dict(f["fixed"])["kind"] not in avoid]
        if not forms:
            return None
        return self.post(f"{self.path}/move", filled(rng.choice(forms), rng, **more))

    # the stream ------------------------------------------------------------------------------------------------------
    def listen(self):
        """Reads the stream in the background until `leave`; returns when the first frame is there."""
        before = len(self.frames)
        self._stop.clear()
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()
        until(lambda: len(self.frames) > before, why="no first frame came")
        return self

    def _read(self):
        with (
            contextlib.suppress(httpx.RemoteProtocolError),
            httpx.Client(base_url=self.base, timeout=None, cookies=self.http.cookies) as http,
            http.stream("GET", f"{self.path}/{self.stream}") as answer,
        ):
            buffer = str(answer.headers).encode() + b"\n\n"
            for chunk in answer.iter_raw():
                buffer += chunk
                *whole, buffer = buffer.split(b"\n\n")
                self.got += [(time.time() - LATE, time.time(), self.stream, event) for event in whole]
                self.frames += [m[1] for frame in whole if (m := re.search(rb"data: (.*)", frame))]
                if self._stop.is_set():
                    return

    def leave(self):
        self._stop.set()
        self.http.close()
