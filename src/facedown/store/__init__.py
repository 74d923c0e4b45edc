"""Where tables live. The log of entries is the truth; everything else can be rebuilt from it."""

from .memory import MemoryStore
from .sqlite import SqliteStore
from .words import Chair, CodeTaken, Head, Held, Kept, Said, Store, StoreError, Wish

__all__ = [
    "Chair",
    "CodeTaken",
    "Head",
    "Held",
    "Kept",
    "MemoryStore",
    "Said",
    "SqliteStore",
    "Store",
    "StoreError",
    "Wish",
]
