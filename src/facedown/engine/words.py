"""What crosses a border: moves, events, requests, offers, timers, refusals, outcomes.

One definition gives validation, JSON and JSON Schema. Unknown fields are refused everywhere. Games subclass `Move` and
`Event`; everything else here is used as it stands."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal, Protocol, Self

from msgspec import Meta, Struct

from .tongue import Tongue

Seat = Annotated[int, Meta(extra={"is": "seat"})]
"""A field that holds a seat: pages write its player's name, scenarios its alias."""
Face = Annotated[str, Meta(extra={"is": "face"})]
"""A field that holds a face or, for those who may not know it, a back."""
Slot = Annotated[int, Meta(extra={"is": "slot"})]
"""A field that holds a place in a row, counted from 0: people read and write it counted from 1."""
Written = Annotated[str, Meta(extra={"is": "written"})]
"""A field that holds what a person wrote: pages show it as it stands, even where it is a word of the game."""


class Random(Protocol):
    """The one thing that sampling needs of a source of chance: a float in [0, 1)."""

    def random(self) -> float: ...


def snake(name: str) -> str:
    """`RoundDiscard` -> `round_discard`: how class names become tags."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


class Move(Struct, frozen=True, gc=False, tag_field="kind", tag=snake, forbid_unknown_fields=True):
    """An answer to a request. Fields name places and faces that the actor sees, never opaque ids."""


class Expire(Move, frozen=True):
    """The clock says that a timer has run out. Actor: CLOCK."""

    timer: str


class House(Move, frozen=True):
    """What the house does about a seat. Actor: HOUSE."""

    what: Literal["left", "back", "removed", "stand_in"]
    seat: Seat


class Event(
    Struct, frozen=True, gc=False, tag_field="event", tag=snake, forbid_unknown_fields=True, omit_defaults=True
):
    """A fact that happened. Told with an audience; private parts are told in versions with disjoint audiences."""


class Chose(Event, frozen=True):
    """A seat has given its sealed answer; told once, outside windows only."""

    seat: Seat


class Presence(Event, frozen=True):
    """The house has said that a player left, came back, was removed, or is stood in for."""

    seat: Seat
    what: Literal["left", "back", "removed", "stand_in"]


RefusalKind = Literal["malformed", "not-yours", "not-now", "too-late", "illegal"]


class Refusal(Struct, frozen=True, gc=False, omit_defaults=True):
    """Why a move is not accepted: the rule's number, one sentence, and what to do instead. It changes nothing. `also`:
    further numbers that forbid the same, such as a ruling and the rule it reads."""

    kind: RefusalKind
    rule: str
    why: str
    next: str
    also: tuple[str, ...] = ()

    def told(self, tongue: Tongue) -> Refusal:
        """The same in another language."""
        if tongue.language == "en":
            return self
        return Refusal(self.kind, self.rule, tongue.again(self.why), tongue.again(self.next), self.also)

    def cites(self, rule: str) -> bool:
        """Whether it names this rule."""
        return rule == self.rule or rule in self.also


class Refused(ValueError):
    """Raised where a refusal cannot be returned; carries it as `refusal`."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.why} {refusal.next}".strip() + (f" [{refusal.rule}]" if refusal.rule else ""))
        self.refusal = refusal


def given_fault(why: str) -> Refused:
    """To raise for a described position that cannot stand."""
    return Refused(Refusal("malformed", "given", f"Given: {why}.", "See the scenario language."))


Binds = Literal["must", "one_of", "may"]


class Request(Struct, frozen=True, gc=False):
    """Something the game asks of one seat now. `opened` is equal as long as it stays the same request."""

    seat: Seat
    kind: str
    binds: Binds = "must"
    opened: int = 0
    sealed: bool = False


class Choice(Struct, frozen=True, gc=False, tag="choice"):
    """One of these values."""

    of: tuple[Any, ...]

    def size(self) -> int:
        """How many values there are."""
        return len(self.of)

    def values(self) -> Iterator[Any]:
        """Every value, in order."""
        return iter(self.of)

    def holds(self, value: Any) -> bool:
        """Whether this is one of the values."""
        return value in self.of

    def pick(self, rng: Random) -> Any:
        """One value, uniformly."""
        return self.of[int(rng.random() * len(self.of))]


class Order(Struct, frozen=True, gc=False, tag="order"):
    """`n` of these, in an order: a tuple."""

    of: tuple[Any, ...]
    n: int

    def size(self) -> int:
        """How many values there are."""
        return math.perm(len(self.of), self.n)

    def values(self) -> Iterator[Any]:
        """Every value, in order."""
        return itertools.permutations(self.of, self.n)

    def holds(self, value: Any) -> bool:
        """Whether this is one of the values."""
        return len(value) == self.n and not Counter(value) - Counter(self.of)

    def pick(self, rng: Random) -> Any:
        """One value, uniformly."""
        return _some(self.of, self.n, rng)


