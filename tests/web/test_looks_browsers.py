"""How the pages look to those who see little: forced colours, zoom, large type. In real browsers, on the main pages."""

import random
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.process import ROOT, Server

from .designed import Designed
from .person import Person
from .test_browsers import SETTLED, axe
from .test_house_browsers import page_of
from .test_play import party, play_on

SIGHT = Path(__file__).with_name("sight.js").read_text("utf-8")
UNREADABLE, MISPLACED = f"{SIGHT}.unreadable()", f"{SIGHT}.misplaced()"
pytestmark = [pytest.mark.browser, pytest.mark.server]
ZOOMED = {"200 %": (720, 450), "400 %": (360, 225), "a small phone": (320, 640), "320 by 256": (320, 256)}
"""What a desk of 1440 by 900 has left at each zoom."""


@pytest.fixture(scope="module")
def staged(tmp_path_factory):
    stage = {"host": "127.0.0.1", "stage": str(ROOT / "tests" / "staged")}
    server = Server(tmp_path_factory.mktemp("staged"), ["fly-down", "hit-the-silk"], **stage).start()
    server.url = f"http://127.0.0.1:{server.port}"
    yield server
    server.stop()


def house(browser, server, **more):
    """Pages around a table, one after the other: name and page."""
    for path in ("/", "/rules/fly-down", "/nowhere"):
        yield path, page_of(browser, server, path, **more)
    page = page_of(browser, server, "/open/fly-down", **more)
    page.click(".options summary")
    yield "options", page
    host = Person(server.url, "Ann").open("fly-down", 4, 1)
    yield "waiting", page_of(browser, server, host.path, host, **more)
    people = party(server, "fly-down", 3)
    play_on(people, random.Random(8), most=5)
    yield "plain", page_of(browser, server, f"{people[0].path}?table=plain", people[0], **more)
    play_on(people, random.Random(8))
    for path in ("replay?as=all&step=3", "screen", "?table=plain"):
        yield path, page_of(browser, server, f"{people[0].path}/{path}".replace("/?", "?"), people[0], **more)
    yield "over", page_of(browser, server, f"{people[0].path}?table=designed", people[0], **more)


def moments(browser, server, **more):
    """Fly Down's table, one moment after the other: name and page."""

    def at(scenario, seat=0):
        return Designed(browser, **more).stage(server, scenario, seat)

    yield "your move", at("middle").page
    yield "a value is named", at("middle").choose("ask", slot=2, value=5).page
    yield "a swap", at("middle").choose("swap", slot=0, theirs="[1,2]").page
    ann = at("middle").choose("ask")
    ann.page.locator('#hand [value="0"]').click(force=True)
    expect(ann.page.locator("#why")).to_be_visible()
    yield "why not", ann.page
    yield "somebody else's move", at("middle", 1).page
    yield "six players", at("six").page
    ann = at("middle").choose("ask", slot=4, value=7).send()
    expect(ann.page.locator(".stamp")).to_be_visible()
    yield "an answer", ann.page
    ann = at("middle")
    ann.page.click("[popovertarget=menu]")
    yield "the menu", ann.page
    ann = Designed(browser, **more)  # a title whose plain table is all there is
    ann.page.goto(f"{server.url}/stage/open?file=hit_the_silk.yaml&id=fight&seat=0")
    yield "a plain table", ann.page


def wrong(pages, script, sizes=(None,)):
    """What a script finds on each page, at each size."""
    found = {}
    for name, page in pages:
        for size in sizes:
            if size:
                page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
            page.evaluate(SETTLED)
            faults = page.evaluate(script)
            for _ in range(20):  # a page that was just resized may not be laid out yet
                if faults:
                    page.wait_for_timeout(250)
                    faults = page.evaluate(script)
            if faults:
                found[name, size] = faults
        page.context.close()
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read_with_forced_colours(server, staged, browser, scheme):
    more = {"forced_colors": "active", "color_scheme": scheme}
    assert wrong(house(browser, server, **more), UNREADABLE) == {}
    assert wrong(moments(browser, staged, **more), UNREADABLE) == {}


def test_the_measure_finds_words_on_a_plate_of_their_own_colour(staged, browser):
    """As they are where nobody has thought of it."""
    ann = Designed(browser, forced_colors="active")
    ann.page.route("**/forced.css*", lambda route: route.abort())
    ann.stage(staged, "middle")
    assert any("Choose an action" in text for text in ann.page.evaluate(UNREADABLE))


