"""kill -9 at random moments while six scripted clients play many games at once: what was acknowledged is there, once,
in its order; and nobody was shown anything that never happened."""

import pytest

from .trial import QUICK, Trial

EVERY = [*QUICK, "tests.mini.halting:game", *QUICK, "tests.mini.needle:game", *QUICK, "tests.mini.bluff:game"]


def kills(servers):
    """A server dies, and comes back."""

    def accident(trial):
        server = trial.dice.choice(servers)
        server.kill()
        server.start()

    return accident


@pytest.mark.server
@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def test_what_was_acknowledged_outlives_a_server_that_is_killed(house, kind):
    servers, store = house(kind, QUICK)
    trial = Trial(servers, store, QUICK, 1)
    done = trial.play(4, 4, kills(servers), between=40, accidents=3)
    assert done.acknowledged > 50


@pytest.mark.soak
@pytest.mark.server
@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def test_two_hundred_games_and_a_server_that_is_killed_again_and_again(house, kind, capsys):
    servers, store = house(kind, sorted(set(EVERY)), nodes=2 if kind == "postgres" else 1)
    with capsys.disabled():
        trial = Trial(servers, store, EVERY, 2, say=f"kills, {kind}")
        trial.play(200, 32, kills(servers), between=200, accidents=20, and_on=True)
