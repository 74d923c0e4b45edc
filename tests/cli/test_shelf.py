"""`games`, `rules`, `options`."""

from __future__ import annotations

import importlib
import re

import pytest

import facedown
from facedown.engine import Refusal

from .conftest import Cli


def test_the_titles(cli: Cli) -> None:
    ran = cli("games")
    assert ran.code == 0
    assert re.search(r"^fly-down +Fly Down +2-6 ", ran.out, re.M)
    games = {game["id"]: game for game in cli("games", "--json").json}
    assert games["fly-down"] == {
        "id": "fly-down",
        "name": "Fly Down",
        "seats": [2, 3, 4, 5, 6],
        "blurb": facedown.game("fly-down").blurb,
        "bots": ["random", "steady"],
    }


def test_the_rules_can_be_read(cli: Cli) -> None:
    ran = cli("rules", "fly-down")
    assert ran.code == 0
    assert "Ask for a value" in ran.out and "[F-031]" in ran.out and "\x1b" not in ran.out
    rules = cli("rules", "fly-down", "--json").json
    assert rules["game"] == "fly-down" and rules["rules"].startswith("# Fly Down\n")


TITLES = {"fly-down": ("F", 59, 26), "ito": ("I", 69, 29), "silent-planet": ("P", 33, 23)}
"""The letter of each title's rules, how many statements and how many rulings there are."""


@pytest.mark.parametrize("name", TITLES)
def test_the_rules_give_every_number(cli: Cli, name: str) -> None:
    letter, statements, rulings = TITLES[name]
    rules = cli("rules", name, "--json").json["rules"]
    numbers = [f"{letter}-{n:03}" for n in range(1, statements + 1)]
    numbers += [f"A-{letter}{n:02}" for n in range(1, rulings + 1)]
    assert [number for number in numbers if f"[{number}]" not in rules] == []
    assert set(re.findall(r"\[(A-[A-Z]\d+|[A-Z]-\d+)\]", rules)) == set(numbers)


@pytest.mark.parametrize("module", ["fly_down.rules", "ito.refusals", "silent_planet.rules.refusals"])
def test_every_rule_that_a_title_refuses_by_is_in_its_help(cli: Cli, module: str) -> None:
    text = cli("rules", module.partition(".")[0].replace("_", "-"), "--json").json["rules"]
    found = vars(importlib.import_module(f"facedown.games.{module}")).values()
    refusals = [value for value in found if isinstance(value, Refusal)]
    assert refusals
    cited = {rule for refusal in refusals for rule in (refusal.rule, *refusal.also)}
    assert [rule for rule in sorted(cited) if f"[{rule}]" not in text] == []


def test_the_example_of_the_scoring_counts_right(cli: Cli) -> None:
    text = cli("rules", "fly-down", "--json").json["rules"]
    hands = re.findall(r"^\| (\w+) \| ((?:[A-Z]\d ?){5}) \| (.*?) \| .* = \*\*(-?\d+)\*\* \|$", text, re.M)
    cards = [card for _, hand, _, _ in hands for card in hand.split()]
    top = {max((c for c in cards if c[0] == colour), key=lambda c: int(c[1])) for colour in "RYG"}
    assert len(hands) == 2
    for _, hand, turned, total in hands:
        mine = hand.split()
        assert sum(-2 if card in top else int(card[1]) for card in mine) == int(total)
        assert set(re.findall(r"[A-Z]\d", turned)) == top & set(mine)


def test_the_options(cli: Cli) -> None:
    ran = cli("options", "fly-down")
    assert ran.code == 0
    for name in ("colours", "start", "chat", "turn_clock"):
        assert re.search(rf"^{name} ", ran.out, re.M)
    listed = cli("options", "fly-down", "--json").json
    assert listed["game"] == "fly-down"
    options = {option["name"]: option for option in listed["options"]}
    assert options["chat"]["default"] is False and options["chat"]["takes"] == "true or false"
    assert options["turn_clock"]["takes"] == "a whole number from 5 to 86400, or none"
    assert all(option["meaning"] for option in options.values())
