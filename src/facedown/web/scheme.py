"""What is fetched and chosen on every page alike: the files of games' pages, whether pages are light or dark, and their
language."""

from __future__ import annotations

from litestar import get, post
from litestar.datastructures import CacheControlHeader, Cookie
from litestar.params import FromPath
from litestar.response import Response

from facedown.engine import LANGUAGES

from .art import SENT, SMALLER, art
from .asking import DAYS, THEME, THEMES, Ask, Problem, first, form_of, gone_to, house
from .language import COOKIE as LANGUAGE

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
    return gone_to(request, _local(here), [cookie])


@post("/language", include_in_schema=False)
async def language(request: Ask) -> Response[bytes]:
    """Keeps this browser's language, and goes back to where it was chosen."""
    form = await form_of(request)
    chosen = first(form, "language")
    kept = chosen in LANGUAGES
    cookie = Cookie(
        key=LANGUAGE, value=chosen if kept else "", max_age=DAYS * 86400 if kept else 0, path="/", samesite="lax"
    )
    return gone_to(request, _local(first(form, "here")), [cookie], reload=True)


def _local(here: str) -> str:
    """An address of ours, or the first page."""
    return here if here.startswith("/") and not here.startswith(("//", "/\\")) else "/"


ROUTES = (page_file, scheme, language)
