"""The server under load: 50 and 200 tables of three seats, every move durable, then paced; over the JSON API, by posts
and by WebSocket, and as browsers do it; on SQLite and on PostgreSQL. FACEDOWN_BENCH_POSTGRES names a database for that;
without it a server is started where PostgreSQL's programs are. Where the peers are prepared, boardgame.io's own load
program runs in turn with ours, and `ratio` is ours to theirs in moves per second of the server's processor time."""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from bench.harness import significant
from bench.run import HERE, PEERS
from tests.cluster import Cluster

PACE = ("--paced", "100")
"""Moves a second of all tables together."""
PAGES = ("--pages", "--pool", "500")
SOCKET = ("--socket", "--pool", "1100")


def rows() -> None:
    """Prints the figures of section 9 for the server. What must be reached: ratio 1 with JSON and 0.7 with HTML; 100 KB
    a table with JSON and 160 with HTML; p50 5 and p99 20 milliseconds when paced."""
    for form in ((), SOCKET, PAGES):
        for tables in ("50", "200"):
            beside(tables, *form)
        _print(ours("50", *PACE, *form))
    with _postgres() as databases:
        for tables in ("50", "200") if databases else ():
            for form in ((), SOCKET):
                beside(tables, *form, "--database", next(databases))


def beside(tables: str, *options: str) -> None:
    """One load, and next to it boardgame.io's where that is prepared: the machine's clock wanders."""
    row = ours(tables, *options)
    if not (PEERS / "boardgameio" / "node_modules").is_dir():
        return _print(row)
    other = theirs(tables)
    ratio = significant(row["moves_per_server_cpu_s"] / other)
    _print({**row, "boardgameio_moves_per_server_cpu_s": significant(other), "ratio": ratio})


def ours(*options: str) -> dict[str, Any]:
    """What our server does under one load."""
    command = [sys.executable, "-m", "bench.server_load", *options]
    done = subprocess.run(command, cwd=HERE.parent, stdout=subprocess.PIPE, check=True)
    row: dict[str, Any] = json.loads(done.stdout)
    return row


def theirs(tables: str) -> float:
    """Moves per second of boardgame.io's server's processor time under the same load."""
    command = ["node", "load.js", "flydown", tables]
    done = subprocess.run(command, cwd=PEERS / "boardgameio", stdout=subprocess.PIPE, check=True)
    return float(json.loads(done.stdout)["moves_per_server_cpu_s"])


@contextlib.contextmanager
def _postgres() -> Iterator[Iterator[str] | None]:
    """Databases of a PostgreSQL server, one after the other; None where there is none."""
    if url := os.environ.get("FACEDOWN_BENCH_POSTGRES"):
        yield iter([url] * 100)
        return
    try:
        cluster = Cluster(durable=True)
    except AssertionError as e:
        print(f"No figures for PostgreSQL: {e}", file=sys.stderr)
        yield None
        return
    try:
        yield iter(cluster.database, None)
    finally:
        cluster.remove()


def _print(row: dict[str, Any]) -> None:
    print(json.dumps(row), flush=True)
