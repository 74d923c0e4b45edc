"""Templates, and the regions of a table's page. A region is rendered once for all who see the same look; what differs
between browsers (the token against forged posts) is put in afterwards."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import minijinja
import segno
from msgspec import Struct

from facedown.bots import bot_kinds
from facedown.engine import ENGLISH, LANGUAGES, Game, Tongue, fingerprint, marked, tongue
from facedown.engine.plain import meanings, shown
from facedown.table import Look, Person, spoken

from .art import all_art, poster
from .baking import baked, script_words
from .banner import Banner, banner, winners
from .forms import groups, talk
from .plain import capital, ink_of, table_blocks

REGIONS = ("ask", "timers", "prompt", "table", "acts", "piles", "people", "invite", "log")
THERE = {"here": marked("here"), "away": marked("away"), "gone": marked("gone")}
CSRF = f"csrf-{secrets.token_hex(12)}"
"""Stands for the token in rendered regions; unguessable, so that nobody can write it."""


class Pages:
    """All templates of the server."""

    def __init__(self, games: Iterable[Game[Any]] = (), language: str = "en") -> None:
        folder = files(__package__).joinpath("templates")
        self.tongue = tongue(language)
        sources = {f.name: f.read_text("utf-8") for f in folder.iterdir() if f.name.endswith(".html")}
        self.sources = {name: baked(source, self.tongue) for name, source in sources.items()}
        self.env = minijinja.Environment(templates=self.sources)
        version = hashlib.sha256()
        static = Path(str(files(__package__).joinpath("static")))
        for file in [*sorted(f for f in static.iterdir() if f.is_file()), *all_art(games)]:
            version.update(file.read_bytes())
        self.shared = {
            "v": version.hexdigest()[:8],
            "fonts": (static / "fonts").is_dir(),
            "language": language,
            "languages": LANGUAGES,
            "words": script_words(self.tongue),
        }
        self._cache: dict[tuple[str, int], tuple[Look, str, dict[str, str]]] = {}

    @property
    def language(self) -> str:
        """What these pages are written in."""
        return self.tongue.language

    def add(self, sources: dict[str, str], own: Tongue) -> None:
        """Takes in more templates: those of a game's own page, in its tongue."""
        sources = {name: baked(source, own) for name, source in sources.items()}
        self.sources |= sources
        for name, source in sources.items():
            self.env.add_template(name, source)

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

    def banner(self, look: Look, ask: Banner, told: dict[str, Any]) -> str:
        """The banner with something in it for one browser alone."""
        return self.render("region_ask.html", **ask_context(look), **{"ask": ask, "told": told}).strip()

    def forget(self, live: set[str]) -> None:
        """Drops what was rendered for tables that are not in memory."""
        for at in [at for at in self._cache if at[0] not in live]:
            del self._cache[at]


def title(look: Look) -> str:
    """Whose move it is, without telling anything that is not public."""
    name, waited = look.game.name, look.waited_for
    if look.phase == "waiting":
        return look.say("Waiting: {game}", game=name)
    if look.phase == "over":
        return look.say("Game over: {game}", game=name)
    if look.paused:
        return look.say("Paused: {game}", game=name)
    if look.viewer in waited:
        return look.say("Your move: {game}", game=name)
    return look.say("{name}'s move: {game}", name=look.names[waited[0]], game=name) if len(waited) == 1 else name


