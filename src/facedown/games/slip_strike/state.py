"""A state of Slip Strike: the rules, with what every viewer is shown of a position (section 4 of our reference)."""

from __future__ import annotations

from collections.abc import Iterable

from facedown.engine import ARCHIVE

from .given import lay_out
from .rules import Rules
from .words import Given, OpenView, SeatView, View, You


class SlipStrike(Rules):
    """A position of Slip Strike."""

    __slots__ = ()

    def lay_out(self, given: Given) -> None:
        """The position a scenario describes."""
        lay_out(self, given)

    def view(self, viewer: int) -> View:
        """D-X01 to D-X05: what is public, and one's own hand and program."""
        everything = viewer == ARCHIVE
        code = self.deck.code
        return View(
            phase=self.stage if self.ended is None else "over",
            window=None if self.window in ("", "flip") else self.window,  # type: ignore[arg-type]
            turns=self.turns,
            circle=self.circle,
            circle_editions=tuple([self.deck.edition_of[place] for place in self.circle]),  # type: ignore[misc]
            agents=tuple(self.agents),
            zones=tuple(self.zones),
            open=tuple([OpenView(*self.shows(cards)) for cards in self.flipped]),
            seats=tuple([self.seat_view(seat, everything) for seat in range(self.seats)]),
            quiet=self.quiet,
            you=self.own(viewer) if viewer < self.seats else None,
            outcome=self.ended,
            box=tuple([code[card] for card in sorted(self.box)]) if everything else None,
        )

    def shows(self, cards: Iterable[int | None]) -> tuple[str | None, ...]:
        """These cards as whoever sees them reads them."""
        return tuple([None if card is None else self.deck.code[card] for card in cards])

    def codes(self, cards: Iterable[int]) -> tuple[str, ...]:
        """The same, for cards in printed order (A-X25: the order of a hand says nothing)."""
        return tuple([self.deck.code[card] for card in sorted(cards)])

    def seat_view(self, seat: int, everything: bool) -> SeatView:
        """A-X14, A-X25: everything about a seat but its unshown Assets and its program."""
        person, held, at, code = self.people[seat], self.held(seat), self.agents[seat], self.deck.code
        return SeatView(
            name=person.name,
            departed=person.gone,
            edition=self.deck.editions[seat],  # type: ignore[arg-type]
            colour=self.game.colour(self.seats, seat, self.deck.editions[seat]),
            at=None if at is None else self.circle[at],
            strikes=tuple([self.circle[at] for at in self.zones[seat]]),
            flipped=tuple([code[card] for card in self.flipped[seat] if card is not None]),
            available=self.codes([card for card in held if not self.unshown(card)]),
            cd1=self.codes(self.cd1[seat]),
            cd2=self.codes(self.cd2[seat]),
            critical=self.codes(self.critical[seat]),
            gone=self.codes(self.discards[seat]),
            shown=self.codes([card for card in self.everywhere(seat) if card in self.shown]),
            unknown_assets=sum(map(self.unshown, held)),
            committed=self.committed(seat),
            must_slip=self.window == "slip" and bool(self.hits[seat]),
            out=not self.lives(seat),
            hand=self.codes(self.hand[seat]) if everything else None,
            program=self.shows(self.program[seat]) if everything else None,
        )

    def everywhere(self, seat: int) -> list[int]:
        """All cards of a seat."""
        flipped = [card for card in self.flipped[seat] if card is not None]
        areas = (self.held(seat), flipped, self.cd1[seat], self.cd2[seat], self.critical[seat], self.discards[seat])
        return [card for area in areas for card in area]

    def committed(self, seat: int) -> bool:
        """D-X01, D-X02: whether it has picked or programmed; in the Actions everybody has."""
        if self.stage in ("start", "program"):
            return self.sealed[seat] is not None
        return self.lives(seat)

    def own(self, seat: int) -> You:
        """One's own secrets; who is eliminated has none (section 4)."""
        if not self.lives(seat):
            return You(seat, ignored=False)
        programmed = any(card is not None for card in self.program[seat])
        programmed |= self.stage == "program" and self.sealed[seat] is not None
        return You(
            seat,
            self.sealed[seat],
            hand=self.codes(self.hand[seat]),
            program=self.shows(self.program[seat]) if programmed else None,
            slips=self.codes(self.slips(seat)) if self.window == "slip" and self.hits[seat] else None,
            ignored=self.warned(seat),
        )

    def warned(self, seat: int) -> bool:
        """A-X20: whether the second card of one's program will be ignored, as things stand."""
        if self.seats == 2:
            return False
        if self.stage == "program":
            return self.lives((seat + 2) % 4) and all(map(self.heavy, self.program[seat]))
        cards = [f if f is not None else p for f, p in zip(self.flipped[seat], self.program[seat], strict=True)]
        return bool(self.paired >> seat & 1) and all(map(self.heavy, cards))
