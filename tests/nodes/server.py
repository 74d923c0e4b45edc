"""A node for tests: `python -m tests.nodes.server PORT DATABASE PAUSE GAME`; PAUSE: the seconds a bot takes."""

import sys

import facedown
from facedown.web import serve

if __name__ == "__main__":
    port, database, pause, name = sys.argv[1:]
    game = facedown.game(name)
    sys.exit(serve("127.0.0.1", int(port), database, games={game.id: game}, pause=(float(pause), float(pause))))
