"""Laws about how a play goes on: a twin position with hidden faces exchanged, piles permuted or another chance is
played by the recorded moves, and as long as a viewer may not know the difference it must be sent the same bytes.

The twin runs on while it accepts the recorded moves, none of the faces that differ is newly seen by the viewer in either
(nor another back), and no event is told that answers about a place that differs (`TELLS`). Where chance differs, it runs
on while the viewer is entitled to the same in both; an event that tells what the dealer's chance brought has `CHANCE`
among the places of its entry in `TELLS`."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from ..chance import Chance
from ..sees import Place
from ..state import State, Told
from .channel import encode, heard, kind_of
from .glimpse import glimpsed
from .moment import Moment, apart
from .play import Play, Step
from .report import Broken, Report, count, differ
from .sight import same

CHANCE: Place = ("chance",)
"""The place that an event tells of when it says what chance brought."""
HORIZON = 10
"""Moves a twin is followed for."""


class OtherChance(Chance):
    """The same streams from here on with other words; what is drawn apart (defaults) stays the same."""

    __slots__ = ("other",)

    def __init__(self, real: Chance, other: bytes) -> None:
        super().__init__(real.key)
        self.drawn = real.drawn.copy()
        self.other = other

    def words(self, stream: str, n: int) -> tuple[int, ...]:
        """The next n words of a stream of the other key."""
        other = Chance(self.other)
        other.drawn = self.drawn
        return other.words(stream, n)

    def copy(self) -> OtherChance:
        """An independent continuation."""
        return OtherChance(self, self.other)


def permuted(state: State, viewer: int, rng: random.Random) -> State | None:
    """A copy with one whole group of faces that this viewer does not see in another order."""
    groups = [g for g in state.hidden(viewer) if len({state.face(p) for p in g}) > 1]
    if not groups:
        return None
    group = rng.choice(groups)
    faces = [state.face(place) for place in group]
    rng.shuffle(faces)
    twin = state.copy()
    for place, face in zip(group, faces, strict=True):
        twin.put(place, face)
    return twin


def with_other_chance(state: State, rng: random.Random) -> State:
    """A copy whose streams bring something else from here on."""
    twin = state.copy()
    twin.chance = OtherChance(state.chance, rng.randbytes(32))
    return twin


def run_on(
    play: Play, k: int, twin: Moment, viewer: int, law: str, how: str, report: Report, chance: bool = False
) -> None:
    """Plays the twin of position `k` by the recorded moves. `chance`: its streams differ too. Raises Broken."""
    report.twin_runs += 1
    for j in range(k, min(k + HORIZON, len(play.steps))):
        step, real, after = play.steps[j], play.moments[j], play.moments[j + 1]
        differing = list(apart(real, twin))
        places = {place for place, _ in differing}
        faces = {face for _, face in differing}
        if not places and not chance:
            return
        refusal = twin.state.check(step.actor, step.move)
        if refusal is not None:
            if step.actor == viewer:
                why = f"{step.move} is legal or not by what its player cannot see ({how}): {refusal.why}"
                raise Broken("legality", why, viewer, step=j)
            return
        follow, told = twin.after(step.actor, step.move, after.probe)
        if chance:
            if after.entitled(viewer) != follow.entitled(viewer):
                return
        elif _shown(viewer, faces, real, after) or _shown(viewer, faces, twin, follow):
            return
        if _backs_differ(after, follow, viewer) or _answers(real, step.told, places, viewer, chance):
            return
        if _answers(twin, told, places, viewer, chance):
            return
        mine = heard(step.told, viewer)
        try:
            a, b = encode(mine), encode(heard(told, viewer))
            if a != b:
                raise Broken(law, f"{how}, and what is told of {step.move} shows it", viewer, differ(a, b), j)
            same(law, after, follow, viewer, f"{how}, and after {step.move} it shows", refusals=False)
        except Broken as broken:
            broken.step = j
            if not faces.isdisjoint(_in_passing(real, step, viewer) | _in_passing(twin, step, viewer)):
                return
            raise
        report.twin_steps += 1
        for event in mine:
            count(report.events_compared, kind_of(event))
        twin = follow


def _shown(viewer: int, faces: set[Any], before: Moment, after: Moment) -> bool:
    """Whether this viewer sees one of these faces now, and did not before."""
    return not faces.isdisjoint(after.seen(viewer) - before.seen(viewer))


def _in_passing(before: Moment, step: Step, viewer: int) -> set[Any]:
    """The faces that came into this viewer's sight during the move."""
    return glimpsed(before.state, step.actor, step.move, viewer) - before.seen(viewer).keys()


def _backs_differ(after: Moment, follow: Moment, viewer: int) -> bool:
    """Whether a place shows this viewer another back."""
    mine, other = after.entitled(viewer), follow.entitled(viewer)
    if mine == other:
        return False
    backs = {place: back for place, (seen, back) in other if not seen}
    return any(not seen and backs.get(place, back) != back for place, (seen, back) in mine)


def _answers(before: Moment, told: Told, places: set[Place], viewer: int, chance: bool) -> bool:
    """Whether an event answers this viewer about what differs."""
    tells = before.state.TELLS
    for event in heard(told, viewer):
        if type(event) in tells:
            about: Sequence[Place] = tells[type(event)](before.state, event)
            if any(place in places or (chance and place == CHANCE) for place in about):
                return True
    return False
