"""The designed table in real browsers: Fly Down from the first choice to the scores, by keyboard alone, by touch,
without script; what is impossible and why; drafts, sizes, access."""

import re

import pytest
from playwright.sync_api import expect

from tests.process import ROOT, Server

from .designed import Designed
from .test_browsers import axe

pytestmark = [pytest.mark.browser, pytest.mark.server]
DESK, PHONE, SMALL = (1440, 900), (390, 844), (320, 700)
STAGED = {"host": "127.0.0.1", "stage": str(ROOT / "tests" / "staged")}


@pytest.fixture(scope="module")
def staged(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("staged"), ["fly-down"], **STAGED).start()
    server.url = f"http://127.0.0.1:{server.port}"
    yield server
    server.stop()


def focused(page):
    """The name and the value of what has the focus."""
    return page.evaluate(
        "(() => { const e = document.activeElement; return [e.name || e.className || e.id, e.value || ''] })()"
    )


def tab_to(page, wanted, back=False, most=60):
    """Walks with Tab alone until something has the focus that is called so."""
    for _ in range(most):
        if focused(page)[0] == wanted:
            return
        page.keyboard.press("Shift+Tab" if back else "Tab")
    raise AssertionError(f"Tab does not reach {wanted}: {focused(page)}")


def arrow_to(page, name, value):
    """Goes through a group with the arrow keys until this is chosen."""
    for _ in range(12):
        if focused(page) == [name, value] and page.evaluate("document.activeElement.checked"):
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"the arrows do not reach {name} {value}: {focused(page)}")


def test_a_whole_game_by_keyboard_alone(server, browser):
    ann = Designed(browser, viewport=DESK)
    page = ann.page
    ann.open(server, 2)
    page.select_option("#fill", "random")
    ann.start()
    expect(page.locator("body.designed")).to_be_visible()
    moves = 0
    while ann.turn():
        kind = ("redraw", "ask", "redraw", "swap")[moves % 4]
        if page.locator(f'#acts [name=kind][value="{kind}"]').get_attribute("aria-disabled") == "true":
            kind = "redraw"
        page.locator("#ask").focus()  # where the link that skips to it leads
        tab_to(page, "kind")
        arrow_to(page, "kind", kind)
        slot = page.locator(f'#hand [data-for~="{kind}"]').first.get_attribute("value")
        tab_to(page, "one.slot", back=True)
        arrow_to(page, "one.slot", slot)
        if kind == "ask":
            tab_to(page, "one.value")
            arrow_to(page, "one.value", str(1 + moves % 8))
        if kind == "swap":
            theirs = page.locator('#others [data-for="swap"]').first.get_attribute("value")
            tab_to(page, "pair.seat.their_slot", back=True)
            arrow_to(page, "pair.seat.their_slot", theirs)
        tab_to(page, "go", most=90)
        with ann.sent(page.locator("#keys")):
            page.keyboard.press("Enter")
        moves += 1
    assert moves >= 4
    assert page.title() == "Game over: Fly Down"
    expect(page.locator(".ranks .rank")).to_have_count(2)
    assert ann.faults == []


def test_a_whole_game_by_touch_on_a_small_phone(server, browser):
    ann = Designed(browser, viewport=(360, 740), has_touch=True, is_mobile=True)
    page = ann.page
    ann.open(server, 2)
    page.select_option("#fill", "random")
    ann.start()
    expect(page.locator("body.designed")).to_be_visible()
    moves = 0
    while ann.turn():
        page.locator("#acts .kind", has_text="Redraw").tap()
        page.locator("#hand .slot").nth(moves % 5).tap()
        expect(page.locator("#acts .go")).to_have_text("Discard and draw")
        with ann.sent(page.locator("#keys")):
            page.locator("#acts .go").tap()
        moves += 1
    totals = [int(t) for t in page.locator(".rank .total").all_inner_texts()]
    assert totals == sorted(totals, reverse=True) and len(totals) == 2
    for rank, total in zip(page.locator(".rank").all(), totals, strict=True):
        labels = [c.get_attribute("aria-label") for c in rank.locator(".cardframe").all()]
        assert sum(int(re.search(r"counts (-?\d+)", label)[1]) for label in labels) == total
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert ann.faults == []


