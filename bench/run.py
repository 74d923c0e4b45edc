"""Prints every figure of speed, one JSON line each: our own against plain Python, then those of the peers.

A file `rows_*.py` beside this one adds figures of ours with its function `rows()`. The peers are programs of other
engines for the same work; `make peers PEERS=<folder>` prepares them, FACEDOWN_PEERS names another prepared folder.
"""

import argparse
import importlib
import os
import random
import subprocess
import sys
from pathlib import Path

from bench import plain_fly_down
from bench.harness import ratio_row

HERE = Path(__file__).resolve().parent
PEERS = Path(os.environ.get("FACEDOWN_PEERS") or HERE.parent / ".peers")

# Random play, which every peer can do. The servers of the peers are timed beside ours, on the same two cores.
COMMANDS = {
    "plain": ["plain/run.sh"],
    "openspiel": ["openspiel/run.sh"],
    "pettingzoo": ["pettingzoo_/run.sh"],
    "boardgameio": ["boardgameio/run.sh", "local"],
    "mypyc": ["mypyc/run.sh"],
    "c": ["c/run.sh"],
    "boardgameio-server": ["boardgameio/run.sh", "server"],
    "python-server": ["pyserver/run.sh"],
}
USUAL = ["plain", "openspiel", "pettingzoo", "boardgameio"]


def own_rows() -> None:
    """Our figures. The first one is the noise: a program against itself, where 1 is the truth."""
    rnd = random.Random(7).random

    def plain() -> int:
        return plain_fly_down.playouts(200, rnd)

    ratio_row("noise: plain fly-down against itself", plain, plain, "moves")
    for path in sorted(HERE.glob("rows_*.py")):
        importlib.import_module(f"bench.{path.stem}").rows()


def peer_rows(names: list[str]) -> int:
    """The peers' figures, as their own programs print them; returns how many programs failed."""
    if not names:
        return 0
    if not PEERS.is_dir():
        print("The peers are not prepared, so their figures are missing: make peers PEERS=<folder>", file=sys.stderr)
        return 0
    failed = 0
    for name in names:
        program, *arguments = COMMANDS[name]
        if subprocess.run(["bash", PEERS / program, *arguments]).returncode:
            print(f"The peer {name} failed.", file=sys.stderr)
            failed += 1
    return failed


def main() -> int:
    """Print the figures; the exit code is 1 if a peer's program failed."""
    parser = argparse.ArgumentParser(description="Prints the figures of speed, one JSON line each.")
    parser.add_argument("--peers", default=",".join(USUAL), help=f"a list of {', '.join(COMMANDS)}; or none, or all")
    asked = parser.parse_args().peers
    names = {"none": [], "all": list(COMMANDS)}.get(asked, asked.split(","))
    if unknown := [name for name in names if name not in COMMANDS]:
        parser.error(f"no such peer: {', '.join(unknown)}; there are {', '.join(COMMANDS)}")
    own_rows()
    return int(peer_rows(names) > 0)


if __name__ == "__main__":
    sys.exit(main())
