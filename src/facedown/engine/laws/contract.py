"""Laws on the promises of the contract itself: somebody is waited for, menus offer what `check` accepts and refuse what
it refuses, defaults are pure, facts are told in one version a viewer, and what crosses the border can be read back."""

from __future__ import annotations

import random
from typing import Any, get_args

import msgspec

from ..audience import ARCHIVE, hears, viewer_name, viewers
from ..game import Game
from ..state import State, Told
from ..words import Choice, Chose, Domain, Event, Move, Offer, Order, Outcome, Presence, Refusal, Request, Subset, Text
from .channel import encode
from .mint import tokens
from .moment import Moment
from .report import Broken, Report, differ
from .snapshot import slots

_TRIES = 4
"""Values of an offer that are tried at one position."""
_LISTED = 300
"""Legal answers that are listed and tried at one position."""
_ENGINE: tuple[type[Event], ...] = (Chose, Presence)


def waiting(state: State) -> None:
    """Until the outcome somebody is waited for or a window runs; after it nobody is. Raises Broken."""
    waited = [r for r in state.requests() if r.binds != "may"]
    if state.outcome() is not None:
        if waited:
            raise Broken("waiting", f"the game is over, and this is still asked: {waited}")
    elif not waited and not any(t.kind == "window" for t in state.timers()):
        raise Broken("waiting", "the game is not over, and nobody is waited for")


def default_is_pure(state: State, request: Request) -> None:
    """The default of a request is legal, the same when asked again, and asking changes nothing. Raises Broken."""
    before = repr(slots(state))
    drawn = dict(state.chance.drawn)
    first, again = state.default(request), state.default(request)
    if first != again or state.chance.drawn != drawn or repr(slots(state)) != before:
        raise Broken("default", f"asking for the default of {request} changes something: {first}, then {again}")
    refusal = state.check(request.seat, first)
    if refusal is not None:
        raise Broken("default", f"the default {first} is refused: {refusal.why}")


def default_is_blind(moment: Moment, twin: Moment, viewer: int) -> None:
    """No hidden value biases the default of a seat. Raises Broken."""
    for request in moment.state.requests():
        if request.seat == viewer and request.binds != "may":
            a, b = moment.state.default(request), twin.state.default(request)
            if a != b:
                raise Broken("default", f"the default depends on what its seat does not see: {a} or {b}", viewer)


# menus ------------------------------------------------------------------------------------------------------------
def menus(game: Game[Any], state: State, request: Request, rng: random.Random) -> int:
    """Holds the menu to `check`, for one open request. How many offers were tried. Raises Broken."""
    offers = [o for o in state.menu(request.seat) if o.request == request.kind]
    for offer in offers:
        if state.MOVES.get(offer.kind) not in state.ASKS.get(request.kind, ()):
            raise Broken("menus", f"{offer.kind} does not answer {request.kind}", request.seat)
        _offer(game, state, request.seat, offer, rng)
    legal = state.legal(request, _LISTED)
    for move in legal:
        refusal = state.check(request.seat, move)
        if refusal is not None:
            raise Broken("menus", f"{move} is listed as legal and refused: {refusal.why}", request.seat)
    if not any(o.why_not is None for o in offers):
        if request.binds != "may":
            raise Broken("menus", f"nothing is offered for {request}", request.seat)
        return len(offers)
    texts = any(isinstance(d, Text) for o in offers for d in o.fields.values())
    if legal or request.binds != "may":
        move = state.sample(request, rng)
        if not texts and len(legal) < _LISTED and move not in legal:
            raise Broken("menus", f"{move} is sampled, and not among the legal answers", request.seat)
        _crosses(game, move)
    return len(offers)


def _offer(game: Game[Any], state: State, seat: int, offer: Offer, rng: random.Random) -> None:
    if offer.why_not is not None:
        complete(offer.why_not, seat)
    if any(_empty(domain) for domain in offer.fields.values()):
        if offer.why_not is None:
            raise Broken("menus", f"{offer.kind} is offered with a field that has no value", seat)
        return
    for _ in range(_TRIES if offer.fields else 1):
        move = state.MOVES[offer.kind](**{name: domain.pick(rng) for name, domain in offer.fields.items()})
        refusal = state.check(seat, move)
        if refusal is not None:
            complete(refusal, seat)
        if offer.why_not is None and offer.exact and refusal is not None:
            raise Broken("menus", f"{move} is offered and refused: {refusal.why}", seat)
        if offer.why_not is not None and (refusal is None or refusal.rule != offer.why_not.rule):
            found = "accepted" if refusal is None else f"refused by {refusal.rule}"
            raise Broken("menus", f"the menu refuses {move} by {offer.why_not.rule}, and it is {found}", seat)
        _crosses(game, move)


def _empty(domain: Domain) -> bool:
    match domain:
        case Choice():
            return not domain.of
        case Order():
            return len(domain.of) < domain.n
        case Subset():
            return len(domain.of) < domain.least
    return False


def _crosses(game: Game[Any], move: Move) -> None:
    """A move comes back from its JSON as it was."""
    again = game.read_move(msgspec.json.decode(encode(move)))
    if again != move:
        raise Broken("json", f"the move {move} comes back as {again}")


