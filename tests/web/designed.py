"""What the tests of designed tables share: a person whose browser shows them, and the ways to choose on them."""

from playwright.sync_api import expect

from .test_browsers import Browser

KINDS = ("sum", "ask", "swap", "redraw")


class Designed(Browser):
    """One person with a designed table. `server`: one that is staged."""

    def __init__(self, browser, name="Ann", **more):
        super().__init__(browser, name, table="designed", **more)

    def stage(self, server, scenario, seat=0):
        """Opens a table at the start of a scenario, and sits on one of its seats."""
        self.page.goto(f"{server.url}/stage/open?file=fly_down.yaml&id={scenario}&seat={seat}")
        if self.script:
            self.live()
        return self

    def asked(self):
        return self.page.locator("#ask .ask.you").count() == 1

    def over(self):
        return self.page.locator("#ask .ask.over").count() == 1

    def turn(self):
        """Waits until there is something to choose, or the end; False at the end."""
        expect(self.page.locator("#acts .go, #ask .ask.over").first).to_be_visible()
        return not self.over()

    def choose(self, kind, **fields):
        """Taps an action and what it is about: `slot`, `value`, `theirs`."""
        names = {"slot": "one.slot", "value": "one.value", "theirs": "pair.seat.their_slot"}
        self.page.locator(f'#acts [name=kind][value="{kind}"]').check(force=True)
        for field, value in fields.items():
            self.page.locator(f'[name="{names[field]}"][value="{value}"]').check(force=True)
        return self

    def go(self):
        self.page.locator("#acts .go").click()

    def send(self):
        """Sends what is chosen; returns when the page shows what came of it."""
        with self.sent(self.page.locator("#keys")):
            self.go()
        return self
