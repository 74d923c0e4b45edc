"""What people do around a game at one node against moves, timers and bots of another that has not heard of it yet: two
nodes on one PostgreSQL whose news are still on their way."""

import asyncio

import pytest

from facedown.engine import CLOCK, HOUSE, PUBLIC, Refused
from facedown.store import PostgresStore
from facedown.table import Tables, act, hashed, room, stand_ins
from tests.loops import run
from tests.table.test_table import GAME, ask, opened

pytestmark = pytest.mark.postgres


class Deaf:
    """A wire on which nothing has arrived yet."""

    async def open(self, node, hub, heard):
        """Hears nothing."""

    async def close(self):
        """Nothing to end."""


class Nodes:
    """Two nodes, and one table at both."""

    def __init__(self, url, pause=(0, 0)):
        self.stores = [PostgresStore(url), PostgresStore(url)]
        self.one, self.two = [Tables(s, {GAME.id: GAME}, pause=pause, wire=Deaf()) for s in self.stores]

    async def __aenter__(self):
        for store in self.stores:
            await store.open()
        return self

    async def __aexit__(self, *error):
        for house, store in zip((self.one, self.two), self.stores, strict=True):
            await house.close()
            await store.close()

    async def at_two(self, table):
        """The same table as the other node has it: loaded now, told nothing later."""
        return await self.two._load(table.head.id)

    async def entries(self, table):
        return [k.entry.actor for k in await self.stores[0].entries(table.head.id)]


def test_a_pause_at_one_node_stops_a_deadline_that_runs_at_the_other(cluster):
    async def test():
        async with Nodes(cluster.database()) as nodes:
            table, who = await opened(nodes.one, 2, turn_clock=5)
            twin = await nodes.at_two(table)
            (timer,) = table.running()
            await act(twin, "pause", who[0])
            assert not table.head.paused, "this node knows nothing of it"
            await table.expire(timer)
            assert await nodes.entries(table) == [] and table.head.paused
            await act(table, "resume", who[0])
            await twin.expire(timer)  # it has not run out: a node's alarm that is early changes nothing it may not
            assert twin.head.pauses == table.head.pauses

    run(test())


def test_the_bot_of_a_chair_that_was_taken_at_another_node_moves_no_more(cluster):
    async def test():
        async with Nodes(cluster.database(), pause=(60, 60)) as nodes:
            table, token = await nodes.one.open(GAME, 2, {"start": 1}, "Ann", ["random"])
            await room.start(table, hashed(token), "", "")
            twin = await nodes.at_two(table)
            request = next(r for r in table.play.state.requests() if r.seat == 1)
            thought = table.play.state.default(request)
            await stand_ins.take(twin, "eve", "", 1, "Eve")
            await act(twin, "consent", hashed(token), seat=1)
            assert table.driven(1), "this node knows nothing of it"
            assert not await table.answer(1, (request.kind, request.opened), thought)
            assert await nodes.entries(table) == [] and table.head.chairs[1].owner == "Eve"
            await table.move(hashed("eve"), *ask(table, 1))

    run(test())


@pytest.mark.parametrize("plays_on", ["bot", "default"])
def test_whoever_was_removed_at_one_node_moves_at_the_other_no_more(cluster, plays_on):
    async def test():
        async with Nodes(cluster.database(), pause=(60, 60)) as nodes:
            table, who = await opened(nodes.one, 3)
            twin = await nodes.at_two(table)
            seat = table.look(PUBLIC).waited_for[0]
            host = table.head.host if table.head.host != seat else None
            if host is None:
                host = (seat + 1) % 3
                await act(twin, "host", who[seat], seat=host)
            move = ask(table, seat)
            await act(twin, "remove", who[host], seat=seat, how=plays_on)
            assert table.seat_of(who[seat]) == seat, "this node knows nothing of it"
            with pytest.raises(Refused) as e:
                await table.move(who[seat], *move)
            assert e.value.refusal.kind in ("not-yours", "too-late")
            kept = await nodes.entries(table)
            assert kept == [HOUSE] and table.head.chairs[seat].token == ""
            if plays_on == "default":
                assert seat not in table.look(PUBLIC).waited_for

    run(test())


def test_two_hosts_acts_about_one_seat_are_done_once(cluster):
    async def test():
        async with Nodes(cluster.database(), pause=(60, 60)) as nodes:
            table, who = await opened(nodes.one, 3)
            twin = await nodes.at_two(table)
            seat = 2 if table.head.host != 2 else 1
            done = await asyncio.gather(
                act(table, "remove", who[table.head.host], seat=seat), act(twin, "leave", who[seat]),
                return_exceptions=True,
            )  # fmt: skip
            assert all(e is None or isinstance(e, Refused) for e in done)
            await table.refresh()
            await twin.refresh()
            assert table.head == twin.head and table.head.chairs[seat].who == "bot"
            assert len(table.head.chairs[seat].held) == 1 and await nodes.entries(table) == [HOUSE]

    run(test())


def test_a_game_that_was_ended_at_one_node_goes_on_at_none(cluster):
    async def test():
        async with Nodes(cluster.database(), pause=(60, 60)) as nodes:
            table, who = await opened(nodes.one, 2, turn_clock=5)
            twin = await nodes.at_two(table)
            (timer,) = table.running()
            await act(twin, "end", who[0])
            await table.expire(timer)
            assert CLOCK not in await nodes.entries(table) and table.phase == "over"

    run(test())
