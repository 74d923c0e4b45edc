"""`games`, `rules`, `options`: what there is to play, how, and what a host can choose."""

from __future__ import annotations

import os
from typing import Any

from msgspec import NODEFAULT, inspect
from rich.console import Console

import facedown
from facedown.engine.plain import takes

from .errors import Trouble
from .screen import Screen, emit


def show_games(json: bool) -> int:
    """The titles: id, name, how many can play, one sentence, bots."""
    shelf = [facedown.game(name) for name in facedown.names()]
    if json:
        emit([
            {"id": g.id, "name": g.name, "seats": list(g.seats), "blurb": g.blurb, "bots": ["random", *g.bots]}
            for g in shelf
        ])  # fmt: skip
    else:
        Screen().table(
            ["id", "name", "seats", ""], [[g.id, g.name, f"{g.seats[0]}-{g.seats[-1]}", g.blurb] for g in shelf]
        )
    return 0


def show_rules(name: str, json: bool) -> int:
    """The game's own help, paged in a terminal. Raises UnknownGame, Trouble."""
    game = facedown.game(name)
    text = rules_of(game)
    if text is None:
        raise Trouble(f"{game.name} brings no rules to read", 1)
    if json:
        emit({"game": game.id, "name": game.name, "rules": text})
        return 0
    from rich.markdown import Markdown  # heavy, and of use here only

    console = Console()
    if console.is_terminal:
        os.environ.setdefault("LESS", "-RFX")
        with console.pager(styles=True):
            console.print(Markdown(text))
    else:
        console.print(Markdown(text))
    return 0


def rules_of(game: Any) -> str | None:
    """The text of a game's `help.md`, if it has one."""
    path = game.folder / "help.md" if game.folder else None
    return path.read_text("utf-8") if path and path.exists() else None


def show_options(name: str, json: bool) -> int:
    """Each option with its default, what it takes and what it means. Raises UnknownGame."""
    game = facedown.game(name)
    info: Any = inspect.type_info(game.Options)
    rows = []
    for field in info.fields:
        described = (getattr(field.type, "extra_json_schema", None) or {}).get("description")
        default = field.default if field.default is not NODEFAULT else None
        meaning = described or game.words.get(f"options.{field.encode_name}.help", "")
        rows.append({"name": field.encode_name, "takes": takes(field.type), "default": default, "meaning": meaning})
    if json:
        emit({"game": game.id, "options": rows})
    elif not rows:
        Screen().say(f"{game.name} has no options.")
    else:
        shown = [[r["name"], _default(r["default"]), r["takes"], r["meaning"]] for r in rows]
        Screen().table(["option", "default", "takes", "meaning"], shown)
    return 0


def _default(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "+".join(map(str, value)) if isinstance(value, list | tuple) else "none" if value is None else str(value)
