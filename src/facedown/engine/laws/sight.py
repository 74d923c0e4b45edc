"""Laws about one position: what a viewer does not see changes nothing for it. Present sight exchanges two hidden faces,
sealed answers are replaced by others, and the dealer's coming chance is made another."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from ..audience import hears, viewer_name
from ..chance import Chance
from ..sees import Place
from ..state import State
from ..words import Move, Request
from .channel import encode, heard
from .moment import Moment
from .play import Step
from .report import Broken, differ


def swap(state: State, a: Place, b: Place) -> State:
    """A copy with the faces of two places exchanged."""
    twin = state.copy()
    x, y = state.face(a), state.face(b)
    twin.put(a, y)
    twin.put(b, x)
    return twin


def pair(state: State, viewer: int, rng: random.Random) -> tuple[Place, Place] | None:
    """Two places with different faces inside one hidden group of this viewer, or None where there seem to be none."""
    groups = state.hidden(viewer)
    if not groups:
        return None
    for _ in range(8):
        group = rng.choices(groups, [len(g) * (len(g) - 1) for g in groups])[0]
        a, b = rng.sample(group, 2)
        if state.face(a) != state.face(b):
            return a, b
    return None


def every_pair(state: State, viewer: int) -> Iterator[tuple[Place, Place]]:
    """All such pairs, once each."""
    met = set()
    for group in state.hidden(viewer):
        for i, a in enumerate(group):
            for b in group[i + 1 :]:
                if (a, b) not in met and state.face(a) != state.face(b):
                    met.add((a, b))
                    yield a, b


def same(law: str, real: Moment, twin: Moment, viewer: int, sentence: str, refusals: bool = True) -> None:
    """Holds everything this viewer is sent, and how its moves are refused, to be the same in both."""
    for a, b in zip(real.sent(viewer), twin.sent(viewer), strict=True):
        if a != b:
            raise Broken(law, sentence, viewer, differ(a, b))
    if refusals:
        for a, b in zip(real.refused(viewer), twin.refused(viewer), strict=False):
            if a != b:
                raise Broken(law, f"{sentence}, in a refusal", viewer, differ(a, b))


def present_sight(moment: Moment, viewer: int, a: Place, b: Place) -> Moment:
    """Exchanges two hidden faces; returns the moment that must look the same. Raises Broken."""
    twin = moment.with_state(swap(moment.state, a, b))
    same("present-sight", moment, twin, viewer, f"{_at(a)} and {_at(b)} are exchanged, unseen, and it shows")
    return twin


def coming_chance(moment: Moment, viewer: int, rng: random.Random) -> None:
    """What the dealer's streams will bring is not in anything that is sent. Raises Broken."""
    other = moment.state.copy()
    drawn = other.chance.drawn
    other.chance = Chance(rng.randbytes(32))
    other.chance.drawn = {stream: n + 1 for stream, n in drawn.items()}
    other.shared = None
    same("order", moment, moment.with_state(other), viewer, "the chance to come is another, and it shows now")


def other_answer(state: State, request: Request, given: Move, rng: random.Random) -> Move | None:
    """Another legal answer to a request, or None where there seems to be none."""
    for _ in range(8):
        try:
            move = state.sample(request, rng)
        except LookupError:
            return None
        if move != given:
            return move
    return None


def sealed_now(moment: Moment, rng: random.Random) -> int:
    """Replaces each sealed answer by another legal one: the other viewers must not notice. How many were replaced."""
    state = moment.state
    replaced = 0
    for request in state.requests():
        given = state.sealed[request.seat]
        if not request.sealed or given is None:
            continue
        move = other_answer(state, request, given, rng)
        if move is None:
            continue
        twin = state.copy()
        twin.sealed[request.seat] = move
        twin.shared = None
        other = moment.with_state(twin)
        for viewer in moment.viewers():
            if viewer != request.seat:
                what = f"the sealed answer of seat {request.seat} shows: {given} or {move}"
                same("sealed", moment, other, viewer, what)
        replaced += 1
    return replaced


def sealed_step(before: Moment, step: Step, after: Moment, rng: random.Random) -> int:
    """While a sealed answer stays sealed, nobody else can tell which one was given; and in a window, not even that one
    was. How many answers were compared."""
    request = answered(before.state, step.actor, step.move)
    if request is None or not request.sealed or after.state.sealed[request.seat] is None:
        return 0
    others = [v for v in before.viewers() if v != request.seat]
    if window(before.state) and window(before.state) == window(after.state):
        for viewer in others:
            if heard(step.told, viewer):
                raise Broken("sealed", f"an answer in a window is told before it closes: {step.told}", viewer)
            told = after.with_state(after.state)
            told.probe = before.probe
            what = f"that seat {request.seat} has answered shows before the window closes"
            same("sealed", before, told, viewer, what, refusals=False)
    move = other_answer(before.state, request, step.move, rng)
    if move is None:
        return 0
    other, told_other = before.after(step.actor, move, after.probe)
    if other.state.sealed[request.seat] is None:
        raise Broken("sealed", f"whether the group stays open depends on the answer: {step.move} or {move}")
    for viewer in others:
        a, b = encode(heard(step.told, viewer)), encode(heard(told_other, viewer))
        if a != b:
            what = f"what is told depends on the sealed answer: {step.move} or {move}"
            raise Broken("sealed", what, viewer, differ(a, b))
        same("sealed", after, other, viewer, f"which answer was sealed shows: {step.move} or {move}")
    return 1


def silence(before: Moment, step: Step, after: Moment) -> None:
    """A move of which a viewer is told nothing and sees nothing leaves every byte of every channel as it was: no
    revision, no frame, no new id. Raises Broken."""
    for viewer in before.viewers():
        if any(hears(audience, viewer) for audience, _ in step.told):
            continue
        now = after.with_state(after.state)
        now.probe = before.probe
        a, b = before.sent(viewer), now.sent(viewer)
        if a[:2] == b[:2]:
            for x, y in zip(a[2:], b[2:], strict=True):
                if x != y:
                    what = f"{step.move} by {viewer_name(step.actor)} is noticed"
                    raise Broken("silence", what, viewer, differ(x, y))


def answered(state: State, actor: int, move: Move) -> Request | None:
    """The open request that this move answers."""
    kinds = state.RULES[type(move)][2]
    return next((r for r in state.requests() if r.seat == actor and r.kind in kinds), None)


def window(state: State) -> Any:
    """The running window, if there is one."""
    return next((t for t in state.timers() if t.kind == "window"), None)


def _at(place: Place) -> str:
    return ".".join(map(str, place))
