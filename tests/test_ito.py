"""ito by itself: the laws over its options, what reaches whom, texts that nobody can read, themes of a host."""

import itertools
from pathlib import Path
from typing import Any

import msgspec
import pytest

import facedown
from facedown.engine import ARCHIVE, PUBLIC, Chance, EditionError, Refused, State, hears, small_seed
from facedown.engine.laws import check
from facedown.engine.laws.channel import encode
from facedown.engine.scenario import opening_states, read
from facedown.games.ito.rules.reading import unreadable
from facedown.games.ito.themes import read_themes
from facedown.games.ito.words import END, THEME, Clue, CodeWord, Discard, ProposeTheme, Say, ThemeView, VoteTheme
from facedown.games.ito.words import Theme as Settled
from facedown.web.options import option_fields

GAME = facedown.game("ito")
SWITCHES: dict[str, Any] = {
    "timed": True,
    "leader": "auto",
    "endless": True,
    "adult": True,
    "own_themes": False,
    "languages": ("en", "ja"),
}
PAIRS = [dict([a, b]) for a, b in itertools.combinations(SWITCHES.items(), 2)]


# laws ---
@pytest.mark.parametrize("seats", GAME.seats)
def test_the_laws_hold(seats: int) -> None:
    report = check(GAME, seats, games=6)
    assert report.games == 6 and report.minted == 3
    assert min(report.pairs, report.twin_steps, report.faces) >= 100


@pytest.mark.parametrize("options", PAIRS, ids=str)
def test_the_laws_hold_with_each_pair_of_options(options: dict[str, Any]) -> None:
    check(GAME, 2 + PAIRS.index(options) % 9, options, games=4)


@pytest.mark.parametrize("seats", [3, 5])
def test_the_laws_hold_where_the_leader_has_no_cards(seats: int) -> None:
    check(GAME, seats, {"leader": "no-cards"}, games=6)


def test_the_laws_hold_from_the_start_of_every_scenario() -> None:
    starts = [
        state
        for path in sorted((GAME.folder / "scenarios").glob("*.yaml"))
        for state in opening_states(read(path.read_text("utf-8")), GAME)
        if state.seats == 3 and state.game is GAME
    ]
    report = check(GAME, 3, games=0, starts=starts, pairs=2)
    assert report.games == len(starts) > 60


# what reaches whom ---
def at(hands: dict[int, list[int]], **more: Any) -> State:
    seats = more.pop("seats", len(hands))
    return GAME.given(seats, more.pop("options", {}), {"hands": hands, **more}, Chance(small_seed(1)))


def sent(state: State, viewer: int) -> bytes:
    menu = state.menu(viewer) if viewer < state.seats else []
    return encode((state.view(viewer), state.requests(viewer), menu, state.timers(), GAME.text(state.view(viewer))))


@pytest.mark.parametrize(("low", "high"), [(41, 48), (3, 97), (20, 21)])
def test_two_discards_in_one_instant_in_both_orders(low: int, high: int) -> None:
    """The server takes them one at a time: the lower first, and both count; the higher first, and it is a slip-up,
    once, by which the other one is gone."""
    first = at({0: [high], 1: [low], 2: [99]}, stage=3)
    second = first.copy()
    request = next(r for r in first.requests() if r.seat == 1 and r.kind == "discard")
    first.play(1, Discard(low))
    first.play(0, Discard(high))
    assert first.lives == 3 and first.show(first.pile) == (high, low) and first.aside == []
    second.play(0, Discard(high))
    assert request not in second.requests()
    with pytest.raises(Refused) as refused:
        second.play(1, Discard(low))
    assert refused.value.refusal.cites("A-I11")
    assert second.lives == 2 and second.show(second.pile) == (high,) and second.show(second.aside) == (low,)


def test_a_slip_up_is_told_in_one_step() -> None:
    state = at({0: [50], 1: [10], 2: [20], 3: [60]}, lives=3)
    told = state.play(0, Discard(50))
    kinds = [type(event).__name__ for audience, event in told if hears(audience, PUBLIC)]
    assert kinds == ["Discarded", "SlipUp"]


