"""The words of ito: options, moves, events, the view, and the positions that a scenario can describe."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from facedown.engine import Event, Move, Outcome, Seat, SeatView, Slot, Written
from facedown.engine import You as CommonYou

_FACE = Meta(extra={"is": "face"})
Number = Annotated[int, _FACE] | Annotated[str, _FACE]
"""A number card: 1 to 100; in a minted game, a code."""
Why = Literal["stages", "corridor", "lives", "said-number", "confessed", "time", "cancelled"]
CLUE, LINE, THEME, END = 80, 300, 80, 60
"""Characters of a clue or a code word, of a line of talk, of a theme, of one of its ends."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host chooses. All switches go together (A-I24)."""

    timed: Annotated[bool, Meta(description="the escape is against the clock: 10, 10 and 15 minutes (I-054)")] = False
    minutes: Annotated[
        Annotated[int, Meta(ge=1, le=120)] | None,
        Meta(description="so many minutes for each stage of a timed game; else those of the box (A-I18)"),
    ] = None
    leader: Annotated[
        Literal["none", "auto", "cards", "no-cards"],
        Meta(description="one of you says who discards next, with cards of their own or without (I-061, A-I21)"),
    ] = "none"
    endless: Annotated[bool, Meta(description="the corridor: stages go on until you lose (I-064)")] = False
    adult: Annotated[bool, Meta(description="with the themes for adults (A-I03)")] = False
    own_themes: Annotated[bool, Meta(description="you may propose themes of your own (A-I04)")] = True
    themes: Annotated[
        Annotated[str, Meta(max_length=20_000)] | None,
        Meta(description="the text of a file of your own themes, one a line: theme | low end | high end (I-015)"),
    ] = None
    languages: Annotated[
        tuple[Annotated[str, Meta(max_length=12)], ...],
        Meta(min_length=1, description="the languages whose number words are caught (A-I07)"),
    ] = ("en",)


# moves ---------------------------------------------------------------------------------------------------------------
class VoteLeader(Move, frozen=True):
    """Vote for a leader (A-I19)."""

    seat: Seat


class VoteTheme(Move, frozen=True):
    """Vote for a theme, by its place among the candidates (A-I01)."""

    theme: Slot


class DecideTheme(Move, frozen=True):
    """All have voted and do not agree: let the votes decide (A-I01)."""


class ProposeTheme(Move, frozen=True):
    """Propose a theme of your own, with its ends (A-I04). `token`: that of a warning, to say it all the same."""

    text: Written
    low: Written
    high: Written
    token: str | None = None


class Clue(Move, frozen=True):
    """Describe one of your cards, or change how you did (I-017, I-027)."""

    card: Number
    text: Written
    token: str | None = None


class CodeWord(Move, frozen=True):
    """Set the code word for Momo-chan, or another one (A-I15)."""

    text: Written
    token: str | None = None


class Say(Move, frozen=True):
    """Say something to all (D-I06)."""

    text: Written
    token: str | None = None


class Ready(Move, frozen=True):
    """Your cards lie face down before you (I-019)."""


class Unready(Move, frozen=True):
    """Take them up once more (A-I29)."""


class Discard(Move, frozen=True):
    """Put one of your cards face up on the pile (I-031)."""

    card: Number


class Name(Move, frozen=True):
    """The leader says who discards next (I-061)."""

    seat: Seat


class Confess(Move, frozen=True):
    """You have said your number outside the game (A-I09)."""


class VoteOut(Move, frozen=True):
    """Agree that an absent player is removed (A-I27)."""

    seat: Seat


# events --------------------------------------------------------------------------------------------------------------
class Laid(Struct, frozen=True, gc=False, omit_defaults=True):
    """A card on the pile or beside it: whose it was, and its clue (A-I26)."""

    seat: Seat | None
    number: Number
    clue: Written | None = None


class ThemeView(Struct, frozen=True, gc=False):
    """A theme, and what its 1 and its 100 are (I-014)."""

    text: Written
    low: Written
    high: Written


class Stage(Event, frozen=True):
    """A stage begins: all cards are shuffled and dealt (I-046, I-047)."""

    n: int
    lives: int


class Dealt(Event, frozen=True):
    """Your cards of this stage (I-011)."""

    seat: Seat
    cards: tuple[Number, ...]


class Proposed(Event, frozen=True):
    """One more candidate (A-I04)."""

    seat: Seat
    text: Written
    low: Written
    high: Written


class VotedTheme(Event, frozen=True):
    """A vote for a theme (D-I01)."""

    seat: Seat
    theme: int


class Theme(Event, frozen=True):
    """The theme of this stage (I-013). `by`: who let the votes decide."""

    text: Written
    low: Written
    high: Written
    by: Seat | None = None


class Momo(Event, frozen=True):
    """Momo-chan's card (I-050)."""

    number: Number


class Clued(Event, frozen=True, tag="clue"):
    """A clue for a face-down card: the `at`th of those this player holds, as they were dealt (D-I03)."""

    seat: Seat
    text: Written
    at: int


class Coded(Event, frozen=True, tag="code_word"):
    """Momo-chan's code word, and who set it (D-I05)."""

    seat: Seat
    text: Written


class Said(Event, frozen=True):
    """A line of talk (D-I06)."""

    seat: Seat
    text: Written


