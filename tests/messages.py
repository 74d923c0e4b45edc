"""Every text of ours that people read on pages, as the catalogues of languages must hold it: read from the sources and,
for tables of words, from the games themselves. `python -m tests.messages` (`make messages`) brings the catalogues up to
date: new messages are added without a translation, those that are not said any more go.

In Python a message is the first text of `say`, `many`, `marked` and `word`, or a sentence in what refuses or is noted:
there an f-string is read with its names as places."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

import facedown
from facedown.bots import bot_kinds
from facedown.engine import LANGUAGES, Game
from facedown.engine.page import Page
from facedown.engine.tongue import HOUSE
from facedown.web.baking import messages, script_messages
from facedown.web.designed import load
from facedown.web.options import UNITS
from facedown.web.plain import COLOURS

SOURCE = Path(facedown.__file__).parent
SAYS = {"say", "many", "marked"}
"""What says a message, its first argument."""
FAULTS = {"Refusal", "refused", "_unfit", "_illegal", "_wrong", "_not_now", "Problem", "note", "hosting"}
"""What takes English sentences that are said again in other languages."""
VOICES = {"told", "between"}
"""What takes the versions of a sentence, of which one reader gets one."""
HOUSE_PARTS = ("engine", "table", "web")
ENGLISH_ALONE = {
    *("given.py", "ceiling.py", "drawing.py", "record.py", "edition.py"),
    *("server.py", "stage.py", "metrics.py", "thinkers.py", "worker.py", "connection.py", "websocket.py"),
}
"""Files whose sentences no page shows: the scenario language, the terminal, programs, who starts a server."""


class Id(NamedTuple):
    """A message: its text, or two for one and many, and the key of a word."""

    text: str | tuple[str, str]
    key: str | None = None


class Unclear(ValueError):
    """A message that cannot be read from the source."""


def of_python(file: Path, says: Collection[str] = SAYS, faults: Collection[str] = FAULTS | VOICES) -> Iterator[Id]:
    """The messages of a module. `says`, `faults`: what takes messages there, and what takes sentences. Raises
    Unclear."""
    tree = ast.parse(file.read_text("utf-8"))
    kept: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    kept.setdefault(target.id, []).append(node.value)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            where = f"{file.relative_to(SOURCE)}:{node.lineno}"
            if name == "many" and name in says:
                one, many = (next(texts(arg, {}, where)) for arg in node.args[:2])
                yield Id((one, many))
            elif name in says and node.args:
                yield from map(Id, texts(node.args[0], {}, where))
            elif name in faults or (name == "cls" and len(node.args) > 2):
                for arg in node.args:
                    yield from (Id(text) for text in texts(arg, kept, where) if " " in text)


def texts(node: ast.expr, kept: dict[str, list[ast.expr]], where: str) -> Iterator[str]:
    """The texts that an expression may be. Raises Unclear."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=values):
            yield "".join(str(v.value) if isinstance(v, ast.Constant) else f"{{{place(v, where)}}}" for v in values)
        case ast.IfExp(body=body, orelse=orelse):
            yield from texts(body, kept, where)
            yield from texts(orelse, kept, where)
        case ast.Tuple(elts=several):
            for one in several:
                yield from texts(one, kept, where)
        case ast.Subscript(value=value):
            yield from texts(value, kept, where)
        case ast.Call(func=ast.Attribute(value=value, attr="strip")):
            yield from texts(value, kept, where)
        case ast.Name(id=id):
            for value in kept.get(id, ()):
                yield from texts(value, {}, where)


def place(node: ast.expr, where: str) -> str:
    """What a value in an f-string is called."""
    assert isinstance(node, ast.FormattedValue)
    match node.value:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    raise Unclear(f"{where}: give a name to {ast.unparse(node.value)}, which stands in a message")


def noted(ids: Iterable[Id]) -> Iterator[Id]:
    """What is noted of somebody is told to themselves with "You"."""
    for id in ids:
        if isinstance(id.text, str) and id.text.startswith("{name} "):
            yield Id("You" + id.text.removeprefix("{name}"))


