"""Templates, and the regions of a table's page. A region is rendered once for all who see the same look; what differs
between browsers (the token against forged posts) is put in afterwards."""

from __future__ import annotations

import hashlib
import secrets
from functools import lru_cache
from importlib.resources import files
from typing import Any

import minijinja
import segno
from msgspec import Struct

from facedown.bots import bot_kinds
from facedown.engine import Game, Request, fingerprint
from facedown.engine.plain import meanings, shown
from facedown.table import Look, spoken

from .forms import groups
from .plain import capital, table_blocks

REGIONS = ("ask", "timers", "prompt", "table", "acts", "piles", "people", "log")
CSRF = f"csrf-{secrets.token_hex(12)}"
"""Stands for the token in rendered regions; unguessable, so that nobody can write it."""


class Pages:
    """All templates of the server."""

    def __init__(self) -> None:
        folder = files(__package__).joinpath("templates")
        self.sources = {f.name: f.read_text("utf-8") for f in folder.iterdir() if f.name.endswith(".html")}
        self.env = minijinja.Environment(templates=self.sources)
        version = hashlib.sha256()
        for f in sorted(files(__package__).joinpath("static").iterdir(), key=lambda f: f.name):
            version.update(f.read_bytes() if f.is_file() else b"")
        self.shared = {"v": version.hexdigest()[:8]}
        self._cache: dict[tuple[str, int], tuple[Look, str, dict[str, str]]] = {}

    def render(self, name: str, /, **context: Any) -> str:
        """A template with its context."""
        return self.env.render_template(name, **self.shared, **context)

    def regions(self, look: Look, link: str) -> dict[str, str]:
        """The regions of a table for one viewer."""
        at = (look.code, look.viewer)
        cached = self._cache.get(at)
        if cached is not None and cached[0] is look and cached[1] == link:
            return cached[2]
        context = table_context(look, link)
        regions = {name: self.render(f"region_{name}.html", **context).strip() for name in REGIONS}
        self._cache[at] = (look, link, regions)
        return regions

    def forget(self, live: set[str]) -> None:
        """Drops what was rendered for tables that are not in memory."""
        for at in [at for at in self._cache if at[0] not in live]:
            del self._cache[at]


def title(look: Look) -> str:
    """Whose move it is, without telling anything that is not public."""
    name = look.game.name
    if look.phase == "waiting":
        return f"Waiting: {name}"
    if look.phase == "over":
        return f"Game over: {name}"
    if look.paused:
        return f"Paused: {name}"
    if look.viewer in look.waited_for:
        return f"Your move: {name}"
    waited = look.waited_for
    return f"{look.names[waited[0]]}'s move: {name}" if len(waited) == 1 else name


