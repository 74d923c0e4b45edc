"""python bot_client.py http://127.0.0.1:8000 KM7X-QBA9 Robo: plays at random at the table of this code."""

import json
import random
import sys
import time
import urllib.error
import urllib.request

rng = random.Random()


def call(method, url, body=None, token=""):
    """One request. What is refused comes as urllib.error.HTTPError."""
    data, headers = json.dumps(body).encode() if body else None, {"Authorization": f"Bearer {token}"} if token else {}
    return urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method), timeout=60)


def pick(domain):
    """A random value of one field."""
    if domain["type"] == "text":
        return "hello"
    if domain["type"] == "choice":
        return rng.choice(domain["of"])
    n = domain["n"] if domain["type"] == "order" else rng.randint(domain["least"], domain["most"])
    places = rng.sample(range(len(domain["of"])), n)
    return [domain["of"][i] for i in (places if domain["type"] == "order" else sorted(places))]


def answer(table, token, offers):
    """Makes one move out of these offers; where it is refused because something does not fit, another one."""
    while True:
        offer = rng.choice(offers)
        move = {"kind": offer["kind"]} | {field: pick(domain) for field, domain in offer["fields"].items()}
        try:
            return call("POST", f"{table}/moves", {"request": offer["request"], "id": offer["id"], "move": move}, token)
        except urllib.error.HTTPError as problem:
            if problem.code == 429:
                time.sleep(int(problem.headers["Retry-After"]))
            elif problem.code != 422:
                return print(json.load(problem)["title"], file=sys.stderr)  # the next frame says what is asked now


def play(server, code, name):
    """Plays one game. Returns its outcome."""
    found = json.load(call("GET", f"{server}/api/v1/tables?code={code}"))
    table, now = f"{server}/api/v1/tables/{found['table']}", {}
    me = json.load(call("POST", f"{table}/seats", {"code": code, "name": name}))
    for line in call("GET", f"{table}/stream", token=me["token"]):
        if line.startswith(b"data: "):
            now.update(json.loads(line[6:]))  # the first frame brings everything, later ones what has changed
            if now["table"]["phase"] == "over":
                return now["view"]["outcome"]
            asked = {r["id"] for r in now["requests"] if r.get("id") and r["binds"] != "may"}
            if offers := [o for o in now["menu"] if o["request"] in asked and "why_not" not in o]:
                answer(table, me["token"], offers)


if __name__ == "__main__":
    print(json.dumps(play(*sys.argv[1:4])))