@cache
def of_house() -> set[Id]:
    """Every message of the house."""
    found: set[Id] = set()
    for part in HOUSE_PARTS:
        for file in sorted((SOURCE / part).rglob("*.py")):
            if file.name in ENGLISH_ALONE or file.parent.name == "api":
                continue
            found |= set(of_python(file)) | set(noted(of_python(file, (), {"note"})))
    for file in sorted((SOURCE / "web/templates").glob("*.html")):
        found |= set(map(Id, messages(file.read_text("utf-8"))))
    found |= set(map(Id, script_messages()))
    found |= {Id(colour, "ink") for colour in COLOURS} | {Id(unit, "unit") for unit in UNITS}
    return found | {Id("a an card", "filler"), Id("You Your", "you")}


@cache
def of_game(game: Game[Any]) -> set[Id]:
    """Every message of a game that its own folder has."""
    assert game.folder is not None
    words = {**game.words, **game.labels()}
    found = {Id(text, key) for key, text in words.items() if text} | {Id(game.blurb, "blurb")}
    for kind in bot_kinds(game):
        found |= {Id(kind.name, f"bot.{kind.name}"), Id(kind.says, f"bot.{kind.name}.says")}
    for file in sorted(game.folder.rglob("*.py")):
        if file.name not in ENGLISH_ALONE and "bots" not in file.relative_to(game.folder).as_posix():
            found |= set(of_python(file))
    for file in sorted((game.folder / "page").glob("*.html")):
        found |= set(map(Id, messages(file.read_text("utf-8"))))
    page = load(game)
    if page is not None:
        found |= set(of_page(page))
    return found - of_house()


def of_page(page: Page) -> Iterator[Id]:
    """What a game's page says by itself."""
    yield Id(page.stage_label)

    def each(steps: Any) -> Iterator[Id]:
        if isinstance(steps, str):
            yield Id(steps)
        elif isinstance(steps, list):
            for step in steps:
                yield from each(step)
        else:
            for name, said in steps.items():
                yield from each(said) if name != "of" else ()

    yield from each(page.steps)


def game_of(name: str) -> Game[Any]:
    """A game of this project by its id, whatever else is installed."""
    found: Game[Any] = import_module(f"facedown.games.{name.replace('-', '_')}").game
    return found


def games() -> list[Game[Any]]:
    """The games of this project."""
    return [game_of(folder.name) for folder in sorted((SOURCE / "games").glob("[a-z]*")) if folder.is_dir()]


@cache
def wanted() -> dict[Path, set[Id]]:
    """Each catalogue that there is, and the messages it must hold."""
    found = {HOUSE / f"{language}.po": of_house() for language in LANGUAGES if language != "en"}
    for game in games():
        assert game.folder is not None
        for language in LANGUAGES:
            if (file := game.folder / f"{language}.po").exists():
                found[file] = of_game(game)
    return found


def read(file: Path) -> Catalog:
    """A catalogue as it is."""
    with file.open("rb") as source:
        return read_po(source, locale=file.stem)


def key_of(message: Any) -> Id:
    """A message of a catalogue."""
    return Id(message.id if isinstance(message.id, str) else tuple(message.id), message.context)


def update(file: Path, ids: set[Id]) -> None:
    """Writes a catalogue anew: what is translated stays, what is not said goes, what is new waits for a translation."""
    old = {key_of(m): m.string for m in read(file)} if file.exists() else {}
    new = Catalog(locale=file.stem)
    for id in sorted(ids, key=lambda id: (id.key is not None, id.key or "", str(id.text))):
        new.add(id.text, old.get(id, ""), context=id.key)
    with file.open("wb") as target:
        write_po(target, new, width=110, omit_header=True, sort_output=False)


if __name__ == "__main__":
    for file, ids in wanted().items():
        update(file, ids)
