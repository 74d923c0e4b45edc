"""What people type on the command line, read by type: options, viewers, kinds of bots, files."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_type_hints

import msgspec
from msgspec import inspect

from facedown.engine import ARCHIVE, PUBLIC, Game, Record, read_record
from facedown.engine.plain import takes

from .errors import Trouble

NONE = ("none", "")
MOST_BYTES = 64 << 20
"""Of a record."""


def read_options(game: Game[Any], text: str) -> dict[str, Any]:
    """The options of `k=v,k2=v2`, each read by its type; a text may come from a file, as `k=@FILE`. Raises Trouble."""
    info: Any = inspect.type_info(game.Options)
    known = {field.encode_name: field for field in info.fields}
    hints = get_type_hints(game.Options, include_extras=True)
    options: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        name, is_there, value = part.partition("=")
        name = name.strip()
        if name not in known:
            listed = f"there are: {', '.join(known)}" if known else "it has none"
            raise Trouble(f"{game.name} has no option {name or part} ({listed})")
        if not is_there:
            raise Trouble(f"option {name} needs a value: write {name}=VALUE")
        if name in options:
            raise Trouble(f"option {name} is given twice")
        field = known[name]
        try:
            options[name] = msgspec.convert(read_value(field.type, value.strip()), hints[field.name], strict=True)
        except (ValueError, msgspec.ValidationError):
            raise Trouble(f"option {name} takes {takes(field.type)}, not {value or 'nothing'}") from None
    return options


def read_value(info: Any, text: str) -> Any:
    """A value of this type: lists as `R+Y+G`, `true` or `false`, numbers, words. Raises ValueError."""
    match info:
        case inspect.Metadata():
            return read_value(info.type, text)
        case inspect.UnionType():
            if any(isinstance(t, inspect.NoneType) for t in info.types) and text.lower() in NONE:
                return None
            for kind in info.types:
                try:
                    return read_value(kind, text)
                except ValueError:
                    continue
            raise ValueError(text)
        case inspect.BoolType():
            return {"true": True, "false": False}[text.lower()] if text.lower() in ("true", "false") else _no(text)
        case inspect.IntType():
            return int(text)
        case inspect.FloatType():
            return float(text)
        case inspect.StrType():
            return _file(text[1:]) if text.startswith("@") else text
        case inspect.LiteralType():
            found = [v for v in info.values if str(v).lower() == text.lower()]
            return found[0] if found else _no(text)
        case inspect.VarTupleType() | inspect.ListType() | inspect.SetType() | inspect.FrozenSetType():
            return [read_value(info.item_type, part) for part in text.split("+")]
        case inspect.DictType():
            pairs = [part.partition(":") for part in text.split("+")]
            return {read_value(info.key_type, key): read_value(info.value_type, value) for key, _, value in pairs}
    return _no(text)


def _file(name: str) -> str:
    """What stands in a file of text. Raises Trouble."""
    try:
        with Path(name).open(encoding="utf-8") as file:
            return file.read(MOST_BYTES)
    except (OSError, UnicodeDecodeError) as e:
        raise Trouble(f"{name} cannot be read as text ({getattr(e, 'strerror', None) or e.reason})") from e  # type: ignore[union-attr]


def read_viewer(text: str, seats: int) -> int:
    """A seat, `public` or `archive`. Raises Trouble."""
    if text in ("public", "archive"):
        return PUBLIC if text == "public" else ARCHIVE
    if text.isdecimal() and int(text) < seats:
        return int(text)
    raise Trouble(f"there is no viewer {text}: choose a seat from 0 to {seats - 1}, public, or archive")


def load_record(path: Path) -> Record:
    """The record in a file. Raises RecordError, Trouble, OSError."""
    with path.open("rb") as file:
        text = file.read(MOST_BYTES + 1)
    if len(text) > MOST_BYTES:
        raise Trouble(f"{path} is too large for a record")
    return read_record(text)


def seats_for(game: Game[Any], seats: int | None, named: int = 0) -> int:
    """How many play: what was asked for, else as many as were named, else three or the most below that. Raises
    Refused."""
    usual = max([n for n in game.seats if n <= 3], default=game.seats[0])
    count = (min(max(named, game.seats[0]), game.seats[-1]) if named > 1 else usual) if seats is None else seats
    game.check_seats(count)
    return count


def _no(text: str) -> Any:
    raise ValueError(text)
