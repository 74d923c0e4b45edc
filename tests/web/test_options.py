"""Options as a form: what may be left open is chosen, not ticked."""

import facedown
from facedown.web.options import option_fields, read_options

GAME = facedown.game("hit-the-silk")


def test_a_switch_that_may_be_left_open_is_a_choice_of_three() -> None:
    field = next(f for f in option_fields(GAME) if f["name"] == "threat")
    assert field["is"] == "choose"
    assert [option["value"] for option in field["options"]] == ["", "true", "false"]


def test_what_is_left_open_follows_the_preset() -> None:
    form = {
        "option.preset": ["double-cross"],
        "option.threat": ["false"],
        "option.disposal": [""],
        "option.window": ["7"],
    }
    options = GAME.read_options(read_options(GAME, form, 4), 4)
    assert [options.on("threat"), options.on("disposal"), options.window] == [False, True, 7]


def test_a_box_that_is_not_ticked_is_off() -> None:
    assert read_options(GAME, {}, 4)["lake_is_crash"] is False
    assert "threat" not in read_options(GAME, {}, 4)
