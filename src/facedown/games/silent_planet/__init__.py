"""Silent Planet: teams of aliens from face-down rows, together and without a word."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Self

from facedown.engine import Event as AnyEvent
from facedown.engine import Faces, Game

from . import telling
from . import words as says
from .drawing import draw
from .edition import Cards, SilentPlanetEdition
from .state import SilentPlanet


class SilentPlanetGame(Game[SilentPlanet]):
    """The title. An instance holds one edition and its tables."""

    id = "silent-planet"
    name = "Silent Planet"
    blurb = "Build teams of five together from rows laid face down, without a word."
    seats = range(2, 7)  # P-002, A-P01
    seats_rules = ("A-P01", "P-002")
    State = SilentPlanet
    Options = says.Options
    Given = says.Given
    Edition = SilentPlanetEdition
    View = says.View
    Event = says.Happened
    folder = Path(__file__).parent
    words: ClassVar = telling.WORDS
    silent = True  # P-009, P-013
    bots: ClassVar = {
        "random": "facedown.games.silent_planet.bots:Random",
        "steady": "facedown.games.silent_planet.bots:Steady",
    }
    ceiling = "facedown.games.silent_planet.ceiling:Ceiling"

    cards: Cards
    codes: set[str]

    def prepare(self) -> None:
        """The cards of this edition (P-001), and its tables."""
        edition: SilentPlanetEdition = self.edition
        kinds = {alien.face: alien.copies for alien in edition.aliens}
        self.faces = Faces({**kinds, edition.wild: edition.wilds})
        self.tables()

    def tables(self) -> None:
        """What follows from edition and faces."""
        assert self.faces is not None
        self.cards, self.codes = Cards(self.edition, self.faces), set(self.faces.code)

    def minted(self, token: Callable[[], str]) -> Self:
        """A game whose cards show unguessable codes."""
        game = super().minted(token)
        assert game is not None
        game.tables()
        return game

    def bound(self, state: SilentPlanet) -> int:
        """A-P23: each turn takes a card, for which all electors lock and one settles."""
        lying = sum([mask.bit_count() for mask in state.down])
        return state.seats + (lying or self.cards.row * state.seats) * state.seats

    def knows_face(self, face: Any) -> bool:
        """`1` to `5`, `x`."""
        return str(face) in self.codes

    def lies(self, view: says.View, you: int, field: str, fixed: Mapping[str, Any], at: int) -> Any:
        """What lies at a place of the active row; while rows are laid a place says enough."""
        return None if view.turn is None or field != "at" else view.rows[view.turn][at]

    def text(self, view: says.View) -> str:
        """The table as lines of text."""
        return draw(view)

    def sentence(self, event: AnyEvent, names: Sequence[str], you: int | None = None) -> str:
        """What the log says of an event."""
        return telling.sentence(event, names, you, self.say) or super().sentence(event, names, you)


game = SilentPlanetGame()
