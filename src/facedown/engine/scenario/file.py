"""Scenario files: YAML 1.2 to checked scenarios. Keys the language does not know are malformed, never ignored."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from .malformed import Malformed

FILE = frozenset({"game", "defaults", "scenarios"})
DEFAULTS = frozenset(
    "rules says seats options edition seed seeds names given steps when then create rule".split()  # noqa: SIM905
)
SCENARIO = DEFAULTS | {"id"}
INSTEAD = {
    "seed": ("seeds",),
    "seeds": ("seed",),
    "steps": ("when",),
    "when": ("steps",),
    "create": ("given", "steps", "when", "then"),
}
"""What a scenario says itself, and the defaults that it makes void."""
MOST_TEXT = 1_000_000
"""Characters of a file."""
MOST_VALUES, DEEPEST = 200_000, 40
"""Of a file, with what aliases stand for."""
MOST_SEEDS = 10_000
RULE = re.compile(r"[A-Z]{1,2}-[A-Z]?[0-9]+[a-z]?")


class Scenario(Struct, frozen=True):
    """One scenario as it was written, defaults merged. `steps` holds `when` and `then` too; `create` is None for a
    scenario that is played."""

    id: str
    rules: tuple[str, ...]
    says: str
    seats: tuple[int, ...]
    seeds: tuple[int, ...]
    options: dict[str, Any]
    edition: dict[str, Any]
    names: dict[str, Any]
    given: dict[str, Any] | None
    steps: tuple[Any, ...]
    create: str | None
    rule: tuple[str, ...]


class ScenarioFile(Struct, frozen=True):
    """The scenarios of one file, all of one game."""

    name: str
    game: str
    scenarios: tuple[Scenario, ...]


def read(text: str, name: str = "scenarios") -> ScenarioFile:
    """The scenarios of a text. Raises Malformed."""
    if len(text) > MOST_TEXT:
        raise Malformed(f"{name}: too much: at most {MOST_TEXT} characters a file")
    try:
        data = YAML(typ="safe", pure=True).load(text)
    except (YAMLError, ValueError) as e:
        raise Malformed(f"{name}: not YAML: {' '.join(str(e).split())}") from e
    except RecursionError:
        raise Malformed(f"{name}: nested too deeply") from None
    try:
        _check_size(data)
        top = mapping(data, FILE, "the file")
        game = top.get("game")
        if not isinstance(game, str):
            raise Malformed("the file must name its game")
        defaults = mapping(top.get("defaults") or {}, DEFAULTS, "defaults")
        raw = top.get("scenarios")
        if not isinstance(raw, list) or not raw:
            raise Malformed("the file must list scenarios")
        scenarios = tuple(_scenario(item, defaults) for item in raw)
        seen: set[str] = set()
        for scenario in scenarios:
            if scenario.id in seen:
                raise Malformed(f"{scenario.id} stands twice")
            seen.add(scenario.id)
    except Malformed as e:
        raise Malformed(f"{name}: {e}") from e
    return ScenarioFile(name, game, scenarios)


def _check_size(data: Any) -> None:
    """Few characters can mean endless much, by names for parts that hold each other. Raises Malformed."""
    left, values = MOST_VALUES, [(data, 0)]
    while values:
        value, depth = values.pop()
        inner = [*value.keys(), *value.values()] if isinstance(value, dict) else value
        if isinstance(inner, list | tuple | set):
            left -= len(inner)
            if depth > DEEPEST or left < 0:
                raise Malformed(f"too much: at most {MOST_VALUES} values, {DEEPEST} deep, aliases counted in full")
            values += [(v, depth + 1) for v in inner]


def mapping(value: Any, keys: frozenset[str] | None, what: str) -> dict[str, Any]:
    """A map whose keys are all known (None: any). Raises Malformed."""
    if not isinstance(value, Mapping):
        raise Malformed(f"{what} must be a map, not {value!r}")
    unknown = [k for k in value if keys is not None and k not in keys]
    if unknown:
        raise Malformed(f"{what} has an unknown key {unknown[0]!r}")
    return dict(value)


def assertion(a: dict[str, Any], *keys: str) -> None:
    """An assertion, the first of whose keys names it, has no others. Raises Malformed."""
    mapping(a, frozenset(keys), f"the assertion {keys[0]}")


def sequence(value: Any, what: str) -> list[Any]:
    """A list. Raises Malformed."""
    if not isinstance(value, list):
        raise Malformed(f"{what} must be a list, not {value!r}")
    return value


def whole(value: Any, what: str, least: int = 0) -> int:
    """A whole number from `least` up. Raises Malformed."""
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise Malformed(f"{what} must be a whole number of at least {least}, not {value!r}")
    return value


def rules_of(value: Any, what: str) -> tuple[str, ...]:
    """One rule number or a list of them. Raises Malformed."""
    numbers = value if isinstance(value, list) else [value]
    for number in numbers:
        if not isinstance(number, str) or not RULE.fullmatch(number):
            raise Malformed(f"{what}: {number!r} is no rule number")
    return tuple(numbers)


def boolean(value: Any, what: str) -> bool:
    """true or false. Raises Malformed."""
    if not isinstance(value, bool):
        raise Malformed(f"{what} must be true or false")
    return value


def marked(name: Any, marks: set[str], what: str) -> str:
    """The name of an earlier mark. Raises Malformed."""
    if not isinstance(name, str) or name not in marks:
        raise Malformed(f"{what}: nothing is marked {name!r} before")
    return name


def _scenario(raw: Any, defaults: dict[str, Any]) -> Scenario:
    own = mapping(raw, None, "a scenario")
    name = own.get("id")
    if not isinstance(name, str) or not name:
        raise Malformed(f"a scenario needs an id: {own.get('says', own)}")
    try:
        mapping(own, SCENARIO, "the scenario")
        void = {k for key in own for k in INSTEAD.get(key, ())} | ({"given"} - own.keys())
        return _checked(name, _merge({k: v for k, v in defaults.items() if k not in void}, own))
    except Malformed as e:
        raise Malformed(f"{name}: {e}") from e


def _checked(name: str, s: dict[str, Any]) -> Scenario:
    rules = rules_of(sequence(s.get("rules"), "rules"), "rules")
    if not 1 <= len(rules) <= 4:
        raise Malformed("rules: one to four numbers")
    says = s.get("says", "")
    if not isinstance(says, str):
        raise Malformed("says must be one sentence")
    seats = s.get("seats")
    if seats is None:
        raise Malformed("seats is missing")
    seats = tuple(whole(n, "seats") for n in (seats if isinstance(seats, list) else [seats]))
    if not seats:
        raise Malformed("seats: a number or a list of numbers")
    if "seed" in s and "seeds" in s:
        raise Malformed("either seed or seeds")
    if "seeds" in s and whole(s["seeds"], "seeds", 1) > MOST_SEEDS:
        raise Malformed(f"seeds: at most {MOST_SEEDS}")
    seeds = tuple(range(s["seeds"])) if "seeds" in s else (whole(s.get("seed", 1), "seed"),)
    create = s.get("create")
    if create is not None:
        if create not in ("refused", "accepted"):
            raise Malformed("create must be refused or accepted")
        if {"given", "steps", "when", "then"} & s.keys():
            raise Malformed("create stands in place of given and steps")
    elif "rule" in s:
        raise Malformed("rule belongs to create")
    if "steps" in s and "when" in s:
        raise Malformed("either steps or when")
    steps = [*sequence(s.get("steps", s.get("when", [])), "steps")]
    if "then" in s:
        steps.append({"expect": sequence(s["then"], "then")})
    given = s.get("given")
    return Scenario(
        id=name,
        rules=rules,
        says=says,
        seats=seats,
        seeds=seeds,
        options={str(k): v for k, v in mapping(s.get("options") or {}, None, "options").items()},
        edition={str(k): v for k, v in mapping(s.get("edition") or {}, None, "edition").items()},
        names={str(k): v for k, v in mapping(s.get("names") or {}, None, "names").items()},
        given=None if given is None else mapping(given, None, "given"),
        steps=tuple(steps),
        create=create,
        rule=rules_of(s["rule"], "rule") if "rule" in s else (),
    )


def _merge(under: Any, over: Any) -> Any:
    """Maps deeply, the rest replaced; a null takes the default away."""
    if isinstance(under, Mapping) and isinstance(over, Mapping):
        merged = {**under, **{k: _merge(under[k], v) if k in under else v for k, v in over.items()}}
        return {k: v for k, v in merged.items() if v is not None}
    return over
