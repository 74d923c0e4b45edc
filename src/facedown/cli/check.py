"""`check`: the laws of contract and secrecy, over random games and from where the game's scenarios start."""

from __future__ import annotations

from typing import Any

import facedown
from facedown.engine import Game, State
from facedown.engine.laws import Broken, Report, check
from facedown.engine.scenario import opening_states, read

from .reading import read_options
from .screen import Screen, emit, progress


def check_laws(name: str, games: int, seats: int | None, options: str, seed: int, json: bool) -> int:
    """Holds the game to every law, at one number of seats or at each; 1 at the first that is broken. Raises
    UnknownGame, Refused, Trouble."""
    game = facedown.game(name)
    counts = list(game.seats) if seats is None else [seats]
    chosen = [game.read_options(read_options(game, options), count) for count in counts]
    starts = [] if options else starts_of(game)
    screen = Screen()
    reports: list[Report] = []
    try:
        for count, there in zip(counts, chosen, strict=True):
            report = _check(game, count, there, games, seed, [state for state in starts if state.seats == count])
            reports.append(report)
            if not json:
                screen.say("\n".join(report.lines()))
    except Broken as broken:
        if json:
            emit({"ok": False, "reports": reports, "broken": {"sentence": broken.sentence, **_place(broken)}})
        else:
            screen.say(f"BROKEN {broken}")
        return 1
    if json:
        emit({"ok": True, "reports": reports, "broken": None})
    return 0


def _check(game: Game[Any], seats: int, options: Any, games: int, seed: int, starts: list[State]) -> Report:
    with progress(f"{seats} seats", games + len(starts)) as done:
        return check(game, seats, options, games, seed=seed, starts=starts, on_progress=lambda n, every: done(n))


def _place(broken: Broken) -> dict[str, Any]:
    return {name: getattr(broken, name) for name in ("law", "game", "seats", "seed", "index", "step", "viewer")}


def starts_of(game: Game[Any]) -> list[State]:
    """The positions from which the scenarios in the game's folder start. Raises Malformed."""
    folder = game.folder / "scenarios" if game.folder else None
    files = sorted(folder.glob("*.yaml")) if folder and folder.is_dir() else []
    return [state for file in files for state in opening_states(read(file.read_text("utf-8"), file.name), game)]
