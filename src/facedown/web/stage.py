"""`serve --stage DIR`: tables that begin where scenarios begin, for tests and screenshots. It hands out every seat, so
it exists only where it was asked for, and only on this machine."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from litestar import get
from litestar.response import Response
from msgspec import Struct

from facedown.engine.scenario import Malformed, ScenarioFile, opening, read
from facedown.table import Table, Tables

from .asking import COOKIE, Ask, Problem, gone_to, house, page, seat_cookie, settings


class StagedSeat(Struct, frozen=True):
    """A seat of a staged table. `cookie`: the name under which a browser keeps the token."""

    seat: int
    name: str
    token: str
    cookie: str


class Staged(Struct, frozen=True):
    """A table that begins where a scenario does."""

    table: str
    code: str
    seats: list[StagedSeat]


def files(folder: str) -> dict[str, Path]:
    """The scenario files under a folder, by their path from there."""
    root = Path(folder)
    return {str(path.relative_to(root)): path for path in sorted(root.rglob("*.yaml"))}


def load(folder: str, name: str) -> ScenarioFile:
    """One of these files. Raises Problem."""
    path = files(folder).get(name)
    if path is None:
        raise Problem(422, f"There is no scenario file {name}.", "Choose one that /stage lists.")
    try:
        return read(path.read_text("utf-8"), name)
    except (Malformed, OSError, UnicodeDecodeError) as e:
        raise Problem(422, f"{e}.", "Mend the file; `facedown scenario` says more.") from e


async def stage(
    tables: Tables, folder: str, name: str, scenario: str, seats: int | None, seed: int | None
) -> tuple[Table, Staged]:
    """Opens a table at the beginning of a scenario. Raises Problem."""
    file = load(folder, name)
    game = tables.games.get(file.game)
    if game is None:
        raise Problem(422, f"There is no game {file.game} here.", "Serve that game, or choose another file.")
    try:
        header = opening(file, game, scenario, seats, seed)
    except Malformed as e:
        raise Problem(422, f"{e}.", "Choose another scenario, or other seats.") from e
    table, tokens = await tables.stage(header)
    cookie = COOKIE + table.head.circle
    named = zip(header.names, tokens, strict=True)
    rows = [StagedSeat(seat, called, token, cookie) for seat, (called, token) in enumerate(named)]
    return table, Staged(table.head.id, table.head.code, rows)


@get("/stage", include_in_schema=False)
async def index(request: Ask) -> Response[bytes]:
    """All files, with a link for each."""
    links = [
        f'<li><a href="/stage/file?{escape(urlencode({"file": name}))}">{escape(name)}</a></li>'
        for name in files(settings(request).stage)
    ]
    return listed("Scenario files", links)


@get("/stage/file", include_in_schema=False)
async def scenarios(request: Ask, file: str) -> Response[bytes]:
    """The scenarios of a file, with a link for each. Raises Problem."""
    links = [
        f'<li><a href="/stage/open?{escape(urlencode({"file": file, "id": s.id}))}">{escape(s.id)}</a> '
        f"{escape(s.says)}</li>"
        for s in load(settings(request).stage, file).scenarios
        if not s.create
    ]
    return listed(file, links)


def listed(title: str, links: list[str]) -> Response[bytes]:
    """A page of links."""
    main = f"<h1>{escape(title)}</h1><ul>{''.join(links)}</ul>"
    return page(f'<!doctype html><html lang="en"><title>{escape(title)}</title><main>{main}</main></html>')


@get("/stage/open", include_in_schema=False)
async def open_staged(
    request: Ask, file: str, id: str, seats: int | None = None, seed: int | None = None, seat: int = 0
) -> Response[Any]:
    """Opens a table, sits this browser on one of its seats, and goes there. Raises Problem."""
    table, staged = await stage(house(request), settings(request).stage, file, id, seats, seed)
    if not 0 <= seat < len(staged.seats):
        raise Problem(422, "There is no such seat.", f"Seats go from 0 to {len(staged.seats) - 1}.")
    cookie = seat_cookie(request, table, staged.seats[seat].token)
    return gone_to(request, f"/t/{table.head.code}", [cookie])


ROUTES = (index, scenarios, open_staged)
