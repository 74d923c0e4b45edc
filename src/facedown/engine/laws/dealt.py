"""The deal twice: once as it was, once with two faces exchanged from the first shuffle on. Whatever the deal derived
from cards that a viewer does not see, and keeps in a field of its own, is found so; an exchange in the finished
position would not touch it."""

from __future__ import annotations

import random
from typing import Any

from ..chance import Chance
from ..sees import Place
from ..state import State
from .channel import encode, heard
from .play import Play
from .report import Broken, Report, differ
from .sight import pair, same, swap
from .twins import run_on


class _Exchange(Chance):
    """A chance whose shuffles of one stream exchange two faces."""

    __slots__ = ("faces", "stream")

    def __init__(self, key: bytes, stream: str, faces: tuple[Any, Any]) -> None:
        super().__init__(key)
        self.stream, self.faces = stream, faces

    def shuffle(self, stream: str, cards: list[Any], top: int | None = None) -> None:
        """See `Chance`."""
        super().shuffle(stream, cards, top)
        a, b = self.faces
        if stream == self.stream and a in cards and b in cards:
            i, j = cards.index(a), cards.index(b)
            cards[i], cards[j] = b, a


def dealt_twins(play: Play, viewer: int, rng: random.Random, report: Report) -> None:
    """Deals again with two faces exchanged that this viewer does not see: it is sent the same, now and as the play goes
    on. Nothing is compared where no stream brings just this exchange. Raises Broken."""
    real = play.moments[0]
    places = pair(real.state, viewer, rng)
    if places is None:
        return
    a, b = places
    for stream in real.state.chance.drawn:
        twin = _deal(play, _Exchange(bytes.fromhex(play.key), stream, (real.state.face(a), real.state.face(b))))
        told = twin.opening()
        moment = real.with_state(twin)
        exchanged = moment.places() == real.with_state(swap(real.state, a, b)).places()
        if not exchanged or _may_know(real.state, told, play, a, b):
            continue
        report.dealt += 1
        how = f"{_at(a)} and {_at(b)} are exchanged in the deal, unseen"
        x, y = encode(heard(play.opening, viewer)), encode(heard(told, viewer))
        if x != y:
            raise Broken("deal", f"{how}, and what is told of it shows it", viewer, differ(x, y))
        same("deal", real, moment, viewer, f"{how}, and it shows")
        run_on(play, 0, moment, viewer, "deal", how, report)


def _deal(play: Play, chance: Chance) -> State:
    state: State = play.game.deal(play.moments[0].state.seats, play.moments[0].state.options, chance)
    plain = Chance(chance.key)
    plain.drawn = chance.drawn
    state.chance = plain
    return state


def _may_know(state: State, told: Any, play: Play, a: Place, b: Place) -> bool:
    """Whether an event of the deal answers about one of these places."""
    return any(
        place in (a, b)
        for _, event in [*play.opening, *told]
        if type(event) in state.TELLS
        for place in state.TELLS[type(event)](state, event)
    )


def _at(place: Place) -> str:
    return ".".join(map(str, place))
