"""What lies on a table of Slip Strike and who sees it (section 4 of our reference): the slots of a state, their
audiences, and what follows from them alone: teams, who lives, which cards are known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from facedown.engine import ARCHIVE, Event, Place, Sees, State, archive, everybody, everyone, machine

from .words import KnockedOut

if TYPE_CHECKING:
    from .edition import Deck


def sees_own(s: Any, viewer: int, seat: int, at: int) -> bool:
    """X-004, X-010: one's own hand and program; who is eliminated sees what spectators see (section 4)."""
    return viewer == ARCHIVE or (viewer == seat and not s.out >> seat & 1)


def back(s: Any, card: int) -> Any:
    """X-004: what is not known of an Asset is which of its edition's; a card that is known can be no other."""
    return ("asset", s.deck.box[card]) if s.unshown(card) else card


def owner(s: Any, seat: int, at: int) -> int:
    """A-X25: which of its owner's cards lie in the program is not to be seen."""
    return seat + 1


def known(s: Any, viewer: int, seat: int, at: int) -> bool:
    """A-X25: cards that are neither on cooldown nor discarded are known to be in hand or in the program."""
    card = s.hand[seat][at]
    return not s.unshown(card)


def known_program(s: Any, viewer: int, seat: int, at: int) -> bool:
    """A-X25."""
    return not s.unshown(s.program[seat][at])


def cards_of(s: Any, event: Any) -> list[Place]:
    """X-024, A-X23: that a player is knocked out says that none of its Teleports in hand would have been a Slip."""
    rows = (("hand", s.hand[event.seat]), ("program", s.program[event.seat]))
    return [(name, event.seat, i) for name, row in rows for i, _ in enumerate(row)]


class Position(State):
    """The slots of a position. Cards are numbers of `deck`."""

    __slots__ = (
        "action",
        "agents",
        "box",
        "cd1",
        "cd2",
        "circle",
        "critical",
        "deck",
        "discards",
        "edition",
        "flipped",
        "hand",
        "hits",
        "lively",
        "out",
        "paired",
        "program",
        "proposed",
        "quiet",
        "shown",
        "sidesteps",
        "slipped",
        "stage",
        "turns",
        "votes",
        "window",
        "zones",
    )
    SEES: ClassVar = {
        "hand": Sees(2, sees_own, "cards", back=back, covered=owner, known=known),
        "program": Sees(2, sees_own, "cards", back=back, covered=owner, known=known_program),  # X-010, A-X26
        "flipped": Sees(2, everybody, "cards"),
        "cd1": Sees(2, everybody, "cards"),
        "cd2": Sees(2, everybody, "cards"),  # A-X14
        "critical": Sees(2, everybody, "cards"),
        "discards": Sees(2, everybody, "cards"),
        "box": Sees(1, archive, "cards", back=back),  # A-X03: Assets that nobody got
        "shown": everyone(),  # Assets that were seen
        "edition": everyone(),
        "circle": everyone(),
        "agents": everyone(1),
        "stage": everyone(),
        "action": everyone(),
        "window": everyone(),
        "sidesteps": everyone(1),
        "zones": everyone(1),
        "hits": everyone(1),
        "out": everyone(),
        "paired": everyone(),
        "slipped": everyone(),
        "lively": everyone(),
        "quiet": everyone(),
        "turns": everyone(),
        "proposed": everyone(),
        "votes": Sees(1, archive),  # D-X07: the result only
        "deck": machine(),
    }
    TELLS: ClassVar[dict[type[Event], Any]] = {KnockedOut: cards_of}

    def __init__(self) -> None:
        super().__init__()
        self.deck: Deck = None  # type: ignore[assignment]
        self.edition = ""
        self.circle: tuple[str, ...] = ()
        self.agents: list[int | None] = []
        """Index of each Agent's Location; None before the start and when it has left."""
        self.hand: list[list[int]] = []
        self.program: list[list[int | None]] = []
        self.flipped: list[list[int | None]] = []
        self.cd1: list[list[int]] = []
        self.cd2: list[list[int]] = []
        self.critical: list[list[int]] = []
        self.discards: list[list[int]] = []
        self.box: list[int] = []
        self.shown: frozenset[int] = frozenset()
        self.stage: Any = "start"
        self.action = 0
        """0 outside the Actions, 1, 2."""
        self.window = ""
        """r1, r2, slip; flip in a described position."""
        self.sidesteps: list[int] = []
        """What a Reaction makes of each seat's movement in this Action, in steps clockwise; 0: nothing."""
        self.zones: list[tuple[int, ...]] = []
        self.hits: list[tuple[int, ...]] = []
        """Whose Strikes hit each seat."""
        self.out = self.paired = self.slipped = self.proposed = 0
        """Seats as bits: eliminated; with a teammate alive when programs were locked; who has Slipped in this turn; who
        has proposed a tie in this turn."""
        self.lively = False
        """Whether this turn had a Slip or a knock-out."""
        self.quiet = self.turns = 0
        self.votes: list[bool | None] = []

    def begin(self) -> None:
        """The cards of this table."""
        self.deck = self.game.deck(self.seats, self.edition or self.options.edition)

    def set_up(self, circle: tuple[str, ...]) -> None:
        """An empty table with this circle."""
        n = self.seats
        self.circle, self.edition = circle, "" if n > 2 else self.deck.editions[0]
        self.agents = [None] * n
        self.program = [[None, None] for _ in range(n)]
        self.flipped = [[None, None] for _ in range(n)]
        for area in ("hand", "cd1", "cd2", "critical", "discards"):
            setattr(self, area, [[] for _ in range(n)])
        self.sidesteps, self.votes = [0] * n, [None] * n
        self.zones, self.hits = [()] * n, [()] * n

    # who is who -----------------------------------------------------------------------------------------------
    def lives(self, seat: int) -> bool:
        """X-056: not knocked out."""
        return not self.out >> seat & 1

    def living(self) -> list[int]:
        """The seats that are not knocked out."""
        return [seat for seat in range(self.seats) if not self.out >> seat & 1]

    @staticmethod
    def enemies(one: int, other: int) -> bool:
        """X-051: seats 0 and 2 play against 1 and 3."""
        return (one - other) % 2 == 1

    # cards ----------------------------------------------------------------------------------------------------
    def card(self, code: str, among: Sequence[int]) -> int | None:
        """The card among these that shows this code."""
        return next((card for card in among if self.deck.code[card] == code), None)

    def unshown(self, card: int) -> bool:
        """Whether it is an Asset that nobody but its owner has seen (A-X25)."""
        return card >= self.deck.first_asset and card not in self.shown

    def held(self, seat: int) -> list[int]:
        """What is in a seat's hand or programmed and not flipped, in printed order."""
        return sorted([*self.hand[seat], *[card for card in self.program[seat] if card is not None]])

    def has_unshown(self, seat: int) -> bool:
        """A-X15: whether it owns an Asset that it has never shown."""
        return any(map(self.unshown, self.held(seat)))
