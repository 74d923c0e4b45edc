"""A store that forgets everything when the process ends: for tests, and for an evening on one laptop."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence

from .care import Cares
from .words import CodeTaken, Head, Kept, Said, Size


class MemoryStore:
    """See `Store`."""

    def __init__(self) -> None:
        self._secret = b""
        self._heads: dict[str, tuple[Head, int]] = {}
        self._entries: dict[str, list[Kept]] = {}
        self._talk: dict[str, list[Said]] = {}
        self._due: set[str] = set()
        self._cares = Cares()

    async def open(self) -> None:
        """Nothing to do."""

    async def close(self) -> None:
        """Nothing to do."""

    async def secret(self, new: bytes = b"") -> bytes:
        """See `Store`."""
        self._secret = self._secret or new or secrets.token_bytes(32)
        return self._secret

    async def size(self) -> Size:
        """See `Store`."""
        entries, lines = (sum(map(len, kept.values())) for kept in (self._entries, self._talk))
        return Size(len(self._heads), entries, lines)

    async def tables(self) -> list[tuple[str, bool]]:
        """See `Store`."""
        return [(id, id in self._due) for id in sorted(self._heads)]

    async def create(self, head: Head) -> None:
        """See `Store`."""
        self._check_code(head)
        self._heads[head.id] = (head, 0)
        self._entries[head.id], self._talk[head.id] = [], []

    async def save(self, head: Head, version: int, due: bool = False) -> bool:
        """See `Store`."""
        if self._heads[head.id][1] != version:
            return False
        self._check_code(head)
        self._heads[head.id] = (head, version + 1)
        self._set_due(head.id, due)
        return True

    async def find(self, code: str) -> Head | None:
        """See `Store`."""
        return next((head for head, _ in self._heads.values() if head.code == code), None)

    async def head(self, table: str) -> tuple[Head, int] | None:
        """See `Store`."""
        return self._heads.get(table)

    async def reached(self, table: str) -> tuple[int, int, int]:
        """See `Store`."""
        version = self._heads[table][1] if table in self._heads else 0
        return version, len(self._entries.get(table, ())), len(self._talk.get(table, ()))

    async def circles(self, circles: Sequence[str]) -> list[Head]:
        """See `Store`."""
        return sorted((h for h, _ in self._heads.values() if h.circle in circles), key=lambda h: -h.opened)

    async def append(self, table: str, kept: Kept, due: bool = False) -> bool:
        """See `Store`."""
        entries = self._entries.setdefault(table, [])
        if kept.entry.n != len(entries):
            return False
        entries.append(kept)
        self._set_due(table, due)
        return True

    async def entries(self, table: str, start: int = 0) -> list[Kept]:
        """See `Store`."""
        return self._entries.get(table, [])[start:]

    async def say(self, table: str, k: int, said: Said) -> bool:
        """See `Store`."""
        talk = self._talk.setdefault(table, [])
        if k != len(talk):
            return False
        talk.append(said)
        return True

    async def talk(self, table: str, start: int = 0) -> list[Said]:
        """See `Store`."""
        return self._talk.get(table, [])[start:]

    async def take(self, table: str, node: str, seconds: float) -> bool:
        """See `Store`."""
        return self._cares.take(table, node, seconds)

    async def claim(self, node: str, seconds: float, most: int) -> list[str]:
        """See `Store`."""
        return self._cares.claim(self._due, node, seconds, most)

    async def renew(self, node: str, seconds: float) -> set[str]:
        """See `Store`."""
        return self._cares.renew(node, seconds)

    async def release(self, node: str, tables: Collection[str]) -> None:
        """See `Store`."""
        self._cares.release(node, tables)

    def _check_code(self, head: Head) -> None:
        if any(other.code == head.code and id != head.id for id, (other, _) in self._heads.items()):
            raise CodeTaken(head.code)

    def _set_due(self, table: str, due: bool) -> None:
        if due:
            self._due.add(table)
        else:
            self._due.discard(table)
