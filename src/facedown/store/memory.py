"""A store that forgets everything when the process ends: for tests, and for an evening on one laptop."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from .words import CodeTaken, Head, Kept, Said


class MemoryStore:
    """See `Store`."""

    def __init__(self) -> None:
        self._secret = secrets.token_bytes(32)
        self._heads: dict[str, Head] = {}
        self._entries: dict[str, list[Kept]] = {}
        self._talk: dict[str, list[Said]] = {}

    async def open(self) -> None:
        """Nothing to do."""

    async def close(self) -> None:
        """Nothing to do."""

    async def secret(self) -> bytes:
        """See `Store`."""
        return self._secret

    async def create(self, head: Head) -> None:
        """See `Store`."""
        if any(h.code == head.code for h in self._heads.values()):
            raise CodeTaken(head.code)
        self._heads[head.id] = head
        self._entries[head.id], self._talk[head.id] = [], []

    async def save(self, head: Head) -> None:
        """See `Store`."""
        self._heads[head.id] = head

    async def find(self, code: str) -> Head | None:
        """See `Store`."""
        return next((h for h in self._heads.values() if h.code == code), None)

    async def head(self, table: str) -> Head | None:
        """See `Store`."""
        return self._heads.get(table)

    async def circles(self, circles: Sequence[str]) -> list[Head]:
        """See `Store`."""
        return sorted((h for h in self._heads.values() if h.circle in circles), key=lambda h: -h.opened)

    async def append(self, table: str, kept: Kept) -> bool:
        """See `Store`."""
        entries = self._entries[table]
        if kept.entry.n != len(entries):
            return False
        entries.append(kept)
        return True

    async def entries(self, table: str, start: int = 0) -> list[Kept]:
        """See `Store`."""
        return self._entries[table][start:]

    async def say(self, table: str, k: int, said: Said) -> bool:
        """See `Store`."""
        talk = self._talk[table]
        if k != len(talk):
            return False
        talk.append(said)
        return True

    async def talk(self, table: str) -> list[Said]:
        """See `Store`."""
        return self._talk[table][:]
