"""What a picture must not tell: Fly Down's designed page under the same laws as its rules."""

import re

import pytest
from msgspec.structs import replace

import facedown
from facedown.engine import PUBLIC
from facedown.engine.laws import Broken, check
from facedown.web.designed import Designed
from facedown.web.render import Pages
from tests.test_laws import few_cards

from .page_line import GermanLine, PageLine, look_at

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


def test_the_ids_of_one_viewer_are_on_nobody_elses_page():
    state, designed = GAME.deal(seats=4, seed=1), Designed(Pages([GAME]))
    turn = state.view(PUBLIC).turn
    others = [seat for seat in range(4) if seat != turn]
    for seat in others:
        look = look_at(state, seat, [], None)
        people = tuple([replace(p, there="gone", here=False) if p.seat == turn else p for p in look.people])
        html = "".join(designed.regions(replace(look, people=people, act=f"act-of-{seat}"), "http://here").values())
        assert set(re.findall(r"act-of-\d", html)) == {f"act-of-{seat}"}
        assert f"Let a bot play for {people[turn].name}" in re.sub(r"&#\d+;", "", html)
