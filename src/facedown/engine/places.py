"""What follows from the audiences of a state: what a viewer sees, which faces lie where, which could be exchanged.

Views, laws, the scenarios' `same: .. swap:` and the canaries stand on these; no rule of a game does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec import Struct

from .audience import ARCHIVE
from .faces import BACK
from .sees import Place, Sees
from .words import Move, Outcome, Request, SeatView, You


class Places:
    """The part of a state that is derived from `SEES`."""

    __slots__ = ()
    SEES: ClassVar[dict[str, Sees]] = {}
    game: Any
    seats: int
    people: tuple[SeatView, ...]
    open: list[Request]
    sealed: list[Move | None]
    ended: Outcome | None
    shared: Any

    def places(self) -> Iterator[tuple[Place, Any, Sees]]:
        """Every place that holds a face, with the face and the audience."""
        for name, s in self.SEES.items():
            if not s.pool:
                continue
            v = getattr(self, name)
            if s.depth == 0:
                if v is not None:
                    yield (name,), v, s
            elif s.depth == 1:
                for i, face in enumerate(v):
                    if face is not None:
                        yield (name, i), face, s
            else:
                for i, row in enumerate(v):
                    for j, face in enumerate(row):
                        if face is not None:
                            yield (name, i, j), face, s

    def sees(self, viewer: int, place: Place, s: Sees) -> bool:
        """Whether this viewer sees the face that lies there now."""
        return viewer == ARCHIVE or s.sees(self, viewer, *place[1:])

    def back(self, place: Place, face: Any, s: Sees) -> Any:
        """What a face shows to whoever does not see it: its back, or nothing."""
        if s.back is None or (s.covered is not None and s.covered(self, *place[1:])):
            return None
        return s.back(self, face)

    def looks(self, viewer: int, name: str) -> Any:
        """What `viewer` sees of a slot, list levels as tuples. Of a card (`Game.faces`) in sight its code, of every
        other its back; of an empty place, and of other values that are not this viewer's, None."""
        v, s = getattr(self, name), self.SEES[name]
        code = self.game.faces.code if s.pool else None

        def look(leaf: Any, *at: int) -> Any:
            place = (name, *at)
            if leaf is None or self.sees(viewer, place, s):
                return leaf if leaf is None or code is None else code[leaf]
            return None if code is None else self.back(place, leaf, s) or BACK

        if s.depth == 0:
            return look(v)
        if s.depth == 1:
            return tuple([look(leaf, i) for i, leaf in enumerate(v)])
        return tuple([tuple([look(leaf, i, j) for j, leaf in enumerate(row)]) for i, row in enumerate(v)])

    def view(self, viewer: int) -> Struct:
        """What one viewer sees right now: what all views have in common, and each slot that the game's View names as
        `looks` shows it. Games that are played by the thousand write their own, for speed."""
        fields = self.common(viewer)
        for name in self.game.View.__struct_fields__:
            if name not in fields and name in self.SEES:
                fields[name] = self.looks(viewer, name)
        view: Struct = self.game.View(**fields)
        return view

    def common(self, viewer: int) -> dict[str, Any]:
        """The fields of a view that every game fills alike."""
        return {
            "phase": self.phase() if self.ended is None else "over",
            "seats": self.people,
            "you": You(viewer, self.sealed[viewer]) if viewer < self.seats else None,
            "outcome": self.ended,
        }

    def phase(self) -> str:
        """The word for what is going on: the kind of the first open request, unless a game knows better."""
        return self.open[0].kind if self.open else ""

    def entitled(self, viewer: int) -> list[tuple[Place, Any]]:
        """All that `viewer` may know of each place now: (True, face), or (False, back or None)."""
        return [
            (p, (True, face) if self.sees(viewer, p, s) else (False, self.back(p, face, s)))
            for p, face, s in self.places()
        ]

    def known(self, viewer: int) -> set[Any]:
        """The faces that `viewer` knows to lie in one of several places, without seeing in which."""
        return {face for p, face, s in self.places() if s.known is not None and s.known(self, viewer, *p[1:])}

    def hidden(self, viewer: int) -> list[list[Place]]:
        """Groups of places whose faces `viewer` does not see and which could hold one another's. Groups overlap: a
        covered place shares one with every unseen place of its back, and one with all places covered with it."""
        groups: dict[Any, list[Place]] = {}
        for p, face, s in self.places():
            if not self.sees(viewer, p, s):
                groups.setdefault((s.pool, None if s.back is None else s.back(self, face)), []).append(p)
                if s.covered is not None and (among := s.covered(self, *p[1:])):
                    groups.setdefault((s.pool, "covered", among), []).append(p)
        return [g for g in groups.values() if len(g) > 1]

    def face(self, place: Place) -> Any:
        """The face that lies at a place."""
        v = getattr(self, place[0])
        for i in place[1:]:
            v = v[i]
        return v

    def put(self, place: Place, face: Any) -> None:
        """Lays a face at a place: for the laws and `swap`, never for rules."""
        if len(place) == 1:
            setattr(self, place[0], face)
        else:
            v = getattr(self, place[0])
            for i in place[1:-1]:
                v = v[i]
            v[place[-1]] = face
        self.shared = None
