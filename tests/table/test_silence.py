"""Silence at a table of Silent Planet: no channel carries a word or a sign but the game's own, from deal to end."""

import asyncio

import pytest

import facedown
from facedown.engine import PUBLIC, Refused
from facedown.store import MemoryStore
from facedown.table import Tables, hashed, room
from tests.loops import run

from .test_stand_ins import Stream, quick, there, until  # noqa: F401

GAME = facedown.game("silent-planet")


async def seated(house):
    table, token = await house.open(GAME, 3, {}, "Ann")
    tokens = [token, *[await room.join(table, name, "") for name in ("Ben", "Cleo")]]
    return table, [hashed(t) for t in tokens]


async def play_out(table, who):
    while table.phase != "over":
        state = table.play.state
        request = next(r for r in state.requests() if r.binds != "may")
        move = state.default(request)
        asked = next(a for a in table.look(request.seat).asked if a.request.kind == request.kind)
        plain = {"kind": asked.offer.kind, **{f: getattr(move, f) for f in move.__struct_fields__}}
        await table.move(who[request.seat], asked.request_id, asked.mark, plain)


def test_talk_is_free_before_the_deal_and_after_the_end_and_never_between():
    async def test():
        house = Tables(MemoryStore(), {GAME.id: GAME}, pause=(0, 0))
        table, who = await seated(house)
        await table.say(who[1], "ones to the left")
        await room.start(table, who[0], "", "ab" * 16)
        for seat, token in enumerate(who):
            with pytest.raises(Refused) as e:
                await table.say(token, "psst")
            assert e.value.refusal.rule == "P-009" and table.look(seat).dumb == e.value.refusal
        before = table.look(PUBLIC).log
        await play_out(table, who)
        assert not any("psst" in line.text for line in (*before, *table.look(PUBLIC).log))
        await table.say(who[2], "again?")
        assert table.look(0).log[-1].text == "again?" and table.look(0).dumb is None
        await house.close()

    run(test())


def test_coming_and_going_is_no_sign(quick):  # noqa: F811
    async def test():
        house = Tables(MemoryStore(), {GAME.id: GAME}, pause=(0, 0))
        table, who = await seated(house)
        streams = [Stream(house, table, w) for w in who]
        streams[1].close()
        await until(lambda: there(table)[1] == "away")
        streams[1] = Stream(house, table, who[1])
        await room.start(table, who[0], "", "ab" * 16)
        revs = [table.look(v).rev for v in (0, 2, PUBLIC)]
        streams[1].close()
        Stream(house, table, "", "eve")
        seen = set()
        for _ in range(20):
            await asyncio.sleep(0.01)
            seen.add((there(table)[1], table.look(0).watching))
        assert seen == {("here", 0)} and [table.look(v).rev for v in (0, 2, PUBLIC)] == revs
        await until(lambda: there(table)[1] == "gone")  # then somebody must be able to ask for a stand-in
        await house.close()

    run(test())
