"""`play`: a game in the terminal. A person, or a program in their place, sits on one seat, bots on the others; there is
no clock, so a window or another timer runs out when nobody is waited for any more."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Protocol

from msgspec import Raw
from msgspec.json import encode

import facedown
from facedown.bots import Bot, ask, make_bot, parse_bots, usual_bot
from facedown.engine import (
    CLOCK,
    Chance,
    Entry,
    Event,
    Expire,
    Move,
    Offer,
    State,
    Told,
    hears,
    small_seed,
    write_record,
)
from facedown.lab.simulate import fill_chairs

from .errors import Trouble
from .person import Leave, Machine, Person
from .reading import read_options, seats_for
from .screen import Screen


class Player(Protocol):
    """Who sits on the seat that is played here."""

    def decide(self, view: Any, events: Sequence[Event], offers: Sequence[Offer], may_wait: bool) -> Move | None:
        """A legal move, or None to wait. Raises Leave."""

    def over(self, view: Any, events: Sequence[Event]) -> None:
        """Is shown the end."""


def play_here(
    name: str,
    seats: int | None,
    bots: str,
    seed: int | None,
    options: str,
    seat: int,
    record: Path | None,
    json: bool,
) -> int:
    """Plays one game to its end, or until the person leaves. Raises UnknownGame, Refused, BotError, Trouble,
    OSError."""
    game = facedown.game(name)
    count = seats_for(game, seats, max(seat, len(parse_bots(bots)) if bots else 0) + 1)
    if not 0 <= seat < count:
        raise Trouble(f"there is no seat {seat}: choose from 0 to {count - 1}")
    if record is not None and record.exists():
        raise Trouble(f"{record} is there already: choose another name for the record")
    if record is not None and not record.parent.is_dir():
        raise Trouble(f"there is no folder {record.parent} for the record")
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    state = game.deal(count, game.read_options(read_options(game, options), count), Chance(small_seed(seed)))
    kinds = fill_chairs(bots or usual_bot(game), count - 1)
    others = [s for s in range(count) if s != seat]
    made = {
        s: make_bot(game, spec, s, count, state.options, Random(f"{seed}/{s}"))
        for s, spec in zip(others, kinds, strict=True)
    }
    player: Player
    if json:
        player = Machine(game, lambda move: state.check(seat, move))
    else:
        player = Person(game, seat, state.names, lambda move: state.check(seat, move))
        company = ", ".join(f"{state.names[s]} ({spec})" for s, spec in zip(others, kinds, strict=True))
        Screen().say(f"{game.name}. You are {state.names[seat]}, with {company}. Seed {seed}. Type ? for help.")
    sitting = Sitting(state, seat, player, made)
    try:
        sitting.play()
    except (Leave, KeyboardInterrupt):
        if not json:
            again = f"facedown play {name} --seats {count} --seed {seed}" + (f" --options {options}" if options else "")
            Screen().say(f"You left. The same deal again: {again}")
        return 0
    if record is not None:
        header = game.header(state, key=small_seed(seed).hex())
        record.write_bytes(write_record(header, tuple(sitting.entries), state.outcome()))
        if not json:
            Screen().say(f"The record is in {record}: facedown replay {record}")
    return 0


class Sitting:
    """One play at this terminal: whose answer is waited for, and what each seat has not heard yet."""

    def __init__(self, state: State, seat: int, player: Player, bots: dict[int, Bot]) -> None:
        self.state, self.seat, self.player, self.bots = state, seat, player, bots
        self.unheard: list[list[Event]] = [[] for _ in range(state.seats)]
        self.entries: list[Entry] = []
        self.last = state.seats - 1
        self.tell(state.opening())

    def play(self) -> None:
        """To the end. Raises Leave."""
        while self.state.outcome() is None:
            if not any(map(self.act, self.asked())):
                self.go_on()
        self.player.over(self.state.view(self.seat), self.news(self.seat))

    def asked(self) -> list[int]:
        """Whom to ask next: the seats that are waited for; else, in free time, everybody who may act. Clockwise from
        who acted last, so that nobody is left out."""
        requests = self.state.requests()
        waited = [r.seat for r in requests if r.binds != "may"]
        if not waited and not any(r.sealed for r in requests):
            waited = [r.seat for r in requests]
        return sorted(set(waited), key=lambda seat: (seat - self.last - 1) % self.state.seats)

    def act(self, seat: int) -> bool:
        """Lets a seat act, if it wants to or must; whether it did."""
        if seat != self.seat:
            answer = ask(self.bots[seat], self.state, seat, self.news(seat))
            move = None if answer is None else answer.move
        else:
            must = any(r.seat == seat and r.binds == "must" for r in self.state.requests())
            alone = self.asked() == [seat] and not self.state.timers()
            menu = self.state.menu(seat)
            move = self.player.decide(self.state.view(seat), self.news(seat), menu, not (must or alone))
        if move is not None:
            self.make(seat, move)
        return move is not None

    def go_on(self) -> None:
        """Nobody acts: a timer runs out, windows first; where none runs, the house plays for a bot."""
        timers = sorted(self.state.timers(), key=lambda t: (t.kind != "window", t.seconds))
        if timers:
            return self.make(CLOCK, Expire(timers[0].name))
        waited = [r for r in self.state.requests() if r.binds != "may"]
        request = next((r for r in waited if r.seat != self.seat), None)
        if request is None:
            raise Trouble("nobody can go on in this game: its rules wait for nobody", 1)
        self.make(request.seat, self.state.default(request))

    def make(self, actor: int, move: Move) -> None:
        """Makes a move and tells it."""
        self.last = actor if actor >= 0 else self.last
        self.tell(self.state.play(actor, move))
        self.entries.append(Entry(len(self.entries), 0, actor, Raw(encode(move))))

    def tell(self, told: Told) -> None:
        """Keeps for every seat what it hears."""
        for audience, event in told:
            for seat, unheard in enumerate(self.unheard):
                if hears(audience, seat):
                    unheard.append(event)

    def news(self, seat: int) -> list[Event]:
        """What a seat has not heard yet; now it has."""
        news, self.unheard[seat] = self.unheard[seat], []
        return news
