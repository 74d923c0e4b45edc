"""The steps of a scenario. Each is read once, which finds everything malformed in it, and gives what it does in play:
None if it held, else what was expected and what was found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from ..audience import HOUSE
from ..words import House, Refusal, Refused
from .asserts import read_assertion
from .file import boolean, mapping, marked, rules_of, sequence, whole
from .malformed import Malformed
from .play import FLIP, Fault, Mark, Play, Words
from .typed import look_up

Does = Callable[[Play], Fault | None]
BEFORE_THE_FLIP = frozenset({"chance", "mark", "expect"})
"""Steps that leave a position as it was described; with the first other one the cards are flipped."""
KINDS = ("malformed", "not-yours", "not-now", "too-late", "illegal")
MOST = 10_000
"""Steps that one scenario repeats."""


class Step(NamedTuple):
    """A step as read: its number in the file (from 1; `3.2` inside a repeat), its word, its time in seconds, what it
    does."""

    number: str
    word: str
    at: float | None
    does: Does


def read_steps(raw: list[Any], words: Words, marks: set[str], prefix: str = "") -> list[Step]:
    """The steps of a list, repeats unrolled; steps with times next to each other in the order of their times, where a
    move at the moment of expiry is in time. Raises Malformed."""
    steps: list[Step] = []
    for n, item in enumerate(raw, 1):
        number = f"{prefix}{n}"
        try:
            step = mapping(item, None, "a step")
            if "repeat" in step:
                mapping(step, frozenset({"repeat", "steps"}), "a repeat")
                inner = read_steps(sequence(step.get("steps"), "steps"), words, marks, f"{number}.")
                times = whole(step["repeat"], "repeat", 1)
                if times * len(inner) > MOST:
                    raise Malformed(f"repeat: more than {MOST} steps")
                steps += inner * times
            else:
                steps.append(_read_step(number, step, words, marks))
        except Malformed as e:
            raise Malformed(str(e) if str(e).startswith("step ") else f"step {number}: {e}") from e
    return _in_time(steps)


def _in_time(steps: list[Step]) -> list[Step]:
    out: list[Step] = []
    run: list[Step] = []
    for step in [*steps, None]:
        if step is not None and step.at is not None:
            run.append(step)
            continue
        out += sorted(run, key=lambda s: (s.at, s.word == "clock"))
        run = []
        if step is not None:
            out.append(step)
    return out


def _read_step(number: str, step: dict[Any, Any], words: Words, marks: set[str]) -> Step:
    at = step.get("at")
    if at is not None and (not isinstance(at, (int, float)) or isinstance(at, bool) or at < 0):
        raise Malformed("at must be seconds")
    for word, reader in READERS.items():
        if word in step:
            return Step(number, word, at if word == "clock" else None, reader(step, words, marks))
    seats = [k for k in step if words.names.knows(k)]
    if len(seats) != 1:
        raise Malformed(f"a step is a seat's move or one of {', '.join(READERS)}, not {', '.join(map(str, step))}")
    return Step(number, "move", at, _move(step, seats[0], words, marks))


# a seat's move ----------------------------------------------------------------------------------
def _move(step: dict[Any, Any], alias: Any, words: Words, marks: set[str]) -> Does:
    mapping(step, frozenset({alias, "refused", "as_of", "at", "warned", "insist"}), "a move")
    seat = words.names.seat(alias)
    raw = mapping(step[alias], None, f"the move of {alias}")
    refused = _refused(step["refused"]) if "refused" in step else None
    as_of = marked(step["as_of"], marks, "as_of") if "as_of" in step else None
    known = words.moves.get(raw["kind"]) if isinstance(raw.get("kind"), str) else None
    if known is None and (refused is None or refused <= {"not-yours", "not-now", "too-late", "illegal"}):
        raise Malformed(f"{words.game.id} has no move of kind {raw.get('kind')!r}")
    plain = words.names.resolve(raw, known)
    if refused is None:
        _readable(words, plain)
    late = step.get("at")
    warns = "token" in words.fields_of(raw.get("kind"))
    warned, insists = (boolean(step.get(word, False), word) for word in ("warned", "insist"))
    if (warned or insists) and not warns:
        raise Malformed(f"{raw.get('kind')} is never warned about")
    if warned and (insists or refused is not None):
        raise Malformed("a move is warned about, insisted on or refused")

    def does(play: Play) -> Fault | None:
        if late is not None:
            told = len(play.told)
            for timer in play.state.timers():
                if timer.kind != "window" and timer.seconds < late:
                    play.expire(timer.name)
            play.settle(told)
        if warned or insists:
            fault = _warn(play, seat, plain, as_of)
            if fault is not None or warned:
                return fault
            answer = {**plain, "token": _token(play, seat)}
        else:
            answer = plain
        refusal = _judge(play, seat, answer, as_of)
        if refused is None:
            if refusal is not None:
                return Fault(f"{alias} may {_show(raw)}", _told(refusal))
            token = _token(play, seat) if warns else None
            play.play(seat, play.game.read_move(answer))
            if warns and _token(play, seat) not in (None, token):
                return Fault(f"{alias} may {_show(raw)}", "it is answered by a warning")
            return None
        expected = f"{alias} may not {_show(raw)}: refused {' or '.join(str(r).lower() for r in refused)}"
        if refusal is None:
            return Fault(expected, "it is accepted")
        if not any(r is True or r == refusal.kind or refusal.cites(r) for r in refused):
            return Fault(expected, _told(refusal))
        for viewer, before in play.sent.items():
            if play.bytes_of(viewer) != before:
                return Fault("a refused move changes nothing", f"the view of {viewer} changed")
        return None

    return does


def _warn(play: Play, seat: int, plain: dict[str, Any], as_of: str | None) -> Fault | None:
    """The move is answered by a warning with a token, which its sender alone can see; all else stays as it was."""
    expected = f"seat {seat} is warned about {_show(plain)}"
    refusal = _judge(play, seat, plain, as_of)
    if refusal is not None:
        return Fault(expected, _told(refusal))
    before, told = _token(play, seat), len(play.told)
    play.play(seat, play.game.read_move(plain))
    if len(play.told) > told:
        return Fault(expected, f"it is told: {play.told[told:]}")
    if _token(play, seat) in (None, before):
        return Fault(expected, "there is no warning")
    for viewer, sent in play.sent.items():
        if viewer != seat and play.bytes_of(viewer) != sent:
            return Fault("a warning is for its sender alone", f"the view of {viewer} changed")
    play.settle(told)
    return None


def _token(play: Play, seat: int) -> Any:
    return look_up(play.view(seat), ["you", "warning", "token"])


def _readable(words: Words, plain: dict[str, Any]) -> None:
    """A move that must be accepted has known fields of the right types."""
    try:
        words.game.read_move(plain)
    except Refused as e:
        raise Malformed(str(e)) from e


def _judge(play: Play, seat: int, plain: dict[str, Any], as_of: str | None) -> Refusal | None:
    try:
        move = play.game.read_move(plain)
    except Refused as e:
        return e.refusal
    if as_of is not None:
        kinds = play.words.requests[str(plain["kind"])]
        then = [r for r in play.marks[as_of].open if r.kind in kinds]
        was = [r for r in then if r.seat == seat]
        now = {(r.seat, r.kind, r.opened) for r in play.state.requests()}
        if not was:
            return play.state.NOT_YOURS if then else play.state.NOT_NOW
        if not any((r.seat, r.kind, r.opened) in now for r in was):
            over = play.state.OVER
            return over if play.state.outcome() else msgspec.structs.replace(over, why="That request is closed.")
    return play.state.check(seat, move)


def _refused(value: Any) -> set[Any]:
    values = value if isinstance(value, list) and value else [value]
    known = [v for v in values if v is True or (isinstance(v, str) and v in KINDS)]
    return {*known, *rules_of([v for v in values if v not in known], "refused")}


def _show(move: Mapping[str, Any]) -> str:
    fields = " ".join(f"{k}={v}" for k, v in move.items() if k != "kind")
    return f"{move.get('kind')} {fields}".strip()


def _told(refusal: Refusal) -> str:
    return f"refused as {refusal.kind} by {', '.join((refusal.rule, *refusal.also))}: {refusal.why}"


# the other steps --------------------------------------------------------------------------------
def _expect(step: dict[Any, Any], words: Words, marks: set[str]) -> Does:
    mapping(step, frozenset({"expect"}), "expect")
    checks = []
    for n, raw in enumerate(sequence(step["expect"], "expect"), 1):
        try:
            checks.append((n, read_assertion(raw, words, marks)))
        except Malformed as e:
            raise Malformed(f"assertion {n}: {e}") from e

    def does(play: Play) -> Fault | None:
        for n, check in checks:
            fault = check(play)
            if fault is not None:
                return Fault(f"assertion {n}: {fault[0]}", fault[1])
        return None

    return does


def _clock(step: dict[Any, Any], words: Words, marks: set[str]) -> Does:
    mapping(step, frozenset({"clock", "at"}), "clock")
    name = words.timer(step["clock"])

    def does(play: Play) -> Fault | None:
        if not play.expire(name) and name != "window":
            return Fault(f"the timer {name} runs out", "it does not run")
        return None

    return does


def _windows(step: dict[Any, Any], words: Words, marks: set[str]) -> Does:
    mapping(step, frozenset({"windows"}), "windows")
    if step["windows"] != "decline":
        raise Malformed("windows: decline")

    def does(play: Play) -> Fault | None:
        for _ in range(1000):
            if not play.state.in_window():
                return None
            for request in [r for r in play.state.requests() if r.sealed and r.binds == "must"]:
                play.play(request.seat, play.state.default(request))
            play.expire("window")
        return Fault("every window closes", "one is still open")

    return does


def _house(step: dict[Any, Any], words: Words, marks: set[str]) -> Does:
    mapping(step, frozenset({"house", "seat"}), "house")
    if step["house"] not in ("left", "back", "removed", "stand_in"):
        raise Malformed("house: left, back or removed")
    move = House(step["house"], words.names.seat(step.get("seat")))

    def does(play: Play) -> Fault | None:
        refusal = play.state.check(HOUSE, move)
        if refusal is not None:
            return Fault(f"the house says that seat {move.seat} is {move.what}", _told(refusal))
        play.play(HOUSE, move)
        return None

    return does


def _default(step: dict[Any, Any], words: Words, marks: set[str]) -> Does:
    mapping(step, frozenset({"default", "until"}), "default")
    if step["default"] != "all":
        if "until" in step:
            raise Malformed("until belongs to default: all")
        seat = words.names.seat(step["default"])

        def one(play: Play) -> Fault | None:
            for request in play.state.requests():
                if request.seat == seat and request.binds != "may":
                    play.play(seat, play.state.default(request))
                    break
            return None

        return one
    until = step.get("until")
    kinds = (until,) if isinstance(until, str) and until in words.asks else words.requests[words.kind(until)]

    def every(play: Play) -> Fault | None:
        for _ in range(10_000):
            if any(r.kind in kinds for r in play.state.requests()):
                return None
            binding = [r for r in play.state.requests() if r.binds != "may"]
            if binding:
                play.play(binding[0].seat, play.state.default(binding[0]))
            elif play.state.outcome() is not None or not play.expire("window"):
                break
        return Fault(f"somebody is asked for {until} in the end", "nobody ever is")

    return every


def _chance(step: dict[Any, Any], words: Words, marks: set[str]) -> Does:
    mapping(step, frozenset({"chance"}), "chance")
    streams = mapping(step["chance"], None, "chance")
    for stream, faces in streams.items():
        if stream not in words.streams:
            raise Malformed(f"{words.game.id} has no stream {stream!r} to script")
        sequence(faces, stream)

    def does(play: Play) -> Fault | None:
        for stream, faces in streams.items():
            play.script(stream, faces)
        return None

    return does


def _flip(step: dict[Any, Any], words: Words, marks: set[str]) -> Does:
    mapping(step, frozenset({"flip"}), "flip")
    if step["flip"] is not True:
        raise Malformed("flip: true")
    if FLIP not in words.timers:
        raise Malformed(f"{words.game.id} flips nothing")
    return lambda play: None  # it comes with the step itself


def _restart(step: dict[Any, Any], words: Words, marks: set[str]) -> Does:
    mapping(step, frozenset({"restart"}), "restart")
    if step["restart"] is not True:
        raise Malformed("restart: true")

    def does(play: Play) -> Fault | None:
        difference = play.restart()
        return None if difference is None else Fault("a restart changes nothing", difference)

    return does


def _mark(step: dict[Any, Any], words: Words, marks: set[str]) -> Does:
    mapping(step, frozenset({"mark"}), "mark")
    name = step["mark"]
    if not isinstance(name, str):
        raise Malformed("mark must be a name")
    marks.add(name)

    def does(play: Play) -> Fault | None:
        play.marks[name] = Mark(play)
        play.since = len(play.told)
        return None

    return does


READERS: dict[str, Callable[[dict[Any, Any], Words, set[str]], Does]] = {
    "expect": _expect,
    "clock": _clock,
    "windows": _windows,
    "house": _house,
    "default": _default,
    "chance": _chance,
    "flip": _flip,
    "restart": _restart,
    "mark": _mark,
}
