"""The server under load: 50 and 200 tables of three seats, every move durable, then paced. FACEDOWN_BENCH_POSTGRES
names a PostgreSQL database for the same once more. Where the peers are prepared, boardgame.io's own load program runs
in turn with ours, and `ratio` is ours to theirs in moves per second of the server's processor time."""

import json
import os
import statistics
import subprocess
import sys
from typing import Any

from bench.harness import significant
from bench.run import HERE, PEERS

LOADS = (("50",), ("200",), ("50", "--paced", "100"))
TURNS = 2
"""How often each pair is run; the machine's clock wanders, so the two stand beside each other."""


def _ours(*options: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "bench.server_load", *options]
    done = subprocess.run(command, cwd=HERE.parent, stdout=subprocess.PIPE, check=True)
    row: dict[str, Any] = json.loads(done.stdout)
    return row


def _theirs(tables: str) -> float:
    command = ["node", "load.js", "flydown", tables]
    done = subprocess.run(command, cwd=PEERS / "boardgameio", stdout=subprocess.PIPE, check=True)
    return float(json.loads(done.stdout)["moves_per_server_cpu_s"])


def rows() -> None:
    """Prints the figures of section 9 for the server; what must be reached: ratio 1, 100 KB a table, p50 5 and p99 20
    milliseconds when paced."""
    peer = (PEERS / "boardgameio" / "node_modules").is_dir()
    for tables, *paced in LOADS:
        if paced or not peer:
            print(json.dumps(_ours(tables, *paced)), flush=True)
            continue
        ratios = []
        for _ in range(TURNS):
            row = _ours(tables)
            theirs = _theirs(tables)
            ratios.append(row["moves_per_server_cpu_s"] / theirs)
        row["boardgameio_moves_per_server_cpu_s"] = significant(theirs)
        row["ratio"] = significant(statistics.median(ratios))
        print(json.dumps(row), flush=True)
    if url := os.environ.get("FACEDOWN_BENCH_POSTGRES"):
        print(json.dumps(_ours("50", "--database", url)), flush=True)
