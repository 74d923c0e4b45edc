"""Who runs the clocks and bots of which play, where all nodes are in one process: kept in memory, because it ends with
the process."""

from __future__ import annotations

import time
from collections.abc import Iterable


class Cares:
    """Plays and the nodes that look after them, each for some seconds unless it renews."""

    def __init__(self) -> None:
        self._cares: dict[str, tuple[str, float]] = {}

    def take(self, table: str, node: str, seconds: float) -> bool:
        """Gives this play to this node, unless another one has it."""
        owner, until = self._cares.get(table, ("", 0.0))
        if owner not in ("", node) and until > time.monotonic():
            return False
        self._cares[table] = (node, time.monotonic() + seconds)
        return True

    def claim(self, due: Iterable[str], node: str, seconds: float, most: int) -> list[str]:
        """Gives this node up to `most` of these plays, of those that nobody has."""
        now = time.monotonic()
        free = [table for table in due if self._cares.get(table, ("", 0.0))[1] <= now][:most]
        for table in free:
            self._cares[table] = (node, now + seconds)
        return free

    def renew(self, node: str, seconds: float) -> set[str]:
        """The plays that this node still has, for so many seconds more."""
        mine = {table for table, (owner, _) in self._cares.items() if owner == node}
        self._cares.update(dict.fromkeys(mine, (node, time.monotonic() + seconds)))
        return mine

    def release(self, node: str, tables: Iterable[str]) -> None:
        """Gives these plays up, as far as this node has them."""
        for table in tables:
            if self._cares.get(table, ("", 0.0))[0] == node:
                del self._cares[table]
