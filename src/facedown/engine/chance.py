"""The dealer's randomness: named streams of one key, and the fair-dealing construction that anybody can check.

A stream is SHAKE-256(key || one byte: length of its name || name), read as big-endian 32-bit words. An integer below n
is the next word under the largest multiple of n, mod n; a shuffle is Fisher-Yates from the top. The state keeps the key
and how many words were drawn from each stream, and nothing else. See docs/fair.md."""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any

NONCE = 16
"""Bytes that each person's page adds to the key."""
_WORD = 1 << 32
_LIMITS = [0] + [_WORD // n * n for n in range(1, 257)]


@lru_cache(256)
def _named(stream: str) -> bytes:
    name = stream.encode()
    return bytes((len(name),)) + name


@cache
def _reader(n: int) -> Callable[[bytes, int], tuple[int, ...]]:
    return struct.Struct(f">{n}I").unpack_from


class Impossible(ValueError):
    """A scenario scripted an outcome that its stream cannot have."""


def commitment(table: str, seed: bytes) -> str:
    """What the house shows when a table opens: the seed is fixed, and nobody can read it off."""
    return hashlib.sha256(b"facedown/1" + table.encode() + seed).hexdigest()


def fingerprint(commitment: str) -> str:
    """A commitment as people compare it by eye: in groups of eight digits."""
    return " ".join(commitment[i : i + 8] for i in range(0, len(commitment), 8))


def fair_key(seed: bytes, nonces: Sequence[bytes]) -> bytes:
    """The key of a game: the house's 32 bytes, mixed with 16 of each seat, in seat order (zeros for bots)."""
    return hmac.new(seed, b"".join(nonces), hashlib.sha256).digest()


def small_seed(n: int) -> bytes:
    """The 32 bytes that `--seed N` stands for: lab, scenarios and terminal play, where no commitment is claimed."""
    return hashlib.sha256(b"facedown/seed" + str(n).encode()).digest()


class Chance:
    """Named streams of one key.

    >>> chance = Chance(small_seed(7))
    >>> chance.below("dice", 6) in range(6)
    True
    """

    __slots__ = ("drawn", "key", "script")

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.drawn: dict[str, int] = {}
        self.script: dict[str, list[Any]] | None = None

    def words(self, stream: str, n: int) -> tuple[int, ...]:
        """The next n words of a stream, not yet drawn."""
        at = self.drawn.get(stream, 0)
        return _reader(n)(hashlib.shake_256(self.key + _named(stream)).digest(4 * (at + n)), 4 * at)

    def below(self, stream: str, n: int) -> int:
        """A uniform integer in 0..n-1."""
        limit = _LIMITS[n] if n < 257 else _WORD // n * n
        while True:
            word = self.words(stream, 1)[0]
            self.drawn[stream] = self.drawn.get(stream, 0) + 1
            if word < limit:
                return word % n

    def place(self, stream: str, of: Sequence[Any]) -> int:
        """The index of a uniform element; a scenario may have scripted the element, as a face. Raises Impossible."""
        if self.script and self.script.get(stream):
            face = self.script[stream].pop(0)
            if face not in of:
                raise Impossible(f"{face!r} cannot come out of {stream} now")
            return of.index(face)
        return self.below(stream, len(of))

    def pick(self, stream: str, of: Sequence[Any]) -> Any:
        """A uniform element. Raises Impossible. Of equal cards take `place`: which of them it was is a fact too."""
        return of[self.place(stream, of)]

    def shuffle(self, stream: str, cards: list[Any], top: int | None = None) -> None:
        """Fisher-Yates from the top, in place. `top`: only so many, the last ones, are brought to where a whole shuffle
        brings them; the others are left over, in no order that means anything."""
        n = len(cards)
        sure = _WORD - n  # below any multiple of n that is passed over
        end = 1 if top is None else max(1, n - top)
        while n > end:
            words = self.words(stream, n - end)
            self.drawn[stream] = self.drawn.get(stream, 0) + len(words)
            for word in words:
                j = word % n
                if word < sure or word < _WORD // n * n:
                    n -= 1
                    cards[n], cards[j] = cards[j], cards[n]

    def apart(self, stream: str) -> Dice:
        """Dice of a stream of its own that advance nothing here: for what must be pure, such as `State.default`."""
        return Dice(Chance(self.key), stream)

    def copy(self) -> Chance:
        """An independent continuation of the same streams."""
        new = Chance(self.key)
        new.drawn = self.drawn.copy()
        if self.script is not None:
            new.script = {stream: faces[:] for stream, faces in self.script.items()}
        return new


class Dice:
    """One stream in the shape of `random.Random` that sampling wants."""

    __slots__ = ("chance", "stream")

    def __init__(self, chance: Chance, stream: str) -> None:
        self.chance, self.stream = chance, stream

    def random(self) -> float:
        """A uniform float in [0, 1), from 32 bits."""
        return self.chance.below(self.stream, _WORD) / _WORD
