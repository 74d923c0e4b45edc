"""What one viewer may see of a table right now: all that pages, streams and bots are made from."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from facedown.engine import Game, Offer, Outcome, Refusal, Request

Phase = Literal["waiting", "playing", "over"]


class Person(Struct, frozen=True):
    """A chair as everybody sees it. `here`: its owner's page is open, or was a moment ago."""

    seat: int
    who: Literal["person", "bot", "empty"]
    name: str
    here: bool = False
    host: bool = False
    ready: bool = False
    bot: str = ""


class Asked(Struct, frozen=True):
    """An offer that can be answered: the id of its request, and the id of the move that its control sends."""

    request: Request
    request_id: str
    mark: str
    offer: Offer


class Clock(Struct, frozen=True):
    """A running timer: when it ends, in milliseconds since 1970."""

    name: str
    kind: str
    ends: int


class Spoken(Struct, frozen=True):
    """A line of the log: what happened, or who said what. `k`: its number in this viewer's own log."""

    k: int
    text: str
    by: str = ""


class Look(Struct, frozen=True):
    """`viewer`: a seat or PUBLIC; `rev`: raised when something here changed for this viewer. `requests`: what is asked
    of whom; who has answered in a window is not told. `dumb`: why this seat may not talk."""

    viewer: int
    rev: int
    phase: Phase
    game: Game[Any]
    code: str
    options: Any
    people: tuple[Person, ...]
    commitment: str
    view: Any
    requests: tuple[Request, ...]
    asked: tuple[Asked, ...]
    clocks: tuple[Clock, ...]
    log: tuple[Spoken, ...]
    lines: int
    """How long the log is, with what needs no words."""
    earlier: int
    """Lines of the log before those."""
    news: str
    """The last thing that has happened since the deal."""
    dumb: Refusal | None
    outcome: Outcome | None
    next: str

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(p.name for p in self.people)

    @property
    def you(self) -> Person | None:
        """The viewer's own chair."""
        return self.people[self.viewer] if self.viewer < len(self.people) else None

    @property
    def waited_for(self) -> tuple[int, ...]:
        """The seats that the game waits for."""
        return tuple(dict.fromkeys(r.seat for r in self.requests if r.binds != "may"))
