"""What nodes hear of each other through PostgreSQL: changes, who listens where, and that news may be missing."""

import asyncio

import msgspec
import pytest

from facedown.bus import Hub, PostgresWire
from facedown.bus import postgres as wire_module
from facedown.store import PostgresStore, Said
from tests.loops import run, until
from tests.store.test_store import head, kept

pytestmark = pytest.mark.postgres


class Node:
    """A hub, its wire, and what it heard."""

    def __init__(self, name, url):
        self.name, self.hub, self.wire, self.heard = name, Hub(), PostgresWire(url), []

    async def open(self):
        await self.wire.open(self.name, self.hub, lambda *news: self.heard.append(news))
        await until(lambda: ("", "all", 0) in self.heard)
        return self


def test_every_change_is_heard_once_it_is_committed_and_many_in_few_messages(cluster):
    async def test():
        url = cluster.database()
        store, node = PostgresStore(url), Node("one", url)
        await store.open()
        await node.open()
        await store.create(head())
        await store.append("t1", kept(0))
        await store.say("t1", 0, Said(1, 0, "Ann", "hi"))
        await store.save(msgspec.structs.replace(head(), dealt=1), 0)
        news = [("t1", "entry", 0), ("t1", "talk", 0), ("t1", "head", 1)]
        await until(lambda: node.heard[1:] == news)
        assert not await store.append("t1", kept(0)), "nothing new, nothing told"
        tables = [f"{i:016}" for i in range(2000)]
        await asyncio.gather(*[store.append(t, kept(0)) for t in tables])
        await until(lambda: len(node.heard) >= 2004)
        assert node.heard[1:4] == news and {t for t, *_ in node.heard[4:]} == set(tables) and len(node.heard) == 2004
        await node.wire.close()
        await store.close()

    run(test())


def test_who_listens_is_known_at_all_nodes_also_at_one_that_comes_later(cluster):
    async def test():
        url = cluster.database()
        one, two = await Node("one", url).open(), await Node("two", url).open()
        ann = one.hub.join("t1", "a" * 64)
        await until(lambda: two.hub.listening("t1") == {"a" * 64})
        assert ("t1", "here", 0) in two.heard and two.hub.listening_here("t1") == set()
        three = await Node("three", url).open()
        await until(lambda: three.hub.listening("t1") == {"a" * 64})
        one.hub.leave(ann)
        await until(lambda: not two.hub.listening("t1") and not three.hub.listening("t1"))
        one.hub.join("t2", "b" * 64)
        await until(lambda: two.hub.listening("t2"))
        await one.wire.close()
        await until(lambda: not two.hub.listening("t2"))
        for node in (two, three):
            await node.wire.close()

    run(test())


def test_more_listeners_than_fit_into_one_message(cluster):
    async def test():
        url = cluster.database()
        one, two = await Node("one", url).open(), await Node("two", url).open()
        for i in range(300):
            one.hub.join(f"{i:016}", f"{i:064}")
        await until(lambda: all(two.hub.listening(f"{i:016}") == {f"{i:064}"} for i in range(300)))
        await one.wire.close()
        await two.wire.close()

    run(test())


def test_a_node_that_dies_is_forgotten_and_one_that_lives_is_not(cluster, monkeypatch):
    monkeypatch.setattr(wire_module, "BEAT", 0.3)
    monkeypatch.setattr(wire_module, "FORGOTTEN", 1.0)

    async def test():
        url = cluster.database()
        nodes = one, two, three = [await Node(name, url).open() for name in ("one", "two", "three")]
        one.hub.join("t1", "dies")
        two.hub.join("t1", "lives")
        await until(lambda: three.hub.listening("t1") == {"dies", "lives"})
        one.wire._task.cancel()
        for _ in range(30):  # busy with others all the time
            two.hub.leave(two.hub.join("t2", "comes and goes"))
            await asyncio.sleep(0.05)
        await until(lambda: three.hub.listening("t1") == {"lives"})
        await until(lambda: ("t1", "here", 0) in three.heard[-5:])
        for node in nodes:
            await node.wire.close()

    run(test())


def test_after_a_lost_connection_anything_may_be_new(cluster):
    url = cluster.database()

    async def test():
        store, node = PostgresStore(url), Node("one", url)
        await store.open()
        await node.open()
        await asyncio.to_thread(cluster.kill_connections, url)
        await until(lambda: node.heard.count(("", "all", 0)) == 2)
        await store.append("t1", kept(0))
        await until(lambda: ("t1", "entry", 0) in node.heard)
        await node.wire.close()
        await store.close()

    run(test())