def table_context(look: Look, link: str) -> dict[str, Any]:
    """What the regions are made of."""
    people = [
        {
            "name": p.name,
            "who": p.who,
            "here": p.here,
            "host": p.host,
            "ready": p.ready,
            "you": p.seat == look.viewer,
            "asked": p.seat in look.waited_for,
            "bot": p.bot,
            "seat": p.seat,
            "there": p.there,
            "stand_in": p.stand_in,
            "owner": p.owner,
            "left": p.left,
            "initial": p.name[:1].upper(),
        }
        for p in look.people
    ]
    you = look.you
    free = [p for p in look.people if p.who == "empty"]
    context: dict[str, Any] = {
        "csrf": CSRF,
        "phase": look.phase,
        "code": look.code,
        "spoken": spoken(look.code),
        "game": {"id": look.game.id, "name": look.game.name, "blurb": look.game.blurb},
        "people": people,
        "seated": you is not None,
        "host": bool(you and you.host),
        "host_name": next((p.owner or p.name for p in look.people if p.host), ""),
        "ready": bool(you and you.ready),
        "free": len(free),
        "taken": len(look.people) - len(free),
        "least": look.game.seats[0],
        "log": [{"k": s.k, "text": s.text, "by": s.by} for s in reversed(look.log)],
        "earlier": look.earlier,
        "dumb": None if look.dumb is None else {"why": look.dumb.why, "rule": look.dumb.rule, "next": look.dumb.next},
        "commitment": fingerprint(look.commitment),
        "next": look.next,
        "paused": look.paused,
        "closed": look.closed,
        "hot": look.hot,
        "watching": look.watching,
        "wishes": [{"seat": seat, "name": name, "chair": look.names[seat]} for seat, name in look.wishes],
        "act": look.act,
        "chairs": [p for p in people if p["who"] == "bot"],
        "others": [p for p in people if p["who"] == "person" and not p["host"]],
        "removable": [
            p
            for p in people
            if not p["host"] and (p["who"] == "person" or (look.phase == "waiting" and p["who"] == "bot"))
        ],
        "clocks": [
            {"label": capital(look.game.word(c.name)), "ends": c.ends, "at": utc(c.ends), "left": c.left // 1000}
            for c in look.clocks
        ],
        "ask": _ask(look),
        "news": look.news if look.phase == "playing" else "",
    }
    if look.phase == "waiting":
        context |= {"link": link, "qr": qr(link), "bots": bots(look.game), "options": _options(look)}
    if look.phase != "waiting":
        context |= {"blocks": table_blocks(look), "groups": groups(look)}
    if look.phase == "over":
        context |= {"result": _result(look)}
    return context


def _ask(look: Look) -> dict[str, str]:
    """The bar that says whose move it is: `kind` of look, `who` in one line, `what` is asked in another."""
    waited, names = look.waited_for, look.names
    if look.phase == "waiting":
        taken = sum(p.ready for p in look.people)
        if taken == len(look.people):
            host = look.you is not None and look.you.host
            return {"kind": "wait", "who": "Everybody is in", "what": "Start when you like" if host else _starts(look)}
        what = f"Waiting for players: {taken} of {len(look.people)} are in"
        return {"kind": "wait", "who": look.game.name, "what": what}
    if look.phase == "over":
        return {"kind": "over", "who": "Game over", "what": _winners(look)}
    if look.paused:
        lets = next(p.owner or p.name for p in look.people if p.host)
        return {"kind": "wait", "who": "The game is paused", "what": f"{lets} lets it go on"}
    mine = [r for r in look.requests if r.seat == look.viewer]
    binding = [r for r in mine if r.binds != "may"]
    if binding:
        others = [names[s] for s in waited if s != look.viewer]
        who = "Your move" if not others else f"Your move, and {_list(others)}"
        return {"kind": "you", "who": who, "what": _what(look, binding[0])}
    if any(r.sealed for r in mine):
        who = f"You are in. Waiting for {_list([names[s] for s in waited])}" if waited else "You are in"
        return {"kind": "in", "who": who, "what": "You can change your answer until all are in"}
    if not waited:
        return {"kind": "wait", "who": "Everybody waits", "what": "for the clock"}
    one = len(waited) == 1
    who = f"{names[waited[0]]}'s move" if one else f"Waiting for {_list([names[s] for s in waited])}"
    what = "You are asked when it is your turn" if look.you else "You are watching"
    return {"kind": "wait", "who": who, "what": what}


def _starts(look: Look) -> str:
    return next((f"{p.name} starts the game" for p in look.people if p.host), "Waiting for a host")


def _what(look: Look, request: Request) -> str:
    return capital(look.game.question(look.view, request.kind))


def _winners(look: Look) -> str:
    outcome = look.outcome
    assert outcome is not None
    if outcome.winners:
        names = _list([look.names[s] for s in outcome.winners])
        everybody = len(outcome.winners) == len(look.people)
        return "Everybody wins" if everybody else f"{names} win{'s' if len(outcome.winners) == 1 else ''}"
    if outcome.tied:
        return f"A tie between {_list([look.names[s] for s in outcome.tied])}"
    return "Nobody wins"


def _result(look: Look) -> dict[str, Any]:
    outcome = look.outcome
    assert outcome is not None
    scores = outcome.scores or ()
    order = sorted(range(len(scores)), key=lambda s: (s not in outcome.winners, -scores[s]))
    cancelled = outcome.why == "cancelled"
    why = "the host ended it" if cancelled else look.game.word(f"why.{outcome.why}", outcome.why) if outcome.why else ""
    return {
        "why": why,
        "winners": _winners(look),
        "scores": [
            {"name": look.names[s], "score": scores[s], "won": s in outcome.winners, "you": s == look.viewer}
            for s in order
        ],
        "explained": [
            {"title": t.title, "columns": list(t.columns), "rows": [list(r) for r in t.rows], "note": t.note}
            for t in (() if cancelled else look.game.explain(look.view, look.names))
        ],
    }


def _options(look: Look) -> list[dict[str, str]]:
    game = look.game
    options: Struct = look.options
    means = meanings(type(options))
    chosen = [(f, getattr(options, f)) for f in options.__struct_fields__]
    return [
        {"label": game.word(f"options.{f}", f), "value": shown(v, means[f], look.names, game.words)}
        for f, v in chosen
        if v is not None and v is not False
    ]


def bots(game: Game[Any]) -> list[dict[str, str]]:
    """The kinds of bots for a list to choose from, the game's own first."""
    kinds = sorted(bot_kinds(game), key=lambda k: k.name == "random")
    return [{"value": k.name, "label": k.name.capitalize(), "says": k.says} for k in kinds]


@lru_cache(maxsize=256)
def qr(link: str) -> str:
    """The link as an inline picture, dark on white in both schemes, because cameras want it so."""
    return segno.make(link, error="m").svg_inline(
        scale=4, border=3, dark="#15141b", light="#ffffff", title="The link as a QR code",
        svgclass="qr", lineclass=None, omitsize=True,
    )  # fmt: skip


def _list(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else "nobody"


def utc(ms: int) -> str:
    """A time of day, for pages without script.

    >>> utc(1_700_000_000_000)
    '22:13:20'
    """
    seconds = ms // 1000 % 86400
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
