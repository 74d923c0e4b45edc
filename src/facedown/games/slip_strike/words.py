"""The words of Slip Strike: options, moves, events, the view, and the positions a scenario can describe. All that
crosses a border stands here, and nothing else does."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from facedown.engine import Event, Face, Move, Outcome, Seat
from facedown.engine import You as CommonYou

EditionName = Literal["blue", "orange"]
Way = Literal["left", "right"]
Phase = Literal["start", "program", "action1", "action2"]
TALK = 280
"""Characters of a line of talk."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host chooses."""

    edition: Annotated[
        EditionName | None, Meta(description="blue or orange, for two players; four play with both (A-X30)")
    ] = None
    assets: Annotated[
        Literal[0, 1, 2], Meta(description="secret Assets for each player: none, one, or two for more chaos (X-004)")
    ] = 0
    quiet_turns: Annotated[
        int,
        Meta(
            ge=0,
            le=1000,
            description="turns in a row without a Slip or knock-out that make a tie; 0: no such end (A-X24)",
        ),
    ] = 40
    agreed_tie: Annotated[bool, Meta(description="players may agree to a tie, a house rule (A-X33)")] = False
    window: Annotated[
        int, Meta(ge=1, le=600, description="seconds for reactions and for Slips, always the whole time (A-X15)")
    ] = 15
    turn_clock: Annotated[
        Annotated[int, Meta(ge=5, le=86400)] | None,
        Meta(description="seconds to program, then a random legal program is played; else no clock (A-X32)"),
    ] = None


# moves ----------------------------------------------------------------------------------------------------
class Start(Move, frozen=True):
    """The Teleport whose Location your Agent starts in (X-006)."""

    card: Face


class Program(Move, frozen=True):
    """Two cards of your hand, in this order; null leaves an Action empty (X-010, A-X05)."""

    first: Face | None
    second: Face | None


class React(Move, frozen=True, omit_defaults=True):
    """Play a Reaction from your hand; `way`: where it moves you, if it does (X-040)."""

    card: Face
    way: Way | None = None


class Decline(Move, frozen=True):
    """Play no Reaction."""


class Slip(Move, frozen=True):
    """The Teleport that you discard for good to Slip (X-020)."""

    card: Face


class Tie(Move, frozen=True):
    """Propose a tie, or say whether you agree to one (A-X33)."""

    agree: bool


class Say(Move, frozen=True):
    """Talk, to everybody at the table (X-059, A-X26)."""

    text: str


# events ---------------------------------------------------------------------------------------------------
class Picked(Event, frozen=True):
    """A player has picked where to start (A-X29)."""

    seat: Seat


class Placed(Event, frozen=True):
    """Where a player starts, and the Teleport shown for it (X-006)."""

    seat: Seat
    card: Face
    at: int


class Committed(Event, frozen=True):
    """A player has programmed (D-X02)."""

    seat: Seat


class Flip(Event, frozen=True):
    """The cards of an Action, turned up at once (X-013); who plays none is not among them (A-X05)."""

    action: int
    cards: dict[Seat, Face]


class Ignored(Event, frozen=True):
    """A second card that is ignored (X-065)."""

    seat: Seat
    card: Face


class Reaction(Event, frozen=True):
    """A Reaction was played (D-X03, D-X04)."""

    seat: Seat
    card: Face
    way: Way | None = None


class Moved(Event, frozen=True, rename={"from_": "from"}):
    """An Agent moved (X-015, X-016); to where it was, if its Teleport leads there (A-X08)."""

    seat: Seat
    from_: int
    to: int
    place: str


class Strike(Event, frozen=True):
    """A weapon strikes in these Locations and hits these players (X-017, X-060)."""

    seat: Seat
    zone: tuple[int, ...]
    hits: tuple[Seat, ...]
    places: tuple[str, ...]


class Slipped(Event, frozen=True, tag="slip"):
    """A Teleport was discarded for good to Slip (X-020, X-026)."""

    seat: Seat
    card: Face


class KnockedOut(Event, frozen=True, tag="ko"):
    """A player could not Slip (X-024)."""

    seat: Seat


