"""What people run into in their first hour, in real browsers: what lies out of sight, outages, the way back."""

import random
import re

import pytest
from playwright.sync_api import expect

from tests.process import until

from .test_browsers import Browser, axe, dealt, fits

pytestmark = [pytest.mark.browser, pytest.mark.server]

IN_SIGHT = """e => { const r = e.getBoundingClientRect();
  const top = document.elementFromPoint(r.left + r.width / 2, r.top + Math.min(r.height, 20) / 2);
  return r.top >= 0 && r.bottom <= innerHeight && (e.contains(top) || top.contains(e)) }"""


def in_sight(locator):
    """It comes to be on the screen, and nothing lies over it."""
    expect(locator).to_be_visible()
    return until(lambda: locator.evaluate(IN_SIGHT))


def two(server, browser, **more):
    """Two at a started table: whoever is to move, the other."""
    ann, ben = Browser(browser, "Ann", **more), Browser(browser, "Ben", **more)
    ben.join(ann.open(server, 2))
    ann.start()
    return dealt(ann, ben)


def refuse(person):
    """Sends a move that the table refuses."""
    person.page.locator("details.act", has_text="Discard and draw").locator("summary").click()
    form = person.page.locator("details[open] form")
    form.locator("label.chip").first.click()
    form.locator("[name=request]").evaluate("e => e.value = '0'.repeat(20)")
    form.locator("button.wide").click()


def test_a_refusal_is_in_sight_wherever_the_page_is_scrolled(server, browser):
    mover, _ = two(server, browser)
    refuse(mover)
    notice = mover.page.locator(".notice", has_text="This was not asked of you.")
    assert in_sight(notice)
    axe(mover.page)
    fits(mover.page)
    for to in (0, 400, 100_000):
        mover.page.evaluate(f"scrollTo(0, {to})")
        assert in_sight(notice)
    mover.page.click(".notice button")
    expect(notice).to_have_count(0)


def test_the_code_for_another_device_opens_in_sight_and_goes_when_it_is_used(server, browser):
    mover, other = two(server, browser)
    other.press("Move to another device")
    assert in_sight(other.page.locator(".moving h2"))
    axe(other.page)
    other.page.click("button:text('Never mind')")
    expect(other.page.locator(".moving")).to_have_count(0)
    other.press("Move to another device")
    link = other.page.input_value("#seat-link")
    mover.page.goto(link)
    told = mover.page.locator(".notice", has_text="This browser has a seat at this table already")
    assert in_sight(told)
    phone = Browser(browser, "phone")
    phone.page.goto(link)
    expect(phone.page.locator("#ask .told")).to_contain_text(f"You have {other.name}’s seat now")
    expect(other.page.locator("#ask .told")).to_contain_text("Your seat was moved to another device")
    expect(other.page.locator(".moving")).to_have_count(0)
    axe(other.page)
    fits(other.page)


def test_a_move_pressed_during_an_outage_goes_out_when_it_is_over(serve, browser):
    server = serve("fly-down")
    mover, _ = two(server, browser)
    mover.page.locator("details.act", has_text="Discard and draw").locator("summary").click()
    mover.page.locator("details[open] label.chip").first.click()
    server.stop()
    mover.page.locator("details[open] button.wide").click()
    expect(mover.page.locator("#lost")).to_contain_text("Your move is not sent yet")
    mover.page.wait_for_timeout(6000)
    assert mover.page.locator("details[open] input:checked").count() == 1, "the choice stays in sight"
    server.start()
    expect(mover.page.locator("#log")).to_contain_text("You discard")
    expect(mover.page.locator(".notice.good")).to_contain_text("What you chose meanwhile has been sent")
    expect(mover.page.locator("#lost")).to_be_hidden()
    assert mover.page.locator("#log li", has_text="You discard").count() == 1


def test_a_new_code_reaches_the_pages_that_are_open(server, browser):
    ann, ben = Browser(browser, "Ann"), Browser(browser, "Ben")
    url = ann.open(server, 2)
    ben.join(url)
    ann.start()
    dealt(ann, ben)
    old = ben.page.locator("#spoken").inner_text()
    ann.press("Make a new code")
    for person in (ann, ben):
        expect(person.page.locator("#spoken")).not_to_have_text(old)
        code = person.page.locator("#spoken").inner_text().replace("-", "")
        expect(person.page).to_have_url(re.compile(f"/t/{code}$"))
    expect(ben.page.locator("#invite-link")).to_have_value(re.compile(code))


def test_after_a_turn_a_phone_shows_the_top_unless_somebody_types(server, browser):
    mover, other = two(server, browser)
    rng = random.Random(1)
    for person in (mover, other):
        expect(person.page.locator("#ask .ask.you")).to_be_visible()
        while person.state() == "you":
            person.page.evaluate("scrollTo(0, 100000)")
            person.act(rng)
        if person.state() == "over":
            break
        assert person.page.evaluate("scrollY") == 0


def test_a_table_that_opens_again_lets_the_spectator_in_by_itself(server, browser):
    ann, eve = Browser(browser, "Ann"), Browser(browser, "Eve")
    eve.page.clock.install()
    url = ann.open(server, 2)
    ann.page.select_option("#fill", "random")
    ann.start()
    eve.page.goto(url)
    expect(eve.page.locator("#ask")).to_be_visible()
    ann.press("Close to spectators")
    expect(eve.page.locator("h1")).to_contain_text("No table is open to you under this code")
    eve.page.wait_for_load_state()
    axe(eve.page)
    ann.press("Let spectators in")
    expect(ann.page.locator("#people")).not_to_contain_text("Closed to spectators")
    eve.page.clock.run_for(21_000)
    expect(eve.page.locator("#ask")).to_be_visible()


@pytest.mark.parametrize("script", [True, False])
def test_back_and_open_again_is_the_same_table(server, browser, script):
    ann = Browser(browser, "Ann", script=script)
    first = ann.open(server, 2)
    ann.page.go_back()
    ann.page.wait_for_url("**/open/fly-down?form=*")
    assert ann.page.input_value("#name") == "Ann"
    ann.page.click("button:text('Open the table')")
    ann.page.wait_for_url("**/t/*")
    assert ann.page.url == first
    ann.page.go_back()
    ann.page.check("#seats-5")
    ann.page.click("button:text('Open the table')")
    ann.page.wait_for_url("**/t/*")
    assert ann.page.url != first, "with other chairs it is another table"
    assert ann.open(server, 2) != first, "a form that was asked for anew opens another"


def test_long_names_do_not_widen_a_phones_page(server, browser):
    name = "Wolfeschlegelsteinhausenbergerdorff" + "A" * 5
    ann, ben = Browser(browser, name), Browser(browser, name[::-1])
    ben.join(ann.open(server, 2))
    fits(ben.page)
    ann.start()
    for person in dealt(ann, ben):
        fits(person.page)
    ann.press("Yes, end it")
    expect(ben.page.locator("#ask .over")).to_be_visible()
    fits(ben.page)


def test_what_was_copied_says_so_for_a_moment(server, browser):
    ann = Browser(browser, "Ann")
    ann.open(server, 2)
    button = ann.page.locator("[data-copy=link]")
    button.evaluate(
        """button => { window.said = [];
        new MutationObserver(() => said.push(button.textContent)).observe(button, { childList: true }) }"""
    )
    button.click()
    ann.page.wait_for_function("() => said.length === 2")
    assert ann.page.evaluate("said") == ["Copied", "Copy"]
    plain = Browser(browser, "Ben", script=False)
    plain.page.goto(ann.page.url)
    expect(plain.page.locator("[data-copy]")).to_be_hidden()
