"""Real browsers at one table, over this machine's address in its network: whole games, drafts, connections, access."""

import contextlib
import random
import re
import time

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from facedown.web.server import lan_address

pytestmark = [pytest.mark.browser, pytest.mark.server]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AXE = {"runOnly": RULES, "resultTypes": ["violations"]}


HEARD = "document.addEventListener('facedown:after', () => window.frames_heard = (window.frames_heard || 0) + 1)"
"""How many frames of its stream a page has shown."""


class Browser:
    """One person's browser context. `table`: which page of a table they like."""

    def __init__(self, browser, name, script=True, table="plain", viewport=(390, 844), **more):
        self.name, self.script = name, script
        size = {"width": viewport[0], "height": viewport[1]}
        self.context = browser.new_context(java_script_enabled=script, viewport=size, **more)
        liked = {"name": "fdtable", "value": table, "path": "/"}
        self.context.add_cookies([liked | {"domain": host} for host in (lan_address(), "127.0.0.1")])
        self.context.set_default_timeout(60_000)
        self.context.add_init_script(HEARD)
        self.page = self.context.new_page()
        self.faults = []
        self.page.on("pageerror", lambda e: self.faults.append(str(e)))
        self.page.on("console", lambda m: self.faults.append(m.text) if m.type == "error" else None)

    def open(self, server, seats, talk=False):
        self.page.goto(f"{server.url}/open/fly-down")
        if talk:
            self.page.click("main summary")
            self.page.check("text=Free talk")
        self.page.fill("#name", self.name)
        self.page.check(f"#seats-{seats}")
        self.page.click("button:text('Open the table')")
        self.page.wait_for_url("**/t/*")
        return self.page.url

    def join(self, url):
        self.page.goto(url)
        self.page.fill("#name", self.name)
        self.page.click("button:text-is('Join')")
        self.page.wait_for_selector("text=You are in")

    def start(self):
        self.page.click("button:text('Start the game')")

    def live(self):
        """Waits until its stream has come: from then on the page is up to date by itself."""
        self.page.wait_for_function("() => window.frames_heard", polling=50)

    def press(self, text):
        """A button that may be folded away, once it is there."""
        button = self.page.locator(f"button:text('{text}')")
        expect(button).to_be_attached()
        unfold(self.page)
        button.click()

    def state(self):
        """What the bar says: you, wait, over, .."""
        if not self.script:
            self.page.reload()
        return self.page.locator("#ask .ask").get_attribute("class").split()[1]

    @contextlib.contextmanager
    def sent(self, form):
        """Sends this form within; returns when the page shows what came of it: what was asked, or a refusal."""
        id = form.locator("[name=id]").first.get_attribute("value")
        yield
        gone = f"""() => document.querySelector("#notice [role=alert]")
            || ![...document.querySelectorAll("[name=id]")].some((field) => field.value === "{id}")"""
        if self.script:
            self.page.wait_for_function(gone, polling=20)
        else:
            expect(self.page.locator(f'[name=id][value="{id}"]')).to_have_count(0)

    def act(self, rng):
        """Makes a random move with the page's own controls."""
        kinds = self.page.locator("#acts details.act")
        often = kinds.filter(has_text="Discard and draw")
        which = often if rng.random() < 0.7 else kinds.nth(rng.randrange(kinds.count()))
        if which.get_attribute("open") is None:
            which.locator("summary").click()
        forms = which.locator("form")
        form = forms.nth(rng.randrange(forms.count()))
        for field in form.locator("fieldset").all():
            chips = field.locator("label.chip")
            chips.nth(rng.randrange(chips.count())).click()
        with self.sent(form):
            form.locator("button.wide").click()


def dealt(*people):
    """Waits until all of them have the game before them; whoever is to move comes first."""
    for person in people:
        expect(person.page.locator("#acts .act").first).to_be_visible()
    return sorted(people, key=lambda person: person.state() != "you")