class Cooldown(Event, frozen=True):
    """A card comes to another place at the end of a turn (X-032 to X-037)."""

    seat: Seat
    card: Face
    to: Literal["hand", "cd1", "cd2", "critical", "gone"]


class TieProposed(Event, frozen=True):
    """Somebody proposes a tie (A-X33)."""

    seat: Seat


class TieRefused(Event, frozen=True):
    """Not everybody agreed (D-X07)."""


class Said(Event, frozen=True):
    """Somebody said something to everybody (D-X06)."""

    seat: Seat
    text: str


Happened = (
    Picked
    | Placed
    | Committed
    | Flip
    | Ignored
    | Reaction
    | Moved
    | Strike
    | Slipped
    | KnockedOut
    | Cooldown
    | TieProposed
    | TieRefused
    | Said
)


# what one viewer sees -------------------------------------------------------------------------------------
class SeatView(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What everybody knows of a seat. `available`: cards that may be in its hand or its program, as far as they are
    known (A-X25); `gone`: cards discarded for good; `shown`: Assets it has shown, wherever they are; `unknown_assets`:
    how many it has not shown; `at`, `strikes`: where its Agent stands and its weapon strikes; `flipped`: what it has
    played in this turn; `departed`: its player has left the table. `hand`, `program`: for the archive only."""

    name: str
    departed: bool
    edition: EditionName
    colour: str
    at: str | None
    strikes: tuple[str, ...]
    flipped: tuple[Face, ...]
    available: tuple[Face, ...]
    cd1: tuple[Face, ...]
    cd2: tuple[Face, ...]
    critical: tuple[Face, ...]
    gone: tuple[Face, ...]
    shown: tuple[Face, ...]
    unknown_assets: int
    committed: bool
    must_slip: bool
    out: bool
    hand: tuple[Face, ...] | None = None
    program: tuple[Face | None, ...] | None = None


class You(CommonYou, frozen=True, kw_only=True, omit_defaults=True):
    """One's own secrets, none for who is eliminated. `program`: what is programmed and not flipped; `slips`: Teleports
    one may Slip with; `ignored`: the second card of this program will be (X-065)."""

    hand: tuple[Face, ...] | None = None
    program: tuple[Face | None, ...] | None = None
    slips: tuple[Face, ...] | None = None
    ignored: bool


class OpenView(Struct, frozen=True, gc=False):
    """The cards of a seat that were flipped in this turn."""

    first: Face | None
    second: Face | None


class View(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What one viewer sees. `circle`: the Locations clockwise, `circle_editions`: whose they are; `agents`: where they
    stand, by index; `zones`: where the weapons of the latest Action strike; `window`: which one is open; `quiet`: turns
    in a row without a Slip or knock-out; `box`: Assets that take no part, for the archive only."""

    phase: Phase | Literal["over"]
    window: Literal["r1", "r2", "slip"] | None = None
    turns: int
    circle: tuple[str, ...]
    circle_editions: tuple[EditionName, ...]
    agents: tuple[int | None, ...]
    zones: tuple[tuple[int, ...], ...]
    open: tuple[OpenView, ...]
    seats: tuple[SeatView, ...]
    quiet: int
    you: You | None = None
    outcome: Outcome | None = None
    box: tuple[Face, ...] | None = None


# positions of scenarios -----------------------------------------------------------------------------------
class CardsGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of a seat: its program, areas, and hand. Where `hand` is said these are all it holds and what is named
    nowhere is gone; `assets` are in hand and not shown."""

    program: tuple[Face | None, Face | None] | None = None
    cd1: tuple[Face, ...] = ()
    cd2: tuple[Face, ...] = ()
    critical: tuple[Face, ...] = ()
    gone: tuple[Face, ...] = ()
    hand: tuple[Face, ...] | None = None
    assets: tuple[Face, ...] | None = None


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """A position: with a program for every living seat it stands just before the flip of `phase`."""

    circle: tuple[str, ...] | None = None
    agents: dict[Seat, int] = {}
    cards: dict[Seat, CardsGiven] = {}
    phase: Phase | None = None
    out: tuple[Seat, ...] = ()
    quiet: Annotated[int, Meta(ge=0)] = 0
    over: bool = False
