"""What crosses the border of the JSON API: bodies, which forbid unknown fields, and answers. One definition gives
validation, JSON and OpenAPI. Views, moves, events and options are the games' own."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from facedown.engine import Domain, Refusal
from facedown.table import Clock, Person
from facedown.table.words import NAME, TALK

Name = Annotated[str, Meta(min_length=1, max_length=4 * NAME, description="What the others call you.")]
Code = Annotated[str, Meta(min_length=1, max_length=40, description="A table's code, as it is read out loud.")]
Id = Annotated[str, Meta(min_length=1, max_length=64)]
Nonce = Annotated[
    str, Meta(pattern="^([0-9a-f]{32})?$", description="What this player adds to the deal: 16 bytes in hex, or none.")
]
Seat = Annotated[int, Meta(ge=0, le=15)]


class Body(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What a client sends."""


class Open(Body, frozen=True):
    """A new table: its game, how many seats, the game's options, kinds of bots for the last seats, the host's name."""

    game: Annotated[str, Meta(max_length=64)]
    seats: Annotated[int, Meta(ge=1, le=16)]
    name: Name
    options: dict[str, Any] = {}
    bots: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=15)] = []
    nonce: Nonce = ""


class Join(Body, frozen=True):
    """Taking a seat: the first free one, or the one that is wanted."""

    code: Code
    name: Name
    nonce: Nonce = ""
    want: Seat | None = None


class Moving(Body, frozen=True):
    """An answer to a request. `request`: its id; `id`: this move's own, which makes it safe to send again; `move`: with
    its `kind` and fields, as the menu offers it."""

    request: Id
    id: Id
    move: dict[str, Any]


class Talk(Body, frozen=True):
    """A line for everybody at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=4 * TALK)]


class Stage(Body, frozen=True):
    """A table at the beginning of a scenario: which file, which of its scenarios; else the first of its numbers of
    seats, and of its seeds."""

    file: Annotated[str, Meta(max_length=400)]
    id: Annotated[str, Meta(max_length=200)]
    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    seed: Annotated[int, Meta(ge=0, le=1 << 53)] | None = None


class Doing(Body, frozen=True, tag_field="do"):
    """Something done around the game."""


class Start(Doing, frozen=True, tag="start"):
    """The host deals. `fill`: the kind of bot for empty seats; without it the table closes up. `absent`: what becomes
    of people who have not answered to a rematch: a `bot` plays until they come, or they are `out`; without it the start
    is refused as long as there are any."""

    fill: Annotated[str, Meta(max_length=200)] = ""
    absent: Literal["", "bot", "out"] = ""
    nonce: Nonce = ""


class Act(Doing, frozen=True):
    """Something done around the game once. `id`: what makes it safe to send again."""

    id: Annotated[str, Meta(max_length=40)] = ""


class Leave(Act, frozen=True, tag="leave"):
    """Gives the seat up: before the start it is free again, in play a bot plays on."""


class About(Act, frozen=True):
    """Something about a seat."""

    seat: Seat = 0


class StandIn(About, frozen=True, tag="stand_in"):
    """A bot plays for somebody who is gone, until they are back. Spectators may ask too."""


class Take(About, frozen=True, tag="take"):
    """A spectator asks for a bot's seat during play, under this name. The answer holds the token that opens it once
    somebody seated has agreed."""

    name: Name = "Guest"


class Consent(About, frozen=True, tag="consent"):
    """Somebody seated agrees that this bot's seat is taken."""


class Decline(About, frozen=True, tag="decline"):
    """Somebody seated does not agree."""


class Pause(Act, frozen=True, tag="pause"):
    """The host stops deadlines and moves."""


class Resume(Act, frozen=True, tag="resume"):
    """The host lets the game go on."""


class End(Act, frozen=True, tag="end"):
    """The host ends the game; nobody wins."""


class Host(About, frozen=True, tag="host"):
    """The host makes somebody else the host."""


class Remove(About, frozen=True, tag="remove"):
    """The host takes somebody's seat; in play a bot or the game's default goes on there."""

    plays_on: Literal["bot", "default"] = "bot"


class Close(Act, frozen=True, tag="close"):
    """The host closes the game to spectators."""


class Reopen(Act, frozen=True, tag="open"):
    """The host lets spectators in again."""


class Lock(Act, frozen=True, tag="lock"):
    """The host gives the table another code."""


class Rematch(Doing, frozen=True, tag="rematch"):
    """Opens the next game of this circle, or finds it, and comes to it."""

    nonce: Nonce = ""


Room = (
    Start
    | Leave
    | Rematch
    | StandIn
    | Take
    | Consent
    | Decline
    | Pause
    | Resume
    | End
    | Host
    | Remove
    | Close
    | Reopen
    | Lock
)


