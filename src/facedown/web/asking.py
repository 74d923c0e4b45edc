"""Who is asking, and how they are answered: tokens in cookies, forms, pages, problems. Used by every route."""

from __future__ import annotations

import hashlib
import hmac
import math
import secrets
from pathlib import Path
from typing import Any

import structlog
from litestar import Request
from litestar.datastructures import Cookie, FormMultiDict
from litestar.exceptions import ClientException, PermissionDeniedException
from litestar.response import Response
from litestar.utils.scope.state import ScopeState
from msgspec import Struct

from facedown.engine import ENGLISH, Refusal, Tongue, marked
from facedown.table import Table, Tables, belongs, hashed, read_code, seats_of

from .designed import Designed
from .language import COOKIE as LANGUAGE
from .language import language_of
from .limits import Buckets, Limits, address
from .render import Pages
from .settings import Settings

COOKIE = "fd_"
BROWSER = "fdb"
"""The cookie that tells browsers apart: one browser, one hand."""
THEME, THEMES = "fdtheme", ("light", "dark")
"""The cookie that keeps the scheme a person chose, and what it may say."""
DAYS = 60
"""How long a browser keeps a seat's token."""
STATUS = {"malformed": 422, "illegal": 422, "not-yours": 403, "not-now": 409, "too-late": 410}
KINDS = {
    401: "no-seat",
    403: "not-yours",
    404: "unknown",
    409: "not-now",
    410: "too-late",
    413: "too-large",
    429: "too-often",
    500: "fault",
    503: "unavailable",
}
"""What a problem is called where no refusal stands behind it."""
TITLES = {
    401: marked("No seat"),
    403: marked("Not yours"),
    404: marked("Nothing here"),
    409: marked("Not now"),
    410: marked("Too late"),
    413: marked("Too large"),
    422: marked("Not like this"),
    429: marked("Too often"),
    500: marked("Our fault"),
    503: marked("In a moment"),
}
"""What stands over a problem on a page."""
HTML = "text/html"
Ask = Request[Any, Any, Any]
log = structlog.get_logger()


class TextRequest(Request[Any, Any, Any]):
    """A request whose form is text throughout; anything else is the sender's fault, and told so."""

    async def form(self) -> FormMultiDict:
        """See litestar."""
        try:
            form = await super().form()
        except (UnicodeError, LookupError) as e:  # the bytes or the charset of a part
            raise ClientException("unreadable") from e
        token = form.get("_csrf_token", "")
        if not (isinstance(token, str) and token.isascii()):
            raise PermissionDeniedException("no token")
        return form


class Problem(Exception):
    """An answer that is no success: a status, one sentence, what to do instead, the rule behind it. `kind`: what sort
    of refusal it is; `headers` go with the answer."""

    def __init__(
        self, status: int, why: str, what: str, rule: str = "", kind: str = "", headers: dict[str, str] | None = None
    ) -> None:
        super().__init__(why)
        self.status, self.why, self.what, self.rule = status, why, what, rule
        self.kind, self.headers = kind or KINDS.get(status, "malformed"), headers or {}

    @classmethod
    def of(cls, refusal: Refusal, status: int = 0) -> Problem:
        """The problem that a refusal is."""
        return cls(status or STATUS[refusal.kind], refusal.why, refusal.next, refusal.rule, refusal.kind)

    @classmethod
    def too_often(cls, wait: float) -> Problem:
        """The answer to who asks too often."""
        n = max(1, math.ceil(wait))
        again = ENGLISH.say("Wait {n} seconds, then try again.", n=n)
        again = again if n > 1 else marked("Wait a second, then try again.")
        return cls(429, "That was too often.", again, headers={"retry-after": str(n)})

    def context(self, tongue: Tongue = ENGLISH) -> dict[str, Any]:
        """For the notice on a page."""
        return {"why": tongue.again(self.why), "next": tongue.again(self.what), "rule": self.rule}

    def said(self, tongue: Tongue = ENGLISH) -> Said:
        """As JSON."""
        why, what = tongue.again(self.why), tongue.again(self.what)
        return Said(f"urn:facedown:problem:{self.kind}", self.status, why, self.rule, what)


NO_TABLE = Problem(
    404,
    "No table is open to you under this code.",
    "Check it with whoever sent it: codes change, and tables may be closed to spectators.",
)
MANY = Problem(
    429,
    "Too many pages are open at your address, so this one does not follow the game.",
    "Close some of them, then reload this page.",
    headers={"retry-after": "30"},
)


class Said(Struct, frozen=True):
    """A problem as JSON (RFC 9457): a type, the status, what is wrong, the rule behind it, and what to do instead."""

    type: str
    status: int
    title: str
    rule: str
    next: str


def allow(wait: float) -> None:
    """Goes on where nobody needs to wait. Raises Problem."""
    if wait:
        raise Problem.too_often(wait)


def room_for(limits: Limits, table: Table, home: str) -> None:
    """Goes on where this address may open one more stream of this table. Raises Problem."""
    if limits.streams.full(table.head.id, home):
        if limits.streams.worth_saying():
            log.warning("an address has too many streams; if it is a proxy, name it with --trusted-proxy")
        raise MANY


def language(request: Ask) -> str:
    """In which language whoever asks reads."""
    return language_of(request.cookies.get(LANGUAGE, ""), request.headers.get("accept-language", ""))


def house(request: Ask) -> Tables:
    """The tables of this server."""
    found: Tables = request.app.state.house
    return found


def pages(request: Ask) -> Pages:
    """The templates of this server, in the language of whoever asks."""
    found: Pages = request.app.state.pages[language(request)]
    return found


