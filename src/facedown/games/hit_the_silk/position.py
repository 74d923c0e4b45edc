"""What lies on the table of Hit the Silk! and who sees it (V-1, V-5, V-6, V-7): the slots of a position and their
audiences. Cards are numbers of `game.faces`; piles are lists whose first card lies on top."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from facedown.engine import ARCHIVE, CHANCE, Event, Place, Sees, State, archive, everybody, everyone, machine, owner

from .edition import SilkEdition
from .events import Looked, LostWeapon, Roll
from .words import Cause, Options

NOBODY = -1
"""No seat."""
AFTER_THE_VOTE = ("jump", "search", "flight", "brake")
"""V-7: from here on the hands of the living lie open."""


class Bargain(NamedTuple):
    """A trade: `seat` and `to` deal; what each says it gives; who challenges whom and who may take a remedy."""

    seat: int
    to: int
    give: tuple[str, ...]
    want: tuple[str, ...]
    countered: bool = False
    agreed: bool = False
    accuser: int = NOBODY
    taker: int = NOBODY

    def other(self, seat: int) -> int:
        """The other trader."""
        return self.to if seat == self.seat else self.seat

    def promised(self, seat: int) -> tuple[str, ...]:
        """What this trader has said to give."""
        return self.give if seat == self.seat else self.want


def sees_hand(s: Any, viewer: int, seat: int, at: int) -> bool:
    """V-1, V-7: its owner, who looks at it, everybody if it lies open."""
    return (
        s.lies_open(seat) or viewer in (seat, ARCHIVE) or (viewer < s.seats and ("hands", seat, at) in s.eyes[viewer])
    )


def sees_case(s: Any, viewer: int, number: int) -> bool:
    """A-94: a cuffed Briefcase is seen as the rest of its owner's hand is."""
    seat = s.ends[number][0]
    return s.lies_open(seat) or viewer in (seat, ARCHIVE) or (viewer < s.seats and ("cuffed", number) in s.eyes[viewer])


def sees_laid(s: Any, viewer: int, seat: int, at: int) -> bool:
    """A-62, S-281: who laid it; everybody once it is revealed; who looks for a remedy."""
    revealed = s.revealed >> seat & 1
    return bool(revealed) or viewer in (seat, ARCHIVE) or (viewer < s.seats and ("laid", seat, at) in s.eyes[viewer])


def sees_due(s: Any, viewer: int) -> bool:
    """A-102: who takes a remedy."""
    return viewer == ARCHIVE or (s.bargain is not None and viewer == s.bargain.taker)


def sees_lockbox(s: Any, viewer: int, at: int) -> bool:
    """S-094: who looks into it; V-7: in the last search everybody."""
    return s.lockbox_open or viewer == ARCHIVE or (viewer < s.seats and ("lockbox", at) in s.eyes[viewer])


def sees_picked(s: Any, viewer: int, at: int) -> bool:
    """D-04: who draws."""
    return viewer in (s.turn, ARCHIVE)


def back(s: Any, card: int) -> str:
    """A-94: a Briefcase that is cuffed is known to be one."""
    return "briefcase" if s.game.faces.kind[card] in s.game.edition.cash else ""


def covered(s: Any, *at: int) -> str:
    """All other hidden cards look alike, wherever they lie."""
    return "hidden"


def hand_of(s: Any, event: Any) -> list[Place]:
    """A-51: what was knocked away, or that nothing was, tells of the whole hand."""
    return [("hands", event.seat, at) for at in range(len(s.hands[event.seat]))]


