"""The pages around tables: the shelf of games, opening a table, the rules of a game."""

from __future__ import annotations

import hashlib
import re
import secrets
from functools import lru_cache
from pathlib import Path
from typing import Any

from litestar import get, post
from litestar.params import FromPath
from litestar.response import Redirect, Response
from markdown_it import MarkdownIt

from facedown.bots import usual_bot
from facedown.engine import PUBLIC, Game, RecordError, Refused
from facedown.store import Head
from facedown.table import hashed, read_code, seats_of, spoken

from .art import poster
from .asking import (
    Ask,
    Problem,
    allow,
    by_script,
    drawn,
    first,
    form_of,
    gone_to,
    house,
    limits,
    own_token,
    page,
    pages,
    seat_cookie,
    table_of,
    tokens,
)
from .limits import address
from .options import OWN, option_fields, read_options, sent
from .render import bots

KEPT = "private, no-cache"
"""Who goes back to a form finds it as they filled it in."""
MINE = 12
"""Tables of a browser that its shelf lists."""


@get("/", include_in_schema=False)
async def shelf(request: Ask) -> Response[bytes]:
    """All games, and this browser's tables."""
    return await shelf_page(request)


async def shelf_page(request: Ask, problem: Problem | None = None, typed: str = "") -> Response[bytes]:
    """The shelf, with what went wrong on top and the code that was typed."""
    games = [
        {
            "id": g.id,
            "name": g.name,
            "blurb": g.blurb,
            "seats": seats_of_game(g),
            "help": help_file(g) is not None,
            "poster": poster(g),
        }
        for g in games_of(request)
    ]
    held = tokens(request)
    mine = [await _mine(request, h, held[h.circle]) for h in (await house(request).mine(held))[:MINE]]
    mine.sort(key=lambda m: not m["yours"])
    why = problem.context(pages(request).tongue) if problem else None
    html = drawn(request, "shelf.html", games=games, mine=mine, problem=why, typed=typed)
    return page(html, problem.status if problem else 200)


async def _mine(request: Ask, head: Head, token: str) -> dict[str, Any]:
    tongue = pages(request).tongue
    game, who = house(request).games[head.game], hashed(token)
    others = [c.owner or c.name for c in head.chairs if c.name and c.token != who]
    own = [c.owner or c.name for c in head.chairs if c.token == who]
    state, yours = tongue.say("over") if head.over else tongue.say("waiting"), False
    if head.dealt and not head.over:
        state, yours = await _whose_move(request, head, who)
    several, with_whom = len(own) > 1, tongue.listed(others)
    if not others:
        names = tongue.listed(own) if several else tongue.say("alone")
    elif several:
        names = tongue.say("{own}, with {others}", own=tongue.listed(own), others=with_whom)
    else:
        names = tongue.say("with {others}", others=with_whom)
    return {
        "code": head.code,
        "spoken": spoken(head.code),
        "game": game.name,
        "world": game.id,
        "poster": poster(game),
        "names": names,
        "state": state,
        "yours": yours,
    }


async def _whose_move(request: Ask, head: Head, who: str) -> tuple[str, bool]:
    """Whose move it is at a table, in words, and whether it is this browser's."""
    tongue = pages(request).tongue
    try:
        table = await house(request).find(head.code)
    except RecordError:
        return tongue.say("cannot be opened"), False
    assert table is not None
    look = table.look(PUBLIC)
    waited = look.waited_for
    if look.paused:
        return tongue.say("paused"), False
    if any(seat in waited for seat in seats_of(table.head, who)):
        return tongue.say("your move"), True
    if len(waited) == 1:
        return tongue.say("{name}'s move", name=look.names[waited[0]]), False
    return tongue.say("playing"), False


def seats_of_game(game: Game[Any]) -> str:
    """How many may play: "2 to 6", "2 or 4"."""
    least, most = game.seats[0], game.seats[-1]
    if game.seats.step > 1 or most - least == 1:
        return game.tongue.say(" or ").join(map(str, game.seats))
    return str(least) if least == most else game.tongue.say("{least} to {most}", least=least, most=most)


@get("/t", include_in_schema=False)
async def by_code(request: Ask) -> Response[Any] | Redirect:
    """From a typed code, or a link, to its table. A code that moves a seat leads to the form that does it: what is only
    looked up moves nothing."""
    typed = str(request.query_params.get("code", ""))[:300]
    (code, seat), home = codes_in(typed), address(request.scope)
    try:
        if not limits(request).misses.wait(home) and (found := house(request).offered(seat or code)):
            seat = spoken(read_code(seat or code))
            return page(drawn(request, "claim.html", code=found.head.code, seat=seat, world=found.game.id))
        table = await table_of(request, code)
    except Problem as e:
        return await shelf_page(request, e, typed)
    return Redirect(f"/t/{table.head.code}", status_code=303)


def codes_in(text: str) -> tuple[str, str]:
    """The code of a table, and the one that moves a seat, as somebody typed or pasted them.

    >>> codes_in("http://a.example/t/KM7XQBA9#seat=ABCDEFGH"), codes_in(" km7x-qba9 ")
    (('KM7XQBA9', 'ABCDEFGH'), ('km7x-qba9', ''))
    """
    found = re.search(r"/t/(\w+)(?:[^#]*#seat=(\w+))?", text)
    return (found[1], found[2] or "") if found else (text.strip(), "")


