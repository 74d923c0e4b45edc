"""Silent Planet by itself: the fit test against all that there is, the laws, twins, broken editions."""

import itertools
import random
from typing import Any

import pytest

import facedown
from facedown.engine import ARCHIVE, PUBLIC, Chance, EditionError, State, hears, small_seed
from facedown.engine.laws import check
from facedown.engine.laws.channel import encode
from facedown.engine.scenario import opening_states, read
from facedown.games.silent_planet.rules.fit import BROKEN, fits
from facedown.games.silent_planet.words import Lock

GAME = facedown.game("silent-planet")
KINDS = "12345x"


# the fit test ---
def can_become_a_team(centre: tuple[str, ...]) -> bool:
    """P-023, P-028: whether some five aliens, all equal or all different, are what these cards can stand for."""
    equal = [(n,) * 5 for n in "12345"]
    different = itertools.permutations("12345")
    return any(
        all(card in (alien, "x") for card, alien in zip(centre, team, strict=False))
        for team in itertools.chain(equal, different)
    )


@pytest.mark.parametrize("size", range(6))
def test_cards_fit_if_they_can_stand_for_part_of_a_team(size: int) -> None:
    tried = 0
    for centre in itertools.product(KINDS, repeat=size):
        kinds, shape = [KINDS.index(kind) for kind in centre], 0
        for kind in kinds:
            shape = BROKEN if shape == BROKEN else GAME.cards.shapes[shape][kind]
        assert fits(kinds, 5) == (shape != BROKEN) == can_become_a_team(centre), centre
        tried += 1
    assert tried == 6**size


# laws ---
@pytest.mark.parametrize("seats", GAME.seats)
def test_the_laws_hold(seats: int) -> None:
    report = check(GAME, seats, games=8)
    assert report.games == 8 and report.minted == 4
    assert min(report.pairs, report.twin_steps, report.faces, report.sealed) >= 15


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(
    "options", [{"history": True}, {"turn_clock": 30}, {"history": True, "turn_clock": 30}], ids=str
)
def test_the_laws_hold_with_each_option(seats: int, options: dict[str, Any]) -> None:
    check(GAME, seats, options, games=8)


def test_the_laws_hold_from_the_start_of_every_scenario() -> None:
    starts = [
        state
        for path in sorted((GAME.folder / "scenarios").glob("*.yaml"))
        for state in opening_states(read(path.read_text("utf-8")), GAME)
        if state.seats == 3
    ]
    report = check(GAME, 3, games=0, starts=starts, pairs=2)
    assert report.games == len(starts) > 40


def test_the_laws_hold_where_rare_rows_are_common() -> None:
    tiny = GAME.with_edition(
        {"cards": 14, "row": 4, "team": 2, "wilds": 2}
        | {"aliens": [{"face": "1", "copies": 4}, {"face": "2", "copies": 4}, {"face": "3", "copies": 4}]}
    )
    for seats in (2, 3):
        check(tiny, seats, {"history": True}, games=25)


# twins ---
def sent(state: State, viewer: int) -> bytes:
    menu = state.menu(viewer) if viewer < state.seats else []
    return encode((state.view(viewer), state.requests(viewer), menu, state.timers(), GAME.text(state.view(viewer))))


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_two_games_that_differ_in_a_face_down_alien_are_the_same_to_who_does_not_see_it(seats: int) -> None:
    """Two cards that lie face down change places, and the same moves are made in both games: whoever sees neither is
    sent the same bytes and told the same, until one of them is turned up."""
    rng, followed = random.Random(seats), 0
    for seed in range(12):
        real = GAME.deal(seats, seed=seed)
        for seat in range(seats):
            request = next(r for r in real.requests() if r.seat == seat)
            real.play(seat, real.sample(request, rng))
        if real.outcome() is not None:
            continue
        twin = real.copy()
        owner = rng.randrange(seats)
        a, b = rng.sample(real.cards.places[real.down[owner]], 2)
        twin.rows[owner][a], twin.rows[owner][b] = twin.rows[owner][b], twin.rows[owner][a]
        blind = [v for v in (*range(seats), PUBLIC) if v != owner]
        while real.outcome() is None:
            for viewer in blind:
                assert sent(real, viewer) == sent(twin, viewer)
            request = next(r for r in real.requests() if r.binds != "may")
            move = real.sample(request, rng)
            told, told_twin = real.play(request.seat, move), twin.play(request.seat, move)
            if real.rows[owner][a] is None or real.rows[owner][b] is None:
                break
            for viewer in blind:
                assert [e for to, e in told if hears(to, viewer)] == [e for to, e in told_twin if hears(to, viewer)]
            followed += 1
    assert followed > 20


