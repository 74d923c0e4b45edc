"""ito: discard your numbers in ascending order, together, and never say one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from msgspec.structs import replace

from facedown.engine import EditionError, Faces, Game, Refusal, marked
from facedown.engine import Event as AnyEvent

from . import edition, sentences, telling, themes
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

    def cards_of(self, adult: bool, own: str | None) -> list[tuple[edition.Theme, ...]]:
        """I-004: the theme cards, without the pink ones or with them (A-I03); I-015: or those of the host."""
        return edition.theme_cards(themes.read_themes(own) if own else self.edition.themes, adult)

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
                yield Refusal("malformed", "A-I07", f"There are no number words for {language}.", f"Choose of {known}.")

    def theme_faults(self, text: str) -> Iterator[Refusal]:
        """I-015: what is wrong with a host's themes, and in which line."""
        how = marked("Write one a line: theme | low end | high end.")
        try:
            there = len(themes.read_themes(text))
        except EditionError as e:
            line, why = e.field.removeprefix("line "), e.reason
            yield Refusal("malformed", "I-015", f"The themes cannot be read, line {line}: {why}.", how, ("A-I04",))
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
    def labels(self) -> dict[str, str]:
        """The themes of the box, each with its ends."""
        return themes.labels(self.edition.themes)

    def learn(self) -> None:
        """The themes of the box as a reader of this language reads them."""
        self.themed = themes.in_words(self.edition.themes, self.tongue)

    def theme_in_words(self, theme: says.ThemeView) -> says.ThemeView:
        """A theme as this reader reads it: one of the box in their language, one that people wrote as it is."""
        return self.themed.get(theme, theme)

    def worded(self, view: says.View) -> says.View:
        """The themes of the box in this language."""
        theme = None if view.theme is None else self.theme_in_words(view.theme)
        return replace(view, theme=theme, themes=tuple(map(self.theme_in_words, view.themes)))

    def preset(self, option: str) -> Any:
        """A-I07: whoever opens a table probably plays in the language of their pages."""
        language = self.tongue.language
        return (language,) if option == "languages" and language in self.edition.guard else None

    def text(self, view: says.View) -> str:
        """The table as lines of text."""
        return draw(view)

    def question(self, view: says.View, kind: str) -> str:
        """A-I20: whom the leader has named agrees on nothing with the others any more."""
        called = kind == "discard" and view.named is not None
        return self.say(telling.CALLED) if called else super().question(view, kind)

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
        return self.say(telling.LOWER) if order(value) > lowest else ""

    def notice(self, view: says.View) -> str:
        """A-I09: a text that was not sent."""
        return "" if view.you is None or view.you.warning is None else self.say(telling.NOT_SENT)

    def sentence(self, event: AnyEvent, names: Sequence[str], you: int | None = None) -> str:
        """What the log says of an event."""
        told = sentences.sentence(event, names, you, self.tongue, self.theme_in_words)
        return told or super().sentence(event, names, you)


game = ItoGame()
