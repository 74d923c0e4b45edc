"""The designed table: the shared grammar around what a game's own page draws. A page is regions, and a region is drawn
from a few plain values: where these are the same as before, it is the very same text, and is neither drawn nor sent
again. Functions of a look; what is for one browser alone is added in `yours`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from msgspec.structs import replace

from facedown.engine import Game
from facedown.engine.page import NOTHING, Draw, Page, Plate, Telling
from facedown.table import Look, Person, Spoken

from .banner import Banner, banner, winners
from .drawing import Drawing
from .render import CSRF, THERE, Pages, _clock, around_context, utc

ICONS = {"you": "hand", "wait": "wait", "in": "tick", "over": "over"}
"""The sign of each kind of ask."""
Regions = dict[str, str]
REQUEST, ID, CODE = "%request%", "%id%", "%code%"
"""Stand in what is drawn once for what is new each time: hexadecimal ids, and the letters of a code."""


class Designed:
    """The pages of all games that have one, and what was drawn of them lately."""

    def __init__(self, pages: Pages) -> None:
        self.pages = pages
        self.drawing = Drawing(pages.render)
        self._pages: dict[str, Page | None] = {}
        self._draws: dict[str, Draw] = {}
        self._rooms: dict[tuple[str, int], tuple[Any, Regions]] = {}
        self._last: dict[tuple[str, int], tuple[Look, str, Regions]] = {}

    def page(self, game: Game[Any]) -> Page | None:
        """The designed page of a game, or None; its templates are taken in when it is first asked for."""
        if game.id not in self._pages:
            self._pages[game.id] = found = load(game)
            if found is not None:
                prefix = f"{game.id}/"
                sources = {prefix + f.name: f.read_text("utf-8") for f in sorted(found.folder.glob("*.html"))}
                self.pages.add(sources, game.speaking(self.pages.language).tongue)
                self._draws[game.id] = lambda template, /, **data: self.drawing.draw(prefix + template, **data)
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
        at = (look.code, look.viewer)
        last = self._last.get(at)
        if last is not None and last[0] is look and last[1] == link:
            return last[2]
        page = self.page(look.game)
        assert page is not None
        own, draw = self._draws[look.game.id], self.drawing.draw
        had, old = (last[0], last[2]) if last is not None else (None, {})
        if had is not None and (had.game is not look.game or len(had.people) != len(look.people)):
            had = None
        playing = look.phase == "playing"
        regions: Regions = {}
        for seat in around(look):
            name = f"seat-{seat}"
            same = had is not None and look.people[seat] is had.people[seat] and self._same(look, had, "plate", seat)
            regions[name] = old[name] if same and name in old else self._seat(look, page, seat, own)
        regions["stage"] = old["stage"] if had and self._same(look, had, "stage") else page.stage(look, own)
        regions["hand"] = old["hand"] if had and self._same(look, had, "hand") else page.hand(look, own)
        regions["ticker"] = ticker(look, page, draw)
        regions["moment"] = page.moment(look, own)
        regions["ask"] = ask(look, page, draw)
        regions["acts"] = page.acts(look, own)
        regions["timers"] = timers(look, draw) if look.clocks and playing else ""
        regions["after"] = after(look, draw) if not playing else ""
        if had is not None and look.asked == had.asked and look.dumb == had.dumb and look.code == had.code:
            for name in ("keys", "asides", "quick", "talk"):
                regions[name] = old[name]
        else:
            regions["keys"] = keys(look, page, draw)
            regions["asides"] = asides(look, page, draw)
            regions["quick"] = quick(look, page, draw)
            regions["talk"] = talk(look, page, draw)
        regions |= self._room(look, link)
        self._last[at] = (look, link, regions)
        return regions

    def _same(self, look: Look, had: Look, part: str, seat: int = -1) -> bool:
        """Whether a part of the page is made of what it was made of before."""
        if look.phase != had.phase:
            return False
        page = self._pages[look.game.id]
        assert page is not None
        reads = page.reads(look, part, seat)
        return reads is not None and bool(reads == page.reads(had, part, seat))

    def board(self, look: Look) -> str:
        """The table as a picture with nothing that can be pressed: the stage with the last moment, and all seats, the
        viewer's own last."""
        page = self.page(look.game)
        assert page is not None
        own, draw = self._draws[look.game.id], self.drawing.draw
        seats = len(look.people)
        first = look.viewer + 1 if look.you else 0
        order = [(first + i) % seats for i in range(seats)]
        plates = [self._seat(look, page, seat, own) for seat in order]
        return draw(
            "designed_board.html",
            stage=page.stage(look, own),
            moment=page.moment(look, own),
            plates=self.drawing.join(tuple(plates)),
            seats=seats,
            yours=look.you is not None,
            over=look.phase == "over",
        )

    def lines(self, look: Look, after: int = -1) -> str:
        """The lines of the log behind line `after`, newest first: what a page shows of it grows by them."""
        page, draw = self.page(look.game), self.drawing.draw
        assert page is not None
        found = []
        for s in reversed(look.log):
            if s.k <= after:
                break
            found.append(line(look, page, s, draw))
        return self.drawing.join(tuple(found)) if found else ""

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
        return ask(look, page, self.drawing.draw, says, tuple(sorted(told.items())))

    def forget(self, live: set[str]) -> None:
        """Drops what was drawn for tables that are not in memory."""
        for kept in (self._rooms, self._last):
            for at in [at for at in kept if at[0] not in live]:
                del kept[at]

    def _seat(self, look: Look, page: Page, seat: int, own: Draw) -> str:
        draw, p, plate = self.drawing.draw, look.people[seat], page.plate(look, seat, own)
        begin = draw("designed_seat.html", seat=seat, name=p.name)
        return self.drawing.join((begin, head(look, p, plate, draw), plate.body, "</article>"))

    def _room(self, look: Look, link: str) -> Regions:
        """Who is here and what may be done around the game: drawn anew only when something of that has changed."""
        at = (look.code, look.viewer)
        reads = (
            look.people, look.act, look.paused, look.closed, look.hot, look.watching, look.wishes, look.phase, link
        )  # fmt: skip
        known = self._rooms.get(at)
        if known is not None and (known[0] == reads):
            return known[1]
        calm = replace(look, requests=(), asked=(), log=())
        context = around_context(calm, link)
        found = {
            "people": self.pages.render("region_people.html", **context).strip(),
            "invite": self.pages.render("designed_invite.html", **context).strip(),
            "fair": self.pages.render("designed_fair.html", **context).strip(),
        }
        self._rooms[at] = (reads, found)
        return found


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
    shown = says or banner(look)
    kind, who, what = shown["kind"], shown["who"], shown["what"]
    step = steps = 0
    button = shown.get("button")
    if button and "href" in button:
        button = None
    if says is None and kind in ("you", "wait") and look.phase == "playing" and not look.paused and button is None:
        own = page.ask(look)
        waited = [look.people[seat] for seat in look.waited_for]
        if kind == "you" or all(p.there == "here" or p.bot for p in waited):
            watching = who if look.you is None else ""
            who, what, step, steps = own.who or who, own.what or what, own.step, own.steps
            who = look.say("{watching}: {whose}", watching=watching, whose=who) if watching and watching != who else who
    done = (button["do"], button["seat"], button["text"]) if button else ()
    return draw(
        "designed_ask.html",
        kind=kind,
        icon=ICONS.get(kind, "wait"),
        who=who,
        what=what,
        step=step,
        steps=steps,
        button=done,
        act=look.act if done else "",
        code=look.code if done or kind == "wait" else "",
        csrf=CSRF,
        told=told,
        again=look.phase == "playing" and kind != "you",
        waited=look.waited_for if look.phase == "playing" else (),
    )


