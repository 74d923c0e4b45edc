"""How a game is put into words where its author wrote none: labels, and one sentence for an event. Also what a result
page explains. Pages and terminal say the same things because they ask here."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from .words import Chose, Event, Presence


class Explained(Struct, frozen=True):
    """A table of the result page: a title, what the columns hold, rows of short texts, and one closing sentence."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def word(words: Mapping[str, str], *keys: str) -> str:
    """What `words` writes for the first of these keys that it has; else the last key, made readable.

    >>> word({"slot.0": "card 1"}, "slot.0"), word({}, "ask.their_slot", "their_slot")
    ('card 1', 'their slot')
    """
    for key in keys:
        if key in words:
            return words[key]
    return keys[-1].rstrip("_").replace("_", " ").replace("-", " ")


@cache
def kinds_of_fields(struct: type[Struct]) -> dict[str, str]:
    """Which fields of a struct hold a `seat` or a `face`, alone or in a list; "" for the others."""
    hints = typing.get_type_hints(struct, include_extras=True)
    return {name: _kind(hints[name]) for name in struct.__struct_fields__}


def _kind(hint: Any) -> str:
    for meta in getattr(hint, "__metadata__", ()):
        if isinstance(meta, msgspec.Meta) and meta.extra and "is" in meta.extra:
            return str(meta.extra["is"])
    if typing.get_origin(hint) in (dict, types.GenericAlias):
        return ""
    return next((kind for part in typing.get_args(hint) if (kind := _kind(part))), "")


def value_text(words: Mapping[str, str], field: str, kind: str, value: Any, names: Sequence[str]) -> str:
    """One value of a field in words: players' names for seats, `yes` and `no`, lists joined by commas."""
    match value:
        case bool():
            return "yes" if value else "no"
        case int() if kind == "seat":
            return names[value] if 0 <= value < len(names) else f"seat {value + 1}"
        case None:
            return word(words, f"{field}.none", "none")
        case list() | tuple():
            return ", ".join(value_text(words, field, kind, v, names) for v in value) or "none"
        case Struct():
            fields = kinds_of_fields(type(value))
            parts = [value_text(words, f, k, getattr(value, f), names) for f, k in fields.items()]
            return " ".join(parts)
    return words.get(f"{field}.{value}", str(value))


PRESENCE = {"left": "left the table", "back": "is back", "removed": "was removed", "stand_in": "is played by a stand-in"}


def plain_sentence(words: Mapping[str, str], event: Event, names: Sequence[str]) -> str:
    """A sentence from an event's name and fields, for events without one of their own."""
    if isinstance(event, Presence):
        return f"{names[event.seat]} {PRESENCE[event.what]}."
    if isinstance(event, Chose):
        return f"{names[event.seat]} has chosen."
    tag = str(event.__struct_config__.tag)
    fields = kinds_of_fields(type(event))
    who = fields.get("seat") == "seat" and isinstance(event.seat, int)  # type: ignore[attr-defined]
    parts = [
        f"{word(words, f'{tag}.{f}', f)}: {value_text(words, f, kind, getattr(event, f), names)}"
        for f, kind in fields.items()
        if not (who and f == "seat")
    ]
    what = word(words, tag)
    told = f"{names[event.seat]}: {what}" if who else what[:1].upper() + what[1:]  # type: ignore[attr-defined]
    return f"{told} ({', '.join(parts)})." if parts else f"{told}."
