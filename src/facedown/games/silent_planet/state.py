"""A state of Silent Planet: the rules, with what every position is looked at and played through. Views show what lies
there for one viewer (section 4 of our reference); menus list what may be answered, with why not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from facedown.engine import ARCHIVE, Choice, Move, Offer, Order, Request, Subset, Told, only
from facedown.engine.words import Random

from .given import lay_out
from .rules import Rules
from .words import SIGNS, Arrange, Dealt, Given, Lock, Place, Point, Settle, Unlock, View, You

DOWN, GAP = Place("down"), Place("gap")


class SilentPlanet(Rules):
    """A position of Silent Planet: rules, and what is seen of it."""

    __slots__ = ()

    def lay_out(self, given: Given) -> None:
        """The position a scenario describes."""
        lay_out(self, given)

    def opening(self) -> Told:
        """P-005: the log begins with the cards that its reader was dealt."""
        if self.turn is None and self.ended is None:
            for seat, row in enumerate(self.rows):
                self.tell(only(seat), Dealt(seat, self.game.faces.show(row)))
        return super().opening()

    # views -------------------------------------------------------------------------------------------------
    def phase(self) -> str:
        """Rows are laid, then turns are taken."""
        return "arrange" if self.turn is None else "turn"

    def shown(self, seat: int, own: bool) -> tuple[Place, ...]:
        """A row as its owner sees it, or as others do (A-P03, A-P15)."""
        cards, hints = self.cards, self.hints[seat]
        return tuple([
            GAP if card is None else cards.hint[card] if hints >> at & 1 else cards.own[card] if own else DOWN
            for at, card in enumerate(self.rows[seat])
        ])  # fmt: skip

    def _share(self) -> tuple[Any, ...]:
        """What the views of this position have in common."""
        show, turn = self.game.faces.show, self.turn
        broken, at = [], self.left
        if self.options.history:  # A-P16
            for size in self.broken:
                broken.append(show(self.box[at : at + size]))
                at += size
        shared = self.shared = (
            self.phase() if self.ended is None else "over",
            [() if self.laying() else self.shown(seat, False) for seat in range(self.seats)],
            show(self.centre),
            tuple(map(show, self.teams)),
            tuple([seat for seat in range(self.seats) if self.abstained >> seat & 1]),
            tuple([seat for seat, move in enumerate(self.sealed) if move is not None]) if self.laying() else None,
            None if turn is None else self.pointers,
            tuple(broken) if self.options.history else None,
        )
        return shared

    def laying(self) -> bool:
        """Whether no row lies there yet."""
        return not any(self.down) and not any(self.hints) and not any(None in row for row in self.rows)

    def view(self, viewer: int) -> View:
        """What one viewer sees right now: what lies open, and what is its own."""
        phase, rows, centre, teams, abstained, submitted, pointers, broken = self.shared or self._share()
        show, you, box = self.game.faces.show, None, None
        if viewer < self.seats:
            if self.laying():
                you = You(viewer, self.sealed[viewer], hand=show(self.rows[viewer]))
            else:
                rows = [*rows]
                rows[viewer] = self.shown(viewer, True)
                code = self.cards.code
                row = tuple([None if card is None else code[card] for card in self.rows[viewer]])
                you = You(viewer, row=row)
        elif viewer == ARCHIVE:
            rows = [self.shown(seat, True) for seat in range(self.seats)]
            box = show(self.box)
        return View(
            phase,
            self.turn,
            tuple(rows),
            centre,
            teams,
            abstained,
            self.people,
            you,
            submitted,
            pointers,
            broken,
            box,
            self.ended,
        )

    # menus -------------------------------------------------------------------------------------------------
    def offers(self, seat: int) -> list[Offer]:
        """What may be answered, with why not."""
        cards, turn = self.cards, self.turn
        if turn is None:
            hand = self.game.faces.show(self.rows[seat])
            every = tuple(range(cards.row))
            return [
                Offer("arrange", "arrange", {"order": Order(hand, cards.row), "hints": Subset(every, 0, cards.row)})
            ]
        places = range(cards.row)
        return [
            *self.by_place("lock", [Lock(at, turn) for at in places], seat),
            *self.by_place("gesture", [Point(at, turn) for at in places], seat),
            *self.cases(seat, "gesture", Unlock()),
            Offer("gesture", "sign", {"sign": Choice(SIGNS)}),
            Offer("gesture", "sign", {"sign": Choice(("number",)), "number": Choice(cards.numbers)}),
            *self.cases(seat, "settle", Settle()),
        ]

    def by_place(self, request: str, moves: Sequence[Lock | Point], seat: int) -> list[Offer]:
        """One offer of all places that stand alike."""
        check, kind = self.RULES[type(moves[0])][0], "lock" if request == "lock" else "point"
        alike: dict[Any, list[int]] = {}
        for move in moves:
            alike.setdefault(check(self, seat, move), []).append(move.at)
        row = Choice((self.turn,))
        return [Offer(request, kind, {"at": Choice(tuple(at)), "row": row}, why) for why, at in alike.items()]

    def sample(self, request: Request, rng: Random) -> Move:
        """As the menu has it, without building one for what is asked most. Of hints no more than a game can bear on
        average (A-P14), so that random games go on."""
        if request.kind == "lock" and request.binds == "must":  # neither locked nor abstained: any card will do
            cards, turn = self.cards, self.turn
            places = cards.places[self.down[turn]]  # type: ignore[index]
            return cards.locks[turn][places[int(rng.random() * len(places))]]  # type: ignore[index]
        if request.kind == "arrange":
            hand, n = self.game.faces.show(self.rows[request.seat]), self.cards.row
            return Arrange(Order(hand, n).pick(rng), Subset(tuple(range(n)), 0, n - self.cards.team).pick(rng))
        return super().sample(request, rng)

    def default(self, request: Request) -> Move:
        """For a row: an order by lot, no hints (A-P21). For an elector: any card."""
        if request.kind != "arrange":
            return super().default(request)
        hand, n = list(self.game.faces.show(self.rows[request.seat])), self.cards.row
        dice = self.chance.apart(f"default/{request.opened}/{request.seat}")
        return Arrange(tuple([hand.pop(dice.chance.below("row", n - i)) for i in range(n)]))
