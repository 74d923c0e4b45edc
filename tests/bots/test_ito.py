"""What the bots of ito say, believe and do, held to positions that can be judged by hand; and that they give nothing
away by when they act."""

import math
import random
from collections import Counter
from typing import Any

import pytest

import facedown
from facedown.bots import BotError, BotSpec, make_bot
from facedown.engine import Chance, hears, small_seed
from facedown.engine.drive import next_up
from facedown.games.ito.bots import embedding
from facedown.games.ito.bots.beliefs import Compared, Ear, above, level, meant, normal, prior, said
from facedown.games.ito.bots.memory import HELLO
from facedown.games.ito.bots.reading import Read, put, read
from facedown.games.ito.bots.tables import Taste, common, tables
from facedown.games.ito.words import Clue, CodeWord, Discard, ProposeTheme, Ready, Said, Say, VoteTheme

GAME = facedown.game("ito")
ANIMALS = {"text": "Size of an animal", "low": "the smallest", "high": "the largest"}


def bot(state: Any, seat: int, luck: int = 1, **settings: str) -> Any:
    return make_bot(GAME, BotSpec("steady", settings), seat, state.seats, state.options, random.Random(luck))


def answer(player: Any, state: Any, seat: int, log: Any = ()) -> Any:
    requests = [r for r in state.requests() if r.seat == seat]
    found = player.decide(state.view(seat), list(log), requests, state.menu(seat))
    return None if found is None else found[1]


def given(seats: int = 3, options: Any = None, **what: Any) -> Any:
    return GAME.given(seats, options or {}, {"theme": ANIMALS, **what}, Chance(small_seed(1)))


# words ----------------------------------------------------------------------------------------------------------------
def test_there_are_tables_enough_with_words_enough_that_can_be_said() -> None:
    guard = GAME.guard_of(("en",))
    themes = {theme.text for theme in GAME.edition.themes}
    named = {theme: words for theme, words in tables().items() if theme}
    assert len(named) >= 40 and set(named) <= themes
    for words in tables().values():
        assert len(words) >= 50 and len(set(words)) == len(words)
        assert not any(guard.numbers(word) for word in words)


def test_a_taste_is_the_common_one_with_a_bias_and_chance_of_its_own() -> None:
    biases, words = [], []
    for key in range(300):
        taste = Taste(key / 300, 8.0)
        off = [taste.values("Speed")[w] - v for w, v in common("Speed").items()]
        biases.append(taste.bias)
        words += [x - taste.bias for x in off]
    assert math.isclose(math.sqrt(sum(b * b for b in biases) / 300), 4, rel_tol=0.15)
    assert math.isclose(math.sqrt(sum(w * w for w in words) / len(words)), 8, rel_tol=0.05)
    assert Taste(0.5, 8.0).values("Speed") == Taste(0.5, 8.0).values("Speed") != Taste(0.6, 8.0).values("Speed")
    assert Taste(0.5, 0.0).values("Speed") == common("Speed")


@pytest.mark.parametrize("number", [1, 7, 33, 50, 68, 99, 100])
@pytest.mark.parametrize("words", [1, 3, 4])
def test_a_clue_is_read_back_as_its_number(number: int, words: int) -> None:
    for theme in tables():
        values = common(theme)
        found = read(values, put(values, number, words), ("", ""))
        assert found is not None and abs(found.mean - number) <= (2.5 if 4 < number < 97 else 6)


def test_comparisons_are_read() -> None:
    values = common("Size of an animal")
    cat = values["cat"]
    for text, low, high in [
        ("a bit smaller than a cat", cat - 8, cat - 1),
        ("much bigger than a cat", cat + 1, cat + 12),
        ("a cat", cat, cat),
        ("between a mouse and a cow", values["mouse"] + 5, values["cow"] - 5),
    ]:
        found = read(values, text, ("", ""))
        assert found is not None and low <= found.mean <= high, text
    assert read(values, "rhinos", ("", "")) is None or embedding.model() is not None


def test_unknown_words_say_nothing_without_the_embedding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding, "model", lambda: None)
    assert read(common("Size of an animal"), "chihuahua", ("the smallest", "the largest")) is None


