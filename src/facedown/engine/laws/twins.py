"""Laws about how a play goes on: a twin position with hidden faces exchanged, piles permuted or another chance is
played by the recorded moves, and as long as a viewer may not know the difference it must be sent the same bytes.

The twin runs on while it accepts the recorded moves. A difference is no fault where a face that differs has come into
the viewer's sight in either (or another back has), or an event answers about its place (`TELLS`). Where chance differs
it is none either if the viewer is entitled to something else; an event that tells what the dealer's chance brought has
`CHANCE` among the places of its entry in `TELLS`. Sight is looked at only where bytes differ, which is rare."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ..audience import CLOCK, only
from ..chance import Chance
from ..sees import CHANCE, Place
from ..state import State, Told
from .channel import encode, heard, kind_of
from .glimpse import glimpsed
from .moment import Moment, apart
from .play import Play, Step
from .report import Broken, Report, count, differ
from .sight import same

HORIZON = 10
"""Moves a twin is followed for; but that of every fourth position to the end, for what is kept long before it shows."""


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
    if not _could_be(twin.state):
        return
    report.twin_runs += 1
    start = play.moments[k]
    for j in range(k, len(play.steps) if k % 4 == 0 else min(k + HORIZON, len(play.steps))):
        step, real, after = play.steps[j], play.moments[j], play.moments[j + 1]
        if not chance and real.places() == twin.places():
            return
        refusal = twin.state.check(step.actor, step.move)
        if refusal is not None:
            if step.actor == viewer:
                why = f"{step.move} is legal or not by what its player cannot see ({how}): {refusal.why}"
                raise Broken("legality", why, viewer, step=j)
            return
        try:
            follow, told = twin.after(step.actor, step.move, after.probe)
        except Exception:  # a secret choice that does not fit the exchanged faces: a position that cannot be
            return
        try:
            a, b = encode(heard(step.told, viewer)), encode(heard(told, viewer))
            if a != b:
                raise Broken(law, f"{how}, and what is told of {step.move} shows it", viewer, differ(a, b))
            same(law, after, follow, viewer, f"{how}, and after {step.move} it shows", refusals=False)
        except Broken as broken:
            broken.step = j
            if chance and after.entitled(viewer) != follow.entitled(viewer):
                return
            pairs = ((real, step.told, after), (twin, told, follow))
            if _backs_differ(after, follow, viewer) or _known(start, real, twin, step, pairs, viewer, chance):
                return
            if _house_chose(real, twin, step, after, viewer):
                return
            raise
        report.twin_steps += 1
        for event in heard(step.told, viewer):
            count(report.events_compared, kind_of(event))
        twin = follow


def _could_be(state: State) -> bool:
    """Whether the answers that lie sealed could have been given with these faces."""
    return all(move is None or state.check(seat, move) is None for seat, move in enumerate(state.sealed))


def _known(
    start: Moment,
    real: Moment,
    twin: Moment,
    step: Step,
    pairs: tuple[tuple[Moment, Told, Moment], ...],
    viewer: int,
    chance: bool,
) -> bool:
    """Whether this viewer may know the difference: in either position a face that differs is in sight and was not at
    the start of the run, or was so in the middle of the move, or an event answered about its place."""
    differing = list(apart(real, twin))
    places, faces = {place for place, _ in differing}, {face for _, face in differing}
    for before, told, after in pairs:
        if not faces.isdisjoint(after.seen(viewer) - start.seen(viewer)):
            return True
        if _answers(before, told, places, viewer, chance):
            return True
        passing = glimpsed(before.state, step.actor, step.move, viewer) - before.seen(viewer).keys()
        if not faces.isdisjoint(passing):
            return True
    return False


def _house_chose(real: Moment, twin: Moment, step: Step, after: Moment, viewer: int) -> bool:
    """Whether the house may have played another default for another seat, by what that seat holds: the twin has then
    not followed the recorded moves."""
    if after.state.removed & ~only(viewer):
        return True
    asked = [r for r in real.state.requests() if r.seat != viewer and r.binds != "may"]
    return step.actor == CLOCK and any(real.state.default(r) != twin.state.default(r) for r in asked)


def _backs_differ(after: Moment, follow: Moment, viewer: int) -> bool:
    """Whether a place shows this viewer another back."""
    mine, other = after.entitled(viewer), follow.entitled(viewer)
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
