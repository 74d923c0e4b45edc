"""Where tables live. The log of entries is the truth; everything else can be rebuilt from it."""

from .memory import MemoryStore
from .moving import copy
from .open import create_store, is_postgres
from .postgres import PostgresStore
from .sqlite import SqliteStore
from .words import AWAY, Chair, CodeTaken, Head, Held, Kept, Said, Size, Store, StoreError, Unavailable, Wish

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
    "Size",
    "SqliteStore",
    "Store",
    "StoreError",
    "Unavailable",
    "Wish",
    "copy",
    "create_store",
    "is_postgres",
]