# beliefs --------------------------------------------------------------------------------------------------------------
def test_beliefs_are_cut_at_the_pile_and_shifted_by_clues() -> None:
    grid = prior(40, 2)
    assert not grid[:40].any() and math.isclose(grid.sum(), 1)
    assert grid[40] > grid[90]  # the lower of two
    ear = Ear(5.0)
    told = normal(prior(0, 1) * ear.likelihood([Read(70.0, 4.0)]))
    assert 67 <= float((told * range(1, 101)).sum()) <= 73
    for _ in range(6):
        ear.learn(Read(50.0, 4.0), 56)
    later = normal(prior(0, 1) * ear.likelihood([Read(70.0, 4.0)]))
    assert 72 <= float((later * range(1, 101)).sum()) <= 78


def mean(grid: Any) -> float:
    return float((normal(grid) * range(1, 101)).sum())


def test_who_is_compared_is_read_by_the_answer_and_bias_explains_both() -> None:
    """Somebody whose words seem high, and who says that they are lower than words which seem as high, reads the others'
    words higher: so the answer says less than it would if it had nothing to do with their words."""
    ear, words = Ear(8.0), Read(50.0, 4.0)
    asked = [Compared(Read(50.0, 9.0), lower) for lower in (True, False)]
    plain = mean(ear.likelihood([words]))
    lower, higher = (mean(ear.likelihood([words], [c])) for c in asked)
    assert lower < plain - 2 and higher > plain + 2
    known = Ear(8.0)
    known.precision = 1e6
    assert mean(known.likelihood([], asked[:1])) < 30 and mean(known.likelihood([], asked[1:])) > 70


def test_words_at_an_end_of_the_scale_are_read_as_what_they_were_meant_for() -> None:
    """Who chooses words for the 2 takes those that seem lowest to him: to others they are higher."""
    rng, errors = random.Random(1), []
    for _ in range(200):
        speaker, hearer = (Taste(rng.random(), 8.0).values("Speed") for _ in range(2))
        told = read(hearer, put(speaker, 2, 4), ("", ""))
        assert told is not None
        errors.append(told.mean - 2)
    assert sum(errors) / 200 > 3
    assert abs(sum(errors) / 200 - (meant(8.0)[1] - 2)) < 2
    assert meant(8.0)[49] == pytest.approx(50, abs=0.1) and meant(8.0)[98] < 95


def test_few_words_are_said_where_many_would_miss_the_number() -> None:
    values = common("Speed")
    assert len(put(values, 50, 9, most=300).split(" or ")[0].split(", ")) == 8
    told = read(values, put(values, 1, 9, most=300), ("", ""))
    assert told is not None and told.mean < 3 and told.words < 5


def test_who_says_surely_me_holds_a_low_card() -> None:
    others = [normal(prior(0, 1) * Ear(3.0).likelihood([Read(50.0, 4.0)]))]
    means = [float((normal(said(word, others)) * range(1, 101)).sum()) for word in ("surely", "maybe", "not")]
    assert means[0] < means[1] < means[2]
    assert [level(c) for c in (0.1, 0.39, 0.4, 0.79, 0.8, 1.0)] == ["not", "not", "maybe", "maybe", "surely", "surely"]
    assert above(prior(0, 1))[99] < 1e-5


# what it does ---------------------------------------------------------------------------------------------------------
def test_it_votes_for_a_theme_it_has_words_for_and_joins_the_others() -> None:
    state = given(phase="theme")
    vote = answer(bot(state, 0), state, 0)
    assert isinstance(vote, VoteTheme) and state.themes[vote.theme].text in tables()
    state.play(1, VoteTheme(3))
    assert answer(bot(state, 0), state, 0) == VoteTheme(3)


def test_without_a_theme_that_it_knows_it_proposes_one() -> None:
    themes = "Birds | small | big\nFish | small | big\nCars | slow | fast\nBags | light | heavy"
    state = GAME.deal(3, {"themes": themes}, seed=1)
    assert isinstance(answer(bot(state, 0), state, 0), ProposeTheme)
    closed = GAME.deal(3, {"themes": themes, "own_themes": False}, seed=1)
    assert answer(bot(closed, 0), closed, 0) == VoteTheme(0)


