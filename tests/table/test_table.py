"""A table over a store: the door, what it refuses, what survives, what each viewer is told."""

import asyncio
import random

import pytest

import facedown
from facedown.engine import PUBLIC, Refused, read_record
from facedown.store import MemoryStore, SqliteStore
from facedown.table import Conflict, Tables, act, hashed, room
from tests.loops import run, until

GAME = facedown.game("fly-down")


def tables(store):
    return Tables(store, {GAME.id: GAME}, pause=(0, 0))


async def opened(house, seats=3, **options):
    """A started table of people only: the table, and their token hashes by seat."""
    table, token = await house.open(GAME, seats, options, "Ann")
    tokens = [token, *[await room.join(table, name, "") for name in ("Ben", "Cleo", "Dov")[: seats - 1]]]
    await room.start(table, hashed(token), "", "ab" * 16)
    return table, [hashed(t) for t in tokens]


def ask(table, seat, kind="turn"):
    """(request id, mark, plain move) of a random legal answer of this seat."""
    state = table.play.state
    request = next(r for r in state.requests() if r.seat == seat and r.kind == kind)
    move = state.sample(request, random.Random(1))
    asked = next(a for a in table.look(seat).asked if a.offer.kind == move.__struct_config__.tag)
    plain = {"kind": asked.offer.kind, **{f: getattr(move, f) for f in move.__struct_fields__}}
    return asked.request_id, asked.mark, plain


async def play_out(table, who, most=10_000):
    for _ in range(most):
        if table.phase == "over":
            return
        seat = table.look(PUBLIC).waited_for[0]
        await table.move(who[seat], *ask(table, seat))


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_a_table_goes_on_where_it_was_after_a_restart(tmp_path, kind):
    async def test():
        store = MemoryStore() if kind == "memory" else SqliteStore(tmp_path / "a.db")
        await store.open()
        house = tables(store)
        table, who = await opened(house, chat=True)
        await play_out(table, who, 5)
        await table.say(who[1], "hello <b>all</b>")
        await play_out(table, who, 3)
        before = [table.look(v) for v in (0, 1, 2, PUBLIC)]
        code = table.head.code
        await house.close()
        await store.close()

        if kind == "sqlite":
            store = SqliteStore(tmp_path / "a.db")
        await store.open()
        house = tables(store)
        again = await house.find(code)
        for look in before:
            now = again.look(look.viewer)
            assert (now.view, now.log, now.asked, now.commitment) == (look.view, look.log, look.asked, look.commitment)
        await play_out(again, who)
        assert again.look(PUBLIC).outcome is not None
        record = read_record(again.play.record(table.outcome))
        assert GAME.replay(record).outcome() == again.play.state.outcome()
        assert record.header.nonces == ("ab" * 16, "0" * 32, "0" * 32)
        await house.close()
        await store.close()

    run(test())


def test_the_same_move_twice_gets_the_same_answer_and_counts_once():
    async def test():
        house = tables(MemoryStore())
        table, who = await opened(house)
        seat = table.look(PUBLIC).waited_for[0]
        move = ask(table, seat)
        answers = await asyncio.gather(*[table.move(who[seat], *move) for _ in range(5)])
        assert len(table.play.kept) == 1 and len(set(answers)) == 1
        with pytest.raises(Conflict):
            await table.move(who[seat], move[0], move[1], {"kind": "redraw", "slot": (move[2].get("slot") or 0) ^ 1})
        await house.close()

    run(test())


def test_refusals_say_why_and_change_nothing():
    async def test():
        house = tables(MemoryStore())
        table, who = await opened(house)
        turn = table.look(PUBLIC).waited_for[0]
        other = (turn + 1) % 3
        request, mark, move = ask(table, turn)
        for seat, args, kind in [
            (other, (request, "x", move), "not-yours"),
            (turn, (request, "x", {"kind": "sum", "more": 1}), "malformed"),
            (turn, (request, "x", {"kind": "dance"}), "malformed"),
            (turn, (request, "x", {"kind": "ask", "slot": 0, "value": 3}), "illegal"),
            (turn, (request, "x", {"kind": "react", "sign": "nod"}), "malformed"),
            (turn, ("0" * 20, "x", move), "not-yours"),
        ]:
            with pytest.raises(Refused) as e:
                await table.move(who[seat], *args)
            assert e.value.refusal.kind == kind and e.value.refusal.next
        with pytest.raises(Refused):
            await table.move(hashed("nobody"), request, "x", move)
        assert table.play.kept == []
        await table.move(who[turn], request, mark, move)
        with pytest.raises(Refused) as e:
            await table.move(who[turn], request, "y", {"kind": "redraw", "slot": 0})
        assert e.value.refusal.kind == "too-late" and "Too late" in e.value.refusal.why
        assert len(table.play.kept) == 1
        await house.close()

    run(test())


