"""What connects the nodes of one database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol

from .hub import Hub

What = Literal["entry", "head", "talk", "here", "all"]
"""What is new at a table: an entry, its head, a line of talk, who listens; or anything, because news may be missing."""


class Wire(Protocol):
    """How nodes hear of each other's changes. The store tells them; here they are heard, and who listens is told."""

    async def open(self, node: str, hub: Hub, heard: Callable[[str, What, int], None]) -> None:
        """Begins. `heard` is called with a table, what is new there, and its number; after the connection was lost, and
        at the beginning, with ("", "all", 0). Listeners at other nodes are kept in the hub."""

    async def close(self) -> None:
        """Ends, and tells the others that nobody listens here any more."""
