"""What scenarios assert of views: `view`, `same`, `unchanged` and `changed`. Each is read once, which finds everything
malformed in it, and gives a check of a position: None if it holds, else what was expected and what was found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import inspect

from ..audience import PUBLIC, viewer_name
from ..sees import Place
from ..state import State
from .compare import contains, has, in_order, same
from .file import assertion, boolean, mapping, marked, whole
from .malformed import Malformed
from .play import Fault, Play, Words
from .typed import Type, bare, element, fields, look_up, members, plain

Check = Callable[[Play], Fault | None]


def check_view(a: dict[str, Any], words: Words, marks: set[str]) -> Check:
    """`{view: V, at: PATH, ..}`. Raises Malformed."""
    tests = ("is", "has", "in", "same_at", "absent", "count", "contains", "lacks", "below", "above")
    assertion(a, "view", "at", *tests)
    names = words.names
    viewer = names.viewer(a["view"])
    if not isinstance(a.get("at"), str):
        raise Malformed("view: at must be a path")
    steps, t = words.walk(a["at"])
    asked = [k for k in tests if k in a]
    if not asked:
        raise Malformed(f"view: one of {', '.join(tests)}")
    ordered = steps[-1] == "cards" and bool({"team", "broke"} & set(steps))
    for name in steps:
        ordered = in_order(name, ordered)
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
            if not isinstance(value, str):
                raise Malformed("same_at must be a path")
            want[test] = words.walk(value)[0]
        elif test == "absent":
            want[test] = boolean(value, "absent")
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
                what = f"{a['at']} of {viewer_name(viewer)} {test} {a[test]!r}"
                return Fault(what, "absent" if found is None else repr(found))
        return None

    return check


def _holds(test: str, value: Any, found: Any, view: Any, ordered: bool) -> bool:
    if test == "absent":
        return (found is None) is value
    if found is None:  # null is no key: to be null is to be absent
        return value is None if test == "is" else test == "in" and None in value
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
    kinds = [bare(m)[0] for m in members(t)] if t is not None else []
    if isinstance(value, list):
        for item in value:
            for kind in kinds:
                _known_keys(item, element(kind), path)
    elif isinstance(value, Mapping):
        structs = [fields(k) for k in kinds if isinstance(k, inspect.StructType)]
        for key, v in value.items():
            if structs and not any(key in known for known in structs):
                raise Malformed(f"{path} has no key {key!r}")
            for known in structs:
                _known_keys(v, known.get(key), path)


def check_same(a: dict[str, Any], words: Words, marks: set[str]) -> Check:
    """`{same: V, swap: [..]}` or `{same: V, as: ID}`. Raises Malformed."""
    viewer = words.names.viewer(a["same"])
    if "as" in a:
        assertion(a, "same", "as")
        other = a["as"]
        if not isinstance(other, str):
            raise Malformed("as must be the id of a scenario")

        def alike(play: Play) -> Fault | None:
            there = play.end_of(other, viewer)
            if there == comparable(play, viewer):
                return None
            what = f"{viewer_name(viewer)} has the same as at the end of {other}"
            return Fault(what, f"{other} does not hold itself" if there is None else "it differs")

        words.others.add(other)
        return alike
    assertion(a, "same", "swap")
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
        assert one is not None and two is not None
        if one == two or not _alike(state, viewer, one, two):
            raise Malformed(f"swap: the public marks of {places[0]} and {places[1]} differ for {viewer_name(viewer)}")
        twin = state.copy()
        twin.put(one, state.face(two))
        twin.put(two, state.face(one))
        if play.all_bytes(state, viewer) == play.all_bytes(twin, viewer):
            return None
        return Fault(f"{viewer_name(viewer)} cannot tell {places[0]} and {places[1]} exchanged", "its bytes differ")

    return check


def _alike(state: State, viewer: int, one: Place, two: Place) -> bool:
    """Whether nothing but their values tells two cards apart: both lie face up for all, or neither does and neither is
    one's own and in sight, and their backs are alike, or covered together."""
    faces = [(state.SEES[place[0]], place, state.face(place)) for place in (one, two)]
    up = [state.sees(PUBLIC, place, s) for s, place, _ in faces]
    if up[0] != up[1]:
        return False
    if any(len(place) > 2 and place[1] == viewer and state.sees(viewer, place, s) for s, place, _ in faces):
        return False
    among = [(s.pool, s.covered is not None and s.covered(state, *place[1:])) for s, place, _ in faces]
    if among[0] == among[1] and among[0][1]:
        return True
    backs = [(s.pool, None if s.back is None else s.back(state, face)) for s, _, face in faces]
    return backs[0] == backs[1]


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


def check_revision(a: dict[str, Any], words: Words, marks: set[str]) -> Check:
    """`{unchanged: V, since: m}`, `{changed: V, since: m}`. Raises Malformed."""
    word = "unchanged" if "unchanged" in a else "changed"
    assertion(a, word, "since")
    viewer = words.names.viewer(a[word])
    since = marked(a.get("since"), marks, "since")

    def check(play: Play) -> Fault | None:
        moved = play.revisions[viewer] != play.marks[since].revisions[viewer]
        if moved is (word == "changed"):
            return None
        return Fault(f"{viewer_name(viewer)} is {word} since {since}", "it changed" if moved else "nothing changed")

    return check