def test_a_held_number_is_in_nothing_that_others_get() -> None:
    """Held numbers that are exchanged with the deck change no byte for others, in any phase, after clues, warnings and
    discards, until they lie open."""
    for mine in (37, 59, 64, 83):
        real, twin = (at({0: [11], 1: [n], 2: [97]}, phase="announce") for n in (mine, 73))
        for state, n in ((real, mine), (twin, 73)):
            state.play(1, Clue(n, "a goat"))
            state.play(1, Say(f"it is {n}"))
        other = [real.deck.index(72)]
        assert other and encode(real.view(ARCHIVE)) != encode(twin.view(ARCHIVE))
        for viewer in (0, 2, PUBLIC):
            assert sent(real, viewer) == sent(twin, viewer)
        numbers = msgspec.json.encode([real.view(0), real.menu(0), real.requests(0)])
        assert str(mine).encode() not in numbers.replace(b'"opened":', b"")


def test_the_warning_is_the_same_for_ones_own_number_and_another() -> None:
    own, other = at({0: [48], 1: [60]}), at({0: [49], 1: [60]})
    for state in (own, other):
        state.play(0, Say("it is 48"))
    assert own.view(0).you.warning == other.view(0).you.warning
    assert [o for o in own.menu(0) if o.kind == "say"] == [o for o in other.menu(0) if o.kind == "say"]


# texts ---
RIGHT_TO_LEFT, BELL = "\u202e", "\x07"


@pytest.mark.parametrize(
    "text",
    ["x" * 10_000, "", "   ", "\t\n", f"a{BELL}b", f"a{RIGHT_TO_LEFT}b", "a" + "\u0301" * 20, "\ufeff"],
)
def test_what_nobody_can_read_is_refused_and_changes_nothing(text: str) -> None:
    state = at({0: [48], 1: [60]}, stage=3, phase="announce", momo=5)
    before = sent(state, 1)
    for move in (Clue(48, text), Say(text), CodeWord(text)):
        with pytest.raises(Refused) as refused:
            state.play(0, move)
        assert refused.value.refusal.rule and refused.value.refusal.next
    start = at({0: [48], 1: [60]}, phase="theme")
    for move in (ProposeTheme(text, "l", "h"), ProposeTheme("t", text, "h"), ProposeTheme("t", "l", text)):
        with pytest.raises(Refused):
            start.play(0, move)
    assert sent(state, 1) == before


def test_markup_is_text_like_any_other() -> None:
    state = at({0: [48], 1: [60]}, phase="announce")
    state.play(0, Clue(48, "<script>alert('x')</script>"))
    assert state.view(1).hands[0].cards[0].clue == "<script>alert('x')</script>"


def test_a_vote_after_the_theme_is_settled_comes_too_late() -> None:
    state = at({0: [48], 1: [60]}, phase="theme")
    state.play(0, VoteTheme(0))
    state.play(1, VoteTheme(0))
    assert state.check(0, VoteTheme(1)).kind == "too-late"


def test_whoever_is_no_longer_asked_is_told_why() -> None:
    state = at({0: [48], 1: [60]})
    assert state.check(0, Discard(60)).cites("A-I11")
    assert state.speech(0, "hello").cites("A-I07") and state.speech(0, None).cites("A-I07")


# themes ---
def test_there_are_a_hundred_themes_of_each_kind_and_all_can_be_said() -> None:
    themes = GAME.edition.themes
    assert len(themes) >= 100 and len({theme.text for theme in themes}) == len(themes)
    assert {theme.kind for theme in themes} == {"size", "liking", "feeling", "role", "situation", "skill"}
    assert sum(theme.age >= 18 for theme in themes) == 10
    guard = GAME.guard_of(("en",))
    for theme in themes:
        assert len(theme.words) >= 4
        assert not any(guard.numbers(text) for text in (theme.text, theme.low, theme.high, *theme.words))


