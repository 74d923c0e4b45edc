"""The designed table: the shared grammar around what a game's own page draws. A page is regions, and a region is drawn
from a few plain values: where these are the same as before, it is the very same text, and is neither drawn nor sent
again. Functions of a look; what is for one browser alone is added in `yours`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import count
from typing import Any

from msgspec.structs import replace

from facedown.engine import Game, Offer, fingerprint
from facedown.engine.page import NOTHING, Ask, Draw, Page, Plate, Telling
from facedown.table import Look, Person, Spoken, spoken

from .banner import Banner, banner, winners
from .drawing import Drawing, ascii_only, escape
from .render import CSRF, THERE, Pages, _clock, around_context, title, utc

ICONS = {"you": "hand", "wait": "wait", "in": "tick", "over": "over"}
"""The sign of each kind of ask."""
Regions = dict[str, str]
ANSWERS = ("keys", "asides", "quick")
"""Regions that a move of somebody else leaves as they are."""
AROUND = ("talk", "after", "people", "invite", "fair", "yours")
"""Regions that moves leave as they are."""
LATELY = 3
"""Forms of a part that a table keeps: for the eyes that differ, and as it was before."""


class Sheet:
    """What one viewer's page shows at one moment. `follows`: the number of the sheet before; `new`: the regions that
    differ from that; `shows`: all that can be seen in the game's parts, `room`: and around them; `until`: how far the
    log is told, whose new lines are `grown` and `scenes`."""

    __slots__ = (
        "follows", "grown", "link", "look", "new", "number", "regions", "room", "scenes", "shows", "title", "until"
    )  # fmt: skip
    numbers = count()

    def __init__(self, look: Look, link: str) -> None:
        self.look, self.link, self.title = look, link, title(look)
        self.number, self.follows = next(self.numbers), -1
        self.regions: Regions = {}
        self.new: Sequence[str] = ()
        self.shows: Mapping[str, Any] = {}
        self.room: Any = None
        self.until = look.log[-1].k if look.log else -1
        self.grown = ""
        self.scenes: Sequence[Any] = ()

    def since(self, had: Sheet) -> Sequence[str]:
        """The regions that differ from an earlier sheet of the same viewer."""
        if had is self:
            return ()
        if had.number == self.follows:
            return self.new
        return [name for name, html in self.regions.items() if html != had.regions.get(name)]


class Board:
    """One table: the last sheet of each viewer, and its parts, each drawn once for all who see the same of it."""

    __slots__ = ("_parts", "sheets")

    def __init__(self) -> None:
        self.sheets: dict[int, Sheet] = {}
        self._parts: dict[str, list[tuple[Any, str]]] = {}

    def part(self, name: str, shows: Any, make: Callable[..., str], *about: Any) -> str:
        """A part of the page. `shows`: all that can be seen in it; `make`: draws it."""
        kept = self._parts.get(name)
        if kept is None:
            kept = self._parts[name] = []
        for known, text in kept:
            if known == shows:
                return text
        text = make(*about)
        kept.insert(0, (shows, text))
        del kept[LATELY:]
        return text


class Designed:
    """The pages of all games that have one, and what was drawn of them lately."""

    def __init__(self, pages: Pages) -> None:
        self.pages = pages
        self.drawing = Drawing(pages.render)
        self._pages: dict[str, Page | None] = {}
        self._draws: dict[str, Draw] = {}
        self._boards: dict[str, Board] = {}

    def page(self, game: Game[Any]) -> Page | None:
        """The designed page of a game, or None; its templates are taken in when it is first asked for."""
        if game.id not in self._pages:
            self._pages[game.id] = found = load(game)
            if found is not None:
                prefix, render = f"{game.id}/", self.pages.render
                sources = {prefix + f.name: f.read_text("utf-8") for f in sorted(found.folder.glob("*.html"))}
                self.pages.add(sources, game.speaking(self.pages.language).tongue)
                self._draws[game.id] = Drawing(lambda template, /, **data: render(prefix + template, **data))
        return self._pages[game.id]

    def serves(self, look: Look) -> bool:
        """Whether this moment of a table has a designed page: from the deal on."""
        return look.phase != "waiting" and self.page(look.game) is not None

    def symbols(self, game: Game[Any]) -> str:
        """The symbols of a game's page: the same for all viewers."""
        page = self.page(game)
        assert page is not None
        return self._draws[game.id](page.symbols) if page.symbols else ""

    def regions(self, look: Look, link: str) -> Regions:
        """The regions of a table for one viewer."""
        return self.sheet(look, link).regions

    def sheet(self, look: Look, link: str) -> Sheet:
        """What one viewer's page shows; the same object for the same look."""
        board = self._boards.get(look.code)
        if board is None:
            board = self._boards[look.code] = Board()
        had = board.sheets.get(look.viewer)
        if had is not None:
            if had.look is look and had.link == link:
                return had
            if had.look.game is not look.game or len(had.look.people) != len(look.people):
                board, had = Board(), None
                self._boards[look.code] = board
        page = self.page(look.game)
        assert page is not None
        sheet = board.sheets[look.viewer] = Sheet(look, link)
        self._draw_game(sheet, board, page, had)
        self._draw_room(sheet, board, page, had)
        if had is not None:
            old, sheet.follows = had.regions, had.number
            sheet.new = [name for name, html in sheet.regions.items() if html is not old[name] and html != old[name]]
            if sheet.until > had.until:
                sheet.grown = self._lines(look, board, page, had.until)
                sheet.scenes = self.scenes(look, had.until)
        return sheet

    def _draw_game(self, sheet: Sheet, board: Board, page: Page, had: Sheet | None) -> None:
        """Draws the regions that the game's page knows. What shows the same as before is the same text."""
        look, own = sheet.look, self._draws[sheet.look.game.id]
        people, phase = look.people, look.phase
        sheet.shows = shows = page.shows(look)
        if had is not None and had.look.people is people and had.look.phase == phase:
            regions, before = had.regions.copy(), had.shows
        else:
            regions, before = {}, {}
        sheet.regions = regions
        for seat in around(look.viewer if look.you else -1, len(people)):
            name = f"seat-{seat}"
            if (shown := shows.get(name)) is None:
                regions[name] = self._seat(look, page, seat, own)
            elif shown != before.get(name):
                regions[name] = board.part(name, (phase, people[seat], shown), self._seat, look, page, seat, own)
        for name, make in (("stage", page.stage), ("hand", page.hand), ("moment", page.moment), ("acts", page.acts)):
            if (shown := shows.get(name)) is None:
                regions[name] = make(look, own)
            elif shown != before.get(name):
                regions[name] = board.part(name, (phase, shown), make, look, own)

    def _draw_room(self, sheet: Sheet, board: Board, page: Page, had: Sheet | None) -> None:
        """Draws the other regions: who is asked what, what happened last, what can be done around the game."""
        look, regions, part, draw = sheet.look, sheet.regions, board.part, self.drawing
        phase, people, viewer, you = look.phase, look.people, look.viewer, look.you is not None
        last = _last(look)
        regions["ticker"] = part("ticker", last and (last.text, last.event), ticker, look, page, last, draw)
        if (shown := sheet.shows.get("ask")) is None:
            regions["ask"] = ask(look, page, draw)
        else:
            role = -1 if _plainly(look) == "wait" else viewer  # what can be pressed there has the viewer's own id
            shown = phase, people, look.requests, role, you, look.paused, look.outcome, shown
            regions["ask"] = part("ask", shown, ask, look, page, draw)
        regions["timers"] = timers(look, draw) if look.clocks and phase == "playing" else ""
        if had is None or had.look.asked != look.asked:
            offers = [a.offer for a in look.asked if a.request.kind in page.asides and a.offer.why_not is None]
            regions["keys"], regions["asides"] = keys(look, page, draw), asides(look, page, draw)
            regions["quick"] = part("quick", offers, quick, look, offers, draw)
        else:
            for name in ANSWERS:
                regions[name] = had.regions[name]
        sheet.room = (
            phase, people, viewer, look.act, look.paused, look.closed, look.hot, look.watching, look.wishes, sheet.link,
            look.next, look.went, look.dumb, look.outcome, regions["quick"],
        )  # fmt: skip
        if had is not None and had.room == sheet.room:
            for name in AROUND:
                regions[name] = had.regions[name]
            return
        buttons = regions["quick"]
        regions["talk"] = part("talk", (look.dumb, you, buttons), talk, look, buttons, draw)
        regions["after"] = after(look, draw) if phase != "playing" else ""
        regions["people"] = self._around(sheet)
        regions["invite"] = invite(look, sheet.link, draw)
        regions["fair"] = fair(look, draw)
        regions["yours"] = ""

    def board(self, look: Look) -> str:
        """The table as a picture with nothing that can be pressed: the stage with the last moment, and all seats, the
        viewer's own last."""
        page = self.page(look.game)
        assert page is not None
        own = self._draws[look.game.id]
        seats = len(look.people)
        order = [*around(look.viewer, seats), look.viewer] if look.you else around(-1, seats)
        plates = [self._seat(look, page, seat, own) for seat in order]
        return self.drawing.around(
            "designed_board.html",
            (page.moment(look, own), page.stage(look, own), "".join(plates)),
            seats=seats,
            yours=look.you is not None,
            over=look.phase == "over",
        )

    def lines(self, look: Look, after: int = -1) -> str:
        """The lines of the log behind line `after`, newest first: what a page shows of it grows by them."""
        page = self.page(look.game)
        assert page is not None
        return self._lines(look, self._boards.get(look.code) or Board(), page, after)

    def _lines(self, look: Look, board: Board, page: Page, after: int) -> str:
        found = []
        for s in reversed(look.log):
            if s.k <= after:
                break
            telling = page.tell(s.event) if s.event is not None else Telling()
            avatar = _avatar(look, telling.seat)
            shown = (s.text, s.by, s.event, avatar)
            found.append(board.part("line", shown, line, look, s, telling, avatar, self.drawing))
        return "".join(found)

    def scenes(self, look: Look, after: int) -> list[Any]:
        """What the events behind line `after` of the log look like, the oldest first."""
        page = self.page(look.game)
        assert page is not None
        found: list[Any] = []
        for s in reversed(look.log):
            if s.k <= after:
                break
            if s.event is not None and (scene := page.scene(s.event)) != NOTHING:
                found.append(scene)
        return found[::-1]

    def banner(self, look: Look, says: Banner, told: dict[str, Any]) -> str:
        """The ask with something in it for one browser alone."""
        page = self.page(look.game)
        assert page is not None
        return ask(look, page, self.drawing, says, tuple(sorted(told.items())))

    def forget(self, live: set[str]) -> None:
        """Drops what was drawn for tables that are not in memory."""
        for code in self._boards.keys() - live:
            del self._boards[code]

    def _seat(self, look: Look, page: Page, seat: int, own: Draw) -> str:
        return plate(look, look.people[seat], page.plate(look, seat, own), self.drawing)

    def _around(self, sheet: Sheet) -> str:
        """Who is here, and what may be done around the game."""
        context = around_context(replace(sheet.look, requests=(), asked=(), log=()), sheet.link)
        return ascii_only(self.pages.render("region_people.html", **context).strip())


