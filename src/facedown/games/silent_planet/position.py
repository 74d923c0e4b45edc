"""What lies on a table of Silent Planet and who sees it (section 4 of our reference): the slots of a state and their
audiences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from facedown.engine import CHANCE, Sees, State, everybody, everyone, machine

from .words import First, Settled

if TYPE_CHECKING:
    from .edition import Cards
    from .words import Pointer


def sees_row(s: Any, viewer: int, seat: int, at: int) -> bool:
    """A-P15: owners see their own cards at any time; P-007: everybody sees hints; nobody else anything, to the end and
    after it."""
    return viewer == seat or bool(s.hints[seat] >> at & 1)


def sees_box(s: Any, viewer: int, at: int) -> bool:
    """P-004, A-P22: nobody sees what was left over; A-P16: what broke up only where the host chose so."""
    return bool(s.options.history) and at >= s.left


class Position(State):
    """The slots of a position. A row is a list of places, None where a card was taken (A-P03); before rows are laid it
    holds the hand. Sets of places and of seats are bits."""

    __slots__ = (
        "abstained",
        "began",
        "box",
        "broken",
        "cards",
        "centre",
        "down",
        "first",
        "hints",
        "left",
        "pointers",
        "restarted",
        "rows",
        "shape",
        "spare",
        "teams",
        "turn",
        "waited",
    )
    SEES: ClassVar = {
        "rows": Sees(2, sees_row, "cards"),
        "box": Sees(1, sees_box, "cards"),
        "centre": Sees(1, everybody, "cards"),  # P-017
        "shape": everyone(),  # what the centre can still take
        "teams": Sees(2, everybody, "cards"),  # P-024
        "down": everyone(1),  # the places of each row where a card lies face down
        "hints": everyone(1),  # those where a hint lies
        "left": everyone(),  # how many cards of the box were left over; the others broke up
        "broken": everyone(1),  # how many cards each team had that broke up
        "spare": everyone(),  # how many more cards lie face down than the teams that are missing need
        "first": everyone(),
        "turn": everyone(),  # who is active; None while rows are laid
        "pointers": everyone(1),  # nothing in it changes, so copies share it
        "abstained": everyone(),  # electors who are not counted in this turn
        "began": everyone(),  # which request began the turn's clock
        "restarted": everyone(),  # how often that clock was started again
        "waited": everyone(),  # the same for the patience with the last elector; 0: it does not run
        "cards": machine(),
    }
    TELLS: ClassVar = {  # what chance brought (A-P05, A-P06)
        First: lambda s, e: [CHANCE],
        Settled: lambda s, e: [CHANCE] if e.lot else [],
    }

    def __init__(self) -> None:
        State.__init__(self)  # by name, for speed
        self.cards: Cards = None  # type: ignore[assignment]
        self.rows: list[list[int | None]] = []
        self.down: list[int] = []
        self.hints: list[int] = []
        self.centre: list[int] = []
        self.teams: list[list[int]] = []
        self.box: list[int] = []
        self.broken: list[int] = []
        self.shape = self.left = self.spare = self.abstained = self.began = self.waited = self.restarted = 0
        self.first: int | None = None
        self.turn: int | None = None
        self.pointers: tuple[Pointer | None, ...] = ()

    def begin(self) -> None:
        """The tables of this edition."""
        self.cards = self.game.cards

    def copy(self) -> Self:
        """By hand, for speed."""
        new = type(self)()
        new.game, new.options, new.seats, new.people, new.cards = (
            self.game,
            self.options,
            self.seats,
            self.people,
            self.cards,
        )
        new.gone, new.removed, new.open, new.opened = self.gone, self.removed, self.open, self.opened
        new.sealed, new.plan, new.chance, new.ended = self.sealed[:], self.plan, self.chance.copy(), self.ended
        new.news = self.news[:]
        new.rows, new.teams = [row[:] for row in self.rows], [team[:] for team in self.teams]
        new.down, new.hints, new.centre, new.box = self.down[:], self.hints[:], self.centre[:], self.box[:]
        new.broken, new.pointers = self.broken[:], self.pointers
        new.spare, new.left, new.abstained, new.began, new.waited = (
            self.spare,
            self.left,
            self.abstained,
            self.began,
            self.waited,
        )
        new.restarted, new.first, new.turn, new.shape = self.restarted, self.first, self.turn, self.shape
        return new
