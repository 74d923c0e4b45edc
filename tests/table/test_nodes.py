"""Several nodes on one store, inside one process: heads changed at once, clocks and bots that one node runs."""

import asyncio

import pytest
from msgspec.structs import replace

import facedown
from facedown.engine import CLOCK, PUBLIC, Refused
from facedown.store import MemoryStore
from facedown.table import Tables, hashed, room
from facedown.table import care as care_module
from tests.loops import run, until

from .test_table import ask, opened

GAME = facedown.game("fly-down")


def node(store):
    return Tables(store, {GAME.id: GAME}, pause=(0, 0))


def test_chairs_taken_at_both_nodes_at_once_are_two_chairs():
    async def test():
        store = MemoryStore()
        one, two = node(store), node(store)
        table, _ = await one.open(GAME, 4, {}, "Ann")
        twin = await two.find(table.head.code)
        tokens = await asyncio.gather(*[room.join(t, name, "") for t, name in
                                        ((table, "Ben"), (twin, "Cleo"), (table, "Dov"))])  # fmt: skip
        head, version = await store.head(table.head.id)
        assert sorted(c.name for c in head.chairs) == ["Ann", "Ben", "Cleo", "Dov"] and version == 3
        assert {c.token for c in head.chairs} >= {hashed(t) for t in tokens}
        with pytest.raises(Refused, match="Every chair is taken"):
            await room.join(twin, "Eve", "")
        await one.close()
        await two.close()

    run(test())


def test_a_start_at_both_nodes_at_once_is_one_deal():
    async def test():
        store = MemoryStore()
        one, two = node(store), node(store)
        table, ann = await one.open(GAME, 3, {}, "Ann")
        await room.join(table, "Ben", "")
        twin = await two.find(table.head.code)
        starts = [room.start(t, hashed(ann), "", nonce * 16) for t, nonce in ((table, "aa"), (twin, "bb"))]
        await asyncio.gather(*starts)
        await table.catch_up()
        assert table.head == twin.head and table.play.state.view(0) == twin.play.state.view(0)
        await one.close()
        await two.close()

    run(test())


def test_bots_are_run_by_one_node_and_taken_over_when_it_is_gone(monkeypatch):
    monkeypatch.setattr(care_module, "LEASE", 2.0)
    monkeypatch.setattr(care_module, "BEAT", 0.1)

    async def test():
        store = MemoryStore()
        one, two = node(store), node(store)
        one.drivers.pause = (60, 60)
        table, ann = await one.open(GAME, 3, {"start": 1}, "Ann", ["random", "random"])
        await room.start(table, hashed(ann), "", "")
        await until(lambda: one.care.has(table.head.id))
        await two.begin()
        await asyncio.sleep(2.5)
        assert await store.entries(table.head.id) == [], "the one that runs them is slow, and alive"
        one.care._beating.cancel()  # it hangs
        twin = await two.find(table.head.code)
        await until(lambda: twin.look(PUBLIC).waited_for == (0,))
        await two.close()
        await one.close()

    run(test())


def test_a_move_that_arrived_before_the_end_of_a_timer_comes_first_however_late_it_is_judged():
    async def test():
        house = node(MemoryStore())
        table, who = await opened(house, 2, turn_clock=5)
        seat = table.look(PUBLIC).waited_for[0]
        move = ask(table, seat)
        await table.lock.acquire()
        arrived = asyncio.create_task(table.move(who[seat], *move))
        await asyncio.sleep(0)
        table.watch.heard(4000)
        table.tell()
        await asyncio.sleep(1.4)  # its alarm has gone off
        table.lock.release()
        await arrived
        assert [k.entry.actor for k in table.play.kept] == [seat]
        await house.close()

    run(test())


def test_a_move_that_arrived_after_the_end_of_a_timer_is_too_late_even_if_the_timer_has_not_been_entered():
    async def test():
        house = node(MemoryStore())
        table, who = await opened(house, 2, turn_clock=5)
        seat = table.look(PUBLIC).waited_for[0]
        move = ask(table, seat)
        table.watch.heard(5005)
        with pytest.raises(Refused, match="Too late"):
            await table.move(who[seat], *move)
        assert [k.entry.actor for k in table.play.kept] == [CLOCK]
        await house.close()

    run(test())


def test_a_wall_clock_that_is_set_back_an_hour_neither_stops_nor_doubles_a_timer(monkeypatch):
    async def test():
        store = MemoryStore()
        house = node(store)
        table, who = await opened(house, 2, turn_clock=5)
        ends = table.look(PUBLIC).clocks[0].ends
        real = __import__("time").time
        monkeypatch.setattr("time.time", lambda: real() - 3600)
        assert table.look(PUBLIC).clocks[0].ends == ends and table.now() < ends <= table.now() + 5000
        table.watch.heard(4950)
        table.tell()
        await until(lambda: table.play.kept)
        await asyncio.sleep(0.3)
        assert [k.entry.actor for k in table.play.kept] == [CLOCK]
        await house.close()

        house = node(store)
        again = await house.find(table.head.code)
        left = again.look(PUBLIC).clocks[0].ends - again.now()
        assert 0 < left <= 5000, "after a restart, too"
        seat = again.look(PUBLIC).waited_for[0]
        await again.move(who[seat], *ask(again, seat))
        times = [k.entry.at for k in again.play.kept]
        assert times == sorted(times)
        await house.close()

    run(test())


def test_a_timer_that_ended_while_nobody_ran_it_leaves_a_moment_to_come_back():
    async def test():
        store = MemoryStore()
        house = node(store)
        table, who = await opened(house, 2, turn_clock=5)
        await house.close()
        head, version = await store.head(table.head.id)
        await store.save(replace(head, dealt=head.dealt - 100_000), version, True)
        house = node(store)
        again = await house.find(table.head.code)
        assert 2000 < again.look(PUBLIC).clocks[0].ends - again.now() <= 3000
        seat = again.look(PUBLIC).waited_for[0]
        await again.move(who[seat], *ask(again, seat))
        assert [k.entry.actor for k in again.play.kept] == [seat]
        await house.close()

    run(test())
