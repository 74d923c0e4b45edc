"""A title of the catalogue: its name, seats, options, edition, and how its positions begin."""

from __future__ import annotations

import copy
import hashlib
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from .audience import CLOCK, HOUSE
from .chance import Chance, fair_key, small_seed
from .edition import Edition as AnyEdition
from .edition import EditionError, make_edition, read_edition
from .faces import Faces
from .plain import Explained, event_sentence, first_label, short, table_text, takes, view_text
from .record import Entry, Header, Record, RecordError
from .state import State as AnyState
from .state import Told
from .tongue import ENGLISH, Say, Tongue, tongue
from .words import Event as AnyEvent
from .words import Expire, House, Move, Refusal, Refused, Seat, SeatView, given_fault
from .words import View as AnyView

S = TypeVar("S", bound=AnyState)


class NoOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """A game without options."""


class NoEdition(AnyEdition, frozen=True):
    """A game whose box prints nothing worth a file."""


class Game(Generic[S]):
    """A title. Subclasses name their parts as class attributes; an instance holds one edition.

    >>> import facedown
    >>> state = facedown.game("fly-down").deal(seats=3, seed=7)
    >>> [len(hand) for hand in state.hands]
    [5, 5, 5]
    """

    id: ClassVar[str]
    name: ClassVar[str]
    blurb: ClassVar[str] = ""
    """One sentence for the shelf."""
    seats: ClassVar[range]
    State: ClassVar[type[AnyState]]
    Options: ClassVar[type[Struct]] = NoOptions
    Given: ClassVar[type[Struct]] = NoOptions
    Edition: ClassVar[type[AnyEdition]] = NoEdition
    View: ClassVar[type[Struct]] = AnyView
    Event: ClassVar[Any] = AnyEvent
    """The union of the events this game tells."""
    seats_rules: ClassVar[tuple[str, ...]] = ("table",)
    """The rules that limit the number of seats."""
    folder: ClassVar[Path | None] = None
    """Where the title's own files lie: `edition.toml`, `help.md`, `scenarios/`."""
    faces: Faces | None = None
    """The cards, for games whose states hold them as numbers of this table; `prepare` may make it from the edition."""
    words: ClassVar[dict[str, str]] = {}
    """What pages and terminal write for kinds of requests, moves, events and fields (key: their name), for values (key:
    `field.value`), and in explanation (key: `name.help`)."""
    inks: ClassVar[dict[str, str]] = {}
    """What a terminal colours in texts and sentences: pattern -> colour. Never the only sign of anything."""
    bots: ClassVar[dict[str, str]] = {}
    """Bot kinds of this game beside `random`: name -> "module:Class"."""
    silent: ClassVar[bool] = False
    """Whether nothing but the game's own moves may pass between players while it runs. Then nobody is told who else is
    away for a moment, or how many watch: coming and going would be a sign too."""
    spoken: ClassVar[frozenset[str]] = frozenset({"say"})
    """Kinds of moves that tell everybody words of one's own: they have the pace of talk."""
    halts: ClassVar[dict[str, tuple[type[AnyEvent], ...]]] = {}
    """By kind of request, the events that close it for all: who answers too late is told of the last of them."""
    absences: ClassVar[bool] = False
    """Whether its rules say something of absent players: then it is told that somebody is gone, and back."""
    page: ClassVar[str] = ""
    """Its designed page, "module:Class" (see `facedown.engine.page`); without one it is played on the plain table."""
    ceiling: ClassVar[str] = ""
    """Its player that sees everything, "module:Class": a yardstick for the lab, never offered at a table."""

    def __init__(self, edition: AnyEdition | None = None, overlay: Mapping[str, Any] | None = None) -> None:
        self.overlay = dict(overlay or {})
        self.edition: Any = edition if edition is not None else self.read(overlay)
        self.rules = self.State.RULES  # here a state finds them sooner than in its class
        self.tongue: Tongue = ENGLISH
        self._speaks: dict[str, Self] = {}
        self.prepare()
        self.learn()

    # what an author may write ------------------------------------------------------------------------------
    def prepare(self) -> None:
        """Tables derived from the edition, once."""

    def learn(self) -> None:
        """Texts derived from the edition, once for each language (`word`, `say`)."""

    def labels(self) -> Mapping[str, str]:
        """Words that come from the edition, by key: a catalogue may say them otherwise, as it does `words`."""
        return {}

    def option_faults(self, options: Any, seats: int) -> Iterator[Refusal]:
        """Why these options cannot be played at this number of seats."""
        return iter(())

    def choices(self, option: str) -> Mapping[str, str]:
        """What an option that is a list may hold, and what people call each: pages then offer these. {}: anything."""
        return {}

    def preset(self, option: str) -> Any:
        """What pages propose for an option, where that hangs on who reads them. None: its default."""
        return None

    def bound(self, state: Any) -> int:
        """The most binding moves that any play from this position can need."""
        return 10_000

    def face(self, face: str) -> str:
        """What people read for a face or a back that a view or a menu holds."""
        return self.words.get(face, face)

    def worded(self, view: Any) -> Any:
        """A view as whoever reads this language reads it: what the box prints in words and a state holds as they stand
        there is said in this language, and what people wrote stays. Asked for languages other than English."""
        return view

    def question(self, view: Any, kind: str) -> str:
        """What is asked of the seat whose view this is, by a request of this kind: pages write it large."""
        return self.word(f"{kind}.ask", kind)

    def lies(self, view: Any, you: int, field: str, fixed: Mapping[str, Any], at: int) -> Any:
        """What of the view lies at a place that a menu offers in seat `you`: pages write it beside the number. `field`:
        the move's field; `fixed`: those of its fields that have one value. None: the number says enough."""
        return None

    def leads(self, view: Any, kind: str, fixed: Mapping[str, Any]) -> str:
        """Where a move of this kind leads whose fields have these values: pages write it on its button. "": they do not
        say."""
        return ""

    def caution(self, view: Any, kind: str, field: str, value: Any) -> str:
        """What pages say beside a value that may be chosen but had better be thought over: from what the chooser's view
        shows, and nothing else."""
        return ""

    def notice(self, view: Any) -> str:
        """What the seat whose view this is has to read before it goes on: pages write it into the bar that stays in
        sight, in place of what happened last."""
        return ""

    def note(self, notes: Any, event: AnyEvent, seat: int) -> Any:
        """What `seat` has noted once it was told this event, over what it had noted before (None at first): an aid to
        its memory, made from its own log alone. It must be hashable."""
        return notes

    def explain(self, view: Any, names: Sequence[str]) -> Sequence[Explained]:
        """How the result came about, from a finished game's view: tables for the result page."""
        return ()

    @property
    def say(self) -> Say:
        """Says a message in this game's language, with its values put in place. What it says of an event, of a question
        or of a result is made with this."""
        return self.tongue.say

    def speaking(self, language: str) -> Self:
        """This game as it speaks another language: the same edition and rules, other words."""
        if language == self.tongue.language:
            return self
        found = self._speaks.get(language)
        if found is None:
            found = self._speaks[language] = copy.copy(self)
            found.tongue = tongue(language, self.folder)
            words = {key: found.tongue.word(key, text) for key, text in self.words.items()}
            vars(found).update(words=words, blurb=found.tongue.word("blurb", self.blurb))
            found.learn()
        return found

    def __getstate__(self) -> dict[str, Any]:
        """What another process gets: languages are read anew there."""
        return vars(self) | {"_speaks": {}}

    def word(self, *keys: str) -> str:
        """What pages write for the first of these keys that `words` has; else the last key, made readable."""
        return first_label(self.words, *keys)

    def title(self, kind: str) -> str:
        """What pages write above a kind of move. `KIND.title` stands before `KIND`, where a field is called so too."""
        return self.word(f"{kind}.title", kind)

    def minted(self, token: Callable[[], str]) -> Self | None:
        """The same game with an edition whose cards carry unguessable codes and labels: for canaries. None where it
        has no table of faces, and nothing to look for."""
        if self.faces is None:
            return None
        game = type(self)(self.edition, self.overlay)
        game.faces = self.faces.minted(token)
        return game

    def canaries(self, state: Any, face: Any) -> tuple[str, ...]:
        """What of this face must not reach who may not know it, in a minted game."""
        return (str(face) if self.faces is None else self.faces.code[face],)

    def text(self, view: Any) -> str:
        """A view as lines of text, without colours: what a terminal shows."""
        names = [seat.name for seat in getattr(view, "seats", ())]
        return "\n".join([view_text(view, names, self.words), *map(table_text, self.explain(view, names))])

    def sentence(self, event: AnyEvent, names: Sequence[str], you: int | None = None) -> str:
        """An event as its hearer reads it: one sentence, or "" for what needs none. `you`: the seat of the reader."""
        return event_sentence(event, names, self.words, you, self.tongue)

    def place(self, state: Any, path: Sequence[int | str]) -> tuple[Any, ...] | None:
        """The place that a scenario's PLACE means (seats already numbers), or None if there is none: `hands.A.0`, or by
        the face that lies there, `hands.A.knife`."""
        for place, face, _ in state.places():
            by_face = self.faces is not None and path[-1] == self.faces.code[face] and place[:-1] == tuple(path[:-1])
            if by_face or place == tuple(path):
                return place  # type: ignore[no-any-return]
        return None

    def knows_face(self, face: Any) -> bool:
        """Whether this is a face of the edition, as it crosses the border."""
        return True

    # editions ----------------------------------------------------------------------------------------------
    @classmethod
    def read(cls, overlay: Mapping[str, Any] | None = None) -> AnyEdition:
        """This title's edition, with an overlay on top. Raises EditionError."""
        if cls.folder is None or not (cls.folder / "edition.toml").exists():
            return make_edition({}, cls.Edition, overlay, cls.id)
        return read_edition(cls.folder / "edition.toml", cls.Edition, overlay)

    def with_edition(self, overlay: Mapping[str, Any]) -> Self:
        """The same title with an edition overlaid by dotted paths. Raises EditionError."""
        return type(self)(overlay=overlay) if overlay else self

    def edition_digest(self) -> str:
        """Names this edition in records: 16 hex digits."""
        return hashlib.sha256(msgspec.json.encode(self.edition)).hexdigest()[:16]

    # beginning ---------------------------------------------------------------------------------------------
    def check_seats(self, seats: int) -> None:
        """Raises Refused unless this game can be played by so many."""
        if seats not in self.seats:
            name, some = self.name, self.say("{least} to {most}", least=self.seats[0], most=self.seats[-1])
            if self.seats.step > 1:
                some = self.say(" or ").join(map(str, self.seats))
            raise Refused(
                Refusal(
                    "illegal",
                    self.seats_rules[0],
                    f"{name} is for {some} players, not {seats}.",
                    f"Choose {some} seats." if self.seats.step > 1 else f"Choose from {some} seats.",
                    self.seats_rules[1:],
                )
            )

    def read_options(self, raw: Mapping[str, Any] | None, seats: int) -> Any:
        """Typed options from what a host, a command line or a scenario wrote. Raises Refused."""
        self.check_seats(seats)
        try:
            options = msgspec.convert(dict(raw or {}), self.Options, strict=True)
        except msgspec.ValidationError as e:
            raise Refused(self._unfit(dict(raw or {}), str(e))) from e
        for fault in self.option_faults(options, seats):
            raise Refused(fault)
        return options

    def _unfit(self, raw: dict[str, Any], error: str) -> Refusal:
        """Which option cannot be read, and what it takes."""
        info: Any = msgspec.inspect.type_info(self.Options)
        for field in info.fields:
            if field.encode_name in raw:
                try:
                    msgspec.convert({field.encode_name: raw[field.encode_name]}, self.Options, strict=True)
                except msgspec.ValidationError as e:
                    if f"$.{field.encode_name}" in str(e):
                        option = self.word(f"options.{field.encode_name}", field.encode_name)
                        value, what = short(str(raw[field.encode_name])), takes(field.type, self.tongue)
                        return Refusal(
                            "malformed", "table", f'The option "{option}" cannot be {value}.', f"It takes {what}."
                        )
        known = ", ".join(self.Options.__struct_fields__) or "none"
        error = short(error)
        return Refusal("malformed", "table", f"Options: {error}.", f"Known options: {known}.")

    def deal(
        self,
        seats: int,
        options: Any = None,
        chance: Chance | None = None,
        *,
        seed: int | None = None,
        names: Sequence[str] = (),
    ) -> S:
        """A new game at the first decision. `options`: this game's Options, a mapping, or None for the defaults;
        `seed`: a small seed, where no fair dealing is claimed. Raises Refused."""
        state = self._begin(seats, options, chance or Chance(small_seed(seed or 0)), names)
        state.deal()
        if state.plan:
            state.run()
        return state

    def given(self, seats: int, options: Any, given: Any, chance: Chance, *, names: Sequence[str] = ()) -> S:
        """A game that stands at a described position: `given` is this game's Given, or its plain form. Raises Refused
        for what cannot stand."""
        if not isinstance(given, self.Given):
            try:
                given = msgspec.convert(given, self.Given, strict=True, str_keys=True)
            except msgspec.ValidationError as e:
                raise given_fault(str(e)) from e
        for seat in _seats_in(given):
            if not 0 <= seat < seats:
                raise given_fault(f"there is no seat {seat}")
        state = self._begin(seats, options, chance, names)
        state.lay_out(given)
        state.run()
        return state

    def _begin(self, seats: int, options: Any, chance: Chance, names: Sequence[str]) -> S:
        if not isinstance(options, self.Options):
            options = self.read_options(options, seats)
        elif seats not in self.seats:
            self.check_seats(seats)
        state: Any = self.State()
        state.game, state.seats, state.options, state.chance = self, seats, options, chance
        state.people = tuple([SeatView(name) for name in names]) if names else _PEOPLE[:seats]
        state.sealed = [None] * seats
        state.begin()
        return state  # type: ignore[no-any-return]

    # the border --------------------------------------------------------------------------------------------
    def read_move(self, raw: Any) -> Move:
        """A player's move from its plain form (a mapping). Raises Refused (malformed)."""
        kind = raw.get("kind") if isinstance(raw, dict) else None
        move = self.State.MOVES.get(kind) if isinstance(kind, str) else None
        if move is None:
            raise Refused(self.State.NO_SUCH_MOVE)
        try:
            return msgspec.convert(raw, move, strict=True)
        except msgspec.ValidationError as e:
            fault, what = short(str(e)), ", ".join(move.__struct_fields__) or "none"
            raise Refused(
                Refusal("malformed", self.State.NO_SUCH_MOVE.rule, f"{kind}: {fault}.", f"It takes {what}.")
            ) from e

    def read_entry(self, entry: Entry) -> Move:
        """The move of a record's entry. Raises Refused."""
        if entry.actor == CLOCK:
            return msgspec.json.decode(entry.move, type=Expire)
        if entry.actor == HOUSE:
            return msgspec.json.decode(entry.move, type=House)
        return self.read_move(msgspec.json.decode(entry.move))

    # records -----------------------------------------------------------------------------------------------
    def header(self, state: AnyState, **more: Any) -> Header:
        """The header of a record of this state's game; `more` are fields of Header."""
        return Header(
            game=self.id,
            seats=state.seats,
            names=state.names,
            options=_plain(state.options),
            edition=self.edition_digest(),
            overlay=self.overlay,
            **more,
        )

    def start(self, header: Header) -> S:
        """The position a record starts from. Raises RecordError, Refused."""
        if header.game != self.id:
            raise RecordError(f"this is a record of {header.game}, not of {self.id}")
        if header.overlay != self.overlay:
            return self.with_edition(header.overlay).start(header)
        if header.edition and header.edition != self.edition_digest():
            raise RecordError(
                f"this record was played with another edition of {self.name} ({header.edition}; here: "
                f"{self.edition_digest()}): use the Facedown that wrote it"
            )
        if len(header.names) != header.seats:
            raise RecordError(f"this record names {len(header.names)} players for {header.seats} seats")
        if not (header.seed or header.key):
            raise RecordError("the seed of this record is not opened: the game is not over")
        key = bytes.fromhex(header.key) or fair_key(
            bytes.fromhex(header.seed), [bytes.fromhex(n) for n in header.nonces]
        )
        if header.given is not None:
            return self.given(header.seats, header.options, header.given, Chance(key), names=header.names)
        return self.deal(header.seats, header.options, Chance(key), names=header.names)

    def positions(self, record: Record) -> Iterator[tuple[S, Entry | None, Told]]:
        """Every position of a record: (state, the entry that led to it, its events). Raises RecordError where the
        record does not hold."""
        try:
            state = self.start(record.header)
        except (Refused, EditionError, ValueError) as e:
            raise e if isinstance(e, RecordError) else RecordError(f"the record cannot start: {e}") from e
        yield state, None, state.opening()
        for entry in record.entries:
            state = state.copy()
            try:
                events = state.play(entry.actor, self.read_entry(entry))
            except (Refused, msgspec.MsgspecError) as e:
                raise RecordError(f"entry {entry.n} does not hold: {e}") from e
            yield state, entry, events
        outcome = state.outcome()
        if record.end is not None and record.end.cancelled and outcome is None:
            return
        if record.end is not None and record.end.outcome != _plain(outcome):
            raise RecordError("the record says another outcome than its moves lead to")

    def replay(self, record: Record) -> S:
        """The last position of a record. Raises RecordError."""
        return deque(self.positions(record), maxlen=1).pop()[0]


def record_of(state: AnyState, entries: Sequence[tuple[int, Move]], **header: Any) -> Record:
    """A record in memory: the game of `state` from its header and (actor, move) pairs."""
    encode = msgspec.json.encode
    return Record(
        state.game.header(state, **header),
        tuple(Entry(i, 0, actor, msgspec.Raw(encode(move))) for i, (actor, move) in enumerate(entries)),
    )


def _seats_in(given: Struct) -> Iterator[int]:
    """The seats that a described position names in fields of seats, and in maps of them."""
    for name, hint in get_type_hints(type(given), include_extras=True).items():
        value = getattr(given, name)
        if value is not None and hint in (Seat, Seat | None):
            yield value
        elif get_origin(hint) is dict and get_args(hint)[0] == Seat:
            yield from value


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


_NAMES = (
    *("Ann", "Ben", "Cleo", "Dov", "Eva", "Finn", "Gus", "Hana"),
    *("Ivo", "Joy", "Kim", "Lou", "Mia", "Ned", "Ola", "Pia"),
)
_PEOPLE = tuple(map(SeatView, _NAMES))
__all__ = ["Game", "NoEdition", "NoOptions", "record_of"]
