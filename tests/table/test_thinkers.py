"""Bots that hang, crash or are at fault: their own table goes on with defaults, and no other table waits for them."""

import asyncio
import copy

import pytest

from facedown.engine import PUBLIC
from facedown.store import MemoryStore
from facedown.table import Tables, Thinkers, drivers, hashed, room
from tests.loops import run, until

from .test_table import GAME

BAD = copy.copy(GAME)
BAD.bots = {**GAME.bots, **{k: f"tests.table.planted:{k.capitalize()}" for k in ("hanging", "crashing", "raising")}}


def house(thinkers=None):
    return Tables(MemoryStore(), {BAD.id: BAD}, pause=(0, 0), thinkers=thinkers)


async def started(tables, *bots):
    table, token = await tables.open(BAD, 1 + len(bots), {"start": 1}, "Ann", bots)
    await room.start(table, hashed(token), "", "")
    return table


def all_have_played(table):
    return table.look(PUBLIC).waited_for == (0,) or table.phase == "over"


@pytest.mark.parametrize("kind", ["hanging", "crashing", "raising"])
def test_a_bad_bot_s_table_goes_on_with_defaults(kind, monkeypatch):
    monkeypatch.setattr(drivers, "SECONDS", 1.0)

    async def test():
        tables = house()
        table = await started(tables, kind, "random")
        await until(lambda: all_have_played(table))
        assert {k.entry.actor for k in table.play.kept} <= {1, 2} and table.play.kept
        await tables.close()

    run(test())


def test_tables_full_of_hanging_bots_hold_up_nobody_else(monkeypatch):
    monkeypatch.setattr(drivers, "SECONDS", 60.0)

    async def test():
        tables = house()
        for _ in range(3):
            await started(tables, *["hanging"] * 5)
        await started(tables, "crashing", "raising")
        await asyncio.sleep(0.2)
        good = await started(tables, "random", "random")
        await until(lambda: all_have_played(good))  # none of the others has run out of time by then
        await tables.close()

    run(test())


def test_what_hangs_is_ended_and_replaced_and_only_the_usual_number_stays():
    async def test():
        thinkers = Thinkers(usual=1, most=3)
        tables = house(thinkers)
        driver = tables.drivers
        table = await started(tables, "random")

        def task(kind):
            made = driver._task(table, 1, [r for r in table.play.state.requests() if r.seat == 1], 0)
            return type(made)(**{f: getattr(made, f) for f in made.__struct_fields__} | {"kind": kind})

        asked = task("random")
        good = [thinkers.think("a", asked), thinkers.think("b", asked)]
        answers = await asyncio.gather(*[thinkers.think("c", task("hanging"), 1.0) for _ in range(4)], *good,
                                       return_exceptions=True)  # fmt: skip
        assert [a.how for a in answers[:4]] == ["late"] * 4 and answers[4] == answers[5] is not None
        gone = await asyncio.gather(thinkers.think("c", task("crashing")), thinkers.think("c", task("raising")),
                                    return_exceptions=True)  # fmt: skip
        assert [g.how for g in gone] == ["crashed", "fault"]
        assert await thinkers.think("c", asked) == answers[4], "and after all that"
        await until(lambda: len(thinkers._workers) <= 1)
        await tables.close()

    run(test())


def test_a_bot_that_is_late_again_and_again_gets_less_time():
    async def test():
        tables = house()
        at = ("t", 1)
        given = []
        for late in range(6):
            tables.drivers._late[at] = late
            given.append(tables.drivers._seconds(at))
        assert given == [10, 5, 2.5, 1.25, 1, 1]
        await tables.close()

    run(test())
