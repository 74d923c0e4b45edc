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
from litestar.exceptions import HTTPException
from litestar.response import Response
from litestar.static_files import create_static_files_router
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from facedown.engine import Game, RecordError, Refused, catalogue
from facedown.store import MemoryStore, Store
from facedown.table import Tables

from . import play, shelf
from .asking import BROWSER, DAYS, Ask, Problem, Said, by_script, page, pages
from .render import Pages
from .settings import Settings

MOST_BYTES = 64 * 1024
"""Of a request's body."""
HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        b"form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
]
CSRF_COOKIE = "fdcsrf"
log = structlog.get_logger()


def create_app(
    store: Store | None = None, games: Mapping[str, Game[Any]] | None = None, settings: Settings | None = None
) -> Litestar:
    """The server's application on a store (default: in memory), for these games (default: all that are installed)."""
    settings = settings or Settings()
    games = games if games is not None else {name: catalogue.game(name) for name in catalogue.names()}
    store = store or MemoryStore()
    forged = CSRFConfig(secret="", cookie_name=CSRF_COOKIE, cookie_httponly=True, cookie_secure=settings.secure)

    async def begin(app: Litestar) -> None:
        await store.open()
        app.state.seal = await store.secret()
        forged.secret = app.state.seal.hex()
        app.state.house = Tables(store, games, pause=settings.pause)
        app.state.sweeping = asyncio.create_task(sweep(app))

    async def end(app: Litestar) -> None:
        app.state.sweeping.cancel()
        await app.state.house.close()
        await store.close()

    static = create_static_files_router(
        path="/static",
        directories=[Path(str(files(__package__).joinpath("static")))],
        cache_control=CacheControlHeader(max_age=86400, public=True),
        include_in_schema=False,
    )
    app = Litestar(
        [*shelf.ROUTES, *play.ROUTES, healthz, static],
        csrf_config=forged,
        exception_handlers=HANDLERS,
        on_startup=[begin],
        on_shutdown=[end],
        openapi_config=None,
        logging_config=None,
        request_max_body_size=MOST_BYTES,
        state=State({"pages": Pages(), "settings": settings}),
    )
    app.asgi_handler = Doorkeeper(app.asgi_handler, settings.secure)
    return app


async def sweep(app: Litestar) -> None:
    """Once a minute: what nobody looks at leaves memory."""
    while True:
        await asyncio.sleep(60)
        app.state.pages.forget(app.state.house.forget_idle())


@get("/healthz", include_in_schema=False)
async def healthz() -> dict[str, str]:
    """Whether the server answers."""
    return {"status": "ok"}


# errors ---------------------------------------------------------------------------------------------------------------
def on_problem(request: Ask, e: Exception) -> Response[Any]:
    """A problem as a page, or as JSON for the script."""
    assert isinstance(e, Problem)
    if by_script(request):
        said = Said(f"urn:facedown:problem:{e.status}", e.status, e.why, e.rule, e.what)
        return Response(said, status_code=e.status, media_type="application/problem+json")
    path = request.url.path
    inside = path.startswith("/t/") and path.count("/") == 3 and e.status != 404
    back = path.rpartition("/")[0] if inside else ""
    html = pages(request).render("error.html", status=e.status, heading=e.why, next=e.what, back=back)
    return page(html, e.status)


def on_http(request: Ask, e: Exception) -> Response[Any]:
    """What the framework refuses."""
    assert isinstance(e, HTTPException)
    known = {
        403: ("This page was open too long, or cookies are off.", "Reload the page, and try again."),
        404: ("There is no such page.", "Check the address, or start from the shelf."),
        405: ("This address does not take that.", "Go back, and use the page's own buttons."),
        413: ("That was too much at once.", "Send less than 64 kilobytes."),
    }
    why, what = known.get(e.status_code, ("This could not be read.", "Go back, and try again."))
    response = on_problem(request, Problem(e.status_code, why, what))
    if e.status_code == 403 and CSRF_COOKIE in request.cookies:
        response.cookies.append(Cookie(CSRF_COOKIE, value="", max_age=0, path="/"))  # the next page brings a new one
    return response


def on_record(request: Ask, e: Exception) -> Response[Any]:
    """A table that cannot be rebuilt here."""
    log.error("a table cannot be rebuilt", error=str(e))
    gone = Problem(410, "This table cannot be opened any more.", "Its game has changed: open a new table.")
    return on_problem(request, gone)


def on_error(request: Ask, e: Exception) -> Response[Any]:
    """A fault of ours: told to the log, not to the browser."""
    if isinstance(e, Refused):
        return on_problem(request, Problem.of(e.refusal))
    log.error("a request failed", error=type(e).__name__, where=_where(e))
    return on_problem(request, Problem(500, "Something went wrong.", "Reload the page; what was played is safe."))


def _where(e: BaseException) -> str:
    """File and line of a fault, without any value."""
    trace, where = e.__traceback__, ""
    while trace is not None:
        where = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return where


HANDLERS: Any = {Problem: on_problem, HTTPException: on_http, RecordError: on_record, Exception: on_error}


class Doorkeeper:
    """Surrounds every answer: headers, the limit of bodies, one line in the log without anything secret. At a table's
    pages it sees to it that every browser has a cookie that tells it apart."""

    def __init__(self, app: ASGIApp, secure: bool) -> None:
        self.app, self.secure = app, secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As any ASGI application."""
        if scope["type"] != ScopeType.HTTP:
            return await self.app(scope, receive, send)
        method, began, status, size = scope["method"], time.perf_counter(), 0, 0
        headers = [*HEADERS, *self._name_browser(scope)]

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *headers]
            await send(message)

        async def receiving() -> Any:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b"")) if message["type"] == "http.request" else 0
            if size > MOST_BYTES:
                raise HTTPException(status_code=413, detail="too large")
            return message

        try:
            await self.app(scope, receiving, sending)
        finally:
            took = round((time.perf_counter() - began) * 1000, 1)
            log.debug("answered", method=method, page=_page(scope["path"]), status=status, ms=took)

    def _name_browser(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        """Gives a browser that comes without it a cookie of its own, and shows it to this request already."""
        if not scope["path"].startswith(("/t/", "/open/")):
            return []
        sent = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
        if BROWSER.encode() + b"=" in sent:
            return []
        fresh = f"{BROWSER}={secrets.token_urlsafe(24)}".encode()
        others = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
        scope["headers"] = [*others, (b"cookie", b"; ".join(filter(None, (sent, fresh))))]
        kept = f"; Path=/; Max-Age={DAYS * 86400}; HttpOnly; SameSite=lax{'; Secure' if self.secure else ''}"
        return [(b"set-cookie", fresh + kept.encode())]


def _page(path: str) -> str:
    """A path without the code of a table, which opens it."""
    parts = path.split("/")
    return "/".join([*parts[:2], "CODE", *parts[3:]]) if parts[1:2] == ["t"] and len(parts) > 2 else path
