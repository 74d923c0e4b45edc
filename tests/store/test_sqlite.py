"""The file: who may read it, and what happens when it is locked, full, old, or no database."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from importlib.resources import files

import pytest

from facedown.store import SqliteStore, StoreError, Unavailable
from tests.loops import run
from tests.store.test_store import head, kept


def test_a_file_that_is_no_database_is_refused_in_a_sentence(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear database, " * 100)
    with pytest.raises(StoreError, match="cannot be used"):
        run(SqliteStore(path).open())


def test_a_folder_that_does_not_exist_is_refused_in_a_sentence(tmp_path):
    with pytest.raises(StoreError, match=r"cannot be used: No such file or directory\."):
        run(SqliteStore(tmp_path / "no" / "a.db").open())


def test_a_file_that_may_not_be_written_is_refused_in_a_sentence(tmp_path):
    path = tmp_path / "a.db"
    run(SqliteStore(path).open())
    tmp_path.chmod(0o755)
    path.chmod(0o444)
    lines = ["import asyncio, os", "from facedown.store import SqliteStore", f"os.chdir({str(tmp_path)!r})"]
    if os.getuid() == 0:  # who may write everything
        lines.append("os.setuid(65534)")
    lines.append("asyncio.run(SqliteStore('a.db').open())")
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True)
    assert "cannot be used: Permission denied." in done.stderr


def test_a_database_of_the_first_version_opens(tmp_path):
    path = tmp_path / "old.db"
    with sqlite3.connect(path) as db:
        db.executescript(files("facedown.store.migrations").joinpath("sqlite/001.sql").read_text())
        db.execute("PRAGMA user_version = 1")
        text = '{"id":"t1","code":"ABCDEFGH","circle":"c","game":"fly-down","chairs":[{}],"seed":"00","secret":"11",'
        db.execute("INSERT INTO play VALUES ('t1', 'ABCDEFGH', 'c', 1, ?)", (text + '"opened":1}',))

    async def test():
        store = SqliteStore(path)
        await store.open()
        found, version = await store.head("t1")
        assert (found.code, version) == ("ABCDEFGH", 0) and await store.save(found, 0)
        await store.close()

    run(test())


def test_while_another_process_writes_a_change_waits_then_is_refused_and_reading_goes_on(tmp_path):
    async def test():
        store, patient = SqliteStore(tmp_path / "a.db", patience=0.3), SqliteStore(tmp_path / "a.db", patience=60)
        await store.open()
        await patient.open()
        await store.create(head())
        other = sqlite3.connect(tmp_path / "a.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable, match="locked"):
            await store.append("t1", kept(0))
        assert await store.entries("t1") == [] and await store.find("ABCDEFGH")
        waiting = asyncio.create_task(patient.append("t1", kept(0)))
        await asyncio.sleep(0.05)
        other.execute("ROLLBACK")
        assert await waiting, "it waited for a short one"
        other.close()
        await patient.close()
        await store.close()

    run(test())


def test_when_the_disk_is_full_nothing_is_acknowledged_and_with_space_it_goes_on(tmp_path):
    async def test():
        store = SqliteStore(tmp_path / "a.db")
        await store.open()
        await store.create(head())
        pages = await store._do(lambda db: db.execute("PRAGMA page_count").fetchone()[0], changes=False)
        limit = "PRAGMA max_page_count = {}"
        await store._do(lambda db: db.execute(limit.format(pages + 1)).fetchone(), changes=False)
        large = b'{"text":"' + b"x" * 1000 + b'"}'
        said = [await _try(store.append("t1", kept(n, large))) for n in range(20)]
        kept_there = [k.entry.n for k in await store.entries("t1")]
        assert kept_there == [n for n, ok in enumerate(said) if ok] and not all(said)
        await store._do(lambda db: db.execute(limit.format(pages + 1000)).fetchone(), changes=False)
        assert await store.append("t1", kept(20, large))
        await store.close()

    run(test())


async def _try(work):
    try:
        return await work
    except Unavailable:
        return False
