"""Hit the Silk!: thieves on a plane that goes down, with too few parachutes. They steal, spy, trade and threaten, vote
when to jump, and who is left on board may try to land."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Self

from facedown.engine import Event as AnyEvent
from facedown.engine import Explained, Faces, Game, Refusal, marked

from . import events, views
from . import words as says
from .drawing import INKS, draw
from .edition import KINDS, PLAYERS, SilkEdition
from .fates import explain
from .labels import WORDS
from .landing import FLYING, TOUCHDOWN
from .names import Names
from .rules.cards import FLANNEL
from .state import HitTheSilk
from .telling import Voice, sentence

QUESTIONS = {
    ("target", "steal"): marked("choose whom you steal from"),
    ("target", "spy"): marked("choose whose hand you look at"),
    ("target", "poison"): marked("choose whom you poison"),
    ("target", "antidote"): marked("choose who gets the Antidote"),
    ("target", "kung-fu"): marked("choose whom you attack, and the weapon you would rather hit"),
    ("target", "bullet"): marked("choose whom you shoot"),
    ("take", "steal"): marked("keep one of the two cards, and give the other back"),
    ("take", "key"): marked("take a card out of the Lockbox, or none"),
    ("take", "bullet"): marked("take a card of the injured player, or none"),
    ("take", "threat"): marked("take a card, or none"),
}
"""What is asked in the middle of an action."""


class HitTheSilkGame(Game[HitTheSilk]):
    """The title. An instance holds the box, and for each kind of card more copies than the box has: Laundry never runs
    out (A-08), and a described position may want more than there are."""

    id = "hit-the-silk"
    name = "Hit the Silk!"
    blurb = "Thieves on a falling plane, with too few parachutes: steal, trade and threaten, and vote when to jump."
    seats = PLAYERS
    seats_rules = ("S-002",)
    State = HitTheSilk
    Options = says.Options
    Given = says.Given
    Edition = SilkEdition
    View = views.View
    Event = events.Happened
    folder = Path(__file__).parent
    words: ClassVar = WORDS
    inks: ClassVar = INKS
    bots: ClassVar = {"steady": "facedown.games.hit_the_silk.bots.players:Steady"}

    called: Names
    faces: Faces
    copies: dict[str, list[int]]
    """Of each kind the cards that the box has; of Flannel as many as all hands can hold."""

    def prepare(self) -> None:
        """The cards of this edition."""
        most = self.edition.hand * self.seats[-1]
        n = max(most, *self.edition.deck.values())
        self.faces = Faces(dict.fromkeys(KINDS, n))
        self.copies = {}
        for at, kind in enumerate(KINDS):
            cards = list(range(at * n, (at + 1) * n))
            self.copies[kind] = cards if kind == FLANNEL else cards[: self.edition.deck[kind]]

    def labels(self) -> dict[str, str]:
        """The cards."""
        return {f"card.{kind}": name for kind, name in self.edition.names.items()}

    def learn(self) -> None:
        """What people call the cards."""
        cards = {kind: self.tongue.word(f"card.{kind}", name) for kind, name in self.edition.names.items()}
        self.called = Names(cards, self.words, self.tongue)

    def spare(self, kind: str) -> list[int]:
        """Cards of this kind that the box does not have."""
        return [card for card in self.faces.of_kind(range(len(self.faces.kind)), kind) if card not in self.copies[kind]]

    def option_faults(self, options: says.Options, seats: int) -> Iterator[Refusal]:
        """A-93."""
        if options.on("counter_challenge") and not options.on("challenge"):
            yield Refusal(
                "illegal", "A-93", "Counter-challenges need challenges.", "Switch challenges on too.", ("S-285",)
            )

    def bound(self, state: Any) -> int:
        """A-11, A-89: turns, and what can be asked in one."""
        edition, n = self.edition, state.seats
        turns = edition.rounds * n
        if not state.travel:
            turns = (state.altitude - edition.altitude.floor) // edition.altitude.step + 1
        answers = 8 * (edition.offers * n + 4) + 40
        return int(turns * answers + 500)

    def face(self, face: str) -> str:
        """A card by its name."""
        return self.called.face(face)

    def question(self, view: views.View, kind: str) -> str:
        """What a choice of cards or players is about."""
        if kind in ("target", "take") and view.act is not None and (kind, view.act.what) in QUESTIONS:
            return self.say(QUESTIONS[kind, view.act.what])
        asked, say = super().question(view, kind), self.say
        if kind in ("turn", "ballot"):  # the needle is what it all hangs on
            if view.altitude:
                return say("{feet} feet: {asked}", feet=self.called.feet(view.altitude), asked=asked)
            return say("round {round}: {asked}", round=view.round, asked=asked)
        board = self.edition.landing
        first, last = board.strip
        if kind == "flight":
            where = marked("{asked}; the strip is row {row}, columns {first} to {last}")
            return say(where, asked=asked, row=len(board.rows) - 1, first=first, last=last)
        if kind == "brake" and view.plane and view.dice:
            die = self.word(f"dice.{view.dice[0]}", view.dice[0])
            crash = marked("{asked}: you are in column {column}, the die says {die}; past column {last} is a crash")
            if view.dice[0] == "D":
                crash = marked("{asked}: you are in column {column}, the die says {die}; 1 down is a crash")
            return say(crash, asked=asked, column=view.plane[0], die=die, last=last)
        return asked

    def leads(self, view: views.View, kind: str, fixed: Mapping[str, Any]) -> str:
        """Where the plane goes."""
        move = (fixed.get("across"), fixed.get("down"), fixed.get("minus"))
        way = next((w for w in view.ways if kind == "fly" and (w.across, w.down, w.minus) == move), None)
        if way is None:
            return ""
        column, row = way.to
        if way.leads not in (FLYING, TOUCHDOWN):
            return self.say("column {column} of row {row}, a crash", column=column, row=row)
        chance = self.called.percent(way.odds)
        return self.say("column {column} of row {row}, {chance} % to land", column=column, row=row, chance=chance)

    def sentence(self, event: AnyEvent, names: Sequence[str], you: int | None = None) -> str:
        """What the log says of an event."""
        text = sentence(event, Voice(names, you, self.tongue, self.called))
        return super().sentence(event, names, you) if text is None else text

    def explain(self, view: views.View, names: Sequence[str]) -> list[Explained]:
        """What became of everybody."""
        return explain(view, names, self.tongue)

    def text(self, view: views.View) -> str:
        """The table as lines of text."""
        return draw(view, self.face, self.word, self.edition.landing)

    def minted(self, token: Callable[[], str]) -> Self:
        """A game whose cards show unguessable codes."""
        game = type(self)(self.edition, self.overlay)
        game.faces = self.faces.minted(token)
        return game

    def knows_face(self, face: Any) -> bool:
        """A kind of card, or a card's own code."""
        return face in KINDS or face in self.codes()

    def codes(self) -> frozenset[str]:
        """Of all cards."""
        return frozenset(self.faces.code)

    def place(self, state: Any, path: Sequence[int | str]) -> tuple[Any, ...] | None:
        """`hands.P1.FACE` (a cuffed Briefcase too), `draw.I`, `lockbox.I`, `box.I` (of what nobody was shown)."""
        match path:
            case ["hands", int(seat), str(face)] if seat < state.seats:
                for at, card in enumerate(state.hands[seat]):
                    if self.faces.code[card] == face:
                        return ("hands", seat, at)
                for number, ends in enumerate(state.ends):
                    if ends == (seat,) and self.faces.code[state.cuffed[number]] == face:
                        return ("cuffed", number)
            case ["box", int(i)]:
                hidden: list[tuple[Any, ...]] = [
                    ("thrown", s, at) for s, row in enumerate(state.thrown) for at in range(len(row))
                ]
                hidden += [("rest", at) for at in range(len(state.rest))]
                return hidden[i] if i < len(hidden) else None
            case [("draw" | "lockbox") as pile, int(i)]:
                return (pile, i) if i < len(getattr(state, pile)) else None
        return None


game = HitTheSilkGame()
