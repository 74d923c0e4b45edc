"""Both stores keep the same promises; the file keeps them over processes, and says politely when it cannot."""

import asyncio
import sqlite3

import msgspec
import pytest

from facedown.engine import Entry
from facedown.store import Chair, CodeTaken, Head, Kept, MemoryStore, Said, SqliteStore, StoreError
from tests.loops import run


def head(id="t1", code="ABCDEFGH", circle="c1", opened=1):
    return Head(id, code, circle, "fly-down", (Chair("person", "Ann", "hash"), Chair()), "00" * 32, "11" * 32, opened)


def kept(n, move=b'{"kind":"sum"}'):
    return Kept(Entry(n, 10 * n, 0, msgspec.Raw(move)), f"mark{n}", "request")


@pytest.fixture(params=["memory", "sqlite"])
def store(request, tmp_path):
    return MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "facedown.db")


def test_what_was_kept_is_found_again(store):
    async def test():
        await store.open()
        assert await store.secret() == await store.secret()
        await store.create(head())
        with pytest.raises(CodeTaken):
            await store.create(head(id="t2"))
        await store.create(head(id="t3", code="HGFEDCBA", opened=2))
        assert await store.find("ABCDEFGH") == head() and await store.find("NOBODYXX") is None
        await store.save(msgspec.structs.replace(head(), dealt=5))
        assert (await store.find("ABCDEFGH")).dealt == 5
        assert [h.id for h in await store.circles(["c1", "c2"])] == ["t3", "t1"]
        results = await asyncio.gather(*[store.append("t1", kept(0, b'{"n":%d}' % i)) for i in range(20)])
        assert sorted(results) == [False] * 19 + [True], "one of them is first"
        assert await store.append("t1", kept(1))
        assert [k.entry.n for k in await store.entries("t1")] == [0, 1]
        assert [k.mark for k in await store.entries("t1", 1)] == ["mark1"]
        assert await store.say("t1", 0, Said(1, 0, "Ann", "hi"))
        assert not await store.say("t1", 0, Said(1, 0, "Ann", "no"))
        assert await store.talk("t1") == [Said(1, 0, "Ann", "hi")]
        await store.close()

    run(test())


def test_a_newer_schema_is_refused_in_a_sentence(tmp_path):
    path = tmp_path / "new.db"
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match=r"newer Facedown.*schema 99.*update Facedown"):
        run(SqliteStore(path).open())


def test_a_file_that_is_no_database_is_refused_in_a_sentence(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear database, " * 100)
    with pytest.raises(StoreError, match="cannot be used"):
        run(SqliteStore(path).open())
