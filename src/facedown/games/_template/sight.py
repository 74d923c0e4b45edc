"""What lies on a table of Cuckoo and who sees it. A slot without an audience fails at import."""

from __future__ import annotations

from typing import Any, ClassVar

from facedown.engine import Event, Place, Sees, State, archive, everyone, owner_till_end

from .words import Stopped, Swapped


def both_hands(state: Any, event: Any) -> list[Place]:
    """C-4, C-5: that a card is swapped says that neither is a king; that it is not, that the neighbour's is one."""
    other = event.by if isinstance(event, Stopped) else event.to
    return [("hands", event.seat, 0), *([] if other is None else [("hands", other, 0)])]


class Position(State):
    """The slots of a position."""

    __slots__ = ("deck", "hands", "last", "turn")
    SEES: ClassVar = {
        "hands": Sees(2, owner_till_end, "cards"),  # C-1, C-6
        "deck": Sees(1, archive, "cards"),  # C-1
        "last": everyone(),
        "turn": everyone(),
    }
    # events that answer about cards their hearers do not see
    TELLS: ClassVar[dict[type[Event], Any]] = {Swapped: both_hands, Stopped: both_hands}

    def __init__(self) -> None:
        super().__init__()
        self.hands: list[list[int]] = []
        self.deck: list[int] = []
        self.turn = self.last = 0
