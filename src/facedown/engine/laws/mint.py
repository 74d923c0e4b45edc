"""Canaries: a game whose cards carry unguessable codes and labels, and how they are found again in bytes."""

from __future__ import annotations

import random
import re
from typing import Any

from ..game import Game
from ..state import State
from .report import Broken

_TOKEN = re.compile(rb"zq[0-9a-f]{14}", re.IGNORECASE)


def mint(game: Game[Any], rng: random.Random) -> Game[Any] | None:
    """The game with other codes and labels on its cards, or None where it cannot be re-minted."""
    return game.minted(lambda: f"zq{rng.getrandbits(56):014x}")


def tokens(text: bytes) -> list[bytes]:
    """The canaries in a text, in order."""
    return [token.lower() for token in _TOKEN.findall(text)]


def carried(game: Game[Any], state: State, face: Any) -> set[bytes]:
    """The canaries of one face. Raises Broken where it carries none."""
    found = {token for code in game.canaries(state, face) for token in tokens(code.encode())}
    if not found:
        raise Broken("canaries", f"the re-minted face {face!r} carries no token")
    return found


def reminted(state: State, rng: random.Random) -> State | None:
    """The same position with re-minted cards, or None."""
    game = mint(state.game, rng)
    if game is None:
        return None
    copy = state.copy()
    copy.game = game
    copy.shared = None
    copy.begin()
    return copy
