"""Every conformance scenario of every title and of the mini games holds; every rule of a title is cited in its code
and in a scenario."""

import re
from pathlib import Path

import pytest

import facedown
from facedown.engine import Game
from facedown.engine.catalogue import UnknownGame
from facedown.engine.scenario import read, run_all

HERE = Path(__file__).parent
GAMES = HERE.parent / "src" / "facedown" / "games"
FILES = sorted(
    [*GAMES.glob("[!_]*/scenarios/*.yaml"), *HERE.glob("conformance/**/*.yaml"), *HERE.glob("mini/scenarios/*.yaml")]
)
RULES = {  # the numbers of each title's rules: how many statements, how many rulings
    "fly_down": [f"F-{n:03}" for n in range(1, 60)] + [f"A-F{n:02}" for n in range(1, 27)],
    "slip_strike": [f"X-{n:03}" for n in [*range(1, 44), *range(50, 67)]] + [f"A-X{n:02}" for n in range(1, 34)],
    "ito": [f"I-{n:03}" for n in range(1, 70)] + [f"A-I{n:02}" for n in range(1, 30)],
    "silent_planet": [f"P-{n:03}" for n in range(1, 34)] + [f"A-P{n:02}" for n in range(1, 24)],
}


def title(name: str) -> Game:
    """A title of the catalogue, or a mini game."""
    try:
        return facedown.game(name)
    except UnknownGame:
        return facedown.game(f"tests.mini.{name.replace('-', '_')}:game")


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.parent.name}-{p.stem}")
def test_every_scenario_of_the_file_holds(path: Path) -> None:
    file = read(path.read_text("utf-8"), path.name)
    failures = [results[-1].line() for results in run_all(file, title(file.game)) if not results[-1].ok]
    assert not failures, "\n".join(failures)


def numbers(text: str) -> set[str]:
    """The rule numbers in a text; `F-001 to F-003` names three."""
    found = set(re.findall(r"\b(?:A-[A-Z]\d\d|[A-Z]-\d{3})\b", text))
    for letter, first, last in re.findall(r"\b([A-Z])-(\d{3}) to \1-(\d{3})\b", text):
        found |= {f"{letter}-{n:03}" for n in range(int(first), int(last) + 1)}
    return found


@pytest.mark.parametrize("name", RULES)
def test_every_rule_is_cited_in_the_code_and_in_a_scenario(name: str) -> None:
    code = "".join(p.read_text("utf-8") for p in [*(GAMES / name).rglob("*.py"), *(GAMES / name).rglob("*.toml")])
    cited = {
        rule
        for path in (GAMES / name / "scenarios").glob("*.yaml")
        for scenario in read(path.read_text("utf-8")).scenarios
        for rule in scenario.rules
    }
    assert not set(RULES[name]) - numbers(code), "no code says that it does this"
    assert not set(RULES[name]) - cited, "no scenario cites this"
