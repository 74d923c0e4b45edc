"""Seats and browsers: moving to another device, sharing one behind a curtain, opening and joining twice."""

import asyncio

from facedown.engine import PUBLIC
from facedown.store import MemoryStore
from facedown.table import act, devices, hashed, room
from tests.loops import run

from .test_stand_ins import Stream, refusal, slow, there, until  # noqa: F401
from .test_table import GAME, ask, opened, tables


def test_a_code_moves_a_seat_once_and_the_old_device_watches():
    async def test():
        house = tables(MemoryStore())
        table, who = await opened(house)
        revs = {v: table.look(v).rev for v in (0, 2, PUBLIC)}
        code = await devices.offer(table, who[1])
        assert {v: table.look(v).rev for v in revs} == revs, "nobody else learns of it"
        assert code not in str(table.head), "it is stored hashed"
        assert "moves no seat" in await refusal(devices.claim(table, "AAAAAAAA", "", "phone"))
        assert "holds the chair of Ann" in await refusal(devices.claim(table, code, who[0], "laptop"))
        token = await devices.claim(table, f"{code[:4].lower()} {code[4:]}", "", "phone", "fresh")
        assert token == "fresh" and await devices.claim(table, code, "", "phone", "fresh") == "fresh", "sent twice"
        assert table.seat_of(hashed("fresh")) == 1 and table.seat_of(who[1]) == PUBLIC
        name, held = devices.lost(table.head, who[1])
        assert (name, held.why) == ("Ben", "moved")
        assert "moves no seat" in await refusal(devices.claim(table, code, "", "tablet"))
        assert {v: table.look(v).rev for v in revs} == revs
        await house.close()

    run(test())


def test_the_host_stays_the_host_on_another_device(slow):  # noqa: F811
    async def test():
        house = tables(MemoryStore())
        table, who = await opened(house)
        streams = [Stream(house, table, w) for w in who]
        await asyncio.sleep(1.7)  # longer than whoever was never there is "gone"
        code = await devices.offer(table, who[0])
        await devices.claim(table, code, "", "phone", "phone")
        streams[0].close()
        await asyncio.sleep(0.05)
        assert table.head.host == 0 and there(table)[0] == "here"
        assert devices.gained(table.head, hashed("phone")) == "Ann" and not devices.gained(table.head, who[1])
        await until(lambda: table.head.host == 1)  # who does not come is gone, from the move on
        await house.close()

    run(test())


def test_a_code_that_was_taken_back_moves_nothing():
    async def test():
        house = tables(MemoryStore())
        table, who = await opened(house)
        code = await devices.offer(table, who[1])
        assert house.offered(code) is table and house.offered("AAAAAAAA") is None
        await act(table, "withdraw", who[1])
        assert house.offered(code) is None
        assert "moves no seat" in await refusal(devices.claim(table, code, "", "phone"))
        await house.close()

    run(test())


def test_a_code_is_good_for_two_minutes(monkeypatch):
    async def test():
        house = tables(MemoryStore())
        table, who = await opened(house)
        assert devices.GOOD_FOR == 120
        monkeypatch.setattr(devices, "GOOD_FOR", 0.05)
        code = await devices.offer(table, who[1])
        await asyncio.sleep(0.1)
        assert "too old" in await refusal(devices.claim(table, code, "", ""))
        await house.close()

    run(test())


def test_a_browser_that_saw_one_hand_cannot_have_another_moved_to_it():
    async def test():
        house = tables(MemoryStore())
        table, who = await opened(house)
        await devices.note_shown(table, "anns laptop", who[0])
        code = await devices.offer(table, who[1])
        assert "was shown the hand of Ann" in await refusal(devices.claim(table, code, "", "anns laptop"))
        await devices.claim(table, code, "", "bens phone")
        await house.close()

    run(test())


def test_on_a_shared_device_only_whoever_lifted_the_curtain_is_shown_anything():
    async def test():
        house = tables(MemoryStore())
        table, token = await house.open(GAME, 3, {}, "Ann", hot=True)
        both = hashed(token)
        await act(table, "seat", both, how="Ben", mark="b")
        await act(table, "seat", both, how="Ben", mark="b")
        cleo = hashed(await room.join(table, "Cleo", ""))
        assert "device of their own" not in await refusal(act(table, "seat", hashed("eve"), how="Eve"))
        await room.start(table, both, "", "")
        assert [c.name for c in table.head.chairs] == ["Ann", "Ben", "Cleo"] and table.look(PUBLIC).hot
        assert table.seat_of(both) == PUBLIC, "at first the curtain is down"
        assert "curtain is down" in await refusal(act(table, "pause", both))
        await act(table, "lift", both, seat=0)
        assert table.seat_of(both) == 0
        assert "up for somebody else" in await refusal(act(table, "lift", both, seat=1))
        assert "not on this device" in await refusal(act(table, "lift", both, seat=2))
        await act(table, "curtain", both)
        assert table.seat_of(both) == PUBLIC
        for _ in range(6):
            seat = table.look(PUBLIC).waited_for[0]
            if seat < 2:
                await act(table, "curtain", both)
                await act(table, "lift", both, seat=seat)
            await table.move(cleo if seat == 2 else both, *ask(table, seat))
        await house.close()

    run(test())


def test_elsewhere_a_device_holds_one_seat():
    async def test():
        house = tables(MemoryStore())
        table, token = await house.open(GAME, 3, {}, "Ann")
        assert "device of their own" in await refusal(act(table, "seat", hashed(token), how="Ben"))
        await house.close()

    run(test())


def test_opening_and_joining_twice_is_done_once():
    async def test():
        house = tables(MemoryStore())
        opened = await asyncio.gather(*[house.open(GAME, 3, {}, "Ann", token="same form") for _ in range(3)])
        table = opened[0][0]
        assert all(t is table for t, _ in opened)
        for _ in range(2):
            await room.join(table, "Ben", "", "bens")
        assert [c.name for c in table.head.chairs] == ["Ann", "Ben", ""]
        await house.close()

    run(test())
