"""Themes in words: those that a host brings, and those of the box as each reader reads them."""

from __future__ import annotations

from collections.abc import Iterable

from facedown.engine import EditionError, Tongue, marked

from .edition import Theme
from .rules.reading import tidy, unreadable
from .words import END, THEME, ThemeView

ENDS = " | "
"""Between a theme and its ends, in a file of a host and in the catalogues."""
PARTS = (
    (
        THEME,
        marked("the theme is missing: write theme | low end | high end"),
        marked("the theme is too long: at most {most} letters"),
        marked("the theme cannot be read: it has signs that nobody can see, or that pile up"),
    ),
    (
        END,
        marked("the low end is missing: write theme | low end | high end"),
        marked("the low end is too long: at most {most} letters"),
        marked("the low end cannot be read: it has signs that nobody can see, or that pile up"),
    ),
    (
        END,
        marked("the high end is missing: write theme | low end | high end"),
        marked("the high end is too long: at most {most} letters"),
        marked("the high end cannot be read: it has signs that nobody can see, or that pile up"),
    ),
)
"""How long each part of a theme may be, and what may be wrong with it."""
MORE = marked("there is more than a theme and its two ends")


def read_themes(text: str, file: str = "themes") -> tuple[Theme, ...]:
    """A host's own themes: one a line, as `theme | its low end | its high end`; `#` begins a remark. Raises
    EditionError, with the line.

    >>> [theme.high for theme in read_themes("# ours\\nThings in a bag | light | heavy")]
    ['heavy']
    """
    themes = []
    for n, line in enumerate(text.splitlines(), 1):
        if not tidy(line) or tidy(line).startswith("#"):
            continue
        parts = list(map(tidy, line.split("|")))
        reason = _fault(parts)
        if reason:
            raise EditionError(file, f"line {n}", reason)
        theme, low, high = parts
        themes.append(Theme(theme, low, high))
    return tuple(themes)


def _fault(parts: list[str]) -> str:
    """Why this is no theme; nothing if it is one."""
    for (most, missing, long, unclear), part in zip(PARTS, [*parts, "", ""], strict=False):
        if not part:
            return missing
        if len(part) > most:
            return long.format(most=most)
        if unreadable(part):
            return unclear
    return MORE if len(parts) > len(PARTS) else ""


def listed(theme: Theme) -> str:
    """A theme of the box as one message, so that whoever translates it has all of it before them.

    >>> listed(Theme("Loudness", "the quietest", "the loudest"))
    'Loudness | the quietest | the loudest'
    """
    return ENDS.join((theme.text, theme.low, theme.high))


def in_words(themes: Iterable[Theme], tongue: Tongue) -> dict[ThemeView, ThemeView]:
    """The themes of the box, and how they read in another language; English ones stand in it as they are."""
    found = {}
    if tongue.language != "en":
        for theme in themes:
            text, low, high = tongue.word(key(theme), listed(theme)).split(ENDS)
            found[ThemeView(theme.text, theme.low, theme.high)] = ThemeView(text, low, high)
    return found


def key(theme: Theme) -> str:
    """Under which word a catalogue has a theme."""
    return f"theme.{theme.text}"
