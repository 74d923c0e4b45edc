"""Hit the Silk! keeps the laws, lands by exact odds, and goes on whoever is gone."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import facedown
from facedown.engine import CLOCK, HOUSE, EditionError, Event, Expire, Game, House, Refused, State, Timer
from facedown.engine.drive import next_up
from facedown.engine.laws import Broken, check
from facedown.engine.scenario import opening_states, read
from facedown.games.hit_the_silk.events import Claimed, Cuffed, Needle, Refilled, Stole, Swapped, Void
from facedown.games.hit_the_silk.labels import MOVES, OPTIONS, VIEW
from facedown.games.hit_the_silk.landing import odds
from facedown.games.hit_the_silk.state import HitTheSilk
from facedown.games.hit_the_silk.views import You

GAME = facedown.game("hit-the-silk")
SCENARIOS = sorted((Path(str(GAME.folder)) / "scenarios").glob("*.yaml"))
DOUBLE_CROSS = {"preset": "double-cross"}
HOUSE_RULES = {"swap_each_turn": True, "trade_any_time": True, "lake_is_crash": True, "discussion": 30}
TABLES: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (4, {"turn_clock": 30}),
    (6, DOUBLE_CROSS),
    (4, DOUBLE_CROSS | HOUSE_RULES),
    (3, {"preset": "travel"}),
    (5, DOUBLE_CROSS | {"mode": "travel", "turn_clock": 60}),
]


def rough(edition: dict[str, Any] | None = None) -> Game[Any]:
    """A box full of weapons, cuffs and parachutes, so that rare hands are common."""
    deck = dict.fromkeys(GAME.edition.deck, 1) | {
        **{"kung-fu": 7, "knife": 7, "revolver": 7, "bullet": 5, "handcuffs": 5, "briefcase-10": 5, "parachute": 4},
        **{"poison": 4, "steal": 4, "flannel": 14},
    }
    tiny = {"deck": deck, "marks": {}, "left_out": [], "put_aside": []}
    return GAME.with_edition(tiny | (edition or {}))


# the laws -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_it_keeps_the_laws(seats: int, options: dict[str, Any]) -> None:
    report = check(GAME, seats, options, games=2)
    assert min(report.pairs, report.twin_steps, report.faces) >= 100


@pytest.mark.parametrize(("seats", "options"), [(3, DOUBLE_CROSS), (4, {}), (4, DOUBLE_CROSS | {"mode": "travel"})])
def test_it_keeps_the_laws_where_everybody_is_armed(seats: int, options: dict[str, Any]) -> None:
    report = check(rough(), seats, options, games=4)
    assert {"knife", "defend"} <= report.requests_compared.keys()


def test_it_keeps_the_laws_from_the_start_of_scenarios() -> None:
    starts = [
        state
        for path in SCENARIOS
        for state in opening_states(read(path.read_text("utf-8")), GAME)
        if state.seats == 4 and state.game is GAME
    ]
    some = Random(7).sample(starts, 30)
    assert check(GAME, 4, games=0, starts=some, pairs=2).games == 30


class OnlyWhoCould(HitTheSilk):
    """Asks for a Knife only where there is one."""

    __slots__ = ()

    def ask_knife(self) -> None:
        if self.holds(self.victim, "knife"):
            super().ask_knife()


class CountsWeapons(HitTheSilk):
    """Tells how many weapons a hand holds."""

    __slots__ = ()

    def count(self, seat: int) -> int:
        return super().count(seat) + (self.stage == "turn" and self.holds(seat, "revolver"))


@pytest.mark.parametrize("leak", [OnlyWhoCould, CountsWeapons])
def test_what_would_leak_is_caught(leak: Any) -> None:
    game = rough()
    game.State = leak  # type: ignore[misc]
    with pytest.raises(Broken):
        check(game, 4, DOUBLE_CROSS, games=30)


# whole games ----------------------------------------------------------------------------------------------------------
def moves(seats: int, options: dict[str, Any], seed: int, game: Game[Any] = GAME) -> Iterator[State]:
    """The positions of a random game."""
    state: Any = game.deal(seats, options, seed=seed)
    rng = Random(seed)
    while state.outcome() is None:
        yield state
        up = next_up(state, rng, free=0.05)
        if isinstance(up, Timer):
            state.play(CLOCK, Expire(up.name))
            continue
        try:
            move = state.sample(up, rng)
        except LookupError:  # nothing of this may be done now
            assert up.binds == "may"
            continue
        state.play(up.seat, move)
    yield state


@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_hands_piles_and_needle_stay_in_their_bounds(seats: int, options: dict[str, Any]) -> None:
    """C-290, C-291, C-293, C-296."""
    for seed in range(6):
        low, turns, before = GAME.edition.start(seats), 0, ""
        for state in moves(seats, options, seed):
            s: Any = state
            assert s.edition.altitude.floor <= s.altitude <= low
            low = s.altitude
            assert not any(s.kind(card) == "flannel" for card in s.draw + s.discard)
            assert all(s.kind(card) == "flannel" for card in s.laundry)
            if s.stage == "turn" and not (s.asked(max(s.victim, 0), "drop_out") or s.asked(s.turn, "take")):
                assert all(s.count(seat) <= s.limit(seat) for seat in s.living())
            now = f"{s.turn}/{s.round}/{s.had}/{low}"
            fresh = s.asked(s.turn, "turn") and not (s.moved or s.changed or s.disposed or any(s.offered))
            if fresh and now != before and not s.swaps and not s.threatened and not s.keyed:
                turns, before = turns + 1, now
                assert all(s.count(seat) == s.limit(seat) for seat in s.living())
        bound = 4 * seats if s.travel else (GAME.edition.start(seats) - 1000) // 500
        assert turns <= bound


def gone_on(state: State, rng: Random) -> None:
    """Plays a position to its end by clocks and defaults alone."""
    for _ in range(5_000):
        if state.outcome() is not None:
            return
        up = next_up(state, rng, free=0)
        if isinstance(up, Timer):
            state.play(CLOCK, Expire(up.name))
        else:
            state.play(up.seat, state.default(up))
    raise AssertionError(f"stuck: {state.requests()}")


def test_nobody_who_is_gone_holds_up_the_table() -> None:
    """A-107: at each kind of question whoever is asked is removed, or everybody; the game still comes to its end."""
    met: Counter[str] = Counter()
    asked_by_must = set(HitTheSilk.ASKS) - {"talk", "dispose", "deal"}
    for seed, (seats, options) in enumerate(TABLES * 30):
        if min(met[kind] for kind in asked_by_must) >= 2:
            break
        game = rough({"altitude.gauges": []}) if seed % 3 else GAME
        for state in moves(seats, options, seed, game):
            kinds = [r.kind for r in state.requests() if r.binds == "must" and met[r.kind] < 3]
            for kind in dict.fromkeys(kinds):
                met[kind] += 1
                asked = [r.seat for r in state.requests() if r.kind == kind]
                for removed in (asked, range(seats)):
                    left = state.copy()
                    for seat in removed:
                        if left.outcome() is None:
                            left.play(HOUSE, House("removed", seat))
                    gone_on(left, Random(seed))
    assert set(met) == asked_by_must


# the landing ----------------------------------------------------------------------------------------------------------
ROWS = [(0, 8), (0, 9), (0, 10), (0, 11), (0, 11), (1, 11), (2, 11)]
FACES = ["1", "2", "3", "4", ">", "v"]


@cache
def by_hand(column: int, row: int, licence: bool) -> Fraction:
    """The chance to land, worked out apart from the title, from the rules (S-205 to S-212)."""
    total = Fraction(0)
    for one in FACES:
        for two in FACES:
            options = []
            for less in ((0, 0), (1, 0), (0, 1)) if licence else ((0, 0),):
                a, b = ((1 if f in ">v" else int(f)) - m for f, m in zip((one, two), less, strict=True))
                if one in ">v" and two in ">v":
                    options.append((a * (one == ">") + b * (two == ">"), a * (one == "v") + b * (two == "v")))
                elif one in ">v":
                    options.append((a, b) if one == ">" else (b, a))
                elif two in ">v":
                    options.append((b, a) if two == ">" else (a, b))
                else:
                    options += [(a, b), (b, a)]
            total += max(_lands(column + x, row + y, licence) for x, y in options)
    return total / 36


def _lands(column: int, row: int, licence: bool) -> Fraction:
    if row > 6 or not ROWS[row][0] <= column <= ROWS[row][1]:
        return Fraction(0)
    if row == 6 and column >= 7:
        stop = [face for face in FACES if face != "v" and column + (1 if face == ">" else int(face)) - licence <= 11]
        return Fraction(len(stop) + licence, 6)
    return by_hand(column, row, licence)


def test_the_odds_of_a_landing_are_exact() -> None:
    """C-337: 19.72 % without and 73.84 % with the Licence, and the same from every space by two calculations."""
    board = GAME.edition.landing
    for licence, percent in ((False, "19.72"), (True, "73.84")):
        solved = odds(board, licence)
        assert f"{float(solved.at((0, 0))) * 100:.2f}" == percent
        for row, (first, last) in enumerate(ROWS):
            for column in range(first, last + 1):
                if row < 6 or column < 7:
                    assert solved.at((column, row)) == by_hand(column, row, licence)


def test_whoever_flies_is_shown_the_odds() -> None:
    state = GAME.given(
        4, None, {"phase": "flight", "crew": (2,), "hands": {2: ("licence",)}}, facedown.engine.Chance(b"")
    )
    best = max(odds(GAME.edition.landing, True).after((0, 0), flight) for flight in state.flights())
    view = state.view(0)
    assert view.odds == round(best * 10_000) == max(way.odds for way in view.ways)
    for way in view.ways:
        said = GAME.leads(view, "fly", {"across": way.across, "down": way.down, "minus": way.minus})
        assert f"column {way.across} of row {way.down}" in said and f"{way.odds / 100:.2f} %" in said


# editions and options -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("overlay", "field"),
    [
        ({"deck.flannel": 16}, "deck"),
        ({"deck.knife": -1}, "deck"),
        ({"deck": {"knife": 70}}, "deck.briefcase-10"),
        ({"marks.knife": [4, 5, 6]}, "marks.knife"),
        ({"marks.knife": [7]}, "marks.knife"),
        ({"marks.flannel": [4]}, "marks.flannel"),
        ({"marks.parachute": []}, "left_out"),
        ({"left_out": [{"face": "parachute", "mark": 4, "players": [3]}]}, "left_out"),
        ({"costs.key": 250}, "costs.key"),
        ({"costs.key": -500}, "costs.key"),
        ({"costs.pass": 0}, "costs.pass"),
        ({"targets": {"3": 80, "4": 100, "5": 120}}, "targets.6"),
        ({"altitude.gauges": [9100]}, "altitude.gauges"),
        ({"altitude.start.4": 1000}, "altitude.start"),
        ({"altitude.draws": []}, "altitude.draws"),
        ({"landing.rows": [[0, 8], [9, 10], [2, 11]]}, "landing.rows.1"),
        ({"landing.strip": [8, 11]}, "landing.strip"),
        ({"landing.strip": [7, 12]}, "landing.strip"),
        ({"landing.lake": [2, 7]}, "landing.lake"),
        ({"landing.dice": ["1", "7"]}, "landing.dice"),
        ({"lockbox": 20}, "lockbox"),
        ({"dealt": 9, "opening_discards": 5}, "dealt"),
        ({"opening_discards": 1}, "opening_discards"),
        ({"put_aside": ["keys"]}, "put_aside"),
    ],
    ids=str,
)
def test_a_broken_edition_is_refused_by_the_field(overlay: dict[str, Any], field: str) -> None:
    if "marks.flannel" in overlay:
        overlay = {"marks": GAME.edition.marks | {"flannel": (4,)}}
    with pytest.raises(EditionError) as caught:
        GAME.with_edition(overlay)
    assert caught.value.field.startswith(field)


def test_a_counter_challenge_needs_challenges() -> None:
    with pytest.raises(Refused, match="A-93"):
        GAME.read_options({"counter_challenge": True}, 4)
    assert not GAME.read_options({"preset": "double-cross", "challenge": False}, 4).on("counter_challenge")


def test_no_word_of_a_page_stands_for_two_things() -> None:
    assert not MOVES.keys() & VIEW.keys() and not (MOVES.keys() | VIEW.keys()) & OPTIONS.keys()
    own = {f"you.{field}" for field in You.__struct_fields__ if field in MOVES}
    assert own <= VIEW.keys()
    assert (GAME.title("target"), GAME.title("cuff")) == ("Choose a player", "Handcuffs")
    assert all(f"{timer}.clock" in GAME.words for timer in HitTheSilk.TIMERS)


TOLD = [
    (Stole(0, 1, "key"), "You steal Key from Ben.", "Ann steals Key from you.", "Ann steals Key from Ben."),
    (Stole(0, 1), "Du stiehlst Ben eine Karte.", "Ann stiehlt dir eine Karte.", "Ann stiehlt Ben eine Karte."),
    (Void(0, 1), "Dein Tausch mit Ben", "Der Tausch von Ann mit dir", "Der Tausch von Ann mit Ben"),
    (Cuffed(2, (0, 1)), "Du und Ben seid", "Ann und du seid", "Ann und Ben sind"),
    (Swapped(0, 1), "You and Ben have traded", "Ann and you have traded", "Ann and Ben have traded"),
    (Needle(16_000, 15_500, "cost"), *["Die Nadel fällt von 16.000 auf 15.500 Fuß (das kostet es)."] * 3),
    (Refilled(1, 2), "Ben nimmt 2 Waschlappen.", "Du nimmst 2 Waschlappen.", "Ben nimmt 2 Waschlappen."),
]


@pytest.mark.parametrize(("event", "first", "second", "others"), TOLD, ids=lambda value: type(value).__name__)
def test_what_two_people_do_reads_otherwise_for_each_of_them_and_for_the_others(
    event: Event, first: str, second: str, others: str
) -> None:
    names = ("Ann", "Ben", "Cleo")
    game = GAME if first.startswith("You") else GAME.speaking("de")
    for you, text in ((0, first), (1, second), (2, others), (None, others)):
        assert game.sentence(event, names, you).startswith(text)


def test_claims_are_read_as_sentences_and_other_words_as_they_stand() -> None:
    german = GAME.speaking("de")
    for claim, english, told in (
        ("knife", "I hold a Knife.", "Ich habe: Messer."),
        ("no knife", "I hold no Knife.", "Das habe ich nicht: Messer."),
        ("no idea", "no idea", "no idea"),
    ):
        assert GAME.sentence(Claimed(0, claim), ("Ann",)) == f"Ann claims: {english}"
        assert german.sentence(Claimed(0, claim), ("Ann",)) == f"Ann behauptet: {told}"
    assert (GAME.face("no knife"), german.face("no knife"), german.face("no idea")) == (
        "no Knife",
        "ohne Messer",
        "no idea",
    )
