"""What the tests of Hit the Silk! share: six people whose browsers show the plain table of a staged game."""

import re

import httpx
from playwright.sync_api import expect

from .test_browsers import Browser

NAMES = ("Ann", "Ben", "Cleo", "Dov", "Eva", "Finn")


class Player(Browser):
    """One person's browser at the table."""

    def sit(self, server, staged, seat):
        """Takes a seat that was handed out."""
        cookie = {"name": seat["cookie"], "value": seat["token"], "url": server.url}
        self.context.add_cookies([cookie])
        self.page.goto(f"{server.url}/t/{staged['code']}")
        self.faults.clear()

    # what can be done ------------------------------------------------------------------------------------------------
    def act(self, title):
        """The part of the page with this heading, once it is there, unfolded."""
        act = self.page.locator("#acts .act", has=self.page.locator("h3", has_text=title))
        expect(act).to_be_visible()
        if act.locator("> summary").count() and act.get_attribute("open") is None:
            act.locator("> summary").click()
        return act

    def press(self, title, button):
        """A button there; where it is the only one, it says what is done, too."""
        name = re.compile(rf"^([A-Z]\w+ )?{re.escape(button)}$")
        self.act(title).get_by_role("button", name=name).click()

    def choose(self, title, *chips, form=0):
        """Chips of one of the forms there, then its button."""
        form = self.act(title).locator("form").nth(form)
        for chip in chips:
            form.locator("label.chip", has=self.page.get_by_text(chip, exact=True)).first.click()
        form.locator("button").last.click()

    def chips(self, title):
        """What can be chosen there."""
        return self.act(title).locator("label.chip").all_inner_texts()

    def offer(self, to, give, want):
        """Proposes to trade one card for one."""
        form = self.act("Offer a trade").locator("form").first
        form.locator("label.chip", has_text=to).click()
        for n, card in enumerate((give, want)):
            form.locator("select").nth(n).select_option(label=card)
        form.locator("button").last.click()

    def end(self):
        self.press("End your turn", "End")

    # what is seen ----------------------------------------------------------------------------------------------------
    def told(self, text):
        """Waits until the log says so."""
        expect(self.page.locator("#log")).to_contain_text(text)

    def asked(self, text):
        """Waits until the bar asks this, and nobody else."""
        expect(self.page.locator("#ask .ask.you")).to_contain_text(text, ignore_case=True)

    def waits(self):
        """Waits until the bar asks nothing of this player."""
        expect(self.page.locator("#ask .ask.wait")).to_be_visible()

    def line(self, text):
        """The newest line of the log with this text."""
        self.told(text)
        return self.page.locator("#log li", has_text=text).first.inner_text()

    def fact(self, title):
        """What stands in a part of the table, or beside a word of it."""
        part = self.page.locator("#table > *, #piles > *", has=self.page.get_by_role("heading", name=title, exact=True))
        return part.or_(self.page.locator("#table div, #piles div", has=self.page.locator("dt", has_text=title))).last

    def hand(self):
        return self.fact("Your hand").locator(".large").all_inner_texts()

    def row(self, title, name):
        """What lies before a player there."""
        return self.fact(title).locator(".rows > div", has_text=name)

    def shown(self):
        """All that this page shows of the game, but for what can be said and done."""
        return " ".join(self.page.locator(f"#{part}").inner_text() for part in ("ask", "table", "piles", "log"))

    def over(self, *winners):
        """Waits for the end, and who has won, oneself first."""
        *most, last = sorted(winners, key=lambda name: name != self.name)
        text = f"{', '.join(most)} and {last} win".replace(self.name, "You")
        expect(self.page.locator("#ask .ask.over")).to_contain_text(text)

    def fates(self):
        """What the result says became of everybody, by name."""
        rows = [row.locator("td").all_inner_texts() for row in self.page.locator(".explained tbody tr").all()]
        return {name: more for name, *more in rows}


def stage(server, people, scenario):
    """Opens a table at the start of a scenario; everybody has a seat of it."""
    answer = httpx.post(f"{server.url}/api/v1/stage", json={"file": "hit_the_silk.yaml", "id": scenario}, timeout=60)
    assert answer.status_code == 201, answer.text
    staged = answer.json()
    assert [seat["name"] for seat in staged["seats"]] == list(NAMES)
    for person, seat in zip(people, staged["seats"], strict=True):
        person.sit(server, staged, seat)


def others(people, *those):
    """Everybody but those."""
    return [person for person in people if person not in those]


def restart(server, people):
    """The server is killed and started again; everybody looks again."""
    server.kill()
    server.start()
    server.url = f"http://127.0.0.1:{server.port}"
    for person in people:
        person.page.reload()
        person.faults.clear()  # that nobody answered for a while
