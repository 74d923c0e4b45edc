"""What one viewer of Hit the Silk! sees (V-5 to V-7)."""

from __future__ import annotations

from msgspec import Struct

from facedown.engine import Face, Outcome, Seat
from facedown.engine import You as CommonYou

from .words import Death, Weapon

Cards = tuple[Face, ...]


class SeatView(Struct, frozen=True, gc=False, kw_only=True):
    """What everybody knows of a seat. `limit`: how many cards it may hold; `announced`: cards that lie open before it
    while their action lasts (A-17)."""

    name: str
    gone: bool
    poisoned: bool
    injured: bool
    dead: bool | Death
    limit: int
    announced: Cards


class HandView(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A hand: how many cards, how many of them are Briefcases cuffed to their owner, and the cards where all see
    them."""

    count: int
    cuffed_cases: int
    open: Cards | None = None


class PileView(Struct, frozen=True, gc=False, omit_defaults=True):
    """A pile: how many cards, and for those who see them which, top first."""

    count: int
    cards: Cards | None = None


class BoxView(Struct, frozen=True, gc=False, omit_defaults=True):
    """Cards out of the game: those that went there openly, and how many nobody was shown."""

    open: Cards
    hidden: int
    cards: Cards | None = None


class CuffView(Struct, frozen=True, gc=False):
    """Cuffs in use: their number, whom they join; `case`: one player and a Briefcase."""

    cuff: int
    seats: tuple[Seat, ...]
    case: bool


class VoteView(Struct, frozen=True, gc=False):
    """A vote that is going on: the gauge (none in Travel) and the ballots cast."""

    gauge: int | None
    ballots: dict[Seat, bool]


class Terms(Struct, frozen=True, gc=False):
    """What is said to be traded (A-61)."""

    seat: Seat
    to: Seat
    give: Cards
    want: Cards


class TradeView(Struct, frozen=True, gc=False, omit_defaults=True):
    """A trade that is going on: the terms, how many cards each has laid, and those that were revealed."""

    terms: Terms
    agreed: bool
    laid: dict[Seat, int]
    revealed: dict[Seat, Cards]


class ActView(Struct, frozen=True, gc=False, omit_defaults=True):
    """What is being resolved: by whom, and against whom."""

    what: str
    seat: Seat
    target: Seat | None = None
    weapon: Weapon | None = None


class JumpView(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The jump: groups of cuffed players, and the seats that each has; then what became of everybody."""

    groups: tuple[tuple[Seat, ...], ...]
    seats: tuple[int, ...]
    gifts: tuple[tuple[Seat, Seat], ...]
    safe: tuple[Seat, ...]
    fallen: tuple[Seat, ...]
    crew: tuple[Seat, ...]
    pilot: Seat | None = None


class WayView(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One way to use the dice: where it ends, whether the plane then flies, touches down or how it crashes, and the
    chance of landing from there by best play, in hundredths of a percent."""

    across: int
    down: int
    minus: int | None = None
    to: tuple[int, int]
    leads: str
    odds: int


class You(CommonYou, frozen=True, kw_only=True, omit_defaults=True):
    """One's own secrets. `seen`: what an open look shows; `menu`: the kinds of moves that can be made now; `cuffed`:
    Briefcases of this hand that are cuffed to it; `drawn`: cards drawn, one of which is kept; `laid`: cards laid for a
    trade; `thrown`: own cards that left the game unseen; `wasted`: cards whose cost alone would undo them (A-17);
    `spent`: cards that cannot be played again in this turn (A-23)."""

    hand: Cards
    cuffed: Cards | None = None
    seen: Cards | None = None
    menu: tuple[str, ...]
    drawn: Cards | None = None
    laid: Cards | None = None
    thrown: Cards | None = None
    wasted: Cards | None = None
    spent: Cards | None = None


class View(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What one viewer sees. Feet and thousands of pounds. `shackles`: the Handcuffs cards in use; `picked`: cards
    drawn, one of which will be kept; `used`: what was done of that which can be done once in a turn; `offers`:
    proposals made in this turn, seat by seat; `swapped`: who has swapped with which dead player; `odds`: the chance of
    landing from here by best play, in hundredths of a percent (C-337); `ways`: what can be made of the dice."""

    phase: str
    turn: Seat
    round: int | None = None
    altitude: int | None = None
    gauges_used: tuple[int, ...]
    target: int
    seats: tuple[SeatView, ...]
    hands: tuple[HandView, ...]
    act: ActView | None = None
    vote: VoteView | None = None
    talking: bool
    trade: TradeView | None = None
    cuffs: tuple[CuffView, ...]
    shackles: Cards = ()
    picked: PileView | None = None
    discard: Cards
    draw: PileView
    lockbox: PileView
    laundry: dict[Face, int]
    box: BoxView
    claims: dict[Seat, tuple[str, ...]] | None = None
    used: tuple[str, ...]
    offers: tuple[int, ...]
    swapped: tuple[tuple[Seat, Seat], ...]
    disposed: tuple[Seat, ...]
    searched: tuple[str, ...] = ()
    jump: JumpView | None = None
    plane: tuple[int, int] | None = None
    dice: tuple[str, ...] | None = None
    odds: int | None = None
    ways: tuple[WayView, ...] = ()
    team_cash: int | None = None
    you: You | None = None
    outcome: Outcome | None = None
