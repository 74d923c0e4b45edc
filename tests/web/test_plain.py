"""The plain table of a game whose views hold what people wrote, lists of their own, and things to read first."""

from typing import Any

import pytest

import facedown
from facedown.engine import PUBLIC, Chance, small_seed
from facedown.games.ito.words import Clue, Say, VoteTheme
from facedown.web.forms import groups
from facedown.web.plain import table_blocks
from facedown.web.render import ask_context

from .page_line import look_at

GAME = facedown.game("ito")
HANDS = {0: [12, 70, 33], 1: [15, 80, 90], 2: [2, 40, 60]}


def at(**given: Any) -> Any:
    return GAME.given(3, {}, {"stage": 3, "phase": "announce", "hands": HANDS, **given}, Chance(small_seed(1)))


def titled(state: Any, viewer: int = 0) -> dict[str, Any]:
    return {block["title"]: block for block in table_blocks(look_at(state, viewer, [], None))}


def cards(state: Any, viewer: int = 0) -> dict[str, list[tuple[str, list[str]]]]:
    rows = titled(state, viewer)["Cards"]["rows"]
    return {row["label"]: [(card["large"], card["small"]) for card in row["block"]["cards"]] for row in rows}


def test_cards_stand_in_their_player_s_row_alone_and_show_number_and_clue() -> None:
    """As many cards as players are no row a player; ids are for programs."""
    state = at()
    state.play(1, Clue(15, "a cat"))
    state.play(0, Clue(12, "a mouse"))
    assert cards(state) == {
        "Ben": [("?", ["a cat"]), ("?", []), ("?", [])],
        "Cleo": [("?", [])] * 3,
        "Ann": [("12", ["a mouse"]), ("70", []), ("33", [])],
    }
    assert not any(id_ in repr(titled(state)).split("'") for ids in state.ids for id_ in ids)


@pytest.mark.parametrize("said", ["help", "do", "red", "pile", "momo", "none", "large"])
def test_what_people_wrote_is_no_word_of_the_game(said: str) -> None:
    state = at(theme={"text": said, "low": "small", "high": said})
    state.play(1, Clue(15, said))
    first, *_ = table_blocks(look_at(state, 0, [], None))
    (theme,) = [block for title, block in first["rows"] if title == "Theme"]
    assert theme["cards"] == [
        {"large": said, "colour": "", "ink": "", "small": ["1: small", f"100: {said}"], "times": 1, "seen": True}
    ]
    assert cards(state)["Ben"][0] == ("?", [said])


def test_a_pile_of_as_many_cards_as_players_is_a_pile() -> None:
    pile = [{"number": n, "seat": n - 1, "clue": "a flea"} for n in (1, 3, 4)]
    state = at(hands={0: [70], 1: [80], 2: [60]}, phase="discard", pile=[{**p, "seat": i} for i, p in enumerate(pile)])
    block = titled(state)["Pile"]
    assert block["is"] == "cards" and [(c["large"], c["small"]) for c in block["cards"]] == [
        ("1", ["Ann", "a flea"]),
        ("3", ["Ben", "a flea"]),
        ("4", ["Cleo", "a flea"]),
    ]


def test_themes_come_first_and_a_vote_says_which_it_is_for() -> None:
    state = at(phase="theme")
    state.play(1, VoteTheme(2))
    first, themes, votes, *_ = table_blocks(look_at(state, 0, [], None))
    assert first["rows"][0] == ("Stage", {"is": "text", "text": "3"})
    assert themes["title"] == "Themes to vote for" and themes["numbered"]
    texts = [theme.text for theme in state.themes]
    assert [card["large"] for card in themes["cards"]] == texts
    assert [(name, block["text"]) for name, block in votes["rows"]] == [("Ann", "none"), ("Ben", "3"), ("Cleo", "none")]
    (vote,) = [group for group in groups(look_at(state, 0, [], None)) if group["kind"] == "vote_theme"]
    assert [(o["label"], o["card"]) for o in vote["forms"][0]["fields"][0]["options"]] == [
        (str(n), text) for n, text in enumerate(texts, 1)
    ]


def test_what_is_one_s_own_stands_above_what_can_be_done_and_the_rest_below() -> None:
    """And where nothing lies, a word beside the other facts says so."""
    game = facedown.game("hit-the-silk")
    state = game.deal(4, {}, Chance(small_seed(1)))
    blocks = {block["title"]: block for block in table_blocks(look_at(state, 0, [], None))}
    assert blocks["Your hand"]["near"] and not blocks["Hands"]["near"] and not blocks["Box"]["near"]
    assert blocks["Hands"]["few"], "four hands of which only the size is known stand beside each other"
    assert blocks["Hands"]["open"] and not blocks["Box"]["open"], "a long list of names is folded"
    facts = dict(blocks[""]["rows"])
    assert facts["Cuffs"]["text"] == "none" and "Cuffs" not in blocks
    watched = {block["title"]: block for block in table_blocks(look_at(state, PUBLIC, [], None))}
    assert watched["Hands"]["near"], "who has no hand looks at those of the others"


def test_who_is_warned_reads_it_in_the_bar_and_can_insist() -> None:
    state = at()
    state.play(0, Say("twelve"))
    mine, other = look_at(state, 0, [], None), look_at(state, 1, [], None)
    assert "was not sent" in ask_context(mine)["news"] and not ask_context(other)["news"]
    says = [group for group in groups(mine) if group["kind"] == "say"]
    assert [form["do"] for form in says[0]["forms"]] == [
        "Say it words twelve, all the same (if it is your number, all have lost)"
    ]
    assert not [group for group in groups(other) if group["kind"] == "say"]


def test_a_card_that_had_better_wait_says_so_and_owning_up_takes_two_taps() -> None:
    found = {group["kind"]: group for group in groups(look_at(at(phase="discard"), 0, [], None))}
    options = found["discard"]["forms"][0]["fields"][0]["options"]
    assert [(o["label"], o["caution"]) for o in options] == [
        ("12", ""),
        ("70", "you hold a lower one"),
        ("33", "you hold a lower one"),
    ]
    assert not found["confess"]["plain"] and not {"ready", "unready"} & found.keys()
