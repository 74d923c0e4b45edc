"""Slip Strike: a duel round a circle of Locations. Both sides program two cards in secret, flip them together, and slip
out of strikes by throwing Teleports away for good."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar, Self

from facedown.engine import Event as AnyEvent
from facedown.engine import Game, Refusal

from . import telling
from . import words as says
from .drawing import INKS, draw
from .edition import TEAM_SEATS, Deck, SlipStrikeEdition
from .state import SlipStrike

USUAL = "orange"
"""The edition of two players, where nothing else says which."""
FOUR = ("blue", "orange", "orange", "blue")
"""X-051: Black of the blue edition, Orange, Black of the orange edition, Blue."""


class SlipStrikeGame(Game[SlipStrike]):
    """The title. An instance holds both editions and the cards of each kind of table."""

    id = "slip-strike"
    name = "Slip Strike"
    blurb = "Two secret moves each, revealed at once: strike where they will be."
    seats = range(2, 5, 2)
    seats_rules = ("X-050", "X-001")
    State = SlipStrike
    Options = says.Options
    Given = says.Given
    Edition = SlipStrikeEdition
    View = says.View
    Event = says.Happened
    folder = Path(__file__).parent
    words: ClassVar = telling.WORDS
    inks: ClassVar = INKS
    bots: ClassVar = {
        "duel": "facedown.games.slip_strike.bots:Duellist",
        "steady": "facedown.games.slip_strike.bots:Steady",
    }

    decks: dict[tuple[str, ...], Deck]
    called: dict[str, str]
    """What people say for each card and Location."""

    def prepare(self) -> None:
        """The cards of this edition."""
        self.decks = {}

    def deck(self, seats: int, edition: str | None) -> Deck:
        """The cards of a table; `edition`: which one two play with."""
        editions = (edition or USUAL,) * 2 if seats < TEAM_SEATS else FOUR
        if editions not in self.decks:
            self.decks[editions] = Deck(self.edition, editions)
        return self.decks[editions]

    def labels(self) -> dict[str, str]:
        """Cards and Locations by their names."""
        return {**self.edition.places, **{code: card.name for code, card in self.edition.cards.items()}}

    def learn(self) -> None:
        """What people say for cards and Locations."""
        self.called = {code: self.tongue.word(code, name) for code, name in self.labels().items()}

    def edition_with(self, circle: Sequence[str]) -> str:
        """The edition whose Locations these are."""
        fits = [name for name, box in self.edition.editions.items() if set(box.locations) & set(circle)]
        return fits[0] if len(fits) == 1 else USUAL

    def colour(self, seats: int, seat: int, edition: str) -> str:
        """A-X30, X-051: the colour of a seat's Agent."""
        colour: str = self.edition.editions[edition].colour
        return colour if (seat % 2 if seats == TEAM_SEATS else seat == 0) else "black"

    def option_faults(self, options: says.Options, seats: int) -> Iterator[Refusal]:
        """X-050, X-053, X-054, A-X30, X-004."""
        if seats == TEAM_SEATS and options.edition is not None:
            yield Refusal(
                "illegal", "X-050", "Four play with both editions.", "Leave the edition open.", ("A-X30", "A-X17")
            )
        deck = self.deck(seats, options.edition)
        if len({len(places) for places in deck.locations.values()}) > 1:
            yield Refusal(
                "illegal",
                "X-054",
                "The Locations of both editions cannot alternate.",
                "Correct the edition.",
                ("X-053",),
            )
        for name, assets in deck.assets.items():
            if deck.editions.count(name) * options.assets > len(assets):
                yield Refusal(
                    "illegal", "X-004", "This edition has too few Assets.", "Choose fewer Assets.", ("A-X03",)
                )

    def bound(self, state: Any) -> int:
        """A-X24: each Slip costs a Teleport, and between two of them lie at most so many turns."""
        teleports = sum(len(places) for places in state.deck.locations.values()) * state.seats
        return int((teleports + state.seats + 1) * (state.options.quiet_turns or 200) * state.seats * 8)

    def face(self, face: str) -> str:
        """A card or a Location by its name."""
        if face.startswith("tp-"):
            return self.say("Teleport: {place}", place=self.called.get(face[3:], face[3:]))
        return self.called.get(face) or super().face(face)

    def question(self, view: says.View, kind: str) -> str:
        """Which of the two windows for Reactions is open (A-X15)."""
        if kind != "react":
            return super().question(view, kind)
        moves = self.say("play a Reaction before anybody moves, or decline")
        return moves if view.window == "r1" else self.say("play a Reaction before anybody slips, or decline")

    def sentence(self, event: AnyEvent, names: Sequence[str], you: int | None = None) -> str:
        """What the log says of an event; nothing of a card that never left for longer than its Action."""
        if isinstance(event, says.Cooldown) and event.to == "hand" and self.edition.cooldown.get(event.card) == 0:
            return ""
        return telling.sentence(event, names, you, self.face, self.tongue) or super().sentence(event, names, you)

    def text(self, view: says.View) -> str:
        """The table as lines of text."""
        return draw(view, self.face, self.word)

    def minted(self, token: Callable[[], str]) -> Self:
        """A game whose cards show unguessable codes."""
        game = type(self)(self.edition, self.overlay)
        for editions in (FOUR, *((name, name) for name in self.edition.editions)):
            game.decks[editions] = Deck(self.edition, editions, token)
        return game

    def canaries(self, state: Any, face: Any) -> tuple[str, ...]:
        """The code of a card."""
        return (state.deck.code[face],)

    def knows_face(self, face: Any) -> bool:
        """A card of either edition."""
        return face in self.edition.cooldown or any(face in deck.code for deck in self.decks.values())

    def place(self, state: Any, path: Sequence[int | str]) -> tuple[Any, ...] | None:
        """`program.A.first`, `program.A.second`; `assets.A.I`: unshown Assets, those in hand first."""
        match path:
            case ["program", int(seat), ("first" | "second") as which] if seat < state.seats:
                at = ("first", "second").index(which)
                return None if state.program[seat][at] is None else ("program", seat, at)
            case ["assets", int(seat), int(i)] if seat < state.seats:
                rows = (("hand", state.hand[seat]), ("program", state.program[seat]))
                found = [
                    (name, seat, at)
                    for name, row in rows
                    for at, c in enumerate(row)
                    if c is not None and state.unshown(c)
                ]
                return found[i] if i < len(found) else None
        return None


game = SlipStrikeGame()
