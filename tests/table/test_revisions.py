"""A viewer's revision: it rises when what the viewer may know changes, and at no other time; all nodes count alike."""

import importlib
import random
from copy import copy
from pathlib import Path

import pytest

from facedown.engine import ARCHIVE, CLOCK, PUBLIC, Expire, hears, viewers
from facedown.engine.laws import Broken, check
from facedown.store import MemoryStore
from facedown.table import devices, host, stand_ins
from facedown.table.revisions import Revisions
from tests.loops import run

from .test_table import GAME, ask, opened, play_out, tables

MINIS = [
    importlib.import_module(f"tests.mini.{path.stem}").game
    for path in sorted((Path(__file__).parents[1] / "mini").glob("[a-z]*.py"))
    if "leaky" not in path.stem
]


class Counted:
    """A channel that sends revisions and nothing else."""

    def __init__(self, state, told):
        self.revisions = Revisions(viewers(state.seats))

    def copy(self):
        new = object.__new__(type(self))
        new.revisions = copy(self.revisions)
        new.revisions._counts = self.revisions._counts.copy()
        new.revisions._quiet = {viewer: pairs.copy() for viewer, pairs in self.revisions._quiet.items()}
        return new

    def moved(self, before, actor, move, told, after):
        clocks = before.timers() != after.timers()  # whoever moved may notice it: that one is left out here
        self.revisions.moved(before.copy(), CLOCK, told, after.copy(), clocks)

    def sent(self, state, viewer):
        return f"rev {self.revisions.of(viewer)}".encode()

    def refused(self, state, viewer, move, refusal):
        return b""


class Gaps(Counted):
    """What it would be to send the number of the entry."""

    def moved(self, before, actor, move, told, after):
        self.revisions.moved(before, CLOCK, told, after, clocks=True)


@pytest.mark.parametrize("game", [*MINIS, GAME], ids=lambda game: game.id)
def test_revisions_keep_the_laws(game):
    check(game, 3 if 3 in game.seats else game.seats[0], games=4, channels=[Counted])


@pytest.mark.parametrize("name", ["bluff", "handover"])
def test_a_number_that_rises_with_every_entry_is_caught(name):
    game = next(game for game in MINIS if game.id == name)
    with pytest.raises(Broken) as caught:
        check(game, game.seats[-1], games=8, channels=[Gaps])
    assert caught.value.law == "silence"


def known(state, viewer):
    """All that a viewer may know of a position, apart from the log."""
    seated = viewer != PUBLIC
    menu = (state.menu(viewer), state.speech(viewer, None)) if seated else None
    return state.view(viewer), list(state.requests(viewer)), menu, state.outcome(), state.timers()


@pytest.mark.parametrize("game", [*MINIS, GAME], ids=lambda game: game.id)
def test_it_rises_with_what_a_viewer_may_know_whenever_it_is_asked_for(game):
    rng = random.Random(5)
    for seed in range(3):
        state = game.deal(game.seats[-1], seed=seed)
        state.opening()
        who = [v for v in viewers(state.seats) if v != ARCHIVE]
        eager, lazy, now_and_then = Revisions(who), Revisions(who), Revisions(who)
        for _ in range(200):
            if state.outcome() is not None:
                break
            asked = [r for r in state.requests() if (r.binds != "may" or rng.random() < 0.1) and state.legal(r, 1)]
            timers = state.timers()
            if asked and rng.random() < 0.9:
                request = rng.choice(asked)
                actor, move = request.seat, state.sample(request, rng)
            elif timers:
                actor, move = CLOCK, Expire(timers[0].name)
            else:
                continue
            before, state = state, state.copy()
            told = state.play(actor, move)
            was = {v: eager.of(v) for v in who}
            for revisions in (eager, lazy, now_and_then):
                revisions.moved(before, actor, told, state, before.timers() != state.timers())
            for v in who:
                noticed = actor == v or any(hears(a, v) for a, _ in told) or known(before, v) != known(state, v)
                assert eager.of(v) - was[v] == noticed
            if rng.random() < 0.2:
                now_and_then.of(rng.choice(who))
        assert {v: lazy.of(v) for v in who} == {v: now_and_then.of(v) for v in who} == {v: eager.of(v) for v in who}


def test_two_nodes_and_a_restart_count_alike_whoever_comes_and_goes():
    async def test():
        store = MemoryStore()
        one, two = tables(store), tables(store)
        table, who = await opened(one, 3, chat=True)
        twin = await two.find(table.head.code)
        seen = {v: [table.rev(v)] for v in (0, 1, 2, PUBLIC)}

        async def same():
            await twin.catch_up()
            for v, revs in seen.items():
                assert table.look(v).rev == twin.look(v).rev == twin.rev(v) >= revs[-1]
                revs.append(table.rev(v))

        for step in range(3):
            seat = table.look(PUBLIC).waited_for[0]
            answered = await table.move(who[seat], *ask(table, seat))
            assert answered == table.rev(seat) > seen[seat][-1]
            await same()
            if step == 0:
                before = table.rev(PUBLIC)
                table.people.loaded(who[1], "b")  # here at one node, unknown to the other
                assert table.look(0).people != twin.look(0).people and table.rev(PUBLIC) == before
                await host.pause(table, who[0], "p")
                await host.resume(table, who[0], "r")
            if step == 1:
                await twin.catch_up()
                await twin.say(who[2], "hello")
                await table.catch_up()
            if step == 2:
                await table.catch_up()
                table.people.where = lambda token: "gone"
                await stand_ins.stand_in(table, 2)
                assert table.rev(0) > seen[0][-1]
                del table.people.where
                await table.lock.acquire()
                await table.house("back", 2, lambda chair: True)
                await table.change(lambda head: stand_ins._driven_by(head, 2, ""))
                table.lock.release()
            await same()
        await play_out(table, who)
        third = tables(store)
        again = await third.find(table.head.code)
        await same()
        assert {v: again.rev(v) for v in seen} == {v: revs[-1] for v, revs in seen.items()}
        for house in (one, two, third):
            await house.close()

    run(test())


def test_what_nobody_else_sees_raises_no_revision():
    async def test():
        house = tables(MemoryStore())
        table, who = await opened(house, 3)
        before = {v: table.rev(v) for v in (0, 1, 2, PUBLIC)}
        await devices.offer(table, who[1])
        await devices.note_shown(table, "browser", who[1])
        assert {v: table.rev(v) for v in before} == before
        await house.close()

    run(test())