def _last(look: Look) -> Spoken | None:
    """The line of the log that says what happened last."""
    for said in reversed(look.log):
        if said.text == look.news and not said.by:
            return said
    return None


def load(game: Game[Any]) -> Page | None:
    """A game's own page, or None."""
    if not game.page:
        return None
    module, _, name = game.page.partition(":")
    found = getattr(import_module(module), name)()
    assert isinstance(found, Page)
    return found


# the ask --------------------------------------------------------------------------------------------------------------
def ask(look: Look, page: Page, draw: Draw, says: Banner | None = None, told: tuple[Any, ...] = ()) -> str:
    """Whose move it is and what is asked of the viewer. `says`: other words than everybody's; `told`: a line above."""
    kind = "" if says else _plainly(look)
    own = page.ask(look) if kind else Ask()
    if kind and own.who and own.what and look.you is not None:
        shown: Banner = {"kind": kind, "who": own.who, "what": own.what}
    else:
        shown = says or banner(look)
        if kind:
            who = own.who or shown["who"]
            if look.you is None and own.who and shown["who"] != own.who:
                who = look.say("{watching}: {whose}", watching=shown["who"], whose=own.who)
            shown = {"kind": kind, "who": who, "what": own.what or shown["what"]}
    kind, button, playing = shown["kind"], shown.get("button"), look.phase == "playing"
    done = (button["do"], button["seat"], button["text"]) if button and "do" in button else ()
    return draw.around(
        "designed_ask.html",
        (shown["who"], shown["what"], look.code),
        kind=kind,
        icon=ICONS.get(kind, "wait"),
        step=own.step,
        steps=own.steps,
        button=done,
        act=look.act if done else "",
        csrf=CSRF,
        told=told,
        again=playing and (kind == "wait" or (kind == "in" and bool(done))),
        waited=look.waited_for if playing else (),
    )


