"""The kinds of bots by name, with their settings: what help pages list, and how `steady(worlds=40),random` is read.

Every fault is one sentence that says what there is instead. Players that see everything are unknown here."""

from __future__ import annotations

import importlib
import inspect
import re
from types import SimpleNamespace
from typing import Any, cast, get_type_hints

import msgspec
from msgspec import Struct

from facedown.engine import Game
from facedown.engine.words import Random

from .protocol import Bot

GENERAL = {"random": "facedown.bots.random:RandomBot"}
"""Kinds that play every game."""


class BotError(ValueError):
    """A list of bots that cannot be had, in one sentence."""


class BotSpec(Struct, frozen=True):
    """A bot as somebody asked for it: its kind and its settings, still as written."""

    name: str
    settings: dict[str, str] = {}

    def __str__(self) -> str:
        settings = ", ".join(f"{k}={v}" for k, v in self.settings.items())
        return f"{self.name}({settings})" if settings else self.name


class BotKind(Struct, frozen=True):
    """A kind of bot: one sentence about it, and its settings with their defaults."""

    name: str
    says: str
    settings: dict[str, Any]


def parse_bots(text: str) -> list[BotSpec]:
    """Reads a list of bots, as in `steady(worlds=40),random`. Raises BotError.

    >>> [str(spec) for spec in parse_bots("steady( worlds=40 ), random")]
    ['steady(worlds=40)', 'random']
    """
    return [_parse(part.strip(), text) for part in _split(text)]


def make_bot(game: Game[Any], spec: BotSpec, seat: int, seats: int, options: Any, rng: Random) -> Bot:
    """A bot of this kind for one seat of a table. Raises BotError."""
    return cast(Bot, build(find(game, spec.name), spec, game, seat, seats, options, rng))


def usual_bot(game: Game[Any]) -> str:
    """The kind of bot that fills a chair or stands in where nobody chose: `steady` where the title has it, else the
    first kind that the title names, else `random`."""
    return "steady" if "steady" in game.bots else next(iter(game.bots), "random")


def bot_kinds(game: Game[Any]) -> list[BotKind]:
    """The kinds of bots that can sit at a table of this game, as they are offered: the usual one first, `random` last.

    >>> import facedown
    >>> [kind.name for kind in bot_kinds(facedown.game("slip-strike"))]
    ['steady', 'duel', 'random']
    """
    usual, where = usual_bot(game), {**GENERAL, **game.bots}
    names = sorted(where, key=lambda name: (name != usual, name == "random", name))
    kinds = [(name, load(where[name])) for name in names]
    return [
        BotKind(
            name,
            (inspect.getdoc(kind) or "").partition("\n")[0],
            {setting: default for setting, (_, default) in settings_of(kind).items()},
        )
        for name, kind in kinds
    ]


# shared with the lab, which knows one kind more -----------------------------------------------------------------------
def find(game: Game[Any], name: str) -> type:
    """The class behind a kind's name. Raises BotError."""
    kinds = {**GENERAL, **game.bots}
    if name not in kinds:
        raise BotError(f"There is no bot called {name} for {game.name}. There are: {', '.join(sorted(kinds))}.")
    return load(kinds[name])


def build(kind: type, spec: BotSpec, *place: Any) -> Any:
    """An instance with these settings; `place`: game, seat, seats, options, rng. Raises BotError."""
    known = settings_of(kind)
    settings = {}
    for name, text in spec.settings.items():
        if name not in known:
            has = f"It has: {', '.join(sorted(known))}" if known else "It has none"
            raise BotError(f"{spec.name} has no setting called {name}. {has}.")
        try:
            number = re.sub(r"^(-?)\.", r"\g<1>0.", text)  # .2 is 0.2
            settings[name] = msgspec.convert(number, known[name][0], strict=False)
        except msgspec.ValidationError:
            raise BotError(f"{spec.name}: {name} cannot be {text!r}; its default is {known[name][1]!r}.") from None
    try:
        return kind(*place, **settings)
    except ValueError as e:
        raise BotError(f"{spec.name}: {e}.") from e


def settings_of(kind: type) -> dict[str, tuple[Any, Any]]:
    """(type, default) of each setting: the keyword-only parameters of the constructor."""
    make: Any = kind.__init__  # type: ignore[misc]
    settings = getattr(make, "__kwdefaults__", None)
    if not settings:
        return {}
    notes = SimpleNamespace(__annotations__={name: make.__annotations__[name] for name in settings})
    types = get_type_hints(notes, make.__globals__)
    return {name: (types[name], default) for name, default in settings.items()}


def load(where: str) -> type:
    """The class at `module:Class`."""
    module, _, name = where.partition(":")
    found: type = getattr(importlib.import_module(module), name)
    return found


# reading --------------------------------------------------------------------------------------------------------------
def _split(text: str) -> list[str]:
    """The parts between the commas that stand outside parentheses."""
    parts, depth = [""], 0
    for char in text:
        depth += (char == "(") - (char == ")")
        if depth not in (0, 1):
            break
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    if depth:
        raise BotError(f"The parentheses in {text!r} do not match.")
    return parts


def _parse(part: str, text: str) -> BotSpec:
    if not part:
        raise BotError(f"A bot in {text!r} has no name." if text.strip() else "Name at least one bot.")
    match = re.fullmatch(r"([\w-]+)\s*(?:\((.*)\))?", part, re.DOTALL)
    if match is None:
        raise BotError(f"{part!r} is no bot: write name or name(setting=value, ..).")
    settings: dict[str, str] = {}
    for item in (match[2] or "").split(",") if (match[2] or "").strip() else ():
        name, is_, value = (s.strip() for s in item.partition("="))
        if not (name and is_ and value):
            raise BotError(f"{match[1]}: {item.strip()!r} is no setting: write setting=value.")
        if name in settings:
            raise BotError(f"{match[1]}: {name} is set twice.")
        settings[name] = value
    return BotSpec(match[1], settings)
