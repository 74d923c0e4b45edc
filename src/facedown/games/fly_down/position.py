"""What lies on a table of Fly Down and who sees it (1.2): the slots of a state and their audiences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from facedown.engine import Sees, State, archive, everybody, everyone, machine

from .words import Asked, SlotView, Summed

if TYPE_CHECKING:
    from .edition import Box


def sees_hand(s: Any, viewer: int, seat: int, slot: int) -> bool:
    """F-013 to F-016: owners see Visible, the other seats Hidden cards; A-F24: spectators neither; F-052: at the end
    everybody everything."""
    if s.hangar is not None:
        return True
    if viewer >= s.seats:
        return False
    return bool(s.hidden_slots[seat] >> slot & 1) == (viewer != seat)


def colour(s: Any, card: int) -> str:
    """F-012: the back shows the colour."""
    return str(s.box.colour[card])


def below_top(s: Any, i: int) -> bool:
    """F-017, A-F04: of the deck only the top card's back can be seen."""
    return bool(i < len(s.deck) - 1)


class Rows:
    """A cache of the views, which checks itself: of which hands these are the rows that owners and others see."""

    __slots__ = ("hands", "masks", "others", "own")

    def __init__(self, seats: int) -> None:
        self.masks = [-1] * seats
        self.hands: list[list[int]] = [[]] * seats
        self.own: list[list[SlotView]] = [[]] * seats
        self.others: list[list[SlotView]] = [[]] * seats


class Position(State):
    """The slots of a position. Decks and piles are lists whose last card lies on top."""

    __slots__ = (
        "actions_left",
        "box",
        "deck",
        "down",
        "hands",
        "hangar",
        "hidden_slots",
        "rows",
        "tower",
        "turn",
        "turns",
        "up",
    )
    SEES: ClassVar = {
        "hands": Sees(2, sees_hand, "cards", back=colour),  # F-012 to F-016, F-018; A-F20: slots are fixed
        "deck": Sees(1, archive, "cards", back=colour, covered=below_top),  # F-017
        "down": Sees(1, archive, "cards", back=colour),  # F-043, A-F11
        "up": Sees(1, everybody, "cards"),  # F-044
        "hidden_slots": everyone(1),  # which slots are Hidden, as bits
        "tower": everyone(),
        "turn": everyone(),
        "turns": everyone(),
        "actions_left": everyone(),
        "hangar": everyone(),
        "box": machine(),
        "rows": machine(),
    }
    TELLS: ClassVar = {  # answers about cards their hearers may not see
        Summed: lambda s, e: [("hands", e.seat, i) for i in s.box.slots[s.hidden_slots[e.seat]]],  # F-027
        Asked: lambda s, e: [("hands", e.seat, e.slot)],  # F-030
    }

    def __init__(self) -> None:
        State.__init__(self)  # by name, for speed
        self.box: Box = None  # type: ignore[assignment]
        self.hands: list[list[int]] = []
        self.hidden_slots: list[int] = []
        self.deck: list[int] = []
        self.down: list[int] = []
        self.up: list[int] = []
        self.tower = self.turn = self.turns = self.actions_left = 0
        self.hangar: int | None = None
        self.rows: Rows | None = None

    def begin(self) -> None:
        """The tables of this edition."""
        self.box = self.game.box

    def copy(self) -> Self:
        """By hand, for speed."""
        new = type(self)()
        new.game, new.options, new.seats, new.people, new.box = (
            self.game,
            self.options,
            self.seats,
            self.people,
            self.box,
        )
        new.gone, new.removed, new.open, new.opened = self.gone, self.removed, self.open, self.opened
        new.sealed, new.plan, new.chance, new.ended = self.sealed, self.plan, self.chance.copy(), self.ended
        new.news = self.news[:]
        new.hands = [hand[:] for hand in self.hands]
        new.hidden_slots = self.hidden_slots[:]
        new.deck, new.down, new.up = self.deck[:], self.down[:], self.up[:]
        new.tower, new.turn, new.turns = self.tower, self.turn, self.turns
        new.actions_left, new.hangar = self.actions_left, self.hangar
        return new
