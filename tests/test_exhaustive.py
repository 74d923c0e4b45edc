"""Exhaustive counts on a tiny Fly Down: every line of play from one deal, counted move by move and pinned. The first
counts are worked out by hand beside them; a change in any rule of legality moves the later ones."""

from collections import Counter

import pytest

import facedown
from facedown.engine import Chance, State, small_seed

TINY = {  # nine cards of three colours, hands of two: one Visible, one Hidden
    "cards": 12,
    "hand": 2,
    "visible": 1,
    "colours.0.values": [1, 2, 3],
    "colours.1.values": [1, 2, 3],
    "colours.2.values": [1, 2, 3],
    "colours.3.values": [1],
    "colours.4.values": [1],
    "colours.5.values": [1],
}


def tiny(seats: int) -> State:
    """The tiny deal: colours R, Y, G; seat 0 has the Tower."""
    game = facedown.game("fly-down").with_edition(TINY)
    state: State = game.deal(seats, {"colours": ["R", "Y", "G"], "start": 0}, Chance(small_seed(1)))
    return state


def lines(state: State, depth: int, ends: Counter[str]) -> int:
    """How many different lines of `depth` moves there are; ended lines are counted in `ends` by why."""
    outcome = state.outcome()
    if outcome is not None:
        ends[outcome.why] += 1
        return 0
    if depth == 0:
        return 1
    request = next(r for r in state.requests() if r.binds == "must")
    total = 0
    for move in state.legal(request):
        after = state.copy()
        after.apply(request.seat, move)
        total += lines(after, depth - 1, ends)
    return total


def test_the_first_move_is_counted_by_hand() -> None:
    # one Hidden card: no sum (F-026); three values to ask for it; one own Visible for one Hidden card of the other; two
    # slots to redraw
    assert lines(tiny(2), 1, Counter()) == 0 + 3 + 1 + 2


def test_two_moves_are_counted_by_hand() -> None:
    # after a wrong question, a swap or a redraw the same 6 moves; after the right question all own cards are Visible:
    # no question, two swaps, two redraws
    assert lines(tiny(2), 2, Counter()) == (2 + 1 + 2) * 6 + 1 * (2 + 2)


def test_three_moves_are_counted_by_hand() -> None:
    # seat 0 keeps a Hidden card in 25 of the 34 lines, and has none in 9; then seat 1 has its 6 moves, or no swap and
    # 5, one of which, the right question, makes it the second all-Visible player (F-048)
    ends: Counter[str] = Counter()
    assert lines(tiny(2), 3, ends) == 25 * 6 + 9 * 4
    assert ends == {"two-visible": 9}


@pytest.mark.parametrize(
    ("seats", "depth", "count", "why"),
    [
        (2, 4, 978, {"two-visible": 45, "deck": 16}),  # four redraws of two slots each, then the round-end discard
        (3, 4, 1852, {"two-visible": 72, "deck": 128}),
    ],
)
def test_deeper_counts_are_pinned(seats: int, depth: int, count: int, why: dict[str, int]) -> None:
    ends: Counter[str] = Counter()
    assert (lines(tiny(seats), depth, ends), dict(ends)) == (count, why)
