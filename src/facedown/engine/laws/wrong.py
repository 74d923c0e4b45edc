"""Wrong moves: well-typed answers with arbitrary values, as a curious player might send them. Their refusals must tell
nothing, so every law on bytes sends some."""

from __future__ import annotations

import random
from typing import Any

import msgspec
from msgspec import inspect

from ..game import Game
from ..state import State
from ..words import Move

Probe = tuple[tuple[Move, ...], tuple[str, ...]]
"""Moves and texts that are tried on a viewer."""


class Curious:
    """Makes wrong moves for one game. `words` are used for fields that hold text."""

    def __init__(self, game: Game[Any], words: list[str], rng: random.Random) -> None:
        self.rng, self.words = rng, [*words, "7", "nod", "x"]
        self.pool = [move for move in map(self._any_move, [*game.State.MOVES.values()] * 40) if move is not None]

    def probe(self, state: State, n: int = 20) -> Probe:
        """`n` moves, some of them legal for somebody in this position, and three texts."""
        rng = self.rng
        moves = rng.sample(self.pool, min(n - 4, len(self.pool)))
        asked = state.requests()
        for request in rng.sample(asked, min(4, len(asked))):
            try:
                moves.append(state.sample(request, rng))
            except LookupError:
                continue
        return tuple(moves), (rng.choice(self.words), str(rng.randrange(1, 101)), "")

    def _any_move(self, kind: type[Move]) -> Move | None:
        info: Any = inspect.type_info(kind)
        raw = {f.encode_name: self._value(f.type) for f in info.fields if f.required or self.rng.random() < 0.7}
        try:
            return msgspec.convert({**raw, "kind": kind.__struct_config__.tag}, kind)
        except msgspec.ValidationError:
            return None

    def _value(self, info: Any) -> Any:
        rng = self.rng
        match info:
            case inspect.Metadata():
                return self._value(info.type)
            case inspect.UnionType():
                return self._value(rng.choice(info.types))
            case inspect.LiteralType():
                return rng.choice(info.values)
            case inspect.BoolType():
                return rng.random() < 0.5
            case inspect.IntType():
                return rng.randrange(-1, 10)
            case inspect.StrType():
                return rng.choice(self.words)
            case inspect.VarTupleType() | inspect.ListType() | inspect.SetType() | inspect.FrozenSetType():
                return [self._value(info.item_type) for _ in range(rng.randrange(5))]
            case inspect.TupleType():
                return [self._value(item) for item in info.item_types]
            case inspect.DictType():
                return {self._value(info.key_type): self._value(info.value_type)}
            case inspect.StructType():
                return {f.encode_name: self._value(f.type) for f in info.fields}
        return None
