"""The bar that stays in sight: whose move it is, what is asked of the viewer, and the one thing to press. Functions of
a look; what is for one browser alone is added in `yours`."""

from __future__ import annotations

from typing import Any

from facedown.engine import Request
from facedown.table import Look, Person
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
            who = look.say("The host ended the game") if look.cancelled else look.say("Game over")
            return {"kind": "over", "who": who, "what": winners(look)}
    if look.paused:
        return _paused(look)
    mine = [r for r in look.requests if r.seat == look.viewer]
    binding = [r for r in mine if r.binds != "may"]
    waited = [look.people[s] for s in look.waited_for]
    if binding:
        others = look.listed([p.seat for p in waited if p.seat != look.viewer])
        who = look.say("Your move") if len(waited) == 1 else look.say("Your move, and {others}", others=others)
        choose = {"href": "#acts", "text": look.say("Choose"), "jump": True}
        return {"kind": "you", "who": who, "what": _what(look, binding[0]), "button": choose}
    if any(r.sealed for r in mine):
        names = look.listed(look.waited_for)
        what = look.say("Wait for {names}", names=names) if waited else look.say("Everybody is in")
        return {"kind": "in", "who": look.say("You are in, and can change your answer until all are"), "what": what}
    if not waited:
        return {"kind": "wait", "who": look.say("Everybody waits"), "what": look.say("for the clock")}
    return _missing(look, waited) or _others(look, waited)


def _waiting(look: Look) -> Banner:
    taken = sum(p.ready for p in look.people)
    if taken < len(look.people):
        what = look.say("Waiting for players: {taken} of {all} are in", taken=taken, all=len(look.people))
        return {"kind": "wait", "who": look.game.name, "what": what}
    hosts = look.you is not None and look.you.host
    name = next((p.name for p in look.people if p.host), "")
    starts = look.say("{name} starts the game", name=name) if name else look.say("Waiting for a host")
    return {
        "kind": "wait", "who": look.say("Everybody is in"), "what": look.say("Start when you like") if hosts else starts
    }  # fmt: skip


def _paused(look: Look) -> Banner:
    who = look.say("The game is paused")
    if look.you is not None and look.you.host:
        go_on = {"do": "resume", "seat": "", "text": look.say("Go on with the game")}
        return {"kind": "wait", "who": who, "what": look.say("You can let it go on"), "button": go_on}
    lets = next(p.owner or p.name for p in look.people if p.host)
    return {"kind": "wait", "who": who, "what": look.say("{name} can let it go on", name=lets)}


def _missing(look: Look, waited: list[Person]) -> Banner | None:
    """Whoever is to move and is not there."""
    lost = [p for p in waited if p.who == "person" and p.there != "here" and not p.stand_in]
    if not lost:
        return None
    p = min(lost, key=lambda p: p.there != "gone")
    name = p.owner or p.name
    if p.there == "away":
        who = look.say("A bot can play once they have been away for {n} seconds", n=f"{GONE:g}")
        return {"kind": "wait", "who": who, "what": look.say("{name} is away", name=name)}
    bot = {"do": "stand_in", "seat": p.seat, "text": look.say("Let a bot play for {name}", name=p.name)}
    who, what = look.say("A bot can play until they are back"), look.say("{name} is gone", name=name)
    return {"kind": "wait", "who": who, "what": what, "button": bot}


def _others(look: Look, waited: list[Person]) -> Banner:
    names = look.listed([p.seat for p in waited])
    if look.you is not None:
        who, what = look.say("You are asked when it is your turn"), look.say("Wait for {names}", names=names)
        return {"kind": "wait", "who": who, "what": what, "idle": True}
    several = look.say("Waiting for {names}", names=names)
    what = look.say("{name}’s move", name=names) if len(waited) == 1 else several
    return {"kind": "wait", "who": look.say("You are watching"), "what": what}


def _what(look: Look, request: Request) -> str:
    return capital(look.game.question(look.view, request.kind))


def winners(look: Look) -> str:
    """Who has won, in one line."""
    outcome = look.outcome
    assert outcome is not None
    if outcome.winners:
        if len(outcome.winners) == len(look.people):
            return look.say("Everybody wins")
        others = [look.names[s] for s in outcome.winners if s != look.viewer]
        names = look.game.tongue.listed(others)
        if look.you is not None and look.viewer in outcome.winners:
            if len(others) > 1:
                return look.say("You, {names} win", names=names)
            return look.say("You and {name} win", name=names) if others else look.say("You win")
        return look.say("{name} wins", name=names) if len(others) == 1 else look.say("{names} win", names=names)
    if outcome.tied:
        return look.say("A tie between {names}", names=look.listed(outcome.tied))
    return look.say("Nobody wins")
