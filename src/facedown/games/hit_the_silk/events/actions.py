"""What card actions bring about."""

from __future__ import annotations

from facedown.engine import Event, Face, Seat

from ..words import Weapon

Cards = tuple[Face, ...]


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