class MarkedReady(Event, frozen=True, tag="ready"):
    """A player's cards lie face down (D-I04)."""

    seat: Seat


class TookUp(Event, frozen=True, tag="unready"):
    """A player took them up again (A-I29)."""

    seat: Seat


class Escape(Event, frozen=True):
    """All cards lie face down: they may be discarded (I-020)."""


class Named(Event, frozen=True):
    """Who discards next (D-I09)."""

    seat: Seat


class Discarded(Event, frozen=True):
    """A card on the pile (D-I08)."""

    seat: Seat
    number: Number
    clue: Written | None = None


class SlipUp(Event, frozen=True):
    """Lower cards were held: they lie aside now, the lowest first, and each cost a life (I-036, I-037)."""

    cards: tuple[Number, ...]
    lives: int
    aside: tuple[Laid, ...] = ()


class VotedLeader(Event, frozen=True):
    """A vote for a leader (D-I10)."""

    seat: Seat
    leader: Seat


class Led(Event, frozen=True, tag="leader"):
    """Who leads (A-I19)."""

    seat: Seat


class VotedOut(Event, frozen=True):
    """Somebody agrees that an absent player is removed (A-I27)."""

    by: Seat
    seat: Seat


class Ended(Event, frozen=True, tag="end"):
    """The game is over (I-049). `seat`: who said a number, or owned up to it; `stages`: how many were completed."""

    won: bool
    why: Why
    stages: int
    seat: Seat | None = None


Happened = (
    Stage
    | Dealt
    | Proposed
    | VotedTheme
    | Theme
    | Momo
    | Clued
    | Coded
    | Said
    | MarkedReady
    | TookUp
    | Escape
    | Named
    | Discarded
    | SlipUp
    | VotedLeader
    | Led
    | VotedOut
    | Ended
)


# the view ------------------------------------------------------------------------------------------------------------
class Card(Struct, frozen=True, gc=False, omit_defaults=True):
    """A held card. `id` means nothing and is new each stage (A-I25); `number` for those who may know it."""

    id: str
    clue: Written | None = None
    number: Number | None = None


class Hand(Struct, frozen=True, gc=False):
    """The cards that a player holds, as they were dealt."""

    count: int
    cards: tuple[Card, ...]


class Line(Struct, frozen=True, gc=False):
    """A line of talk."""

    seat: Seat
    text: Written


class Warning(Struct, frozen=True, gc=False):
    """A text of yours that was not sent, and the token to say it all the same (A-I09)."""

    token: str
    move: Any


class You(CommonYou, frozen=True, omit_defaults=False):
    """What is your own."""

    cards: tuple[Card, ...] = ()
    warning: Warning | None = None


class Pile(Struct, frozen=True, gc=False):
    """Cards that only the archive sees, top first."""

    cards: tuple[Number, ...]


class View(Struct, frozen=True, gc=False):
    """What one viewer sees. `pile`: the top first; `votes`: for which candidate each player has voted; `ousting`: who
    agreed that this player is removed; `box`: cards that left the stage with a removed player."""

    phase: Literal["leader", "theme", "announce", "discard", "over"]
    stage: int
    lives: int
    seats: tuple[SeatView, ...]
    hands: tuple[Hand, ...]
    theme: ThemeView | None = None
    momo: Number | None = None
    code_word: Written | None = None
    themes: tuple[ThemeView, ...] = ()
    votes: tuple[Slot | None, ...] | None = None
    pile: tuple[Laid, ...] = ()
    aside: tuple[Laid, ...] = ()
    ready: tuple[Seat, ...] = ()
    leader: Seat | None = None
    named: Seat | None = None
    choosing: tuple[Seat | None, ...] | None = None
    ousting: tuple[tuple[Seat, ...], ...] | None = None
    talk: tuple[Line, ...] = ()
    deck: Pile | None = None
    box: tuple[Number, ...] | None = None
    you: You | None = None
    outcome: Outcome | None = None


# positions -----------------------------------------------------------------------------------------------------------
class GivenTheme(Struct, frozen=True, forbid_unknown_fields=True):
    """A theme of a described position."""

    text: Written
    low: Written = "least"
    high: Written = "most"


class GivenCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A card that lies open."""

    number: Number
    seat: Seat | None = None
    clue: Written | None = None


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of a scenario. `hands` name whole hands, `A: [48]` or `A{48}`; the others are dealt as many cards as
    the stage has, higher than the pile where cards are being discarded."""

    stage: Annotated[int, Meta(ge=1)] = 1
    phase: Literal["theme", "announce", "discard"] = "discard"
    hands: dict[Seat, tuple[Number, ...]] | tuple[str, ...] | str = {}
    lives: Annotated[int, Meta(ge=1)] | None = None
    pile: tuple[Number | GivenCard, ...] = ()
    aside: tuple[Number | GivenCard, ...] = ()
    momo: Number | None = None
    code_word: Written | None = None
    theme: str | GivenTheme | None = None
    clues: dict[Seat, dict[Annotated[str, _FACE], str]] = {}
    ready: tuple[Seat, ...] = ()
    leader: Seat | None = None
    named: Seat | None = None
    clock: Annotated[int, Meta(ge=0)] | None = None
