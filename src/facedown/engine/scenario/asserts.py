"""The assertions of a scenario: who is asked what, what was told, how it ended; those of views stand in `sight`. Each
is read once, which finds everything malformed in it, and gives a check of a position: None if it holds, else the
fault."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import inspect

from .. import laws
from ..audience import viewer_name
from ..words import Choice, Offer, Outcome, Subset
from .compare import has, in_order, same
from .file import assertion, boolean, mapping, marked, rules_of, whole
from .malformed import Malformed
from .play import Fault, Play, Words
from .sight import Check, check_revision, check_same, check_view
from .typed import bare, faces_in, fields, plain


def read_assertion(raw: Any, words: Words, marks: set[str]) -> Check:
    """One assertion. Raises Malformed."""
    a = mapping(raw, None, "an assertion")
    for word, reader in READERS.items():
        if word in a:
            return reader(a, words, marks)
    raise Malformed(f"an assertion is one of {', '.join(READERS)}, not {', '.join(map(str, a))}")


# requests and menus -----------------------------------------------------------------------------
def _asked(a: dict[str, Any], words: Words, marks: set[str]) -> Check:
    word = "asked" if "asked" in a else "may"
    assertion(a, word, "kind")
    seats = words.names.seats_of(a[word])
    kind = words.kind(a["kind"]) if "kind" in a else None

    def check(play: Play) -> Fault | None:
        found = {
            r.seat for r in play.state.requests() if words.answers(r, kind) and (r.binds == "may") is (word == "may")
        }
        if sorted(found) == seats:
            return None
        what = f" for {kind}" if kind else ""
        return Fault(f"{'asked' if word == 'asked' else 'may act'}{what}: seats {seats}", f"seats {sorted(found)}")

    return check


def _menu(a: dict[str, Any], words: Words, marks: set[str]) -> Check:
    seat = words.names.seat(a["menu"])
    kind = words.kind(a.get("kind"))
    move = bare(words.moves[kind])[0]
    assert isinstance(move, inspect.StructType)
    known = fields(move)
    where = words.names.resolve(mapping(a.get("where") or {}, frozenset(known), "where"), move)
    if "field" not in a:
        assertion(a, "menu", "kind", "offered", "rule", "where")
        offered = boolean(a.get("offered"), "offered")
        rules = rules_of(a["rule"], "rule") if "rule" in a else ()
        if rules and offered:
            raise Malformed("rule belongs to offered: false")

        def on_offer(play: Play) -> Fault | None:
            offers = [o for o in play.state.menu(seat) if o.kind == kind and _fits(o, where)]
            found = any(o.why_not is None for o in offers)
            if found is not offered:
                return Fault(f"{kind} offered to {seat}: {offered}", f"offered: {found}")
            if rules:
                why = [o.why_not for o in offers] or [play.state.unasked(seat, words.requests[kind])]
                if not any(w is not None and w.cites(r) for w in why for r in rules):
                    return Fault(f"{kind} is not offered by {rules}", f"{[w.rule for w in why if w]}")
            return None

        return on_offer

    assertion(a, "menu", "kind", "field", "only", "contains", "lacks", "where")
    field = a["field"]
    if not isinstance(field, str) or field not in known:
        raise Malformed(f"{kind} has no field {field!r}")
    tests = [t for t in ("only", "contains", "lacks") if t in a]
    if not tests:
        raise Malformed("menu: only, contains or lacks")
    t = known[field]
    want: dict[str, Any] = {}
    for test in tests:
        if test == "only":
            if not isinstance(a[test], list):
                raise Malformed("only must be a list")
            want[test] = [words.names.resolve(v, t) for v in a[test]]
        else:
            want[test] = words.names.resolve(a[test], t)

    def check(play: Play) -> Fault | None:
        found = [plain([v])[0] if v is not None else None for v in _values(play, seat, kind, field, where)]
        for test, value in want.items():
            if test == "only":
                ok = all(any(_alike(f, v) for v in value) for f in found) and all(
                    any(_alike(f, v) for f in found) for v in value
                )
            else:
                ok = any(_alike(f, value) for f in found) is (test == "contains")
            if not ok:
                return Fault(f"{field} of {kind} for {seat}: {test} {a[test]!r}", repr(found))
        return None

    return check


def _fits(offer: Offer, where: Mapping[str, Any]) -> bool:
    for field, value in where.items():
        domain = offer.fields.get(field)
        if domain is None and value is not None:
            return False
        if isinstance(domain, (Choice, Subset)) and value not in domain.of:
            return False
    return True


def _values(play: Play, seat: int, kind: str, field: str, where: Mapping[str, Any]) -> Iterator[Any]:
    """The legal values of one field of a move, the others fixed by `where` or free."""
    seen = []
    for offer in play.state.menu(seat):
        if offer.kind != kind or offer.why_not is not None or not _fits(offer, where):
            continue
        values: Iterator[Any]
        if field not in offer.fields:
            values = iter([None])
        elif offer.exact:
            values = offer.fields[field].values() if field not in where else iter([where[field]])
        else:
            make = play.state.MOVES[kind]
            free = [
                [where[f]] if f in where else list(itertools.islice(d.values(), 20_000))
                for f, d in offer.fields.items()
            ]
            moves = (make(**dict(zip(offer.fields, vs, strict=True))) for vs in itertools.product(*free))
            values = (getattr(m, field) for m in moves if play.state.check(seat, m) is None)
        for value in values:
            if value not in seen:
                seen.append(value)
                yield value


def _alike(found: Any, expected: Any) -> bool:
    return same(found, expected) if expected is not None and found is not None else found is expected


# events -----------------------------------------------------------------------------------------
def _event(a: dict[str, Any], words: Words, marks: set[str]) -> Check:
    word = "event" if "event" in a else "no_event"
    assertion(a, word, "to", "has", "nth", "lacks", "since")
    kind = a[word]
    if not isinstance(kind, str) or kind not in words.events:
        raise Malformed(f"{words.game.id} has no event {kind!r}")
    t = words.events[kind]
    assert isinstance(t, inspect.StructType)
    known = fields(t)
    viewer = words.names.viewer(a.get("to"))
    expected = words.names.resolve(mapping(a.get("has") or {}, frozenset(known), "has"), t)
    nth = whole(a["nth"], "nth", 1) if "nth" in a else None
    since = marked(a["since"], marks, "since") if "since" in a else None
    lacks = a.get("lacks") or []
    if not isinstance(lacks, list) or any(not isinstance(k, str) or k not in known for k in lacks):
        raise Malformed(f"lacks: keys of {kind}")

    def fits(event: Mapping[str, Any]) -> bool:
        for k, v in expected.items():
            if isinstance(v, str) and v.endswith("?") and event.get(k) is None and bare(known[k])[1] == "face":
                continue
            if not has(event, {k: v}, in_order(k)):
                return False
        return all(_is_back(event.get(k)) for k in lacks)

    def check(play: Play) -> Fault | None:
        heard = [e for e in play.heard(viewer, since) if e["event"] == kind]
        if nth is not None:
            heard = heard[nth - 1 : nth]
        found = any(fits(e) for e in heard)
        if found is (word == "event"):
            return None
        what = f"{word} {kind} to {viewer_name(viewer)} with {a.get('has') or {}} lacking {lacks}"
        return Fault(what, repr(heard) if heard else "no such event")

    return check


def _is_back(value: Any) -> bool:
    """Nothing, or the back of a card: what stands where a face may not."""
    return value is None or (isinstance(value, str) and value.endswith("?"))


def _never(a: dict[str, Any], words: Words, marks: set[str]) -> Check:
    assertion(a, "never", "to", "since")
    face = a["never"]
    if isinstance(face, (Mapping, list)) or not words.game.knows_face(face):
        raise Malformed(f"{words.game.id} has no face {face!r}")
    viewer = words.names.viewer(a.get("to"))
    since = marked(a["since"], marks, "since") if "since" in a else None

    def check(play: Play) -> Fault | None:
        for event in play.heard(viewer, since):
            if any(str(f) == str(face) for f in faces_in(event, words.events[event["event"]])):
                return Fault(f"{viewer_name(viewer)} is never told {face}", repr(event))
        return None

    return check


# the end, timers, laws --------------------------------------------------------------------------
def _outcome(a: dict[str, Any], words: Words, marks: set[str]) -> Check:
    assertion(a, "outcome")
    if a["outcome"] == "none":

        def none(play: Play) -> Fault | None:
            outcome = play.state.outcome()
            return None if outcome is None else Fault("the game goes on", repr(plain(outcome)))

        return none
    want = mapping(a["outcome"], frozenset({"winners", "losers", "tied", "overall", "scores", "why"}), "outcome")
    names = words.names
    for key in ("winners", "losers", "tied", "overall"):
        if key in want:
            want[key] = names.seats_of(want[key])
    scores = {names.seat(k): v for k, v in mapping(want.pop("scores", {}), None, "scores").items()}

    def check(play: Play) -> Fault | None:
        outcome: Outcome | None = play.state.outcome()
        if outcome is None:
            return Fault(f"outcome {a['outcome']}", "the game goes on")
        found = plain(outcome)
        for key, value in want.items():
            if key == "why":
                ok = outcome.why == value
            else:
                ok = sorted(getattr(outcome, key) or ()) == value
            if not ok:
                return Fault(f"{key} {value}", repr(found))
        for seat, score in scores.items():
            if outcome.scores is None or not same(outcome.scores[seat], score):
                return Fault(f"score of {seat} is {score}", repr(found))
        return None

    return check


def _timer(a: dict[str, Any], words: Words, marks: set[str]) -> Check:
    assertion(a, "timer", "running", "length")
    name = words.timer(a["timer"])
    running = boolean(a.get("running", True), "running")
    length = whole(a["length"], "length") if "length" in a else None

    def check(play: Play) -> Fault | None:
        timers = [t for t in play.state.timers() if t.name == name or (name == "window" and t.kind == "window")]
        if bool(timers) is not running or (length is not None and not any(t.seconds == length for t in timers)):
            return Fault(f"timer {name} running: {running}, length: {length}", repr(plain(timers)))
        return None

    return check


def _law(a: dict[str, Any], words: Words, marks: set[str]) -> Check:
    assertion(a, "law")
    name = a["law"]
    if name not in laws.LAWS:
        raise Malformed(f"there is no law {name!r}: {', '.join(laws.LAWS)}")

    def check(play: Play) -> Fault | None:
        try:
            play.hold(name)
        except laws.Broken as e:
            return Fault(f"the law {name} holds", str(e))
        return None

    return check


READERS: dict[str, Callable[[dict[str, Any], Words, set[str]], Check]] = {
    "view": check_view,
    "same": check_same,
    "unchanged": check_revision,
    "changed": check_revision,
    "asked": _asked,
    "may": _asked,
    "menu": _menu,
    "event": _event,
    "no_event": _event,
    "never": _never,
    "outcome": _outcome,
    "timer": _timer,
    "law": _law,
}
