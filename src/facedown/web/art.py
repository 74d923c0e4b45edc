"""What a game's page is drawn with: the files in its folder `page` that browsers load. Everything else stays there."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from litestar.config.compression import CompressionConfig
from litestar.middleware import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware

from facedown.engine import Game

SENT = {".svg": "image/svg+xml", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8"}
"""What may be sent of a page's folder, and as what."""
POSTER = "poster.svg"
SMALLER = DefineMiddleware(
    CompressionMiddleware, config=CompressionConfig(backend="gzip", exclude=[r"\.woff2$", r"\.png$"])
)
"""Files that are the same for everybody go over the line compressed. Pages do not: they hold what is secret beside what
others have written, and their length would tell of it."""


@lru_cache(maxsize=64)
def art(game: Game[Any]) -> dict[str, Path]:
    """The files of a game's page that browsers may load, by name."""
    folder = game.folder / "page" if game.folder else None
    found = sorted(folder.iterdir()) if folder and folder.is_dir() else []
    return {file.name: file for file in found if file.suffix in SENT}


def poster(game: Game[Any]) -> str:
    """Where a game's poster is found; one of the house's own, if it has none."""
    return f"/page/{game.id}/{POSTER}" if POSTER in art(game) else f"/static/{POSTER}"


def all_art(games: Iterable[Game[Any]]) -> list[Path]:
    """All that browsers may load for these games, always in the same order."""
    return [file for game in sorted(games, key=lambda g: g.id) for file in art(game).values()]