def around_context(look: Look, link: str) -> dict[str, Any]:
    """What the regions around a game are made of: who is here, what was said, what people can do about their seats."""
    people = [
        {
            "name": p.name,
            "who": p.who,
            "here": p.here,
            "host": p.host,
            "ready": p.ready,
            "you": p.seat == look.viewer,
            "asked": p.seat in look.waited_for,
            "bot": bot_name(look.game, p.bot),
            "seat": p.seat,
            "there": p.there,
            "where": look.say(THERE[p.there]),
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
        "phase": look.phase,
        "spoken": spoken(look.code),
        "game": {"id": look.game.id, "name": look.game.name, "blurb": look.game.blurb, "poster": poster(look.game)},
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
        "went": look.went,
        "paused": look.paused,
        "closed": look.closed,
        "hot": look.hot,
        "watching": look.watching,
        "wishes": [{"seat": seat, "name": name, "chair": look.names[seat]} for seat, name in look.wishes],
        "chairs": [p for p in people if p["who"] == "bot"],
        "others": [p for p in people if p["who"] == "person" and not p["host"]],
        "removable": [
            p
            for p in people
            if not p["host"] and (p["who"] == "person" or (look.phase == "waiting" and p["who"] == "bot"))
        ],
        "clocks": [
            {"label": _clock(look, c.name), "ends": c.ends, "at": utc(c.ends), "left": c.left // 1000}
            for c in look.clocks
        ],
        "ask": banner(look),
        "link": link,
    }
    return context | ask_context(look)


def table_context(look: Look, link: str) -> dict[str, Any]:
    """What the regions are made of."""
    context = around_context(look, link) | {"qr": qr(link, look.say("The link as a QR code"))}
    if look.phase == "waiting":
        context |= {"bots": bots(look.game), "options": _options(look), "absent": _absent(look)}
    if look.phase != "waiting":
        context |= {"blocks": table_blocks(look), "groups": groups(look), "talk": talk(look)}
    if look.phase == "over":
        context |= {"result": _result(look)}
    return context


def ask_context(look: Look) -> dict[str, Any]:
    """What the banner needs apart from its words."""
    news = (look.game.notice(look.view) or look.news) if look.phase == "playing" else ""
    return {"csrf": CSRF, "code": look.code, "act": look.act, "news": news, "playing": look.phase == "playing"}


def _clock(look: Look, name: str) -> str:
    """What a clock is for."""
    return look.game.words.get(f"{name}.clock") or capital(look.game.word(name))


def _absent(look: Look) -> str:
    """Who has not answered to a rematch, for whoever could start it."""
    names = [p.name for p in look.people if p.who == "person" and not p.ready and p.seat != look.viewer]
    if len(names) == 1:
        return look.say("{name} has not answered", name=names[0])
    return look.say("{names} have not answered", names=look.game.tongue.listed(names)) if names else ""


def played(p: Person, tongue: Tongue = ENGLISH) -> str:
    """Who played in a chair, one after the other, where that was not one player throughout.

    >>> played(Person(0, "bot", "Ben", left=True)), played(Person(1, "person", "Birdie", owner="Dora"))
    ('Ben, then a bot', 'a bot, then Dora')
    """
    bot = tongue.say("a bot")
    first = [p.name, bot] if p.left else [bot] if p.owner else [p.name]
    last = {"removed": [tongue.say("the game itself")], "person": [p.owner] if p.owner else []}.get(p.who, [])
    who = [*(first[:1] if p.who == "removed" else first), *last, *([bot] if p.stand_in else [])]
    return tongue.say(", then ").join(who) if len(who) > 1 else ""


def _result(look: Look) -> dict[str, Any]:
    outcome = look.outcome
    assert outcome is not None
    cancelled = look.cancelled
    tables = () if cancelled else look.game.explain(look.view, look.names)
    why = look.game.word(f"why.{outcome.why}", outcome.why) if outcome.why else ""
    if cancelled:
        why = look.say("the host ended it")
    return {
        "why": why,
        "winners": winners(look),
        "scores": scores_of(look),
        "story": capital(look.game.words.get("story") or look.say("card by card")),
        "explained": [
            {
                "title": t.title,
                "columns": list(t.columns),
                "rows": [[_cell(text, look.game.tongue) for text in row] for row in t.rows],
                "note": t.note,
            }
            for t in tables
        ],
    }


def scores_of(look: Look) -> list[dict[str, Any]]:
    """Who has how much at the end, the winners first; empty where nothing is counted."""
    outcome = look.outcome
    assert outcome is not None
    scores = outcome.scores or ()
    order = sorted(range(len(scores)), key=lambda s: (s not in outcome.winners, -scores[s]))
    return [
        {
            "name": look.names[s],
            "score": scores[s],
            "won": s in outcome.winners,
            "you": s == look.viewer,
            "played": played(look.people[s], look.game.tongue),
        }
        for s in order
    ]


def _cell(text: str, tongue: Tongue) -> dict[str, str]:
    """A cell of a table, and the colour of the card that it names."""
    return {"text": text, "ink": ink_of(text, tongue)}


def _options(look: Look) -> list[dict[str, str]]:
    game = look.game
    options: Struct = look.options
    means = meanings(type(options))
    chosen = [(f, getattr(options, f)) for f in options.__struct_fields__]
    return [
        {
            "label": game.word(f"options.{f}", f),
            "value": shown(v, means[f], look.names, {**game.words, **game.choices(f)}, game.tongue),
        }
        for f, v in chosen
        if v is not None and v is not False
    ]


def bot_name(game: Game[Any], kind: str) -> str:
    """What people call a kind of bot."""
    return game.tongue.word(f"bot.{kind}", kind)


def bots(game: Game[Any]) -> list[dict[str, str]]:
    """The kinds of bots for a list to choose from."""
    return [
        {
            "value": k.name,
            "label": capital(bot_name(game, k.name)),
            "says": game.tongue.word(f"bot.{k.name}.says", k.says),
        }
        for k in bot_kinds(game)
    ]


@lru_cache(maxsize=256)
def qr(link: str, title: str = marked("The link as a QR code")) -> str:
    """The link as an inline picture, dark on white in both schemes, because cameras want it so."""
    return segno.make(link, error="m").svg_inline(
        scale=4, border=3, dark="#15141b", light="#ffffff", title=title,
        svgclass="qr", lineclass=None, omitsize=True,
    )  # fmt: skip


def utc(ms: int) -> str:
    """A time of day, for pages without script.

    >>> utc(1_700_000_000_000)
    '22:13:20'
    """
    seconds = ms // 1000 % 86400
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
