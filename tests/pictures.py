"""Pictures of every page in every state, on a phone and on a desk, light and dark: `make pictures`, or
`python -m tests.pictures [NAME ..]` for some of them; `--to FOLDER` puts them elsewhere, `--language de` takes them in
another language.

A function that is marked `shows` brings pages into a state and takes its pictures. Pages are staged from scenarios or
played by the people of the tests, so that a picture shows what a player would see, and nothing made up."""

import argparse
import io
import random
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.process import ROOT, Server, until
from tests.web.person import Person

SIZES = {"phone": (390, 844), "desktop": (1440, 900)}
SCHEMES = ("light", "dark")
COLOURS = 256
"""Colours of a picture: enough for flat art, and a third of the bytes."""
GAMES = ["fly-down", "hit-the-silk", "ito", "silent-planet", "slip-strike"]
SHOWS = []


def shows(take):
    """Marks a function that takes pictures."""
    SHOWS.append(take)
    return take


class Studio:
    """A server, a browser, and the folder that pictures go to."""

    def __init__(self, server, browser, folder, only, language="en"):
        self.server, self.browser, self.folder, self.only, self.language = server, browser, folder, only, language
        self.taken = []

    def page(self, person=None, **more):
        """A fresh browser, with the seat of a person."""
        size = dict(zip(("width", "height"), SIZES["phone"], strict=True))
        context = self.browser.new_context(viewport=size, locale=self.language, **more)
        if person is not None:
            context.add_cookies(
                [
                    {"name": c.name, "value": c.value, "url": self.server.url}
                    for c in person.http.cookies.jar
                    if c.name != "fdtable"
                ]
            )
        return context.new_page()

    def goto(self, path, person=None, **more):
        """A page at an address."""
        page = self.page(person, **more)
        page.goto(self.server.url + path)
        page.wait_for_load_state()
        return page

    def shoot(self, page, name, prepare=lambda page: None):
        """The page at both sizes and in both schemes. `prepare`: what to do at each size first."""
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            prepare(page)
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                page.evaluate("document.fonts.ready")
                page.wait_for_timeout(60)
                self._keep(page.screenshot(), f"{name}-{size}-{scheme}.png")
        page.context.close()

    def _keep(self, picture, name):
        image = Image.open(io.BytesIO(picture)).convert("RGB")
        image = image.quantize(COLOURS, Image.Quantize.MEDIANCUT, kmeans=2, dither=Image.Dither.NONE)
        image.save(self.folder / name, optimize=True)
        self.taken.append(name)

    def person(self, name):
        """Somebody without a browser."""
        return Person(self.server.url, name)

    def played(self, game="fly-down", seats=3, moves=6, **options):
        """A table of people and bots that has been played for a while, and its host; to the end where `moves` is 0."""
        host, friend, rng = (
            self.person("Mira").open(game, seats, seats - 2, **options),
            self.person("Bo"),
            random.Random(5),
        )
        friend.join(host)
        host.start()
        made = 0
        while not host.over() and (not moves or made < moves):
            made += sum(person.act(rng) is not None for person in (host, friend) if person.asked())
        return host, friend


@shows
def shelf(studio):
    studio.shoot(studio.goto("/"), "shelf")


@shows
def my_tables(studio):
    host, _ = studio.played(moves=4)
    studio.shoot(studio.goto("/", host), "shelf-my-tables")


@shows
def wrong_code(studio):
    studio.shoot(studio.goto("/t?code=KM7XQBA9"), "shelf-wrong-code")


@shows
def opening(studio):
    page = studio.goto("/open/fly-down")
    page.fill("#name", "Mira")
    studio.shoot(page, "open")
    page = studio.goto("/open/fly-down")
    page.fill("#name", "Mira")
    page.click(".options summary")
    page.check("[name='option.colours'][value='R']")
    studio.shoot(page, "open-options", lambda page: page.locator(".options").scroll_into_view_if_needed())


@shows
def rules(studio):
    studio.shoot(studio.goto("/rules/fly-down"), "rules")


@shows
def waiting(studio):
    host = studio.person("Mira").open("fly-down", 4, 1)
    friend = studio.person("Bo")
    friend.join(host)
    page = studio.goto(host.path, host)
    studio.shoot(page, "waiting-host")
    studio.shoot(studio.goto(host.path, friend), "waiting-guest")
    studio.shoot(studio.goto(host.path), "waiting-invited")
    studio.shoot(studio.goto(f"{host.path}/screen"), "screen-waiting")


