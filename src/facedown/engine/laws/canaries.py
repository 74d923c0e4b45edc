"""Laws on a re-minted game: no byte shows a face that its reader may not know (canaries), and every face that a viewer
may see is in its view (enough)."""

from __future__ import annotations

from typing import Any

from ..audience import viewer_name
from ..state import State, Told
from .channel import encode, heard
from .glimpse import glimpsed
from .mint import carried, tokens
from .moment import Moment
from .play import Step
from .report import Broken, Report

Purse = dict[bytes, set[Any]]
"""Canary -> the faces that carry it."""


def purse(state: State) -> Purse:
    """The canaries of every face of a re-minted position."""
    owners: Purse = {}
    for face in {face for _, face, _ in state.places()}:
        for token in carried(state.game, state, face):
            owners.setdefault(token, set()).add(face)
    return owners


def search(
    purse: Purse, moment: Moment, told: Told, last: tuple[Moment, Step] | None, viewer: int, report: Report
) -> None:
    """Searches all that reached this viewer with the last move (which was made there), and its refusals. A face may
    show if the viewer sees a place that holds it or knows that one of several does, or did before the move; in what is
    told also if it came into sight during the move. An answer (`TELLS`) excuses no face: it is a number, a yes or a no.
    Raises Broken."""
    seen = {*moment.seen(viewer), *(last[0].seen(viewer) if last else ())}
    seen |= moment.state.known(viewer) | (last[0].state.known(viewer) if last else set())
    events = encode(heard(told, viewer))
    known = seen
    if last and _strange(purse, events, seen):
        before, step = last
        known = seen | glimpsed(before.state, step.actor, step.move, viewer, answers=False)
    for text, may in ((events, known), *[(text, seen) for text in moment.sent(viewer)]):
        report.bytes += len(text)
        _hold(purse, text, may, viewer, "is sent", report)
    if any(_strange(purse, text, seen) for text in moment.refused(viewer)):
        for move in moment.probe[0]:
            named = {face for token in tokens(encode(move)) for face in purse.get(token, ())}
            refusal = moment.state.check(viewer, move)
            texts = [encode(refusal)]
            if refusal is not None:
                texts += [line.refused(moment.state, viewer, move, refusal) for line in moment.lines]
            for text in texts:
                _hold(purse, text, seen | named, viewer, f"is in the refusal of {move}", report)
    report.bytes += sum(map(len, moment.refused(viewer)))


def _strange(purse: Purse, text: bytes, seen: set[Any]) -> bytes | None:
    """A canary in this text of a face that is not among those seen."""
    return next((t for t in tokens(text) if t in purse and purse[t].isdisjoint(seen)), None)


def _hold(purse: Purse, text: bytes, seen: set[Any], viewer: int, how: str, report: Report) -> None:
    strange = _strange(purse, text, seen)
    if strange:
        i = text.lower().index(strange)
        around = text[max(0, i - 80) : i + 40].decode(errors="replace")
        face = sorted(map(str, purse[strange]))
        who = viewer_name(viewer)
        raise Broken("canaries", f"face {' or '.join(face)}, which {who} may not know, {how}", viewer, f"  {around}")
    report.occurrences += len(tokens(text))


def enough(state: State, purse: Purse, viewer: int, seen: set[Any]) -> int:
    """Holds every face this viewer sees to be in its view, by a code or a label. How many there were."""
    found: set[Any] = set()
    for token in set(tokens(encode(state.view(viewer)))):
        found |= purse.get(token, set())
    missing = seen - found
    if missing:
        raise Broken("enough", f"faces that SEES grants are not in the view: {sorted(map(str, missing))}", viewer)
    return len(seen)
