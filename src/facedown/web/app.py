"""The application: routes, what surrounds every answer, and errors that say what to do instead."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import structlog
from litestar import Litestar, get
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import CacheControlHeader, Cookie, State
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, InternalServerException
from litestar.response import Response
from litestar.static_files import create_static_files_router
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from facedown.bus import Wire
from facedown.engine import LANGUAGES, Game, RecordError, Refused, catalogue, marked
from facedown.store import MemoryStore, Store, StoreError
from facedown.table import Tables

from . import play, replay, scheme, screen, shelf, stage
from .api import CSRF_COOKIE, MOST_BYTES, ROOT, Api, Frames, Server
from .art import SMALLER
from .asking import (
    BROWSER,
    DAYS,
    TITLES,
    Ask,
    Problem,
    TextRequest,
    allow,
    by_script,
    drawn,
    limits,
    page,
    pages,
    settings,
    where,
)
from .designed import Designed
from .fast import Moves
from .limits import Limits, address, near
from .metrics import Meters, TimedThinkers
from .render import Pages
from .replay import Replays
from .settings import Settings

HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        b"font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
]
log = structlog.get_logger()


def create_app(
    store: Store | None = None,
    games: Mapping[str, Game[Any]] | None = None,
    rules: Settings | None = None,
    wire: Wire | None = None,
) -> Litestar:
    """The server's application on a store (default: in memory), for these games (default: all that are installed).
    `wire`: how it hears of other nodes on the same store."""
    rules = rules or Settings()
    games = games if games is not None else {name: catalogue.game(name) for name in catalogue.names()}
    store = store or MemoryStore()
    forged = CSRFConfig(secret="", cookie_name=CSRF_COOKIE, cookie_httponly=True, cookie_secure=rules.secure)

    keeper = Doorkeeper()

    async def begin(app: Litestar) -> None:
        await store.open()
        app.state.seal = await store.secret()
        forged.secret = app.state.seal.hex()
        limits, meters = Limits(rules.rates, rules.streams), Meters(lambda: house.live)
        house = Tables(meters.timed(store), games, pause=rules.pause, thinkers=TimedThinkers(meters), wire=wire)
        await house.begin()
        app.state.house, app.state.limits, app.state.meters = house, limits, meters
        keeper.meters = meters
        server = Server(house, rules, limits, meters, Frames(), forged.secret)
        keeper.api, keeper.moves = Api(server), Moves(server)
        app.state.sweeping = asyncio.create_task(sweep(app))

    async def end(app: Litestar) -> None:
        app.state.sweeping.cancel()
        await app.state.house.close()
        await store.close()

    static = create_static_files_router(
        path="/static",
        directories=[Path(str(files(__package__).joinpath("static")))],
        cache_control=CacheControlHeader(max_age=86400, public=True),
        middleware=[SMALLER],
        include_in_schema=False,
        exception_handlers={InternalServerException: on_no_file, ValueError: on_no_file},
    )
    parts = [shelf, play, replay, screen, scheme, *([stage] if rules.stage else [])]
    templates = {language: Pages(games.values(), language) for language in LANGUAGES}
    drawn_by = {language: Designed(pages) for language, pages in templates.items()}
    app = Litestar(
        [*(route for part in parts for route in part.ROUTES), healthz, metrics, static],
        before_request=not_too_often,
        csrf_config=forged,
        exception_handlers=HANDLERS,
        on_startup=[begin],
        on_shutdown=[end],
        openapi_config=None,
        logging_config=None,
        request_class=TextRequest,
        request_max_body_size=MOST_BYTES,
        state=State({"pages": templates, "designed": drawn_by, "replays": Replays(), "settings": rules}),
    )
    keeper.pages, app.asgi_handler = app.asgi_handler, keeper
    return app


async def sweep(app: Litestar) -> None:
    """Once a minute: what nobody looks at leaves memory."""
    while True:
        await asyncio.sleep(60)
        live = app.state.house.forget_idle()
        for kept in (*app.state.pages.values(), *app.state.designed.values()):
            kept.forget(live)


@get("/healthz", include_in_schema=False)
async def healthz() -> dict[str, str]:
    """Whether the server answers."""
    return {"status": "ok"}


@get("/metrics", include_in_schema=False)
async def metrics(request: Ask) -> Response[bytes]:
    """What is measured, for this machine and for proxies that are trusted. Raises Problem."""
    straight = not {"x-forwarded-for", "forwarded"} & set(request.headers)
    if not (straight and near(request.scope, settings(request).proxies)):
        raise Problem(404, "There is no such page.", "Check the address, or start from the first page.")
    return Response(request.app.state.meters.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


async def not_too_often(request: Ask) -> None:
    """Every page and form costs one ask. Raises Problem."""
    allow(limits(request).requests.take(address(request.scope)))


# errors ---------------------------------------------------------------------------------------------------------------
def on_problem(request: Ask, e: Exception) -> Response[Any]:
    """A problem as a page, or as JSON for the script."""
    assert isinstance(e, Problem)
    if by_script(request):
        media = "application/problem+json"
        return Response(e.said(pages(request).tongue), status_code=e.status, media_type=media, headers=e.headers)
    path = str(request.scope["path"])
    inside = path.startswith("/t/") and path.count("/") == 3 and e.status != 404
    back = path.rpartition("/")[0] if inside else ""
    kind, said = pages(request).tongue.say(TITLES.get(e.status, TITLES[422])), e.context(pages(request).tongue)
    html = drawn(request, "error.html", kind=kind, heading=said["why"], next=said["next"], back=back)
    response = page(html, e.status)
    response.headers.update(e.headers)
    return response


def on_http(request: Ask, e: Exception) -> Response[Any]:
    """What the framework refuses."""
    assert isinstance(e, HTTPException)
    known = {
        403: (marked("This page was open too long, or cookies are off."), marked("Reload the page, and try again.")),
        404: (marked("There is no such page."), marked("Check the address, or start from the first page.")),
        405: (marked("This address does not take that."), marked("Go back, and use the page's own buttons.")),
        413: (marked("That was too much at once."), marked("Send less than 64 kilobytes.")),
    }
    why, what = known.get(e.status_code, (marked("This could not be read."), marked("Go back, and try again.")))
    response = on_problem(request, Problem(e.status_code, why, what))
    if e.status_code == 403 and CSRF_COOKIE in request.cookies:
        response.cookies.append(Cookie(CSRF_COOKIE, value="", max_age=0, path="/"))  # the next page brings a new one
    return response


def on_no_file(request: Ask, e: Exception) -> Response[Any]:
    """A name that no file can have."""
    return on_http(request, HTTPException(status_code=404))


def on_record(request: Ask, e: Exception) -> Response[Any]:
    """A table that cannot be rebuilt here."""
    log.error("a table cannot be rebuilt", error=str(e))
    gone = Problem(410, "This table cannot be opened any more.", "Its game has changed: open a new table.")
    return on_problem(request, gone)


def on_store(request: Ask, e: Exception) -> Response[Any]:
    """The store fails: a full disk, a file that another program holds."""
    log.error("the store failed", error=str(e))
    return on_problem(request, Problem(503, "The house cannot write anything down now.", "Try again in a moment."))


def on_error(request: Ask, e: Exception) -> Response[Any]:
    """A fault of ours: told to the log, not to the browser."""
    if isinstance(e, Refused):
        return on_problem(request, Problem.of(e.refusal))
    log.error("a request failed", error=type(e).__name__, where=where(e))
    return on_problem(request, Problem(500, "Something went wrong.", "Reload the page; what was played is safe."))


HANDLERS: Any = {
    Problem: on_problem,
    HTTPException: on_http,
    RecordError: on_record,
    StoreError: on_store,
    Exception: on_error,
}


class Doorkeeper:
    """Stands before everything. It hands the API its calls, and surrounds the pages with headers, the limit of bodies,
    and one line in the log without anything secret. At a table's pages it sees to it that every browser has a cookie
    that tells it apart."""

    api: Api
    moves: Moves
    pages: ASGIApp
    meters: Meters

    def __init__(self) -> None:
        self._log = log.bind()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As any ASGI application."""
        if scope["type"] != ScopeType.HTTP:
            return await self.pages(scope, receive, send)
        if scope["path"].startswith(ROOT):
            return await self.api(scope, receive, send)
        if (done := await self.moves.take(scope, receive)) is not None:
            page, method = _page(scope["path"]), scope["method"]
            self._log.debug("answered", method=method, page=page, status=done)
            return self.meters.answered(page, method, done)
        headers = [*_name_browser(scope), *HEADERS]
        began, status, size, secure = time.perf_counter(), 0, 0, scope["scheme"] == "https"

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                told = [*message["headers"], *headers]
                message["headers"] = [*map(_secured, told)] if secure else told
            await send(message)

        async def receiving() -> Any:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b"")) if message["type"] == "http.request" else 0
            if size > MOST_BYTES:
                raise HTTPException(status_code=413, detail="too large")
            return message

        try:
            await self.pages(scope, receiving, sending)
        finally:
            page, method = _page(scope["path"]), scope["method"]
            took = round((time.perf_counter() - began) * 1000, 1)
            self._log.debug("answered", method=method, page=page, status=status, ms=took)
            self.meters.answered("unknown" if status in (404, 405) else page, method, status)


def _name_browser(scope: Scope) -> list[tuple[bytes, bytes]]:
    """Gives a browser that comes without it a cookie of its own, and shows it to this request already."""
    if not scope["path"].startswith(("/t/", "/open/")):
        return []
    sent = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
    if BROWSER.encode() + b"=" in sent:
        return []
    fresh = f"{BROWSER}={secrets.token_urlsafe(24)}".encode()
    others = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
    scope["headers"] = [*others, (b"cookie", b"; ".join(filter(None, (sent, fresh))))]
    return [(b"set-cookie", fresh + f"; Path=/; Max-Age={DAYS * 86400}; HttpOnly; SameSite=lax".encode())]


def _secured(header: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    """A header; where it sets a cookie, for https alone."""
    name, value = header
    if name.lower() == b"set-cookie" and b"secure" not in value.lower():
        return name, value + b"; Secure"
    return header


def _page(path: str) -> str:
    """A path without the code of a table, which opens it."""
    parts = path.split("/")
    if parts[1:2] == ["t"] and len(parts) > 2:
        return "/".join([*parts[:2], "CODE", *parts[3:]])
    return f"/{parts[1]}" if parts[1] in ("static", "page") else path
