"""What happens in Hit the Silk!, as the log tells it (4.3 of our reference). Fields that may be left out hold cards that
only some may know: they are told in versions."""

from __future__ import annotations

from facedown.engine import Event, Face, Seat

from .words import Death, Weapon

Cards = tuple[Face, ...]


# setup, turn, cards ---------------------------------------------------------------------------------------
class Dealt(Event, frozen=True):
    """The cards of a deal, to their owner (S-019)."""

    seat: Seat
    count: int
    cards: Cards | None = None


class Opened(Event, frozen=True):
    """The cards a player got rid of at the start (S-021)."""

    seat: Seat
    cards: Cards


class TurnBegins(Event, frozen=True):
    """A turn; in Travel of this round."""

    seat: Seat
    round: int | None = None


class Changed(Event, frozen=True):
    """A player discards a card to draw (S-041)."""

    seat: Seat
    card: Face


class Drew(Event, frozen=True):
    """Cards drawn; the drawer knows which (D-04)."""

    seat: Seat
    count: int
    cards: Cards | None = None


class Kept(Event, frozen=True):
    """The card kept, for its owner, and those put on Discard (S-044)."""

    seat: Seat
    cards: Cards
    card: Face | None = None


class Passed(Event, frozen=True):
    """A turn without loss of height ends (S-032)."""

    seat: Seat


class Refilled(Event, frozen=True):
    """Flannels taken (S-023, A-24)."""

    seat: Seat
    count: int


class Reshuffled(Event, frozen=True):
    """So many cards of Discard make a new Draw pile (S-047)."""

    count: int


class Dropped(Event, frozen=True):
    """Cards discarded to come down to the limit, or to make room (A-25)."""

    seat: Seat
    cards: Cards


# altitude and vote ----------------------------------------------------------------------------------------
class Announced(Event, frozen=True):
    """A card is played: it lies open before its player (A-16)."""

    seat: Seat
    card: Face


class Paid(Event, frozen=True):
    """What an action costs (S-051)."""

    seat: Seat
    card: Face
    feet: int


class Fizzled(Event, frozen=True):
    """An action became impossible (A-17)."""

    seat: Seat
    card: Face


class Needle(Event, frozen=True, rename={"from_": "from"}):
    """The needle moves (A-14)."""

    from_: int
    to: int
    cause: str


class VoteOpened(Event, frozen=True):
    """A vote at this gauge; in Travel after this round (S-160, S-236)."""

    gauge: int | None = None
    round: int | None = None


class Ballot(Event, frozen=True):
    """A ballot is cast (S-162)."""

    seat: Seat
    hit: bool


class Vote(Event, frozen=True):
    """The result of a vote (S-164)."""

    hit: int
    wait: int


class Turbulence(Event, frozen=True):
    """After a failed vote (S-165)."""

    feet: int


class Purged(Event, frozen=True):
    """A Poison goes to the Box, worthless (S-103, A-40)."""

    seat: Seat
    card: Face


class Died(Event, frozen=True):
    """A player dies of poison and lays down a hand (S-108, S-109)."""

    seat: Seat
    of: Death
    cards: Cards


# actions --------------------------------------------------------------------------------------------------
class KnifeAsked(Event, frozen=True):
    """The victim of a theft is asked for a Knife (A-108)."""

    seat: Seat
    by: Seat


class NoKnife(Event, frozen=True):
    """No Knife is shown (D-06)."""

    seat: Seat


class Knife(Event, frozen=True):
    """A Knife is shown: the theft fails (S-065)."""

    seat: Seat


class Looked(Event, frozen=True):
    """Somebody looks at cards (S-062, S-132, S-262); who may know which."""

    seat: Seat
    target: Seat | None = None
    cards: Cards | None = None


class Stole(Event, frozen=True):
    """A card was stolen; thief and victim know which (D-07)."""

    seat: Seat
    target: Seat
    card: Face | None = None


class Spied(Event, frozen=True):
    """A hand was looked at (S-071)."""

    seat: Seat
    target: Seat
    cards: Cards | None = None


class Cuffed(Event, frozen=True, omit_defaults=True):
    """Two players are cuffed together, or one to a Briefcase (S-080, S-250)."""

    cuff: int
    seats: tuple[Seat, ...] | None = None
    seat: Seat | None = None


class Unlocked(Event, frozen=True):
    """Cuffs are unlocked (S-092)."""

    seat: Seat
    cuff: int


class Lockbox(Event, frozen=True):
    """The Lockbox was opened (S-094); its user knows what was taken."""

    seat: Seat
    took: bool
    left: int
    card: Face | None = None


class Poisoned(Event, frozen=True):
    """A player is poisoned (S-100)."""

    seat: Seat
    by: Seat


class Cured(Event, frozen=True):
    """The Antidote is taken (S-106)."""

    seat: Seat
    by: Seat


class Attacked(Event, frozen=True):
    """A Kung Fu move (A-51)."""

    seat: Seat
    target: Seat
    weapon: Weapon


class Defended(Event, frozen=True):
    """A defensive Kung Fu move (S-123)."""

    seat: Seat


class LostWeapon(Event, frozen=True):
    """The weapon knocked away, or none (S-121)."""

    seat: Seat
    card: Face | None = None


class Shot(Event, frozen=True):
    """A shot at a player (S-130)."""

    seat: Seat
    target: Seat


class Injured(Event, frozen=True):
    """A first bullet (S-133)."""

    seat: Seat


class TookOf(Event, frozen=True, tag="took"):
    """Whether a card was taken of a hand (S-132, S-262); the two know which."""

    seat: Seat
    target: Seat
    took: bool
    card: Face | None = None


