"""A scenario in play: the position, its record, what each viewer was sent, and the moments that were marked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from .. import laws
from ..audience import CLOCK, hears, viewer_name, viewers
from ..chance import Chance, Impossible, small_seed
from ..edition import EditionError
from ..game import Game, record_of
from ..record import Header, Record, read_record, write_record
from ..state import State, Told
from ..words import Chose, Expire, Move, Presence, Refused, Request, View
from .file import Scenario
from .malformed import Malformed
from .typed import Names, Type, fields, members, plain, type_of

encode = msgspec.json.encode
_HEAD = -1  # scripted before the game begins
FLIP = "flip"
"""The window of a position that is described as it stands before a flip, and of no other."""


class Fault(NamedTuple):
    """What was expected and what was found."""

    expected: str
    found: str


class Words:
    """What a game's scenarios may name: its moves, events, timers, streams, paths."""

    def __init__(self, game: Game[Any], names: Names) -> None:
        self.game, self.names = game, names
        kind = game.State
        self.moves = {k: type_of(m) for k, m in kind.MOVES.items()}
        self.asks = frozenset(kind.ASKS)
        self.requests: dict[str, tuple[str, ...]] = {}
        for request, moves in kind.ASKS.items():
            for move in moves:
                tag = str(move.__struct_config__.tag)
                self.requests[tag] = (*self.requests.get(tag, ()), request)
        self.events: dict[str, Type] = {}
        for event in (type_of(Chose), type_of(Presence), *members(type_of(game.Event))):
            assert isinstance(event, inspect.StructType)
            self.events[str(event.tag)] = event
        self.timers = kind.TIMERS | {"window"}
        self.streams = kind.STREAMS
        self.view = type_of(game.View)
        self.common = type_of(View)
        self.others: set[str] = set()

    def kind(self, word: Any) -> str:
        """A known kind of move. Raises Malformed."""
        if not isinstance(word, str) or word not in self.moves:
            raise Malformed(f"{self.game.id} has no move of kind {word!r}")
        return word

    def walk(self, path: str) -> tuple[list[str | int], Type | None]:
        """The steps of a path, and the type at its end. What every game may show (`turn`) is known in games which show
        nothing there. Raises Malformed."""
        assert isinstance(self.view, inspect.StructType) and isinstance(self.common, inspect.StructType)
        lacks = path in fields(self.common).keys() - fields(self.view)
        return self.names.walk(self.common if lacks else self.view, path)

    def fields_of(self, kind: Any) -> frozenset[str]:
        """The fields of a kind of move; none where there is no such kind."""
        move = self.moves.get(kind) if isinstance(kind, str) else None
        return frozenset(fields(move)) if isinstance(move, inspect.StructType) else frozenset()

    def timer(self, word: Any) -> str:
        """The name of a known timer. Raises Malformed."""
        if not isinstance(word, str) or word not in self.timers:
            raise Malformed(f"{self.game.id} has no timer {word!r}")
        return word

    def answers(self, request: Request, kind: str | None) -> bool:
        """Whether a move of this kind (None: any) answers a request."""
        return kind is None or request.kind in self.requests[kind]


class Mark:
    """A moment: everybody's revision, the number of events so far, the requests that were open."""

    def __init__(self, play: Play) -> None:
        self.revisions = dict(play.revisions)
        self.told = len(play.told)
        self.open = list(play.state.requests())