@shows
def table(studio):
    host, friend = studio.played(moves=5)
    mover, other = (host, friend) if until(lambda: host.asked() or friend.asked()) and host.asked() else (friend, host)
    studio.shoot(studio.goto(other.path, other), "table-their-move")
    studio.shoot(studio.goto(mover.path, mover), "table-your-move")
    for kind in ("ask", "swap", "redraw"):
        page = studio.goto(mover.path, mover)
        page.check(f"#move [name=kind][value={kind}]", force=True)
        page.locator(f"#hand input[data-for~={kind}]").first.check(force=True)
        if kind == "ask":
            page.check("#move [name='one.value'][value='5']", force=True)
        if kind == "swap":
            page.locator("#others [data-for=swap]").first.check(force=True)
        studio.shoot(page, f"table-{kind}")
    page = studio.goto(mover.path, mover)
    page.check("#move [name=kind][value=ask]", force=True)
    page.locator("#hand input[data-no-ask]").first.click(force=True)
    studio.shoot(page, "table-not-now")
    page = studio.goto(mover.path, mover)
    page.evaluate("document.getElementById('menu').showPopover()")
    studio.shoot(page, "table-menu")


@shows
def over(studio):
    host, _ = studio.played(moves=0)
    studio.shoot(studio.goto(host.path, host), "table-over")


@shows
def result(studio):
    host, _ = studio.played("slip-strike", 2, 0, quiet_turns=2, window=1)
    studio.shoot(studio.goto(host.path, host), "result-plain")


@shows
def titles(studio):
    """The other titles, on the plain table."""
    tables = (("hit-the-silk", 4, 12), ("slip-strike", 2, 5), ("silent-planet", 3, 5))
    for game, seats, moves in tables:
        host, _ = studio.played(game, seats, moves)
        studio.shoot(studio.goto(host.path, host), f"title-{game}")
    host, friend = studio.person("Mira").open("ito", 2, 0), studio.person("Bo")
    friend.join(host)
    host.start()
    studio.shoot(studio.goto(host.path, host), "title-ito")  # as it begins: random players lose it at once


@shows
def replay_while_playing(studio):
    host, _ = studio.played(moves=8)
    studio.shoot(studio.goto(f"{host.path}/replay", host), "replay-own")


@shows
def replay_after_the_end(studio):
    host, _ = studio.played(moves=0)
    studio.shoot(studio.goto(f"{host.path}/replay?as=all&at=9", host), "replay-everything")
    studio.shoot(studio.goto(f"{host.path}/replay?as=1&at=9", host), "replay-who-knew-what")
    studio.shoot(studio.goto(f"{host.path}/screen"), "screen-over")


@shows
def screen(studio):
    host, _ = studio.played(moves=6)
    studio.shoot(studio.goto(f"{host.path}/screen"), "screen")
    host, _ = studio.played("slip-strike", 2, 4)
    studio.shoot(studio.goto(f"{host.path}/screen"), "screen-plain")


@shows
def offline(studio):
    host, _ = studio.played(moves=4)
    page = studio.goto(host.path, host)
    page.context.set_offline(True)
    page.evaluate("document.getElementById('lost').hidden = false")
    studio.shoot(page, "offline")


@shows
def errors(studio):
    studio.shoot(studio.goto("/nowhere"), "error-nothing-here")
    studio.shoot(studio.goto("/t/KM7XQBA9"), "error-no-table")
    host, friend = studio.played(moves=2)
    studio.shoot(studio.goto(f"{host.path}/replay?as=all", friend), "error-sealed")


def main():
    """Takes the pictures that are asked for, all by default."""
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("names", nargs="*", help="; ".join(take.__name__ for take in SHOWS))
    asked.add_argument("--to", type=Path, default=ROOT / "docs" / "pictures")
    asked.add_argument("--language", default="en")
    asked = asked.parse_args()
    asked.to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        stage = str(ROOT / "src" / "facedown" / "games")
        server = Server(Path(folder), GAMES, host="127.0.0.1", stage=stage, pause=(0, 0))
        server.start()
        server.url = f"http://127.0.0.1:{server.port}"
        try:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium")
            studio = Studio(server, browser, asked.to, asked.names, asked.language)
            for take in SHOWS:
                if not asked.names or take.__name__ in asked.names:
                    take(studio)
                    print(f"{take.__name__}: {len(studio.taken)} pictures so far", flush=True)
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
