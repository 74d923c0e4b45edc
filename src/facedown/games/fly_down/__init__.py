"""Fly Down: a race of planes whose values you see on everybody's cards but your own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Self

from facedown.engine import Event as AnyEvent
from facedown.engine import Explained, Game, Refusal

from . import telling
from . import words as says
from .drawing import INKS, draw
from .edition import Box, FlyDownEdition
from .notes import NO_NOTES, Notes, noted
from .state import FlyDown


class FlyDownGame(Game[FlyDown]):
    """The title. An instance holds one edition and its tables."""

    id = "fly-down"
    name = "Fly Down"
    blurb = "Everybody sees your hidden planes except you. Ask, swap, redraw, and do not fly highest."
    seats = range(2, 7)  # F-005, A-F01
    seats_rules = ("F-005", "A-F01")
    State = FlyDown
    Options = says.Options
    Given = says.Given
    Edition = FlyDownEdition
    View = says.View
    Event = says.Happened
    folder = Path(__file__).parent
    words: ClassVar = telling.WORDS
    inks: ClassVar = INKS
    bots: ClassVar = {"steady": "facedown.games.fly_down.bots:Steady"}
    ceiling = "facedown.games.fly_down.ceiling:Ceiling"
    page = "facedown.games.fly_down.page:FlyDownPage"

    box: Box
    called: dict[str, str]
    """What people say for each face, each back, and each letter."""

    def prepare(self) -> None:
        """The tables of this edition."""
        self.box = Box(self.edition)

    def labels(self) -> dict[str, str]:
        """The colours, and a card of each from behind."""
        colours = self.edition.colours
        return {c.letter: c.name for c in colours} | {f"{c.letter}?": f"a {c.name} card" for c in colours}

    def learn(self) -> None:
        """What people say for the cards."""
        names, box = {key: self.tongue.word(key, text) for key, text in self.labels().items()}, self.box
        faces = {
            code: self.say("{colour} {value}", colour=names[box.colour[card]], value=box.label[card])
            for card, code in enumerate(box.code)
        }
        self.called = names | faces

    def option_faults(self, options: says.Options, seats: int) -> Iterator[Refusal]:
        """F-003, F-004: as many colours as take part, each once; A-F03: the start player sits at the table."""
        need = max(seats, self.edition.fewest_colours)
        colours = options.colours
        if colours is not None:
            for letter in colours:
                if letter not in self.box.suits:
                    known = " ".join(self.box.letters)
                    yield Refusal("malformed", "F-001", f"There is no colour {letter}.", f"Choose from {known}.")
            if len(colours) != need or len(set(colours)) != len(colours):
                yield Refusal(
                    "illegal",
                    "F-004" if seats < need else "F-003",
                    f"{seats} players need {need} different colours.",
                    f"Name {need} colours, or none for a random choice.",
                    ("A-F02",),
                )
        yield from self._too_few(colours, need, seats)
        if options.start is not None and not 0 <= options.start < seats:
            yield Refusal(
                "malformed",
                "A-F03",
                "The start player must sit at the table.",
                f"Choose a seat below {seats}.",
                ("F-011",),
            )

    def choices(self, option: str) -> Mapping[str, str]:
        """F-001: the colours of the edition."""
        colours = self.edition.colours if option == "colours" else ()
        return {colour.letter: f"{self.called[colour.letter]} ({colour.letter})" for colour in colours}

    def _too_few(self, colours: Sequence[str] | None, need: int, seats: int) -> Iterator[Refusal]:
        """F-009, F-010: whatever colours take part, each player gets a hand, and a card is left to draw."""
        sizes = sorted(len(suit) for letter, suit in self.box.suits.items() if colours is None or letter in colours)
        if len(sizes) < need or sum(sizes[:need]) <= seats * self.box.hand:
            yield Refusal(
                "illegal",
                "F-010",
                f"This edition has too few cards for {seats} players.",
                "Choose fewer seats, or an edition with more cards.",
                ("F-009",),
            )

    def bound(self, state: FlyDown) -> int:
        """A-F23: each round takes a card from the deck, so there are at most as many rounds as cards, and one."""
        return (len(state.deck) + 1) * state.seats * self.box.actions

    def sentence(self, event: AnyEvent, names: Sequence[str], you: int | None = None) -> str:
        """What the log says of an event."""
        return telling.sentence(event, names, you, self) or super().sentence(event, names, you)

    def face(self, face: str) -> str:
        """A card by colour and value; a back, or the letter on it, by its colour."""
        return self.called.get(face) or super().face(face)

    def question(self, view: says.View, kind: str) -> str:
        """Which action of the turn it is (F-020, F-023)."""
        if kind != "turn":
            return super().question(view, kind)
        first = view.actions_left == self.edition.actions
        return self.say("choose your first action") if first else self.say("choose your second action")

    def lies(self, view: says.View, you: int, field: str, fixed: Mapping[str, Any], at: int) -> says.SlotView | None:
        """The card in a slot: of one's own hand, or of the opponent's whose slot it is."""
        seat = you if field == "slot" else fixed.get("seat")
        return None if seat is None else view.hands[seat][at]

    def note(self, notes: Notes | None, event: AnyEvent, seat: int) -> Notes:
        """Which values its answers have ruled out for each slot, and which cards have just come."""
        return noted(notes or NO_NOTES, event, seat)

    def explain(self, view: says.View, names: Sequence[str]) -> Sequence[Explained]:
        """The scores card by card (F-053 to F-059)."""
        return telling.explain(view, names, self)

    def minted(self, token: Callable[[], str]) -> Self:
        """A game whose cards show unguessable codes and labels."""
        game = type(self)(self.edition, self.overlay)
        game.box = Box(self.edition, token)
        game.learn()
        return game

    def canaries(self, state: FlyDown, face: int) -> tuple[str, ...]:
        """The code and the label of a card."""
        return (self.box.code[face], str(self.box.label[face]))

    def text(self, view: says.View) -> str:
        """The table as lines of text."""
        return draw(view, self.box)

    def knows_face(self, face: Any) -> bool:
        """`R4`, or a back: `R?`."""
        return face in self.box.code or face in self.box.back

    def place(self, state: FlyDown, path: Sequence[int | str]) -> tuple[Any, ...] | None:
        """`hands.A.SLOT`, `deck.I`, `down.I`: piles are counted from the top."""
        match path:
            case ["hands", int(seat), int(slot)] if seat < state.seats and slot < self.box.hand:
                return ("hands", seat, slot)
            case ["deck" | "down" as name, int(i)] if i < len(getattr(state, name)):
                return (name, len(getattr(state, name)) - 1 - i)
        return None


game = FlyDownGame()
