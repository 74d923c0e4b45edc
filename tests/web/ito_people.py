"""People who play ito with the plain page's own controls, and who keep every byte that their page received."""

import contextlib
import re

from playwright.sync_api import Error, expect

from .test_browsers import Browser


class Thief(Browser):
    """One person's browser at a table of ito. `got`: every byte that it received, as `tests.canaries` has them."""

    def __init__(self, browser, name):
        super().__init__(browser, name)
        self.got, self._ahead = [], 0
        line = self.context.new_cdp_session(self.page)
        line.on("Network.requestWillBeSent", self._clock)
        line.on("Network.eventSourceMessageReceived", self._hear)
        line.send("Network.enable")
        self.page.on("requestfinished", self._keep)

    def _clock(self, event):
        """The browser's own clock is not that of the wall."""
        self._ahead = event["wallTime"] - event["timestamp"]

    def _hear(self, event):
        at = event["timestamp"] + self._ahead
        self.got.append((at, at, "stream", event["data"].encode()))

    def _keep(self, request):
        if request.resource_type in ("document", "fetch"):
            with contextlib.suppress(Error):  # a page that went on to another address
                began, took = request.timing["startTime"] / 1000, request.timing["responseEnd"] / 1000
                body = request.response().body()
                self.got.append((began, began + took, f"{request.method} {request.url}", body))

    def open_ito(self, server, seats, **options):
        """Opens a table; `options`: those with a box to tick, and those with values."""
        self.page.goto(f"{server.url}/open/ito")
        self.page.fill("#name", self.name)
        self.page.check(f"#seats-{seats}")
        self.page.click("main summary")
        for name, value in options.items():
            self.page.check(f"[name='option.{name}'][value='{value}']")
        self.page.click("button:text('Open the table')")
        self.page.wait_for_url("**/t/*")
        return self.page.url

    # acts ------------------------------------------------------------------------------------------------------------
    def act(self, title):
        """A group of the menu, opened."""
        heading = self.page.locator("h3", has_text=title)
        act = self.page.locator("#acts .act", has=heading).first
        expect(act).to_be_visible()
        if act.locator("> summary").count() and act.get_attribute("open") is None:
            act.locator("> summary").click()
        return act

    def choose(self, title, what):
        """One of the choices of a group: few are buttons; of many one is chosen, and then sent."""
        act = self.act(title)
        chip, button = act.locator("label.chip", has_text=what), act.locator("button", has_text=what)
        expect(chip.or_(button)).to_be_visible()
        if chip.count():
            chip.click()
            button = act.locator("button").last
        button.click()

    def describe(self, card, text):
        """A clue for one of one's cards."""
        mine = self.row(self.name).locator(".card .large", has_text=re.compile(rf"^{card}$"))
        expect(mine.first).to_be_visible()
        form = self.act("Describe a card").locator("form.move").nth(self.numbers().index(card))
        form.locator("input:not([type=hidden])").fill(text)
        with self.sent(form):
            form.locator("button").click()

    def put_down(self):
        self.act("Ready").locator("button", has_text="Put my cards face down").click()

    def moves(self, title):
        """For a choice within: returns when the page shows what came of it."""
        return self.sent(self.act(title))

    def discard(self, card):
        self.choose("Discard", re.compile(rf"\b{card}\b"))

    def find(self, word):
        """A code word for Momo-chan."""
        act = self.act("Momo-chan's code word")
        act.locator("input:not([type=hidden])").fill(word)
        act.locator("button").click()

    def say(self, text):
        with self.sent(self.page.locator("form.talk")):
            self.page.fill("#say-text", text)
            self.page.click("form.talk button")

    # what they see ---------------------------------------------------------------------------------------------------
    def row(self, name):
        return self.page.locator("#table .rows > div", has=self.page.locator("dt", has_text=name))

    def numbers(self, name=None):
        """The cards that lie in a player's row, as they are written."""
        return self.row(name or self.name).locator(".card .large").all_inner_texts()

    def sees(self, text):
        expect(self.page.locator("#log")).to_contain_text(text)

    def fact(self, title):
        return self.page.locator("#table .facts > div", has=self.page.locator("dt", has_text=title)).locator("dd").first
