"""Where tables live. The log of entries is the truth; everything else can be rebuilt from it."""

from .memory import MemoryStore
from .open import create_store, is_postgres
from .postgres import PostgresStore
from .sqlite import SqliteStore
from .words import AWAY, Chair, CodeTaken, Head, Held, Kept, Said, Store, StoreError, Unavailable, Wish

__all__ = [
    "AWAY",
    "Chair",
    "CodeTaken",
    "Head",
    "Held",
    "Kept",
    "MemoryStore",
    "PostgresStore",
    "Said",
    "SqliteStore",
    "Store",
    "StoreError",
    "Unavailable",
    "Wish",
    "create_store",
    "is_postgres",
]
