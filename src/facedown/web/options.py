"""A game's options as form fields, and back: made from the options' types, so that a new game needs none of this."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import inspect

from facedown.engine import ENGLISH, Game, Tongue, marked
from facedown.engine.plain import label, meanings
from facedown.table import refused

from .plain import capital, ink_of

RULE = re.compile(r"\b[A-Z]-[A-Z]?\d+\b")
"""Numbers of rules in a text."""
UNITS = ("seconds", "minutes", "turns")
SWITCH = (("true", marked("Yes")), ("false", marked("No")))
"""What an option may count: the first word of its description."""
COMMON = {"seconds": (30, 60, 120, 300), "minutes": (5, 10, 15, 30)}
"""What a limit of time that may be left out is offered as, beside any other number."""
OWN = "own"
"""The choice beside those, which has a field for the number."""


def option_fields(game: Game[Any]) -> list[dict[str, Any]]:
    """One field an option: `check`, `choose`, `several`, `number`, `limit` (a number of seconds or minutes, or none),
    `words`, `lines` or `text`, with its default, what it means, and the rules behind it."""
    info: Any = inspect.type_info(game.Options)
    means, say = meanings(game.Options), game.tongue.say
    fields = []
    for f in info.fields:
        kind, about = _unwrapped(f.type)
        field = (_chairs(game) if means[f.name] == "seat" else _field(kind)) | {
            "name": f.name,
            "label": game.word(f"options.{f.name}", f.name),
            "help": game.words.get(f"options.{f.name}.help", about),
            "rules": RULE.findall(about),
            "unit": next((unit for unit in UNITS if about.startswith(unit)), ""),
        }
        field["counts"] = game.tongue.word("unit", field["unit"])
        default = None if f.default is msgspec.NODEFAULT else f.default
        default = default if (preset := game.preset(f.name)) is None else preset
        if field["is"] == "check" and default is None:  # yes, no, or as something else says
            field |= {"is": "choose", "options": [{"value": v, "label": say(s)} for v, s in SWITCH]}
        if field["is"] == "words" and (choices := game.choices(f.name)):
            field |= {"is": "several", "options": [{"value": v, "label": capital(name)} for v, name in choices.items()]}
        listed = field["is"] in ("several", "words")
        field["value"] = "" if default is None else " ".join(default) if listed else str(default)
        if default is None and field["is"] == "choose" and all(option["value"] for option in field["options"]):
            field["options"].insert(0, {"value": "", "label": say("Left open")})
        if field["is"] == "number" and default is None and field["unit"] in COMMON:
            field |= {"is": "limit", "options": _limits(field, game.tongue), "own": ""}
        for option in field.get("options", ()):
            option.setdefault("label", capital(label(game.words, option["value"])))
            option["ink"] = ink_of(option["label"], game.tongue)
        fields.append(field)
    return fields


def _unwrapped(info: Any, about: str = "") -> tuple[Any, str]:
    """The type itself, and its description, without `None` and without metadata."""
    if isinstance(info, inspect.Metadata):
        return _unwrapped(info.type, about or (info.extra_json_schema or {}).get("description", ""))
    if isinstance(info, inspect.UnionType):
        return _unwrapped(next(t for t in info.types if not isinstance(t, inspect.NoneType)), about)
    return info, about


def _field(info: Any) -> dict[str, Any]:
    match info:
        case inspect.BoolType():
            return {"is": "check"}
        case inspect.LiteralType(values=values):
            return {"is": "choose", "options": [{"value": str(v)} for v in values]}
        case inspect.IntType():
            return {"is": "number", "least": info.ge, "most": info.le}
        case inspect.ListType() | inspect.VarTupleType():
            return {"is": "words"}
        case inspect.StrType(max_length=int(most)):
            return {"is": "lines", "most": most}
    return {"is": "text"}


def _limits(field: Mapping[str, Any], tongue: Tongue) -> list[dict[str, Any]]:
    """What a limit that may be left out is chosen from."""
    least, most, unit = field["least"] or 0, field["most"], field["unit"]
    common = [n for n in COMMON[unit] if n >= least and (most is None or n <= most)]
    offered = [{"value": str(n), "label": _length(n, unit, tongue)} for n in common]
    return [{"value": "", "label": tongue.say("No limit")}, *offered, {"value": OWN, "label": tongue.say("Another")}]


def _length(n: int, unit: str, tongue: Tongue = ENGLISH) -> str:
    """So many seconds or minutes, as people say it.

    >>> _length(30, "seconds"), _length(60, "seconds"), _length(300, "seconds"), _length(15, "minutes")
    ('30 seconds', '1 minute', '5 minutes', '15 minutes')
    """
    if unit == "seconds" and n % 60 == 0:
        n, unit = n // 60, "minutes"
    if unit == "minutes":
        return tongue.many("{n} minute", "{n} minutes", n)
    return tongue.many("{n} second", "{n} seconds", n)


def _chairs(game: Game[Any]) -> dict[str, Any]:
    """A chair of the table, counted from 1 as people do, or nobody in particular."""
    chairs = [{"value": str(seat), "label": game.tongue.say("Chair {n}", n=seat + 1)} for seat in range(game.seats[-1])]
    return {"is": "choose", "options": [{"value": "", "label": game.tongue.say("By chance")}, *chairs]}


def read_options(game: Game[Any], form: Mapping[str, Sequence[str]], seats: int) -> dict[str, Any]:
    """The options that a form sent, in their plain form; what was left empty keeps its default. Raises Refused, where
    pages count otherwise than rules: chairs from 1."""
    means = meanings(game.Options)
    options: dict[str, Any] = {}
    for field in option_fields(game):
        text = sent(form, field)
        if field["is"] == "check":
            options[field["name"]] = bool(text)
        elif text:
            value = options[field["name"]] = _read(field["is"], text)
            if means[field["name"]] == "seat" and isinstance(value, int) and value >= seats:
                n, option = value + 1, field["label"]
                raise refused(
                    "malformed",
                    f"There is no chair {n} at a table of {seats}.",
                    f"For “{option}” choose one of chairs 1 to {seats}.",
                )
    return options


def sent(form: Mapping[str, Sequence[str]], field: Mapping[str, Any]) -> str:
    """What a form sent for an option, as its field shows it; what was ticked of several stands side by side."""
    values = form.get(f"option.{field['name']}") or [""]
    if field["is"] == "limit" and values[0] == OWN:
        values = form.get(f"option.{field['name']}.{OWN}") or [""]
    return " ".join(values if field["is"] == "several" else values[:1]).strip()


def _read(kind: str, text: str) -> Any:
    if kind in ("several", "words"):
        return [word.strip() for word in re.split(r"[\s,]+", text) if word]
    if kind == "choose" and text in ("true", "false"):
        return text == "true"
    number = re.fullmatch(r"-?\d{1,9}", text) if kind in ("number", "limit", "choose") else None
    return int(text) if number else text
