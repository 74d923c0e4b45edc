"""`serve`: opens the house for browsers."""

from __future__ import annotations

import msgspec

from facedown.web import serve
from facedown.web.limits import Most


def serve_tables(
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
    """Serves until a signal; 2 when it cannot start."""
    most = Most(table_streams, streams)
    greet = _as_json if json else None
    return serve(host, port, database, public_url, trusted_proxy, streams=most, stage=stage, greet=greet)


def _as_json(here: str, shared: str) -> str:
    return msgspec.json.encode({"url": here, "shared": shared}).decode()
