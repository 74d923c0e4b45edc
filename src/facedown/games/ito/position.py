"""What lies on a table of ito and who sees it (section 4 of our reference): slots of a state and their audiences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from facedown.engine import CHANCE, Sees, State, archive, everybody, everyone, machine, owner, owner_till_end

from .words import Clued, Discarded, Led, Momo, Stage, Theme

if TYPE_CHECKING:
    from .rules.guard import Guard
    from .words import Laid, Line, ThemeView, Warning


def held(state: Any, event: Any) -> list[Any]:
    """That a card was discarded, and play was halted or not, is an answer about every card still held."""
    return [place for place, *_ in state.places() if place[0] == "hands"]


class Position(State):
    """The slots of a position. Cards are numbers from 0, each one below what it shows; hands stand as they were dealt.
    Sets of seats are bits."""

    __slots__ = (
        "aside",
        "aside_of",
        "away",
        "choosing",
        "clock",
        "clues",
        "code_word",
        "deck",
        "guard",
        "hands",
        "ids",
        "leader",
        "lives",
        "momo",
        "named",
        "ousting",
        "pile",
        "pile_of",
        "proposed",
        "ready",
        "stage",
        "talk",
        "theme",
        "theme_pile",
        "themes",
        "votes",
        "warned",
        "warnings",
        "when",
    )
    SEES: ClassVar = {
        "hands": Sees(2, owner_till_end, "numbers"),  # I-011, A-I28
        "deck": Sees(1, archive, "numbers"),  # I-009
        "away": Sees(1, archive, "numbers"),  # A-I27
        "pile": Sees(1, everybody, "numbers"),  # I-031
        "aside": Sees(1, everybody, "numbers"),  # I-036
        "momo": Sees(1, everybody, "numbers"),  # I-050
        "pile_of": everyone(1),  # whose each card was, and its clue (A-I26)
        "aside_of": everyone(1),
        "ids": everyone(2),  # A-I25
        "clues": everyone(2),  # D-I03
        "stage": everyone(),
        "when": everyone(),  # which phase it is
        "lives": everyone(),
        "theme": everyone(),
        "themes": everyone(1),  # the candidates
        "proposed": everyone(1),  # who proposed each theme of one's own
        "theme_pile": everyone(1),  # which theme cards were not drawn yet: none of them lies in an order
        "votes": everyone(1),
        "code_word": everyone(),
        "ready": everyone(),
        "leader": everyone(),
        "named": everyone(),
        "choosing": everyone(1),  # votes for a leader; none while nobody is chosen
        "ousting": everyone(1),  # who wants this seat removed
        "clock": everyone(),  # which request began the clock; 0: it does not run
        "talk": everyone(1),
        "warned": Sees(1, owner),  # A-I09, D-I06
        "warnings": Sees(1, owner),  # how many there were
        "guard": machine(),
    }
    TELLS: ClassVar = {
        Clued: lambda s, e: [("hands", e.seat, at) for at in range(len(s.hands[e.seat]))],  # where it lies
        Discarded: held,
        Stage: lambda s, e: [*held(s, e), CHANCE],
        Momo: lambda s, e: [CHANCE],
        Theme: lambda s, e: [CHANCE],
        Led: lambda s, e: [CHANCE],
    }

    def __init__(self) -> None:
        super().__init__()
        self.guard: Guard = None  # type: ignore[assignment]
        self.hands: list[list[int]] = []
        self.ids: list[list[str]] = []
        self.clues: list[list[str | None]] = []
        self.deck: list[int] = []
        self.away: list[int] = []
        self.pile: list[int] = []
        self.aside: list[int] = []
        self.momo: list[int] = []
        self.pile_of: list[Laid] = []
        self.aside_of: list[Laid] = []
        self.stage = self.lives = self.ready = self.clock = 0
        self.when = "leader"
        self.theme: ThemeView | None = None
        self.themes: list[ThemeView] = []
        self.proposed: list[int] = []
        self.theme_pile: list[int] = []
        self.votes: list[int | None] = []
        self.code_word: str | None = None
        self.leader: int | None = None
        self.named: int | None = None
        self.choosing: list[int | None] = []
        self.ousting: list[int] = []
        self.talk: list[Line] = []
        self.warned: list[Warning | None] = []
        self.warnings: list[int] = []

    def begin(self) -> None:
        """The words that this table catches (A-I07)."""
        self.guard = self.game.guard_of(self.options.languages)

    # what rules ask again and again ------------------------------------------------------------------------
    def persons(self) -> list[int]:
        """The seats that play: those that were not removed."""
        return [seat for seat in range(self.seats) if not self.removed >> seat & 1]

    def here(self) -> list[int]:
        """Those of them who have not left."""
        return [seat for seat in self.persons() if not self.gone >> seat & 1]

    def holders(self) -> list[int]:
        """The seats that hold cards."""
        return [seat for seat, hand in enumerate(self.hands) if hand]

    def show(self, cards: list[int]) -> tuple[Any, ...]:
        """The numbers of these cards, as whoever sees them reads them."""
        return tuple(self.game.faces.show(cards))

    def lying_open(self) -> set[int]:
        """The values that everybody sees now: pile, aside, Momo-chan (A-I08)."""
        return {card + 1 for card in (*self.pile, *self.aside, *self.momo)}
