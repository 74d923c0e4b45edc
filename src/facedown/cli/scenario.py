"""`scenario`: conformance scenarios from files, each with where it fails, what was expected and what was found."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

import facedown
from facedown.engine import catalogue
from facedown.engine.scenario import Malformed, Result, ScenarioFile, read, run_all

from .errors import Trouble
from .screen import Screen, emit, progress


def run_scenarios(paths: list[Path], json: bool) -> int:
    """Runs every scenario of these files and folders, and of the folders of titles like `my_game:game`, which need not
    be installed; 1 if one fails. Raises Trouble, UnknownGame, OSError."""
    started = monotonic()
    try:
        files = [_read(path) for path in files_in([_folder(path) for path in paths])]
        results = _run(files)
    except Malformed as error:
        raise Trouble(str(error)) from error
    failed = [result for result in results if not result.ok]
    scenarios = sum(len(file.scenarios) for file in files)
    if json:
        emit({
            "files": len(files), "scenarios": scenarios, "runs": len(results), "failed": len(failed), "results": results
        })  # fmt: skip
    else:
        screen = Screen({r"\bFAILS\b": "bold red"})
        for result in failed:
            screen.say(result.line())
        screen.say(
            f"{scenarios - len(failed)} of {scenarios} scenarios hold "
            f"({len(results)} runs, {monotonic() - started:.1f} s)."
        )
    return 1 if failed else 0


def _run(files: list[ScenarioFile]) -> list[Result]:
    results = []
    with progress("scenarios", sum(len(file.scenarios) for file in files)) as done:
        every = (runs for file in files for runs in run_all(file, facedown.game(file.game)))
        for n, runs in enumerate(every, 1):
            results += runs
            done(n)
    return results


def _folder(path: Path) -> Path:
    """A path as it is; of a title the folder with its scenarios. Raises Trouble, UnknownGame."""
    if path.exists() or ":" not in path.name:
        return path
    game = facedown.game(str(path))
    catalogue.add(game)
    folder = game.folder / "scenarios" if game.folder else None
    if folder is None or not folder.is_dir():
        raise Trouble(f"{game.name} has no folder of scenarios")
    return folder


def files_in(paths: list[Path]) -> list[Path]:
    """The scenario files at these paths; of folders all that end in .yaml or .yml, at any depth. Raises Trouble."""
    files: list[Path] = []
    for path in paths:
        found = sorted(f for f in path.rglob("*") if f.suffix in (".yaml", ".yml")) if path.is_dir() else [path]
        if not found:
            raise Trouble(f"there is no scenario file in {path}")
        files += found
    return files


def _read(path: Path) -> ScenarioFile:
    try:
        file = read(path.read_text("utf-8"), str(path))
    except UnicodeDecodeError:
        raise Malformed(f"{path}: not a text") from None
    if file.game not in facedown.names():
        raise Malformed(f"{path}: there is no game called {file.game} (there are: {', '.join(facedown.names())})")
    return file
