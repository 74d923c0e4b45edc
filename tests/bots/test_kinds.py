"""Lists of bots as people write them, and what they are told when a list cannot be had."""

import random

import pytest

import facedown
from facedown.bots import BotError, BotSpec, bot_kinds, make_bot, parse_bots, usual_bot

GAME = facedown.game("fly-down")


def test_a_list_names_bots_in_order_with_their_settings() -> None:
    assert parse_bots("steady(worlds=10, ask=.1), random") == [
        BotSpec("steady", {"worlds": "10", "ask": ".1"}),
        BotSpec("random"),
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Name at least one bot."),
        ("random,,random", "A bot in 'random,,random' has no name."),
        ("steady(worlds=40", "The parentheses in 'steady(worlds=40' do not match."),
        ("steady)", "The parentheses in 'steady)' do not match."),
        ("steady(worlds)", "steady: 'worlds' is no setting: write setting=value."),
        ("steady(worlds=1,worlds=2)", "steady: worlds is set twice."),
        ("very clever", "'very clever' is no bot: write name or name(setting=value, ..)."),
        ("clever", "There is no bot called clever for Fly Down. There are: random, steady."),
        ("steady(depth=2)", "steady has no setting called depth. It has: ask, curious, worlds."),
        ("random(worlds=2)", "random has no setting called worlds. It has none."),
        ("steady(worlds=many)", "steady: worlds cannot be 'many'; its default is 40."),
        ("steady(worlds=0)", "steady: worlds goes from 1 to 1000."),
    ],
)
def test_what_cannot_be_had_is_said_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BotError) as e:
        make_bot(GAME, parse_bots(text)[0], 0, 2, GAME.Options(), random.Random(1))
    assert str(e.value) == sentence


def test_every_kind_says_what_it_does_and_what_can_be_set() -> None:
    kinds = {kind.name: kind for kind in bot_kinds(GAME)}
    assert kinds["steady"].settings == {"worlds": 40, "ask": 0.2, "curious": 0.03}
    assert all(kind.says.endswith(".") for kind in kinds.values())


@pytest.mark.parametrize("name", ["fly-down", "silent-planet", "slip-strike"])
def test_the_steady_player_is_offered_first_and_the_random_one_last(name: str) -> None:
    game = facedown.game(name)
    offered = [kind.name for kind in bot_kinds(game)]
    assert usual_bot(game) == offered[0] == "steady"
    assert offered[-1] == "random" and sorted(offered) == sorted({"random", *game.bots})


@pytest.mark.parametrize(
    ("kinds", "usual"), [({"sly": "", "bold": ""}, "sly"), ({"bold": "", "steady": ""}, "steady"), ({}, "random")]
)
def test_a_title_without_a_steady_player_says_who_is_usual(kinds: dict[str, str], usual: str) -> None:
    class Titled(type(GAME)):  # type: ignore[misc]
        bots = kinds

    assert usual_bot(Titled()) == usual


def test_nobody_can_seat_a_player_that_sees_everything() -> None:
    assert "ceiling" not in [kind.name for kind in bot_kinds(GAME)]
    with pytest.raises(BotError, match="no bot called ceiling"):
        make_bot(GAME, BotSpec("ceiling"), 0, 2, GAME.Options(), random.Random(1))
