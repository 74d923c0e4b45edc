"""ito over the plain table: five browsers play three stages against the clock, with a slip-up by two discards in one
instant, a reload over half a text, a phone that sleeps, a server that is killed, and no number where it does not
belong; a game with a leader; stages of the Endless Corridor."""

import re
import signal

import pytest
from playwright.sync_api import expect

from tests.canaries import head_of, search
from tests.proxy import Proxy

from .ito_people import Thief
from .test_browsers import axe, fits
from .test_slip_strike import record_of

pytestmark = [pytest.mark.browser, pytest.mark.server]
NAMES = ("Ann", "Ben", "Cleo", "Dov", "Eve")
THINGS = ("a flea", "a cat", "a goat", "a horse", "a whale")


@pytest.fixture
def line():
    """Lines to a server, which can be shut."""
    lines = []
    yield lambda server: lines.append(Proxy(server)) or lines[-1]
    for line in lines:
        line.close()


def sit_down(server, people, lines=(), **options):
    """A table for these people, and its first stage. `lines`: over which somebody reaches the server."""
    host, *others = people
    url = host.open_ito(server, len(people), **options)
    for person in others:
        person.join(url.replace(server.url, dict(lines).get(person, server).url))
    host.start()


def look(people, stage):
    """Who holds what, once a stage is dealt; everybody sees their own cards, and no others."""
    for person in people:
        expect(person.fact("Stage")).to_have_text(str(stage))
        for other in people:
            if other is not person:
                assert set(person.numbers(other.name)) <= {"?"}, f"{person.name} sees {other.name}'s cards"
    return {person: person.numbers() for person in people}


def agree(people):
    """A theme that all vote for."""
    for person in people:
        person.choose("Vote for a theme", re.compile("^2"))


