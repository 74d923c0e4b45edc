"""A position of a play with everything the laws ask of it again and again, each asked once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ..audience import PUBLIC
from ..sees import Place
from ..state import State, Told
from ..words import Move
from .channel import Line, answers, encode, situation
from .wrong import Probe


class Moment:
    """A position, the channels as they stand there, and the moves that are tried on it. Not changed once it is made."""

    __slots__ = ("_entitled", "_faces", "_places", "_refused", "_sent", "lines", "probe", "state")

    def __init__(self, state: State, lines: list[Line], probe: Probe) -> None:
        self.state, self.lines, self.probe = state, lines, probe
        self._sent: dict[int, tuple[bytes, ...]] = {}
        self._refused: dict[int, tuple[bytes, ...]] = {}
        self._entitled: dict[int, list[tuple[Place, Any]]] = {}
        self._faces: dict[int, Counter[Any]] = {}
        self._places: list[tuple[Place, Any]] | None = None

    def viewers(self) -> tuple[int, ...]:
        """Everybody at the table, and the public."""
        return (*range(self.state.seats), PUBLIC)

    def sent(self, viewer: int) -> tuple[bytes, ...]:
        """All that reaches this viewer: its situation, its answers, then channel by channel."""
        if viewer not in self._sent:
            state = self.state
            self._sent[viewer] = (
                situation(state, viewer),
                answers(state, viewer, self.probe[1]),
                *[line.sent(state, viewer) for line in self.lines],
            )
        return self._sent[viewer]

    def refused(self, viewer: int) -> tuple[bytes, ...]:
        """What answers each move of the probe, channel by channel; empty for those who are not seated."""
        if viewer >= self.state.seats:
            return ()
        if viewer not in self._refused:
            found = []
            for move in self.probe[0]:
                refusal = self.state.check(viewer, move)
                found.append(encode(refusal))
                if refusal is not None:
                    found += [line.refused(self.state, viewer, move, refusal) for line in self.lines]
            self._refused[viewer] = tuple(found)
        return self._refused[viewer]

    def places(self) -> list[tuple[Place, Any]]:
        """Every place that holds a face, with the face."""
        if self._places is None:
            self._places = [(place, face) for place, face, _ in self.state.places()]
        return self._places

    def entitled(self, viewer: int) -> list[tuple[Place, Any]]:
        """What this viewer may know of each place."""
        if viewer not in self._entitled:
            self._entitled[viewer] = self.state.entitled(viewer)
        return self._entitled[viewer]

    def seen(self, viewer: int) -> Counter[Any]:
        """The faces this viewer sees, and in how many places each."""
        if viewer not in self._faces:
            state = self.state
            self._faces[viewer] = Counter([face for at, face, s in state.places() if state.sees(viewer, at, s)])
        return self._faces[viewer]

    def with_state(self, state: State) -> Moment:
        """The same moment with another position in its place."""
        return Moment(state, self.lines, self.probe)

    def after(self, actor: int, move: Move, probe: Probe) -> tuple[Moment, Told]:
        """The moment that this move leads to, to be probed so, and what was told; this one stays as it is."""
        state = self.state.copy()
        told = state.apply(actor, move)
        lines = [line.copy() for line in self.lines]
        for line in lines:
            line.moved(self.state, actor, move, told, state)
        return Moment(state, lines, probe), told


def apart(a: Moment, b: Moment) -> Iterator[tuple[Place, Any]]:
    """The places whose faces differ, each with the faces that lie there."""
    if len(a.places()) == len(b.places()):
        for (p, x), (q, y) in zip(a.places(), b.places(), strict=True):
            if p != q or x != y:
                yield p, x
                yield q, y
    else:
        yield from set(a.places()) ^ set(b.places())
