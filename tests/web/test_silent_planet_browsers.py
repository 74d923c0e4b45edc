"""Silent Planet over the plain table: four browsers, one of them without script, a restart while rows are laid,
electors who disagree and settle, and the end."""

import re
import time

import pytest
from playwright.sync_api import expect

from .test_browsers import Browser, axe, fits

pytestmark = [pytest.mark.browser, pytest.mark.server]


class Player(Browser):
    """One person's browser at a table of Silent Planet."""

    def open_planet(self, server, seats):
        self.page.goto(f"{server.url}/open/silent-planet")
        self.page.fill("#name", self.name)
        self.page.check(f"#seats-{seats}")
        self.page.click("button:text('Open the table')")
        self.page.wait_for_url("**/t/*")
        return self.page.url

    def fresh(self):
        """A page without script is loaded again."""
        if not self.script:
            self.page.reload()

    def lay(self, hints):
        """The cards as they were dealt, and hints at the first places."""
        self.fresh()
        act = self.page.locator("details.act", has_text="Lay your row")
        if act.get_attribute("open") is None:
            act.locator("summary").click()
        places = act.locator("select")
        cards = places.first.locator("option").evaluate_all("options => options.map(o => o.value).filter(v => v)")
        for n, card in enumerate(cards):
            places.nth(n).select_option(card)
        for chip in act.locator("label.chip").all()[:hints]:
            chip.click()
        with self.sent(act):
            act.locator("button.wide").click()
        return [card.strip('"') for card in cards]

    def lock(self, nth):
        """Locks one of the cards that can be chosen: of two each has its button, one alone needs no choice."""
        self.fresh()
        act = self.page.locator("details.act", has=self.page.locator("h3", has_text="Lock a card"))
        if act.get_attribute("open") is None:
            act.locator("summary").click()
        chips, buttons = act.locator("label.chip"), act.locator("form.move button")
        if chips.count():
            chips.nth(nth % chips.count()).click()
        with self.sent(act):
            buttons.nth(nth % buttons.count()).click()

    def log(self):
        return self.page.locator("#log").inner_text()


def test_four_browsers_play_with_a_restart_while_rows_are_laid_and_settle_a_disagreement(serve, browser):
    server = serve("silent-planet")
    ann, ben, cleo = Player(browser, "Ann"), Player(browser, "Ben"), Player(browser, "Cleo")
    dov = Player(browser, "Dov", script=False)
    people = [ann, ben, cleo, dov]
    url = ann.open_planet(server, 4)
    for person in people[1:]:
        person.join(url)
    ann.start()
    for person in people:
        person.fresh()
        expect(person.page.locator("#acts .act").first).to_be_visible()
    assert ann.page.locator("#say-text").count() == 0, "nobody talks"

    hands = {ann: ann.lay(4), dov: dov.lay(4)}
    expect(ben.page.locator("#log")).to_contain_text("Ann has laid the row.")
    expect(ben.page.locator("#log")).to_contain_text("Dov has laid the row.")
    assert "Hints" not in ben.log() and "turned up" not in ben.log()
    server.stop()
    for person in (ann, ben, cleo):
        expect(person.page.locator("#lost")).to_be_visible()
    server.start()
    for person in (ann, ben, cleo):
        expect(person.page.locator("#lost")).to_be_hidden()
    for person in people:
        person.faults.clear()  # that the server was away
    expect(ann.page.locator("#table")).to_contain_text("What you have laid")
    assert "What you have laid" not in ben.page.locator("#table").inner_text()
    axe(ben.page)
    fits(ben.page)
    hands |= {ben: ben.lay(4), cleo: cleo.lay(4)}
    for person in people:
        person.fresh()
        expect(person.page.locator("#log")).to_contain_text(re.compile(r"All rows lie there\. Hints: (Ann|You) "))
    for seat, person in enumerate(people):
        for other in people:
            row = other.page.locator("#table .rows > div", has_text=person.name).first
            shown = row.locator(".card .large").all_inner_texts()
            own = hands[person]
            assert shown == (own if other is person else own[:4] + ["?"] * 5), (seat, other.name)

    settled, until = 0, time.monotonic() + 400
    while time.monotonic() < until and ann.state() != "over":
        ann.page.wait_for_timeout(50)
        states = [p.state() for p in people]
        mute = [p for p, state in zip(people, states, strict=True) if state != "you"]
        electors = [p for p, state in zip(people, states, strict=True) if state == "you"]
        if len(electors) != 3 or len(mute) != 1:
            continue
        assert mute[0].page.locator("#acts .act").count() == 0, "who is active has no move and no sign"
        cards = electors[0].page.locator("#log li", has_text="is turned up").count()
        for n, person in enumerate(electors):
            person.lock(n)  # three different cards, where there are three
        first = electors[0]
        first.fresh()
        settle = first.page.locator("#acts button", has_text="Let the locks decide")
        expect(settle.or_(first.page.locator("#log li", has_text="is turned up").nth(cards))).to_be_visible()
        if settle.count():
            if not settled:
                axe(first.page)
                fits(first.page)
            settle.click()
            settled += 1
        for person in people:
            person.fresh()
            expect(person.page.locator("#log li", has_text="is turned up")).to_have_count(cards + 1)
    for person in people:
        person.fresh()
        expect(person.page.locator("#ask .ask.over")).to_be_visible()
        assert person.faults == []
    assert settled and re.search("settles?: the locks decide", ann.log())
    expect(ann.page.locator("body")).to_contain_text(
        re.compile("too few cards are left|as many teams as players")
    )
    expect(ann.page.locator("#say-text")).to_be_visible()
    axe(ann.page)
