"""Who is here, who plays for whom, and how people come back: at the table, without any page."""

import asyncio

import pytest

from facedown.engine import HOUSE, PUBLIC, Refused, read_record
from facedown.store import MemoryStore, SqliteStore
from facedown.table import act, devices, hashed, presence, room, stand_ins
from tests.loops import run, until

from .test_table import GAME, opened, play_out, tables


@pytest.fixture
def quick(monkeypatch):
    """Away and gone come within a moment."""
    monkeypatch.setattr(presence, "HERE", 0.1)
    monkeypatch.setattr(presence, "GONE", 0.3)


@pytest.fixture
def slow(monkeypatch):
    """Away and gone come soon, one well after the other."""
    monkeypatch.setattr(presence, "HERE", 0.5)
    monkeypatch.setattr(presence, "GONE", 1.5)


def there(table):
    return [p.there for p in table.look(PUBLIC).people]


def house_moves(table):
    return [bytes(k.entry.move) for k in table.play.kept if k.entry.actor == HOUSE]


async def refusal(work):
    with pytest.raises(Refused) as e:
        await work
    assert e.value.refusal.next
    return e.value.refusal.why


class Stream:
    """A page that is open, as the table knows it."""

    def __init__(self, house, table, who, browser=""):
        self.house, self.table, self.key = house, table, table.people.attend(who, browser)
        self.inbox = house.hub.join(table.head.id, self.key)
        table.tell_presence()

    def close(self):
        self.house.hub.leave(self.inbox)
        self.table.people.closed(self.key)


def test_a_closed_stream_is_here_then_away_then_gone_and_never_left(slow):
    async def test():
        house = tables(MemoryStore())
        table, who = await opened(house)
        streams = [Stream(house, table, w) for w in who]
        assert there(table) == ["here"] * 3
        streams[1].close()
        assert there(table)[1] == "here"
        told = asyncio.Event()
        house.hub.join(table.head.id, "watcher", told.set)
        seen = [there(table)[1]]
        while seen[-1] != "gone":
            await asyncio.wait_for(told.wait(), 60)  # everybody is told, without asking
            told.clear()
            if there(table)[1] != seen[-1]:
                seen.append(there(table)[1])
        assert seen == ["here", "away", "gone"]
        assert table.look(PUBLIC).people[1].who == "person" and len(table.play.kept) == 0
        Stream(house, table, who[1])
        assert there(table) == ["here"] * 3
        await house.close()

    run(test())


def test_spectators_are_counted_once_each():
    async def test():
        house = tables(MemoryStore())
        table, who = await opened(house)
        for key in ("eve", "eve", "dan"):
            Stream(house, table, "", key)
        Stream(house, table, who[0], "anns browser")
        table.people.loaded("", "fay, without script")
        assert table.look(0).watching == 3
        Stream(house, table, who[2], "fay, without script")
        assert table.look(0).watching == 2, "whoever sits is no spectator"
        await house.close()

    run(test())


def test_a_spectator_who_goes_is_not_counted_for_as_long_as_a_player_is_here(monkeypatch):
    monkeypatch.setattr(presence, "BLINK", 0.05)

    async def test():
        house = tables(MemoryStore())
        table, who = await opened(house)
        eve, ann = Stream(house, table, "", "eve"), Stream(house, table, who[0])
        assert table.look(1).watching == 1
        told = asyncio.Event()
        house.hub.join(table.head.id, "", told.set)
        eve.close()
        ann.close()
        while table.look(1).watching:
            told.clear()
            await told.wait()
        assert there(table)[0] == "here"
        await house.close()

    run(test())


def test_a_stand_in_plays_from_its_own_log_until_the_owner_is_back(quick, tmp_path):
    async def test():
        store = SqliteStore(tmp_path / "a.db")
        await store.open()
        house = tables(store)
        table, who = await opened(house)
        _, ben, _ = [Stream(house, table, w) for w in who]
        assert "was here a moment ago" in await refusal(act(table, "stand_in", who[0], seat=1))
        ben.close()
        await until(lambda: there(table)[1] == "gone")
        await act(table, "stand_in", "", seat=1, mark="x")  # anyone present may ask
        await act(table, "stand_in", who[2], seat=1, mark="y")
        assert house_moves(table) == [b'{"kind":"house","what":"stand_in","seat":1}']
        assert table.look(PUBLIC).people[1].stand_in and table.head.chairs[1].name == "Ben"
        for _ in range(30):
            await until(lambda: 1 not in table.look(PUBLIC).waited_for)
            if any(k.entry.actor == 1 for k in table.play.kept):
                break
            await play_out(table, who, 1)
        assert any(k.entry.actor == 1 for k in table.play.kept), "the bot has moved for Ben"

        # a restart in between: the stand-in goes on, the return and the catch-up still work
        await until(lambda: 1 not in table.look(PUBLIC).waited_for)
        code = table.head.code
        await house.close()
        house = tables(store)
        table = await house.find(code)
        Stream(house, table, who[0])
        Stream(house, table, who[1])
        await until(lambda: not table.head.chairs[1].stand_in)
        assert house_moves(table)[1:] == [b'{"kind":"house","what":"back","seat":1}']
        lines, more = table.people.missed(who[1])
        log = [line.text for line in table.look(1).log]
        told = log[log.index("A stand-in plays on for you.") :]
        assert lines == told[-4:-1] and more == len(told) - 4 and told[-1] == "You came back."
        made = len(table.play.kept)
        await play_out(table, who)
        rest = [k for k in table.play.kept[made:] if k.entry.actor == 1]
        assert all(k.mark for k in rest), "nobody else moves for Ben"
        assert not rest or table.people.missed(who[1]) == ([], 0)
        record = read_record(table.play.record(table.outcome))
        assert GAME.replay(record).outcome() == table.play.state.outcome()
        await house.close()
        await store.close()

    run(test())


