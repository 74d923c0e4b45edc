"""The bar that stays in sight: whose move it is, what is asked of the viewer, and the one thing to press. Functions of
a look; what is for one browser alone is added in `yours`."""

from __future__ import annotations

from typing import Any

from facedown.engine import Request
from facedown.table import Look, Person, enumerated
from facedown.table.presence import GONE

from .plain import capital

Banner = dict[str, Any]
"""`kind` of look; `who` in one small line, `what` in a large one; `button`: an act, or an address, with its text;
`idle`: the small line is of no use on a page that does not follow the game by itself."""


def banner(look: Look) -> Banner:
    """What everybody with this look reads."""
    match look.phase:
        case "waiting":
            return _waiting(look)
        case "over":
            assert look.outcome is not None
            who = "The host ended the game" if look.cancelled else "Game over"
            return {"kind": "over", "who": who, "what": winners(look)}
    if look.paused:
        return _paused(look)
    mine = [r for r in look.requests if r.seat == look.viewer]
    binding = [r for r in mine if r.binds != "may"]
    waited = [look.people[s] for s in look.waited_for]
    if binding:
        others = enumerated([p.name for p in waited if p.seat != look.viewer])
        who = "Your move" if len(waited) == 1 else f"Your move, and {others}"
        choose = {"href": "#acts", "text": "Choose", "jump": True}
        return {"kind": "you", "who": who, "what": _what(look, binding[0]), "button": choose}
    if any(r.sealed for r in mine):
        what = f"Wait for {enumerated([p.name for p in waited])}" if waited else "Everybody is in"
        return {"kind": "in", "who": "You are in, and can change your answer until all are", "what": what}
    if not waited:
        return {"kind": "wait", "who": "Everybody waits", "what": "for the clock"}
    return _missing(waited) or _others(look, waited)


def _waiting(look: Look) -> Banner:
    taken = sum(p.ready for p in look.people)
    if taken < len(look.people):
        what = f"Waiting for players: {taken} of {len(look.people)} are in"
        return {"kind": "wait", "who": look.game.name, "what": what}
    hosts = look.you is not None and look.you.host
    starts = next((f"{p.name} starts the game" for p in look.people if p.host), "Waiting for a host")
    return {"kind": "wait", "who": "Everybody is in", "what": "Start when you like" if hosts else starts}


def _paused(look: Look) -> Banner:
    who = "The game is paused"
    if look.you is not None and look.you.host:
        go_on = {"do": "resume", "seat": "", "text": "Go on with the game"}
        return {"kind": "wait", "who": who, "what": "You can let it go on", "button": go_on}
    lets = next(p.owner or p.name for p in look.people if p.host)
    return {"kind": "wait", "who": who, "what": f"{lets} can let it go on"}


def _missing(waited: list[Person]) -> Banner | None:
    """Whoever is to move and is not there."""
    lost = [p for p in waited if p.who == "person" and p.there != "here" and not p.stand_in]
    if not lost:
        return None
    p = min(lost, key=lambda p: p.there != "gone")
    name = p.owner or p.name
    if p.there == "away":
        who = f"A bot can play once they have been away for {GONE:g} seconds"
        return {"kind": "wait", "who": who, "what": f"{name} is away"}
    bot = {"do": "stand_in", "seat": p.seat, "text": f"Let a bot play for {p.name}"}
    return {"kind": "wait", "who": "A bot can play until they are back", "what": f"{name} is gone", "button": bot}


def _others(look: Look, waited: list[Person]) -> Banner:
    names = enumerated([p.name for p in waited])
    if look.you is not None:
        return {"kind": "wait", "who": "You are asked when it is your turn", "what": f"Wait for {names}", "idle": True}
    what = f"{names}’s move" if len(waited) == 1 else f"Waiting for {names}"
    return {"kind": "wait", "who": "You are watching", "what": what}


def _what(look: Look, request: Request) -> str:
    return capital(look.game.question(look.view, request.kind))


def winners(look: Look) -> str:
    """Who has won, in one line."""
    outcome = look.outcome
    assert outcome is not None
    if outcome.winners:
        if len(outcome.winners) == len(look.people):
            return "Everybody wins"
        mine = look.you is not None and look.viewer in outcome.winners
        names = ["You"] * mine + [look.names[s] for s in outcome.winners if not mine or s != look.viewer]
        return f"{enumerated(names)} win{'' if mine or len(names) > 1 else 's'}"
    if outcome.tied:
        return f"A tie between {enumerated([look.names[s] for s in outcome.tied])}"
    return "Nobody wins"
