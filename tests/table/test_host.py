"""What the host may do, and how the part is handed on: at the table, without any page."""

import asyncio

import pytest
from msgspec.structs import replace

import facedown
from facedown.engine import PUBLIC, Refused, read_record
from facedown.store import MemoryStore, SqliteStore
from facedown.table import Tables, act, hashed, room, stand_ins
from tests.loops import run

from .test_stand_ins import Stream, quick, refusal, until  # noqa: F401
from .test_table import GAME, ask, opened, play_out, tables


async def play_out_with(table, who, true):
    """These play, with whatever bots there are, until it is true."""
    while not true():
        assert table.phase == "playing"
        seat = table.look(PUBLIC).waited_for[0]
        if seat in who:
            await table.move(who[seat], *ask(table, seat))
        await asyncio.sleep(0.01)


def test_the_host_passes_on_clockwise_when_gone(quick):  # noqa: F811
    async def test():
        house = tables(MemoryStore())
        table, who = await opened(house)
        streams = [Stream(house, table, w) for w in (who[0], who[2])]
        streams[0].close()
        await until(lambda: table.head.host == 2)
        assert "Cleo became the host." in table.look(PUBLIC).log[-1].text
        Stream(house, table, who[0])
        assert table.head.host == 2, "it does not jump back"
        await act(table, "host", who[2], seat=0)
        assert table.head.host == 0
        with pytest.raises(Refused, match="Ask Ann"):
            await act(table, "pause", who[1])
        await house.close()

    run(test())


def test_in_the_waiting_room_too_the_host_passes_on(quick):  # noqa: F811
    async def test():
        house = tables(MemoryStore())
        table, token = await house.open(GAME, 3, {}, "Ann")
        ben = hashed(await room.join(table, "Ben", ""))
        stream = Stream(house, table, hashed(token))
        Stream(house, table, ben)
        stream.close()
        await until(lambda: table.head.host == 1)
        await room.start(table, ben, "random", "")
        assert table.phase == "playing"
        await house.close()

    run(test())


@pytest.mark.parametrize("gone", ["before the end", "after the end", "after the rematch"])
def test_whoever_of_the_circle_is_there_starts_the_rematch_when_the_host_is_gone(quick, gone):  # noqa: F811
    async def test():
        house = tables(MemoryStore())
        table, who = await opened(house)
        streams = [Stream(house, table, w) for w in who[:2]]
        if gone == "before the end":
            streams[0].close()
            await until(lambda: table.head.host == 1)
        await play_out(table, who)
        if gone == "after the end":
            streams[0].close()
            await until(lambda: table.head.host == 1)
        next_one = await house.find(await house.rematch(table, who[1]))
        assert next_one.head.host == (0 if gone == "after the rematch" else 1)
        Stream(house, next_one, who[1])
        await room.ready(next_one, who[1], "")
        await until(lambda: next_one.head.host == 1)
        await room.start(next_one, who[1], "", "", "bot")
        assert next_one.phase == "playing" and len(next_one.head.chairs) == 3
        await house.close()

    run(test())


def test_a_rematch_is_hosted_by_who_opens_it_where_nobody_else_is_around(quick):  # noqa: F811
    async def test():
        house = tables(MemoryStore())
        table, who = await opened(house)
        await play_out(table, who)
        await until(lambda: table.people.where(who[0]) == "gone")
        next_one = await house.find(await house.rematch(table, who[2]))
        await room.start(next_one, who[2], "", "", "bot")
        assert next_one.phase == "playing"
        await house.close()

    run(test())


