"""Laws on copies and records: a fork plays on like its original and leaves it alone, a record replays to the same
bytes, and the cards of each pool stay the same cards."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec

from ..audience import ARCHIVE, CLOCK
from ..drive import next_up
from ..game import Game, record_of
from ..record import Record, RecordError, read_record, write_record
from ..state import State
from ..words import Expire, Timer
from .channel import encode
from .play import Play
from .report import Broken, differ, step_of
from .snapshot import Snapshot, slots


def plays_alike(play: Play, k: int) -> None:
    """A copy made now is equal, and plays the recorded move to the same position. Raises Broken."""
    step, before, after = play.steps[k], play.moments[k].state, play.moments[k + 1].state
    fork = before.copy()
    if slots(fork) != slots(before) or fork.chance.drawn != before.chance.drawn:
        a, b = repr(slots(before)).encode(), repr(slots(fork)).encode()
        raise Broken("fork", "a copy is not equal to its original", None, differ(a, b))
    told = fork.apply(step.actor, step.move)
    if encode(told) != encode(step.told):
        raise Broken("fork", f"a copy tells other events of {step.move}", None, differ(encode(step.told), encode(told)))
    if slots(fork) != slots(after) or encode(fork.view(ARCHIVE)) != encode(after.view(ARCHIVE)):
        a, b = repr(slots(after)).encode(), repr(slots(fork)).encode()
        raise Broken("fork", f"a copy plays {step.move} to another position", None, differ(a, b))


def fork_now(state: State, rng: random.Random) -> None:
    """Plays a few moves on a copy: the original stays as it is, and a second copy follows. Raises Broken."""
    snapshot = Snapshot(state, ARCHIVE)
    first, second = state.copy(), state.copy()
    for _ in range(4):
        if first.outcome() is not None:
            break
        up = next_up(first, rng)
        actor, move = (CLOCK, Expire(up.name)) if isinstance(up, Timer) else (up.seat, first.sample(up, rng))
        if encode(first.play(actor, move)) != encode(second.play(actor, move)) or slots(first) != slots(second):
            raise Broken("fork", f"two copies play {move} differently")
    snapshot.untouched()


def pools(state: State) -> dict[str, Counter[Any]]:
    """The faces of each pool."""
    found: dict[str, Counter[Any]] = {s.pool: Counter() for s in state.SEES.values() if s.pool}
    for _, face, s in state.places():
        found[s.pool][face] += 1
    return found


def conserved(start: dict[str, Counter[Any]], state: State) -> None:
    """Holds the faces of each pool to be those of the start. Raises Broken."""
    for pool, faces in pools(state).items():
        if faces != start[pool]:
            lost, new = [*(start[pool] - faces).elements()], [*(faces - start[pool]).elements()]
            raise Broken("conservation", f"the {pool} are not those of the start: {lost} are gone, {new} came")


def replays(play: Play) -> None:
    """Writes the play as a record, reads it and replays it: the same events and the same archive view at every
    position. Raises Broken."""
    if not play.key:
        return _replays_from_start(play)
    record = record_of(play.moments[0].state, [(s.actor, s.move) for s in play.steps], key=play.key)
    outcome = play.moments[-1].state.outcome()
    text = write_record(record.header, record.entries, outcome)
    try:
        again = read_record(text)
        if again.header != record.header or encode(again.entries) != encode(record.entries):
            raise Broken("replay", "the record is not read as it was written")
        for k, (state, _, told) in enumerate(play.game.positions(again)):
            with step_of(max(0, k - 1)):
                _alike(play, k, state, encode(told))
    except RecordError as error:
        raise Broken("replay", str(error)) from error


def _replays_from_start(play: Play) -> None:
    state = play.moments[0].state
    for k, step in enumerate(play.steps):
        with step_of(k):
            state = state.copy()
            kind = type(step.move)
            told = state.play(step.actor, msgspec.json.decode(encode(step.move), type=kind))
            _alike(play, k + 1, state, encode(told))


def _alike(play: Play, k: int, state: State, told: bytes) -> None:
    was = encode(play.steps[k - 1].told if k else play.opening)
    if told != was:
        raise Broken("replay", "the replay tells other events", None, differ(was, told))
    a, b = encode(play.moments[k].state.view(ARCHIVE)), encode(state.view(ARCHIVE))
    if a != b:
        raise Broken("replay", "the replay comes to another position", None, differ(a, b))


def replays_to(record: Record, state: State) -> None:
    """Holds a record, written and read again, to lead to this state. Raises Broken."""
    game: Game[Any] = state.game
    try:
        text = write_record(record.header, record.entries)
        last = game.replay(read_record(text))
    except RecordError as error:
        raise Broken("replay", str(error)) from error
    a, b = encode(state.view(ARCHIVE)), encode(last.view(ARCHIVE))
    if a != b:
        raise Broken("replay", "the record leads to another position", None, differ(a, b))
