"""The server under load: `python -m bench.server DATABASE` prints its address as JSON, and serves Fly Down
to a client that never has to wait its turn."""

import json
import sys

import facedown
from facedown.web import serve
from facedown.web.limits import Most, Rate, Rates

NEVER = Rate(1e9, 1e9)

if __name__ == "__main__":
    game = facedown.game("fly-down")
    sys.exit(
        serve(
            "127.0.0.1",
            0,
            sys.argv[1],
            games={game.id: game},
            rates=Rates(*[NEVER] * len(Rates.__struct_fields__)),
            streams=Most(1_000_000, 1_000_000),
            greet=lambda here, shared: json.dumps({"url": here}),
        )
    )