def test_a_rematch_says_who_has_not_answered_and_what_becomes_of_them(quick):  # noqa: F811
    async def test():
        house = tables(MemoryStore())
        table, who = await opened(house)
        old = [Stream(house, table, w) for w in who]
        await play_out(table, who)

        async def again():
            table.head = replace(table.head, next="", went=False)
            return await house.find(await house.rematch(table, who[1], "cd" * 16))

        nxt = await again()
        assert [c.ready for c in nxt.head.chairs] == [False, True, False], "whoever asks is in"
        assert nxt.head.chairs[1].nonce == "cd" * 16
        assert "Cleo has not answered yet" in await refusal(house.start(nxt, who[0], "", ""))
        assert "not said what" in await refusal(house.start(nxt, who[0], "", "", "dance"))
        assert not nxt.head.dealt and not table.look(2).went
        await house.start(nxt, who[0], "", "", "bot")
        assert nxt.head.chairs[2].stand_in and table.look(2).went, "the page of whoever is late says so"
        streams = [Stream(house, nxt, who[2])]
        await play_out_with(nxt, {seat: who[seat] for seat in (0, 1)}, lambda: not nxt.head.chairs[2].stand_in)
        nxt = await again()
        await house.start(nxt, who[0], "", "", "out")
        assert [c.name for c in nxt.head.chairs] == ["Ann", "Ben"]
        for stream in (*old, *streams):
            stream.close()
        await house.close()

    run(test())


def test_a_pause_stops_moves_bots_and_deadlines_and_survives_a_restart(tmp_path):
    async def test():
        store = SqliteStore(tmp_path / "a.db")
        await store.open()
        house = tables(store)
        table, who = await opened(house, 2, turn_clock=5)
        ends = table.look(0).clocks[0].ends
        await act(table, "pause", who[0], mark="p")
        look = table.look(1)
        assert look.paused and not look.asked and look.clocks[0].ends == 0 and 0 < look.clocks[0].left <= 5000
        seat = look.waited_for[0]
        request = table.play.state.requests()[0]
        move = (table.play.request_id(request), "x", {"kind": "sum"})
        assert (await refusal(table.move(who[seat], *move))).startswith("The game is paused")
        code = table.head.code
        await house.close()
        house = tables(store)
        table = await house.find(code)
        await asyncio.sleep(0.3)
        assert table.look(0).paused
        await act(table, "pause", who[0], mark="p")
        await act(table, "resume", who[0], mark="r")
        await act(table, "pause", who[0], mark="p")
        assert not table.look(0).paused, "what is sent again does nothing"
        assert table.look(0).clocks[0].ends >= ends + 300
        await table.move(who[seat], *ask(table, seat))
        await house.close()
        await store.close()

    run(test())


def test_no_pause_while_a_window_runs():
    async def test():
        game = facedown.game("tests.mini.bluff:game")
        house = Tables(MemoryStore(), {game.id: game}, pause=(0, 0))
        table, token = await house.open(game, 3, {}, "Ann")
        who = [hashed(t) for t in (token, await room.join(table, "Ben", ""), await room.join(table, "Cleo", ""))]
        await room.start(table, who[0], "", "")
        attacker = table.look(PUBLIC).waited_for[0]
        await table.move(who[attacker], *ask(table, attacker, "attack"))
        assert "clock of the game" in await refusal(act(table, "pause", who[0]))
        await house.close()

    run(test())


def test_ending_a_game_leaves_no_winner_and_opens_the_record():
    async def test():
        house = tables(MemoryStore())
        table, who = await opened(house)
        await play_out(table, who, 3)
        await act(table, "end", who[0], mark="e")
        await act(table, "end", who[0], mark="e")
        look = table.look(1)
        assert look.phase == "over" and look.outcome.why == "cancelled" and not look.outcome.winners
        assert not look.requests and not look.asked and table.head.over
        assert "ended the game" in await refusal(table.move(who[0], "0" * 20, "x", {"kind": "sum"}))
        record = read_record(table.play.record(table.outcome))
        assert len(record.entries) == 3 and GAME.replay(record).outcome() is None
        assert record.end.cancelled and record.end.outcome == {"why": "cancelled"}
        await house.rematch(table, who[1])
        await house.close()

    run(test())


