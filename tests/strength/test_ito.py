"""How often the bots of ito escape: 500 games a row in cross-play, where each has a taste of its own that the others do
not know; and how far off they read each other's clues. `make strength` runs it and prints this."""

import os
import random
from functools import cache

import pytest

import facedown
from facedown.games.ito.bots.reading import put, read
from facedown.games.ito.bots.tables import Taste, tables
from facedown.lab.strength import Strength, strength, thinking

pytestmark = pytest.mark.strength
GAMES = 500
GAME = facedown.game("ito")
TABLES = [(2, 8, 0.95), (3, 8, 0.84), (4, 5, 0.70), (5, 3, 0.65)]
"""Players, by how many points each of them values words otherwise, and the share of games they must win."""


@cache
def won(seats: int, taste: float, questions: int = 3) -> Strength:
    bots = f"steady(taste={taste}, questions={questions})"
    found = strength(GAME, bots, seats, GAMES, seed=1, workers=os.cpu_count() or 1)
    print(f"\n{found}", end="")
    return found


@pytest.mark.parametrize(("seats", "taste", "share"), TABLES)
def test_bots_of_different_taste_escape(seats: int, taste: float, share: float) -> None:
    assert won(seats, taste).share >= share


@pytest.mark.parametrize(("seats", "taste"), [(5, 8), (6, 8)])
def test_questions_help_where_it_is_open_who_wins(seats: int, taste: float) -> None:
    without = won(seats, taste, 0).share
    assert 0.3 <= without <= 0.7
    assert won(seats, taste).share >= without + 0.10


@pytest.mark.parametrize(("seats", "taste", "share"), TABLES)
def test_one_taste_for_all_is_reported(seats: int, taste: float, share: float) -> None:
    assert won(seats, 0).share > share


@pytest.mark.parametrize("taste", [3, 5, 8])
def test_how_far_off_clues_are_read(taste: float) -> None:
    rng, errors = random.Random(1), {}
    for theme in tables():
        off = []
        for _ in range(300):
            speaker, reader = (Taste(rng.random(), taste).values(theme) for _ in range(2))
            number = rng.randint(1, 100)
            found = read(reader, put(speaker, number, 4), ("", ""))
            off.append(abs(found.mean - number) if found is not None else 50.0)
        errors[theme or "(any other theme)"] = sum(off) / len(off)
    print(f"\nTaste {taste}: points by which a clue is misread, theme by theme")
    for theme, error in sorted(errors.items(), key=lambda pair: pair[1]):
        print(f"  {error:5.1f}  {theme}")
    assert max(errors.values()) <= 2 * taste


@pytest.mark.parametrize("seats", [3, 5, 10])
def test_steady_thinks_about_many_decisions(seats: int) -> None:
    found = thinking(GAME, "steady", seats, games=5, seed=1)
    print(f"\n{found}", end="")
    assert found.decisions > 100
