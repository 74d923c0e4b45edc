"""PostgreSQL in trouble: connections cut, the server restarted, a name that does not exist."""

import asyncio

import msgspec
import pytest

from facedown.store import PostgresStore, Said, StoreError, Unavailable
from tests.loops import run
from tests.store.test_store import head, kept

pytestmark = pytest.mark.postgres


async def log_whole(store, results):
    """Every append that was answered is in the log as it was answered, and nothing stands there twice."""
    for table, answers in results.items():
        there = {k.entry.n: k for k in await store.entries(table)}
        assert sorted(there) == sorted({n for n, _, ok in answers if ok})
        for n, entry, ok in answers:
            assert (there.get(n) == entry) == ok, (table, n)


async def appending(store, table, count, results, writer=0):
    """One node appends to a table; whoever is not first goes on after the other's."""
    n = 0
    while n < count:
        entry = kept(n, b'{"writer":%d,"n":%d}' % (writer, n))
        ok = await store.append(table, entry)
        results[table].append((n, entry, ok))
        n += 1


def test_connections_cut_in_the_middle_lose_and_double_nothing(cluster):
    url = cluster.database()

    async def test():
        nodes = [PostgresStore(url, patience=60), PostgresStore(url, patience=60)]
        for node in nodes:
            await node.open()
        tables = [f"table{i}" for i in range(10)]
        results = {table: [] for table in tables}
        works = [
            asyncio.create_task(appending(node, table, 150, results, w))
            for table in tables
            for w, node in enumerate(nodes)
        ]
        cuts = 0
        while not all(work.done() for work in works):
            cuts += len(await asyncio.to_thread(cluster.kill_connections, url))
            await asyncio.sleep(0.15)
        await asyncio.gather(*works)
        assert cuts > 1, "connections were cut while they worked"
        await log_whole(nodes[0], results)
        for table in tables:
            firsts = [n for n, _, ok in results[table] if ok]
            assert sorted(firsts) == list(range(150)), "each number was won once"
        for node in nodes:
            await node.close()

    run(test())


def test_an_append_that_was_kept_before_its_connection_was_lost_is_answered_truthfully(cluster):
    url = cluster.database()

    async def test():
        store, other = PostgresStore(url), PostgresStore(url)
        await store.open()
        await other.open()
        await store.create(head())
        # Hold the row's place, so that the append is under way when its connection is cut; then it turns out that it,
        # or somebody else, was first.
        for n, ours in enumerate((True, False)):
            entry = kept(n)
            assert other._pool is not None
            async with other._pool.acquire() as db:
                transaction = db.transaction()
                await transaction.start()
                row = entry if ours else kept(n, b'{"other":1}')
                sql = "INSERT INTO entry VALUES ('t1', $1, $2, 0, $3, $4, 'request')"
                await db.execute(sql, n, row.entry.at, bytes(row.entry.move), row.mark)
                under_way = asyncio.create_task(store.append("t1", entry))
                sql = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                         WHERE wait_event_type = 'Lock' AND datname = current_database()"""
                while not await db.fetch(sql):
                    await asyncio.sleep(0.01)
                await transaction.commit()
            assert await under_way is ours
        assert len(await store.entries("t1")) == 2
        await store.close()
        await other.close()

    run(test())


def test_a_restarted_server_is_found_again_and_what_it_answered_is_there(cluster):
    url = cluster.database()

    async def test():
        store = PostgresStore(url, patience=60)
        await store.open()
        await store.create(head())
        results = {f"table{i}": [] for i in range(4)}
        works = [asyncio.create_task(appending(store, table, 40, results)) for table in results]
        await asyncio.sleep(0.05)
        await asyncio.to_thread(cluster.stop, "immediate")
        saving = asyncio.create_task(store.save(msgspec.structs.replace(head(), dealt=7), 0))
        saying = asyncio.create_task(store.say("t1", 0, Said(0, 0, "Ann", "hi")))
        await asyncio.sleep(0.3)
        await asyncio.to_thread(cluster.start)
        await asyncio.gather(*works)
        assert await saving and await saying
        assert all(ok for answers in results.values() for _, _, ok in answers)
        await log_whole(store, results)
        assert (await store.head("t1"))[1] == 1
        await store.close()

    run(test())


def test_while_the_server_is_away_changes_are_refused_in_a_sentence(cluster):
    url = cluster.database()

    async def test():
        store = PostgresStore(url, patience=0.3)
        await store.open()
        await store.create(head())
        await asyncio.to_thread(cluster.stop)
        try:
            with pytest.raises(Unavailable, match=r"The database cannot be reached"):
                await store.append("t1", kept(0))
            with pytest.raises(Unavailable):
                await store.find("ABCDEFGH")
        finally:
            await asyncio.to_thread(cluster.start)
        for _ in range(100):
            try:
                assert await store.append("t1", kept(0)) or (await store.entries("t1")) == [kept(0)]
                break
            except Unavailable:
                await asyncio.sleep(0.1)
        await store.close()

    run(test())


def test_a_database_that_does_not_exist_is_refused_without_its_password(cluster):
    url = cluster.url("nobody").replace("@", ":secret@")
    with pytest.raises(StoreError, match=r"nobody at 127.0.0.1 cannot be used: .*does not exist") as e:
        run(PostgresStore(url).open())
    assert "secret" not in str(e.value)
    with pytest.raises(StoreError, match="cannot be used"):
        run(PostgresStore("postgresql://me@127.0.0.1:1/x").open())


def test_several_nodes_may_start_on_an_empty_database_at_once(cluster):
    url = cluster.database()

    async def test():
        nodes = [PostgresStore(url) for _ in range(5)]
        await asyncio.gather(*[node.open() for node in nodes])
        assert len({await node.secret() for node in nodes}) == 1
        for node in nodes:
            await node.close()

    run(test())
