"""`serve`: opens the house for browsers."""

from __future__ import annotations

import os
import sys

import msgspec

from facedown.engine import catalogue
from facedown.web import serve
from facedown.web.limits import Most


def serve_tables(
    games: list[str],
    host: str,
    port: int,
    database: str,
    public_url: str,
    trusted_proxy: str,
    streams: int,
    table_streams: int,
    stage: str,
    json: bool,
) -> int:
    """Serves until a signal, these titles too; 2 when it cannot start. Raises UnknownGame."""
    for name in games:
        sys.path[:0] = [] if os.getcwd() in sys.path else [os.getcwd()]  # where the bots' processes look too
        catalogue.add(catalogue.game(name))
    most = Most(table_streams, streams)
    greet = _as_json if json else None
    return serve(host, port, database, public_url, trusted_proxy, streams=most, stage=stage, greet=greet)


def _as_json(here: str, shared: str) -> str:
    return msgspec.json.encode({"url": here, "shared": shared}).decode()