def timers(look: Look, draw: Draw) -> str:
    """The clocks that run."""
    clocks = tuple([(_clock(look, c.name), c.ends, utc(c.ends), c.left // 1000) for c in look.clocks])
    return draw("designed_timers.html", clocks=clocks)


# seats ----------------------------------------------------------------------------------------------------------------
def around(look: Look) -> list[int]:
    """The other seats, clockwise from the viewer's left; for spectators all."""
    seats, first = len(look.people), look.viewer + 1 if look.you else 0
    return [(first + i) % seats for i in range(seats - 1 if look.you else seats)]


def head(look: Look, p: Person, own: Plate, draw: Draw) -> str:
    """Who sits somewhere, where they are, and what the game says of them."""
    words, say = [own.line] if own.line else [], look.say
    there = [] if p.there == "here" else [say(THERE[p.there])]
    words += {"bot": [say("bot")], "removed": [say("the game plays")]}.get(p.who, there)
    if p.stand_in:
        words.append(say("a bot stands in"))
    if p.owner and not p.stand_in:
        words.append(say("played by {name}", name=p.owner))
    return draw(
        "designed_plate.html",
        name=p.name,
        initial=p.name[:1].upper(),
        look="stand-in" if p.stand_in else "bot" if p.who in ("bot", "removed") else "",
        there=p.there if p.who == "person" and not p.stand_in else "",
        line=", ".join(words),
        marks=tuple([(m.icon, m.says) for m in own.marks]) if own.marks else (),
    )


# forms ----------------------------------------------------------------------------------------------------------------
def keys(look: Look, page: Page, draw: Draw) -> str:
    """What tells the server which question the form of the viewer's hand answers."""
    found = next((a for a in look.asked if a.request.kind not in page.asides), None)
    if found is None:
        return ""
    form = draw("designed_keys.html", request=REQUEST, id=ID, csrf=CSRF)
    return form.replace(REQUEST, found.request_id).replace(ID, found.mark)


def asides(look: Look, page: Page, draw: Draw) -> str:
    """The forms of small answers that may be given at any time; their buttons stand where there is room for them."""
    forms = ""
    for a in look.asked:
        if a.request.kind in page.asides and a.offer.why_not is None:
            form = draw("designed_aside.html", code=CODE, csrf=CSRF, request=REQUEST, id=ID, kind=a.offer.kind)
            forms += form.replace(CODE, look.code).replace(REQUEST, a.request_id).replace(ID, a.mark)
    return forms


def quick(look: Look, page: Page, draw: Draw) -> str:
    """The buttons of small answers."""
    groups = []
    for a in look.asked:
        if a.request.kind in page.asides and a.offer.why_not is None:
            (name, domain), *_ = a.offer.fields.items()
            words = look.game.words
            values = tuple([(f'"{v}"', words.get(f"{name}.{v}", str(v))) for v in domain.values()])
            groups.append((a.offer.kind, name, values, look.game.title(a.offer.kind)))
    return draw("designed_quick.html", groups=tuple(groups)) if groups else ""


def talk(look: Look, page: Page, draw: Draw) -> str:
    """Talk, where this table has it, and the small answers."""
    why = "" if look.dumb is None else f"{look.dumb.why} {look.dumb.next}"
    seated, buttons = look.you is not None, quick(look, page, draw)
    return draw("designed_talk.html", code=look.code, csrf=CSRF, seated=seated, why=why, buttons=buttons)


def after(look: Look, draw: Draw) -> str:
    """What can be done when a game is over."""
    return draw(
        "designed_after.html", code=look.code, csrf=CSRF, next=look.next, went=look.went, seated=look.you is not None,
        winners=winners(look), cancelled=look.cancelled,
    )  # fmt: skip


# the log --------------------------------------------------------------------------------------------------------------
def line(look: Look, page: Page, said: Spoken, draw: Draw) -> str:
    """A line of the log: who, what, what was learnt, and the rule behind it."""
    telling = page.tell(said.event) if said.event is not None else Telling()
    seat = telling.seat
    name = said.by or (look.people[seat].name if seat is not None else "")
    return draw(
        "designed_line.html",
        by=said.by,
        parts=parts(look, said, telling),
        icon=telling.icon or ("talk" if said.by else "house"),
        initial=name[:1].upper(),
        you=seat is not None and seat == look.viewer,
        bot=seat is not None and look.people[seat].who == "bot",
        rule=telling.rule,
        game=look.game.id,
    )


def ticker(look: Look, page: Page, draw: Draw) -> str:
    """The last thing that happened, in one line."""
    last = next((s for s in reversed(look.log) if s.text == look.news and not s.by), None)
    if last is None:
        return draw("designed_ticker.html", icon="house", parts=((look.say("The game begins."), False),))
    telling = page.tell(last.event) if last.event is not None else Telling()
    return draw("designed_ticker.html", icon=telling.icon or "house", parts=parts(look, last, telling))


def parts(look: Look, said: Spoken, telling: Telling) -> tuple[tuple[str, bool], ...]:
    """A sentence in pieces: who did it and what was learnt stand out.

    What a person has said is left as it is."""
    text = said.text
    if said.by or said.event is None:
        return ((text, False),)
    found: list[tuple[str, bool]] = []
    if telling.seat is not None:
        for name in (*look.game.tongue.word("you", "You Your").split(), look.people[telling.seat].name):
            if text.startswith(f"{name} ") or text.startswith(f"{name}'"):
                found.append((name, True))
                text = text[len(name) :]
                break
    learnt = look.game.say(telling.learnt) if telling.learnt else ""
    before, learnt, rest = text.partition(learnt) if learnt else (text, "", "")
    return tuple([(piece, bold) for piece, bold in [*found, (before, False), (learnt, True), (rest, False)] if piece])
