"""Random plays, kept position by position: what every law looks at. Talk, second thoughts, early clocks and players who
leave are mixed in; every third play answers only what must be answered."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..audience import CLOCK, HOUSE
from ..chance import Chance
from ..drive import next_up
from ..game import Game
from ..state import State, Told
from ..words import Expire, House, Move, Request, Timer
from .channel import Channel
from .mint import mint
from .moment import Moment
from .report import Broken, step_of
from .snapshot import Snapshot
from .wrong import Curious

LONG = 400
"""Moves after which a play with talk in it is left unfinished."""
SHORT = 24
"""Moves played from a scenario's start."""


class Step(NamedTuple):
    """A move of a play and what it told."""

    actor: int
    move: Move
    told: Told


class Mood(NamedTuple):
    """How people behave in a play: how probably they act unasked, let a timer run out, come or go."""

    free: float
    clock: float
    house: float


STRICT = Mood(0, 0, 0)
MOODS = (Mood(0.12, 0, 0), Mood(0.25, 0.06, 0.04), STRICT)


class Play(NamedTuple):
    """A play: `moments[k]` is the position before `steps[k]`; `opening` is what the deal told. `key` is the hex key it
    was dealt from, or "" where it started from a scenario's position; `snapshots` were taken as it was played."""

    game: Game[Any]
    key: str
    minted: bool
    opening: Told
    moments: list[Moment]
    steps: list[Step]
    snapshots: list[Snapshot]


def deal(
    game: Game[Any], seats: int, options: Any, rng: random.Random, mood: Mood, minted: bool, channels: Sequence[Channel]
) -> Play:
    """A play from a deal. Re-minted if asked for, where the game can be. Raises Broken (waiting, bound, contract)."""
    coin = mint(game, rng) if minted else None
    game = coin or game
    key = rng.randbytes(32)
    state = game.deal(seats, options, Chance(key))
    play = Play(game, key.hex(), coin is not None, state.opening(), [], [], [])
    return _play(play, state, rng, mood, None if mood is STRICT else LONG, channels)


def from_start(start: State, rng: random.Random, mood: Mood, channels: Sequence[Channel]) -> Play:
    """A short play from a position that somebody described. Raises Broken."""
    state = start.copy()
    return _play(Play(state.game, "", False, state.opening(), [], [], []), state, rng, mood, SHORT, channels)


def _play(
    play: Play, state: State, rng: random.Random, mood: Mood, most: int | None, channels: Sequence[Channel]
) -> Play:
    """Plays on, for at most so many moves; None: to the end, which the game's bound promises."""
    curious = Curious(play.game, _words(play, state), rng)
    moment = Moment(state, [channel(state, play.opening) for channel in channels], curious.probe(state))
    play.moments.append(moment)
    play.snapshots.append(Snapshot(state, 0))
    bound = play.game.bound(state)
    limit = 4 * bound + LONG if most is None else most
    binding = 0
    while state.outcome() is None and len(play.steps) < limit:
        with step_of(len(play.steps)):
            actor, move, binds = _next(state, rng, mood)
            refusal = state.check(actor, move)
            if refusal is not None:
                raise Broken("menus", f"what a driver plays, {move}, is refused: {refusal.why}")
            moment, told = moment.after(actor, move, moment.probe)
            state = moment.state
            moment.probe = curious.probe(state)
            binding += binds
            if most is None and binding > bound:
                raise Broken("bound", f"more than {bound} binding moves from the start, and no end")
            play.snapshots.append(Snapshot(state, moment.viewers()[len(play.steps) % (state.seats + 1)]))
        play.moments.append(moment)
        play.steps.append(Step(actor, move, told))
    if most is None and state.outcome() is None:
        raise Broken("bound", f"{limit} moves and no end", step=limit)
    return play


def _next(state: State, rng: random.Random, mood: Mood) -> tuple[int, Move, bool]:
    """Who acts, how, and whether it was asked of them."""
    if rng.random() < mood.house:
        what: Any = rng.choice(("left", "back", "back", "stand_in", "left", "removed"))
        return HOUSE, House(what, rng.randrange(state.seats)), False
    timers = state.timers()
    if timers and rng.random() < mood.clock:
        return CLOCK, Expire(rng.choice(timers).name), False
    up = _next_up(state, rng, mood.free)
    if isinstance(up, Timer):
        return CLOCK, Expire(up.name), False
    if up.binds != "may":
        return up.seat, _answer(state, up, rng), True
    try:
        return up.seat, state.sample(up, rng), False
    except LookupError:  # nothing unasked is legal now
        return _next(state, rng, STRICT)


def _next_up(state: State, rng: random.Random, free: float) -> Request | Timer:
    try:
        return next_up(state, rng, free)
    except LookupError as error:
        raise Broken("waiting", str(error)) from error


def _answer(state: State, request: Request, rng: random.Random) -> Move:
    try:
        return state.sample(request, rng)
    except LookupError as error:
        raise Broken("menus", f"nothing legal answers {request}") from error


def _words(play: Play, state: State) -> list[str]:
    """Words for the texts of wrong moves: the faces by their codes, the players by their names."""
    codes = {code for _, face, _ in state.places() for code in play.game.canaries(state, face)}
    return sorted(codes | set(state.names))