@get("/open/{name:str}", include_in_schema=False)
async def open_form(request: Ask, name: FromPath[str]) -> Response[bytes] | Redirect:
    """The form that opens a table. Its address holds its id: who goes back to it and sends it again opens no second
    table."""
    game, once = _game(request, name), str(request.query_params.get("form", ""))[:32]
    if not once:
        return Redirect(f"/open/{game.id}?form={secrets.token_hex(8)}", status_code=303)
    return open_page(request, game, {"once": [once]})


def open_page(
    request: Ask, game: Game[Any], was: dict[str, list[str]], problem: Problem | None = None
) -> Response[bytes]:
    """The form, as it was sent when something was wrong with it."""
    fields, again = option_fields(game), "seats" in was
    for field in fields:
        if again and field["is"] == "check":
            field["value"] = str(bool(first(was, f"option.{field['name']}")))
        elif again:
            field["value"] = sent(was, field)
        if field["is"] == "limit" and field["value"] not in [o["value"] for o in field["options"]]:
            field["own"], field["value"] = field["value"], OWN
        if field["is"] == "several":
            for option in field["options"]:
                option["on"] = option["value"] in re.split(r"[\s,]+", field["value"])
    seats = list(game.seats)
    html = drawn(
        request,
        "open.html",
        world=game.id,
        game={"id": game.id, "name": game.name, "blurb": game.blurb, "poster": poster(game)},
        helps=help_file(game) is not None,
        seats=seats,
        bot_numbers=list(range(seats[-1])),
        bots=bots(game),
        options=fields,
        open=any(first(was, f"option.{f['name']}") for f in fields),
        was={
            "name": first(was, "name"),
            "seats": _number(first(was, "seats"), seats[min(2, len(seats) - 1)]),
            "bots": _number(first(was, "bots"), 0),
            "bot": first(was, "bot"),
            "hot": bool(first(was, "hot")),
        },
        once=first(was, "once"),
        problem=problem.context(game.tongue) if problem else None,
    )
    return page(html, problem.status if problem else 200, cache=KEPT)


@post("/open/{name:str}", include_in_schema=False)
async def open_table(request: Ask, name: FromPath[str]) -> Response[Any]:
    """Opens a table and seats its host."""
    game, form = _game(request, name), await form_of(request)
    allow(limits(request).joins.take(address(request.scope)))
    kinds = [first(form, "bot") or usual_bot(game)] * _number(first(form, "bots"), 0)
    try:
        seats = _number(first(form, "seats"), 0)
        table, token = await house(request).open(
            game,
            seats,
            read_options(game, form, seats),
            first(form, "name"),
            kinds,
            hot=bool(first(form, "hot")),
            token=own_token(request, _digest(form), "open") if first(form, "once") else "",
        )
    except Refused as e:
        problem = Problem.of(e.refusal.told(game.tongue))
        if by_script(request):
            raise problem from e
        return open_page(request, game, form, problem)
    return gone_to(request, f"/t/{table.head.code}", [seat_cookie(request, table, token)])


@get("/rules/{name:str}", include_in_schema=False)
async def rules(request: Ask, name: FromPath[str]) -> Response[bytes]:
    """The rules of a game, in our words."""
    return rules_page(request, _game(request, name))


def rules_page(request: Ask, game: Game[Any]) -> Response[bytes]:
    """A game's help file as a page. Raises Problem."""
    file = help_file(game.speaking(pages(request).language))
    if file is None:
        name = game.name
        raise Problem(404, f"{name} has no rules page yet.", "Ask whoever knows the game.")
    spoken_in = "" if file.name == "help.md" and pages(request).language != "en" else pages(request).language
    text = _rendered(file)
    return page(drawn(request, "help.html", name=game.name, text=text, english=not spoken_in, world=game.id))


def help_file(game: Game[Any]) -> Path | None:
    """Where a game's rules in our words lie, if there are any: in its language, else in English."""
    if game.folder is None:
        return None
    files = [game.folder / f"help.{game.tongue.language}.md", game.folder / "help.md"]
    return next((file for file in files if file.exists()), None)


@lru_cache(maxsize=32)
def _rendered(file: Path) -> str:
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(file.read_text("utf-8"))
    html = html.replace("<th></th>", "<td></td>")  # a corner is no heading
    seen: set[str] = set()

    def anchor(found: re.Match[str]) -> str:
        rule = found[1]
        name = "" if rule in seen else f' id="{rule}"'
        seen.add(rule)
        return f'<span class="rule"{name}>{rule}</span>'

    return re.sub(r"\[([A-Z]-[A-Z]?\d+)\]", anchor, str(html))


def _game(request: Ask, name: str) -> Game[Any]:
    game = house(request).games.get(name)
    if game is None:
        raise Problem(404, "There is no such game here.", "Choose one on the first page.")
    return game.speaking(pages(request).language)


def games_of(request: Ask) -> list[Game[Any]]:
    """All games of this server, in the language of whoever asks."""
    return [game.speaking(pages(request).language) for game in house(request).games.values()]


def _digest(form: dict[str, list[str]]) -> str:
    """What a form says, apart from who sends it."""
    said = sorted((name, values) for name, values in form.items() if name != "_csrf_token")
    return hashlib.sha256(repr(said).encode()).hexdigest()


def _number(text: str, otherwise: int) -> int:
    return int(text) if text.isdecimal() and len(text) < 4 else otherwise


ROUTES = (shelf, by_code, open_form, open_table, rules)