def test_an_owner_gets_the_seat_at_the_next_decision_not_in_the_middle_of_one(quick):
    async def test():
        house = tables(MemoryStore())
        house.drivers.pause = (1.5, 1.5)
        table, who = await opened(house, 2)
        first = table.look(PUBLIC).waited_for[0]
        Stream(house, table, who[1 - first])
        await until(lambda: there(table)[first] == "gone")
        await act(table, "stand_in", who[1 - first], seat=first)
        Stream(house, table, who[first])
        await asyncio.sleep(0.05)
        assert table.head.chairs[first].stand_in, "its stand-in answers what is asked now"
        await until(lambda: not table.head.chairs[first].stand_in)
        assert [k.entry.actor for k in table.play.kept] == [HOUSE, first, HOUSE]
        await house.close()

    run(test())


def test_a_spectator_takes_a_bots_chair_when_somebody_seated_agrees():
    async def test():
        house = tables(MemoryStore())
        table, token = await house.open(GAME, 3, {}, "Ann", ["random", "random"])
        ann = hashed(token)
        await room.start(table, ann, "", "")
        before, kept = table.head.chairs[2].name, await_log(table)
        assert not await stand_ins.take(table, "dov", "dovs browser", 2, "Dov", "m")
        assert not await stand_ins.take(table, "dov", "dovs browser", 2, "Dov", "m"), "sent twice"
        assert table.look(0).wishes == ((2, "Dov"),)
        assert table.seat_of(hashed("dov")) == PUBLIC
        assert "already" in await refusal(stand_ins.take(table, "eve", "", 2, "Eve"))
        assert "do not sit" in await refusal(act(table, "consent", hashed("eve"), seat=2))
        assert "do not sit" in await refusal(act(table, "consent", hashed("dov"), seat=2))
        await act(table, "decline", ann, seat=2)
        await stand_ins.take(table, "dov", "dovs browser", 2, "Dov")
        await act(table, "consent", ann, seat=2, mark="yes")
        await act(table, "consent", ann, seat=2, mark="yes")
        assert table.seat_of(hashed("dov")) == 2
        chair = table.look(PUBLIC).people[2]
        assert (chair.who, chair.name, chair.owner) == ("person", before, "Dov"), "names are frozen"
        assert await_log(table)[: len(kept)] == kept and "Dov took over the chair of" in table.look(0).log[-1].text
        await until(lambda: set(table.look(PUBLIC).waited_for) & {0, 2})
        made = sum(k.entry.actor == 2 for k in table.play.kept)
        await asyncio.sleep(0.1)
        assert sum(k.entry.actor == 2 for k in table.play.kept) == made, "the bot has stopped"
        await house.close()

    def await_log(table):
        return [line.text for line in table.look(2).log]

    run(test())


def test_where_only_bots_sit_a_chair_is_had_at_once():
    async def test():
        house = tables(MemoryStore())
        house.drivers.pause = (5, 5)
        table, token = await house.open(GAME, 3, {}, "Ann", ["random", "random"])
        await room.start(table, hashed(token), "", "")
        await act(table, "leave", hashed(token), mark="go")
        await act(table, "leave", hashed(token), mark="go")
        assert [c.who for c in table.head.chairs] == ["bot"] * 3 and table.head.chairs[0].name == "Ann"
        assert await stand_ins.take(table, "eve", "", 1, "Eve")
        assert table.look(1).people[1].host, "the first person hosts"
        await house.close()

    run(test())


def test_one_browser_one_hand():
    async def test():
        house = tables(MemoryStore())
        house.drivers.pause = (5, 5)
        table, token = await house.open(GAME, 4, {}, "Ann", ["random", "random"])
        ben = await room.join(table, "Ben", "")
        await room.start(table, hashed(token), "", "")
        await devices.note_shown(table, "bens browser", hashed(ben))
        await devices.note_shown(table, "eves browser", hashed("nobody"))
        bot = next(s for s, c in enumerate(table.head.chairs) if c.who == "bot")
        seat = table.seat_of(hashed(ben))
        assert "This browser holds the hand of Ben" in await refusal(stand_ins.take(table, ben, "", bot, "Benny"))
        await act(table, "leave", hashed(ben))
        assert "This browser held the hand of Ben" in await refusal(stand_ins.take(table, ben, "", bot, "Benny"))
        assert "was shown" in await refusal(stand_ins.take(table, "fresh", "bens browser", bot, "Benny"))
        await stand_ins.take(table, "eve", "eves browser", bot, "Eve")
        await stand_ins.take(table, "fresh", "bens browser", seat, "Benny")  # back to his own hand
        assert {name for _, name in table.look(0).wishes} == {"Eve", "Benny"}
        await house.close()

    run(test())
