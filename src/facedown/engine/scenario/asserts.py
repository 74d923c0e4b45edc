"""The assertions of a scenario. Each is read once, which finds everything malformed in it, and gives a check of a
position: None if it holds, else (expected, found)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import inspect

from .. import laws
from ..audience import viewer_name
from ..words import Choice, Offer, Outcome, Subset
from .compare import ORDERED, contains, has, same
from .file import mapping, rules_of, whole
from .malformed import Malformed
from .play import Play, Words
from .typed import Type, bare, element, faces_in, fields, look_up, plain

Fault = tuple[str, str]
Check = Callable[[Play], Fault | None]


def read_assertion(raw: Any, words: Words, marks: set[str]) -> Check:
    """One assertion. Raises Malformed."""
    a = mapping(raw, None, "an assertion")
    for word, reader in READERS.items():
        if word in a:
            return reader(a, words, marks)
    raise Malformed(f"an assertion is one of {', '.join(READERS)}, not {', '.join(map(str, a))}")


def _keys(a: dict[str, Any], *keys: str) -> None:
    mapping(a, frozenset(keys), f"the assertion {keys[0]}")


def _bool(value: Any, what: str) -> bool:
    if not isinstance(value, bool):
        raise Malformed(f"{what} must be true or false")
    return value


# {view: V, at: PATH, ..} ------------------------------------------------------------------------
def _view(a: dict[str, Any], words: Words, marks: set[str]) -> Check:
    tests = ("is", "has", "in", "same_at", "absent", "count", "contains", "lacks", "below", "above")
    _keys(a, "view", "at", *tests)
    names = words.names
    viewer = names.viewer(a["view"])
    if not isinstance(a.get("at"), str):
        raise Malformed("view: at must be a path")
    steps, t = names.walk(words.view, a["at"])
    asked = [k for k in tests if k in a]
    if not asked:
        raise Malformed(f"view: one of {', '.join(tests)}")
    ordered = any(s in ORDERED for s in steps) or (steps[-1] == "cards" and bool({"team", "broke"} & set(steps)))
    want: dict[str, Any] = {}
    for test in asked:
        value = a[test]
        if test in ("is", "has"):
            want[test] = names.resolve(mapping(value, None, "has") if test == "has" else value, t)
            _known_keys(want[test], t, a["at"])
        elif test == "in":
            want[test] = [names.resolve(v, t) for v in value] if isinstance(value, list) else None
            if want[test] is None:
                raise Malformed("in must be a list")
        elif test == "same_at":
            want[test] = names.walk(words.view, str(value))[0]
        elif test == "absent":
            want[test] = _bool(value, "absent")
        elif test == "count":
            want[test] = whole(value, "count")
        elif test in ("contains", "lacks"):
            item = element(t) if t is not None else None
            want[test] = names.resolve(value, item)
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            want[test] = value
        else:
            raise Malformed(f"{test} must be a number")

    def check(play: Play) -> Fault | None:
        view = play.view(viewer)
        found = look_up(view, steps)
        for test, value in want.items():
            if not _holds(test, value, found, view, ordered):
                return f"{a['at']} of {viewer_name(viewer)} {test} {a[test]!r}", "absent" if found is None else repr(
                    found
                )
        return None

    return check


def _holds(test: str, value: Any, found: Any, view: Any, ordered: bool) -> bool:
    if test == "absent":
        return (found is None) is value
    if found is None:
        return False
    match test:
        case "is":
            return same(found, value, ordered)
        case "has":
            return has(found, value, ordered)
        case "in":
            return any(same(found, v, ordered) for v in value)
        case "same_at":
            other = look_up(view, value)
            return other is not None and same(found, other, ordered)
        case "count":
            return isinstance(found, (list, Mapping)) and len(found) == value
        case "contains":
            return contains(found, value, ordered)
        case "lacks":
            return isinstance(found, (list, Mapping, str)) and not contains(found, value, ordered)
    number = isinstance(found, (int, float)) and not isinstance(found, bool)
    return number and (found < value if test == "below" else found > value)


def _known_keys(value: Any, t: Type | None, path: str) -> None:
    """A map that is compared with a struct names only its fields."""
    inner = bare(t)[0] if t is not None else None
    options = inner.types if isinstance(inner, inspect.UnionType) else (inner,)
    structs = [s for s in (bare(o)[0] for o in options if o is not None) if isinstance(s, inspect.StructType)]
    if isinstance(value, Mapping) and structs:
        for key in value:
            if not any(key in fields(s) for s in structs):
                raise Malformed(f"{path} has no key {key!r}")


# {same: V, swap: [..]} / {same: V, as: ID} ------------------------------------------------------
def _same(a: dict[str, Any], words: Words, marks: set[str]) -> Check:
    viewer = words.names.viewer(a["same"])
    if "as" in a:
        _keys(a, "same", "as")
        other = a["as"]

        def alike(play: Play) -> Fault | None:
            found, expected = play.end_of(other, viewer), comparable(play, viewer)
            return (
                None
                if found == expected
                else (f"{viewer_name(viewer)} has the same as at the end of {other}", "it differs")
            )

        words.others.add(other)
        return alike
    _keys(a, "same", "swap")
    places = a.get("swap")
    if not isinstance(places, list) or len(places) != 2:
        raise Malformed("swap: two places")
    paths = [_place(p, words) for p in places]

    def check(play: Play) -> Fault | None:
        state = play.state
        at = [play.game.place(state, path) for path in paths]
        for name, place in zip(places, at, strict=True):
            if place is None:
                raise Malformed(f"swap: there is no place {name}")
        one, two = at
        if one == two or not any(one in group and two in group for group in state.hidden(viewer)):
            raise Malformed(f"swap: the public marks of {places[0]} and {places[1]} differ for {viewer_name(viewer)}")
        twin = state.copy()
        assert one is not None and two is not None
        twin.put(one, state.face(two))
        twin.put(two, state.face(one))
        if play.all_bytes(state, viewer) == play.all_bytes(twin, viewer):
            return None
        return f"{viewer_name(viewer)} cannot tell {places[0]} and {places[1]} exchanged", "its bytes differ"

    return check


def comparable(play: Play, viewer: int) -> Any:
    """View and requests of a viewer, without the numbers that tell one request from the next."""
    requests = [(r.seat, r.kind, r.binds, r.sealed) for r in play.state.requests(viewer)]
    return plain(play.state.view(viewer)), requests


def _place(path: Any, words: Words) -> list[int | str]:
    parts = str(path).split(".")
    if len(parts) < 2:
        raise Malformed(f"swap: {path!r} is no place")
    out: list[int | str] = [parts[0]]
    for i, part in enumerate(parts[1:]):
        if part.isdigit():
            out.append(int(part))
        else:
            out.append(words.names.seat(part) if i == 0 and len(parts) > 2 else part)
    return out


# revisions --------------------------------------------------------------------------------------
def _revision(a: dict[str, Any], words: Words, marks: set[str]) -> Check:
    word = "unchanged" if "unchanged" in a else "changed"
    _keys(a, word, "since")
    viewer = words.names.viewer(a[word])
    since = a.get("since")
    if since not in marks:
        raise Malformed(f"since: nothing is marked {since!r} before")

    def check(play: Play) -> Fault | None:
        moved = play.revisions[viewer] != play.marks[since].revisions[viewer]
        if moved is (word == "changed"):
            return None
        return f"{viewer_name(viewer)} is {word} since {since}", "it changed" if moved else "nothing changed"

    return check


# requests and menus -----------------------------------------------------------------------------
def _asked(a: dict[str, Any], words: Words, marks: set[str]) -> Check:
    word = "asked" if "asked" in a else "may"
    _keys(a, word, "kind")
    seats = words.names.seats_of(a[word])
    kind = words.kind(a["kind"]) if "kind" in a else None

    def check(play: Play) -> Fault | None:
        found = {
            r.seat for r in play.state.requests() if words.answers(r, kind) and (r.binds == "may") is (word == "may")
        }
        if sorted(found) == seats:
            return None
        what = f" for {kind}" if kind else ""
        return f"{'asked' if word == 'asked' else 'may act'}{what}: seats {seats}", f"seats {sorted(found)}"

    return check


def _menu(a: dict[str, Any], words: Words, marks: set[str]) -> Check:
    seat = words.names.seat(a["menu"])
    kind = words.kind(a.get("kind"))
    move = bare(words.moves[kind])[0]
    assert isinstance(move, inspect.StructType)
    known = fields(move)
    where = words.names.resolve(mapping(a.get("where") or {}, frozenset(known), "where"), move)
    if "field" not in a:
        _keys(a, "menu", "kind", "offered", "rule", "where")
        offered = _bool(a.get("offered"), "offered")
        rules = rules_of(a["rule"], "rule") if "rule" in a else ()
        if rules and offered:
            raise Malformed("rule belongs to offered: false")

        def on_offer(play: Play) -> Fault | None:
            offers = [o for o in play.state.menu(seat) if o.kind == kind and _fits(o, where)]
            found = any(o.why_not is None for o in offers)
            if found is not offered:
                return f"{kind} offered to {seat}: {offered}", f"offered: {found}"
            if rules:
                why = [o.why_not for o in offers] or [play.state.unasked(seat, words.requests[kind])]
                if not any(w is not None and set(w.rules) & set(rules) for w in why):
                    return f"{kind} is not offered by {rules}", f"{[w.rules for w in why if w]}"
            return None

        return on_offer

    _keys(a, "menu", "kind", "field", "only", "contains", "lacks", "where")
    field = a["field"]
    if field not in known:
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
                return f"{field} of {kind} for {seat}: {test} {a[test]!r}", repr(found)
        return None

    return check


def _fits(offer: Offer, where: Mapping[str, Any]) -> bool:
    for field, value in where.items():
        domain = offer.fields.get(field)
        if isinstance(domain, (Choice, Subset)) and value not in domain.of:
            return False
    return True


def _values(play: Play, seat: int, kind: str, field: str, where: Mapping[str, Any]) -> Iterator[Any]:
    """The legal values of one field of a move, the others fixed by `where` or free."""
    seen = []
    for offer in play.state.menu(seat):
        if offer.kind != kind or offer.why_not is not None or not _fits(offer, where):
            continue
        if offer.exact:
            values: Iterator[Any] = offer.fields[field].values() if field not in where else iter([where[field]])
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
    _keys(a, word, "to", "has", "nth", "lacks")
    kind = a[word]
    if kind not in words.events:
        raise Malformed(f"{words.game.id} has no event {kind!r}")
    t = words.events[kind]
    assert isinstance(t, inspect.StructType)
    known = fields(t)
    viewer = words.names.viewer(a.get("to"))
    expected = words.names.resolve(mapping(a.get("has") or {}, frozenset(known), "has"), t)
    nth = whole(a["nth"], "nth", 1) if "nth" in a else None
    lacks = a.get("lacks") or []
    if not isinstance(lacks, list) or any(k not in known for k in lacks):
        raise Malformed(f"lacks: keys of {kind}")

    def fits(event: Mapping[str, Any]) -> bool:
        for k, v in expected.items():
            if isinstance(v, str) and v.endswith("?") and event.get(k) is None and bare(known[k])[1] == "face":
                continue
            if not has(event, {k: v}, k in ORDERED):
                return False
        return all(_is_back(event.get(k)) for k in lacks)

    def check(play: Play) -> Fault | None:
        heard = [e for e in play.heard(viewer) if e["event"] == kind]
        if nth is not None:
            heard = heard[nth - 1 : nth]
        found = any(fits(e) for e in heard)
        if found is (word == "event"):
            return None
        what = f"{word} {kind} to {viewer_name(viewer)} with {a.get('has') or {}} lacking {lacks}"
        return what, repr(heard) if heard else "no such event"

    return check


def _is_back(value: Any) -> bool:
    """Nothing, or the back of a card: what stands where a face may not."""
    return value is None or (isinstance(value, str) and value.endswith("?"))


def _never(a: dict[str, Any], words: Words, marks: set[str]) -> Check:
    _keys(a, "never", "to")
    face = a["never"]
    if not words.game.knows_face(face):
        raise Malformed(f"{words.game.id} has no face {face!r}")
    viewer = words.names.viewer(a.get("to"))

    def check(play: Play) -> Fault | None:
        for event in play.heard(viewer):
            if any(str(f) == str(face) for f in faces_in(event, words.events[event["event"]])):
                return f"{viewer_name(viewer)} is never told {face}", repr(event)
        return None

    return check


# the end, timers, laws --------------------------------------------------------------------------
def _outcome(a: dict[str, Any], words: Words, marks: set[str]) -> Check:
    _keys(a, "outcome")
    if a["outcome"] == "none":

        def none(play: Play) -> Fault | None:
            outcome = play.state.outcome()
            return None if outcome is None else ("the game goes on", repr(plain(outcome)))

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
            return f"outcome {a['outcome']}", "the game goes on"
        found = plain(outcome)
        for key, value in want.items():
            if key == "why":
                ok = outcome.why == value
            else:
                ok = sorted(getattr(outcome, key) or ()) == value
            if not ok:
                return f"{key} {value}", repr(found)
        for seat, score in scores.items():
            if outcome.scores is None or not same(outcome.scores[seat], score):
                return f"score of {seat} is {score}", repr(found)
        return None

    return check


def _timer(a: dict[str, Any], words: Words, marks: set[str]) -> Check:
    _keys(a, "timer", "running", "length")
    name = a["timer"]
    if name not in words.timers:
        raise Malformed(f"{words.game.id} has no timer {name!r}")
    running = _bool(a.get("running", True), "running")
    length = whole(a["length"], "length") if "length" in a else None

    def check(play: Play) -> Fault | None:
        timers = [t for t in play.state.timers() if t.name == name or (name == "window" and t.kind == "window")]
        if bool(timers) is not running or (length is not None and not any(t.seconds == length for t in timers)):
            return f"timer {name} running: {running}, length: {length}", repr(plain(timers))
        return None

    return check


def _law(a: dict[str, Any], words: Words, marks: set[str]) -> Check:
    _keys(a, "law")
    name = a["law"]
    if name not in laws.LAWS:
        raise Malformed(f"there is no law {name!r}: {', '.join(laws.LAWS)}")

    def check(play: Play) -> Fault | None:
        try:
            play.hold(name)
        except laws.Broken as e:
            return f"the law {name} holds", str(e)
        return None

    return check


READERS: dict[str, Callable[[dict[str, Any], Words, set[str]], Check]] = {
    "view": _view,
    "same": _same,
    "unchanged": _revision,
    "changed": _revision,
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
