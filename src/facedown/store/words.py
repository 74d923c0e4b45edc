"""What is kept of a table, and the protocol of a store. No store decides anything: it appends, or says that somebody
was first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol

from msgspec import Struct

from facedown.engine import Entry


class StoreError(Exception):
    """The store cannot be used, in one sentence for whoever runs the server."""


class CodeTaken(Exception):
    """Another table has this code already."""


class Chair(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A place at a table. `token`: SHA-256 of the secret that its owner's browser holds; `nonce`: 32 hex digits that
    this person's page added to the deal; `bot`: which kind sits there; `ready`: is here for this play."""

    who: Literal["person", "bot", "empty"] = "empty"
    name: str = ""
    token: str = ""
    nonce: str = ""
    bot: str = ""
    ready: bool = False


class Head(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table apart from its moves. Tables of one `circle` are rematches of each other and share their tokens. `host`:
    the seat that opened it; `seed`: 64 hex digits, told to nobody before the end; `secret`: what request ids are made
    from; `dealt`: milliseconds since 1970, or 0 before the deal; `next`: the code of the rematch."""

    id: str
    code: str
    circle: str
    game: str
    chairs: tuple[Chair, ...]
    seed: str
    secret: str
    opened: int
    host: int = 0
    options: dict[str, Any] = {}
    overlay: dict[str, Any] = {}
    edition: str = ""
    dealt: int = 0
    over: bool = False
    next: str = ""


class Kept(Struct, frozen=True):
    """An entry as it is kept: with the id its sender gave it and the id of the request it answered."""

    entry: Entry
    mark: str = ""
    request: str = ""


class Said(Struct, frozen=True):
    """A line of free talk: when `after` entries had been made, this seat, then called so, said it."""

    after: int
    seat: int
    name: str
    text: str


class Store(Protocol):
    """Where tables live. Every coroutine returns after its change is durable."""

    async def open(self) -> None:
        """Makes the store ready. Raises StoreError."""

    async def close(self) -> None:
        """Finishes what was begun."""

    async def secret(self) -> bytes:
        """32 random bytes of this installation, the same for ever."""

    async def create(self, head: Head) -> None:
        """Keeps a new table. Raises CodeTaken."""

    async def save(self, head: Head) -> None:
        """Replaces the head of a table."""

    async def find(self, code: str) -> Head | None:
        """The table of this code."""

    async def head(self, table: str) -> Head | None:
        """The table of this id."""

    async def circles(self, circles: Sequence[str]) -> list[Head]:
        """All tables of these circles, latest first."""

    async def append(self, table: str, kept: Kept) -> bool:
        """Adds entry `kept.entry.n`, or returns False: there is one of that number."""

    async def entries(self, table: str, start: int = 0) -> list[Kept]:
        """The entries of a table, from number `start` on."""

    async def say(self, table: str, k: int, said: Said) -> bool:
        """Adds line `k` of the talk, or returns False: there is one of that number."""

    async def talk(self, table: str) -> list[Said]:
        """The talk of a table."""