def test_everybody_reads_the_themes_of_the_box_in_their_own_language_and_can_say_them() -> None:
    german = GAME.speaking("de")
    guard = GAME.guard_of(("de",))
    for theme in GAME.edition.themes:
        english = ThemeView(theme.text, theme.low, theme.high)
        told = german.theme_in_words(english)
        assert told != english and GAME.theme_in_words(english) == english
        assert len(told.text) <= THEME and max(len(told.low), len(told.high)) <= END and told.low != told.high
        assert not any(guard.numbers(text) for text in (told.text, told.low, told.high))
    assert len({german.theme_in_words(ThemeView(t.text, t.low, t.high)) for t in GAME.edition.themes}) == 116
    state = GAME.deal(3, seed=1)
    state.play(0, ProposeTheme("Speed", "asleep", "the fastest"))
    before = state.view(0)
    *drawn, own = german.worded(before).themes
    assert own == ThemeView("Speed", "asleep", "the fastest"), "what people wrote stays"
    assert not set(drawn) & set(before.themes)
    for seat in range(3):
        told = state.play(seat, VoteTheme(0))
    [theme] = [event for _, event in told if isinstance(event, Settled)]
    assert german.worded(state.view(1)).theme == drawn[0]
    assert drawn[0].text in german.sentence(theme, state.names) and theme.text in GAME.sentence(theme, state.names)
    assert state.view(1).theme == before.themes[0], "positions know no language"


def test_a_german_page_proposes_german_number_words() -> None:
    assert GAME.preset("languages") == ("en",) and GAME.speaking("de").preset("languages") == ("de",)
    assert GAME.speaking("de").preset("minutes") is None
    [field] = [f for f in option_fields(GAME.speaking("de")) if f["name"] == "languages"]
    assert field["value"] == "de" and GAME.read_options({}, 3).languages == ("en",)


OWN = "# ours\n\nThings in a bag | light | heavy\nBirds|small|big\nFish | small | big\nCars | slow | fast\n"


def test_a_host_brings_themes() -> None:
    assert [theme.text for theme in read_themes(OWN)] == ["Things in a bag", "Birds", "Fish", "Cars"]
    state = GAME.deal(3, {"themes": OWN}, seed=1)
    assert {theme.text for theme in state.view(0).themes} == {"Things in a bag", "Birds", "Fish", "Cars"}


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("Birds | small\n", "line 1", "the high end is missing"),
        (OWN + "\nCats | | big", "line 8", "the low end is missing"),
        ("\n| small | big", "line 2", "the theme is missing"),
        ("a | b | c | d", "line 1", "more than a theme and its two ends"),
        (f"a | b | {'c' * 61}", "line 1", "the high end is too long"),
        (f"a{RIGHT_TO_LEFT} | b | c", "line 1", "the theme cannot be read"),
        (f"a | {'b' * 60}\u0301 | c", "line 1", "the low end is too long: at most 60"),
        ("a | b |" + " c" + "\u0301" * 3, "line 1", "the high end cannot be read"),
    ],
)
def test_a_broken_theme_file_says_line_and_reason(text: str, line: str, why: str) -> None:
    with pytest.raises(EditionError) as caught:
        read_themes(text)
    assert caught.value.field == line and why in caught.value.reason
    with pytest.raises(Refused) as refused:
        GAME.deal(3, {"themes": text})
    assert line in refused.value.refusal.why and why in refused.value.refusal.why


def test_a_broken_theme_file_is_told_in_german() -> None:
    german = GAME.speaking("de").tongue
    for text, why in (
        ("a | b", "Zeile 1: das obere Ende fehlt: Schreib Thema | unteres Ende | oberes Ende."),
        (f"\na | {'b' * 61} | c", "Zeile 2: das untere Ende ist zu lang: höchstens 60 Buchstaben."),
        ("a | b | c", "1 Themen sind zu wenige."),
    ):
        with pytest.raises(Refused) as refused:
            GAME.deal(3, {"themes": text})
        assert refused.value.refusal.told(german).why.endswith(why)
        assert refused.value.refusal.told(german).next.startswith("Schreib in jede Zeile eins")


def test_a_theme_file_may_begin_with_a_byte_order_mark() -> None:
    assert read_themes("\ufeff# ours\nBirds | small | big") == read_themes("Birds | small | big")


