"""What happens from the deal to a vote, and talk."""

from __future__ import annotations

from facedown.engine import Event, Face, Seat

from ..words import Cause, Death

Cards = tuple[Face, ...]


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
    """The needle moves (A-14), for one of the causes of A-113."""

    from_: int
    to: int
    cause: Cause


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


class Said(Event, frozen=True):
    """Somebody said something (S-006)."""

    seat: Seat
    text: str


class Claimed(Event, frozen=True):
    """Somebody said something about cards (D-37)."""

    seat: Seat
    claim: str
