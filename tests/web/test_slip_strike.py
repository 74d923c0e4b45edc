"""Slip Strike on the plain table: four browsers, two against two with Assets, a restart while programs are secret."""

import random
import signal
import time

import pytest
from playwright.sync_api import Error, expect

import facedown
from facedown.engine import read_record

from .test_browsers import Browser, axe, fits

pytestmark = [pytest.mark.browser, pytest.mark.server]
NAMES = ("Ann", "Ben", "Cleo", "Dov")
SOON = 1500
"""Milliseconds for a control that is there to be used, while a window runs."""


class Duellist(Browser):
    """One person at a table of Slip Strike."""

    def open(self, server, **options):
        self.page.goto(f"{server.url}/open/slip-strike")
        self.page.fill("#name", self.name)
        self.page.check("#seats-4")
        self.page.click("main summary")
        self.page.check("[name='option.assets'][value='1']")
        self.page.fill("#o-window", "1")
        self.page.fill("#o-quiet_turns", "3")
        self.page.click("button:text('Open the table')")
        self.page.wait_for_url("**/t/*")
        return self.page.url

    def answer(self, rng, soon=SOON):
        """Answers what binds it, at random, with the page's own controls; False where the moment has passed. It
        returns when the page shows what came of it."""
        which = self.page.locator("#acts .act", has=self.page.locator("form.move")).first
        try:
            if which.locator("> summary").count() and which.get_attribute("open", timeout=soon) is None:
                which.locator("> summary").click(timeout=soon)
            form, taken = which.locator("form.move").first, set()
            for field in form.locator("fieldset").all():
                chips = [chip for chip in field.locator("label.chip").all() if chip.inner_text() not in taken]
                taken.add((chip := rng.choice(chips)).inner_text(timeout=soon))
                chip.click(timeout=soon)
            for field in form.locator("select").all():
                values = field.locator("option").evaluate_all("e => e.map(x => x.value)")
                taken.add(value := rng.choice([v for v in values if v and v not in taken]))
                field.select_option(value, timeout=soon)
            with self.sent(form):
                form.locator("button").first.click(timeout=soon)
        except Error:  # a window has closed: what was to be clicked is gone
            return False
        return True


def record_of(server, person):
    code = person.page.url.rpartition("/")[2]
    answer = person.page.request.get(f"{server.url}/t/{code}/record")
    assert answer.ok, answer.text()
    return read_record(answer.body())


def test_two_against_two_with_assets_and_a_restart_while_programs_are_secret(serve, browser):
    server, rng = serve("slip-strike"), random.Random(6)
    people = [Duellist(browser, name) for name in NAMES]
    ann, ben, cleo, dov = people
    url = ann.open(server)
    for person in people[1:]:
        person.join(url)
    ann.start()
    restarted, until = False, time.monotonic() + 400
    while time.monotonic() < until:
        states = [p.state() for p in people]
        if states == ["over"] * 4:
            break
        asked = [p for p, state in zip(people, states, strict=True) if state == "you"]
        programming = "Program two cards" in ann.page.locator("#ask").inner_text()
        if not restarted and programming:
            for person in people:
                expect(person.page.locator("#ask .ask.you")).to_contain_text("Program two cards")
            assert ann.answer(rng, soon=60_000)
            expect(ann.page.locator("#table")).to_contain_text("Your program")
            assert cleo.answer(rng, soon=60_000)
            expect(cleo.page.locator("#table")).to_contain_text("Your program")
            axe(ben.page)
            fits(ben.page)
            before = [p.page.locator("#table").inner_text() for p in people]
            assert server.stop(signal.SIGKILL)[0] == -9
            server.start()
            for person, text in zip(people, before, strict=True):
                person.page.reload()
                person.faults.clear()  # that nobody answered for a while
                assert person.page.locator("#table").inner_text() == text
            assert "Your program" not in dov.page.locator("#table").inner_text()
            expect(dov.page.locator("#ask")).to_contain_text("Ben")
            restarted = True
            continue
        for person in asked:
            person.answer(rng)
        ann.page.wait_for_timeout(100)
    assert restarted
    for person in people:
        expect(person.page.locator("#ask .ask.over")).to_be_visible()
        assert all("410" in fault for fault in person.faults), "but for answers that came after a window's end"
    record = record_of(server, ann)
    outcome = facedown.game("slip-strike").replay(record).outcome()
    assert outcome.winners in ((0, 2), (1, 3)) or len(outcome.tied) == 4
    for person in people:
        won = sorted([NAMES[seat] for seat in outcome.winners], key=lambda name: name != person.name)
        text = " and ".join(won).replace(person.name, "You")
        expect(person.page.locator("#ask")).to_contain_text(text)
    assert record.header.options["assets"] == 1
