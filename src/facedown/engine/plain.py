"""What any game says in plain words, from its definitions alone: a view as text, an event as a sentence, a value as
people read it. A game that has better words for these writes `Game.text` and `Game.sentence`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct, inspect

from .tongue import ENGLISH, Tongue, marked
from .words import Chose, Event, Presence, SeatView

_PRESENCE = {
    "left": (marked("You left the table."), marked("{name} left the table.")),
    "back": (marked("You came back."), marked("{name} came back.")),
    "removed": (
        marked("You were removed; from now on the game plays in your seat."),
        marked("{name} was removed; from now on the game plays in that seat."),
    ),
    "stand_in": (marked("A stand-in plays on for you."), marked("A stand-in plays on for {name}.")),
}
"""What the house says of a seat: to its owner, and to the others."""


class Explained(Struct, frozen=True):
    """A table of the result page: a title, what the columns hold, rows of short texts, and one closing sentence."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


@cache
def meanings(struct: type[Struct]) -> dict[str, str]:
    """What each field of a struct holds beyond its type: `seat`, `face`, `slot`, or "". Lists: that of their items;
    pairs and the like: that of each, with commas; maps: that of keys and values, with a colon."""
    info: Any = inspect.type_info(struct)
    return {field.name: _meaning(field.type) for field in info.fields}


def _meaning(info: Any) -> str:
    if isinstance(info, inspect.Metadata):
        return str((info.extra or {}).get("is") or _meaning(info.type))
    if isinstance(info, inspect.UnionType):
        return next(filter(None, map(_meaning, info.types)), "")
    if isinstance(info, inspect.TupleType):
        return ",".join(map(_meaning, info.item_types))
    if isinstance(info, inspect.DictType):
        return f"{_meaning(info.key_type)}:{_meaning(info.value_type)}"
    item = getattr(info, "item_type", None)
    return "" if item is None else _meaning(item)


def takes(info: Any, tongue: Tongue = ENGLISH) -> str:
    """A type as people read it: `a whole number from 5 to 86400, or none`."""
    say = tongue.say
    match info:
        case inspect.Metadata():
            seat = (info.extra or {}).get("is") == "seat"
            return say("a seat, counted from 0") if seat else takes(info.type, tongue)
        case inspect.UnionType():
            some = [takes(t, tongue) for t in info.types if not isinstance(t, inspect.NoneType)]
            return say(", or ").join([*some, say("none")])
        case inspect.BoolType():
            return say("true or false")
        case inspect.IntType(ge=None, le=None):
            return say("a whole number")
        case inspect.IntType(ge=least, le=None):
            return say("a whole number from {least}", least=least)
        case inspect.IntType(ge=None, le=most):
            return say("a whole number to {most}", most=most)
        case inspect.IntType(ge=least, le=most):
            return say("a whole number from {least} to {most}", least=least, most=most)
        case inspect.FloatType():
            return say("a number")
        case inspect.LiteralType():
            return say("one of {values}", values=", ".join(sorted(map(str, info.values))))
        case inspect.VarTupleType() | inspect.ListType() | inspect.SetType() | inspect.FrozenSetType():
            return say("a list joined by + (each {item})", item=takes(info.item_type, tongue))
        case inspect.DictType():
            key, value = takes(info.key_type, tongue), takes(info.value_type, tongue)
            return say("pairs joined by + ({key}:{value})", key=key, value=value)
    return say("a word")


def short(text: str, most: int = 120) -> str:
    """A text that somebody sent, to be shown to them: not all of it where it is long.

    >>> short("ab" * 100, 10)
    'ababababab...'
    """
    return text if len(text) <= most else f"{text[:most]}..."


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


def shown(
    value: Any, meaning: str, names: Sequence[str], words: Mapping[str, str], tongue: Tongue = ENGLISH
) -> str:
    """A value on one line: seats by name, slots counted from 1."""
    if isinstance(value, SeatView):
        return tongue.say("{name} (gone)", name=value.name) if value.gone else value.name
    if isinstance(value, Struct):
        means = meanings(type(value))
        fields = [(f, getattr(value, f)) for f in value.__struct_fields__]
        parts = [(label(words, f), shown(v, means[f], names, words, tongue)) for f, v in fields if v is not None]
        return ", ".join(f"{name} {text}" for name, text in parts)
    if isinstance(value, Mapping):
        key, _, each = meaning.partition(":")
        return ", ".join(
            f"{shown(k, key, names, words, tongue)} {shown(v, each, names, words, tongue)}" for k, v in value.items()
        )
    if isinstance(value, list | tuple | set | frozenset):
        if "," in meaning and not any(isinstance(v, list | tuple) for v in value):
            pairs = zip(value, meaning.split(","), strict=True)
            return " ".join(shown(v, m, names, words, tongue) for v, m in pairs) or tongue.say("none")
        joint = "; " if any(isinstance(v, Struct | list | tuple) for v in value) else " "
        return joint.join(shown(v, meaning, names, words, tongue) for v in value) or tongue.say("none")
    if value is None:
        return tongue.say("none")
    if isinstance(value, bool):
        return tongue.say("yes") if value else tongue.say("no")
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
    """Any view: a line for each field that holds something; rows of a table below one another, by the players' names
    where there is one for each, else counted from 1. Who sits here and who you are, the rows and the greeting say."""
    means = meanings(type(view))
    lines = []
    for field in view.__struct_fields__:
        value = getattr(view, field)
        if value is None or field in ("seats", "you"):
            continue
        if isinstance(value, list | tuple) and any(isinstance(row, list | tuple | Struct) for row in value):
            lines.append(f"{label(words, field)}:")
            by = names if len(names) == len(value) else [str(i) for i in range(1, len(value) + 1)]
            width = max(map(len, by))
            rows = [shown(row, means[field], names, words) for row in value]
            lines += [f"  {name:<{width}}  {row}" for name, row in zip(by, rows, strict=True)]
        else:
            lines.append(f"{label(words, field)}: {shown(value, means[field], names, words)}")
    return "\n".join(lines)


def table_text(table: Explained) -> str:
    """A table of the result as lines."""
    rows = [table.columns, *table.rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(table.columns))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join(["", table.title, *lines, *filter(None, [table.note])])


def event_sentence(
    event: Event, names: Sequence[str], words: Mapping[str, str], you: int | None = None, tongue: Tongue = ENGLISH
) -> str:
    """Any event as the reader in seat `you` reads it: who or what, then its fields."""
    if isinstance(event, Presence):
        yours, theirs = _PRESENCE[event.what]
        return tongue.say(yours) if event.seat == you else tongue.say(theirs, name=names[event.seat])
    if isinstance(event, Chose):
        return tongue.say("You chose.") if event.seat == you else tongue.say("{name} chose.", name=names[event.seat])
    names = [tongue.say("you") if seat == you else name for seat, name in enumerate(names)]
    fields = {f: getattr(event, f) for f in event.__struct_fields__ if getattr(event, f) is not None}
    means = meanings(type(event))
    who = f"{shown(fields.pop('seat'), 'seat', names, words, tongue)}: " if means.get("seat") == "seat" else ""
    told = ", ".join(f"{label(words, f)} {shown(v, means[f], names, words, tongue)}" for f, v in fields.items())
    tag = label(words, str(type(event).__struct_config__.tag))
    return _sentence(f"{who}{tag}" + (f" ({told})" if told else ""))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."
