"""The words of Fly Down: options, moves, events, views, and the positions a scenario can describe."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from facedown.engine import Event, Face, Move, Outcome, Seat, SeatView, Slot, You

Facing = Literal["V", "H"]
SIGNS = ("nod", "laugh", "wow", "sigh", "clap")
Sign = Literal["nod", "laugh", "wow", "sigh", "clap"]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host chooses."""

    colours: Annotated[
        tuple[str, ...] | None,
        Meta(description="letters of the colours that take part, one a player, at least three; else by lot (A-F02)"),
    ] = None
    start: Annotated[
        Seat | None, Meta(description="the seat that takes the Control Tower, from 0; else by lot (A-F03)")
    ] = None
    chat: Annotated[bool, Meta(description="free talk at the table; else quick reactions only (A-F21)")] = False
    turn_clock: Annotated[
        Annotated[int, Meta(ge=5, le=86400)] | None,
        Meta(description="seconds for each action, then a random legal one is played; else no clock (A-F26)"),
    ] = None


class Sum(Move, frozen=True):
    """Ask for the sum of your Hidden cards (F-025)."""


class Ask(Move, frozen=True):
    """Ask whether one of your Hidden cards has a value (F-029)."""

    slot: Slot
    value: int


class Swap(Move, frozen=True):
    """Exchange a Visible card of yours with a Hidden card of an opponent (F-034)."""

    slot: Slot
    seat: Seat
    their_slot: Slot


class Redraw(Move, frozen=True):
    """Discard a card face down and draw into its slot (F-039)."""

    slot: Slot


class React(Move, frozen=True):
    """A quick reaction: the only talk at a table without chat (A-F21)."""

    sign: Sign


class Dealt(Event, frozen=True):
    """A hand as the game begins (F-009), slot by slot: a face for those who see it, else a back."""

    seat: Seat
    cards: tuple[Face, ...]


class Summed(Event, frozen=True, tag="sum"):
    """The answer to a sum (F-027)."""

    seat: Seat
    sum: int


class Asked(Event, frozen=True):
    """The answer to a question (F-030). `right`: the card is turned Visible (F-031)."""

    seat: Seat
    slot: Slot
    value: int
    right: bool


class Swapped(Event, frozen=True, rename={"from_": "from"}):
    """A swap (D-F04). `gave` and `took` are faces for those who see them, else backs."""

    seat: Seat
    slot: Slot
    from_: Seat
    their_slot: Slot
    gave: Face
    took: Face


class Redrawn(Event, frozen=True):
    """A discard and draw (D-F05). `drew` is a face for those who see it; `threw` lies face down (F-043)."""

    seat: Seat
    slot: Slot
    threw: Face
    drew: Face


class RoundDiscard(Event, frozen=True):
    """The Tower lays the top card open at the end of a round (F-044)."""

    face: Face


class Reacted(Event, frozen=True):
    """A quick reaction."""

    seat: Seat
    sign: str


class Ended(Event, frozen=True, tag="end"):
    """The game is over. `by` takes the Hangar (F-051); `why`: `deck` (F-047) or `two-visible` (F-048)."""

    by: Seat
    why: Literal["deck", "two-visible"]


Happened = Dealt | Summed | Asked | Swapped | Redrawn | RoundDiscard | Reacted | Ended


class SlotView(Struct, frozen=True, gc=False, omit_defaults=True):
    """A card in a slot as one viewer sees it: no value where it is not in sight."""

    facing: Facing
    colour: str
    value: int | str | None = None


class DeckView(Struct, frozen=True, gc=False, omit_defaults=True):
    """The deck: how many, the colour of the top (F-017); `cards`, top first, for the archive only."""

    count: int
    top: str | None = None
    cards: tuple[Face, ...] | None = None


class Counted(Struct, frozen=True, gc=False):
    """A card at the scoring and what it counts: its value, or -2 when it was turned down (F-055)."""

    face: Face
    counts: int


class View(Struct, frozen=True, gc=False, omit_defaults=True):
    """What one viewer sees. `down`: backs of the face-down discards; `up`: the round-end discards, latest first;
    `thrown`, `box`: the faces of the former, and what takes no part, for the archive only. `ranking`: seats, best first
    (A-F17)."""

    phase: Literal["play", "over"]
    turn: Seat
    turns: int
    actions_left: int
    tower: Seat
    hands: list[list[SlotView]]
    deck: DeckView
    down: list[str]
    up: list[Face]
    seats: tuple[SeatView, ...]
    you: You | None = None
    hangar: Seat | None = None
    result: list[list[Counted]] | None = None
    ranking: tuple[Seat, ...] | None = None
    outcome: Outcome | None = None
    thrown: tuple[Face, ...] | None = None
    box: tuple[Face, ...] | None = None


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of a scenario. Hands are lists of `V R3`, `H G?`, `H ?`; piles are top first, or a number."""

    hands: dict[Seat, tuple[str, ...]] = {}
    deck: tuple[Face, ...] | int | None = None
    down: tuple[Face, ...] | int | None = None
    up: tuple[Face, ...] | int | None = None
    tower: Seat | None = None
    active: Seat | None = None
    actions_left: Annotated[int, Meta(ge=1)] | None = None
    turns: Annotated[int, Meta(ge=0)] = 0
    over: bool = False
