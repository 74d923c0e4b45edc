"""What any game says in plain words, from its definitions alone: a view as text, an event as a sentence, a value as
people read it. A game that has better words for these writes `Game.text` and `Game.sentence`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from .words import Chose, Event, Presence, SeatView

_PRESENCE = {
    "left": "{} left the table",
    "back": "{} came back",
    "removed": "{} left for good, and the house plays on in that seat",
    "stand_in": "a stand-in plays on for {}",
}


class Explained(Struct, frozen=True):
    """A table of the result page: a title, what the columns hold, rows of short texts, and one closing sentence."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


@cache
def meanings(struct: type[Struct]) -> dict[str, str]:
    """What each field of a struct holds beyond its type: `seat`, `face`, `slot`, or "". Lists: that of their items;
    pairs and the like: that of each, with commas."""
    info: Any = msgspec.inspect.type_info(struct)
    return {field.name: _meaning(field.type) for field in info.fields}


def _meaning(info: Any) -> str:
    if isinstance(info, msgspec.inspect.Metadata):
        return str((info.extra or {}).get("is") or _meaning(info.type))
    if isinstance(info, msgspec.inspect.UnionType):
        return next(filter(None, map(_meaning, info.types)), "")
    if isinstance(info, msgspec.inspect.TupleType):
        return ",".join(map(_meaning, info.item_types))
    item = getattr(info, "item_type", None)
    return "" if item is None else _meaning(item)


def label(words: Mapping[str, str], name: str) -> str:
    """What people read for the name of a kind, a field or a value: the game's word for it, or the name itself."""
    return words.get(name, name.replace("_", " "))


def first_label(words: Mapping[str, str], *names: str) -> str:
    """The game's word for the first of these names that has one; else the last of them, made readable.

    >>> first_label({"slot.0": "card 1"}, "slot.0"), first_label({}, "ask.their_slot", "their_slot")
    ('card 1', 'their slot')
    """
    for name in names:
        if name in words:
            return words[name]
    return names[-1].rstrip("_").replace("_", " ")


def shown(value: Any, meaning: str, names: Sequence[str], words: Mapping[str, str]) -> str:
    """A value on one line: seats by name, slots counted from 1."""
    if isinstance(value, SeatView):
        return value.name + (" (gone)" if value.gone else "")
    if isinstance(value, Struct):
        means = meanings(type(value))
        fields = [(f, getattr(value, f)) for f in value.__struct_fields__]
        return ", ".join(f"{label(words, f)} {shown(v, means[f], names, words)}" for f, v in fields if v is not None)
    if isinstance(value, list | tuple | set | frozenset):
        if "," in meaning and not any(isinstance(v, list | tuple) for v in value):
            return " ".join(shown(v, m, names, words) for v, m in zip(value, meaning.split(","), strict=True)) or "none"
        joint = "; " if any(isinstance(v, Struct | list | tuple) for v in value) else " "
        return joint.join(shown(v, meaning, names, words) for v in value) or "none"
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if meaning == "seat" and isinstance(value, int) and 0 <= value < len(names):
        return str(names[value])
    return (
        str(value + 1)
        if meaning == "slot" and isinstance(value, int)
        else label(words, value)
        if isinstance(value, str)
        else str(value)
    )


def view_text(view: Struct, names: Sequence[str], words: Mapping[str, str]) -> str:
    """Any view: a line for each field that holds something; rows of a table below one another, counted from 1."""
    means = meanings(type(view))
    lines = []
    for field in view.__struct_fields__:
        value = getattr(view, field)
        if value is None:
            continue
        if isinstance(value, list | tuple) and any(isinstance(row, list | tuple | Struct) for row in value):
            lines.append(f"{label(words, field)}:")
            lines += [f"  {i}  {shown(row, means[field], names, words)}" for i, row in enumerate(value, 1)]
        else:
            lines.append(f"{label(words, field)}: {shown(value, means[field], names, words)}")
    return "\n".join(lines)


def table_text(table: Explained) -> str:
    """A table of the result as lines."""
    rows = [table.columns, *table.rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(table.columns))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join(["", table.title, *lines, *filter(None, [table.note])])


def event_sentence(event: Event, names: Sequence[str], words: Mapping[str, str]) -> str:
    """Any event: who or what, then its fields."""
    if isinstance(event, Presence):
        return _sentence(_PRESENCE[event.what].format(names[event.seat]))
    if isinstance(event, Chose):
        return _sentence(f"{names[event.seat]} chose")
    fields = {f: getattr(event, f) for f in event.__struct_fields__ if getattr(event, f) is not None}
    means = meanings(type(event))
    who = f"{shown(fields.pop('seat'), 'seat', names, words)}: " if means.get("seat") == "seat" else ""
    told = ", ".join(f"{label(words, f)} {shown(v, means[f], names, words)}" for f, v in fields.items())
    tag = label(words, str(type(event).__struct_config__.tag))
    return _sentence(f"{who}{tag}" + (f" ({told})" if told else ""))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."
