"""The files of games' own pages: style, script and pictures that lie beside them. Everybody gets the same."""

from __future__ import annotations

import re
from pathlib import Path

from litestar import get
from litestar.params import FromPath
from litestar.response import Response

from .asking import Ask, Problem, designed, house

KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
NAME = re.compile(r"[a-z0-9_-]+\.[a-z0-9]+")


@get("/page/{game:str}/{name:str}", include_in_schema=False)
async def asset(request: Ask, game: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """A file of a game's page. Raises Problem."""
    title = house(request).games.get(game)
    page = designed(request).page(title) if title else None
    kind = KINDS.get(Path(name).suffix)
    if page is None or kind is None or not NAME.fullmatch(name) or not (page.folder / name).is_file():
        raise Problem(404, "There is no such page.", "Check the address, or start from the first page.")
    headers = {"cache-control": "public, max-age=86400"}
    return Response((page.folder / name).read_bytes(), media_type=kind, headers=headers)


ROUTES = (asset,)
