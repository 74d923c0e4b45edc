"""Every template, in every state of a table, drawn by minijinja and by Jinja2: they must say the same."""

import html
import random

import jinja2
import pytest

import facedown
from facedown.engine import PUBLIC
from facedown.store import MemoryStore
from facedown.table import Tables, hashed, room
from facedown.web.designed import Designed
from facedown.web.options import option_fields
from facedown.web.render import Pages, bots, table_context
from tests.loops import run

GAMES = ["fly-down", "tests.mini.pair:game", "tests.mini.halting:game", "tests.mini.pointing:game"]

OTHER = jinja2.Environment(loader=jinja2.DictLoader(Pages().sources), autoescape=True)


def same(pages, name, /, **context):
    """The template as both draw it, apart from how they write escaped signs."""
    ours = pages.render(name, **context)
    theirs = OTHER.get_template(name).render(**pages.shared, **context)
    assert html.unescape(ours) == html.unescape(theirs)
    assert "<script>alert" not in ours
    return ours


async def looks(game, seats):
    """Looks of every viewer before, during and after a game."""
    house = Tables(MemoryStore(), {game.id: game}, pause=(0, 0))
    table, host = await house.open(game, seats, {}, "<script>alert(1)</script>")
    tokens = [host, *[await room.join(table, f'B"{i}&', "") for i in range(seats - 1)]]
    viewers = (*range(seats), PUBLIC)
    for viewer in viewers:
        yield table.look(viewer)
    await table.say(hashed(host), "softly <b>")
    await room.start(table, hashed(host), "", "")
    for viewer in viewers:
        yield table.look(viewer)
    rng = random.Random(3)
    for _ in range(500):
        if table.phase == "over":
            break
        asked = [r for r in table.play.state.requests() if r.binds != "may"]
        if not asked:
            await table.expire(next(iter(table.play.clocks)))
            continue
        request = rng.choice(asked)
        move = table.play.state.sample(request, rng)
        plain = {"kind": move.__struct_config__.tag, **{f: getattr(move, f) for f in move.__struct_fields__}}
        mark = f"{request.opened}/{rng.random()}"
        await table.move(hashed(tokens[request.seat]), table.play.request_id(request), mark, plain)
        if table.phase == "playing" and (len(table.play.kept) == 1 or rng.random() < 0.3):
            for viewer in viewers:
                yield table.look(viewer)
    assert table.phase == "over"
    for viewer in viewers:
        yield table.look(viewer)
    await house.close()


@pytest.mark.parametrize("name", GAMES)
def test_regions(name):
    pages, game = Pages(), facedown.game(name)

    async def test():
        phases = set()
        async for look in looks(game, 3):
            context = table_context(look, "http://here/t/ABCDEFGH")
            for region in [n for n in pages.sources if n.startswith("region_")]:
                same(pages, region, **context)
            phases.add(look.phase)
        assert phases == {"waiting", "playing", "over"}

    run(test())


@pytest.mark.parametrize("name", ["fly-down", "tests.mini.drawn:game"])
def test_designed_regions(name):
    game = facedown.game(name)
    drawn = set()

    class Both(Pages):
        def render(self, template, /, **data):
            other = jinja2.Environment(loader=jinja2.DictLoader(self.sources), autoescape=True)
            ours = super().render(template, **data)
            theirs = other.get_template(template).render(**self.shared, **data)
            assert html.unescape(ours) == html.unescape(theirs)
            drawn.add(template)
            return ours

    designed = Designed(pages := Both([game]))
    designed.page(game)

    async def test():
        async for look in looks(game, 3):
            if designed.serves(look):
                shown = [*designed.regions(look, "http://here/t/ABCDEFGH").values(), designed.lines(look)]
                assert not [html for html in (*shown, designed.board(look)) if "<script>alert" in html]
                designed.symbols(game)

    run(test())
    assert {n for n in pages.sources if n.startswith(f"{game.id}/")} - drawn <= {f"{game.id}/card.html"}


def test_pages():
    pages, game = Pages(), facedown.game("fly-down")
    problem = {"why": "No <b>.", "next": "Do.", "rule": "F-001"}
    shelf = {"games": [{"id": "a", "name": "A", "blurb": "<script>alert(1)", "seats": "2 to 6", "help": True}]}
    mine = [{"code": "ABCDEFGH", "game": "A", "names": "with <script>alert", "state": "over"}]
    same(pages, "shelf.html", **shelf, mine=mine, problem=problem)
    same(pages, "open.html", csrf="x", game={"id": "a", "name": "A", "blurb": "b"}, seats=[2, 3], bot_numbers=[0, 1],
         bots=bots(game), options=option_fields(game), open=True, problem=None,
         was={"name": '"><script>alert(1)', "seats": 3, "bots": 0, "bot": "random", "hot": True}, once="y")  # fmt: skip
    same(pages, "error.html", status=404, heading="No.", next="Yes.", back="/t/ABCDEFGH")
    same(pages, "help.html", name="A", text="<p>rules</p>")
    regions = dict.fromkeys(("ask", "timers", "prompt", "table", "acts", "piles", "people", "log", "yours"), "<p>x</p>")
    moving = {"qr": "<svg/>", "link": "http://here/t/ABCDEFGH#seat=ABCDEFGH", "code": "ABCD-EFGH"}
    same(pages, "moving.html", moving=moving)
    same(pages, "closed.html", csrf="x", code="ABCDEFGH", problem=problem)
    for refresh in (0, 5):
        same(pages, "table.html", title="T", game={"name": "A"}, code="ABCDEFGH", spoken="ABCD-EFGH", phase="playing",
             regions=regions, problem=problem, refresh=refresh, help=True, asked=True, moving=moving)  # fmt: skip