class Play:
    """One run of one scenario, at one number of seats and one seed."""

    def __init__(self, game: Game[Any], scenario: Scenario, seats: int, seed: int) -> None:
        self.scenario, self.seed = scenario, seed
        self.names = Names(seats, scenario.names)
        self.game = game
        self.words = Words(game, self.names)
        self.seats = seats
        self.end_of: Callable[[str, int], Any] = _nothing
        self.scripts: list[tuple[int, str, list[Any]]] = []
        self.entries: list[tuple[int, Move]] = []
        self.told: Told = []
        self.marks: dict[str, Mark] = {}
        self.since = 0
        self.revisions = dict.fromkeys(viewers(seats), 0)

    # beginning -----------------------------------------------------------------------------------
    def open(self) -> None:
        """Deals, or lays out what is given. Raises Malformed."""
        self.state = self._begin()
        caused = len(self.state.news)  # by the position itself: heard as if the first step had done it
        told = self.state.opening()
        self.told = told[caused:] + told[:caused]
        self.since = len(told) - caused
        self.dealt = laws.pools(self.state)
        self.sent = {v: self.bytes_of(v) for v in viewers(self.seats)}

    def _begin(self) -> State:
        chance = Chance(small_seed(self.seed))
        self._scripted(chance, _HEAD)
        try:
            options = self.game.read_options(
                self.names.resolve(self.scenario.options, type_of(self.game.Options)), self.seats
            )
            if self.scenario.given is None:
                state: State = self.game.deal(self.seats, options, chance)
            else:
                given = self.names.resolve(self.scenario.given, type_of(self.game.Given))
                state = self.game.given(self.seats, options, given, chance)
            return state
        except (Refused, EditionError) as e:
            raise Malformed(str(e)) from e
        except Impossible as e:
            raise Malformed(f"chance: {e}") from e

    def script(self, stream: str, faces: list[Any]) -> None:
        """The next outcomes of a stream; before `open`, of what the beginning draws too."""
        begun = hasattr(self, "state")
        self.scripts.append((len(self.entries) if begun else _HEAD, stream, list(faces)))
        if begun:
            self._scripted(self.state.chance, len(self.entries), len(self.scripts) - 1)

    def _scripted(self, chance: Chance, at: int, first: int = 0) -> None:
        script = chance.script = chance.script or {}
        for n, stream, faces in self.scripts[first:]:
            if n == at:
                script.setdefault(stream, []).extend(faces)

    # going on ------------------------------------------------------------------------------------
    def play(self, actor: int, move: Move) -> None:
        """Makes a move that was accepted and tells everybody."""
        after = self.state.copy()
        try:
            self.told += after.apply(actor, move)
        except Impossible as e:
            raise Malformed(f"chance: {e}") from e
        self.entries.append((actor, move))
        self.state = after

    def settle(self, told: int) -> None:
        """Raises the revision of every viewer whose view, requests or log changed since `told` events were told."""
        for viewer, before in self.sent.items():
            now = self.bytes_of(viewer)
            if now != before or any(hears(audience, viewer) for audience, _ in self.told[told:]):
                self.revisions[viewer] += 1
                self.sent[viewer] = now

    def expire(self, timer: str) -> bool:
        """Lets a timer run out; False if it does not run."""
        move = Expire(timer)
        for t in self.state.timers():
            if t.name == timer or (timer == "window" and t.kind == "window"):
                move = Expire(t.name)
                break
        if self.state.check(CLOCK, move) is not None:
            return False
        self.play(CLOCK, move)
        return True

    def flip(self) -> None:
        """Where a described position stands just before a flip: it comes."""
        told = len(self.told)
        if self.expire(FLIP):
            self.settle(told)

    def restart(self) -> str | None:
        """Throws the position away and rebuilds it from the record; what differs, if anything does."""
        if not self.scripts:
            record = Record(self.header(), record_of(self.state, self.entries).entries)
            state: State = self.game.replay(read_record(write_record(record.header, record.entries)))
        else:
            state = self._begin()
            for n, (actor, move) in enumerate(self.entries):
                self._scripted(state.chance, n)
                state.play(actor, move)
        state.opening()
        before, self.state = self.sent, state
        for viewer, sent in before.items():
            if self.bytes_of(viewer) != sent:
                return f"the view of {viewer_name(viewer)} is another after the restart"
        return None

    def header(self) -> Header:
        """What a record of this run begins with."""
        header: Header = self.game.header(self.state, key=small_seed(self.seed).hex(), given=self._given())
        return header

    def _given(self) -> Any:
        if self.scenario.given is None:
            return None
        return plain(
            msgspec.convert(self.names.resolve(self.scenario.given, type_of(self.game.Given)), self.game.Given)
        )

    # what viewers have ---------------------------------------------------------------------------
    def bytes_of(self, viewer: int) -> bytes:
        """View and requests of a viewer, as bytes."""
        return encode([self.state.view(viewer), self.state.requests(viewer)])

    def all_bytes(self, state: State, viewer: int) -> bytes:
        """View, requests, menu with reasons and timers of a viewer, as bytes."""
        menu = state.menu(viewer) if viewer < self.seats else []
        return encode([state.view(viewer), state.requests(viewer), menu, state.timers()])

    def view(self, viewer: int) -> Any:
        """A view as plain data, without nulls."""
        return plain(self.state.view(viewer))

    def heard(self, viewer: int, since: str | None) -> list[Mapping[str, Any]]:
        """The events a viewer received since a mark (None: the last one), as plain data."""
        told = self.told[self.since if since is None else self.marks[since].told :]
        return [plain(event) for audience, event in told if hears(audience, viewer)]

    def hold(self, law: str) -> None:
        """One law, here. Raises laws.Broken."""
        if law == "conservation":
            laws.conserved(self.dealt, self.state)
        elif law != "replay":
            laws.law(law, self.state)
        elif (difference := self.restart()) is not None:
            raise laws.Broken(law, difference)


def _nothing(name: str, viewer: int) -> Any:
    raise Malformed(f"as: there is no scenario {name!r}")
