"""How often somebody may ask, and how many streams they may hold open. A bucket holds so many asks and fills up again
with time; buckets are kept by address, by seat or by table, and an empty one says how long to wait."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from litestar.types import Scope
from msgspec import Struct

from facedown.engine import Game

KEPT = 20_000
"""Buckets of one kind; the fullest are forgotten first, which costs nobody anything."""


class Rate(Struct, frozen=True):
    """So many at once, and so many more each second."""

    burst: float
    second: float


class Rates(Struct, frozen=True):
    """`requests`: anything, by address. `joins`: tables opened and chairs taken, by address. `misses`: codes and tokens
    that open nothing, by address. `moves`, `said` (moves that say something), `talk`: by seat. `table`: moves and talk,
    by table."""

    requests: Rate = Rate(600, 100)
    joins: Rate = Rate(60, 0.5)
    misses: Rate = Rate(20, 1 / 6)
    moves: Rate = Rate(100, 20)
    said: Rate = Rate(20, 2)
    talk: Rate = Rate(10, 1)
    table: Rate = Rate(400, 80)


class Most(Struct, frozen=True):
    """Streams that one address may hold open: at one `table`, and in `all`. Families and classes share an address."""

    table: int = 64
    all: int = 300


class Buckets:
    """The buckets of one kind, one a key."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._kept: dict[str, tuple[float, float]] = {}

    def left(self, key: str) -> float:
        """How many asks are left."""
        kept = self._kept.get(key)
        if kept is None:
            return self.rate.burst
        return min(self.rate.burst, kept[0] + (time.monotonic() - kept[1]) * self.rate.second)

    def wait(self, key: str) -> float:
        """Seconds until the next ask is free; 0 now."""
        return max(0.0, (1 - self.left(key)) / self.rate.second)

    def take(self, key: str) -> float:
        """Takes one ask: 0, or the seconds to wait where there is none."""
        now, kept, rate = time.monotonic(), self._kept.get(key), self.rate
        left = rate.burst if kept is None else min(rate.burst, kept[0] + (now - kept[1]) * rate.second)
        if left < 1:
            return (1 - left) / rate.second
        self._kept[key] = (left - 1, now)
        if len(self._kept) > KEPT:
            fullest = sorted(self._kept, key=self.left, reverse=True)
            for old in fullest[: KEPT // 2]:
                del self._kept[old]
        return 0.0


class Streams:
    """The streams that are open, by table and address and by address."""

    def __init__(self, most: Most) -> None:
        self.most = most
        self._quiet_until = 0.0
        self._open: Counter[tuple[str, str]] = Counter()

    def full(self, table: str, home: str) -> bool:
        """Whether this address has all the streams that it may have, at this table or in all."""
        return self._open[table, home] >= self.most.table or self._open["", home] >= self.most.all

    def worth_saying(self) -> bool:
        """Whether the log is to hear of a full address now: once a minute, however often it asks."""
        due = time.monotonic() >= self._quiet_until
        if due:
            self._quiet_until = time.monotonic() + 60
        return due

    @contextmanager
    def one(self, table: str, home: str) -> Iterator[None]:
        """A stream is open."""
        at = ((table, home), ("", home))
        self._open.update(at)
        try:
            yield
        finally:
            self._open.subtract(at)
            for key in at:
                if not self._open[key]:
                    del self._open[key]


class Limits:
    """All limits of a server."""

    def __init__(self, rates: Rates, most: Most) -> None:
        self.streams = Streams(most)
        self.requests, self.joins, self.misses = Buckets(rates.requests), Buckets(rates.joins), Buckets(rates.misses)
        self.moves, self.said = Buckets(rates.moves), Buckets(rates.said)
        self.talk, self.table = Buckets(rates.talk), Buckets(rates.table)

    def of(self, game: Game[Any], kind: object) -> Buckets:
        """The buckets of a kind of move: those of moves that say something, or those of all others."""
        return self.said if isinstance(kind, str) and kind in game.spoken else self.moves


def address(scope: Scope) -> str:
    """Who asks, as far as the network tells: an address, or the network of a home where addresses are many."""
    client = scope.get("client")
    return _home(client[0]) if client else ""


@lru_cache(maxsize=4096)
def _home(host: str) -> str:
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(ip, ipaddress.IPv6Address):
        return str(ip.ipv4_mapped or ipaddress.IPv6Network((int(ip), 64), strict=False))
    return host


def networks(text: str) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """The networks of a list with commas. Raises ValueError."""
    return [ipaddress.ip_network(part.strip(), strict=False) for part in text.split(",") if part.strip()]


def near(scope: Scope, proxies: str) -> bool:
    """Whether who asks is this machine itself, or one of the proxies that are trusted."""
    client = scope.get("client")
    if client is None:
        return True
    if is_loopback(client[0]):
        return True
    try:
        return any(ipaddress.ip_address(client[0]) in network for network in networks(proxies))
    except ValueError:
        return False


def is_loopback(host: str) -> bool:
    """Whether this is an address of this machine itself."""
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        return False
    return (getattr(ip, "ipv4_mapped", None) or ip).is_loopback
