"""Where tables live. The log of entries is the truth; everything else can be rebuilt from it."""

from .memory import MemoryStore
from .open import create_store, is_postgres
from .postgres import PostgresStore
from .sqlite import SqliteStore
from .words import Chair, CodeTaken, Head, Kept, Said, Store, StoreError, Unavailable

__all__ = [
    "Chair",
    "CodeTaken",
    "Head",
    "Kept",
    "MemoryStore",
    "PostgresStore",
    "Said",
    "SqliteStore",
    "Store",
    "StoreError",
    "Unavailable",
    "create_store",
    "is_postgres",
]
