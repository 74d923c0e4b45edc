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


class Held(Struct, frozen=True, forbid_unknown_fields=True):
    """A token that a chair had before, until when (milliseconds since 1970), and how it was lost."""

    token: str
    until: int
    why: Literal["moved", "removed", "left"]


class Chair(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A place at a table. `token`: SHA-256 of the secret that its owner's browser holds; `nonce`: 32 hex digits that
    this person's page added to the deal; `bot`: which kind sits there; `ready`: is here for this play. `stand_in`: the
    kind of bot that plays while the owner is gone; `owner`: who took over a chair whose name was frozen; `left`: its
    first owner has given it up or was removed; `offer`: SHA-256 of a code that moves it to another device, good until
    `offered` (milliseconds since 1970); `held`: earlier tokens. `removed`: the game's default is played there."""

    who: Literal["person", "bot", "empty", "removed"] = "empty"
    name: str = ""
    token: str = ""
    nonce: str = ""
    bot: str = ""
    ready: bool = False
    stand_in: str = ""
    owner: str = ""
    left: bool = False
    offer: str = ""
    offered: int = 0
    held: tuple[Held, ...] = ()

    @property
    def driver(self) -> str:
        """The kind of bot that plays here now, or "": a person does, or nobody."""
        return self.bot if self.who == "bot" else self.stand_in


class Wish(Struct, frozen=True, forbid_unknown_fields=True):
    """A spectator asks for a bot's chair: the hash of the token it will have, what to call them."""

    seat: int
    token: str
    name: str


class Head(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table apart from its moves. Tables of one `circle` are rematches of each other and share their tokens. `host`:
    the seat of the host; `seed`: 64 hex digits, told to nobody before the end; `secret`: what request ids are made
    from; `dealt`: milliseconds since 1970, or 0 before the deal; `next`: the code of the rematch. `cancelled`: the host
    ended the play; `pauses`: from when to when (milliseconds since 1970; 0: until now); `acts`: ids of what people did
    lately; `closed`: to spectators; `hot`: several seats may share a browser; `up`: of those, whose view a token gets;
    `shown`: which seats a browser (hashed) was shown since the deal; `wishes`: for bots' chairs; `revoked`: this code
    opens nothing any more, and the rest is empty."""

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
    cancelled: bool = False
    pauses: tuple[tuple[int, int], ...] = ()
    acts: tuple[str, ...] = ()
    closed: bool = False
    hot: bool = False
    up: dict[str, int] = {}
    shown: dict[str, tuple[int, ...]] = {}
    wishes: tuple[Wish, ...] = ()
    revoked: bool = False

    @property
    def paused(self) -> bool:
        """Whether the host has paused it."""
        return bool(self.pauses) and not self.pauses[-1][1]


class Kept(Struct, frozen=True):
    """An entry as it is kept: with the id its sender gave it and the id of the request it answered."""

    entry: Entry
    mark: str = ""
    request: str = ""


class Said(Struct, frozen=True):
    """A line of free talk: when `after` entries had been made, this seat, then called so, said it. Seat -1 without a
    name is the house, which tells what people did around the game."""

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
