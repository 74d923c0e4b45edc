"""A server for tests: `python -m tests.serving PORT DATABASE FOLDER [GAMES..]`, a game being an id or
`module:attribute`. `mint:GAME` re-mints its cards with random codes; the minted games lie in the folder. So does what
`serve` is to be told (`how`) and, where the test sets the clock, by how many seconds it is set forward (`clock`): the
wall clock alone, as on a machine whose owner sets it; the monotonic one goes its way."""

import json
import pickle
import secrets
import sys
import time
from pathlib import Path

import facedown
from facedown.table import presence
from facedown.web import exchange, serve, websocket
from facedown.web import server as doors
from facedown.web.limits import Most, Rate, Rates

NEVER = Rate(1e9, 1e9)
RUSH = Rates(*[NEVER] * len(Rates.__struct_fields__))
"""A test is in more of a hurry than people are."""


def load(name, folder):
    if not name.startswith("mint:"):
        return facedown.game(name)
    path = folder / (name.partition(":")[2] + ".minted")
    if not path.exists():  # a restarted server serves the same cards
        minted = facedown.game(name.removeprefix("mint:")).minted(lambda: "zq" + secrets.token_hex(6))
        path.write_bytes(pickle.dumps(minted))
    return pickle.loads(path.read_bytes())


def set_clock(path):
    """From now on `time.time` is off by what the file says."""
    true = time.time
    time.time = lambda: true() + float(path.read_text())


if __name__ == "__main__":
    port, database, folder = int(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    games = [load(name, folder) for name in sys.argv[4:] or facedown.names()]
    how = json.loads((folder / "how").read_text()) if (folder / "how").exists() else {}
    more = {"pause": (0, 0), "host": "0.0.0.0", "rates": RUSH} | how
    presence.HERE, presence.GONE = more.pop("gone", (presence.HERE, presence.GONE))
    if more["rates"] == "usual":
        more["rates"] = Rates()
    doors.GRACE = more.pop("grace", doors.GRACE)
    exchange.BEAT = websocket.BEAT = more.pop("beat", exchange.BEAT)
    more["streams"] = Most(*more.get("streams", (10_000, 10_000)))
    if (folder / "clock").exists():
        set_clock(folder / "clock")
    sys.exit(serve(port=port, database=database, games={g.id: g for g in games}, **more))
