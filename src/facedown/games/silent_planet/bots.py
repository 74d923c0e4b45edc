"""The players of Silent Planet that bots and people can meet at a table."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random as Generator
from typing import TYPE_CHECKING, Any, Literal

from facedown.engine import Event, Move, Offer, Request
from facedown.engine.words import Random as Source

from .plan import Plan, visits
from .reading import Beliefs, Row, arranged
from .words import Arrange, Laid, Lock, Revealed, Settle, View

if TYPE_CHECKING:
    from . import SilentPlanetGame


def orders(wild: int) -> dict[str, tuple[int, ...]]:
    """Conventions: kinds left to right, counted from 0, the wild last among them. One hint shows where the leading
    group ends (see help.md)."""
    return {"plain": tuple(range(wild + 1)), "ends": (0, *range(2, wild + 1), 1)}


class Random:
    """Lays its cards as they come, without a hint, and locks blindly."""

    def __init__(self, game: SilentPlanetGame, seat: int, seats: int, options: Any, rng: Source) -> None:
        self.moves, self.key = game.State.MOVES, rng.random()

    def decide(
        self, view: View, events: Sequence[Event], requests: Sequence[Request], menu: Sequence[Offer]
    ) -> tuple[Request, Move] | None:
        """A random answer to a request that binds."""
        for request in requests:
            if request.binds != "may":
                rng = Generator(f"{self.key}/{request.kind}/{request.opened}")
                if request.kind == "arrange":
                    return request, mixed(view, rng)
                offer = rng.choice([o for o in menu if o.request == request.kind and o.why_not is None])
                return request, self.moves[offer.kind](**{name: d.pick(rng) for name, d in offer.fields.items()})
        return None


def mixed(view: View, rng: Generator) -> Arrange:
    """One's cards in an order by lot, without hints."""
    assert view.you is not None and view.you.hand is not None
    return Arrange(tuple(rng.sample(view.you.hand, len(view.you.hand))))


class Steady:
    """Keeps a convention, reads rows by it, and plans the running team ahead.

    `order`: the convention, plain (1 2 3 4 5 x) or ends (1 3 4 5 x 2), with one hint after the leading group.
    `yields`: how many cards it is ready to lose on average so as to agree with the others. `mixed`: it lays its own row
    at random and without a hint: a partner for tests."""

    def __init__(
        self,
        game: SilentPlanetGame,
        seat: int,
        seats: int,
        options: Any,
        rng: Source,
        *,
        order: Literal["plain", "ends"] = "plain",
        yields: float = 0.05,
        mixed: bool = False,
    ) -> None:
        if yields < 0:
            raise ValueError("yields is not negative")
        self.cards, self.seat, self.key = game.cards, seat, rng.random()
        known = orders(self.cards.wild)
        self.orders = [known[order], *[kinds for name, kinds in known.items() if name != order]]
        self.yields, self.mixed = yields, mixed
        self.kinds = dict(zip(self.cards.code, self.cards.kind, strict=True))
        self.seen: list[dict[int, int]] = [{} for _ in range(seats)]
        """The kinds of what has lain open, by row and place."""

    def decide(
        self, view: View, events: Sequence[Event], requests: Sequence[Request], menu: Sequence[Offer]
    ) -> tuple[Request, Move] | None:
        """Lays its row; locks the best card; gives in or settles where all have locked."""
        self.hear(events)
        for request in requests:
            if request.binds == "may":
                continue
            if request.kind == "arrange":
                return request, self.lay(view)
            return self.elect(view, request, requests)
        return None

    def hear(self, events: Sequence[Event]) -> None:
        """Remembers what was turned up: of a gap the table does not show any more what lay there."""
        for event in events:
            match event:
                case Laid(hints):
                    for seat, there in hints.items():
                        self.seen[seat].update({at: self.kinds[face] for at, face in there.items()})
                case Revealed(row, at, face):
                    self.seen[row][at] = self.kinds[face]

    def lay(self, view: View) -> Arrange:
        """By the convention."""
        assert view.you is not None and view.you.hand is not None
        if self.mixed:
            return mixed(view, Generator(f"{self.key}/row"))
        hand = view.you.hand
        row, hints = arranged(self.orders[0], [self.kinds[face] for face in hand])
        held = {kind: [face for face in hand if self.kinds[face] == kind] for kind in row}
        return Arrange(tuple([held[kind].pop() for kind in row]), hints)

    # electing ----------------------------------------------------------------------------------------------
    def elect(self, view: View, request: Request, requests: Sequence[Request]) -> tuple[Request, Move]:
        """The best card, or the one that the others point at if it is hardly worse."""
        assert view.turn is not None and view.pointers is not None
        places = [at for at, place in enumerate(view.rows[view.turn]) if place.is_ == "down"]
        costs = dict(zip(places, self.costs(view), strict=True))
        best = min(costs.values())
        own, seats = view.pointers[self.seat], len(view.rows)
        around = [(view.turn + i) % seats for i in range(1, seats)]
        fingers = [view.pointers[seat] for seat in around if seat != self.seat]
        others = [finger.at for finger in fingers if finger is not None]
        if others:
            theirs = max(others, key=others.count)
            if costs[theirs] <= best + self.yields:
                best = costs[theirs]
                costs = {theirs: best}
        at = min(costs, key=costs.__getitem__)
        if request.kind == "lock":
            return request, Lock(at, view.turn)
        lock = next((r for r in requests if r.kind == "lock"), None)
        if lock is not None and others and own is not None and own.at != at:
            return lock, Lock(at, view.turn)
        return request, Settle()

    def costs(self, view: View) -> list[float]:
        """What each face-down card of the active row costs, as far as this seat can know."""
        assert view.turn is not None and view.you is not None and view.you.row is not None
        mine: list[int | None] = [
            self.seen[self.seat].get(at) if face is None else self.kinds[face] for at, face in enumerate(view.you.row)
        ]
        down = [[at for at, place in enumerate(row) if place.is_ == "down"] for row in view.rows]
        rows = [
            Row(
                [self.seen[seat].get(at) for at in range(len(row))],
                [at for at, place in enumerate(row) if place.is_ == "hint"],
            )
            for seat, row in enumerate(view.rows)
        ]
        hand = [float(mine.count(kind)) for kind in range(len(self.cards.copies))]
        beliefs = Beliefs(self.cards.copies, rows, self.seat, hand, self.orders)
        centre = [self.kinds[face] for face in view.centre]
        ahead = visits(view.turn, down, beliefs.shares, self.cards.team - len(centre), self.seat, mine)
        return Plan(centre, ahead, self.cards.team, self.cards.wild).costs()
