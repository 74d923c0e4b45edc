"""Moves as people type them: `ask 3 5`, `swap 1 Ben 4`. Slots are counted from 1, players are called by name or by its
beginning. What is legal is not decided here: a typed move is read by the game and checked by its state."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

from msgspec import inspect

from facedown.engine import Domain, Game, Move, Offer, Text
from facedown.engine.plain import meanings, shown

from .errors import Trouble
from .reading import read_value

NONE = "none"
"""How an empty list is typed."""


class Tongue:
    """How the moves of one game are typed at one table."""

    def __init__(self, game: Game[Any], names: Sequence[str]) -> None:
        self.game, self.names = game, names

    def usage(self, kind: str) -> str:
        """`swap SLOT PLAYER THEIR_SLOT`: a kind and its fields, as `read` takes them; `[SLOT]` may be left out."""
        fields = [
            (name if field in self.needed(kind) else f"[{name}]")
            for field, meaning in meanings(self.game.State.MOVES[kind]).items()
            for name in ["PLAYER" if meaning == "seat" else field.upper()]
        ]
        return " ".join([kind, *fields])

    def needed(self, kind: str) -> list[str]:
        """The fields of a kind of move that cannot be left out."""
        info: Any = inspect.type_info(self.game.State.MOVES[kind])
        return [field.name for field in info.fields if field.required]

    def kind(self, word: str, offers: Sequence[Offer]) -> str:
        """The kind of move a word means: its name or the beginning of just one. Raises Trouble."""
        kinds = list(dict.fromkeys(offer.kind for offer in offers))
        found = [kind for kind in kinds if kind == word.lower()] or [k for k in kinds if k.startswith(word.lower())]
        if len(found) == 1:
            return found[0]
        raise Trouble(_which("action", word, found, kinds))

    def read(self, text: str, offers: Sequence[Offer]) -> Move:
        """A whole move on one line. Raises Trouble for what is no move, Refused for what the game cannot read."""
        try:
            word, *parts = shlex.split(text)
        except ValueError:
            raise Trouble("there is a quotation mark without its pair") from None
        kind = self.kind(word, offers)
        fields = list(meanings(self.game.State.MOVES[kind]))
        same = [offer for offer in offers if offer.kind == kind]
        if len(parts) > len(fields) and same and isinstance(same[0].fields.get(fields[-1] if fields else ""), Text):
            parts[len(fields) - 1 :] = [" ".join(parts[len(fields) - 1 :])]
        if not len(self.needed(kind)) <= len(parts) <= len(fields):
            raise Trouble(f"write it like this: {self.usage(kind)}")
        return self.move(kind, {f: self.value(kind, f, p, same) for f, p in zip(fields, parts, strict=False)})

    def move(self, kind: str, values: dict[str, Any]) -> Move:
        """The move with these fields. Raises Refused (malformed)."""
        return self.game.read_move({"kind": kind, **values})

    def value(self, kind: str, field: str, text: str, offers: Sequence[Offer]) -> Any:
        """A field's value as it was typed. Raises Trouble."""
        move = self.game.State.MOVES[kind]
        info: Any = inspect.type_info(move)
        of_type = next(f.type for f in info.fields if f.name == field)
        listed = [v for offer in offers if field in offer.fields for v in choices(offer.fields[field])]
        return self._value(of_type, meanings(move)[field], text, listed)

    def _value(self, info: Any, meaning: str, text: str, listed: Sequence[Any]) -> Any:
        for value in listed:
            if not isinstance(value, list | tuple) and self.say(value, meaning).lower() == text.lower():
                return value
        while isinstance(info, inspect.Metadata):
            info = info.type
        items = getattr(info, "item_type", None) or next(iter(getattr(info, "item_types", ())), None)
        if items is not None and text.lower() == NONE:
            return []
        if items is not None:
            inner = [v for value in listed for v in (value if isinstance(value, list | tuple) else [value])]
            return [self._value(items, meaning, part.strip(), inner) for part in text.split(",") if part.strip()]
        if meaning == "seat":
            return self.seat(text)
        try:
            value = read_value(info, {"yes": "true", "no": "false"}.get(text.lower(), text))
        except ValueError:
            raise Trouble(f"{text} does not fit here{self._of(listed, meaning)}") from None
        return value - 1 if meaning == "slot" and isinstance(value, int) else value

    def seat(self, text: str) -> int:
        """The seat of a player called by name, or by the beginning of just one. Raises Trouble."""
        exact = [s for s, name in enumerate(self.names) if name.lower() == text.lower()]
        found = exact or [s for s, name in enumerate(self.names) if name.lower().startswith(text.lower())]
        if len(found) == 1:
            return found[0]
        raise Trouble(_which("player", text, [self.names[s] for s in found], self.names))

    def say(self, value: Any, meaning: str) -> str:
        """A value as it is typed: lists with commas."""
        if isinstance(value, list | tuple):
            return ",".join(self.say(v, meaning) for v in value)
        return shown(value, meaning, self.names, {})

    def _of(self, listed: Sequence[Any], meaning: str) -> str:
        return f": {', '.join(dict.fromkeys(self.say(v, meaning) for v in listed))}" if listed else ""


def _which(what: str, word: str, found: Sequence[str], known: Sequence[str]) -> str:
    if found:
        return f"{word} can mean {' or '.join(found)}: write more of it"
    return f"there is no {what} {word} here (there are: {', '.join(known)})"


def choices(domain: Domain) -> tuple[Any, ...]:
    """What a domain is made of; nothing for free text."""
    return () if isinstance(domain, Text) else domain.of
