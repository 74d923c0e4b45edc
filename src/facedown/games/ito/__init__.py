"""ito: discard your numbers in ascending order, together, and never say one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from facedown.engine import EditionError, Faces, Game, Refusal
from facedown.engine import Event as AnyEvent

from . import edition, telling
from . import refusals as no
from . import words as says
from .drawing import draw
from .rules.guard import Guard
from .state import Ito


class ItoGame(Game[Ito]):
    """The title. An instance holds one edition and its tables."""

    id = "ito"
    name = "ito"
    blurb = (
        "Everybody holds secret numbers and describes them through a theme. Discard them in ascending order, together, "
        "and never say one."
    )
    seats = range(2, 11)  # I-002
    seats_rules = ("I-002",)
    State = Ito
    Options = says.Options
    Given = says.Given
    Edition = edition.ItoEdition
    View = says.View
    Event = says.Happened
    folder = Path(__file__).parent
    words: ClassVar = telling.WORDS
    spoken: ClassVar = frozenset({"say", "clue", "code_word", "propose_theme"})
    halts: ClassVar = {"discard": (says.SlipUp,)}  # A-I11
    absences = True  # A-I27
    bots: ClassVar = {"steady": "facedown.games.ito.bots.players:Steady"}

    def prepare(self) -> None:
        """I-003: the cards."""
        self.faces = Faces(dict.fromkeys(range(1, self.edition.cards + 1), 1))  # type: ignore[arg-type]
        self.guards: dict[tuple[str, ...], Guard] = {}

    def guard_of(self, languages: tuple[str, ...]) -> Guard:
        """A-I07: the number words of these languages."""
        if languages not in self.guards:
            self.guards[languages] = Guard([self.edition.guard[language] for language in languages])
        return self.guards[languages]

    def cards_of(self, adult: bool, themes: str | None) -> list[tuple[edition.Theme, ...]]:
        """I-004: the theme cards, without the pink ones or with them (A-I03); I-015: or those of the host."""
        return edition.theme_cards(edition.read_themes(themes) if themes else self.edition.themes, adult)

    @classmethod
    def read(cls, overlay: Mapping[str, Any] | None = None) -> edition.ItoEdition:
        """The edition with its themes and number words. Raises EditionError."""
        return edition.read(Path(__file__).parent, overlay)

    def option_faults(self, options: says.Options, seats: int) -> Iterator[Refusal]:
        """A-I21: two players need all their cards; A-I07: languages that there are."""
        if seats == 2 and options.leader == "no-cards":
            yield no.ALWAYS_CARDS
        if options.themes:
            yield from self.theme_faults(options.themes)
        if len(set(options.languages)) < len(options.languages):
            yield no.TWICE
        for language in options.languages:
            if language not in self.edition.guard:
                known = ", ".join(sorted(self.edition.guard))
                yield Refusal("malformed", "A-I07", no.NO_LANGUAGE.format(language), f"Choose of {known}.")

    def theme_faults(self, text: str) -> Iterator[Refusal]:
        """I-015: what is wrong with a host's themes, and in which line."""
        how = "Write one a line: theme | low end | high end."
        try:
            there = len(edition.read_themes(text))
        except EditionError as e:
            yield Refusal("malformed", "I-015", f"The themes cannot be read: {e.field}: {e.reason}.", how, ("A-I04",))
            return
        if there < 2 * self.edition.drawn:
            yield Refusal("malformed", "I-015", f"{there} themes are too few.", how, ("A-I02",))

    def choices(self, option: str) -> Mapping[str, str]:
        """The languages whose number words there are."""
        names = telling.LANGUAGES
        return {name: names.get(name, name) for name in self.edition.guard} if option == "languages" else {}

    def bound(self, state: Ito) -> int:
        """Stages come to an end by the deck (A-I23); in each of them everybody votes, describes, is ready, discards."""
        stages = self.edition.cards // (state.seats - 1) if state.options.endless else self.edition.stages
        return int((stages + 1) * state.seats * 60)

    # faces -------------------------------------------------------------------------------------------------
    def canaries(self, state: Any, face: Any) -> tuple[str, ...]:
        """The code of a card."""
        assert self.faces is not None
        return (str(self.faces.code[face]),)

    def knows_face(self, face: Any) -> bool:
        """`1` to `100`."""
        assert self.faces is not None
        return str(face) in set(map(str, self.faces.code))

    def place(self, state: Any, path: Sequence[int | str]) -> tuple[Any, ...] | None:
        """`hands.A.NUMBER`, `deck.I`."""
        match path:
            case ["hands", int(seat), number] if seat < state.seats:
                at = state.at(seat, number)
                return None if at is None else ("hands", seat, at)
            case ["deck", int(at)] if at < len(state.deck):
                return "deck", at
        return None

    # words -------------------------------------------------------------------------------------------------
    def text(self, view: says.View) -> str:
        """The table as lines of text."""
        return draw(view)

    def question(self, view: says.View, kind: str) -> str:
        """A-I20: whom the leader has named agrees on nothing with the others any more."""
        return telling.CALLED if kind == "discard" and view.named is not None else super().question(view, kind)

    def lies(self, view: says.View, you: int, field: str, fixed: Mapping[str, Any], at: int) -> says.ThemeView | None:
        """The theme that a vote is for."""
        return view.themes[at] if field == "theme" else None

    def caution(self, view: says.View, kind: str, field: str, value: Any) -> str:
        """A-I10: a card that is not the lowest of one's own costs a life for sure."""
        if kind != "discard" or view.you is None:
            return ""
        assert self.faces is not None
        order = self.faces.code.index
        lowest = min(order(card.number) for card in view.you.cards)  # type: ignore[arg-type]
        return telling.LOWER if order(value) > lowest else ""

    def notice(self, view: says.View) -> str:
        """A-I09: a text that was not sent."""
        return "" if view.you is None or view.you.warning is None else telling.NOT_SENT

    def sentence(self, event: AnyEvent, names: Sequence[str], you: int | None = None) -> str:
        """What the log says of an event."""
        return telling.sentence(event, names, you) or super().sentence(event, names, you)


game = ItoGame()