def test_two_nodes_on_one_store_agree_on_one_order():
    async def test():
        store = MemoryStore()
        one, two = tables(store), tables(store)
        table, who = await opened(one)
        twin = await two.find(table.head.code)
        for n in range(6):
            here = (table, twin)[n % 2]
            seat = table.look(PUBLIC).waited_for[0]
            reactions = [t.move(who[s], *ask(t, s, "react")) for t, s in ((table, 0), (twin, 1), (twin, 2))]
            await asyncio.gather(*reactions)
            try:
                await here.move(who[seat], *ask(here, seat))
            except (Refused, StopIteration):
                await here.move(who[0], *ask(here, 0, "react"))
        entries = await store.entries(table.head.id)
        assert [k.entry.n for k in entries] == list(range(len(entries)))
        for t in (table, twin):
            await t.move(who[0], *ask(t, 0, "react"))
        await table.catch_up()
        assert table.play.state.view(0) == twin.play.state.view(0)
        await one.close()
        await two.close()

    run(test())


def test_a_revision_rises_only_when_its_viewer_is_shown_something_new():
    async def test():
        house = tables(MemoryStore())
        table, who = await opened(house)
        before = {v: table.look(v).rev for v in (0, 1, 2, PUBLIC)}
        table.tell()
        assert {v: table.look(v).rev for v in before} == before
        await table.move(who[2], *ask(table, 2, "react"))
        assert {v: table.look(v).rev for v in before} == {v: rev + 1 for v, rev in before.items()}
        await house.close()

    run(test())


def test_bots_fill_the_empty_chairs_and_play_to_the_end():
    async def test():
        house = tables(MemoryStore())
        table, token = await house.open(GAME, 3, {}, "Ann", ["random"])
        await room.start(table, hashed(token), "random", "")
        assert [c.who for c in table.head.chairs] == ["person", "bot", "bot"]
        for _ in range(3000):
            if table.phase == "over":
                break
            if 0 in table.look(PUBLIC).waited_for:
                await table.move(hashed(token), *ask(table, 0))
            await asyncio.sleep(0.01)
        assert table.look(0).outcome is not None
        await house.close()

    run(test())


def test_a_bot_that_crashes_does_not_stop_the_game(monkeypatch):
    async def test():
        house = tables(MemoryStore())
        table, token = await house.open(GAME, 2, {"start": 1}, "Ann", ["random"])
        monkeypatch.setattr(house.drivers, "_pickle", lambda game: b"no game")
        await room.start(table, hashed(token), "", "")
        await until(lambda: table.look(PUBLIC).waited_for == (0,))
        assert len(table.play.kept) == 2
        await house.close()

    run(test())


def test_chairs_close_up_when_the_game_starts_without_the_empty_ones():
    async def test():
        house = tables(MemoryStore())
        table, ann = await house.open(GAME, 5, {}, "Ann")
        ben, cleo = [await room.join(table, name, "") for name in ("Ben", "Cleo")]
        await room.leave(table, hashed(ben))
        dov = await room.join(table, "Dov", "")
        await room.leave(table, hashed(ann))
        assert table.look(PUBLIC).people[1].host, "the next person hosts"
        with pytest.raises(Refused):
            await room.start(table, hashed(cleo), "", "")
        await room.start(table, hashed(dov), "", "")
        assert [c.name for c in table.head.chairs] == ["Dov", "Cleo"]
        assert (table.seat_of(hashed(dov)), table.seat_of(hashed(cleo)), table.seat_of(hashed(ben))) == (0, 1, PUBLIC)
        await house.close()

    run(test())


@pytest.mark.parametrize("name", ["", "   ", "x" * 200, "a\u0000b", "ann", "\u202eAnn"])
def test_names_that_cannot_be_had_get_one_sentence(name):
    async def test():
        house = tables(MemoryStore())
        table, _ = await house.open(GAME, 3, {}, "Ann")
        with pytest.raises(Refused) as e:
            await room.join(table, name, "")
        assert e.value.refusal.why.count(".") == 1 and e.value.refusal.next
        await house.close()

    run(test())


def test_a_table_that_nobody_looks_at_leaves_memory_and_comes_back():
    async def test():
        house = tables(MemoryStore())
        table, who = await opened(house)
        await play_out(table, who, 4)
        inbox = house.hub.join(table.head.id, who[0])
        assert house.forget_idle(-1) == {table.head.code}, "somebody listens"
        house.hub.leave(inbox)
        assert house.forget_idle(-1) == set()
        again = await house.find(table.head.code)
        assert again is not table and again.look(0).view == table.look(0).view
        await house.close()

    run(test())


