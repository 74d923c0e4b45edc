"""Real browsers, and what people do around a game: a seat moves by a link, a device is shared, signals, a catch-up."""

import random

import pytest
from playwright.sync_api import expect

from .test_browsers import Browser, axe, dealt, fits, unfold

pytestmark = [pytest.mark.browser, pytest.mark.server]


def held(page):
    unfold(page)
    axe(page)
    fits(page)


def test_a_link_moves_a_seat_and_its_code_never_reaches_the_server(serve, browser):
    server = serve("fly-down")
    ann, ben = Browser(browser, "Ann"), Browser(browser, "Ben")
    ben.join(ann.open(server, 2))
    ann.start()
    dealt(ann, ben)
    ben.press("Move to another device")
    expect(ben.page.locator(".moving")).to_be_visible()
    held(ben.page)
    link = ben.page.input_value("#seat-link")
    phone = Browser(browser, "Ben")
    asked = []
    phone.page.on("request", lambda r: asked.append(r.url))
    phone.page.goto(link)
    expect(phone.page.locator("#people")).to_contain_text("My seat")
    code = link.partition("#seat=")[2]
    assert len(code) == 8 and "#" not in phone.page.url
    assert not [url for url in asked if code in url.partition("#")[0]]
    expect(ben.page.locator("#ask")).to_contain_text("Your seat was moved to another device")
    expect(ann.page.locator("#people")).to_contain_text("1 watching")
    expect(ben.page.locator("#people")).not_to_contain_text("My seat")
    held(ben.page)
    assert not phone.faults and not ben.faults


def test_a_shared_device_has_a_curtain(serve, browser):
    server = serve("fly-down")
    both = Browser(browser, "Ann")
    both.page.goto(f"{server.url}/open/fly-down")
    both.page.fill("#name", "Ann")
    both.page.check("#seats-2")
    both.page.check("text=Hot seat")
    both.page.click("button:text('Open the table')")
    both.page.wait_for_url("**/t/*")
    unfold(both.page)
    both.page.fill("#another-name", "Ben")
    both.page.click("button:text('Give them a chair')")
    expect(both.page.locator(".person", has_text="Ben")).to_be_visible()
    both.start()
    expect(both.page.locator(".curtain h2")).to_contain_text("Hand the device to")
    held(both.page)
    rng = random.Random(2)
    for _ in range(6):
        if both.page.locator(".curtain.down").count():
            values = both.page.locator("#table .rows .card .large").all_inner_texts()
            assert set(values) <= {"?"}, "nobody's cards are on the page"
            both.page.locator(".curtain button").first.click()
        expect(both.page.locator("#acts details.act").first).to_be_visible()
        assert both.page.locator("#table .rows .card .large", has_text="?").count() < 10
        for _ in range(2):
            both.act(rng)
            if both.page.locator("#ask .ask.you").count() == 0:
                break
        if both.page.locator("#ask .ask.over").count():
            break
        both.page.click("button:text('Hand the device on')")
        expect(both.page.locator(".curtain.down")).to_be_visible()
    assert not both.faults


def test_signals_of_your_move_are_remembered(serve, browser):
    server = serve("fly-down")
    ann, ben = Browser(browser, "Ann"), Browser(browser, "Ben")
    ben.join(ann.open(server, 2))
    ann.start()
    mover, other = dealt(ann, ben)
    icon = "document.getElementById('icon').href.includes('icon-move.svg')"
    assert mover.page.evaluate(icon) and not other.page.evaluate(icon)
    other.page.locator("#signals summary").click()
    assert not other.page.is_checked("[name=sound]"), "off by default"
    other.page.check("[name=sound]")
    other.page.reload()
    expect(other.page.locator("[name=sound]")).to_be_checked()
    other.live()
    other.page.evaluate(
        """() => { window.heard = 0; const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (...at) { window.heard++; return start.apply(this, at) } }"""
    )
    rng = random.Random(1)
    for _ in range(3):
        if mover.state() == "you":
            mover.act(rng)
    expect(other.page).to_have_title("Your move: Fly Down")
    other.page.wait_for_function("() => window.heard === 2")
    assert other.page.evaluate(icon) and not mover.page.evaluate(icon)


def test_whoever_was_away_is_told_what_they_missed(serve, browser):
    server = serve("fly-down", gone=(0.3, 1))
    ann, ben = Browser(browser, "Ann"), Browser(browser, "Ben")
    url = ann.open(server, 2)
    ben.join(url)
    ann.start()
    dealt(ann, ben)
    ben.page.goto("about:blank")
    ann.page.get_by_role("button", name="Let a bot play for Ben").click()
    expect(ann.page.locator("#people")).to_contain_text("gone, a bot stands in")
    turn = ann.page.locator("#ask .ask.you, #ask .ask.over")
    expect(turn).to_be_visible()
    held(ann.page)
    rng = random.Random(3)
    while ann.state() != "over" and ann.page.locator("#log li").count() <= 8:
        ann.act(rng)
        expect(turn).to_be_visible()
    ben.page.goto(url)
    expect(ben.page.locator("#yours")).to_contain_text("While you were away")
    assert ben.page.locator(".missed li").count() == 3
    held(ben.page)
    if ann.state() != "over":
        expect(ann.page.locator("#people")).not_to_contain_text("stands in")


def test_the_host_pauses_and_shuts_out_spectators(serve, browser):
    server = serve("fly-down")
    ann, eve = Browser(browser, "Ann"), Browser(browser, "Eve")
    url = ann.open(server, 2)
    eve.page.goto(url)
    ann.page.select_option("#fill", "random")
    ann.start()
    expect(ann.page.locator("#people")).to_contain_text("1 watching")
    ann.press("Pause the game")
    expect(eve.page.locator("#ask")).to_contain_text("The game is paused")
    expect(eve.page).to_have_title("Paused: Fly Down")
    ann.page.click("button:text('Go on with the game')")
    expect(eve.page.locator("#ask")).not_to_contain_text("paused")
    held(eve.page)
    ann.press("Close to spectators")
    expect(eve.page.locator("h1")).to_contain_text("No table is open to you under this code")
    held(eve.page)
