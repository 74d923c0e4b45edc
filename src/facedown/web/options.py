"""A game's options as form fields, and back: made from the options' types, so that a new game needs none of this."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import inspect

from facedown.engine import Game
from facedown.engine.plain import label, meanings
from facedown.table import refused


def option_fields(game: Game[Any]) -> list[dict[str, Any]]:
    """One field an option: `check`, `choose`, `several`, `number`, `words` or `text`, with its default and what it
    means."""
    info: Any = inspect.type_info(game.Options)
    means = meanings(game.Options)
    fields = []
    for f in info.fields:
        kind, about = _unwrapped(f.type)
        field = (_chairs(game) if means[f.name] == "seat" else _field(kind)) | {
            "name": f.name,
            "label": game.word(f"options.{f.name}", f.name),
            "help": game.words.get(f"options.{f.name}.help", about),
        }
        default = None if f.default is msgspec.NODEFAULT else f.default
        if field["is"] == "check" and default is None:  # yes, no, or as something else says
            field |= {"is": "choose", "options": [{"value": "true", "label": "Yes"}, {"value": "false", "label": "No"}]}
        if field["is"] == "words" and (choices := game.choices(f.name)):
            field |= {"is": "several", "options": [{"value": v, "label": name} for v, name in choices.items()]}
        listed = field["is"] in ("several", "words")
        field["value"] = "" if default is None else " ".join(default) if listed else str(default)
        if default is None and field["is"] == "choose" and all(option["value"] for option in field["options"]):
            field["options"].insert(0, {"value": "", "label": "Left open"})
        for option in field.get("options", ()):
            option.setdefault("label", label(game.words, option["value"]))
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
    return {"is": "text"}


def _chairs(game: Game[Any]) -> dict[str, Any]:
    """A chair of the table, counted from 1 as people do, or nobody in particular."""
    chairs = [{"value": str(seat), "label": f"Chair {seat + 1}"} for seat in range(game.seats[-1])]
    return {"is": "choose", "options": [{"value": "", "label": "By chance"}, *chairs]}


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
                why = f"There is no chair {value + 1} at a table of {seats}."
                raise refused("malformed", why, f"For “{field['label']}” choose one of chairs 1 to {seats}.")
    return options


def sent(form: Mapping[str, Sequence[str]], field: Mapping[str, Any]) -> str:
    """What a form sent for an option, as its field shows it; what was ticked of several stands side by side."""
    values = form.get(f"option.{field['name']}") or [""]
    return " ".join(values if field["is"] == "several" else values[:1]).strip()


def _read(kind: str, text: str) -> Any:
    if kind in ("several", "words"):
        return [word.strip() for word in re.split(r"[\s,]+", text) if word]
    if kind == "choose" and text in ("true", "false"):
        return text == "true"
    number = re.fullmatch(r"-?\d{1,9}", text) if kind in ("number", "choose") else None
    return int(text) if number else text