class Subset(Struct, frozen=True, gc=False, tag="subset"):
    """From `least` to `most` of these: a tuple in their order."""

    of: tuple[Any, ...]
    least: int
    most: int

    def size(self) -> int:
        """How many values there are."""
        return sum(math.comb(len(self.of), n) for n in range(self.least, self.most + 1))

    def values(self) -> Iterator[Any]:
        """Every value, smaller ones first."""
        for n in range(self.least, self.most + 1):
            yield from itertools.combinations(self.of, n)

    def holds(self, value: Any) -> bool:
        """Whether this is one of the values."""
        return self.least <= len(value) <= self.most and not Counter(value) - Counter(self.of)

    def pick(self, rng: Random) -> Any:
        """A uniform size, then uniformly one of that size."""
        n = self.least + int(rng.random() * (self.most - self.least + 1))
        places = sorted(_some(tuple(range(len(self.of))), n, rng))
        return tuple(self.of[i] for i in places)


class Text(Struct, frozen=True, gc=False, tag="text"):
    """Free text of at most `most` characters."""

    most: int

    def size(self) -> int:
        """Too many to list."""
        return 1 << 62

    def values(self) -> Iterator[Any]:
        """Nothing: texts are not listed."""
        return iter(())

    def holds(self, value: Any) -> bool:
        """Whether this is one of the values."""
        return len(value) <= self.most

    def pick(self, rng: Random) -> Any:
        """A short word of letters."""
        return "".join(chr(97 + int(rng.random() * 26)) for _ in range(1 + int(rng.random() * min(8, self.most))))


Domain = Choice | Order | Subset | Text


def _some(of: tuple[Any, ...], n: int, rng: Random) -> tuple[Any, ...]:
    pool = list(of)
    return tuple(pool.pop(int(rng.random() * len(pool))) for _ in range(n))


class Offer(Struct, frozen=True, gc=False, omit_defaults=True):
    """One kind of answer to an open request. Its fields are independent; a dependent field becomes one offer a case.

    `why_not` is None for what may be done now. `exact` offers are legal for every combination of their fields; for
    the others `check` decides."""

    request: str
    kind: str
    fields: dict[str, Domain] = {}
    why_not: Refusal | None = None
    exact: bool = True


TimerKind = Literal["window", "deadline", "rule"]


class Timer(Struct, frozen=True, gc=False):
    """A running timer, `seconds` long since it was opened. A window closes a sealed group and never early; a deadline
    plays the default; a rule timer is the rulebook's own clock."""

    name: str
    kind: TimerKind
    seconds: int
    opened: int = 0


class SeatView(Struct, frozen=True, gc=False):
    """What everybody knows of a seat."""

    name: str
    gone: bool = False


class You(Struct, frozen=True, gc=False, omit_defaults=True):
    """The part of a seat's view that is about itself; games with more to say subclass it. `answer`: the move it has
    sealed, until the group closes."""

    seat: Seat
    answer: Any = None


class Outcome(Struct, frozen=True, gc=False, omit_defaults=True):
    """The end. Every seat is in exactly one of winners, losers, tied, unless the game was cancelled."""

    winners: tuple[Seat, ...] = ()
    losers: tuple[Seat, ...] = ()
    tied: tuple[Seat, ...] = ()
    scores: tuple[int, ...] | None = None
    why: str = ""
    overall: tuple[Seat, ...] | None = None

    @classmethod
    def by_score(cls, scores: Sequence[int], why: str) -> Self:
        """The highest score wins; who shares it is tied.

        >>> Outcome.by_score([3, 5, 1], "rounds").winners
        (1,)
        """
        top = tuple([seat for seat, score in enumerate(scores) if score == max(scores)])
        rest = tuple([seat for seat in range(len(scores)) if seat not in top])
        if len(top) == 1:
            return cls(winners=top, losers=rest, scores=tuple(scores), why=why)
        return cls(tied=top, losers=rest, scores=tuple(scores), why=why)

    @classmethod
    @lru_cache(256)
    def together(cls, seats: int, won: bool, why: str) -> Self:
        """All win, or all lose."""
        everybody = tuple(range(seats))
        return cls(winners=everybody, why=why) if won else cls(losers=everybody, why=why)


class View(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What every view has: `State.common` fills it. Games add what lies on their table. `turn`: whose turn it is, where
    a game has turns; `you`: in a seat's view only."""

    phase: str
    seats: tuple[SeatView, ...]
    turn: Seat | None = None
    you: You | None = None
    outcome: Outcome | None = None
