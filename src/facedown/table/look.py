"""What one viewer may see of a table right now: all that pages, streams and bots are made from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from msgspec import Struct

from facedown.engine import CANCELLED, Event, Game, Offer, Outcome, Refusal, Request

from .presence import There

SHOWN = 60
"""Lines of the log in a look; earlier ones are asked for."""
Phase = Literal["waiting", "playing", "over"]


class Person(Struct, frozen=True, gc=False):
    """A chair as everybody sees it. `here`: its owner's page is open, or was a moment ago; `there`: here, away,
    gone. `stand_in`: the bot that plays until the owner is back; `owner`: who plays under a name that is not theirs;
    `left`: whoever sat here first has given it up."""

    seat: int
    who: Literal["person", "bot", "empty", "removed"]
    name: str
    here: bool = False
    host: bool = False
    ready: bool = False
    bot: str = ""
    there: There = "gone"
    stand_in: str = ""
    owner: str = ""
    left: bool = False


class Asked(Struct, frozen=True, gc=False):
    """An offer that can be answered: the id of its request, and the id of the move that its control sends."""

    request: Request
    request_id: str
    mark: str
    offer: Offer


class Clock(Struct, frozen=True, gc=False):
    """A running timer: when it ends, in milliseconds since 1970. One that a pause has stopped ends at 0, with so many
    milliseconds `left`."""

    name: str
    kind: str
    ends: int
    left: int = 0


class Spoken(Struct, frozen=True, gc=False):
    """A line of the log: what happened, or who said what. `k`: its number in this viewer's own log; `event`: what the
    game has told it."""

    k: int
    text: str
    by: str = ""
    event: Event | None = None


class Look(Struct, frozen=True, gc=False):
    """`viewer`: a seat or PUBLIC; `rev`: raised when something here changed for this viewer, other than who is around.
    `game`: it speaks this reader's language. `requests`: what is asked of whom; who has answered in a window is not
    told. `dumb`: why this seat may not talk; `watching`: how many spectators are here; `wishes`: who asks for which
    bot's chair; `act`: the id of what this page does next around the game; `went`: the rematch has been dealt."""

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
    paused: bool = False
    closed: bool = False
    hot: bool = False
    watching: int = 0
    wishes: tuple[tuple[int, str], ...] = ()
    act: str = ""
    went: bool = False
    notes: Any = None
    """What the game notes for this seat from its own log (`Game.note`)."""

    def say(self, text: str, /, **values: Any) -> str:
        """A message of the house in this reader's language."""
        return self.game.tongue.say(text, **values)

    def listed(self, seats: Iterable[int]) -> str:
        """The names of these seats in a sentence."""
        return self.game.tongue.listed([self.people[seat].name for seat in seats])

    @property
    def cancelled(self) -> bool:
        """Whether the host ended the game, and no rule did."""
        by_rule = getattr(self.view, "outcome", None) is not None
        return self.outcome is not None and self.outcome.why == CANCELLED and not by_rule

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple([p.name for p in self.people])

    @property
    def you(self) -> Person | None:
        """The viewer's own chair."""
        return self.people[self.viewer] if self.viewer < len(self.people) else None

    @property
    def waited_for(self) -> tuple[int, ...]:
        """The seats that the game waits for."""
        return tuple(dict.fromkeys([r.seat for r in self.requests if r.binds != "may"]))
