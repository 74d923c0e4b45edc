"""Themes in words: those that a host brings, and those of the box as each reader reads them."""

from __future__ import annotations

from collections.abc import Iterable

from facedown.engine import EditionError, Tongue, marked

from .edition import Theme
from .rules.reading import tidy, unreadable
from .words import END, THEME, ThemeView

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


def labels(themes: Iterable[Theme]) -> dict[str, str]:
    """What a catalogue says of each theme of the box: it, and its ends.

    >>> labels([Theme("Loudness", "the quietest", "the loudest")])["theme.Loudness.low"]
    'the quietest'
    """
    return {key: text for theme in themes for key, text in _parts(theme)}


def in_words(themes: Iterable[Theme], tongue: Tongue) -> dict[ThemeView, ThemeView]:
    """The themes of the box, and how they read in another language; English ones stand in it as they are."""
    if tongue.language == "en":
        return {}
    return {
        ThemeView(theme.text, theme.low, theme.high): ThemeView(*[tongue.word(*part) for part in _parts(theme)])
        for theme in themes
    }


def _parts(theme: Theme) -> tuple[tuple[str, str], ...]:
    """A theme and its ends, with the keys of a catalogue."""
    key = f"theme.{theme.text}"
    return (key, theme.text), (f"{key}.low", theme.low), (f"{key}.high", theme.high)