def test_the_archive_alone_sees_what_was_left_over() -> None:
    state = GAME.deal(3, seed=1)
    assert state.view(ARCHIVE).box is not None and len(state.view(ARCHIVE).box) == 28
    assert all(state.view(viewer).box is None for viewer in (0, 1, 2, PUBLIC))


# editions ---
@pytest.mark.parametrize(
    ("overlay", "field", "reason"),
    [
        ({"cards": 54}, "cards", "the kinds list 55 cards, the box says 54"),
        ({"aliens.0.copies": 14}, "cards", "the kinds list 54 cards"),
        ({"aliens.1.face": "1"}, "aliens[1].face", "1 stands twice"),
        ({"aliens.4.face": "x"}, "aliens[4].face", "x stands twice"),
        ({"team": 6}, "team", "5 kinds cannot make 6 different aliens"),
        ({"row": 4}, "team", "a row of 4 holds no team of 5"),
        ({"row": 13}, "row", "<= 12"),
        ({"wilds": -1}, "wilds", ">= 0"),
        ({"aliens.0.face": "one!"}, "aliens[0].face", "regex"),
        ({"stars": 3}, "stars", "no such field"),
    ],
)
def test_an_edition_that_cannot_be_is_told_by_its_field(overlay: dict[str, Any], field: str, reason: str) -> None:
    with pytest.raises(EditionError) as caught:
        GAME.with_edition(overlay)
    assert caught.value.field == field and reason in caught.value.reason


# positions ---
@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"rows": {0: "1 1 1"}}, "a row has 9 places, not 3"),
        ({"rows": {0: "1 1 1 1 1 1 1 1 7"}}, "there is no card 7"),
        ({"rows": {0: "1 1 1 1 1 1 1 1 [8]"}}, "there is no card 8"),
        ({"rows": {0: "5 5 5 5 5 1 1 1 1"}}, "there are too few cards 5"),
        ({"rows": {3: "1 1 1 1 1 1 1 1 1"}}, "there is no seat 3"),
        ({"centre": ["1", "2", "2"]}, "make no unfinished team"),
        ({"centre": ["1", "1", "1", "1", "1"]}, "make no unfinished team"),
        ({"teams": [["1", "2"]]}, "one of the teams is not complete"),
        ({"teams": [["1", "1", "1", "1", "2"]]}, "one of the teams is not complete"),
        ({"active": 2}, "there is no seat 2"),
        ({"hands": {0: ["1"]}}, "belong to phase: arrange"),
        ({"phase": "arrange", "hands": {0: ["1"]}}, "a hand has 9 cards"),
        ({"phase": "arrange", "centre": ["1"]}, "hands and submitted, nothing else"),
        ({"pointers": {0: {"at": 1}}}, "seat 0 is no elector"),
        ({"pointers": {1: {"at": 9}}}, "no card lies face down at 9"),
        ({"rows": {0: "[1] 1 1 1 1 1 1 1 1"}, "pointers": {1: {"at": 0}}}, "no card lies face down at 0"),
        (
            {"phase": "arrange", "hands": {0: ["1"] * 9}, "submitted": {0: {"order": ["2"] * 9}}},
            "A row holds exactly the cards",
        ),
    ],
)
def test_a_position_that_cannot_stand_says_why(given: dict[str, Any], why: str) -> None:
    with pytest.raises(facedown.engine.Refused, match=why.replace("[", r"\[")):
        GAME.given(2, None, given, Chance(small_seed(1)))


def test_more_copies_than_there_are_can_be_described() -> None:
    state = GAME.given(2, None, {"rows": {0: "5 5 5 5 5 5 1 1 1"}, "over": True}, Chance(small_seed(1)))
    state.play(1, Lock(5))
    assert state.view(PUBLIC).centre == ("5",)


@pytest.mark.parametrize("teams", range(4))
def test_teams_that_are_only_counted_are_teams(teams: int) -> None:
    for seed in range(20):
        state = GAME.given(4, None, {"teams": teams, "rows": {0: "1 1 1 1 1 1 1 1 1"}}, Chance(small_seed(seed)))
        kinds = [[state.cards.kind[c] for c in team] for team in state.teams]
        assert [(len(team), fits(team, 5)) for team in kinds] == [(5, True)] * teams
        cards = [c for row in (*state.rows, *state.teams, state.box, state.centre) for c in row]
        assert sorted(cards) == list(range(55))
