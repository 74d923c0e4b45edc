"""A store that fails for a while (a full disk, a file that another program holds) costs time, and nothing else."""

import asyncio
import sqlite3
import stat

import pytest

import facedown
from facedown.engine import PUBLIC
from facedown.store import MemoryStore, Said, SqliteStore, StoreError, Unavailable
from facedown.table import Tables, hashed, room
from facedown.table import tables as house_module
from tests.loops import run, until
from tests.store.test_store import head, kept

from .test_table import ask, opened, play_out

GAME = facedown.game("fly-down")


class Full(MemoryStore):
    """A store whose disk is full while `full` is True."""

    full = False

    def check(self):
        if self.full:
            raise StoreError("The disk is full.")

    async def append(self, *what):
        self.check()
        return await super().append(*what)

    async def save(self, *what):
        self.check()
        return await super().save(*what)


@pytest.fixture
def soon(monkeypatch):
    monkeypatch.setattr(house_module, "AGAIN", 0.05)


def test_bots_go_on_when_the_store_does(soon):
    async def test():
        store = Full()
        house = Tables(store, {GAME.id: GAME}, pause=(0, 0))
        table, token = await house.open(GAME, 3, {"start": 1}, "Ann", ["random", "random"])
        await room.start(table, hashed(token), "", "")
        store.full = True
        await asyncio.sleep(1.5)
        assert not table.play.kept
        store.full = False
        await until(lambda: table.look(PUBLIC).waited_for == (0,))
        await house.close()

    run(test())


def test_a_clock_that_could_not_run_out_runs_out_later(soon):
    async def test():
        store = Full()
        house = Tables(store, {GAME.id: GAME})
        table, _ = await opened(house, 2, turn_clock=5)
        store.full = True
        table.watch.heard(4900)
        table.tell()
        await asyncio.sleep(0.4)
        assert not table.play.kept
        store.full = False
        await until(lambda: len(table.play.kept) == 1)
        await house.close()

    run(test())


def test_a_move_that_could_not_be_kept_did_not_happen_and_can_be_sent_again():
    async def test():
        store = Full()
        house = Tables(store, {GAME.id: GAME})
        table, who = await opened(house, 2)
        seat = table.look(PUBLIC).waited_for[0]
        move, before = ask(table, seat), table.look(1 - seat)
        store.full = True
        with pytest.raises(StoreError):
            await table.move(who[seat], *move)
        assert table.look(1 - seat) == before
        store.full = False
        await table.move(who[seat], *move)
        assert len(table.play.kept) == 1
        await house.close()

    run(test())


def test_what_one_caller_cannot_keep_does_not_stop_the_others(tmp_path):
    async def test():
        store = SqliteStore(tmp_path / "a.db")
        await store.open()
        await store.create(head())
        bad, good = await asyncio.gather(
            store.say("t1", 0, Said(0, 0, "\ud800", "no text")), store.append("t1", kept(0)), return_exceptions=True
        )
        assert isinstance(bad, UnicodeEncodeError) and good is True
        assert await asyncio.wait_for(store.entries("t1"), 60) == [kept(0)]
        await store.close()

    run(test())


def test_a_damaged_file_is_said_in_a_sentence_while_it_runs(tmp_path):
    async def test():
        store = SqliteStore(tmp_path / "a.db")
        await store.open()
        with sqlite3.connect(store.path) as db:
            db.execute("DROP TABLE entry")
        with pytest.raises(StoreError, match=r"The database .*a\.db cannot be used: no such table"):
            await store.append("t1", kept(0))
        await store.create(head())
        await store.close()

    run(test())


def test_nobody_else_on_this_machine_reads_the_seeds(tmp_path):
    async def test():
        store = SqliteStore(tmp_path / "a.db")
        await store.open()
        await store.create(head())
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
        await store.close()
        return modes

    modes = run(test())
    assert "a.db-wal" in modes and set(modes.values()) == {0o600}


class Apart(MemoryStore):
    """A store that tells nobody how far it is while `apart` is True."""

    apart = False

    async def reached(self, table):
        if self.apart:
            raise Unavailable("The database cannot be reached.")
        return await super().reached(table)


def test_a_node_that_cannot_hear_of_the_others_judges_no_move():
    """What was asked at the other node is unknown here: that is no reason to tell a player that it was not."""

    async def test():
        store = Apart()
        one, two = (Tables(store, {GAME.id: GAME}) for _ in range(2))
        table, who = await opened(one, 2)
        twin = await two.find(table.head.code)
        twin.shared = True
        await play_out(table, who, 3)
        seat = table.look(PUBLIC).waited_for[0]
        sent = who[seat], *ask(table, seat)
        store.apart = True
        await two.at(table.head.id)
        with pytest.raises(Unavailable):
            await twin.move(*sent)
        store.apart = False
        await two.at(table.head.id)
        await twin.move(*sent)
        assert len(twin.play.kept) == 4
        await one.close()
        await two.close()

    run(test())
