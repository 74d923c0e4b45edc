"""What the bots of Silent Planet believe and do, held to what can be counted by hand or listed in full."""

import itertools
import random
from collections import Counter
from math import comb, prod
from typing import Any

import pytest

import facedown
from facedown.bots import BotError, BotSpec, make_bot
from facedown.engine import Chance, Event, hears, small_seed
from facedown.games.silent_planet.bots import orders
from facedown.games.silent_planet.plan import Plan, Visit
from facedown.games.silent_planet.reading import Beliefs, Row, arranged, read_row
from facedown.games.silent_planet.words import Arrange, Lock, Settle

GAME = facedown.game("silent-planet")
COPIES = GAME.cards.copies
PLAIN, ENDS = orders(5)["plain"], orders(5)["ends"]


def bot(kind: str, state: Any, seat: int, luck: int = 1, **settings: str) -> Any:
    return make_bot(GAME, BotSpec(kind, settings), seat, state.seats, state.options, random.Random(luck))


def answer(player: Any, state: Any, seat: int, log: list[Event] | tuple[Event, ...] = ()) -> Any:
    requests = [r for r in state.requests() if r.seat == seat]
    found = player.decide(state.view(seat), list(log), requests, state.menu(seat))
    return None if found is None else found[1]


def given(seats: int = 2, **what: Any) -> Any:
    return GAME.given(seats, None, what, Chance(small_seed(1)))


# the conventions ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("settings", "order", "hints"),
    [
        ({}, "1 1 2 3 4 5 x x x", (2,)),
        ({"order": "plain"}, "1 1 2 3 4 5 x x x", (2,)),
        ({"order": "ends"}, "1 1 3 4 5 x x x 2", (2,)),
    ],
)
def test_steady_lays_its_row_by_the_convention_of_the_help_page(settings: Any, order: str, hints: Any) -> None:
    state = given(phase="arrange", hands={0: ["x", "5", "1", "x", "3", "2", "1", "4", "x"]})
    assert answer(bot("steady", state, 0, **settings), state, 0) == Arrange(tuple(order.split()), hints)


def test_the_leading_group_need_not_be_ones_and_may_be_all() -> None:
    assert arranged(PLAIN, [5, 2, 1, 1, 5, 3, 1, 4, 4]) == ([1, 1, 1, 2, 3, 4, 4, 5, 5], (3,))
    assert arranged(PLAIN, [1] * 9) == ([1] * 9, ())


def test_random_lays_its_cards_by_lot_and_turns_up_nothing() -> None:
    state = given(phase="arrange", hands={0: ["1", "2", "3", "4", "5", "x", "1", "2", "3"]})
    rows = [answer(bot("random", state, 0, luck), state, 0) for luck in range(20)]
    assert all(row.hints == () and sorted(row.order) == sorted("12345x123") for row in rows)
    assert len({row.order for row in rows}) > 15


def test_a_setting_that_makes_no_sense_is_told() -> None:
    with pytest.raises(BotError, match="order cannot be 'best'"):
        bot("steady", given(), 0, order="best")
    with pytest.raises(BotError, match="not negative"):
        bot("steady", given(), 0, yields="-1")


# reading --------------------------------------------------------------------------------------------------------------
def by_listing(order: Any, known: Any, edge: int | None, pool: list[int]) -> list[list[float]]:
    """The shares of a row that keeps the convention, from all hands there can be."""
    n, kinds = len(known), range(len(pool))
    shares = [[0.0] * len(pool) for _ in known]
    for counts in itertools.product(*[range(min(have, n) + 1) for have in pool]):
        if sum(counts) != n:
            continue
        row, hints = arranged(order, [kind for kind in kinds for _ in range(counts[kind])])
        if hints == (() if edge is None else (edge,)) and all(k in (None, r) for k, r in zip(known, row, strict=True)):
            for place, kind in enumerate(row):
                shares[place][kind] += prod(map(comb, pool, counts))
    return [[x / sum(share) for x in share] for share in shares]


@pytest.mark.parametrize(
    ("order", "edge", "known"),
    [
        (PLAIN, 3, {3: 1}),
        (PLAIN, 3, {3: 2}),
        (PLAIN, 1, {1: 3, 4: 3}),
        (PLAIN, 2, {2: 4, 0: 0, 7: 5}),
        (PLAIN, 4, {4: 5}),
        (ENDS, 3, {3: 2}),
        (ENDS, 3, {3: 1}),
        (ENDS, 1, {1: 5, 4: 5}),
        (ENDS, 2, {2: 4, 0: 0, 7: 1}),
    ],
)
def test_a_row_that_keeps_the_convention_is_read_as_if_all_hands_were_listed(order: Any, edge: int, known: Any) -> None:
    pool = [n - m for n, m in zip(COPIES, (2, 1, 1, 1, 0, 4), strict=True)]  # the reader's own nine are gone
    places = [known.get(place) for place in range(9)]
    left = [float(n) for n in pool]
    found = read_row(Row(places, [edge]), [order], left, left)
    for mine, listed in zip(found, by_listing(order, places, edge, pool), strict=True):
        assert mine == pytest.approx(listed)


