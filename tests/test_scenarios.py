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
SILK = [(1, 6), (10, 23), (30, 33), (40, 47), (50, 53), (60, 66), (70, 73), (80, 87), (90, 95), (100, 110), (120, 126),
        (130, 135), (140, 141), (150, 154), (160, 168), (170, 174), (180, 187), (190, 194), (200, 214), (230, 238),
        (247, 247), (250, 254), (260, 267), (270, 272), (280, 288), (290, 290)]  # fmt: skip
RULES = {  # the numbers of each title's rules: how many statements, how many rulings
    "fly_down": [f"F-{n:03}" for n in range(1, 60)] + [f"A-F{n:02}" for n in range(1, 27)],
    "hit_the_silk": [f"S-{n:03}" for first, last in SILK for n in range(first, last + 1)]
    + [f"A-{n:02}" for n in range(1, 115) if n != 109]
    + [f"D-{n:02}" for n in range(1, 38)]
    + [f"V-{n}" for n in range(1, 8)],
    "slip_strike": [f"X-{n:03}" for n in [*range(1, 44), *range(50, 67)]] + [f"A-X{n:02}" for n in range(1, 34)],
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
    found = set(re.findall(r"\b(?:A-[A-Z]\d\d|[A-Z]-\d{1,3})\b", text))
    for letter, first, last in re.findall(r"\b([A-Z])-(\d+) to \1-(\d+)\b", text):
        found |= {f"{letter}-{n:0{len(first)}}" for n in range(int(first), int(last) + 1)}
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