def test_it_describes_its_lowest_card_names_momo_and_is_ready() -> None:
    state = given(stage=3, phase="announce", momo=60, hands={0: [90, 20, 40]})
    player, log, said_ = bot(state, 0), state.opening(), []
    while not state.ready & 1:
        move = answer(player, state, 0, [event for audience, event in log if hears(audience, 0)])
        said_.append(move)
        log = state.play(0, move)
    assert [type(move) for move in said_] == [Clue, CodeWord, Say, Ready]
    assert said_[0].card == 20 and said_[2].text == HELLO
    assert not any(GAME.guard_of(("en",)).numbers(getattr(move, "text", "")) for move in said_)


def test_the_last_one_discards_without_a_word() -> None:
    state = given(hands={0: [90], 1: [], 2: []}, clues={0: {"90": "elephant"}})
    assert answer(bot(state, 0), state, 0) == Discard(90)


def playing(hands: dict[int, list[int]], clues: dict[int, dict[str, str]], lines: list[tuple[int, str]]) -> Any:
    """A position in which these lines were said, and what seat 0 heard of them."""
    state = given(hands=hands, clues=clues)
    return state, [Said(seat, text) for seat, text in lines]


HANDS = {0: [5], 1: [60], 2: [90]}
CLUES = {0: {"5": "mite or flea"}, 1: {"60": "wolf"}, 2: {"90": "giraffe"}}


def test_it_says_how_sure_it_is_and_discards_when_nobody_is_surer() -> None:
    state, heard = playing(HANDS, CLUES, [(1, HELLO), (2, HELLO)])
    player = bot(state, 0)
    assert answer(player, state, 0, heard) == Say("surely me")
    assert answer(player, state, 0, [Said(0, "surely me"), Said(1, "not me")]) is None  # the third has not spoken
    assert answer(player, state, 0, [Said(2, "not me")]) == Discard(5)


def test_it_yields_when_somebody_objects_until_they_agree() -> None:
    state, heard = playing(HANDS, CLUES, [(0, "surely me"), (1, "not me"), (2, "not me"), (2, "wait, I am smaller")])
    player = bot(state, 0)
    assert answer(player, state, 0, heard) is None
    assert answer(player, state, 0, [Said(2, "ok, go on")]) == Discard(5)


def test_all_choose_where_two_are_sure_then_the_chosen_one_asks_and_goes_by_the_answers() -> None:
    hands, clues = {0: [5], 1: [7], 2: [90]}, {0: {"5": "mite"}, 1: {"7": "flea"}, 2: {"90": "giraffe"}}
    state, heard = playing(hands, clues, [(seat, HELLO) for seat in range(3)])
    player = bot(state, 0)
    lines = [*heard, Said(0, "maybe me"), Said(1, "maybe me"), Said(2, "not me")]
    choice = answer(player, state, 0, lines)
    assert choice in (Say("I would let Ann go"), Say("I would let Ben go"))
    ann = [Said(seat, "I would let Ann go") for seat in range(3)]
    question = answer(player, state, 0, ann)
    assert isinstance(question, Say) and question.text.startswith("Mine is more like ")
    asked = [Said(0, question.text), Said(2, "higher than that, more like elephant")]
    assert answer(player, state, 0, asked) is None  # Ben has not answered
    sure = [Said(0, "surely me"), Said(1, "not me"), Said(2, "not me")]
    assert answer(player, state, 0, [Said(1, "higher than that, more like rabbit")]) == Say("surely me")
    assert answer(player, state, 0, sure) == Discard(5)
    other = bot(state, 0)
    lower = Said(1, "lower than that, more like mite")
    assert answer(other, state, 0, [*lines, *ann, *asked, lower]) in (Say("maybe me"), Say("not me"))


def test_it_answers_questions_of_bots_and_of_people() -> None:
    state, heard = playing(HANDS, CLUES, [(1, "Mine is more like elephant. Is yours higher or lower?")])
    line = answer(bot(state, 0), state, 0, heard)
    assert isinstance(line, Say) and line.text.startswith("lower than that, more like ")
    assert "mite" not in line.text and "flea" not in line.text, "in words that it has not used"
    state, heard = playing(HANDS, CLUES, [(2, "Is anybody higher or lower than a cat?")])
    assert answer(bot(state, 0), state, 0, heard) == Say("Mine is lower than a cat")


