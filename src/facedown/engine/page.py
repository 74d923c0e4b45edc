"""The designed page of a game: how a title's own folder turns what a viewer may see into pieces of a page. It knows no
server: whoever shows the page hands in a look (all that one viewer may see now) and a way to draw templates.

The shared grammar (the bar, the ask, seats, the log, help) is the web's; a page adds its world: what lies in front of a
seat, the stage in the middle, the viewer's own hand with what can be done, and how events read and move. A game without
a page has the plain table."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from msgspec import Struct

from .tongue import marked
from .words import Event


class Draw(Protocol):
    """Draws a template of the page's own folder. What is drawn with equal data is drawn once, and is then the very same
    text, so data must be hashable: strings, numbers, tuples. A text that `Draw` has made may be drawn in as it is
    (`|safe`); anything else is escaped."""

    def __call__(self, template: str, /, **data: Hashable) -> str: ...

    def around(self, template: str, texts: Sequence[str], /, **data: Hashable) -> str:
        """Draws a template that only writes its `texts`, and asks nothing else of them: it is drawn once whatever they
        are. For sentences and for what is seldom twice the same."""


class Ask(Struct, frozen=True):
    """What stands in the ask beside whose move it is: `who` in the small line and `what` in the large one, "" for the
    house's own words; `step` of `steps` is done, drawn as dots."""

    who: str = ""
    what: str = ""
    step: int = 0
    steps: int = 0


class Mark(Struct, frozen=True):
    """A small sign beside a name: a symbol of the page, and its meaning in words."""

    icon: str
    says: str


class Plate(Struct, frozen=True):
    """What a game adds to a seat: one line of state in words, signs, and what lies before it."""

    line: str = ""
    marks: tuple[Mark, ...] = ()
    body: str = ""


class Telling(Struct, frozen=True):
    """How an event stands in the log beside its sentence: a symbol, who did it, the rule behind it, which words of the
    sentence were learnt."""

    icon: str = ""
    seat: int | None = None
    rule: str = ""
    learnt: str = ""


class Scene(Struct, frozen=True, omit_defaults=True):
    """What an event looks like. Places are named by what everybody knows (`data-place` in the page), never by a card:
    `moves` from place to place, `turns` over in place, `leans` towards the table."""

    moves: tuple[tuple[str, str], ...] = ()
    turns: tuple[str, ...] = ()
    leans: tuple[str, ...] = ()


NOTHING = Scene()


class Page:
    """A game's page; subclasses stand in `games/<title>/page/`, beside their templates, style and symbols.

    `look` has `viewer`, `you`, `phase`, `game`, `view`, `people`, `requests`, `asked`, `waited_for`, `outcome`, `log`
    and `notes`: all of it is one viewer's own, and there is nothing else to make a picture from."""

    styles: Sequence[str] = ("page.css",)
    scripts: Sequence[str] = ()
    symbols = "symbols.html"
    """The template of the symbols, the same for all viewers; "" for none."""
    steps: Mapping[str, Any] = MappingProxyType({})
    """For the page's script, by kind of move ("" before one is chosen): `of`, the fields in the order they are chosen
    in; `what`, the words of the ask while so many of them are chosen; `go`, the words of the button; `wait`, its words
    until all are. Fields in braces stand for what was chosen (`data-says`)."""
    face = ""
    """The file of the world's display face, where faces are installed: it is fetched early."""
    asides: Sequence[str] = ()
    """Kinds of requests that are answered with a small button beside the log, such as a nod."""
    stage_label = marked("The table")

    @property
    def folder(self) -> Path:
        """Where the page's own files lie."""
        return Path(str(sys.modules[type(self).__module__].__file__)).parent

    def ask(self, look: Any) -> Ask:
        """Whose move it is, in this game's words."""
        return Ask()

    def shows(self, look: Any) -> Mapping[str, Any]:
        """All that can be seen in parts of the page, beside who sits where and how far the game is: `seat-N`, `stage`,
        `hand`, `moment`, `acts`, `ask`. Whoever sees an equal thing is shown the same text, so it names the viewer
        where a part speaks to one of them. What is not named is drawn each time."""
        return {}

    def plate(self, look: Any, seat: int, draw: Draw) -> Plate:
        """What stands on the plate of another seat."""
        return Plate()

    def stage(self, look: Any, draw: Draw) -> str:
        """The middle of the table; after the end, how it came about."""
        return ""

    def moment(self, look: Any, draw: Draw) -> str:
        """The last thing that happened, over the stage: what the whole table looks at."""
        return ""

    def hand(self, look: Any, draw: Draw) -> str:
        """What the viewer holds; "" for spectators."""
        return ""

    def acts(self, look: Any, draw: Draw) -> str:
        """What the viewer can do, and why not. With the hand it is the inside of one form, which the web puts around
        both: it sends `kind` and the fields of a move (`one.FIELD`, `many.FIELD`, `text.FIELD`, several at once as
        `pair.FIELD.FIELD`); what lies elsewhere on the table may belong to it too (`form="move"`). Fields that the
        chosen kind has not are left out by the web."""
        return ""

    def picks(self, look: Any) -> bool:
        """Whether cards can be chosen on this page: by whoever sits here, and not in a picture of a table."""
        return bool(look.you and look.act)

    def tell(self, event: Event) -> Telling:
        """How an event that this viewer was told stands in its log."""
        return Telling()

    def scene(self, event: Event) -> Scene:
        """What an event that this viewer was told looks like."""
        return NOTHING


__all__ = ["NOTHING", "Ask", "Draw", "Mark", "Page", "Plate", "Scene", "Telling"]
