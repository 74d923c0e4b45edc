"""All stores keep the same promises."""

import asyncio

import msgspec
import pytest

from facedown.engine import Entry
from facedown.store import Chair, CodeTaken, Head, Kept, Said, StoreError
from tests.loops import run


def head(id="t1", code="ABCDEFGH", circle="c1", opened=1):
    return Head(id, code, circle, "fly-down", (Chair("person", "Ann", "hash"), Chair()), "00" * 32, "11" * 32, opened)


def kept(n, move=b'{"kind":"sum"}'):
    return Kept(Entry(n, 10 * n, 0, msgspec.Raw(move)), f"mark{n}", "request")


def with_store(place, test):
    async def work():
        store = place.store()
        await store.open()
        await test(store)
        await store.close()

    run(work())


def test_a_head_is_found_again_and_a_code_belongs_to_one_table(place):
    async def test(store):
        assert await store.secret() == await store.secret()
        await store.create(head())
        with pytest.raises(CodeTaken):
            await store.create(head(id="t2"))
        await store.create(head(id="t3", code="HGFEDCBA", opened=2))
        assert await store.find("ABCDEFGH") == head() and await store.find("NOBODYXX") is None
        assert await store.head("t1") == (head(), 0) and await store.head("t2") is None
        assert [h.id for h in await store.circles(["c1", "c2"])] == ["t3", "t1"]
        with pytest.raises(CodeTaken):
            await store.save(head(code="HGFEDCBA"), 0)
        assert await store.save(head(code="NEWCODEX"), 0)
        assert await store.find("ABCDEFGH") is None and (await store.find("NEWCODEX")).id == "t1"

    with_store(place, test)


def test_of_all_who_change_a_head_at_once_one_is_first(place):
    async def test(store):
        await store.create(head())
        heads = [msgspec.structs.replace(head(), dealt=i + 1) for i in range(20)]
        results = await asyncio.gather(*[store.save(h, 0) for h in heads])
        assert sorted(results) == [False] * 19 + [True]
        assert await store.head("t1") == (heads[results.index(True)], 1)
        assert not await store.save(head(), 0) and await store.save(head(), 1)

    with_store(place, test)


def test_of_all_who_append_one_entry_at_once_one_is_first(place):
    async def test(store):
        await store.create(head())
        moves = [b'{"n":%d}' % i for i in range(20)]
        results = await asyncio.gather(*[store.append("t1", kept(0, m)) for m in moves])
        assert sorted(results) == [False] * 19 + [True]
        assert bytes((await store.entries("t1"))[0].entry.move) == moves[results.index(True)]
        assert await store.append("t1", kept(1)) and not await store.append("t1", kept(1))
        assert [k.mark for k in await store.entries("t1", 1)] == ["mark1"]

    with_store(place, test)


def test_talk_has_an_order_too(place):
    async def test(store):
        assert await store.say("t1", 0, Said(1, 0, "Ann", "hi"))
        assert not await store.say("t1", 0, Said(1, 0, "Ann", "no"))
        assert await store.say("t1", 1, Said(1, 1, "Бен", "ça va? 🂡"))
        assert await store.talk("t1") == [Said(1, 0, "Ann", "hi"), Said(1, 1, "Бен", "ça va? 🂡")]
        assert await store.talk("t1", 1) == [Said(1, 1, "Бен", "ça va? 🂡")]

    with_store(place, test)


def test_how_far_a_table_has_come_is_known_without_reading_it(place):
    async def test(store):
        assert await store.reached("t1") == (0, 0, 0)
        await store.create(head())
        await store.save(head(), 0)
        for n in range(3):
            await store.append("t1", kept(n))
        await store.say("t1", 0, Said(1, 0, "Ann", "hi"))
        assert await store.reached("t1") == (1, 3, 1)

    with_store(place, test)


def test_thousands_of_entries_at_once_are_all_kept_in_their_places(place):
    async def test(store):
        tables = [f"table{i:011}" for i in range(40)]
        works = [store.append(t, kept(n, b'{"n":%d}' % n)) for n in range(100) for t in tables]
        assert all(await asyncio.gather(*works))
        for table in tables:
            assert [bytes(k.entry.move) for k in await store.entries(table)] == [b'{"n":%d}' % n for n in range(100)]

    with_store(place, test)


def test_what_was_kept_survives_a_restart(place):
    async def test():
        store = place.store()
        await store.open()
        secret = await store.secret()
        await store.create(head())
        await store.save(msgspec.structs.replace(head(), dealt=5), 0)
        await store.append("t1", kept(0), due=True)
        await store.say("t1", 0, Said(1, 0, "Ann", "hi"))
        await store.close()
        again = place.store()
        await again.open()
        assert await again.secret() == secret
        assert await again.head("t1") == (msgspec.structs.replace(head(), dealt=5), 1)
        assert await again.entries("t1") == [kept(0)] and await again.talk("t1") == [Said(1, 0, "Ann", "hi")]
        assert await again.claim("node", 5, 10) == ["t1"]
        await again.close()

    run(test())


def test_one_bad_entry_does_not_harm_those_beside_it(place):
    async def test(store):
        bad = Kept(Entry(0, 0, 0, msgspec.Raw(b"{}")), "\ud800", "request")
        works = [store.append(f"t{i}", bad if i == 3 else kept(0)) for i in range(6)]
        results = await asyncio.gather(*works, return_exceptions=True)
        assert [r for i, r in enumerate(results) if i != 3] == [True] * 5
        if place.lasts:
            assert isinstance(results[3], Exception)

    with_store(place, test)


def test_one_node_at_a_time_runs_the_clocks_and_bots_of_a_table(place):
    async def test(store):
        await store.append("t1", kept(0), due=True)
        await store.append("t2", kept(0), due=True)
        await store.append("t3", kept(0), due=False)
        assert await store.take("t1", "one", 60) and await store.take("t1", "one", 60)
        assert not await store.take("t1", "two", 60)
        assert await store.claim("two", 60, 10) == ["t2"], "nothing is due at t3, and t1 is taken"
        assert await store.take("t3", "two", 60)
        assert await store.renew("one", 60) == {"t1"} and await store.renew("two", 60) == {"t2", "t3"}
        await store.release("two", ["t2", "t1"])
        assert await store.claim("one", 60, 10) == ["t2"], "only one's own is given up"
        assert await store.renew("one", 0) == {"t1", "t2"}
        await asyncio.sleep(0.01)
        assert sorted(await store.claim("two", 60, 10)) == ["t1", "t2"], "nobody renewed it"
        await store.append("t1", kept(1), due=False)
        await store.release("two", ["t1", "t2"])
        assert await store.claim("one", 60, 10) == ["t2"], "nothing is due at t1 any more"

    with_store(place, test)


def test_a_newer_schema_is_refused_in_a_sentence(place):
    async def test():
        if not place.lasts:
            return
        store = place.store()
        await store.open()
        await store.close()
        if place.kind == "sqlite":
            store = place.store()
            await store.open()
            await store._do(lambda db: db.execute("PRAGMA user_version = 99"))
            await store.close()
        else:
            await asyncio.to_thread(place.cluster.do, place.url, "INSERT INTO schema_version VALUES (99)")
        with pytest.raises(StoreError, match=r"newer Facedown.*schema 99.*update Facedown"):
            await place.store().open()

    run(test())
