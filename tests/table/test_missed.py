"""What players missed while they were away: told when they are back, at whichever node, also after a restart."""

import pytest

from facedown.engine import PUBLIC
from facedown.store import MemoryStore, SqliteStore
from facedown.table import presence
from tests.loops import run

from .test_stand_ins import Stream, until
from .test_table import ask, opened, tables


@pytest.fixture
def quick(monkeypatch):
    """Away comes within a moment, gone does not."""
    monkeypatch.setattr(presence, "HERE", 0.1)


async def turn(table, who, *, by=None, but=None):
    """A move of whoever is waited for. Returns False where that is not `by`, or is `but`, or the game is over."""
    seat = table.look(PUBLIC).waited_for[0] if table.phase == "playing" else None
    if seat is None or seat == but or by not in (None, seat):
        return False
    redraw = {"kind": "redraw", "slot": 2}
    await table.move(who[seat], *ask(table, seat)[:2], redraw)
    return True


def words(table, seat, start, end):
    return [text for k in range(start, end) if (text := table.eyes.spoken(k, table.play.logs[seat][k], seat).text)]


async def absent(table, who, seat, node):
    """This seat's page closes at `node`; the others play until it is asked. Returns from where to where it misses."""
    since = len(table.play.logs[seat])
    node.close()
    await until(lambda: table.people.where(who[seat]) == "away")
    await until(lambda: table.head.chairs[seat].missed)
    while await turn(table, who, but=seat):
        pass
    return since, len(table.play.logs[seat])


def told(table, who, seat):
    lines, more = table.people.missed(who[seat])
    return lines, len(lines) + more


def test_it_is_told_after_a_restart_and_until_they_move(quick, tmp_path):
    async def test():
        store = SqliteStore(tmp_path / "a.db")
        await store.open()
        house = tables(store)
        table, who = await opened(house)
        first = table.look(PUBLIC).waited_for[0]
        seat = (first + 2) % 3  # two others move before it is asked
        streams = [Stream(house, table, w) for w in who]
        since, end = await absent(table, who, seat, streams[seat])
        await house.close()
        house = tables(store)
        table = await house.find(table.head.code)
        assert told(table, who, seat) == ([], 0), "not before they are back"
        Stream(house, table, who[seat])
        missed = words(table, seat, since, end)
        assert told(table, who, seat) == (missed[-3:], len(missed)) and len(missed) >= 2
        await until(lambda: table.head.chairs[seat].missed == (since, end))
        await house.close()
        house = tables(store)
        table = await house.find(table.head.code)
        Stream(house, table, who[seat])
        assert told(table, who, seat) == (missed[-3:], len(missed)), "a restart in between does not hide it"
        await turn(table, who, by=seat)
        assert told(table, who, seat) == ([], 0)
        await house.close()
        await store.close()

    run(test())


def test_it_is_told_at_another_node(quick):
    async def test():
        store = MemoryStore()
        one, two = tables(store), tables(store)
        table, who = await opened(one)
        seat = (table.look(PUBLIC).waited_for[0] + 2) % 3
        twin = await two.find(table.head.code)
        stream = Stream(one, table, who[seat])
        since, end = await absent(table, who, seat, stream)
        await twin.catch_up()
        page = twin.people.attend(who[seat])
        missed = words(twin, seat, since, end)
        assert page == who[seat] and told(twin, who, seat) == (missed[-3:], len(missed)) != ([], 0)
        twin.tell_presence()
        await until(lambda: twin.head.chairs[seat].missed == (since, end))
        await table.catch_up()
        Stream(one, table, who[seat])  # the page came from the one node, its stream from the other
        assert told(table, who, seat) == (missed[-3:], len(missed))
        await turn(table, who, by=seat)
        await twin.catch_up()
        assert told(table, who, seat) == told(twin, who, seat) == ([], 0)
        await one.close()
        await two.close()

    run(test())


@pytest.mark.parametrize("moves", [0, 1])
def test_where_the_server_died_under_a_page_only_what_came_afterwards_was_missed(quick, tmp_path, moves):
    async def test():
        store = SqliteStore(tmp_path / "a.db")
        await store.open()
        house = tables(store)
        table, who = await opened(house)
        seat = (table.look(PUBLIC).waited_for[0] + 2) % 3
        Stream(house, table, who[seat])
        await turn(table, who)
        for task in house._tasks:
            task.cancel()
        again = tables(store)  # the first one said goodbye to nobody
        table = await again.find(table.head.code)
        began = len(table.play.logs[seat])
        for _ in range(moves):
            assert await turn(table, who, but=seat)
        Stream(again, table, who[seat])
        missed = words(table, seat, began, len(table.play.logs[seat]))
        assert told(table, who, seat) == (missed[-3:], len(missed)) and bool(missed) == bool(moves)
        await again.close()
        await house.close()
        await store.close()

    run(test())


def test_what_is_written_down_changes_nobodys_revision(quick):
    async def test():
        house = tables(MemoryStore())
        table, who = await opened(house)
        stream = Stream(house, table, who[1])
        revs = [table.rev(v) for v in (0, 1, 2, PUBLIC)]
        stream.close()
        await until(lambda: table.head.chairs[1].missed)
        assert [table.rev(v) for v in (0, 1, 2, PUBLIC)] == revs
        await house.close()

    run(test())
