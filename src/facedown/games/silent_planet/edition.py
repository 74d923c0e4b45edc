"""The box of Silent Planet: `edition.toml`, field by field, and the tables that follow from it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct, field

from facedown.engine import EVERYONE, Edition, Faces
from facedown.engine.audience import MOST_SEATS

from .rules.fit import shapes
from .words import Lock, Place, Pointed

Positive = Annotated[int, Meta(ge=1)]
FaceText = Annotated[str, Meta(pattern="^[0-9a-z]+$")]


class Alien(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of one kind of alien."""

    face: FaceText
    copies: Positive


class SilentPlanetEdition(Edition, frozen=True):
    """What the box prints."""

    cards: Positive
    row: Annotated[int, Meta(ge=1, le=12)]
    team: Annotated[int, Meta(ge=2)]
    wild: FaceText
    wilds: Annotated[int, Meta(ge=0)]
    patience: Positive
    aliens: Annotated[tuple[Alien, ...], Meta(min_length=1)]
    assumed: dict[str, str] = field(default_factory=dict)

    def faults(self) -> Iterator[tuple[str, str]]:
        """P-001: the kinds add up to the printed total, and each stands once; P-003, P-031, P-032: two players get
        rows, each as long as a team at least, and all different can be reached."""
        total = sum(alien.copies for alien in self.aliens) + self.wilds
        if total != self.cards:
            yield "cards", f"the kinds list {total} cards, the box says {self.cards}"
        faces = [alien.face for alien in self.aliens]
        for i, face in enumerate(faces):
            if face in faces[:i] or face == self.wild:
                yield f"aliens[{i}].face", f"{face} stands twice"
        if len(faces) < self.team:
            yield "team", f"{len(faces)} kinds cannot make {self.team} different aliens"
        if self.team > self.row:
            yield "team", f"a row of {self.row} holds no team of {self.team}"
        if 2 * self.row > self.cards:
            yield "row", f"two rows of {self.row} need more than {self.cards} cards"


class Cards:
    """The cards of an edition as tables. A card is a number; `kind[card]` counts from 0, and the wild comes last."""

    def __init__(self, edition: SilentPlanetEdition, faces: Faces) -> None:
        self.row, self.team, self.patience = edition.row, edition.team, edition.patience
        self.printed = (*[alien.face for alien in edition.aliens], edition.wild)
        self.copies = (*[alien.copies for alien in edition.aliens], edition.wilds)
        self.wild = len(edition.aliens)
        self.kind = [kind for kind, copies in enumerate(self.copies) for _ in range(copies)]
        self.shapes = shapes(self.wild, self.team)
        self.grown = [[row[kind] for kind in self.kind] for row in self.shapes]
        """The same by card."""
        self.tally = {code: 1 << 4 * i for i, code in enumerate(dict.fromkeys(faces.code))}
        """Four bits for each code, so that the sum over a row, of twelve cards at most, says which it holds."""
        self.tallies = [self.tally[code] for code in faces.code]
        """The same by card."""
        self.numbers = tuple([int(face) if face.isdigit() else face for face in self.printed])
        """What fingers show: the numbers, and the sign of a wild (A-P04)."""

        self.code = faces.code
        self.own = [Place("down", code) for code in faces.code]  # A-P15
        self.hint = [Place("hint", code) for code in faces.code]  # P-007
        self.deck = list(range(len(self.kind)))
        self.all = (1 << self.row) - 1
        self.places = [tuple([at for at in range(self.row) if mask >> at & 1]) for mask in range(self.all + 1)]
        """The places of a mask, left to right."""
        self.around = [[[(turn + i) % n for i in range(1, n)] for turn in range(n)] for n in range(MOST_SEATS + 1)]
        """The other seats, clockwise: by the number of seats and the active one."""
        self.locks = [[Lock(at, row) for at in range(self.row)] for row in range(MOST_SEATS)]
        self.locked = [[(EVERYONE, Pointed(seat, at, True)) for at in range(self.row)] for seat in range(MOST_SEATS)]