@pytest.mark.parametrize("tags", ["gbeng", "gbsct", "gbwls"])
def test_flags_of_lands_can_be_read_and_other_unseen_letters_can_not(tags: str) -> None:
    unseen = "".join(chr(0xE0000 + ord(letter)) for letter in tags) + "\U000e007f"
    assert not unreadable(f"\U0001f3f4{unseen}") and not unreadable(f"it is \U0001f3f4{unseen}!")
    assert unreadable(unseen) and unreadable(f"\U0001f3f4{unseen[:-1]}") and unreadable(f"\U0001f3f4{unseen[1:]}")


@pytest.mark.parametrize("languages", [["en"] * 1000, ["en", "de", "en"]])
def test_a_language_stands_there_once(languages: list[str]) -> None:
    with pytest.raises(Refused) as refused:
        GAME.deal(3, {"languages": languages})
    assert refused.value.refusal.cites("A-I07") and "twice" in refused.value.refusal.why


def test_a_refusal_repeats_no_long_option() -> None:
    for options in ({"themes": "x" * 30_000}, {"languages": ["x" * 30_000]}, {"x" * 30_000: 1}):
        with pytest.raises(Refused) as refused:
            GAME.deal(3, options)
        assert len(str(refused.value)) < 500


def test_too_few_themes_are_told() -> None:
    with pytest.raises(Refused) as refused:
        GAME.deal(3, {"themes": "a | b | c"})
    assert "too few" in refused.value.refusal.why


@pytest.mark.parametrize(
    ("overlay", "field", "reason"),
    [
        ({"cards": 5}, "cards", ">= 10"),
        ({"limits": []}, "limits", "length"),
        ({"themes": [{"text": "a", "low": "b"}]}, "themes[0]", "high"),
        ({"guard.en.words.48": ["a", 3]}, "guard[...].words[...][1]", "str"),
        ({"stars": 3}, "stars", "no such field"),
    ],
)
def test_an_edition_that_cannot_be_is_told_by_its_field(overlay: dict[str, Any], field: str, reason: str) -> None:
    with pytest.raises(EditionError) as caught:
        GAME.with_edition(overlay)
    assert caught.value.field == field and reason in caught.value.reason


def test_a_table_of_words_holds_numbers_up_to_a_hundred() -> None:
    words = dict(msgspec.to_builtins(GAME.edition.guard["en"].words)) | {"101": ["many"]}
    with pytest.raises(EditionError, match="101 is no number"):
        GAME.with_edition({"guard.en.words": words})


# positions ---
@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"hands": {0: [48], 1: [48]}}, "there is no card 48 left"),
        ({"hands": {0: [101]}}, "there is no card 101 left"),
        ({"hands": "A{48} Z{3}"}, "hands are written as"),
        ({"hands": "A{48} J{3}"}, "there is no seat 9"),
        ({"leader": 0}, "only with the option"),
        ({"named": 0}, "only with the option"),
        ({"clock": 3}, "this clock does not run"),
        ({"hands": {0: [48]}, "clues": {0: {"49": "cat"}}}, "does not hold 49"),
    ],
)
def test_a_position_that_cannot_be_is_told(given: dict[str, Any], why: str) -> None:
    with pytest.raises(Refused, match=why):
        GAME.given(3, {}, given, Chance(small_seed(1)))


def test_hands_may_be_written_shortly() -> None:
    state = GAME.given(3, {}, {"hands": ["A{48}", "P3{1, 2}"], "stage": 2}, Chance(small_seed(1)))
    assert state.show(state.hands[0]) == (48,) and state.show(state.hands[2]) == (1, 2) and len(state.hands[1]) == 2


def test_every_scenario_of_the_reference_is_there() -> None:
    """S-I01 to S-I58, as far as the reference has them."""
    left_out = {5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55}
    there = {
        scenario.id[:5]
        for path in Path(GAME.folder / "scenarios").glob("*.yaml")
        for scenario in read(path.read_text("utf-8")).scenarios
    }
    assert {f"S-I{n:02}" for n in range(1, 59) if n not in left_out} <= there