def _plainly(look: Look) -> str:
    """The kind of an ask that the game's own words may fill, because those who are waited for are there and nothing
    else has to be said; or ""."""
    waited = look.waited_for
    if look.phase != "playing" or look.paused:
        return ""
    if look.viewer in waited:
        return "you"
    if any(r.sealed for r in look.requests if r.seat == look.viewer):
        return ""
    return "wait" if all(p.there == "here" or p.bot for p in map(look.people.__getitem__, waited)) else ""


def timers(look: Look, draw: Draw) -> str:
    """The clocks that run."""
    clocks = tuple([(_clock(look, c.name), c.ends, utc(c.ends), c.left // 1000) for c in look.clocks])
    return draw("designed_timers.html", clocks=clocks)


# seats ----------------------------------------------------------------------------------------------------------------
@cache
def around(viewer: int, seats: int) -> tuple[int, ...]:
    """The other seats, clockwise from the viewer's left; for spectators (-1) all."""
    return tuple([(viewer + 1 + i) % seats for i in range(seats - (viewer >= 0))])


def plate(look: Look, p: Person, own: Plate, draw: Draw) -> str:
    """Who sits somewhere, where they are, and what the game says of them and lays before them."""
    words, say = [own.line] if own.line else [], look.say
    there = [] if p.there == "here" else [say(THERE[p.there])]
    words += {"bot": [say("bot")], "removed": [say("the game plays")]}.get(p.who, there)
    if p.stand_in:
        words.append(say("a bot stands in"))
    if p.owner and not p.stand_in:
        words.append(say("played by {name}", name=p.owner))
    return draw.around(
        "designed_seat.html",
        (p.name, p.name[:1].upper(), ", ".join(words), own.body),
        seat=p.seat,
        look="stand-in" if p.stand_in else "bot" if p.who in ("bot", "removed") else "",
        there=p.there if p.who == "person" and not p.stand_in else "",
        marks=tuple([(m.icon, m.says) for m in own.marks]) if own.marks else (),
    )


# forms ----------------------------------------------------------------------------------------------------------------
def keys(look: Look, page: Page, draw: Draw) -> str:
    """What tells the server which question the form of the viewer's hand answers."""
    found = next((a for a in look.asked if a.request.kind not in page.asides), None)
    if found is None:
        return ""
    return draw.around("designed_keys.html", (found.request_id, found.mark), csrf=CSRF)


def asides(look: Look, page: Page, draw: Draw) -> str:
    """The forms of small answers that may be given at any time; their buttons stand where there is room for them."""
    forms = ""
    for a in look.asked:
        if a.request.kind in page.asides and a.offer.why_not is None:
            forms += draw.around("designed_aside.html", (look.code, a.request_id, a.mark), csrf=CSRF, kind=a.offer.kind)
    return forms


def quick(look: Look, offers: Sequence[Offer], draw: Draw) -> str:
    """The buttons of small answers."""
    groups = []
    for offer in offers:
        (name, domain), *_ = offer.fields.items()
        words = look.game.words
        values = tuple([(f'"{v}"', words.get(f"{name}.{v}", str(v))) for v in domain.values()])
        groups.append((offer.kind, name, values, look.game.title(offer.kind)))
    return draw("designed_quick.html", groups=tuple(groups)) if groups else ""


def talk(look: Look, buttons: str, draw: Draw) -> str:
    """Talk, where this table has it, and the buttons of small answers."""
    why = "" if look.dumb is None else f"{look.dumb.why} {look.dumb.next}"
    seated = look.you is not None
    return draw.around(
        "designed_talk.html", (look.code, buttons), csrf=CSRF, seated=seated, why=why, answers=bool(buttons)
    )


def after(look: Look, draw: Draw) -> str:
    """What can be done when a game is over."""
    return draw(
        "designed_after.html", code=look.code, csrf=CSRF, next=look.next, went=look.went, seated=look.you is not None,
        winners=winners(look), cancelled=look.cancelled,
    )  # fmt: skip


def invite(look: Look, link: str, draw: Draw) -> str:
    """The link for spectators, as long as they may come."""
    if look.phase != "playing" or look.closed:
        return ""
    return draw.around("designed_invite.html", (look.code, link, spoken(look.code)))


def fair(look: Look, draw: Draw) -> str:
    """What was shown of the shuffle before the deal."""
    if not look.commitment:
        return ""
    return draw.around("designed_fair.html", (fingerprint(look.commitment), look.code), over=look.phase == "over")


# the log --------------------------------------------------------------------------------------------------------------
def _avatar(look: Look, seat: int | None) -> str:
    """How whoever did something stands in the log: as the viewer, as a bot, as anybody."""
    if seat is None or seat == look.viewer:
        return "" if seat is None else "you"
    return "bot" if look.people[seat].who == "bot" else ""


def line(look: Look, said: Spoken, telling: Telling, avatar: str, draw: Draw) -> str:
    """A line of the log: who, what, what was learnt, and the rule behind it."""
    seat = telling.seat
    name = said.by or (look.people[seat].name if seat is not None else "")
    return draw.around(
        "designed_line.html",
        (name[:1].upper(), said.by, sentence(look, said, telling)),
        by=bool(said.by),
        named=bool(name),
        icon=telling.icon or ("talk" if said.by else "house"),
        avatar=avatar,
        rule=telling.rule,
        game=look.game.id,
    )


def ticker(look: Look, page: Page, last: Spoken | None, draw: Draw) -> str:
    """The last thing that happened, in one line."""
    if last is None:
        return draw.around("designed_ticker.html", (escape(look.say("The game begins.")),), icon="house")
    telling = page.tell(last.event) if last.event is not None else Telling()
    return draw.around("designed_ticker.html", (sentence(look, last, telling),), icon=telling.icon or "house")


def sentence(look: Look, said: Spoken, telling: Telling) -> str:
    """A sentence of the log as HTML: who did it and what was learnt stand out.

    What a person has said is left as it is."""
    text = said.text
    if said.by or said.event is None:
        return escape(text)
    found = ""
    if telling.seat is not None:
        for name in (*look.game.tongue.word("you", "You Your").split(), look.people[telling.seat].name):
            if text.startswith(name) and text[len(name) : len(name) + 1] in (" ", "'"):
                found, text = f"<b>{escape(name)}</b>", text[len(name) :]
                break
    learnt = look.game.say(telling.learnt) if telling.learnt else ""
    before, learnt, rest = text.partition(learnt) if learnt else (text, "", "")
    return f"{found}{escape(before)}<b>{escape(learnt)}</b>{escape(rest)}" if learnt else found + escape(before)
