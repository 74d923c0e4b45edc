"""Menus as forms, and what a form sent back as the plain form of a move. One group a kind of move, one form an offer.

A field's name says how its value is read: `one.NAME` holds JSON, `many.NAME` a list of it, `text.NAME` free text. No
value is an index: what a button says is what it sends, also when the menu has changed meanwhile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from facedown.engine import Choice, Domain, Move, Order, Subset, Text
from facedown.engine.plain import meanings
from facedown.table import Asked, Look, refused

from .plain import capital, card_of, text_of

NO_MOVES: Mapping[str, type[Move]] = MappingProxyType({})
RADIOS = 9
"""Choices of more values are a list to pick from."""


def talk(look: Look) -> dict[str, Any] | None:
    """What the box for talk sends where talk is a move of the game; None where it is the table's own."""
    return next(
        (_form(look, a) | {"help": look.game.words.get(f"{a.offer.kind}.help", "")} for a in look.asked if _talks(a)),
        None,
    )


def _talks(asked: Asked) -> bool:
    return asked.request.kind == "talk" and [type(d) for d in asked.offer.fields.values()] == [Text]


def groups(look: Look) -> list[dict[str, Any]]:
    """The menu, grouped by kind of move; binding requests first, talk apart."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for asked in sorted([a for a in look.asked if not _talks(a)], key=lambda a: a.request.binds == "may"):
        kind = asked.offer.kind
        group = found.setdefault(
            (asked.request.kind, kind),
            {
                "kind": kind,
                "title": capital(look.game.title(kind)),
                "help": look.game.words.get(f"{kind}.help", ""),
                "optional": asked.request.binds == "may" and not asked.request.sealed,
                "forms": [],
            },
        )
        group["forms"].append(_form(look, asked))
    for group in found.values():
        open_ = [form for form in group["forms"] if form["why_not"] is None]
        group["possible"] = bool(open_)
        group["careful"] = f"{group['kind']}.careful" in look.game.words
        group["plain"] = not group["careful"] and all(not form["fields"] or form["buttons"] for form in group["forms"])
        if not open_:
            group["why_not"] = group["forms"][0]["why_not"]
    binding = [group for group in found.values() if not group["optional"]]
    for group in found.values():
        group["open"] = binding == [group] and not group["careful"]  # where there is but one choice, it lies there
    return list(found.values())


def _form(look: Look, asked: Asked) -> dict[str, Any]:
    offer = asked.offer
    means = meanings(look.game.State.MOVES[offer.kind])
    single = {f: d.of[0] for f, d in offer.fields.items() if isinstance(d, Choice) and len(d.of) == 1}
    fields = [
        _field(look, offer.kind, name, means.get(name, ""), domain, single) for name, domain in offer.fields.items()
    ]
    fixed = [f for f in fields if f["is"] == "fixed"]
    open_ = [f for f in fields if f["is"] != "fixed"]
    few = len(open_) == 1 and open_[0]["is"] == "radios"
    optional = asked.request.binds == "may" and not asked.request.sealed
    quick = few and (optional or len(open_[0]["options"]) == 2)
    about = ", ".join(f"{f['word']} {f['options'][0]['label']}".strip() for f in fixed)
    leads = "" if open_ else look.game.leads(look.view, offer.kind, single)
    why = offer.why_not
    if why is not None and few:  # a button that says nothing of what it would be about helps nobody
        about = ", ".join(filter(None, [about, *[o["label"] for o in open_[0]["options"]]]))
    return {
        "key": "/".join([offer.request, offer.kind, *[f["options"][0]["value"] for f in fixed]]),
        "request": asked.request_id,
        "id": asked.mark,
        "kind": offer.kind,
        "fixed": fixed,
        "fields": open_,
        "buttons": open_[0] if quick else None,
        "about": capital(about),
        "do": capital(_do(look.game.word(f"{offer.kind}.do", offer.kind), about)) + (leads and f": {leads}"),
        "why_not": None if why is None else {"why": why.why, "rule": why.rule, "next": why.next},
    }


def _do(word: str, about: str) -> str:
    """The words of a button. A language may put what it is about elsewhere than last.

    >>> _do("Discard", "48"), _do("{} ablegen", "48"), _do("{} ablegen", "")
    ('Discard 48', '48 ablegen', 'ablegen')
    """
    return (word.format(about) if "{}" in word else f"{word} {about}").strip()


def _field(look: Look, kind: str, name: str, meaning: str, domain: Domain, single: Mapping[str, Any]) -> dict[str, Any]:
    word = look.game.word(f"{kind}.{name}", name)
    field: dict[str, Any] = {"name": name, "label": capital(word), "word": _within(look, word), "hint": ""}
    if isinstance(domain, Text):
        return field | {"is": "text", "most": domain.most, "long": domain.most > 80}
    field["options"] = [
        {
            "value": msgspec.json.encode(v).decode(),
            "label": text_of(look, name, meaning, v) if look.game.words.get(name) != "" else "",
            "caution": look.game.caution(look.view, kind, name, v),
        }
        | (_lies(look, name, single, v) if meaning == "slot" else {})
        for v in domain.of
    ]
    match domain:
        case Choice():
            few = "radios" if len(domain.of) <= RADIOS else "select"
            return field | {"is": "fixed" if len(domain.of) == 1 else few}
        case Order():
            return field | {"is": "order", "places": list(range(1, domain.n + 1))}
        case Subset():
            least, most = domain.least, domain.most
            exactly = look.say("exactly {n}", n=least)
            hint = exactly if least == most else look.say("{least} to {most}", least=least, most=most)
            return field | {"is": "subset", "hint": hint}


def _within(look: Look, word: str) -> str:
    """A word within a sentence. Where nouns have capitals, the catalogue says it as it is."""
    return word[:1].lower() + word[1:] if look.game.tongue.language == "en" else word


def _lies(look: Look, name: str, single: Mapping[str, Any], at: int) -> dict[str, str]:
    """What the viewer sees at a place: its words, and the colour among them."""
    there = look.game.lies(look.view, look.viewer, name, single, at)
    if there is None:
        return {}
    card = card_of(look, there)
    return {"card": f"{card['colour']} {card['large']}".strip(), "ink": card["ink"]}


def read_move(form: Mapping[str, Sequence[str]], moves: Mapping[str, type[Move]] = NO_MOVES) -> dict[str, Any]:
    """The plain form of the move that a form sent. `moves`: the kinds there are, for a form that stands for all of them
    (`whole`): only what the chosen kind has counts. Raises Refused."""
    move: dict[str, Any] = {"kind": (form.get("kind") or [""])[0]}
    for name, values in form.items():
        how, _, field = name.partition(".")
        if how == "pair":
            move |= zip(field.split("."), _values(values[0]), strict=False)
        if how == "one":
            move[field] = _value(values[0])
        elif how == "many":
            move[field] = [_value(v) for v in values if v]
        elif how == "text":
            move[field] = values[0].strip()
    if "whole" in form:
        return _one_of(move, moves)
    return move


def _one_of(move: dict[str, Any], moves: Mapping[str, type[Move]]) -> dict[str, Any]:
    kind = moves.get(move["kind"])
    if kind is None:
        raise refused("malformed", "You have not chosen what to do.", "Choose one of the buttons, then send it again.")
    fields = kind.__struct_fields__
    if any(field not in move for field in fields):
        raise refused("malformed", "Something is not chosen yet.", "Choose what it is about, then send it again.")
    return {name: value for name, value in move.items() if name in ("kind", *fields)}


def _values(text: str) -> list[Any]:
    found = _value(text)
    return found if isinstance(found, list) else []


def _value(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as e:
        raise refused("malformed", "Something is not chosen yet.", "Choose in every line, then send it again.") from e
