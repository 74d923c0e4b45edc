"""What a picture must not tell: Fly Down's designed page under the same laws as its rules."""

import re

import pytest

import facedown
from facedown.engine import PUBLIC
from facedown.engine.laws import Broken, check
from tests.test_laws import few_cards

from .page_line import GermanLine, PageLine

GAME = facedown.game("fly-down")


@pytest.mark.parametrize(
    ("seats", "line"), [(2, PageLine), (3, PageLine), (5, PageLine), (2, GermanLine), (4, GermanLine)]
)
def test_the_page_keeps_the_laws(seats, line):
    report = check(GAME, seats, games=3, pairs=2, channels=[line])
    assert report.games == 3 and report.pairs >= 50


def test_the_page_keeps_the_laws_with_few_cards():
    check(few_cards(3, 1), 2, games=8, pairs=3, channels=[PageLine])


class Loose(PageLine):
    """A page whose backs carry something of their card."""

    def sent(self, state, viewer):
        held = state.hands[viewer][-1] if viewer < state.seats else 0
        return super().sent(state, viewer) + f'<use href="#back-{held}"/>'.encode()


def test_a_back_that_says_more_than_its_colour_is_found():
    with pytest.raises(Broken):
        check(GAME, 3, games=3, channels=[Loose])


def test_a_backs_markup_depends_on_its_colour_alone():
    backs = {}
    for seed in range(6):
        state = GAME.deal(seats=3, seed=seed)
        html = PageLine(state, state.opening()).sent(state, PUBLIC).decode()
        for card in re.findall(r'<span class="cardframe">(?:(?!</span></span>).)*', html):
            found = re.search(r"#back-(\w)", card)
            assert found, "who only watches sees nothing but backs in hands"
            backs.setdefault(found[1], set()).add(card)
    assert len(backs) == 6 and {len(cards) for cards in backs.values()} == {1}
