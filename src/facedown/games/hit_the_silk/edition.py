"""`edition.toml` of Hit the Silk!, checked when it is read: what the box prints, and how rules ask for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from facedown.engine import Edition

PLAYERS = range(3, 7)
"""S-002."""
ACTIONS = ("steal", "spy", "handcuffs", "key", "poison", "antidote", "kung-fu", "bullet")
"""S-053: the cards that are played; a shot by its Bullet."""
KINDS = (
    *("briefcase-10", "briefcase-20", "briefcase-30", "briefcase-40", "parachute", "tandem", "knife", "revolver"),
    *("bullet", "poison", "antidote", "handcuffs", "licence", "kung-fu", "spy", "steal", "key", "flannel"),
)
"""The kinds of cards that the rules know."""
DIE = ("1", "2", "3", "4", "A", "D")
"""S-206: what may stand on a die."""
Count = Annotated[int, Meta(ge=0)]
By = dict[int | str, int]
"""A number for each number of players."""


class LeftOut(Struct, frozen=True, forbid_unknown_fields=True):
    """One card with this mark that takes no part with so many players."""

    face: str
    mark: int
    players: tuple[int, ...]


class Band(Struct, frozen=True, forbid_unknown_fields=True):
    """Above this altitude a change draws so many cards."""

    above: int
    cards: Annotated[int, Meta(ge=1)]


class Altimeter(Struct, frozen=True, forbid_unknown_fields=True):
    """The marks of the altimeter, in feet."""

    step: Annotated[int, Meta(ge=1)]
    start: By
    gauges: tuple[int, ...]
    poison_worthless: int
    poison_kills: int
    floor: int
    draws: tuple[Band, ...]

    def drawn(self, feet: int) -> int:
        """S-043, A-19: how many cards a change draws at this altitude."""
        return next((band.cards for band in self.draws if feet > band.above), 0)


class Landing(Struct, frozen=True, forbid_unknown_fields=True):
    """The landing board: first and last column of each row, the strip and the lake in the last one; the faces of both
    dice."""

    rows: tuple[tuple[int, int], ...]
    strip: tuple[int, int]
    lake: tuple[int, int]
    dice: tuple[str, ...]


class SilkEdition(Edition, frozen=True):
    """The box."""

    cards: int
    hand: Annotated[int, Meta(ge=1)]
    injured_hand: Annotated[int, Meta(ge=1)]
    dealt: int
    opening_discards: Count
    lockbox: Count
    put_aside: tuple[str, ...]
    last_search: Count
    offers: Count
    rounds: Annotated[int, Meta(ge=1)]
    travel_poison: int
    out_in_travel: tuple[str, ...]
    deck: dict[str, Count]
    marks: dict[str, tuple[int, ...]]
    left_out: tuple[LeftOut, ...]
    cash: dict[str, int]
    seats: dict[str, int]
    targets: By
    altitude: Altimeter
    costs: dict[str, int]
    landing: Landing
    names: dict[str, str]
    assumed: dict[str, str]

    # asking ------------------------------------------------------------------------------------------------
    def in_play(self, face: str, players: int) -> int:
        """S-013, S-014: how many copies of a card take part."""
        marks = self.marks.get(face, ())
        out = sum(mark > players for mark in marks)
        out += sum(o.face == face and players in o.players and o.mark <= players for o in self.left_out)
        return self.deck[face] - out

    def target(self, players: int) -> int:
        """S-005: thousands of pounds."""
        return _by(self.targets, players)

    def start(self, players: int) -> int:
        """S-010: feet."""
        return _by(self.altitude.start, players)

    # checking ----------------------------------------------------------------------------------------------
    def faults(self) -> Iterator[tuple[str, str]]:
        """What must hold between the fields."""
        yield from self._deck()
        yield from self._by_players()
        yield from self._altitude()
        yield from self._landing()

    def _deck(self) -> Iterator[tuple[str, str]]:
        for field, named in (("deck", self.deck), ("names", self.names)):
            for face in KINDS:
                if face not in named:
                    yield f"{field}.{face}", "is missing"
            for face in named:
                if face not in KINDS:
                    yield f"{field}.{face}", "there is no such card"
        if sum(self.deck.values()) != self.cards:
            yield "deck", f"the cards sum to {sum(self.deck.values())}, and the box has {self.cards} (S-290)"
        for field, table in (("marks", self.marks), ("cash", self.cash), ("seats", self.seats)):
            for face in table:
                if face not in KINDS:
                    yield f"{field}.{face}", "there is no such card"
        for face in (*self.put_aside, *self.out_in_travel):
            if face not in KINDS:
                yield "put_aside" if face in self.put_aside else "out_in_travel", f"there is no card {face}"
        for face, marks in self.marks.items():
            if len(marks) > self.deck[face]:
                yield f"marks.{face}", f"{len(marks)} of {self.deck[face]} cards cannot bear a number"
            if not all(mark in PLAYERS and mark > PLAYERS[0] for mark in marks):
                yield f"marks.{face}", "a number is that of players, from 4 to 6 (S-013)"
        if self.marks.get("flannel"):
            yield "marks.flannel", "Flannel bears no number (S-012)"
        for out in self.left_out:
            if out.mark not in self.marks.get(out.face, ()):
                yield "left_out", f"no {out.face} bears the number {out.mark} (S-014)"
            if any(players not in PLAYERS or players < out.mark for players in out.players):
                yield "left_out", f"a card numbered {out.mark} takes part with {out.mark} to 6 players only (S-014)"

    def _by_players(self) -> Iterator[tuple[str, str]]:
        for field, table in (("targets", self.targets), ("altitude.start", self.altitude.start)):
            for players in PLAYERS:
                if players not in table and str(players) not in table:
                    yield f"{field}.{players}", "is missing"
            for key in table:
                if str(key) not in map(str, PLAYERS):
                    yield f"{field}.{key}", "there are 3 to 6 players (S-002)"
        for players in PLAYERS:
            playing = {face: self.in_play(face, players) for face in self.deck if face != "flannel"}
            apart = sum(n for face, n in playing.items() if face in self.put_aside)
            if sum(playing.values()) - apart < self.lockbox:
                yield "lockbox", f"with {players} players there are too few cards to fill it (S-016)"
            if sum(playing.values()) < self.lockbox + players * self.dealt:
                yield "dealt", f"with {players} players there are too few cards to deal (S-019)"
        if self.dealt - self.opening_discards != self.hand:
            yield "opening_discards", f"they must leave a hand of {self.hand} (S-021)"
        if self.injured_hand > self.hand:
            yield "injured_hand", "an injured player holds no more than others (S-133)"

    def _altitude(self) -> Iterator[tuple[str, str]]:
        high, step = self.altitude, self.altitude.step
        for name in (*ACTIONS, "change", "pass", "turbulence"):
            if name not in self.costs:
                yield f"costs.{name}", "is missing"
        for name, feet in self.costs.items():
            if feet < 0 or feet % step:
                yield f"costs.{name}", f"{feet} is no multiple of {step} feet from 0 up (A-01)"
        if self.costs.get("pass") == 0:
            yield "costs.pass", "a pass must cost height, or the plane never comes down (A-11)"
        marks: dict[str, tuple[int, ...]] = {
            "poison_worthless": (high.poison_worthless,),
            "poison_kills": (high.poison_kills,),
            "floor": (high.floor,),
            "gauges": high.gauges,
            "start": tuple(high.start.values()),
        }
        for name, feets in marks.items():
            for feet in feets:
                if feet % step or feet < high.floor:
                    yield f"altitude.{name}", f"{feet} is no mark of the altimeter, in steps of {step} feet"
        if any(feet <= high.floor for feet in high.start.values()):
            yield "altitude.start", "the plane starts above the floor"
        bands = [band.above for band in high.draws]
        if bands != sorted(bands, reverse=True) or not bands or bands[-1] > high.floor:
            yield "altitude.draws", "they go from the highest down to the floor (S-043)"

    def _landing(self) -> Iterator[tuple[str, str]]:
        land = self.landing
        if not land.rows:
            yield "landing.rows", "there is no board"
            return
        for at, (first, last) in enumerate(land.rows):
            if not 0 <= first <= last:
                yield f"landing.rows.{at}", f"from {first} to {last} is no row of spaces"
            if at and not (first <= land.rows[at - 1][1] and last >= land.rows[at - 1][0]):
                yield f"landing.rows.{at}", "the board has a hole between this row and the one above"
        first, last = land.rows[-1]
        for name, (left, right) in (("strip", land.strip), ("lake", land.lake)):
            if not first <= left <= right <= last:
                yield f"landing.{name}", f"columns {left} to {right} are no spaces of the last row (A-81)"
        if land.lake[1] >= land.strip[0]:
            yield "landing.lake", "it lies left of the Landing Strip"
        if land.lake[0] != first or land.lake[1] + 1 != land.strip[0] or land.strip[1] != last:
            yield "landing.strip", "lake and strip leave a hole in the last row (A-81)"
        for face in land.dice:
            if face not in DIE:
                yield "landing.dice", f"{face} is no face of a die"
        if not land.dice:
            yield "landing.dice", "a die has faces"


def _by(table: By, players: int) -> int:
    return table[players] if players in table else table[str(players)]
