"""A second game's designed page needs its folder and one line in its game, and nothing else in the house."""

import random

import pytest

from .person import Person, filled

pytestmark = pytest.mark.server

def test_a_game_with_a_page_of_its_own_is_played_on_it(serve):
    server = serve("tests.mini.drawn:game")
    people = [Person(server.url, name, table="designed") for name in ("Ann", "Ben")]
    people[0].open("drawn", 2)
    people[1].join(people[0])
    people[0].start()
    page = people[0].page()
    assert 'class="pair-hand"' in page and 'data-world="drawn"' in page
    sheet = people[0].get("/page/drawn/page.css")
    assert sheet.status_code == 200 and sheet.headers["content-type"].startswith("text/css")
    assert ".pair-hand" in sheet.text
    for name in ("hand.html", "__init__.py", "nothing.css"):
        assert people[0].get(f"/page/drawn/{name}").status_code == 404
    rng, rounds = random.Random(3), 0
    while not people[0].over():
        for person in people:
            form = next((f for f in person.forms("/move") if "many.cards" in [x["name"] for x in f["fields"]]), None)
            if form and not person.over():
                assert person.post(f"{person.path}/move", filled(form, rng)).status_code == 303
        rounds += 1
        assert rounds < 5
    assert rounds == 2 and "All played" in people[0].page()
