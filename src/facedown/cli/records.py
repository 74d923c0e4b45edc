"""`replay` and `verify`: a recorded game as one viewer saw it, and whether it was dealt and played as it says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

import facedown
from facedown.engine import (
    CLOCK,
    Game,
    Header,
    Record,
    RecordError,
    Tampered,
    commitment,
    fair_key,
    fingerprint,
    noticed,
    viewer_name,
)
from facedown.engine.chance import NONCE

from .reading import load_record, read_viewer
from .screen import Screen, emit

MARKS = {True: "ok  ", False: "FAIL", None: "--  "}


class Step(Struct):
    """What one viewer got at one position. `n`, `actor` and `move` are None where they are not this viewer's to know:
    the archive has all, a seat its own moves, and everybody else only what was told. At the deal there is none."""

    n: int | None
    actor: int | None
    move: Any
    events: list[Any]
    view: Any


def replay_record(path: Path, viewer: str, json: bool) -> int:
    """Prints the game as `viewer` saw it, position by position. Raises RecordError, UnknownGame, Trouble, OSError."""
    record = load_record(path)
    header = record.header
    game = facedown.game(header.game)
    who = read_viewer(viewer, header.seats)
    steps = list(steps_of(game, record, who))
    if json:
        for step in steps:
            emit(step)
        return 0
    screen = Screen(game.inks)
    ended = "" if record.end is not None else ", not finished"
    screen.say(f"{game.name}, {header.seats} players: {', '.join(header.names)}; as {_viewer(who, header)}{ended}.")
    you = who if who < header.seats else None
    for step in steps:
        lines = [line for event in step.events if (line := game.sentence(event, header.names, you))]
        if not lines and step.actor is not None:
            lines = [f"{_actor(step.actor, header)}: {bytes(step.move).decode()}"]
        for i, line in enumerate(lines):
            screen.say(f"{'' if step.n is None or i else step.n:>4}  {line}")
    screen.say()
    screen.say(game.text(step.view))
    return 0


def steps_of(game: Game[Any], record: Record, viewer: int) -> Iterator[Step]:
    """The positions of a record that this viewer noticed: an entry that changed nothing for it is not counted, for
    even that somebody moved may be a secret. Raises RecordError."""
    for n, step in enumerate(noticed(game.positions(record), viewer), -1):
        entry = record.entries[step.at - 1] if step.own else None
        actor, move = (entry.actor, entry.move) if entry else (None, None)
        yield Step(n if step.at else None, actor, move, list(step.events), step.view)


def verify_record(path: Path, json: bool) -> int:
    """Prints each check as a line, and the fingerprint, which only a person can compare; 1 if a check fails. Raises
    RecordError, UnknownGame, OSError."""
    checks = list(checks_of(path))
    good = all(check.ok is not False for check in checks)
    shown = "" if checks[0].ok is False else fingerprint(load_record(path).header.commitment)
    if json:
        emit({"record": str(path), "ok": good, "fingerprint": shown, "checks": checks})
    else:
        screen = Screen({r"^ok\b": "green", r"^FAIL\b": "bold red", r"^--": "dim"})
        for check in checks:
            screen.say(f"{MARKS[check.ok]} {check.check}: {check.says}")
        if shown:
            screen.say(f"The fingerprint in this record is {shown}")
            screen.say("Compare it with the one that the table's page showed under Fair dealing before the game.")
    return 0 if good else 1


class Check(Struct):
    """One thing that was looked at: it holds, it fails, or (None) the record claims nothing about it."""

    check: str
    ok: bool | None
    says: str


def checks_of(path: Path) -> Iterator[Check]:
    """What can be checked of a record, until something fails that the rest stands on."""
    try:
        record = load_record(path)
    except Tampered as error:
        yield Check("digest", False, str(error))
        return
    header, end = record.header, record.end
    if end is None:
        yield Check("digest", False, "the last line is missing: the game was not over, or the record is cut off")
    else:
        yield Check("digest", True, f"{end.end} entries, unchanged since they were written")
    try:
        yield from _dealing(header)
    except ValueError:
        yield Check("key", False, "seed or additions are not hexadecimal")
        return
    yield from _moves(facedown.game(header.game), record)


def _dealing(header: Header) -> Iterator[Check]:
    if not header.commitment:
        yield Check("commitment", None, "none was shown when this table opened")
    elif not header.seed:
        yield Check("commitment", False, "the seed is not opened")
    else:
        same = commitment(header.table, bytes.fromhex(header.seed)) == header.commitment
        yield Check("commitment", same, f"SHA-256 of the opened seed is {'' if same else 'not '}what was shown")
    if not header.seed:
        yield Check("key", None, "given as it is; nobody could add to it")
        return
    nonces = header.nonces
    if len(nonces) != header.seats or any(len(nonce) != 2 * NONCE for nonce in nonces):
        yield Check("key", False, f"it needs {NONCE} bytes of each of the {header.seats} seats")
        return
    key = fair_key(bytes.fromhex(header.seed), [bytes.fromhex(nonce) for nonce in nonces]).hex()
    same = header.key in ("", key)
    says = "follows from the seed and what each seat added" if same else "does not follow from the seed and the seats"
    yield Check("key", same, says)


def _moves(game: Game[Any], record: Record) -> Iterator[Check]:
    played, outcome = -1, None
    try:
        for state, _, _ in game.positions(record):
            played += 1
            outcome = state.outcome()
    except RecordError as error:
        yield Check("moves", False, str(error))
        return
    yield Check("moves", True, f"dealt again, and all {played} moves are legal in turn")
    if record.end is None:
        return
    if record.end.cancelled and outcome is None:
        yield Check("outcome", True, f"the host ended the game after {played} moves, and nobody won")
        return
    yield Check("outcome", outcome is not None, outcome.why if outcome else "the moves do not end the game")


def _actor(actor: int, header: Header) -> str:
    return header.names[actor] if actor >= 0 else "the clock" if actor == CLOCK else "the house"


def _viewer(viewer: int, header: Header) -> str:
    return f"{header.names[viewer]} (seat {viewer})" if viewer < header.seats else f"the {viewer_name(viewer)}"
