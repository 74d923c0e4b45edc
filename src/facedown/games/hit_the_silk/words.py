"""The words of Hit the Silk!: options, moves, and the positions that a scenario can describe. Events stand in `events`,
views in `views`. All that crosses a border stands in these three."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from facedown.engine import Face, Move, Seat

Weapon = Literal["knife", "revolver"]
Death = Literal["poison", "shot"]
Cause = Literal["cost", "change", "pass", "turbulence"]
"""A-113: why the needle drops."""
Stage = Literal["opening", "turn", "jump", "search", "flight", "brake"]
TALK = 280
"""Characters of a line of talk."""
ANY = "any"
"""A-61: a card that an offer does not describe."""
Answers = Literal["a", "b", "c", "d", "proof"]
ANSWERS: tuple[Answers, ...] = ("a", "b", "c", "d", "proof")
"""D-29."""
SWITCHES = ("briefcase_cuffs", "threat", "disposal", "challenge", "counter_challenge")
"""A-93: the rules of Double Cross, each of which can be switched by itself."""

Switch = Annotated[bool | None, Meta(description="a rule of Double Cross; left open: as the preset says (A-93)")]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host chooses (S-001)."""

    preset: Annotated[
        Literal["core", "travel", "double-cross"],
        Meta(description="core, travel, or double-cross: all its rules on (S-001, A-93)"),
    ] = "core"
    mode: Annotated[
        Literal["core", "travel"] | None,
        Meta(description="with the altimeter (core) or by rounds (travel); left open: as the preset says (A-92)"),
    ] = None
    briefcase_cuffs: Switch = None
    threat: Switch = None
    disposal: Switch = None
    challenge: Switch = None
    counter_challenge: Switch = None
    swap_each_turn: Annotated[
        bool, Meta(description="one swap with the dead in each turn, instead of one with each of them (A-46)")
    ] = False
    trade_any_time: Annotated[bool, Meta(description="any two players may trade, in anybody's turn (A-59)")] = False
    lake_is_crash: Annotated[bool, Meta(description="the spaces over water are a crash (A-83)")] = False
    discussion: Annotated[
        int, Meta(ge=0, le=3600, description="seconds of talk before ballots open; 0: they are open at once (A-64)")
    ] = 0
    window: Annotated[
        int, Meta(ge=1, le=600, description="seconds to answer with a Knife or Kung Fu, always the whole time (A-108)")
    ] = 10
    turn_clock: Annotated[
        Annotated[int, Meta(ge=5, le=86400)] | None,
        Meta(description="seconds for a decision, then the default is played; else no clock (A-107)"),
    ] = None

    def on(self, switch: str) -> bool:
        """Whether a rule of Double Cross is played (A-93)."""
        chosen: bool | None = getattr(self, switch)
        if switch == "counter_challenge" and chosen is None:
            return self.preset == "double-cross" and self.on("challenge")
        return self.preset == "double-cross" if chosen is None else chosen

    @property
    def travel(self) -> bool:
        """S-001: whether it is played with the cards alone."""
        return self.preset == "travel" if self.mode is None else self.mode == "travel"


# moves ----------------------------------------------------------------------------------------------------
class Opening(Move, frozen=True):
    """The cards of the deal that you get rid of (S-021)."""

    cards: tuple[Face, ...]


class Change(Move, frozen=True):
    """Discard this card and draw (S-041)."""

    card: Face


class Keep(Move, frozen=True):
    """The one you keep of the cards drawn (S-044)."""

    card: Face


class Play(Move, frozen=True):
    """Play an action; a shot by its Bullet (S-050)."""

    card: Face


class Target(Move, frozen=True, omit_defaults=True):
    """The player an action is aimed at; for Kung Fu also the weapon you would rather knock away (A-51)."""

    seat: Seat
    weapon: Weapon | None = None


class Cuff(Move, frozen=True, omit_defaults=True):
    """The two players you cuff together, or your own Briefcase that you cuff to yourself (S-080, S-250)."""

    seats: tuple[Seat, ...] | None = None
    case: Face | None = None


class Key(Move, frozen=True, omit_defaults=True):
    """Unlock the cuffs of this number, or look into the Lockbox (S-091)."""

    cuff: int | None = None
    lockbox: bool | None = None


class Take(Move, frozen=True, omit_defaults=True):
    """The card you take of those you see; null: none. `drop`: your own card that makes room (A-97)."""

    card: Face | None
    drop: Face | None = None


class Knife(Move, frozen=True):
    """Whether you show a Knife (S-064)."""

    show: bool