def test_shares_are_shares_whatever_was_turned_up() -> None:
    rng = random.Random(5)
    for _ in range(200):
        deck = [kind for kind, n in enumerate(COPIES) for _ in range(n)]
        rng.shuffle(deck)
        rows = []
        for seat in range(3):
            hand = deck[9 * seat : 9 * seat + 9]
            row, hints = arranged(rng.choice([PLAIN, ENDS]), hand) if rng.random() < 0.5 else (hand, ())
            seen = [kind if place in hints or rng.random() < 0.4 else None for place, kind in enumerate(row)]
            rows.append(Row(seen, list(hints)))
        mine = Counter(deck[:9])
        beliefs = Beliefs(COPIES, rows, 0, [float(mine[kind]) for kind in range(6)], [PLAIN, ENDS])
        for shares in beliefs.shares:
            for share in shares:
                assert min(share) > -1e-9 and sum(share) == pytest.approx(1)


def test_a_row_without_order_is_found_out_by_what_is_turned_up() -> None:
    left = [float(n) for n in COPIES]
    sorted_so_far = read_row(Row([0, None, None, 1, None, None, 2, None, 5], []), [PLAIN], left, left)
    mixed_up = read_row(Row([5, None, None, 1, None, None, 0, None, 2], []), [PLAIN], left, left)
    assert sorted_so_far[1][0] + sorted_so_far[1][1] > 0.9
    assert mixed_up[1] == mixed_up[4] == pytest.approx(mixed_up[7]) and max(mixed_up[1]) < 0.35


# planning -------------------------------------------------------------------------------------------------------------
def sure(*kinds: int) -> list[list[float]]:
    return [[float(kind == k) for k in range(6)] for kind in kinds]


def test_a_card_that_completes_the_team_costs_nothing_and_one_that_breaks_it_all_of_it() -> None:
    assert Plan([1, 1, 1, 1], [Visit(sure(1, 0, 5), 0)], 5, 5).costs() == [0, 5, 0.5]
    assert Plan([0, 1, 2, 3], [Visit(sure(4, 3), 0)], 5, 5).costs() == [0, 5]


def test_the_plan_sees_what_the_next_rows_have() -> None:
    # 2 2 can go on as equals only where the others have twos; the one natural 2 also as the first of five different
    ahead = [Visit(sure(1, 0), 0), Visit(sure(0, 2), 0), Visit(sure(3), 0), Visit(sure(4), 0)]
    equal, different = Plan([1], ahead, 5, 5).costs()
    assert equal == 3 and different == 0


def test_a_second_visit_finds_the_best_card_gone() -> None:
    assert Plan([0, 0, 0], [Visit(sure(0, 5), 0), Visit(sure(0, 5), 1)], 5, 5).costs() == [0.5, 1]


# electing -------------------------------------------------------------------------------------------------------------
ROWS = {0: "1 1 [2] 3 4 5 x x x", 1: "1 1 1 1 [2] 3 4 5 x"}


def test_the_best_card_is_locked_or_another_if_the_others_point_at_one_that_is_as_good() -> None:
    state = given(3, rows={**ROWS, 2: "1 1 1 [2] 2 2 3 x x"}, centre=["1", "1"])
    assert answer(bot("steady", state, 1), state, 1) == Lock(0, 0)
    state.play(2, Lock(1, 0))
    assert answer(bot("steady", state, 1), state, 1) == Lock(1, 0)
    assert answer(bot("steady", state, 0), state, 0) is None


def test_nobody_gives_in_to_a_card_that_breaks_the_team_and_who_differs_settles() -> None:
    state = given(3, rows={**ROWS, 2: "1 1 1 [2] 2 2 3 x x"}, centre=["1", "1"])
    state.play(2, Lock(5, 0))
    assert answer(bot("steady", state, 1), state, 1) == Lock(0, 0)
    state.play(1, Lock(0, 0))
    assert answer(bot("steady", state, 1), state, 1) == Settle()
    assert answer(bot("steady", state, 2), state, 2) == Lock(0, 0)  # it sees that the other is right, and yields


def test_a_bot_that_is_made_again_from_its_log_decides_the_same() -> None:
    state = GAME.deal(3, seed=4)
    logs: list[list[Event]] = [[] for _ in range(3)]
    bots = [bot("steady", state, seat) for seat in range(3)]
    new = [0] * 3
    told = state.opening()
    while state.outcome() is None:
        for audience, event in told:
            for seat, log in enumerate(logs):
                if hears(audience, seat):
                    log.append(event)
        seat = next(r.seat for r in state.requests() if r.binds != "may")
        move = answer(bots[seat], state, seat, logs[seat][new[seat] :])
        new[seat] = len(logs[seat])
        assert move == answer(bot("steady", state, seat), state, seat, logs[seat])
        told = state.play(seat, move)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_bots_play_editions_with_other_faces_and_few_cards(seats: int) -> None:
    tiny = GAME.with_edition(
        {"cards": 14, "row": 4, "team": 2, "wilds": 2, "wild": "w"}
        | {"aliens": [{"face": face, "copies": 4} for face in ("a", "b", "c")]}
    )
    count = itertools.count()
    minted = tiny.minted(lambda: f"token{next(count)}")
    for game in (tiny, minted):
        for seed in range(10):
            state = game.deal(seats, seed=seed)
            bots = [make_bot(game, BotSpec("steady"), s, seats, state.options, random.Random(1)) for s in range(seats)]
            told = state.opening()
            heard: list[list[Event]] = [[] for _ in bots]
            while state.outcome() is None:
                for audience, event in told:
                    for seat, log in enumerate(heard):
                        if hears(audience, seat):
                            log.append(event)
                seat = next(r.seat for r in state.requests() if r.binds != "may")
                move = answer(bots[seat], state, seat, heard[seat])
                told, heard[seat] = state.play(seat, move), []