def test_choosing_step_by_step(staged, browser):
    ann = Designed(browser, viewport=PHONE).stage(staged, "middle")
    page, what, go = ann.page, ann.page.locator("#ask .what"), ann.page.locator("#acts .go")
    expect(what).to_have_text("Choose an action")
    ann.choose("ask")
    expect(what).to_have_text("Point at one of your hidden cards")
    expect(go).to_have_attribute("aria-disabled", "true")
    ann.choose("ask", slot=3)
    expect(what).to_have_text("Name a value for your yellow card")
    ann.choose("ask", slot=3, value=4)
    expect(go).to_have_text("Ask: is it a 4?")
    expect(what).to_have_text("Is your yellow card a 4?")
    expect(go).not_to_have_attribute("aria-disabled", "true")
    ann.send()
    expect(page.locator("#moment")).to_contain_text("Is your yellow card a 4?")
    expect(page.locator("#moment .stamp")).to_have_text("No")
    expect(page.locator("#say")).to_contain_text("is card 4 a 4? No.")
    expect(page.locator("#ask .who")).to_have_text("Your move, 2nd of 2 actions")
    # the slip of paper: what was denied is struck out for that card alone, and only if one likes it
    ann.choose("ask", slot=3)
    expect(page.locator(".key .ruled")).to_have_count(1)
    expect(page.locator(".key .ruled")).to_be_visible()
    ann.choose("ask", slot=2)
    expect(page.locator(".key .ruled")).to_be_hidden()
    page.evaluate("document.documentElement.dataset.aid = 'off'")
    ann.choose("ask", slot=3)
    expect(page.locator(".key .ruled")).to_be_hidden()


def test_what_is_impossible_says_why_and_stays_where_it_is(staged, browser):
    ann = Designed(browser, viewport=PHONE).stage(staged, "one-hidden")
    page, why = ann.page, ann.page.locator("#why")
    sum_ = page.locator("#acts .kind", has_text="Sum")
    place = sum_.bounding_box()
    sum_.click(force=True)  # the driver waits for what is disabled to be enabled; people do not
    expect(why).to_contain_text("at least two Hidden cards")
    expect(why.locator("a.rule")).to_have_text("F-026")
    assert not page.locator("#acts [value=sum]").is_checked()
    assert sum_.bounding_box() == place
    ann.choose("ask")
    page.locator("#hand .slot").first.click(force=True)
    expect(why).to_contain_text("only ask about a Hidden card")
    ann.choose("swap")
    page.locator("#hand .slot").last.click(force=True)
    expect(why).to_contain_text("You see only your Visible cards")
    why.locator("a.rule").click()
    expect(page.locator("#help")).to_be_visible()
    expect(page.locator("#rules .here")).to_contain_text("F-036")
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()


def test_the_others_see_the_same_moment_from_their_own_side(staged, browser):
    ann = Designed(browser, viewport=DESK).stage(staged, "middle")
    ben = Designed(browser, "Ben", viewport=PHONE)
    ben.context.add_cookies([c for c in ann.context.cookies() if c["name"] == "fdcsrf"])
    ben.page.goto(ann.page.url)  # who only watches sees backs alone
    expect(ben.page.locator("#others .seat")).to_have_count(4)
    assert ben.page.locator("#others .cardframe text.num").count() == 0
    ann.choose("swap", slot=0, theirs="[1,2]").send()
    expect(ben.page.locator("#ticker")).to_contain_text("Ann")
    assert ben.page.locator("#others .cardframe text.num, #moment text.num").count() == 0
    expect(ann.page.locator("#moment")).to_contain_text("You swap with Ben")
    expect(ann.page.locator("#hand li").first).to_contain_text("yellow 8")


def test_without_script(staged, browser):
    ann = Designed(browser, script=False, viewport=PHONE).stage(staged, "last")
    page = ann.page
    page.locator("#acts .go").click()
    expect(page.locator("#notice")).to_contain_text("You have not chosen what to do")
    page.locator("#acts .kind", has_text="Is it a").click()
    page.locator("#hand .slot").nth(3).click()
    page.locator("#acts .key").nth(3).click()
    page.locator("#acts .go").click()
    expect(page.locator("#moment .stamp")).to_have_text("No")
    page.locator("#acts .kind", has_text="Redraw").click()
    page.locator("#hand .slot").nth(0).click()
    page.locator("#acts .go").click()
    expect(page.locator("#ask .ask.over")).to_be_visible()
    expect(page.locator(".ranks .rank")).to_have_count(4)


def test_a_half_typed_line_is_left_alone_and_nothing_moves_under_it(server, browser):
    ann, ben = Designed(browser, viewport=DESK), Designed(browser, "Ben", viewport=DESK)
    ben.join(ann.open(server, 2, talk=True))
    ann.start()
    for person in (ann, ben):
        expect(person.page.locator("body.designed #say-text")).to_be_visible()
        person.live()
    expect(ann.page.locator("#ask .ask")).to_be_visible()
    mover, other = (ann, ben) if ann.asked() else (ben, ann)
    field = other.page.locator("#say-text")
    field.fill("half a thou")
    other.page.evaluate("document.getElementById('say-text').setSelectionRange(4, 4)")
    place = field.bounding_box()
    mover.choose("redraw", slot=1).send()
    expect(other.page.locator("#ticker")).to_contain_text(mover.name)
    mover.choose("redraw", slot=2).send()
    expect(other.page.locator("#ask .ask.you")).to_be_visible()
    assert field.input_value() == "half a thou" and field.bounding_box() == place
    assert other.page.evaluate("[document.activeElement.id, document.activeElement.selectionStart]") == ["say-text", 4]
    # what was chosen and not sent stays chosen when others nod
    other.choose("ask", slot=3)
    mover.page.locator("#talk button", has_text="Nod").click()
    expect(other.page.locator("#log")).to_contain_text("nods")
    assert other.page.locator("#slot-3").is_checked()
    assert ann.faults == ben.faults == []


