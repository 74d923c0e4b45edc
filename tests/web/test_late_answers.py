"""An answer that comes later than the frame with what it answers: what is filled in by then is the next, and stays."""

import pytest
from playwright.sync_api import expect

from tests.process import until

from .designed import Designed
from .test_browsers import Browser, dealt

pytestmark = [pytest.mark.browser, pytest.mark.server]


class Slow:
    """What a page posts reaches the server at once; the answers are kept back until they are let go."""

    def __init__(self, page):
        self.page, self.held = page, []
        page.route("**/t/*/*", self._keep)

    def _keep(self, route):
        if route.request.method != "POST":
            return route.fallback()
        self.held.append((route, route.fetch()))

    def let_go(self, count):
        """Returns when the page has had so many answers, and what it makes of them."""
        for _ in range(count):
            route, answer = self.held.pop(0)
            with self.page.expect_event("requestfinished", lambda r, sent=route.request: r.url == sent.url):
                route.fulfill(response=answer)
        self.page.evaluate("new Promise(go => setTimeout(go, 100))")
        assert not self.held


def choose(person, nth):
    """The first action of a plain table's turn that discards, with one of its cards; its form."""
    act = person.page.locator("details.act", has_text="Discard and draw")
    expect(act).not_to_have_attribute("open", "")  # what was sent is done with
    expect(act.locator("input:checked")).to_have_count(0)
    act.locator("summary").click()
    act.locator("label.chip").nth(nth).click()
    return act.locator("form")


def test_the_next_move_and_the_next_line_of_a_plain_table_outlive_a_late_answer(server, browser):
    ann, ben = Browser(browser, "Ann"), Browser(browser, "Ben")
    ben.join(ann.open(server, 2, talk=True))
    ann.start()
    mover, _ = dealt(ann, ben)
    slow, page = Slow(mover.page), mover.page
    form = choose(mover, 0)
    with mover.sent(form):
        form.locator("button.wide").click()
    form = choose(mover, 1)
    slow.let_go(1)
    expect(form.locator("button.wide")).to_be_visible()
    expect(form.locator("label.chip").nth(1).locator("input")).to_be_checked()

    page.fill("#say-text", "one")
    page.press("#say-text", "Enter")
    expect(page.locator("#log")).to_contain_text("one")
    page.fill("#say-text", "two")
    slow.let_go(1)
    expect(page.locator("#say-text")).to_have_value("two")
    page.press("#say-text", "Enter")
    expect(page.locator("#log")).to_contain_text("two")
    slow.let_go(1)
    expect(page.locator("#say-text")).to_have_value("")

    with mover.sent(form):
        form.locator("button.wide").click()
    slow.let_go(1)
    expect(page.locator("#log li", has_text="You discard")).to_have_count(2)
    assert mover.faults == []


def test_a_designed_table_sends_the_next_move_before_the_answer_to_the_last(server, browser):
    ann, ben = Designed(browser, "Ann"), Designed(browser, "Ben")
    ben.join(ann.open(server, 2))
    ann.start()
    for person in (ann, ben):
        expect(person.page.locator("body.designed")).to_be_visible()
    mover, other = (ann, ben) if ann.asked() else (ben, ann)
    slow = Slow(mover.page)
    mover.choose("redraw", slot=0).send()
    expect(mover.page.locator("#move input:checked")).to_have_count(0)
    mover.choose("redraw", slot=1).send()
    expect(other.page.locator("#ask .ask.you")).to_be_visible()
    until(lambda: mover.page.title() and len(slow.held) == 2)
    slow.let_go(2)
    other.choose("redraw", slot=0).send()
    assert mover.faults == []
