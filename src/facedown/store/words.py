"""What is kept of a table, and the protocol of a store. No store decides anything: it appends, or says that somebody
was first."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Literal, NamedTuple, Protocol

from msgspec import Struct

from facedown.engine import Entry


class StoreError(Exception):
    """The store cannot be used, in one sentence for whoever runs the server."""


class Unavailable(StoreError):
    """The store does not answer now: locked, full, or not to be reached. What was asked of it may be asked again; a
    change may turn out to have been kept."""


class CodeTaken(Exception):
    """Another table has this code already."""


class Held(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A token that a chair had before, until when (milliseconds since 1970), and how it was lost."""

    token: str
    until: int
    why: Literal["moved", "removed", "left"]


AWAY = -1
"""Where a player who is away has come back: nowhere yet."""


class Chair(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A place at a table. `token`: SHA-256 of the secret that its owner's browser holds; `nonce`: 32 hex digits that
    this person's page added to the deal; `bot`: which kind sits there; `ready`: is here for this play. `stand_in`: the
    kind of bot that plays while the owner is gone; `owner`: who took over a chair whose name was frozen; `left`: its
    first owner has given it up or was removed; `offer`: SHA-256 of a code that moves it to another device, good until
    `offered` (milliseconds since 1970); `held`: earlier tokens. `removed`: the game's default is played there.
    `missed`: from where to where in its log the owner was away last, or (.., AWAY)."""

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
    missed: tuple[int, int] | None = None

    @property
    def driver(self) -> str:
        """The kind of bot that plays here now, or "": a person does, or nobody."""
        return self.bot if self.who == "bot" else self.stand_in


class Wish(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A spectator asks for a bot's chair: the hash of the token it will have, what to call them."""

    seat: int
    token: str
    name: str


class Head(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A table apart from its moves. Tables of one `circle` are rematches of each other and share their tokens. `host`:
    the seat of the host; `seed`: 64 hex digits, told to nobody before the end; `secret`: what request ids are made
    from; `dealt`: milliseconds since 1970, or 0 before the deal; `given`, `key`: of a table that was staged, where it
    began and the key of its chance, in place of a fair deal; `next`: the code of the rematch. `cancelled`: the host
    ended the play; `pauses`: from when to when (milliseconds since 1970; 0: until now); `acts`: ids of what people did
    lately; `closed`: to spectators; `hot`: several seats may share a browser; `up`: of those, whose view a token gets;
    `shown`: which seats a browser (hashed) was shown since the deal; `wishes`: for bots' chairs; `revoked`: this code
    opens nothing any more, and the rest is empty; `changes`: how often what everybody sees of this head has changed;
    `said`: how many lines were said before the deal; `went`: the rematch has been dealt."""

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
    given: Any = None
    key: str = ""
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
    changes: int = 0
    said: int = 0
    went: bool = False

    @property
    def paused(self) -> bool:
        """Whether the host has paused it."""
        return bool(self.pauses) and not self.pauses[-1][1]


class Kept(Struct, frozen=True, gc=False):
    """An entry as it is kept: with the id its sender gave it and the id of the request it answered."""

    entry: Entry
    mark: str = ""
    request: str = ""


class Said(Struct, frozen=True, gc=False):
    """A line of free talk: when `after` entries had been made, this seat, then called so, said it. Seat -1 without a
    name is the house, which tells what people did around the game."""

    after: int
    seat: int
    name: str
    text: str


class Size(NamedTuple):
    """How much a store holds: tables, entries, lines of talk."""

    tables: int
    entries: int
    lines: int


class Store(Protocol):
    """Where tables live. Every coroutine returns after its change is durable; each may raise Unavailable."""

    async def open(self) -> None:
        """Makes the store ready. Raises StoreError."""

    async def close(self) -> None:
        """Finishes what was begun."""

    async def secret(self, new: bytes = b"") -> bytes:
        """32 random bytes of this installation, the same for ever. `new`: what they become where there are none yet."""

    async def size(self) -> Size:
        """How much it holds."""

    async def tables(self) -> list[tuple[str, bool]]:
        """All tables by id, and whether something is due there for a clock or a bot."""

    async def create(self, head: Head) -> None:
        """Keeps a new table, at version 0. Raises CodeTaken."""

    async def save(self, head: Head, version: int, due: bool = False) -> bool:
        """Replaces the head of a table, which gets the next version; False when it is not of this version any more.
        `due`: as for `append`. Raises CodeTaken."""

    async def find(self, code: str) -> Head | None:
        """The table of this code."""

    async def head(self, table: str) -> tuple[Head, int] | None:
        """The table of this id, and the version of its head."""

    async def reached(self, table: str) -> tuple[int, int, int]:
        """How far a table has come: the version of its head, and how many entries and lines of talk there are. Does not
        wait for a store that cannot be reached."""

    async def circles(self, circles: Sequence[str]) -> list[Head]:
        """All tables of these circles, latest first."""

    async def append(self, table: str, kept: Kept, due: bool = False) -> bool:
        """Adds entry `kept.entry.n`, or returns False: there is another of that number. `due`: whether a clock or a bot
        has something to do after it."""

    async def entries(self, table: str, start: int = 0) -> list[Kept]:
        """The entries of a table, from number `start` on."""

    async def say(self, table: str, k: int, said: Said) -> bool:
        """Adds line `k` of the talk, or returns False: there is one of that number."""

    async def talk(self, table: str, start: int = 0) -> list[Said]:
        """The talk of a table, from line `start` on."""

    async def take(self, table: str, node: str, seconds: float) -> bool:
        """Lets this node run the clocks and bots of a table, for so long; False when another one does."""

    async def claim(self, node: str, seconds: float, most: int) -> list[str]:
        """Takes up to `most` tables where something is due and that no node runs."""

    async def renew(self, node: str, seconds: float) -> set[str]:
        """All tables that this node runs, for so long from now on."""

    async def release(self, node: str, tables: Collection[str]) -> None:
        """Leaves tables to any other node."""
