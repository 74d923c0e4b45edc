"""The words of Silent Planet: options, moves, events, the view, and the positions that a scenario can describe."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from facedown.engine import Event, Face, Move, Outcome, Seat, SeatView, Slot
from facedown.engine import You as CommonYou

Sign = Literal["nod", "shake", "number", "shrug", "wait"]
SIGNS = ("nod", "shake", "shrug", "wait")
"""The signs that need no number (A-P04)."""
Why = Literal["teams", "out-of-cards", "too-few-cards", "cancelled"]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host chooses."""

    history: Annotated[bool, Meta(description="teams that broke up stay in sight, for all alike (A-P16)")] = False
    turn_clock: Annotated[
        Annotated[int, Meta(ge=5, le=86400)] | None,
        Meta(description="seconds for each turn, then what is pointed at counts as locked; else no clock (A-P06)"),
    ] = None


class Arrange(Move, frozen=True):
    """Lay your row, left to right, and turn up hints at these places (P-006, P-007)."""

    order: tuple[Face, ...]
    hints: tuple[Slot, ...] = ()


class Point(Move, frozen=True):
    """Point at a card of the active row (A-P06). `row`: whose row you mean, the active one if left out."""

    at: Slot
    row: Seat | None = None


class Lock(Move, frozen=True):
    """Point at a card and lock it (A-P06)."""

    at: Slot
    row: Seat | None = None


class Unlock(Move, frozen=True):
    """Take your lock back and go on pointing there (A-P06)."""


class Settle(Move, frozen=True):
    """Let the locks decide that there are (A-P06)."""


class Signal(Move, frozen=True, tag="sign"):
    """A silent sign (P-010, A-P04). `number`: with the sign `number` only."""

    sign: Sign
    number: int | str | None = None


class Say(Move, frozen=True):
    """Words: never allowed while the game goes on (P-009)."""

    text: str


class Dealt(Event, frozen=True):
    """Your nine cards (P-003, P-005)."""

    seat: Seat
    cards: tuple[Face, ...]


class Submitted(Event, frozen=True):
    """A player has laid their row (P-006); no more is told."""

    seat: Seat


class Laid(Event, frozen=True):
    """All rows lie there (P-006, P-007): of each seat with hints, the faces at their places."""

    hints: dict[Seat, dict[Slot, Face]]


class First(Event, frozen=True):
    """Whose row is the first: the quietest player's, which is found by lot (P-014, A-P05)."""

    seat: Seat


class Skipped(Event, frozen=True):
    """A player without face-down cards is not active (P-019)."""

    seat: Seat


class Pointed(Event, frozen=True):
    """Where an elector points, and whether that is locked (A-P06)."""

    seat: Seat
    at: Slot
    locked: bool


class Signed(Event, frozen=True):
    """A silent sign (A-P04)."""

    seat: Seat
    sign: Sign
    number: int | str | None = None


class Abstained(Event, frozen=True):
    """An elector was waited for too long, and is not counted in this turn (A-P06)."""

    seat: Seat


class Settled(Event, frozen=True):
    """The locks decide, because this elector pressed settle; without `by` because the clock ran out, and with `lot`
    nobody had pointed even then (A-P06)."""

    by: Seat | None
    lot: bool


class Restarted(Event, frozen=True):
    """Nobody has pointed: the clock starts again, once (A-P06)."""


class Revealed(Event, frozen=True):
    """A card of a row is turned up and put in the centre (P-017)."""

    row: Seat
    at: Slot
    face: Face


class Team(Event, frozen=True):
    """A team is complete, its cards in the order of play (P-024)."""

    cards: tuple[Face, ...]


class Broke(Event, frozen=True):
    """A team broke up; its cards go back to the box, the last one too (P-025)."""

    cards: tuple[Face, ...]


class Ended(Event, frozen=True, tag="end"):
    """The game is over (1.6)."""

    won: bool
    why: Why


Happened = (
    Dealt
    | Submitted
    | Laid
    | First
    | Skipped
    | Pointed
    | Signed
    | Abstained
    | Settled
    | Restarted
    | Revealed
    | Team
    | Broke
    | Ended
)


class Place(Struct, frozen=True, gc=False, omit_defaults=True, rename={"is_": "is"}):
    """A place of a row: face down, a hint, or a gap; `face` for those who may know it."""

    is_: Literal["down", "hint", "gap"]
    face: Face | None = None


class Pointer(Struct, frozen=True, gc=False):
    """Where an elector points."""

    at: Slot
    locked: bool = False


class You(CommonYou, frozen=True, omit_defaults=True):
    """What is your own: the cards to lay, later your row with its gaps (A-P15); your sealed answer."""

    hand: tuple[Face, ...] | None = None
    row: tuple[Face | None, ...] | None = None


class View(Struct, frozen=True, gc=False, omit_defaults=True):
    """What one viewer sees. `submitted`: who has laid a row; `abstained`: who is not counted in this turn; `broken`:
    teams that broke up, where the host chose so; `box`: what is out of the game, for the archive only."""

    phase: Literal["arrange", "turn", "over"]
    turn: Seat | None
    rows: tuple[tuple[Place, ...], ...]
    centre: tuple[Face, ...]
    teams: tuple[tuple[Face, ...], ...]
    abstained: tuple[Seat, ...]
    seats: tuple[SeatView, ...]
    you: You | None = None
    submitted: tuple[Seat, ...] | None = None
    pointers: tuple[Pointer | None, ...] | None = None
    broken: tuple[tuple[Face, ...], ...] | None = None
    box: tuple[Face, ...] | None = None
    outcome: Outcome | None = None


class GivenPointer(Struct, frozen=True, forbid_unknown_fields=True):
    """A pointer of a described position."""

    at: int
    locked: bool = False


class GivenRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A row that was submitted and is not laid yet."""

    order: tuple[Face, ...]
    hints: tuple[int, ...] = ()


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of a scenario. A row is written as `1 1 2 [3] x . 4 ? 2`: face down, `[hint]`, `.` for a gap, `?` for
    any card; `teams` are lists, or how many there are. With `phase: arrange` rows are not laid: `hands` and
    `submitted` then say who holds what."""

    rows: dict[Seat, str] = {}
    centre: tuple[Face, ...] = ()
    teams: tuple[tuple[Face, ...], ...] | Annotated[int, Meta(ge=0)] = 0
    active: Seat | None = None
    pointers: dict[Seat, GivenPointer] = {}
    phase: Literal["arrange", "turn"] = "turn"
    hands: dict[Seat, tuple[Face, ...]] = {}
    submitted: dict[Seat, GivenRow] = {}
    over: bool = False
