"""Landing the plane: who is left on board flies it down and brakes (1.19, 2.12). The arithmetic of the board stands in
`landing`."""

from __future__ import annotations

from facedown.engine import EVERYONE, Choice, Domain, Offer, Refusal

from .. import refusals as no
from ..events import Crashed, Flew, Landed, Roll, Touchdown
from ..landing import FLYING, TOUCHDOWN, Flight, brake, flights, reach, rolls
from ..words import Brake, Fly
from .scoring import Scoring

LICENCE = "licence"


class Flying(Scoring):
    """The crew (S-201) and its plane. Poison kills nobody here any more (A-77)."""

    __slots__ = ()

    def has_licence(self) -> bool:
        """S-202, A-80: one Licence serves the whole crew."""
        return any(self.holds(seat, LICENCE) for seat in self.crew)

    def pilot(self) -> int:
        """A-80: who holds the Licence, else the first lander from the left of the turn player; not who is gone, if
        another is there."""
        order = [seat for seat in self.clockwise(self.turn + 1) if seat in self.crew]
        order.sort(key=lambda seat: not self.holds(seat, LICENCE))
        return next((seat for seat in order if not self.gone >> seat & 1), order[0])

    def take_off(self) -> None:
        """S-205."""
        self.stage = "flight"
        self.then("roll_dice")

    def roll_dice(self) -> None:
        """S-206: two dice, then the pilot decides."""
        self.roll = tuple(self.chance.pick("flight", rolls(self.edition.landing)).split())
        self.tell(EVERYONE, Roll(self.roll))
        self.ask("flight", [self.pilot()])

    def flights(self) -> list[Flight]:
        """S-207 to S-209, S-212: what may be made of this roll."""
        return flights(self.roll, self.has_licence())

    def check_fly(self, seat: int, move: Fly) -> Refusal | None:
        """One of those, in the figures that the Licence leaves."""
        if Flight(move.across, move.down, move.minus) in self.flights():
            return None
        return no.NO_LICENCE if move.minus is not None and not self.has_licence() else no.NOT_THAT_ROLL

    def do_fly(self, seat: int, move: Fly) -> None:
        """A-82: one roll, one displacement; only its end counts."""
        self.close("flight")
        what, self.plane = self.leads(move)
        self.roll = ()
        self.tell(EVERYONE, Flew(seat, move.across, move.down, self.plane, move.minus is not None))
        if what == FLYING:
            self.then("roll_dice")
        elif what == TOUCHDOWN:
            self.tell(EVERYONE, Touchdown(self.plane[0]))
            self.then("roll_to_brake")
        else:
            self.tell(EVERYONE, Crashed(what))  # S-210
            self.then("score")

    def leads(self, flight: Fly | Flight) -> tuple[str, tuple[int, int]]:
        """Where a use of the roll leads."""
        return reach(self.edition.landing, self.plane, flight.across, flight.down, self.options.lake_is_crash)

    def best_known_flight(self) -> Fly:
        """D-26: the first that does not lose, else the first."""
        ways = self.flights()
        safe = next((way for way in ways if self.leads(way)[0] in (FLYING, TOUCHDOWN)), ways[0])
        return Fly(safe.across, safe.down, safe.minus)

    def menu_for_flight(self, seat: int) -> list[Offer]:
        """Each a case."""
        offers = []
        for flight in self.flights():
            fields: dict[str, Domain] = {"across": Choice((flight.across,)), "down": Choice((flight.down,))}
            if flight.minus is not None:
                fields["minus"] = Choice((flight.minus,))
            offers.append(Offer("flight", "fly", fields))
        return offers

    # the brake ---------------------------------------------------------------------------------------------
    def roll_to_brake(self) -> None:
        """S-211: one die."""
        self.stage = "brake"
        self.roll = (self.chance.pick("brake", rolls(self.edition.landing, 1)),)
        self.tell(EVERYONE, Roll(self.roll))
        self.ask("brake", [self.pilot()])

    def stops(self, minus: bool) -> tuple[bool, int]:
        """A-84, A-85: whether the plane stops on the strip, and in which column."""
        return brake(self.edition.landing, self.plane[0], self.roll[0], minus)

    def check_brake(self, seat: int, move: Brake) -> Refusal | None:
        """S-212."""
        return no.NO_LICENCE if move.minus and not self.has_licence() else None

    def do_brake(self, seat: int, move: Brake) -> None:
        """S-211."""
        self.close("brake")
        self.landed, column = self.stops(move.minus)
        self.plane = (column, self.plane[1])
        self.tell(EVERYONE, Landed(column) if self.landed else Crashed("brake"))
        self.then("score")

    def safe_brake(self) -> Brake:
        """D-27."""
        return Brake(not self.stops(False)[0] and self.has_licence())
