"""What is fetched and chosen on every page alike: the files of games' pages, and whether pages are light or dark."""

from __future__ import annotations

from litestar import get, post
from litestar.datastructures import CacheControlHeader, Cookie
from litestar.params import FromPath
from litestar.response import Response

from .art import SENT, SMALLER, art
from .asking import DAYS, THEME, THEMES, Ask, Problem, first, form_of, gone_to, house

DAY = CacheControlHeader(max_age=86400, public=True).to_header()


@get("/page/{name:str}/{file:str}", include_in_schema=False, middleware=[SMALLER])
async def page_file(request: Ask, name: FromPath[str], file: FromPath[str]) -> Response[bytes]:
    """A file of a game's page. Raises Problem."""
    game = house(request).games.get(name)
    found = art(game).get(file) if game else None
    if found is None:
        raise Problem(404, "There is no such page.", "Check the address, or start from the first page.")
    return Response(found.read_bytes(), media_type=SENT[found.suffix], headers={"cache-control": DAY})


@post("/scheme", include_in_schema=False)
async def scheme(request: Ask) -> Response[bytes]:
    """Keeps this browser's scheme, and goes back to where it was chosen."""
    form = await form_of(request)
    chosen, here = first(form, "scheme"), first(form, "here")
    kept = chosen in THEMES
    cookie = Cookie(
        key=THEME, value=chosen if kept else "", max_age=DAYS * 86400 if kept else 0, path="/", samesite="lax"
    )
    local = here.startswith("/") and not here.startswith(("//", "/\\"))
    return gone_to(request, here if local else "/", [cookie])


ROUTES = (page_file, scheme)