class Position(State):
    """The slots of a position."""

    __slots__ = (
        "act", "actor", "altitude", "announced", "ballots", "bargain", "box", "cancelled", "changed", "claims", "crew",
        "cuffed", "dead", "discard", "disposed", "draw", "due", "ends", "eyes", "fallen", "gauge", "gauges_used",
        "gifts", "groups", "had", "hands", "injured", "keyed", "laid", "landed", "laundry", "lockbox", "lockbox_open",
        "moved", "offered", "pending", "picked", "plane", "poisoned", "proved", "resolving", "rest", "revealed", "roll",
        "round", "safe", "searched", "seats_of", "shackles", "spent", "stage", "starter", "swapped", "swaps",
        "talking", "target", "team_cash", "threatened", "thrown", "travel", "turn", "victim", "weapon",
    )  # fmt: skip
    SEES: ClassVar = {
        # cards
        "hands": Sees(2, sees_hand, "cards", back, covered),  # S-022
        "cuffed": Sees(1, sees_case, "cards", back),  # by the number of the cuffs
        "shackles": Sees(1, everybody, "cards"),  # S-081: Handcuffs cards in use, by number
        "announced": Sees(2, everybody, "cards"),
        "picked": Sees(1, sees_picked, "cards", back, covered),
        "laid": Sees(2, sees_laid, "cards", back, covered),
        "draw": Sees(1, archive, "cards", back, covered),
        "discard": Sees(1, everybody, "cards"),
        "laundry": Sees(1, everybody, "cards"),  # S-012
        "lockbox": Sees(1, sees_lockbox, "cards", back, covered),  # S-016
        "box": Sees(1, everybody, "cards"),  # what went there openly
        "thrown": Sees(2, owner, "cards", back, covered),  # V-6: what a player threw, or lost by a second bullet
        "rest": Sees(1, archive, "cards", back, covered),  # of a described position: cards nobody was shown
        "eyes": Sees(2, owner),  # places that a seat looks at now
        # the plane and its people
        "stage": everyone(), "travel": everyone(), "altitude": everyone(), "gauges_used": everyone(),
        "target": everyone(), "round": everyone(), "starter": everyone(), "turn": everyone(), "had": everyone(),
        "poisoned": everyone(), "injured": everyone(), "dead": everyone(), "ends": everyone(1), "claims": everyone(1),
        # this turn
        "changed": everyone(), "keyed": everyone(), "threatened": everyone(), "moved": everyone(),
        "offered": everyone(1), "swapped": everyone(), "swaps": everyone(), "disposed": everyone(),
        # what is being resolved
        "act": everyone(), "actor": everyone(), "victim": everyone(), "weapon": everyone(),
        "gauge": everyone(), "ballots": everyone(), "talking": everyone(), "bargain": everyone(),
        "revealed": everyone(), "proved": everyone(), "cancelled": everyone(),
        "due": Sees(0, sees_due),
        # the end
        "groups": everyone(), "seats_of": everyone(), "gifts": everyone(), "safe": everyone(), "fallen": everyone(),
        "crew": everyone(), "searched": everyone(), "lockbox_open": everyone(), "plane": everyone(), "roll": everyone(),
        "landed": everyone(), "team_cash": everyone(),
        # the machine
        "pending": machine(), "resolving": machine(), "spent": machine(),
    }  # fmt: skip
    TELLS: ClassVar[dict[type[Event], Any]] = {
        LostWeapon: hand_of,
        Looked: lambda s, event: [CHANCE] if s.act == "steal" else [],  # S-061
        Roll: lambda s, event: [CHANCE],
    }

    options: Options

    def __init__(self) -> None:
        super().__init__()
        self.hands: list[list[int]] = []
        self.cuffed: list[int | None] = []
        self.shackles: list[int | None] = []
        self.ends: list[tuple[int, ...]] = []
        """Whom the cuffs of each number join: two seats, or one and its Briefcase; (): not in use."""
        self.announced: list[list[int]] = []
        self.picked: list[int] = []
        self.laid: list[list[int]] = []
        self.draw: list[int] = []
        self.discard: list[int] = []
        self.laundry: list[int] = []
        self.lockbox: list[int] = []
        self.box: list[int] = []
        self.thrown: list[list[int]] = []
        self.rest: list[int] = []
        self.eyes: list[list[Place]] = []
        self.stage = "opening"
        self.travel = False
        self.altitude = self.target = self.starter = self.turn = 0
        self.round = 1
        self.gauges_used: tuple[int, ...] = ()
        self.poisoned = self.injured = self.had = self.disposed = self.revealed = 0
        """Seats as bits; `had`: who has had a turn in this round of Travel."""
        self.dead: tuple[str, ...] = ()
        """Of each seat what it died of, or ""."""
        self.claims: list[tuple[str, ...]] = []
        self.changed = self.keyed = self.threatened = self.moved = self.swaps = False
        self.offered: list[int] = []
        self.swapped: frozenset[tuple[int, int]] = frozenset()
        self.act = ""
        """What is being resolved: the card that is played, `change`, `trade`, `threat`, or ""."""
        self.actor = self.victim = NOBODY
        self.weapon: Any = None
        self.gauge: int | None = None
        self.ballots: tuple[tuple[int, bool], ...] | None = None
        self.talking = self.proved = self.cancelled = False
        """`proved`, `cancelled`: of a threat, whether proof was given, and a Kung Fu cancelled (A-100)."""
        self.bargain: Bargain | None = None
        self.due = 0
        """How many cards a remedy is short of, because they were never there."""
        self.groups: tuple[tuple[int, ...], ...] = ()
        self.seats_of: tuple[int, ...] = ()
        self.gifts: tuple[tuple[int, int], ...] = ()
        self.safe: tuple[int, ...] = ()
        self.fallen: tuple[int, ...] = ()
        self.crew: tuple[int, ...] = ()
        self.searched: frozenset[tuple[Any, ...]] = frozenset()
        """What a lander has used up in the last search."""
        self.lockbox_open = self.landed = False
        self.plane = (0, 0)
        """Column and row."""
        self.roll: tuple[str, ...] = ()
        self.team_cash: int | None = None
        self.pending: tuple[tuple[int, Cause], ...] = ()
        """Feet that the needle has still to drop, and why."""
        self.resolving: frozenset[int] = frozenset()
        """Cards played in the action being resolved (A-22)."""
        self.spent: frozenset[tuple[int, int]] = frozenset()
        """Who has played which card without moving the needle, in this turn (A-23)."""

    # who and what ---------------------------------------------------------------------------------------------
    @property
    def edition(self) -> SilkEdition:
        """What the box prints."""
        edition: SilkEdition = self.game.edition
        return edition

    def kind(self, card: int) -> str:
        """What a card is."""
        kind: str = self.game.faces.kind[card]
        return kind

    def lives(self, seat: int) -> bool:
        """Whether a player is not dead."""
        return not self.dead[seat]

    def clockwise(self, first: int) -> list[int]:
        """All seats, from this one on (A-06)."""
        return [(first + i) % self.seats for i in range(self.seats)]

    def living(self, first: int = 0) -> list[int]:
        """The living, clockwise from a seat (S-170)."""
        return [seat for seat in self.clockwise(first) if not self.dead[seat]]

    def others(self) -> list[int]:
        """The living other than the turn player."""
        return [seat for seat in self.living() if seat != self.turn]

    def lies_open(self, seat: int) -> bool:
        """S-109, V-7: whether a hand is seen by all."""
        return self.stage in AFTER_THE_VOTE or self.dead[seat] == "poison"
