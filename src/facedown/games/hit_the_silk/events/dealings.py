"""What happens between two players: trades, challenges, threats; and what is thrown away."""

from __future__ import annotations

from facedown.engine import Event, Face, Seat

Cards = tuple[Face, ...]


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
