"""The replay of a table: `/t/CODE/replay`, a game step by step. Until the end it shows what one's own seat saw, after
it everything, and who knew what."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

from litestar import get
from litestar.params import FromPath
from litestar.response import Response

from facedown.engine import ARCHIVE, PUBLIC
from facedown.table import Look, Replay, Table, devices, eyes_of, spoken

from .asking import Ask, Problem, browser, designed, drawn, page, pages, table_of, who
from .plain import table_blocks
from .shelf import help_file

KEPT = 8
"""Games that were looked at lately, and are kept step by step."""
SEALED = Problem(409, "What the others saw is sealed until the game is over.", "Look at your own steps, or come back.")


class Replays:
    """The games that somebody has looked at again lately."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Replay] = OrderedDict()

    async def of(self, table: Table) -> Replay:
        """A table's game as far as it has come."""
        assert table.play is not None
        found = self._kept.get(table.head.id)
        if found is None:
            found = await asyncio.to_thread(Replay, table.play)
            self._kept[table.head.id] = found
        found.catch_up(table.play)
        self._kept.move_to_end(table.head.id)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found


@get("/t/{code:str}/replay", include_in_schema=False)
async def replay(request: Ask, code: FromPath[str]) -> Response[bytes]:
    """One step of the game. `step`: which, the last by default; `at`: after so many entries, for whoever changes eyes
    after the end; `as`: through whose. Raises Problem."""
    table = await table_of(request, code)
    me = who(request, table)
    if not table.opens(me):
        raise Problem(403, "The host has closed this table to spectators.", "Ask the host to open it.")
    if table.play is None:
        raise Problem(409, "Nothing has been played here yet.", "Come back after the deal.")
    await devices.note_shown(table, browser(request), me)
    seat = table.seat_of(me)
    eyes = eyes_of(table, seat)
    viewer = _read_eyes(str(request.query_params.get("as", "")), seat if table.phase == "playing" else ARCHIVE)
    if viewer not in eyes:
        raise SEALED
    played = await request.app.state.replays.of(table)
    steps = played.steps(viewer)
    k = _number(request.query_params.get("step"), len(steps) - 1)
    if table.phase == "over" and (at := _number(request.query_params.get("at"), -1)) >= 0:
        k = played.step_at(viewer, at)
    k = min(k, len(steps) - 1)
    language = pages(request).language
    look = played.look(table, viewer, k, language)
    html = drawn(
        request,
        "replay.html",
        world=look.game.id,
        game={"id": look.game.id, "name": look.game.name},
        help=help_file(look.game) is not None,
        code=look.code,
        spoken=spoken(look.code),
        over=table.phase == "over",
        seated=seat != PUBLIC,
        step=k,
        last=len(steps) - 1,
        at=steps[k].at if table.phase == "over" else 0,
        eyes=_eyes(look, eyes) if len(eyes) > 1 else [],
        viewer=_name_eyes(viewer),
        sees=_sees(look),
        said=played.said(viewer, k, language),
        next_up=_next_up(look),
        lines=[{"k": i, "said": said} for i, said in _told(played, viewer, language) if said],
        **board_context(request, look),
    )
    return page(html)


def _told(played: Replay, viewer: int, language: str) -> Iterator[tuple[int, str]]:
    """What this viewer read at each step, in one piece."""
    return ((k, " ".join(played.said(viewer, k, language))) for k in range(len(played.steps(viewer))))


def board_context(request: Ask, look: Look) -> dict[str, Any]:
    """The table as a picture without controls: by its game's own page where it has one, else in plain blocks."""
    made = designed(request)
    own = made.page(look.game) if look.view is not None else None
    if own is None:
        return {"board": "", "styles": [], "symbols": "", "blocks": table_blocks(look) if look.view is not None else []}
    styles = [f"/page/{look.game.id}/{name}" for name in own.styles]
    return {"board": made.board(look), "styles": styles, "symbols": made.symbols(look.game), "blocks": []}


def _read_eyes(text: str, otherwise: int) -> int:
    """Through whose eyes, from an address: a seat, `public` or `all`."""
    named = {"public": PUBLIC, "all": ARCHIVE}
    if text.isdecimal() and len(text) < 3:
        return int(text)
    return named.get(text, otherwise)


def _name_eyes(viewer: int) -> str:
    return {PUBLIC: "public", ARCHIVE: "all"}.get(viewer, str(viewer))


def _eyes(look: Look, eyes: tuple[int, ...]) -> list[dict[str, str]]:
    """The choices of whoever wants to know who knew what."""
    named = {ARCHIVE: look.say("Everything"), PUBLIC: look.say("Spectators")}
    order = sorted(eyes, key=lambda v: (v != ARCHIVE, v))
    return [{"as": _name_eyes(v), "name": named.get(v) or look.names[v]} for v in order]


def _sees(look: Look) -> str:
    """Whose view the picture is, in words."""
    if look.viewer == ARCHIVE:
        return look.say("Everything, as nobody saw it during the game")
    if look.viewer == PUBLIC:
        return look.say("What everybody saw, spectators too")
    return look.say("What {name} saw", name=look.names[look.viewer])


def _next_up(look: Look) -> str:
    return look.listed(look.waited_for) if look.waited_for else ""


def _number(text: Any, otherwise: int) -> int:
    return int(text) if isinstance(text, str) and text.isdecimal() and len(text) < 7 else otherwise


ROUTES = (replay,)