def test_in_a_window_nobody_else_is_told_that_somebody_answered():
    async def test():
        game = facedown.game("tests.mini.bluff:game")
        house = Tables(MemoryStore(), {game.id: game}, pause=(0, 0))
        table, token = await house.open(game, 3, {}, "Ann")
        who = [hashed(t) for t in (token, await room.join(table, "Ben", ""), await room.join(table, "Cleo", ""))]
        await room.start(table, who[0], "", "")
        attacker = table.look(PUBLIC).waited_for[0]
        await table.move(who[attacker], *ask(table, attacker, "attack"))
        (target,) = table.look(PUBLIC).waited_for
        others = [v for v in (0, 1, 2, PUBLIC) if v != target]
        before = {v: table.look(v) for v in others}
        rev = table.look(target).rev
        await table.move(who[target], *ask(table, target, "defend"))
        assert table.look(target).rev > rev and table.look(target).waited_for == ()
        for viewer in others:
            now = table.look(viewer)
            assert (now.rev, now.requests, now.log, now.waited_for) == (before[viewer].rev, before[viewer].requests,
                                                                        before[viewer].log, (target,))  # fmt: skip
        await house.close()

    run(test())


@pytest.mark.parametrize("kind", ["steady(worlds=1000)", "random(x=1)", "steady,random", "ceiling", ""])
def test_guests_choose_bots_from_the_list_and_turn_no_screws_of_theirs(kind):
    async def test():
        house = tables(MemoryStore())
        with pytest.raises(Refused, match="no such bot"):
            await house.open(GAME, 3, {}, "Ann", [kind])
        table, token = await house.open(GAME, 3, {}, "Ann")
        if kind:
            with pytest.raises(Refused, match="no such bot"):
                await room.start(table, hashed(token), kind, "")
        await house.close()

    run(test())


def test_the_log_tells_lobby_talk_before_the_deal_then_who_begins_and_a_nod_is_no_news():
    async def test():
        house = tables(MemoryStore())
        table, token = await house.open(GAME, 2, {"chat": True}, "Ann")
        who = [hashed(token), hashed(await room.join(table, "Ben", ""))]
        await table.say(who[1], "hello")
        await room.start(table, who[0], "", "")
        await table.say(who[0], "hello Ben")
        texts = [s.text for s in table.look(0).log]
        first = table.look(PUBLIC).waited_for[0]
        name = ("Ann", "Ben")[first]
        begins = "You begin." if first == 0 else "Ben begins."
        assert texts[0] == "hello" and texts[-2:] == [begins, "hello Ben"]
        assert table.look(first).news == "You begin." and table.look(1 - first).news == f"{name} begins."
        await table.move(who[first], *ask(table, first))
        news = table.look(PUBLIC).news
        assert news.startswith(name)
        nod = next(a for a in table.look(1 - first).asked if a.offer.kind == "react")
        await table.move(who[1 - first], nod.request_id, nod.mark, {"kind": "react", "sign": "nod"})
        assert table.look(PUBLIC).log[-1].text.endswith("nods.") and table.look(PUBLIC).news == news
        twin = tables(table.store)
        again = await twin.find(table.head.code)
        assert [again.look(v).log for v in (0, 1, PUBLIC)] == [table.look(v).log for v in (0, 1, PUBLIC)]
        await twin.close()
        await house.close()

    run(test())


def test_the_log_says_that_time_is_up_before_what_it_brings_about():
    async def test():
        house = tables(MemoryStore())
        table, _ = await opened(house, 2, turn_clock=5)
        seat = table.look(PUBLIC).waited_for[0]
        before = len(table.look(PUBLIC).log)
        await table.expire(next(iter(table.running())))
        mine, others = ([s.text for s in table.look(v).log][before:] for v in (seat, PUBLIC))
        assert mine[0] == "Time is up: the game plays for you." and mine[1].startswith("You ")
        name = table.head.chairs[seat].name
        assert others[0] == f"Time is up: the game plays for {name}." and others[1].startswith(name)
        await house.close()

    run(test())


def test_lines_of_the_house_say_you_to_whom_they_are_about():
    async def test():
        house = tables(MemoryStore())
        table, token = await house.open(GAME, 3, {}, "Ann")
        who = [hashed(token), *[hashed(await room.join(table, name, "")) for name in ("Ann Lee", "Ben")]]
        await room.start(table, who[0], "", "")
        await act(table, "pause", who[0])
        await act(table, "host", who[0], seat=1)
        texts = {v: [s.text for s in table.look(v).log][-2:] for v in (0, 1, 2)}
        assert texts[0] == ["You paused the game.", "Ann Lee became the host."]
        assert texts[1] == ["Ann paused the game.", "You became the host."]
        assert texts[2] == ["Ann paused the game.", "Ann Lee became the host."]
        await house.close()

    run(test())