def describe(hands, order):
    """Everybody describes their lowest card and puts their cards down."""
    for person, cards in hands.items():
        person.describe(min(cards, key=order), THINGS[(order(min(cards, key=order)) - 1) * len(THINGS) // 100])
    for person in hands:
        person.put_down()


def rising(hands, order):
    """Whose card comes next, with the card."""
    return sorted(((p, card) for p, cards in hands.items() for card in cards), key=lambda who: order(who[1]))


def climb(queue):
    """One card after the other."""
    for person, card in queue:
        with person.moves("Discard"):
            person.discard(card)
        person.sees(f"You discard {card}")


def test_five_browsers_play_three_stages_against_the_clock(serve, browser, line):
    server = serve("mint:ito")
    phone = line(server)
    game = server.minted("ito")
    order = game.faces.code.index
    people = ann, ben, cleo, dov, eve = [Thief(browser, name) for name in NAMES]
    sit_down(server, people, {dov: phone}, timed="yes")

    # stage 1: half a text, and two discards in one instant
    hands = look(people, 1)
    agree(people)
    field = cleo.act("Describe a card").locator("input:not([type=hidden])")
    field.fill("half a ho")
    cleo.page.fill("#say-text", "what do you mean by")
    ben.say("Mine is rather small, I think.")
    cleo.sees("Ben says: Mine is rather small, I think.")
    cleo.page.reload()
    expect(field).to_have_value("half a ho")
    expect(field).to_be_visible()
    expect(cleo.page.locator("#say-text")).to_have_value("what do you mean by")
    cleo.page.fill("#say-text", "")
    ben.say("It is about fifty.")
    expect(ben.page.locator("#ask")).to_contain_text("Your text was not sent")
    axe(ben.page)
    fits(ben.page)
    describe(hands, order)
    queue = rising(hands, order)
    (low, card), (early, above), *later = queue
    expect(early.page.locator("#timers")).to_be_empty()
    waiting = []
    low.page.route("**/move", lambda route: waiting.append(route))
    with low.page.expect_request("**/move"):
        low.discard(card)
    early.discard(above)
    early.sees("Stop! Lower was held")
    assert len(waiting) == 1, "it was on its way when the other one came in"
    waiting[0].continue_()
    expect(low.page.locator("#notice")).to_contain_text("Stop! Lower was held: your")
    low.page.unroute("**/move")
    for person in people:
        expect(person.fact("Lives")).to_have_text("2")
        expect(person.page.locator("#timers")).to_contain_text(re.compile(r"The escape\s+\d+ (min|s)"))

    # the server dies while the clock runs
    ends = ann.page.locator("#timers [data-ends]").get_attribute("data-ends")
    assert server.stop(signal.SIGKILL)[0] == -9
    for person in people:
        expect(person.page.locator("#lost")).to_be_visible()
    server.start()
    for person in people:
        expect(person.page.locator("#lost")).to_be_hidden()
        person.sees("Stop! Lower was held")
        assert person.page.locator("#timers [data-ends]").get_attribute("data-ends") == ends, "no second is lost or won"
        person.faults.clear()  # that nobody answered for a while
    climb(later)

    # stage 2: a phone sleeps
    hands = look(people, 2)
    expect(ann.fact("Lives")).to_have_text("3")
    expect(ann.page.locator("#timers")).to_be_empty()
    agree(people)
    dov.act("Describe a card")
    phone.shut()
    ann.say("Dov has gone to sleep.")
    describe({p: cards for p, cards in hands.items() if p is not dov}, order)
    expect(dov.page.locator("#lost")).to_be_visible()
    assert "gone to sleep" not in dov.page.locator("#log").inner_text()
    phone.open()
    dov.sees("Dov has gone to sleep.")
    dov.faults.clear()  # that it slept
    expect(dov.row("Ann")).to_contain_text(re.compile("|".join(THINGS)))
    assert set(dov.numbers("Ann")) == {"?"}
    describe({dov: hands[dov]}, order)
    climb(rising(hands, order))

    # stage 3: Momo-chan
    hands = look(people, 3)
    agree(people)
    eve.find("a pony")
    for person in people:
        expect(person.fact("Momo-chan's code word")).to_have_text("a pony")
    describe(hands, order)
    climb(rising(hands, order))

    record = record_of(server, ann)
    head = head_of(server)
    for seat, person in enumerate(people):
        expect(person.page.locator("#ask .ask.over")).to_contain_text("Everybody wins")
        expect(person.page.locator("#prompt")).to_contain_text("you have escaped")
        assert all("409" in fault or "410" in fault for fault in person.faults), person.faults
        assert search(person, seat, game, record, head["dealt"])
        assert {what.partition(" ")[0] for _, _, what, _ in person.got} == {"GET", "POST", "stream"}
        assert any(b"about fifty" in text for *_, text in person.got) is (person is ben), "it was not sent"
    assert game.replay(record).outcome().winners == (0, 1, 2, 3, 4)


def test_a_leader_without_cards_says_who_discards_to_the_end(serve, browser):
    server = serve("ito")
    people = ann, *_ = [Thief(browser, name) for name in NAMES]
    sit_down(server, people, leader="auto")
    for person in people:
        person.choose("Vote for a leader", "Ann")
    hands = {person: cards for person, cards in look(people, 1).items() if person is not ann}
    expect(ann.fact("Leader")).to_have_text("Ann")
    expect(ann.row("Ann")).to_contain_text("no card")
    agree(people)
    expect(ann.page.locator("#ask")).to_contain_text("Wait for Ben, Cleo, Dov and Eve")
    describe(hands, int)
    for person, card in rising(hands, int):
        expect(person.page.locator("#ask")).to_contain_text("Wait for Ann")
        assert person.page.locator("#acts button", has_text="Discard").count() == 0, "only who is named discards"
        with ann.moves("Name who discards"):
            ann.choose("Name who discards", person.name)
        expect(person.page.locator("#ask")).to_contain_text("you are called")
        climb([(person, card)])

    # stage 2: three lower ones are held, and that is the end
    hands = {person: cards for person, cards in look(people, 2).items() if person is not ann}
    agree(people)
    describe(hands, int)
    (*_, (last, highest)) = rising(hands, int)
    ann.choose("Name who discards", last.name)
    last.sees("You are to discard.")
    expect(last.act("Discard").locator(".beware")).to_have_text("you hold a lower one")
    last.discard(highest)
    for person in people:
        expect(person.page.locator("#ask .ask.over")).to_contain_text("Nobody wins")
        expect(person.page.locator("#prompt")).to_contain_text("no life is left")
        assert person.faults == []


def test_three_stages_of_the_endless_corridor_and_a_word_too_much(serve, browser):
    server = serve("ito")
    people = ann, ben, _ = [Thief(browser, name) for name in NAMES[:3]]
    sit_down(server, people, endless="yes")
    for stage in (1, 2, 3):
        hands = look(people, stage)
        assert all(len(cards) == stage for cards in hands.values())
        agree(people)
        expect(ann.fact("Momo-chan")).to_be_visible()
        ann.find("a pony")
        describe(hands, int)
        climb(rising(hands, int))
    hands = look(people, 4)
    agree(people)
    number = hands[ben][0]
    ben.say(f"I hold {number}")
    warned = ben.act("Say something")
    expect(warned).to_contain_text("if it is your number, all have lost")
    assert number not in ann.page.locator("#log").inner_text().split()
    warned.locator("button").click()
    for person in people:
        expect(person.page.locator("#ask .ask.over")).to_contain_text("Nobody wins")
        expect(person.page.locator("#prompt")).to_contain_text("a number was said")
        scores = person.page.locator(".scores tbody tr td").all_inner_texts()
        assert scores == ["3"] * 3, "so many stages were completed"
        assert set(person.numbers("Ben")) == set(hands[ben]), "what was held is shown"
        assert person.faults == []