class Killed(Event, frozen=True):
    """A second bullet: so many cards leave the game unseen (S-134, S-135). Their owner knows them."""

    seat: Seat
    count: int
    cards: Cards | None = None


class SwappedDead(Event, frozen=True):
    """A swap with a dead player (S-110)."""

    seat: Seat
    target: Seat
    gave: Face
    took: Face


# trade ----------------------------------------------------------------------------------------------------
class Offered(Event, frozen=True):
    """The terms of a proposal (D-20)."""

    seat: Seat
    to: Seat
    give: Cards
    want: Cards


class Answered(Event, frozen=True):
    """The answer to it (D-21)."""

    seat: Seat
    say: str


class Laid(Event, frozen=True):
    """A trader has laid so many cards (A-62)."""

    seat: Seat
    count: int


class Swapped(Event, frozen=True):
    """The trade is done; the two know the cards (A-62)."""

    seat: Seat
    to: Seat
    gave: Cards | None = None
    took: Cards | None = None


class Challenged(Event, frozen=True):
    """A trader challenges the other (S-281)."""

    seat: Seat


class Accepted(Event, frozen=True):
    """A trader does not challenge (D-33, D-34)."""

    seat: Seat


class Revealed(Event, frozen=True):
    """What a trader has laid (S-281, S-285)."""

    seat: Seat
    cards: Cards


class Remedy(Event, frozen=True):
    """So many cards were taken as a remedy; 0: none (S-282 to S-286). The two know the cards."""

    seat: Seat
    count: int
    gave: Cards | None = None
    took: Cards | None = None


class Void(Event, frozen=True):
    """The trade is off, or void: each has their own cards again (S-283, S-288)."""

    seat: Seat
    to: Seat


class ExtraSwap(Event, frozen=True):
    """Whether one more card was swapped (S-287)."""

    seat: Seat
    done: bool
    gave: Face | None = None
    took: Face | None = None


# double cross ---------------------------------------------------------------------------------------------
class Threatened(Event, frozen=True):
    """A threat (S-260)."""

    seat: Seat
    target: Seat


class ThreatAnswered(Event, frozen=True):
    """The answer to it (D-29)."""

    seat: Seat
    answer: str


class Proof(Event, frozen=True):
    """The Revolver is shown (S-261)."""

    seat: Seat


class Standoff(Event, frozen=True):
    """Revolver against Revolver (A-99)."""

    seats: tuple[Seat, ...]


class NoShot(Event, frozen=True):
    """There is no Bullet: the Revolver is lost (S-264)."""

    seat: Seat


class Retaliated(Event, frozen=True):
    """Kung Fu against Kung Fu (S-267)."""

    seat: Seat


class Disarmed(Event, frozen=True):
    """A threat is dismissed, and the Revolver lost (S-266)."""

    seat: Seat


class Disposed(Event, frozen=True):
    """Cards thrown off the plane: how many, and the discards (S-270, S-271). The thrower knows what was thrown."""

    seat: Seat
    count: int
    cards: Cards
    thrown: Cards | None = None


# the end --------------------------------------------------------------------------------------------------
class Jump(Event, frozen=True):
    """All hands are opened (S-166)."""

    hands: dict[Seat, Cards]


class SeatGiven(Event, frozen=True):
    """A spare place under a parachute (S-186)."""

    seat: Seat
    to: Seat | None


class Landing(Event, frozen=True, tag="jumped"):
    """Who comes down by parachute, who falls, who is left on board (A-71, A-72)."""

    safe: tuple[Seat, ...]
    fallen: tuple[Seat, ...]
    aboard: tuple[Seat, ...]
    cash: int


class Search(Event, frozen=True):
    """A step of the last search (D-25): cards discarded and drawn; without both it is over for this lander."""

    seat: Seat
    cards: Cards = ()
    drawn: Cards = ()


class Roll(Event, frozen=True):
    """Dice of the flight, or of the brake (S-206)."""

    dice: tuple[str, ...]


class Flew(Event, frozen=True):
    """The plane flies on (A-82)."""

    seat: Seat
    across: int
    down: int
    to: tuple[int, int]
    minus: bool = False


class Touchdown(Event, frozen=True):
    """The plane touches the strip (S-211)."""

    column: int


class Landed(Event, frozen=True):
    """The plane has come to a stop on the strip (S-211)."""

    column: int


class Crashed(Event, frozen=True):
    """The plane crashes (S-210)."""

    how: str


# talk -----------------------------------------------------------------------------------------------------
class Said(Event, frozen=True):
    """Somebody said something (S-006)."""

    seat: Seat
    text: str


class Claimed(Event, frozen=True):
    """Somebody said something about cards (D-37)."""

    seat: Seat
    claim: str


Happened = (
    Dealt | Opened | TurnBegins | Changed | Drew | Kept | Passed | Refilled | Reshuffled | Dropped
    | Announced | Paid | Fizzled | Needle | VoteOpened | Ballot | Vote | Turbulence | Purged | Died
    | KnifeAsked | NoKnife | Knife | Looked | Stole | Spied | Cuffed | Unlocked | Lockbox | Poisoned | Cured
    | Attacked | Defended | LostWeapon | Shot | Injured | TookOf | Killed | SwappedDead
    | Offered | Answered | Laid | Swapped | Challenged | Accepted | Revealed | Remedy | Void | ExtraSwap
    | Threatened | ThreatAnswered | Proof | Standoff | NoShot | Retaliated | Disarmed | Disposed
    | Jump | SeatGiven | Landing | Search | Roll | Flew | Touchdown | Landed | Crashed | Said | Claimed
)  # fmt: skip