def test_a_name_with_a_number_in_it_is_not_said() -> None:
    what = {"theme": ANIMALS, "hands": HANDS, "clues": CLUES}
    state = GAME.given(3, {}, what, Chance(small_seed(1)), names=("A", "7 of 9", "C"))
    assert bot(state, 0).called(state.view(0), 1) == "player B"


def test_it_does_not_wait_for_people_who_say_nothing() -> None:
    state, _ = playing(HANDS, CLUES, [])
    player = bot(state, 0)
    assert answer(player, state, 0) == Say("surely me")
    assert answer(player, state, 0, [Said(0, "surely me")]) == Discard(5)


def test_a_bot_that_is_made_again_from_the_log_decides_the_same() -> None:
    state, heard = playing(HANDS, CLUES, [(0, "surely me"), (1, "not me"), (2, "not me")])
    told = bot(state, 0)
    for event in heard[:-1]:
        answer(told, state, 0, [event])
    assert answer(told, state, 0, heard[-1:]) == answer(bot(state, 0), state, 0, heard) == Discard(5)


@pytest.mark.parametrize("settings", [{"taste": "-1"}, {"taste": "99"}, {"questions": "99"}, {"words": "0"}])
def test_impossible_settings_are_told(settings: dict[str, str]) -> None:
    state = given()
    with pytest.raises(BotError, match="go"):
        bot(state, 0, **settings)


# whole games ----------------------------------------------------------------------------------------------------------
def play(seats: int, seed: int, options: Any = None, taste: str = "4") -> tuple[Any, list[tuple[int, int]]]:
    """A game between bots in virtual time, and for each discard how often its player had been asked since something was
    last told, with the number that it discarded."""
    state = GAME.deal(seats, options or {}, seed=seed)
    players = [bot(state, seat, 100 * seed + seat, taste=taste) for seat in range(seats)]
    news: list[list[Any]] = [[] for _ in players]
    asked, waits, rng = [0] * seats, [], random.Random(seed)
    told = state.opening()
    for _ in range(20_000):
        for audience, event in told:
            for seat in range(seats):
                if hears(audience, seat):
                    news[seat].append(event)
        if state.outcome() is not None:
            break
        up: Any = next_up(state, rng, 0.1)
        asked[up.seat] = 0 if news[up.seat] else asked[up.seat] + 1
        move = answer(players[up.seat], state, up.seat, news[up.seat])
        news[up.seat], told = [], []
        if move is not None:
            if isinstance(move, Discard):
                waits.append((asked[up.seat], int(move.card)))
            told = state.play(up.seat, move)
    return state, waits


@pytest.mark.parametrize(
    "options",
    [{}, {"leader": "no-cards"}, {"leader": "cards", "timed": True}, {"own_themes": False, "adult": True}],
    ids=str,
)
def test_bots_play_to_the_end_with_every_option(options: dict[str, Any]) -> None:
    for seats in (3, 6):
        state, waits = play(seats, 1, options)
        assert state.outcome() is not None and waits


def information(pairs: list[tuple[int, int]]) -> float:
    """Mutual information of two variables, in bits."""
    both, first, second = Counter(pairs), Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    n = len(pairs)
    return sum(c / n * math.log2(c * n / (first[a] * second[b])) for (a, b), c in both.items())


def test_when_a_bot_discards_tells_nothing_of_its_number() -> None:
    pairs = [(wait, number // 10) for seed in range(12) for wait, number in play(4, seed)[1]]
    rng, numbers = random.Random(1), [number for _, number in pairs]
    chance = []
    for _ in range(50):
        rng.shuffle(numbers)
        chance.append(information([(wait, n) for (wait, _), n in zip(pairs, numbers, strict=True)]))
    assert len(pairs) > 100 and information(pairs) <= max(chance)
    assert {wait for wait, _ in pairs} == {0}, "it acts when something was told, or not at all"