# answers --------------------------------------------------------------------------------------------------------------
class GameInfo(Struct, frozen=True, gc=False):
    """A title. `seats`: least and most; `options`: their JSON Schema; `bots`: kinds, and how each plays."""

    id: str
    name: str
    blurb: str
    seats: tuple[int, int]
    options: dict[str, Any]
    bots: dict[str, str]


class Games(Struct, frozen=True, gc=False):
    """All titles of this server."""

    games: list[GameInfo]


class Me(Struct, frozen=True, gc=False):
    """A seat and the token that proves it: for its owner alone."""

    seat: int
    token: str


class Opened(Struct, frozen=True, gc=False):
    """A new table. `commitment`: to the seed of its deal, see the chapter on fair dealing."""

    table: str
    code: str
    you: Me
    commitment: str


class Found(Struct, frozen=True, gc=False):
    """The table of a code."""

    table: str
    game: str
    phase: Literal["waiting", "playing", "over"]
    seats: int
    free: int


class Done(Struct, frozen=True, gc=False, omit_defaults=True):
    """Your revision afterwards; after `rematch` the new table and its code, after `take` the token of the seat. It is 0
    for who has left."""

    rev: int
    table: str = ""
    code: str = ""
    token: str = ""


class Revision(Struct, frozen=True, gc=False):
    """Your revision afterwards."""

    rev: int


class Asked(Struct, frozen=True, gc=False, omit_defaults=True):
    """A request: which seat is asked what. `binds`: the game waits for a `must`, until any of the group acts for a
    `one_of`, never for a `may`. `id`: for the seat that is asked."""

    seat: int
    kind: str
    binds: Literal["must", "one_of", "may"]
    sealed: bool = False
    id: str = ""


class Item(Struct, frozen=True, gc=False, omit_defaults=True):
    """One kind of answer. `request`: the id of what it answers; `id`: one for the move; `fields`: what may be chosen
    for each; `why_not`: why it cannot be done now. Where `exact` is false some combinations are refused."""

    request: str
    id: str
    kind: str
    fields: dict[str, Domain]
    why_not: Refusal | None = None
    exact: bool = True


class Around(Struct, frozen=True, gc=False, omit_defaults=True):
    """The table around the game. `clocks` end at milliseconds since 1970; `closed`: to
    spectators; `hot`: people may share a device; `wishes`: who asks for which bot's seat; `mute`: why you may not talk;
    `next`: the code of the rematch."""

    game: str
    code: str
    phase: Literal["waiting", "playing", "over"]
    people: tuple[Person, ...]
    commitment: str
    options: Any
    clocks: tuple[Clock, ...] = ()
    paused: bool = False
    closed: bool = False
    hot: bool = False
    watching: int = 0
    wishes: tuple[tuple[int, str], ...] = ()
    mute: Refusal | None = None
    next: str = ""


class Seen(Struct, frozen=True, gc=False):
    """What you may know right now. `rev` changes when something of it does; `view`: null before the deal."""

    rev: int
    view: Any
    requests: list[Asked]
    menu: list[Item]
    table: Around


class Line(Struct, frozen=True, gc=False, omit_defaults=True):
    """A line of your log, its number `k`: what happened, typed (`event`) and in words, or what somebody said (`by`)."""

    k: int
    text: str
    by: str = ""
    event: Any = None


class Log(Struct, frozen=True, gc=False):
    """Lines of your log, oldest first. `earlier`: how many there are before them."""

    lines: list[Line]
    earlier: int


class Frame(Struct, frozen=True, gc=False, kw_only=True):
    """The data of one event of the stream: `rev`, the lines of the log that are new to this stream, and of all that
    `view` answers the parts that changed; in the first event, and after frames were skipped, everything."""

    rev: int
    log: list[Line]
    view: Any = None
    requests: list[Asked] | None = None
    menu: list[Item] | None = None
    table: Around | None = None


class Message(Body, frozen=True):
    """What you send over a socket: an answer to a request (`request`, `id`, `move`), or a line of `talk` for everybody,
    or the id of another `table`, which is told from then on instead of this one; `token` or `code` opens it, where that
    is not what opened this one. `id`: under which it is answered."""

    id: Annotated[str, Meta(max_length=64)] = ""
    request: Annotated[str, Meta(max_length=64)] = ""
    move: dict[str, Any] | None = None
    talk: Annotated[str, Meta(min_length=1, max_length=4 * TALK)] | None = None
    table: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    token: Annotated[str, Meta(max_length=200)] = ""
    code: Annotated[str, Meta(max_length=40)] = ""


class Told(Frame, frozen=True, gc=False, kw_only=True):
    """What a socket tells: a frame as of the stream. `accepted`: the ids of your messages that are done; of a move it
    means that it is kept."""

    accepted: list[str] = []


class Declined(Struct, frozen=True, gc=False):
    """A message of yours that changed nothing: its `id`, and the problem."""

    id: str
    type: str
    status: int
    title: str
    rule: str
    next: str


class Health(Struct, frozen=True, gc=False):
    """The server answers."""

    status: str