def unfold(page):
    """Opens all that is folded around the game."""
    page.evaluate("document.querySelectorAll('.tools details, #prompt details').forEach(d => d.open = true)")


SETTLED = """Promise.race([new Promise(done => setTimeout(done, 5000)), document.fonts.ready.then(() => Promise.all(
    document.getAnimations().filter(a => a.effect.getComputedTiming().endTime < 10000)
    .map(a => a.finished.catch(() => 0))))])"""
"""Until letters, colours and places have come to rest; what never does, for five seconds."""


def axe(page):
    page.evaluate(SETTLED)
    result = Axe().run(page, options=AXE)
    assert result.violations_count == 0, result.generate_report()


def fits(page):
    """No sideways scrolling at 320 pixels, and everything that is tapped is 44 pixels large."""
    page.set_viewport_size({"width": 320, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    small = page.evaluate(
        """[...document.querySelectorAll('a, button, input:not([type=hidden]), select, summary, textarea')]
        .map(e => e.closest('label') || e).filter(e => e.offsetParent && !e.closest('.hide, .skip'))
        .filter(e => { const r = e.getBoundingClientRect(), [w, h] = e.matches('a.rule') ? [12, 28] : [0, 0]; // ::after
          return r.width + w < 44 || r.height + h < 44 })
        .map(e => e.outerHTML.slice(0, 120))"""
    )
    assert small == []
    page.set_viewport_size({"width": 390, "height": 844})


def test_three_browsers_and_a_bot_play_a_whole_game(server, browser):
    ann, ben, cleo = Browser(browser, "Ann"), Browser(browser, "Ben"), Browser(browser, "Cleo", script=False)
    watcher = Browser(browser, "")
    url = ann.open(server, 4)
    assert "127.0.0.1" not in url and "localhost" not in url
    assert ann.page.input_value("#link") == url
    ben.join(url)
    cleo.join(url)
    watcher.page.goto(url)
    axe(ann.page)
    fits(ann.page)
    expect(ann.page.locator(".plate", has_text="Cleo")).to_be_visible()
    ann.start()

    rng, people, looked = random.Random(4), (ann, ben, cleo), set()
    until = time.monotonic() + 400
    while time.monotonic() < until:
        states = [p.state() for p in people]
        if states == ["over"] * 3:
            break
        # until the end a spectator sees no value in any hand
        hidden = watcher.page.evaluate(
            """document.querySelector('#ask .over') ? null
            : [...document.querySelectorAll('#table .rows .card')].map(c => c.querySelector('.large').textContent)"""
        )
        assert hidden is None or set(hidden) <= {"?"}
        for person, state in zip(people, states, strict=True):
            if state == "you":
                assert not person.script or person.page.title() == "Your move: Fly Down"
                if person.script and person not in looked:
                    looked.add(person)
                    axe(person.page)
                    fits(person.page)
                person.act(rng)
        ann.page.wait_for_timeout(50)

    results = []
    for person in (*people, watcher):
        expect(person.page.locator("#ask .ask.over")).to_be_visible()
        tables = person.page.locator(".explained table")
        expect(tables).to_have_count(4)
        for table in tables.all():
            total = int(re.search(r": (-?\d+)$", table.locator("caption").inner_text())[1])
            counts = [int(row.locator("td").nth(1).inner_text()) for row in table.locator("tbody tr").all()]
            assert len(counts) == 5 and sum(counts) == total
        results.append(person.page.locator(".explained").inner_text())
        assert person.faults == []
    assert len(set(results)) == 1
    axe(watcher.page)
    fits(watcher.page)


def test_a_draft_and_the_focus_survive_what_others_do(server, browser):
    ann, ben = Browser(browser, "Ann"), Browser(browser, "Ben")
    ben.join(ann.open(server, 2, talk=True))
    ann.start()
    mover, other = dealt(ann, ben)
    mover.page.locator("details.act", has_text="Ask for a value").locator("summary").click()
    mover.page.locator("details[open] label.chip").nth(1).click()
    mover.page.fill("#say-text", "half a thou")
    mover.page.focus("#say-text")
    mover.page.evaluate("document.getElementById('say-text').setSelectionRange(4, 4)")
    other.page.fill("#say-text", "are you there?")
    other.page.press("#say-text", "Enter")
    other.page.locator("#acts button", has_text="Nod").click()
    for page in (mover.page, other.page):
        expect(page.locator("#log")).to_contain_text("are you there?")
    expect(mover.page.locator("#say")).to_contain_text("nod")
    expect(mover.page.locator("#log")).to_contain_text(f"{other.name} nods")
    assert mover.page.input_value("#say-text") == "half a thou"
    assert mover.page.evaluate("[document.activeElement.id, document.activeElement.selectionStart]") == ["say-text", 4]
    assert mover.page.locator("details[open] input:checked").count() == 1
    expect(other.page.locator("#say-text")).to_have_value("")  # what was sent is no draft


def test_a_lost_connection_is_shown_and_mended(serve, browser):
    server = serve("fly-down")
    ann = Browser(browser, "Ann")
    ann.open(server, 2)
    ann.page.select_option("#fill", "random")
    ann.start()
    expect(ann.page.locator("#acts .act").first).to_be_visible()
    server.stop()
    expect(ann.page.locator("#lost")).to_be_visible()
    server.start()
    expect(ann.page.locator("#lost")).to_be_hidden()
    expect(ann.page.locator("#ask .ask.you")).to_be_visible()
    ann.act(random.Random(1))
    expect(ann.page.locator("#log")).to_contain_text("You ")


def test_a_move_sent_while_the_server_restarts_counts_once(serve, browser):
    server = serve("fly-down")
    ann, ben = Browser(browser, "Ann"), Browser(browser, "Ben")
    ben.join(ann.open(server, 2))
    ann.start()
    mover, _ = dealt(ann, ben)
    mover.page.locator("details.act", has_text="Discard and draw").locator("summary").click()
    mover.page.locator("details[open] label.chip").first.click()
    server.stop()
    mover.page.locator("details[open] button.wide").click()
    server.start()
    expect(mover.page.locator("#log")).to_contain_text("You discard")
    assert mover.page.locator("#log li", has_text="You discard").count() == 1


def test_pages_hold_in_both_schemes_and_sizes(server, browser):
    for scheme in ("light", "dark"):
        person = Browser(browser, "Ann", color_scheme=scheme)
        for path in ("/", "/open/fly-down", "/rules/fly-down", "/t/AAAABBBB", "/t?code=x"):
            person.page.goto(server.url + path)
            for width in (390, 1440):
                person.page.set_viewport_size({"width": width, "height": 900})
                axe(person.page)
        person.page.goto(server.url)
        fits(person.page)
        person.context.close()


def test_what_can_be_done_stands_above_the_piles_and_beside_the_table_where_there_is_room(server, browser):
    ann, ben = Browser(browser, "Ann"), Browser(browser, "Ben")
    url = ann.open(server, 2)
    ben.join(url)
    ann.start()
    mover, _ = dealt(ann, ben)
    expect(mover.page.locator("#acts details.act").first).to_be_visible()
    order = [s.get_attribute("id") for s in mover.page.locator(".board > section").all()]
    assert order == ["table", "acts", "piles"], "also for whoever has it read out"

    def box(name):
        return mover.page.locator(f"#{name}").bounding_box()

    mover.page.set_viewport_size({"width": 390, "height": 844})
    table, acts, piles = map(box, order)
    assert table["y"] + table["height"] <= acts["y"] and acts["y"] + acts["height"] <= piles["y"]
    fits(mover.page)
    mover.page.set_viewport_size({"width": 1440, "height": 900})
    table, acts, piles = map(box, order)
    assert acts["x"] >= table["x"] + table["width"] and abs(acts["y"] - table["y"]) < 2
    assert 0 <= piles["y"] - table["y"] - table["height"] < 40, "no gap however much can be done"
    axe(mover.page)
