"""The box of ito: `edition.toml`, field by field. The themes stand in `themes.toml`, the number words of each language
in `guard/`; both are read with it, as its fields `themes` and `guard`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from facedown.engine import Edition, EditionError
from facedown.engine.edition import make_edition

from .words import END, THEME

Words = tuple[str, ...]
ADULT = 18
"""From this age mark on a theme stands on a pink card (A-I03)."""


class Theme(Struct, frozen=True, forbid_unknown_fields=True):
    """A side of a theme card: what is compared, and what its 1 and its 100 are (I-014)."""

    text: Annotated[str, Meta(min_length=1, max_length=THEME)]
    low: Annotated[str, Meta(min_length=1, max_length=END)]
    high: Annotated[str, Meta(min_length=1, max_length=END)]
    kind: Literal["size", "liking", "feeling", "role", "situation", "skill"] = "situation"
    age: Annotated[int, Meta(ge=3, le=18)] = 8
    words: Words = ()


class Language(Struct, frozen=True, forbid_unknown_fields=True):
    """The number words of a language (guard, step 3): `words`, those that count only as the whole text or right after a
    trigger (step 5), and phrases that never count. `digits`: zero to nine, as they are said next
    to each other. After a number, a word of `beyond` makes it larger than 100.
    A word is written as it is said, with blanks where it may be cut; each `~` in it stands for one of the `endings`, in
    turn. Without `blanks` an entry counts wherever it stands; but one ideograph before another one that is none of the
    `counters` is part of a word."""

    words: dict[str, Words]
    alone: dict[str, Words]
    never: Words
    triggers: Words
    beyond: Words = ()
    endings: Words = ("",)
    digits: Words = ()
    blanks: bool = True
    counters: Words = ()

    def faults(self) -> Iterator[str]:
        """What must hold: numbers from 0 to 100, each word once."""
        for listed in (self.words, self.alone):
            for number in listed:
                if not (number.isascii() and number.isdigit() and int(number) <= 100):
                    yield f"{number} is no number from 0 to 100"


class ItoEdition(Edition, frozen=True):
    """What the box prints; seconds for the limits."""

    cards: Annotated[int, Meta(ge=10)]
    lives: Annotated[int, Meta(ge=1)]
    stages: Annotated[int, Meta(ge=1)]
    momo: Annotated[int, Meta(ge=1)]
    drawn: Annotated[int, Meta(ge=1)]
    limits: Annotated[tuple[Annotated[int, Meta(ge=1)], ...], Meta(min_length=1)]
    leads: Annotated[int, Meta(ge=2)]
    themes: tuple[Theme, ...]
    guard: dict[str, Language]
    assumed: dict[str, str] = field(default_factory=dict)

    def faults(self) -> Iterator[tuple[str, str]]:
        """I-004, A-I02: enough theme cards to draw; of each language the numbers are numbers."""
        everyday = sum(theme.age < ADULT for theme in self.themes)
        if everyday < 2 * self.drawn:
            yield "themes", f"{everyday} themes are too few: a stage draws {self.drawn} cards of two"
        for name, language in self.guard.items():
            for reason in language.faults():
                yield f"guard.{name}", reason


def read(folder: Path, overlay: Mapping[str, Any] | None = None) -> ItoEdition:
    """The edition in this folder, with an overlay on top. Raises EditionError."""
    files = [folder / "edition.toml", folder / "themes.toml", *sorted((folder / "guard").glob("*.toml"))]
    box, themes, *languages = map(_parse, files)
    guard = {path.stem: language for path, language in zip(files[2:], languages, strict=True)}
    return make_edition({**box, **themes, "guard": guard}, ItoEdition, overlay, "edition.toml")


def _parse(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as e:
        raise EditionError(path.name, "", f"cannot be read ({e.strerror})") from e
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as e:
        raise EditionError(path.name, "", f"is not TOML: {e}") from e


def theme_cards(themes: tuple[Theme, ...], adult: bool) -> list[tuple[Theme, ...]]:
    """I-004: the double-sided cards, everyday sides together and pink sides together; without the pink ones unless
    `adult` (A-I03). A side that is left over has a card of its own."""
    cards = []
    for pink in (False, True)[: 1 + adult]:
        sides = [theme for theme in themes if (theme.age >= ADULT) == pink]
        cards += [tuple(sides[at : at + 2]) for at in range(0, len(sides), 2)]
    return cards
