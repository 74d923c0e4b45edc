"""From what `--database` says to a store."""

from __future__ import annotations

from .memory import MemoryStore
from .postgres import PostgresStore
from .sqlite import SqliteStore
from .words import Store


def is_postgres(url: str) -> bool:
    """Whether this names a PostgreSQL database, which several nodes may share."""
    return url.startswith(("postgresql://", "postgres://"))


def create_store(url: str) -> Store:
    """`memory`, `postgresql://user@host/name`, or an SQLite file: its path, or `sqlite:///path`."""
    if url == "memory":
        return MemoryStore()
    return PostgresStore(url) if is_postgres(url) else SqliteStore(url.removeprefix("sqlite:///"))
