"""What happens between a table and a bot: it answers from its view, and what it may not do is not done."""

import gc
import random
from types import FunctionType, ModuleType
from typing import Any

import pytest

import facedown
from facedown.bots import BotSpec, ask, make_bot
from facedown.bots.asking import Answer
from facedown.engine import Event, hears
from facedown.engine.state import State
from facedown.games.fly_down.words import Redraw

GAME = facedown.game("fly-down")
KINDS = [BotSpec("random"), BotSpec("steady", {"worlds": "8"})]


class Circle:
    """A game among bots of one kind, with each seat's log."""

    def __init__(self, kind: BotSpec, seats: int, seed: int) -> None:
        self.kind, self.seats = kind, seats
        self.state: State = GAME.deal(seats, seed=seed)
        self.bots = [self.bot(seat) for seat in range(seats)]
        self.logs: list[list[Event]] = [[] for _ in range(seats)]
        self.heard = [0] * seats
        self.hear(self.state.opening())

    def bot(self, seat: int) -> Any:
        return make_bot(GAME, self.kind, seat, self.seats, GAME.Options(), random.Random(seat))

    def hear(self, told: Any) -> None:
        for audience, event in told:
            for seat, log in enumerate(self.logs):
                if hears(audience, seat):
                    log.append(event)

    def over(self) -> bool:
        return self.state.outcome() is not None

    def whose(self) -> int:
        return next(r.seat for r in self.state.requests() if r.binds != "may")

    def step(self) -> Answer:
        """The next bot answers."""
        seat = self.whose()
        news, self.heard[seat] = self.logs[seat][self.heard[seat] :], len(self.logs[seat])
        answer = ask(self.bots[seat], self.state, seat, news)
        assert answer is not None
        self.hear(self.state.play(seat, answer.move))
        return answer


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_bots_answer_legally_to_the_end(kind: BotSpec, seats: int) -> None:
    circle = Circle(kind, seats, seed=seats)
    while not circle.over():
        assert not circle.step().refused


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("seats", [2, 4])
def test_a_new_bot_that_hears_the_whole_log_decides_like_the_old_one(kind: BotSpec, seats: int) -> None:
    circle = Circle(kind, seats, seed=5)
    while not circle.over():
        seat = circle.whose()
        again = ask(circle.bot(seat), circle.state, seat, circle.logs[seat])
        assert circle.step() == again


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_a_decision_does_not_depend_on_what_its_seat_cannot_see(kind: BotSpec) -> None:
    circle, compared = Circle(kind, 3, seed=6), 0
    while not circle.over():
        seat, state = circle.whose(), circle.state
        before = ask(circle.bot(seat), state, seat, circle.logs[seat])
        for group in state.hidden(seat):
            other = state.copy()
            exchange(other, group[0], group[-1])
            assert ask(circle.bot(seat), other, seat, circle.logs[seat]) == before
            compared += 1
        circle.step()
    assert compared > 50


def exchange(state: Any, one: Any, other: Any) -> None:
    ours, theirs = (getattr(state, place[0]) if len(place) == 2 else getattr(state, place[0])[place[1]]
                    for place in (one, other))  # fmt: skip
    ours[one[-1]], theirs[other[-1]] = theirs[other[-1]], ours[one[-1]]
    state.shared = None


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_a_bot_never_gets_hold_of_a_state(kind: BotSpec) -> None:
    circle = Circle(kind, 3, seed=8)
    while not circle.over():
        circle.step()
    seen: set[int] = set()
    reach: list[Any] = list(circle.bots)
    while reach:
        thing = reach.pop()
        if id(thing) not in seen and not isinstance(thing, type | ModuleType | FunctionType):
            seen.add(id(thing))
            assert not isinstance(thing, State)
            reach += gc.get_referents(thing)
    assert len(seen) > 10


def test_nobody_is_bothered_by_reactions_that_nothing_waits_for() -> None:
    state: State = GAME.deal(3, seed=1)
    idle = next(seat for seat in range(3) if seat != state.requests()[0].seat)
    for kind in KINDS:
        assert ask(make_bot(GAME, kind, idle, 3, GAME.Options(), random.Random(1)), state, idle, ()) is None


class Stubborn:
    """Wants what nobody may do."""

    asked = 0

    def decide(self, view: Any, events: Any, requests: Any, menu: Any) -> Any:
        self.asked += 1
        return requests[0], Redraw(99)


def test_a_bot_that_insists_on_what_is_refused_gets_the_default_in_the_end() -> None:
    state: State = GAME.deal(2, seed=1)
    request = state.requests()[0]
    bot = Stubborn()
    answer = ask(bot, state, request.seat, ())
    assert answer == (request, state.default(request), True)
    assert 1 < bot.asked < 20
