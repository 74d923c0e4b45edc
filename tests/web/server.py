"""A server for tests: `python -m tests.web.server PORT DATABASE [GAMES..]`, a game being an id or `module:attribute`.
`mint:GAME` re-mints its cards with random codes; the minted game lies beside the database."""

import json
import pickle
import secrets
import sys
from pathlib import Path

import facedown
from facedown.table import presence
from facedown.web import serve
from facedown.web.limits import Most, Rate, Rates

NEVER = Rate(1e9, 1e9)
RUSH = Rates(NEVER, NEVER, NEVER, NEVER, NEVER, NEVER)
"""A test is in more of a hurry than people are."""


def load(name):
    if not name.startswith("mint:"):
        return facedown.game(name)
    path = Path(sys.argv[2] + ".minted")
    if not path.exists():  # a restarted server serves the same cards
        minted = facedown.game(name.removeprefix("mint:")).minted(lambda: "zq" + secrets.token_hex(6))
        path.write_bytes(pickle.dumps(minted))
    return pickle.loads(path.read_bytes())


if __name__ == "__main__":
    games = [load(name) for name in sys.argv[3:] or facedown.names()]
    how = Path(sys.argv[2] + ".how")
    more = {"pause": (0, 0), "host": "0.0.0.0", "rates": RUSH} | (json.loads(how.read_text()) if how.exists() else {})
    presence.HERE, presence.GONE = more.pop("gone", (presence.HERE, presence.GONE))
    if more["rates"] == "usual":
        more["rates"] = Rates()
    more["streams"] = Most(*more.get("streams", (10_000, 10_000)))
    sys.exit(serve(port=int(sys.argv[1]), database=sys.argv[2], games={g.id: g for g in games}, **more))
