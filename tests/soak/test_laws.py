"""Every law over 500 games of every title and mini game at every number of seats. `make soak ARGS=-s` prints what was
compared."""

import pytest

import facedown
from facedown.engine import Game
from facedown.engine.laws import check
from tests.test_laws import MINIS as MINI_GAMES

TITLES = [(facedown.game(name), seats) for name in facedown.names() for seats in facedown.game(name).seats]
MINIS = [(game, seats) for game in MINI_GAMES for seats in game.seats]


@pytest.mark.soak
@pytest.mark.parametrize(("game", "seats"), [*TITLES, *MINIS], ids=lambda v: getattr(v, "id", str(v)))
def test_the_laws_hold_over_five_hundred_games(game: Game, seats: int) -> None:
    report = check(game, seats, games=500)
    print("\n" + "\n".join(report.lines()))
    assert report.games == 500
