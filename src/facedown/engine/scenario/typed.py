"""Values of a scenario against the types of a game's words: which are seats, which are faces, which paths exist.

A seat is written as its alias or its number; what is a seat is told by the types (`Seat`, `Face`), never guessed:
`B` is also a colour."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from ..audience import ARCHIVE, PUBLIC
from .malformed import Malformed

Type = inspect.Type
VIEWERS = {"public": PUBLIC, "archive": ARCHIVE}


@cache
def type_of(annotation: Any) -> Type:
    """msgspec's description of a type."""
    return inspect.type_info(annotation)


def bare(t: Type) -> tuple[Type, str]:
    """A type without its metadata, and what it is marked as: `seat`, `face` or nothing."""
    mark = ""
    while isinstance(t, inspect.Metadata):
        mark = (t.extra or {}).get("is", mark)
        t = t.type
    return t, mark


def members(t: Type) -> list[Type]:
    """The alternatives of a union, None apart; or the type alone."""
    inner, _ = bare(t)
    if isinstance(inner, inspect.UnionType):
        return [m for m in inner.types if not isinstance(bare(m)[0], inspect.NoneType)]
    return [t]


def fields(t: inspect.StructType) -> dict[str, Type]:
    """Field names as they cross the border, with their types."""
    return {f.encode_name: f.type for f in t.fields}


def element(t: Type) -> Type | None:
    """The type of what a list or tuple holds."""
    inner, _ = bare(t)
    if isinstance(inner, (inspect.ListType, inspect.VarTupleType, inspect.SetType, inspect.FrozenSetType)):
        return inner.item_type
    if isinstance(inner, inspect.TupleType) and inner.item_types:
        return inner.item_types[0]
    return None


class Names:
    """The aliases of one scenario: A..J and P1..P10, and those it names itself."""

    def __init__(self, seats: int, own: Mapping[str, Any]) -> None:
        self.seats = seats
        self.alias: dict[str, int] = {chr(65 + i): i for i in range(10)} | {f"P{i + 1}": i for i in range(10)}
        for name, seat in own.items():
            if not isinstance(seat, int) or isinstance(seat, bool) or seat < 0:
                raise Malformed(f"names: {name} must be the number of a seat")
            if name.isdigit() or name in ("public", "archive"):
                raise Malformed(f"names: {name!r} means something else")
            self.alias[name] = seat

    def knows(self, word: Any) -> bool:
        """Whether a word can be read as a seat."""
        return not isinstance(word, bool) and (isinstance(word, int) or str(word) in self.alias or str(word).isdigit())

    def seat(self, word: Any) -> int:
        """The seat of an alias or number. Raises Malformed."""
        if not self.knows(word):
            raise Malformed(f"{word!r} is no seat")
        seat = word if isinstance(word, int) else self.alias.get(word, -1)
        if seat == -1:
            seat = int(word)
        if not 0 <= seat < self.seats:
            raise Malformed(f"there is no seat {word} at this table of {self.seats}")
        return seat

    def viewer(self, word: Any) -> int:
        """A seat, `public` or `archive`. Raises Malformed."""
        if isinstance(word, str) and word in VIEWERS:
            return VIEWERS[word]
        return self.seat(word)

    def seats_of(self, words: Any) -> list[int]:
        """A list of seats, in seat order. Raises Malformed."""
        if not isinstance(words, list):
            raise Malformed(f"{words!r} must be a list of seats")
        return sorted(self.seat(w) for w in words)

    def resolve(self, value: Any, t: Type | None) -> Any:
        """A value with its aliases turned into seats, wherever its type says that a seat stands, and a face that is a
        number into its text. What is not an alias stays as it is: the game's own validation judges it."""
        if t is None or value is None:
            return value
        for m in members(t):
            inner, mark = bare(m)
            if mark == "seat" and self.knows(value) and not isinstance(value, int):
                seat = self.alias.get(value)
                return int(value) if seat is None else seat
            if mark == "face" and isinstance(inner, inspect.StrType) and type(value) is int:
                return str(value)
            if isinstance(value, Mapping) and isinstance(inner, inspect.StructType):
                known = fields(inner)
                return {k: self.resolve(v, known.get(k)) for k, v in value.items()}
            if isinstance(value, Mapping) and isinstance(inner, inspect.DictType):
                keys = [self.resolve(k, inner.key_type) for k in value]
                if len(set(keys)) < len(keys):
                    raise Malformed(f"{', '.join(map(str, value))}: one of them stands twice")
                return dict(zip(keys, [self.resolve(v, inner.value_type) for v in value.values()], strict=True))
            if isinstance(value, Mapping) and (item := element(m)) is not None:  # a list, written by its indices
                return {self.seat(k) if self.knows(k) else k: self.resolve(v, item) for k, v in value.items()}
            if isinstance(value, list) and (item := element(m)) is not None:
                return [self.resolve(v, item) for v in value]
        return value

    def walk(self, t: Type | None, path: str) -> tuple[list[str | int], Type | None]:
        """The steps of a dotted path through a type, and the type at its end. Raises Malformed for a path that this
        type cannot have."""
        steps: list[str | int] = []
        for word in path.split("."):
            t = self._into(t, word, path, steps)
        return steps, t

    def _into(self, t: Type | None, word: str, path: str, steps: list[str | int]) -> Type | None:
        if t is None:
            steps.append(int(word) if word.isdigit() else word)
            return None
        for m in members(t):
            inner, _ = bare(m)
            if isinstance(inner, inspect.StructType) and word in fields(inner):
                steps.append(word)
                return fields(inner)[word]
            if isinstance(inner, inspect.DictType):
                _, mark = bare(inner.key_type)
                steps.append(str(self.seat(word)) if mark == "seat" else word)
                return inner.value_type
            if isinstance(inner, inspect.AnyType):
                steps.append(int(word) if word.isdigit() else word)
                return None
            item = element(m)
            if item is not None and (word.isdigit() or word in self.alias):
                steps.append(int(word) if word.isdigit() else self.seat(word))
                return item
        raise Malformed(f"there is no path {path} (at {word!r})")


def look_up(value: Any, steps: list[str | int]) -> Any:
    """What stands in plain data at the end of a path; None where it does not go on."""
    for step in steps:
        if isinstance(value, Mapping):
            value = value.get(step, value.get(str(step)))
        elif isinstance(value, (list, tuple)) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            return None
    return value


def faces_in(value: Any, t: Type | None) -> Iterator[Any]:
    """Every face that stands in plain data in a field that holds faces."""
    if t is None or value is None:
        return
    for m in members(t):
        inner, mark = bare(m)
        if mark == "face" and not isinstance(value, (Mapping, list)):
            yield value
        elif isinstance(value, Mapping) and isinstance(inner, inspect.StructType):
            for name, kind in fields(inner).items():
                yield from faces_in(value.get(name), kind)
        elif isinstance(value, Mapping) and isinstance(inner, inspect.DictType):
            for v in value.values():
                yield from faces_in(v, inner.value_type)
        elif isinstance(value, list) and (item := element(m)) is not None:
            for v in value:
                yield from faces_in(v, item)


def plain(value: Any) -> Any:
    """Any border value as plain data, without nulls."""
    return _full(msgspec.json.decode(msgspec.json.encode(value)))


def _full(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _full(v) for k, v in value.items() if v is not None}
    return [_full(v) for v in value] if isinstance(value, list) else value
