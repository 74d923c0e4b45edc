"""The pages around a table in real browsers: nothing for axe to find, nothing wider than a small phone, keys alone, and
without script."""

import random
import re

import pytest
from playwright.sync_api import expect

from .person import Person
from .test_browsers import axe, fits
from .test_play import party, play_on

pytestmark = [pytest.mark.browser, pytest.mark.server]


def page_of(browser, server, path, person=None, **more):
    """A page at an address, with somebody's seat."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, **more)
    if person is not None:
        own = [(c.name, c.value) for c in person.http.cookies.jar if c.name != "fdtable"]
        context.add_cookies([{"name": name, "value": value, "url": server.url} for name, value in own])
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.faults = []
    page.on("pageerror", lambda e: page.faults.append(str(e)))
    page.on("console", lambda m: page.faults.append(m.text) if m.type == "error" else None)
    page.goto(server.url + path)
    return page


def sound(page, faults=()):
    """Nothing to complain about: in both schemes, on a small phone, and in the console."""
    fits(page)
    for scheme, (width, height) in (("light", (390, 844)), ("dark", (1440, 900))):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        axe(page)
    assert [f for f in page.faults if not any(known in f for known in faults)] == []
    page.context.close()


def test_shelf_opening_and_rules(server, browser):
    sound(page_of(browser, server, "/"))
    sound(page_of(browser, server, "/rules/fly-down"))
    page = page_of(browser, server, "/open/fly-down")
    page.click(".options summary")
    page.check("[name='option.turn_clock'][value='own']")
    expect(page.locator("[name='option.turn_clock.own']")).to_be_visible()
    page.click(".menu summary")
    sound(page)


def test_waiting_room(server, browser):
    ann, ben = Person(server.url, "Ann").open("fly-down", 4, 1), Person(server.url, "Ben")
    ben.join(ann)
    for person in (ann, ben, None):
        sound(page_of(browser, server, ann.path, person))
    sound(page_of(browser, server, f"{ann.path}/screen"))
    sound(page_of(browser, server, "/", ann))


def test_replay_and_screen(server, browser):
    people = party(server, "fly-down", 3)
    play_on(people, random.Random(8), most=5)
    for path in ("replay", "screen"):
        sound(page_of(browser, server, f"{people[0].path}/{path}", people[0]))
    play_on(people, random.Random(8))
    for path in ("replay?as=all&step=3", "replay?as=1", "screen"):
        sound(page_of(browser, server, f"{people[0].path}/{path}", people[0]))


def test_result_of_a_plain_table(serve, browser):
    server = serve("silent-planet")
    people = party(server, "silent-planet", 2)
    sound(page_of(browser, server, f"{people[0].path}/replay", people[0]))
    sound(page_of(browser, server, f"{people[0].path}/screen", people[0]))
    host = people[0]
    host.post(f"{host.path}/room", [("do", "end"), ("id", "end")])
    assert host.over()
    sound(page_of(browser, server, host.path, host))


def test_what_is_not_there(server, browser):
    ann = Person(server.url, "Ann").open("fly-down", 2)
    for path in ("/nowhere", "/t/KM7XQBA9", f"{ann.path}/replay", "/t?code=KM7XQBA9"):
        sound(page_of(browser, server, path, ann), faults=("status of 404", "status of 409"))


def test_a_replay_by_keys(server, browser):
    people = party(server, "fly-down", 2)
    play_on(people, random.Random(9))
    page = page_of(browser, server, f"{people[0].path}/replay?as=all&step=4")
    what = page.locator("#what .who")
    page.focus("#slider")
    page.keyboard.press("ArrowLeft")
    expect(what).to_have_text(re.compile("Step 3 of"))
    page.keyboard.press("Home")
    expect(what).to_have_text("The deal")
    expect(page.locator("#slider")).to_be_focused()
    expect(page).to_have_url(re.compile("as=all&step=0$"))
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(what).to_have_text(re.compile("Step 1 of"))
    expect(page.locator("#steps [aria-label='One step on']")).to_be_focused()
    page.keyboard.press("Enter")
    expect(what).to_have_text(re.compile("Step 2 of"))
    page.locator("#lines a").nth(5).focus()
    page.keyboard.press("Enter")
    expect(what).to_have_text(re.compile("Step 5 of"))
    expect(page.locator("#lines [aria-current]")).to_have_count(1)
    page.get_by_role("link", name="Ann", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#sees")).to_have_text("What Ann saw")
    assert page.faults == []
    page.context.close()


def test_a_replay_and_the_scheme_without_script(server, browser):
    people = party(server, "fly-down", 2)
    play_on(people, random.Random(9), most=5)
    page = page_of(browser, server, f"{people[0].path}/replay", people[0], java_script_enabled=False)
    page.fill("#slider", "2")
    page.click("#steps button")
    expect(page.locator("#what .who")).to_have_text("Step 2 of 5")
    page.click("[aria-label='One step on']")
    expect(page.locator("#what .who")).to_have_text("Step 3 of 5")
    page.click(".menu summary")
    page.click("button[value=dark]")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("#what")).to_be_visible()
    page.goto(server.url)
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.context.close()


def test_light_and_dark_change_at_once_and_stay(server, browser):
    page = page_of(browser, server, "/", color_scheme="light")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.click(".menu summary")
    with page.expect_response("**/scheme"):
        page.click("button[value=dark]")
    dark = page.evaluate(ground)
    assert dark != light
    page.goto(f"{server.url}/rules/fly-down")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.click(".menu summary")
    page.keyboard.press("Escape")
    expect(page.locator(".menu .pop")).to_be_hidden()
    expect(page.locator(".menu summary")).to_be_focused()
    page.click(".menu summary")
    with page.expect_response("**/scheme"):
        page.click("button[value=device]")
    page.goto(server.url)
    assert page.evaluate(ground) == light and page.faults == []
    page.context.close()


def follows(page):
    """The screen comes to show the news that one shows which is opened now."""
    fresh = page.context.new_page()
    fresh.goto(page.url)
    expect(fresh.locator("#news li").first).to_be_visible()
    expect(page.locator("#news")).to_have_text(fresh.locator("#news").text_content())
    fresh.close()


def test_a_screen_follows_and_says_when_it_cannot(server, browser):
    people = party(server, "fly-down", 2)
    page = page_of(browser, server, f"{people[0].path}/screen")
    play_on(people, random.Random(2), most=3)
    follows(page)
    last = page.locator("#news").inner_text()
    play_on(people, random.Random(2), most=1)
    follows(page)
    assert page.locator("#news").inner_text() != last
    server.stop()
    expect(page.locator("#lost")).to_be_visible()
    server.start()
    expect(page.locator("#lost")).to_be_hidden()
    follows(page)
    page.context.close()
