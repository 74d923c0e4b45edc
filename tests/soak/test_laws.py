"""Every law over 500 games of every title and mini game at every number of seats. `make soak ARGS=-s` prints what was
compared."""

from typing import Any

import pytest

import facedown
from facedown.engine import Game
from facedown.engine.laws import check
from tests.test_laws import MINIS as MINI_GAMES

TITLES = [(facedown.game(name), seats) for name in facedown.names() for seats in facedown.game(name).seats]
MINIS = [(game, seats) for game in MINI_GAMES for seats in game.seats]

TABLES = [(2, {"assets": 1}), (2, {"assets": 2, "edition": "blue"}), (4, {"assets": 1}), (4, {"assets": 2})]
"""Tables of Slip Strike at which there are more secrets than at the usual one."""


@pytest.mark.soak
@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_the_laws_hold_over_five_hundred_games_with_assets(seats: int, options: dict[str, Any]) -> None:
    report = check(facedown.game("slip-strike"), seats, options, games=500)
    print("\n" + "\n".join(report.lines()))
    assert report.games == 500


SWITCHES = ("briefcase_cuffs", "threat", "disposal", "challenge", "swap_each_turn", "trade_any_time")


def silk_tables() -> list[tuple[int, dict[str, Any]]]:
    """Tables of Hit the Silk! at which every two of its switches, Travel among them, are on and off together."""
    tables: list[tuple[int, dict[str, Any]]] = []
    for row in range(16):
        a, b, c = row & 1, row >> 1 & 1, row >> 2 & 1
        on = dict(zip(SWITCHES, map(bool, (a, b, c, a ^ b, a ^ c, b ^ c)), strict=True))
        on["counter_challenge"] = on["challenge"] and row >= 8
        mode = {"mode": "travel"} if a ^ b ^ c else {"lake_is_crash": row % 3 == 0, "discussion": 5 * c}
        tables.append((3 + (row + row // 4) % 4, on | mode))
    return tables


@pytest.mark.soak
@pytest.mark.parametrize(("seats", "options"), silk_tables(), ids=str)
def test_the_laws_hold_over_a_thousand_games_with_every_two_switches(seats: int, options: dict[str, Any]) -> None:
    report = check(facedown.game("hit-the-silk"), seats, options, games=64)
    print("\n" + "\n".join(report.lines()))
    assert report.games == 64


LEADERS = ("none", "auto", "cards", "no-cards")
THINGS = ("Hats", "Soups", "Roads", "Songs", "Birds", "Caves")
THEMES = "\n".join(f"{thing} | the dullest | the brightest" for thing in THINGS)


def ito_tables() -> list[tuple[int, dict[str, Any]]]:
    """Tables of ito at which every two of its options meet, each way, with 2 to 10 players."""
    tables: list[tuple[int, dict[str, Any]]] = []
    for row in range(16):
        a, b, c, d = (bool(row >> n & 1) for n in range(4))
        on: dict[str, Any] = {"timed": a, "leader": LEADERS[row % 4 ^ (row >> 2)], "endless": b, "adult": c}
        on |= {"own_themes": a ^ b ^ d, "themes": THEMES if b ^ c ^ d else None}
        on |= {"minutes": 2 if d else None, "languages": ("en", "de", "ja") if a ^ c ^ d else ("fr",)}
        tables.append((2 + (row * 7 + 1) % 9, on))
    return tables


@pytest.mark.soak
@pytest.mark.parametrize(("seats", "options"), ito_tables(), ids=lambda v: str(v).replace("\n", ","))
def test_the_laws_hold_over_five_hundred_games_of_ito_with_every_two_options(
    seats: int, options: dict[str, Any]
) -> None:
    report = check(facedown.game("ito"), seats, options, games=32)
    print("\n" + "\n".join(report.lines()))
    assert report.games == 32


@pytest.mark.soak
@pytest.mark.parametrize(("game", "seats"), [*TITLES, *MINIS], ids=lambda v: getattr(v, "id", str(v)))
def test_the_laws_hold_over_five_hundred_games(game: Game, seats: int) -> None:
    report = check(game, seats, games=500)
    print("\n" + "\n".join(report.lines()))
    assert report.games == 500
