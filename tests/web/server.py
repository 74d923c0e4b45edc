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
    pause = json.loads(Path(sys.argv[2] + ".pause").read_text()) if Path(sys.argv[2] + ".pause").exists() else (0, 0)
    if Path(sys.argv[2] + ".gone").exists():  # seconds until somebody is away, and gone
        presence.HERE, presence.GONE = json.loads(Path(sys.argv[2] + ".gone").read_text())
    sys.exit(serve("0.0.0.0", int(sys.argv[1]), sys.argv[2], games={g.id: g for g in games}, pause=tuple(pause)))