class Defend(Move, frozen=True):
    """Whether you defend yourself by Kung Fu (S-123)."""

    use: bool


class MakeOffer(Move, frozen=True, tag="offer"):
    """Propose a trade: what you say you give, and want; `any` describes nothing (A-61)."""

    seat: Seat
    give: tuple[Face, ...]
    want: tuple[Face, ...]


class Answer(Move, frozen=True, omit_defaults=True):
    """Answer a proposal; a counter says what you give and want instead (A-59)."""

    say: Literal["accept", "decline", "counter"]
    give: tuple[Face, ...] | None = None
    want: tuple[Face, ...] | None = None


class Lay(Move, frozen=True):
    """The cards you hand over, as agreed or not (S-151, S-152)."""

    cards: tuple[Face, ...]


class Ballot(Move, frozen=True):
    """Hit the Silk, or wait (S-162)."""

    hit: bool


class DeadSwap(Move, frozen=True):
    """Discard a card of yours and take one of a dead player's (S-110)."""

    seat: Seat
    give: Face
    take: Face


class GiveSeat(Move, frozen=True):
    """Who gets a spare place under your parachutes; null: nobody (S-186, A-69)."""

    seat: Seat | None


class Redraw(Move, frozen=True):
    """In the last search: discard these and draw as many (S-203)."""

    cards: tuple[Face, ...]


class Stop(Move, frozen=True):
    """You search no more (A-78)."""


class Fly(Move, frozen=True, omit_defaults=True):
    """How far the plane flies across and down; `minus`: the die that the Licence lowers by one (S-207, S-212)."""

    across: int
    down: int
    minus: Literal[1, 2] | None = None


class Brake(Move, frozen=True):
    """Whether the Licence lowers the die you brake with (A-84)."""

    minus: bool


class End(Move, frozen=True):
    """Your turn is over (S-031)."""


class Say(Move, frozen=True):
    """Talk, true or false (S-006)."""

    text: str


class Claim(Move, frozen=True):
    """Say something about cards that the table remembers; nobody checks it (S-006, D-37)."""

    claim: str


class Threaten(Move, frozen=True):
    """Threaten a player with your Revolver (S-260)."""

    seat: Seat


class Threatened(Move, frozen=True):
    """Your answer to a threat: (a) show cards, (b) refuse, (c) show a Revolver, (d) Kung Fu; or first ask for proof
    (S-261 to S-266)."""

    answer: Answers


class Retaliate(Move, frozen=True):
    """Whether your own Kung Fu cancels theirs (S-267)."""

    use: bool


class DropOut(Move, frozen=True):
    """The cards you lose to come down to your limit (A-25)."""

    cards: tuple[Face, ...]


class Dispose(Move, frozen=True):
    """Throw cards off the plane, and discard as many others (S-270, S-271)."""

    throw: tuple[Face, ...]
    discard: tuple[Face, ...]


class Challenge(Move, frozen=True):
    """Whether you challenge what the other has laid (S-281)."""

    call: bool


class Counter(Move, frozen=True):
    """Whether you challenge back (S-285)."""

    call: bool


class Remedy(Move, frozen=True):
    """Take what was promised, with a card of your choice for each that was never there; null: call the trade off, or
    after a true packet let it go on (S-282 to S-286)."""

    take: tuple[Face, ...] | None


class Extra(Move, frozen=True):
    """One more card of the liar for one of yours; null: none (S-287)."""

    give: Face | None
    take: Face | None


# positions of scenarios -----------------------------------------------------------------------------------
Pile = tuple[Face, ...] | int


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """A described position. `offers`: proposals made in this turn; `swapped`: who has swapped with which dead player;
    `crew`: who is left on the plane."""

    altitude: int | None = None
    turn: Seat = 0
    round: int = 1
    hands: dict[Seat, tuple[Face, ...]] = {}
    draw: Pile | None = None
    discard: Pile | None = None
    lockbox: Pile | None = None
    box: Pile | None = None
    poisoned: tuple[Seat, ...] = ()
    injured: tuple[Seat, ...] = ()
    dead: dict[Seat, Death] = {}
    cuffs: tuple[tuple[Seat, Seat], ...] = ()
    cuffed_case: dict[Seat, Face | tuple[Face, ...]] = {}
    used: tuple[Literal["change", "key", "threat"], ...] = ()
    moved: bool = False
    offers: int = 0
    swapped: tuple[tuple[Seat, Seat], ...] = ()
    target: int | None = None
    phase: Stage = "turn"
    crew: tuple[Seat, ...] = ()
    plane: tuple[int, int] | None = None
    over: bool = False