def complete(refusal: Refusal, seat: int | None = None) -> None:
    """A refusal names its rule, says why and what to do instead. Raises Broken."""
    for name in ("rule", "why", "next"):
        if not getattr(refusal, name):
            raise Broken("refusals", f"a refusal without {name}: {refusal}", seat)


# events -----------------------------------------------------------------------------------------------------------
def versions(told: Told) -> None:
    """Each fact of one move is told in versions with disjoint audiences, the archive in exactly one of them, the
    fullest. Versions follow one another and differ only in their faces. Raises Broken."""
    facts: list[list[tuple[int, Event]]] = []
    heard_by = 0
    for audience, event in told:
        if facts and not audience & heard_by and _public_part(event) == _public_part(facts[-1][-1][1]):
            facts[-1].append((audience, event))
        else:
            facts.append([(audience, event)])
            heard_by = 0
        heard_by |= audience
    whole: list[Event] = []
    for fact in facts:
        full = [event for audience, event in fact if hears(audience, ARCHIVE)]
        if not full:
            raise Broken("versions", f"the archive is not told {fact[0][1]}, or another version was told twice")
        for _, event in fact:
            if not _canaries(full[0]) >= _canaries(event):
                raise Broken("versions", f"the archive is told less than others: {full[0]}, {event}")
        if whole and _public_part(whole[-1]) == _public_part(full[0]) and _fuller(whole[-1], full[0]):
            raise Broken("versions", f"two versions of one fact are told as two facts: {whole[-1]}, {full[0]}")
        whole.append(full[0])


def _public_part(event: Event) -> Any:
    """What all versions of a fact have in common: its type and whatever is not a face."""
    return type(event), [getattr(event, f) for f in _faceless(type(event))]


_faceless_fields: dict[type[Event], list[str]] = {}


def _faceless(kind: type[Event]) -> list[str]:
    if kind not in _faceless_fields:
        info: Any = msgspec.inspect.type_info(kind)
        _faceless_fields[kind] = [f.name for f in info.fields if not _holds_faces(f.type)]
    return _faceless_fields[kind]


def _holds_faces(info: Any) -> bool:
    if isinstance(info, msgspec.inspect.Metadata):
        return bool((info.extra or {}).get("is") == "face") or _holds_faces(info.type)
    parts = [getattr(info, "item_type", None), getattr(info, "value_type", None), getattr(info, "key_type", None)]
    parts += [*getattr(info, "item_types", ()), *getattr(info, "types", ())]
    parts += [f.type for f in getattr(info, "fields", ())]
    return any(_holds_faces(part) for part in parts if part is not None)


def _canaries(event: Event) -> set[bytes]:
    return set(tokens(encode(event)))


def _fuller(a: Event, b: Event) -> bool:
    """Whether one of two events shows all the faces of the other, and more."""
    x, y = _canaries(a), _canaries(b)
    return x < y or y < x


# the border -------------------------------------------------------------------------------------------------------
def views_read_back(state: State, viewer: int) -> None:
    """A view is JSON, and comes back from it as its own type. Raises Broken."""
    view = state.view(viewer)
    text = encode(view)
    again = _read("view", text, type(view), viewer)
    if encode(again) != text:
        raise Broken("json", "the view comes back changed", viewer, differ(text, encode(again)))


def events_read_back(game: Game[Any], told: Told, report: Report) -> None:
    """Every event is one of the game's own or of the engine's, and comes back from its JSON. Raises Broken."""
    known = game.Event if game.Event is not Event else None
    for _, event in told:
        own = type(event) in _ENGINE or known is None or type(event) in (get_args(known) or (known,))
        if not own:
            raise Broken("json", f"{type(event).__name__} is not among the events of {game.id}")
        kind: Any = type(event) if known is None or type(event) in _ENGINE else known
        if _read("event", encode(event), kind, None) != event:
            raise Broken("json", f"the event {event} comes back changed")


def outcome_reads_back(state: State) -> None:
    """The outcome and the options come back from JSON; each seat stands in the outcome at most once. Raises Broken."""
    if encode(_read("options", encode(state.options), type(state.options), None)) != encode(state.options):
        raise Broken("json", f"the options come back changed: {state.options}")
    outcome = state.outcome()
    if outcome is None:
        return
    if _read("outcome", encode(outcome), Outcome, None) != outcome:
        raise Broken("json", f"the outcome comes back changed: {outcome}")
    placed = sorted((*outcome.winners, *outcome.losers, *outcome.tied))
    if placed and placed != list(range(state.seats)):
        raise Broken("contract", f"every seat is in exactly one of winners, losers, tied: {outcome}")
    for viewer in viewers(state.seats):
        views_read_back(state, viewer)


def _read(what: str, text: bytes, kind: Any, viewer: int | None) -> Any:
    try:
        return msgspec.json.decode(text, type=kind, strict=True)
    except msgspec.MsgspecError as error:
        who = "" if viewer is None else f" of {viewer_name(viewer)}"
        why = f"the {what}{who} cannot be read back: {error}"
        raise Broken("json", why, viewer, f"  {text[:300].decode()}") from error


__all__ = [
    "complete",
    "default_is_blind",
    "default_is_pure",
    "events_read_back",
    "menus",
    "outcome_reads_back",
    "versions",
    "views_read_back",
    "waiting",
]