def test_nobody_is_shut_out(staged, browser):
    for size, dark in ((PHONE, False), (DESK, True)):
        ann = Designed(browser, viewport=size, color_scheme="dark" if dark else "light").stage(staged, "middle")
        page = ann.page
        axe(page)
        ann.choose("swap", slot=0, theirs="[1,2]")
        axe(page)
        page.locator("#hand .slot").last.click(force=True)
        axe(page)
        for opens, shown in ((".bar [popovertarget=menu]", "#menu h2"), ("#tohelp", "#rules h2")):
            page.locator(opens).click()
            expect(page.locator(shown).first).to_be_visible()
            axe(page)
            page.keyboard.press("Escape")
            expect(page.locator(shown).first).to_be_hidden()
        ann.choose("ask", slot=3, value=4).send()
        expect(page.locator("#moment .stamp")).to_be_visible()
        ann.choose("ask", slot=3)
        axe(page)
        ann.choose("sum").send()
        expect(page.locator("#ask .ask.wait")).to_be_visible()
        axe(page)
        ann.stage(staged, "last").choose("redraw", slot=0).send()
        expect(page.locator("#ask .ask.over")).to_be_visible()
        page.emulate_media(reduced_motion="reduce")
        axe(page)


def test_everything_fits_on_a_small_phone_and_is_large_enough_to_tap(staged, browser):
    for scenario in ("two", "middle", "six"):
        ann = Designed(browser, viewport=SMALL).stage(staged, scenario)
        assert ann.page.evaluate("document.documentElement.scrollWidth") <= 320
        small = ann.page.evaluate(
            """[...document.querySelectorAll('a, button, input:not([type=hidden]), select, summary, textarea')]
            .filter(e => e.checkVisibility({ opacityProperty: false }) && !e.closest('.hide, .skip, .row'))
            .map(e => [e.closest('label') || e, e]).map(([l, e]) => {
                const r = l.getBoundingClientRect(), after = getComputedStyle(e, '::after');
                const more = after.position === 'absolute' && after.content !== 'none' ? 28 : 0;
                return [r.width + more, r.height + more, e.outerHTML.slice(0, 120)] })
            .filter(([w, h]) => w < 44 || h < 44)"""
        )
        assert small == []


def test_a_table_paints_at_once_and_asks_nobody_else(staged, browser):
    ann = Designed(browser, viewport=PHONE)
    hosts, sizes = set(), {}

    def came(request):
        hosts.add(request.url.split("/")[2])
        if request.resource_type in ("document", "stylesheet"):
            found = request.sizes()
            sizes[request.url] = found["responseBodySize"] + found["responseHeadersSize"]

    ann.page.on("requestfinished", came)
    ann.stage(staged, "middle")
    expect(ann.page.locator("#ask .ask.you")).to_be_visible()
    ann.page.wait_for_timeout(300)
    assert hosts == {staged.url.split("/")[2]}
    assert sum(sizes.values()) < 100_000, sizes
    assert not ann.page.locator("[style]").count(), "inline style is forbidden by our own policy"


def test_the_plain_table_is_one_tap_away_and_remembered(staged, browser):
    ann = Designed(browser, viewport=PHONE).stage(staged, "middle")
    ann.page.locator(".bar [popovertarget=menu]").click()
    ann.page.locator("#menu a", has_text="Plain table").click()
    expect(ann.page.locator("#acts details.act").first).to_be_visible()
    ann.page.reload()
    expect(ann.page.locator("#acts details.act").first).to_be_visible()
    ann.page.locator("a", has_text="The designed table").click()
    expect(ann.page.locator("body.designed")).to_be_visible()


def test_a_lost_connection_and_a_move_that_comes_too_late_are_told(tmp_path, browser):
    server = Server(tmp_path / "own", ["fly-down"], **STAGED).start()
    server.url = f"http://127.0.0.1:{server.port}"
    ann = Designed(browser, viewport=PHONE).stage(server, "middle")
    page = ann.page
    again = browser.new_context()
    again.add_cookies(ann.context.cookies())
    twin = again.new_page()
    twin.goto(page.url)
    twin.evaluate("document.querySelector('main').removeAttribute('data-stream')")
    stale = page.evaluate("document.querySelector('#keys [name=request]').value")
    ann.choose("sum").send()
    expect(page.locator("#ask .who")).to_contain_text("2nd")
    ann.choose("sum")
    page.evaluate("r => { document.querySelector('#keys [name=request]').value = r }", stale)
    ann.go()
    expect(page.locator("#notice")).to_contain_text("Too late")
    server.stop()
    expect(page.locator("#lost")).to_be_visible()
    expect(page.locator("#ask")).to_be_hidden()
    server.start()
    expect(page.locator("#lost")).to_be_hidden()
    server.stop()