def designed(request: Ask) -> Designed:
    """The designed pages of the games of this server, in the language of whoever asks."""
    found: Designed = request.app.state.designed[language(request)]
    return found


def settings(request: Ask) -> Settings:
    """What the one who runs this server decided."""
    found: Settings = request.app.state.settings
    return found


def drawn(request: Ask, name: str, /, **context: Any) -> str:
    """A whole page for this browser: with its token against forged posts, and in the scheme its person chose."""
    here = str(request.scope["path"])
    return pages(request).render(name, **{"csrf": csrf(request), "theme": theme(request), "here": here, **context})


def theme(request: Ask) -> str:
    """The scheme that this browser's person chose: light, dark, or "" for what their device says."""
    chosen = request.cookies.get(THEME, "")
    return chosen if chosen in THEMES else ""


def limits(request: Ask) -> Limits:
    """How often this server may be asked."""
    found: Limits = request.app.state.limits
    return found


def spend(limits: Limits, table: Table, who: str, rate: Buckets) -> None:
    """One move or line of talk of somebody at a table. Raises Problem."""
    allow(rate.take(who) or limits.table.take(table.head.id))


def csrf(request: Ask) -> str:
    """This browser's token against forged posts."""
    token = ScopeState.from_scope(request.scope).csrf_token
    return token if isinstance(token, str) and token.isalnum() else ""  # it is put into pages as it is


async def table_of(request: Ask, code: str) -> Table:
    """The table of a code in an address, for whoever may look at it or belongs to it. To anybody else a table that is
    closed to spectators, a code that was revoked and one that never was are the same. Raises Problem."""
    table = await any_table_of(request, code)
    me = who(request, table)
    if not table.opens(me) and not belongs(table.head, me):
        raise no_table(request)
    return table


async def any_table_of(request: Ask, code: str) -> Table:
    """The table of a code in an address, closed or not. Raises Problem, also to who has guessed too often, unless they
    have a token of it."""
    known = read_code(code)
    table = await house(request).find(known) if known else None
    new = await house(request).behind(known, tokens(request)) if table is None and known else None
    found = table or new
    if found is None or not token_of(request, found):
        allow(limits(request).misses.wait(address(request.scope)))
    if found is None:
        raise no_table(request)
    if new is not None and not seats_of(new.head, who(request, new)):
        raise Problem(410, "The host has given this table another code.", "Ask the host for the new link.")
    return found


def no_table(request: Ask) -> Problem:
    """The answer to a code that opens nothing to whoever asks; it counts as a guess."""
    limits(request).misses.take(address(request.scope))
    return NO_TABLE


def token_of(request: Ask, table: Table) -> str:
    """This browser's token for a table's circle, or ""."""
    return request.cookies.get(COOKIE + table.head.circle, "")


def who(request: Ask, table: Table) -> str:
    """By what the table knows this browser."""
    token = token_of(request, table)
    return hashed(token) if token else ""


def tokens(request: Ask) -> dict[str, str]:
    """All tokens that this browser sent: circle -> token."""
    return {name[len(COOKIE) :]: value for name, value in request.cookies.items() if name.startswith(COOKIE)}


def browser(request: Ask) -> str:
    """By what a table knows which browser this is, whoever uses it."""
    sent = request.cookies.get(BROWSER, "")
    return hashed(sent) if sent else ""


def own_token(request: Ask, circle: str, what: str) -> str:
    """The token that this browser gets when it does this: the same when the same form is sent twice."""
    words = f"{what}/{circle}/{request.cookies.get(BROWSER, '') or secrets.token_hex(16)}"
    return hmac.new(request.app.state.seal, words.encode(), hashlib.sha256).hexdigest()


def seat_cookie(request: Ask, table: Table, token: str) -> Cookie:
    """Hands a token to the browser that owns it."""
    return Cookie(
        key=COOKIE + table.head.circle,
        value=token,
        max_age=DAYS * 86400,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.scope["scheme"] == "https" or settings(request).secure,
    )


async def form_of(request: Ask) -> dict[str, list[str]]:
    """What a form sent, name by name."""
    form = await request.form()
    found: dict[str, list[str]] = {}
    for name, value in form.multi_items():
        if isinstance(value, str):
            found.setdefault(name, []).append(value)
    return found


def first(form: dict[str, list[str]], name: str) -> str:
    """The first value of a field, or ""."""
    return (form.get(name) or [""])[0]


def by_script(request: Ask) -> bool:
    """Whether our script asks, which wants JSON."""
    return "application/json" in request.headers.get("accept", "")


def link(request: Ask, table: Table) -> str:
    """The address to send to friends."""
    base = settings(request).public_url
    if not base:
        local = request.base_url.hostname in ("localhost", "127.0.0.1", "::1")
        base = settings(request).lan_url if local and settings(request).lan_url else str(request.base_url).rstrip("/")
    return f"{base}/t/{table.head.code}"


def page(html: str, status: int = 200, cookies: list[Cookie] | None = None, cache: str = "no-store") -> Response[bytes]:
    """A page that no cache keeps, unless it says so."""
    headers = {"cache-control": cache}
    return Response(html.encode(), status_code=status, media_type=HTML, headers=headers, cookies=cookies)


def gone_to(request: Ask, path: str, cookies: list[Cookie] | None = None, **more: Any) -> Response[Any]:
    """After a post: JSON for the script, a redirect for a plain form."""
    if by_script(request):
        return Response({"go": path, **more}, status_code=200, media_type="application/json", cookies=cookies)
    return Response(b"", status_code=303, headers={"location": path}, media_type=HTML, cookies=cookies)


def where(e: BaseException) -> str:
    """File and line of a fault, without any value."""
    trace, where = e.__traceback__, ""
    while trace is not None:
        where = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return where