def test_removing_before_the_start_frees_the_chair_and_in_play_somebody_plays_on():
    async def test():
        house = tables(MemoryStore())
        table, token = await house.open(GAME, 5, {}, "Ann", ["random"])
        tokens = {name: await room.join(table, name, "") for name in ("Ben", "Cleo", "Dov")}
        ann = hashed(token)
        assert "own chair" in await refusal(act(table, "remove", ann, seat=0))
        await act(table, "remove", ann, seat=1, mark="m")
        await act(table, "remove", ann, seat=4, mark="m")
        assert [c.who for c in table.head.chairs] == ["person", "empty", "person", "person", "empty"]
        await room.join(table, "Ben", "", tokens["Ben"])
        await act(table, "remove", ann, seat=1, mark="m")
        assert table.head.chairs[1].name == "Ben", "the same form once more removes nobody"
        await room.start(table, ann, "", "")
        ben, cleo, dov = [table.seat_of(hashed(tokens[n])) for n in ("Ben", "Cleo", "Dov")]
        assert "The host removes" in await refusal(act(table, "remove", hashed(tokens["Ben"]), seat=cleo))
        await act(table, "remove", ann, seat=ben, how="bot")
        await act(table, "remove", ann, seat=cleo, how="default")
        people = table.look(PUBLIC).people
        assert [(people[s].who, people[s].name) for s in (ben, cleo)] == [("bot", "Ben"), ("removed", "Cleo")]
        assert table.seat_of(hashed(tokens["Ben"])) == PUBLIC and table.play.state.removed == 1 << cleo
        who = {0: ann, dov: hashed(tokens["Dov"])}
        for _ in range(4000):
            waited = set(table.look(PUBLIC).waited_for)
            if table.phase == "over":
                break
            assert cleo not in waited, "for Cleo the default is played at once"
            if waited & set(who):
                seat = (waited & set(who)).pop()
                await table.move(who[seat], *ask(table, seat))
            await asyncio.sleep(0.001)
        assert table.phase == "over"
        assert GAME.replay(read_record(table.play.record(table.outcome))).outcome() == table.play.state.outcome()
        code = await house.rematch(table, ann)
        new = (await house.find(code)).head
        assert [(c.who, c.name) for c in new.chairs] == [
            ("person", "Ann"), ("empty", ""), ("empty", ""), ("person", "Dov")
        ]  # fmt: skip
        await house.close()

    run(test())


def test_a_new_code_locks_out_strangers_and_keeps_whoever_sits(tmp_path):
    async def test():
        store = SqliteStore(tmp_path / "a.db")
        await store.open()
        house = tables(store)
        table, who = await opened(house)
        old = table.head.code
        await house.new_lock(table, who[0], "once")
        await house.new_lock(table, who[0], "once")
        new = table.head.code
        assert new != old and await house.find(new) is table and await house.find(old) is None
        assert await house.behind(old, {}) is None
        assert await house.behind(old, {table.head.circle: "eve"}) is None
        assert await house.behind("AAAAAAAA", {}) is None
        await house.close()
        house = tables(store)
        assert await house.find(old) is None and (await house.find(new)).head.id == table.head.id
        await house.close()
        await store.close()

    run(test())


def test_spectators_can_be_shut_out():
    async def test():
        house = tables(MemoryStore())
        table, token = await house.open(GAME, 3, {}, "Ann", ["random", "random"])
        ann = hashed(token)
        await act(table, "close", ann, mark="c")
        assert table.opens("stranger"), "before the start everybody may come and join"
        await room.start(table, ann, "", "")
        assert table.opens(ann) and not table.opens("stranger") and table.look(0).closed
        assert "closed this table" in await refusal(stand_ins.take(table, "eve", "", 1, "Eve"))
        await act(table, "open", ann)
        assert table.opens("stranger")
        await house.close()

    run(test())
