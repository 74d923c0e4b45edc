"""The catalogue: titles found by the entry point `facedown.games`. A new title is one folder and one entry point."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from traceback import extract_tb
from typing import Any

from .game import Game


class UnknownGame(LookupError):
    """No such title; the sentence lists those there are."""

    def __str__(self) -> str:
        return str(self.args[0])


_added: dict[str, Game[Any]] = {}


def add(game: Game[Any]) -> None:
    """Adds a title to this process's catalogue: for authors and tests."""
    _added[game.id] = game


@cache
def _installed() -> dict[str, Any]:
    return {e.name: e for e in entry_points(group="facedown.games")}


def names() -> list[str]:
    """The ids of all titles."""
    return sorted({*_installed(), *_added})


def game(name: str) -> Game[Any]:
    """The title of this id, or of `module:attribute` for one that is not installed. Raises UnknownGame."""
    if name in _added:
        return _added[name]
    if name in _installed():
        return _loaded(name, _installed()[name].load)
    if ":" in name:
        module, _, attribute = name.partition(":")
        sys.path.insert(0, "")
        try:
            return _loaded(name, lambda: getattr(importlib.import_module(module), attribute))
        finally:
            sys.path.remove("")
    raise UnknownGame(f"There is no game called {name}. There are: {', '.join(names())}.")


def _loaded(name: str, load: Callable[[], Any]) -> Game[Any]:
    """What an author wrote, or in one sentence what is wrong with it, and where."""
    try:
        found = load()
    except (ImportError, AttributeError) as e:
        raise UnknownGame(f"There is no game {name}: {e}.") from e
    except SyntaxError as e:
        raise UnknownGame(f"The game {name} cannot be read: {e.msg} ({e.filename}, line {e.lineno}).") from e
    except Exception as e:
        ours = str(Path(__file__).parent)
        frames = [f for f in extract_tb(e.__traceback__) if not f.filename.startswith((ours, "<frozen"))]
        where = f"{frames[-1].filename}, line {frames[-1].lineno}"
        raise UnknownGame(f"The game {name} cannot be made: {e} ({where}).") from e
    if not isinstance(found, Game):
        raise UnknownGame(f"There is no game {name}: that is a {type(found).__name__}.")
    if ":" not in name and found.id != name:
        raise UnknownGame(f"The entry point {name} leads to a game with the id {found.id}: both must be the same.")
    return found
