"""What a bot of Slip Strike has heard: everybody's cards area by area and the Agents, as they stood at the beginning of
each turn, and the programs that were played from there. All of it is public."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from facedown.engine import Event

from ..edition import Deck
from ..words import Cooldown, Flip, KnockedOut, Moved, Placed, Reaction, Slipped, View

Program = tuple[int | None, int | None]
_LATER = {"cd1": "hand", "cd2": "cd1"}
"""Where cards on cooldown lie a turn later (X-034, X-035)."""
_AREA: dict[object, str] = {0: "hand", 1: "cd1", 2: "cd2"}
"""Where a card that was played lies then (X-033 to X-035)."""


class Stand(NamedTuple):
    """The beginning of a turn: who stands where (None: out), and each seat's known cards in hand, and those that come
    back when this turn is over; how many Teleports each has left, wherever they are."""

    agents: tuple[int | None, ...]
    hands: tuple[tuple[int, ...], ...]
    coming: tuple[tuple[int, ...], ...]
    teleports: tuple[int, ...]


class Played(NamedTuple):
    """A turn that was seen: where it began, and each seat's program, None where one was not shown."""

    stand: Stand
    programs: tuple[Program | None, ...]


class Memory:
    """Heard events, as far as a model of the opponents needs them."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.circle: tuple[str, ...] = ()
        self.area: list[dict[int, str]] = [dict.fromkeys(cards, "hand") for cards in deck.basics]
        self.agents: list[int | None] = [None] * len(deck.basics)
        self.stand: Stand | None = None
        """Where the turn that is being played began."""
        self.first: dict[int, int] = {}
        self.turns: list[Played] = []

    def hear(self, events: Iterable[Event], circle: Sequence[str]) -> None:
        """Takes in what was told since the last time."""
        self.circle = tuple(circle)
        for event in events:
            match event:
                case Placed(seat, _, at):
                    self.agents[seat] = at
                case Moved(seat, _, to):
                    self.agents[seat] = to
                case Slipped(seat, code):
                    card = self.put(seat, code, "gone")
                    self.agents[seat] = self.circle.index(self.deck.leads[card] or "")
                case Reaction(seat, code):
                    self.put(seat, code, "gone")
                case KnockedOut(seat):
                    self.agents[seat] = None
                case Cooldown(seat, code, to):
                    self.put(seat, code, to)
                case Flip(action, cards):
                    self.flipped(action, {seat: self.card(seat, code) for seat, code in cards.items()})

    def see(self, view: View) -> None:
        """Takes over what lies open while programs are made: where a game began in the middle, nothing else says it."""
        self.circle, self.agents = view.circle, list(view.agents)
        for seat, shown in enumerate(view.seats):
            areas = {"hand": shown.available, "cd1": shown.cd1, "cd2": shown.cd2, "gone": shown.gone}
            areas["critical"] = shown.critical
            self.area[seat] = {self.card(seat, code): area for area, codes in areas.items() for code in codes}

    def card(self, seat: int, code: str) -> int:
        """The card of this code that a seat can have."""
        deck = self.deck
        return next(c for c in (*deck.basics[seat], *deck.assets[deck.editions[seat]]) if deck.code[c] == code)

    def put(self, seat: int, code: str, area: str) -> int:
        """A card comes to lie somewhere."""
        card = self.card(seat, code)
        self.area[seat][card] = area
        return card

    def flipped(self, action: int, cards: dict[int, int]) -> None:
        """The cards of an Action; with the second the programs of this turn are known."""
        if action == 1:
            self.stand, self.first = self.now(), cards
        elif self.stand is not None:
            shown = [
                (self.first.get(s), cards.get(s)) if s in cards or self.agents[s] is not None else None
                for s in range(len(self.agents))
            ]
            self.turns.append(Played(self.stand, tuple(shown)))

    def next_turn(self, slips: Sequence[tuple[int, int]], played: Sequence[Sequence[int]]) -> Stand:
        """The beginning of the next turn, if these (seat, Teleport) Slip now and each seat has played these cards."""
        after = Memory(self.deck)
        after.agents, after.area = list(self.agents), []
        for seat, cards in enumerate(self.area):
            moved = {card: _LATER.get(area, area) for card, area in cards.items()}
            for card in played[seat]:
                moved[card] = _AREA.get(self.deck.cooldown[card], "critical")
            after.area.append(moved)
        for seat, card in slips:
            after.area[seat][card] = "gone"
            after.agents[seat] = self.circle.index(self.deck.leads[card] or "")
        return after.now()

    def now(self) -> Stand:
        """The beginning of the turn that comes."""
        deck = self.deck
        hands = [tuple(sorted(c for c, area in cards.items() if area == "hand")) for cards in self.area]
        coming = [tuple(sorted(c for c, area in cards.items() if area == "cd1")) for cards in self.area]
        left = [sum(deck.leads[c] is not None and area != "gone" for c, area in cards.items()) for cards in self.area]
        return Stand(tuple(self.agents), tuple(hands), tuple(coming), tuple(left))
