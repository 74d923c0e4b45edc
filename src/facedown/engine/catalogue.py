"""The catalogue: titles found by the entry point `facedown.games`. A new title is one folder and one entry point."""

from __future__ import annotations

import importlib
import sys
from functools import cache
from importlib.metadata import entry_points
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
        found: Game[Any] = _installed()[name].load()
        return found
    if ":" in name:
        module, _, attribute = name.partition(":")
        sys.path.insert(0, "")
        try:
            found = getattr(importlib.import_module(module), attribute)
        except (ImportError, AttributeError) as e:
            raise UnknownGame(f"There is no game {name}: {e}.") from e
        finally:
            sys.path.remove("")
        if not isinstance(found, Game):
            raise UnknownGame(f"There is no game {name}: that is a {type(found).__name__}.")
        return found
    raise UnknownGame(f"There is no game called {name}. There are: {', '.join(names())}.")
