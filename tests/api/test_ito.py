"""ito by the JSON API: what is said has the pace of talk, who is gone can be removed, who discards too late is told."""

import pytest

from .client import Client, party

pytestmark = pytest.mark.server


def do(person, kind, **fields):
    """A move of this kind, as the menu has it."""
    view = person.view()
    offer = next(o for o in view["menu"] if o["kind"] == kind and "why_not" not in o)
    return person.post("moves", {"request": offer["request"], "id": offer["id"], "move": {"kind": kind, **fields}})


def cards(person):
    return [card["number"] for card in person.view()["view"]["you"]["cards"]]


def escaping(people):
    """All agree on a theme and put their cards down; the people by their only card, the lowest first."""
    for person in people:
        assert do(person, "vote_theme", theme=0).status_code == 200
    for person in people:
        (card,) = cards(person)
        assert do(person, "clue", card=card, text="a cat").status_code == 200
        assert do(person, "ready").status_code == 200
    return sorted(people, key=cards)


@pytest.mark.parametrize("kind", ["clue", "say", "propose_theme"])
def test_whatever_says_something_has_the_pace_of_talk(serve, kind):
    ann, ben = party(serve("ito", rates="usual"), "ito", 2)
    if kind == "clue":
        for person in (ann, ben):
            do(person, "vote_theme", theme=0)
        fields = {"card": cards(ann)[0], "text": "a cat"}
    else:
        fields = {"text": "cats", "low": "small", "high": "big"} if kind == "propose_theme" else {"text": "hello"}
    view = ann.view()
    offer = next(o for o in view["menu"] if o["kind"] == kind)
    said = [
        ann.post("moves", {"request": offer["request"], "id": f"m{i}", "move": {"kind": kind, **fields}})
        for i in range(50)
    ]
    refused = [answer for answer in said if answer.status_code == 429]
    assert 20 <= len(refused) <= 30
    assert refused[0].json()["title"] == "That was too often." and int(refused[0].headers["retry-after"]) >= 1


def test_who_is_gone_is_removed_when_all_others_agree(serve):
    """A-I27."""
    server = serve("ito", gone=(0.2, 0.6))
    ann, ben, cleo = escaping([person.listen() for person in party(server, "ito", 3)])
    assert not [o for o in ann.view()["menu"] if o["kind"] == "vote_out"]
    ben.leave()
    assert do(ann, "say", text="hello").status_code == 200  # whereupon his stream ends
    ann.wait(lambda: ann.now["view"]["seats"][ben.seat].get("gone"))
    assert do(ann, "vote_out", seat=ben.seat).status_code == 200
    assert ann.view()["view"]["hands"][ben.seat]["count"] == 1
    assert do(cleo, "vote_out", seat=ben.seat).status_code == 200
    view = ann.view()["view"]
    assert view["hands"][ben.seat]["count"] == 0 and view["lives"] == 3 and not view["pile"] and not view["aside"]
    assert do(ann, "discard", card=cards(ann)[0]).status_code == 200
    assert do(cleo, "discard", card=cards(cleo)[0]).status_code == 200
    assert ann.view()["view"]["stage"] == 2 and len(cards(ann)) == 2


def test_who_is_back_in_time_stays(serve):
    """A-I27."""
    server = serve("ito", gone=(0.2, 0.6))
    ann, ben, cleo = escaping([person.listen() for person in party(server, "ito", 3)])
    ben.leave()
    assert do(ann, "say", text="hello").status_code == 200  # whereupon his stream ends
    ann.wait(lambda: ann.now["view"]["seats"][ben.seat].get("gone"))
    assert do(ann, "vote_out", seat=ben.seat).status_code == 200
    again = Client(server.url, ben.name)
    again.table, again.code, again.token, again.seat = ben.table, ben.code, ben.token, ben.seat
    again.listen()
    ann.wait(lambda: not ann.now["view"]["seats"][ben.seat].get("gone"))
    assert not [o for o in cleo.view()["menu"] if o["kind"] == "vote_out"]
    assert ann.view()["view"]["hands"][ben.seat]["count"] == 1


def test_a_discard_that_a_slip_up_overtook_is_told_so(serve):
    """A-I11: also where the slip-up ended the stage, and more was said since."""
    low, middle, high = escaping(party(serve("ito"), "ito", 3))
    late = []
    for person in (low, middle):
        offer = next(o for o in person.view()["menu"] if o["kind"] == "discard")
        move = {"kind": "discard", "card": cards(person)[0]}
        late.append((person, {"request": offer["request"], "id": offer["id"], "move": move}))
    assert do(high, "discard", card=cards(high)[0]).status_code == 200
    assert do(high, "say", text="oh dear").status_code == 200
    for person, body in late:
        answer = person.post("moves", body)
        assert answer.status_code == 410
        why = answer.json()["title"]
        assert "Too late" in why and "Stop! Lower was held" in why and f"your {body['move']['card']}" in why
    assert low.view()["view"]["lives"] == 2 and low.view()["view"]["stage"] == 2


TOO_LONG = [{"themes": "x" * 30_000}, {"languages": ["x" * 30_000]}, {"languages": ["en"] * 1000}]


@pytest.mark.parametrize("options", TOO_LONG, ids=["themes", "word", "twice"])
def test_a_refusal_does_not_repeat_what_is_long(server, options):
    ann = Client(server.url, "Ann")
    answer = ann.ask("POST", "/api/v1/tables", {"game": "ito", "seats": 3, "name": "Ann", "options": options})
    assert answer.status_code in (400, 422) and len(answer.content) < 600
