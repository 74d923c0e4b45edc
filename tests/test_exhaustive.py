"""Exhaustive counts on tiny games: every line of play from one position, counted move by move and pinned. The first
counts are worked out by hand beside them; a change in any rule of legality moves the later ones."""

from collections import Counter

import pytest

import facedown
from facedown.engine import CLOCK, Chance, Expire, State, small_seed

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
    """How many different lines of `depth` moves there are; ended lines are counted in `ends` by why. A window that
    closes when nobody is waited for is no move."""
    outcome = state.outcome()
    if outcome is not None:
        ends[outcome.why] += 1
        return 0
    if depth == 0:
        return 1
    request = next((r for r in state.requests() if r.binds == "must"), None)
    total = 0
    if request is None:
        after = state.copy()
        after.apply(CLOCK, Expire("window"))
        return lines(after, depth, ends)
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


# Slip Strike ----------------------------------------------------------------------------------------------------------
PLACES = ("park", "mansion", "warehouse")
TINY_STRIKE = {  # three Locations, two weapons; two of the three Teleports are left
    "basic": ["blade", "pistol"],
    "editions.orange.locations": list(PLACES),
    "editions.orange.taken_out": ["mansion"],
    "editions.orange.assets": [],
    "editions.blue.locations": ["factory", "hotel", "harbor"],
    "editions.blue.taken_out": ["hotel"],
    "editions.blue.assets": [],
    "cooldown": dict.fromkeys(("blade", "pistol", *(f"tp-{p}" for p in (*PLACES, "factory", "hotel", "harbor"))), 1),
}


def tiny_strike() -> State:
    """Orange in Park, Black in Mansion, each with Blade, Pistol, and the Teleports to both."""
    game = facedown.game("slip-strike").with_edition(TINY_STRIKE)
    given = {"circle": PLACES, "agents": {0: 0, 1: 1}, "cards": {s: {"gone": ["tp-warehouse"]} for s in (0, 1)}}
    state: State = game.given(2, None, given, Chance(small_seed(1)))
    return state


def test_programs_are_counted_by_hand() -> None:
    # four cards of which two are programmed, in an order
    assert lines(tiny_strike(), 1, Counter()) == 4 * 3


def test_the_first_knock_outs_are_counted_by_hand() -> None:
    ends: Counter[str] = Counter()
    assert lines(tiny_strike(), 2, ends) == 12 * 12 - 31
    assert ends == fatal() == {"ko": 30, "double-ko": 1}


def fatal() -> Counter[str]:
    """The first turns that end the game, worked out anew for Park 0, Mansion 1, Warehouse 2: a Blade strikes where one
    stands, a Pistol the two others; who is hit needs a Teleport in hand that leads out. A turn in which somebody could
    Slip in the first Action goes on, with every Slip that is possible, unless it ends in the second."""
    cards = ("blade", "pistol", 0, 1)
    programs = [(a, b) for a in cards for b in cards if a != b]
    ends: Counter[str] = Counter()
    for one in programs:
        for two in programs:
            at, hands = [0, 1], [{0, 1} - {*one}, {0, 1} - {*two}]
            for played in zip(one, two, strict=True):
                at = [card if isinstance(card, int) else where for card, where in zip(played, at, strict=True)]
                zones = [
                    {"blade": {x}, "pistol": {0, 1, 2} - {x}}.get(c, set()) for c, x in zip(played, at, strict=True)
                ]
                hit = [at[0] in zones[1], at[1] in zones[0]]
                out = [hit[s] and not hands[s] - zones[1 - s] for s in (0, 1)]
                if any(out):
                    ends["double-ko" if all(out) else "ko"] += 1
                if any(hit):
                    break  # Slips are another move
    return ends


@pytest.mark.parametrize(
    ("depth", "count", "why"),
    [
        (3, 205, {"ko": 40, "double-ko": 1}),
        (4, 106, {"ko": 282, "double-ko": 61}),
        (6, 46, {"ko": 524, "double-ko": 197}),
    ],
)
def test_deeper_counts_of_a_tiny_strike_are_pinned(depth: int, count: int, why: dict[str, int]) -> None:
    ends: Counter[str] = Counter()
    assert (lines(tiny_strike(), depth, ends), dict(ends)) == (count, why)