def look(locator, *names, of=""):
    """Values that a browser has computed, for an element or one before or after it."""
    return locator.evaluate(f"(e, names) => names.map(n => getComputedStyle(e, '{of}')[n])", list(names))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_states_are_more_than_colours_with_forced_colours(staged, browser, scheme):
    ann = Designed(browser, forced_colors="active", color_scheme=scheme, viewport=(1440, 900)).stage(staged, "middle")
    page = ann.choose("ask", slot=2, value=5).page
    page.evaluate(
        "document.body.insertAdjacentHTML('beforeend', '<i id=system style=\"forced-color-adjust: none\"></i>')"
    )

    def system(name):
        return page.evaluate(f"(system.style.color = '{name}', getComputedStyle(system).color)")

    highlight, canvas = system("Highlight"), system("Canvas")
    assert highlight != canvas
    for chosen in (".kind > :checked + span", ".key > :checked + span", ".ask.you"):
        assert look(page.locator(chosen), "backgroundColor") == [highlight], chosen
    for other in (".kind > :not(:checked) + span", ".key > :not(:checked) + span"):
        ground, style, _ = look(page.locator(other).first, "backgroundColor", "borderTopStyle", "borderTopWidth")
        assert ground != highlight and style == "solid", other
    card = page.locator("#hand .slot:has(:checked) > .cardframe")
    assert look(card, "borderTopColor", "borderTopWidth", of="::after") == [highlight, "5px"]
    assert card.locator(".mark").is_visible()
    can = page.locator("#hand .slot.can:not(:has(:checked)) > .cardframe").first
    assert look(can, "borderTopStyle", "borderTopWidth", of="::after") == ["solid", "2px"]
    assert look(page.locator("#hand .slot.no > .cardframe").first, "borderTopStyle") == ["dashed"]
    assert look(page.locator(".seat").first, "borderTopStyle") == ["solid"]

    page.locator("#hand [value='2']").focus()
    page.keyboard.press("ArrowRight")
    ring = look(
        page.locator("#hand .slot:has(:focus-visible) > .cardframe"), "outlineStyle", "outlineWidth", "outlineColor"
    )
    assert ring == ["solid", "3px", system("CanvasText")], "another ring than what is chosen has"
    axe(page)

    ben = Designed(browser, forced_colors="active", color_scheme=scheme).stage(staged, "middle", 1)
    turn, rest = ben.page.locator(".seat[data-seat='0']"), ben.page.locator(".seat[data-seat='2']")
    assert look(turn, "borderLeftWidth") == ["8px"] and look(rest, "borderLeftWidth") == ["1px"]
    assert look(ben.page.locator(".kind [aria-disabled=true] + span").first, "borderTopStyle") == ["dashed"]
    axe(ben.page)


@pytest.mark.parametrize("language", ["en", "de"])
def test_zoom_leaves_everything_in_its_place(server, staged, browser, language):
    sizes = list(ZOOMED.values())
    assert wrong(house(browser, server, locale=language), MISPLACED, sizes) == {}
    assert wrong(moments(browser, staged, locale=language), MISPLACED, sizes) == {}


@pytest.mark.parametrize("language", ["en", "de"])
def test_type_twice_as_large_leaves_everything_in_its_place(
    server, staged, browser_type, browser_type_launch_args, language
):
    """As somebody sets it in their browser, for all pages."""
    args = [*browser_type_launch_args["args"], "--blink-settings=defaultFontSize=32"]
    large = browser_type.launch(**browser_type_launch_args | {"args": args})
    try:
        sizes = [(390, 844), (1440, 900)]
        page = page_of(large, server, "/")
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        assert wrong(house(large, server, locale=language), MISPLACED, sizes) == {}
        assert wrong(moments(large, staged, locale=language), MISPLACED, sizes) == {}
    finally:
        large.close()


def test_at_200_percent_one_s_own_side_stands_beside_the_table(staged, browser):
    """And all of it is in sight, the button that commits too."""
    ann = Designed(browser, viewport=ZOOMED["200 %"]).stage(staged, "middle").choose("ask", slot=2, value=5)
    dock, others = (ann.page.locator(part).bounding_box() for part in (".dock", "#others"))
    assert dock["x"] >= others["x"] + others["width"]
    go = ann.page.locator(".go").bounding_box()
    assert go["y"] + go["height"] <= 450
