"""`edition.toml` of Slip Strike, checked when it is read, and the cards of a table as the rules look them up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from facedown.engine import Edition

Cooldown = Literal[0, 1, 2, "critical", "gone"]
Way = Literal["left", "right"]
STEP = {"left": 1, "right": -1}
"""A-X07: facing the centre, left is clockwise seen from above."""
TEAM_SEATS = 4


class Box(Struct, frozen=True, forbid_unknown_fields=True):
    """One edition: its colour (beside Black), Locations, those that a game of four takes out, the way its directed
    Assets point, its Assets."""

    colour: str
    locations: tuple[str, ...]
    taken_out: tuple[str, ...]
    way: Way
    assets: tuple[str, ...]


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """What a card does."""

    name: Annotated[str, Meta(min_length=1)]
    moves: Literal["left", "right", "way"] | None = None
    weapon: str | None = None
    distances: tuple[int, ...] = ()
    steps: tuple[int, ...] = ()
    shield: bool = False
    advantage: bool = False
    reaction: Literal["move", "hit"] | None = None

    def reach(self, n: int, way: Way) -> frozenset[int]:
        """How far round a circle of n Locations it strikes, in steps clockwise (A-X31: one zone)."""
        near = {d for d in range(n) if min(d, n - d) in self.distances}
        return frozenset(near | {STEP[way] * step % n for step in self.steps})


class SlipStrikeEdition(Edition, frozen=True):
    """Both boxes."""

    basic: tuple[str, ...]
    editions: dict[Literal["blue", "orange"], Box]
    places: dict[str, str]
    cards: dict[str, Card]
    cooldown: dict[str, Cooldown]
    assumed: dict[str, str]

    def faults(self) -> Iterator[tuple[str, str]]:
        """X-001, X-002, X-052: what must hold between the fields."""
        if set(self.editions) != {"blue", "orange"}:
            yield "editions", "there is a blue and an orange one"
            return
        for name, box in self.editions.items():
            yield from self._box(f"editions.{name}", box)
        for face in self.basic:
            if face not in self.cards:
                yield "basic", f"there is no card {face}"
            elif self.cards[face].reaction:
                yield "basic", f"{face} is a Reaction, which only Assets are"
        places = [place for box in self.editions.values() for place in box.locations]
        if len(set(places)) < len(places):
            yield "editions", "a Location stands twice"
        teleports = {f"tp-{place}" for place in places}
        used = {*self.basic, *(face for box in self.editions.values() for face in box.assets)}
        for face in sorted((used | teleports) - set(self.cooldown)):
            yield "cooldown", f"{face} has none"
        for face in self.cooldown:
            if face.startswith("tp-") and face not in teleports:
                yield "cooldown", f"{face} leads to a Location that is missing"
            if not face.startswith("tp-") and face not in self.cards:
                yield "cooldown", f"there is no card {face}"
        for face in sorted(used & set(self.cards)):
            yield from self._card(face, self.cards[face])

    def _box(self, field: str, box: Box) -> Iterator[tuple[str, str]]:
        if len(box.locations) < 3:
            yield f"{field}.locations", "a circle has at least three Locations"
        for place in box.locations:
            if place not in self.places:
                yield "places", f"{place} has no name"
        for place in box.taken_out:
            if place not in box.locations:
                yield f"{field}.taken_out", f"{place} is a Location that is missing"
        if len(set(box.taken_out)) >= len(box.locations):
            yield f"{field}.taken_out", "a game of four needs Locations too"
        if len(set(box.assets)) < len(box.assets):
            yield f"{field}.assets", "an Asset stands twice"
        for face in box.assets:
            if face not in self.cards or face in self.basic:
                yield f"{field}.assets", f"there is no Asset {face}"

    def _card(self, face: str, card: Card) -> Iterator[tuple[str, str]]:
        for n in {len(box.locations) for box in self.editions.values()} | {self.combined()}:
            if card.weapon is not None and not card.reach(n, "left"):
                yield f"cards.{face}", f"its range hits nothing on a circle of {n}"
        if card.weapon is None and (card.distances or card.steps or card.advantage):
            yield f"cards.{face}", "only a weapon has a range or Advantage"
        if any(d < 0 for d in card.distances) or any(s < 1 for s in card.steps):
            yield f"cards.{face}", "distances count from 0, steps from 1"
        if (card.reaction is not None) != (self.cooldown.get(face) == "gone"):
            yield f"cooldown.{face}", "Reactions, and only they, are gone when they are played (X-040)"

    def combined(self) -> int:
        """How many Locations lie in a game of four (X-053)."""
        return sum(len(box.locations) - len(box.taken_out) for box in self.editions.values())


class Deck:
    """The cards of one kind of table, as numbers: first each seat's basic cards, as they are printed, then the Assets
    of its editions. `code[card]` is what whoever sees a card reads, `face[card]` what it is."""

    def __init__(
        self, edition: SlipStrikeEdition, seats: Sequence[str], token: Callable[[], str] | None = None
    ) -> None:
        """`seats`: the edition of each seat."""
        self.editions = tuple(seats)
        boxes = edition.editions
        four = len(seats) == TEAM_SEATS
        self.locations = {
            name: tuple([p for p in boxes[name].locations if not (four and p in boxes[name].taken_out)])  # type: ignore[index]
            for name in dict.fromkeys(seats)
        }
        self.circle_size = sum(map(len, self.locations.values()))
        self.edition_of = {place: name for name, places in self.locations.items() for place in places}
        self.face: list[str] = []
        self.box: list[str] = []
        """Of each card its edition."""
        self.basics: list[list[int]] = []
        for name in seats:
            faces = [*edition.basic, *(f"tp-{place}" for place in self.locations[name])]
            self.basics.append(list(range(len(self.face), len(self.face) + len(faces))))
            self.face += faces
            self.box += [name] * len(faces)
        self.first_asset = len(self.face)
        self.assets: dict[str, list[int]] = {}
        for name in self.locations:
            faces = list(boxes[name].assets)  # type: ignore[index]
            self.assets[name] = list(range(len(self.face), len(self.face) + len(faces)))
            self.face += faces
            self.box += [name] * len(faces)
        self.code = [token() if token else face for face in self.face]
        self.leads = [face[3:] if face.startswith("tp-") else None for face in self.face]
        nothing = Card("Teleport")
        self.card = [edition.cards.get(face, nothing) for face in self.face]
        self.cooldown: list[Cooldown] = [edition.cooldown[face] for face in self.face]
        self.step = [self._step(card, boxes[name].way) for card, name in zip(self.card, self.box, strict=True)]  # type: ignore[index]
        self.reach = [
            card.reach(self.circle_size, boxes[name].way)  # type: ignore[index]
            for card, name in zip(self.card, self.box, strict=True)
        ]

    @staticmethod
    def _step(card: Card, way: Way) -> int:
        """How far it moves its owner clockwise (X-015, A-X07)."""
        return 0 if card.moves is None else STEP[way if card.moves == "way" else card.moves]

    def is_asset(self, card: int) -> bool:
        """Whether it is an Asset: X-064 asks no more of it (A-X27)."""
        return card >= self.first_asset

    def moves(self, card: int) -> bool:
        """Whether it has a movement part."""
        return self.step[card] != 0 or self.leads[card] is not None
