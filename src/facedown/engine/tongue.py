"""Languages. Everything is written in English; a catalogue of gettext (`LANGUAGE.po`, the house's in `languages/`, a
game's in its own folder) says it in another language. English has no catalogue and costs nothing.

Texts that somebody reads at once are made with `say`. Rules know no reader: what they refuse is an English sentence,
and so is what the house keeps in its log. The catalogue knows these by their form (`{name} paused the game.`), and
`again` says them anew."""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, Protocol

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""The languages of pages, by their own names. The first is the one that everything is written in."""
HOUSE = Path(__file__).parent.parent / "languages"
PLACE = re.compile(r"\{(\w+)\}")
"""Where a value stands in a message."""
SENTENCES = ("what", "why", "option")
"""Places that hold a text of ours; all others hold names, numbers and what people wrote, which nobody translates."""
CARDS = ("card", "gave", "took", "threw", "drew")
"""Places that hold a card as the game calls it."""
NO_WORDS: Mapping[str, str] = {}
KEPT = 4000
"""Sentences that were said again and are kept at most."""


def marked(text: str) -> str:
    """A text that is said later: it is marked here for the catalogues, and stays as it is."""
    return text


AND, THEN = marked("{names} and {last}"), " and "


class Say(Protocol):
    """Says a message with its values put in place."""

    def __call__(self, text: str, /, **values: Any) -> str: ...


class Tongue:
    """One language, as far as a catalogue knows it. What it does not know stays English.

    >>> ENGLISH.say("{name} is away", name="Ann"), ENGLISH.many("{n} card", "{n} cards", 2)
    ('Ann is away', '2 cards')
    """

    def __init__(
        self,
        language: str = "en",
        found: gettext.NullTranslations | None = None,
        ids: Iterable[str] = (),
        words: Mapping[str, str] = NO_WORDS,
    ):
        self.language, self._words = language, words
        self._found = found or gettext.NullTranslations()
        self._read: Callable[[str], str] = found.gettext if found else str
        self._ids = tuple(ids)
        self._forms: list[tuple[re.Pattern[str], str]] | None = None
        self._kept: dict[str, str] = {}

    def say(self, text: str, /, **values: Any) -> str:
        """A message with its values put in place."""
        said = self._read(text)
        return said.format_map(values) if values else said

    def many(self, one: str, many: str, n: int, /, **values: Any) -> str:
        """A message that differs by a number, which stands at `{n}`."""
        return self._found.ngettext(one, many, n).format(n=n, **values)

    def word(self, key: str, text: str) -> str:
        """A word that pages write for `key`: the same in English may need two words elsewhere."""
        return self._found.pgettext(key, text) if text else text

    def listed(self, names: Sequence[str]) -> str:
        """Names in a sentence.

        >>> ENGLISH.listed(["Ann", "Ben", "Cleo"]), ENGLISH.listed([])
        ('Ann, Ben and Cleo', 'nobody')
        """
        if len(names) > 1:
            return self.say(AND, names=", ".join(names[:-1]), last=names[-1])
        return names[0] if names else self.say("nobody")

    def again(self, text: str) -> str:
        """An English text that was made without a reader."""
        if self.language == "en" or not text:
            return text
        known = self._kept.get(text)
        if known is None:
            if len(self._kept) >= KEPT:
                self._kept.clear()
            known = self._kept[text] = self._again(text)
        return known

    def _again(self, text: str) -> str:
        if (said := self._found.gettext(text)) != text:
            return said
        if self._forms is None:
            spoken = sorted(filter(tells, self._ids), key=lambda id: (-len(PLACE.sub("", id)), id))
            self._forms = [(form(id), id) for id in spoken]
        for pattern, id in self._forms:
            if found := pattern.fullmatch(text):
                return self.say(id, **{place: self._value(place, v) for place, v in found.groupdict().items()})
        return text

    def _value(self, place: str, text: str) -> str:
        if place in SENTENCES:
            return self.again(text)
        if place in CARDS:
            colour, _, rest = text.partition(" ")
            return self._words.get(text) or f"{self._words.get(colour, colour)} {rest}".strip()
        if place != "names":
            return text
        before, found, last = text.rpartition(THEN)
        names = [*before.split(", "), last] if found else [text]
        return self.listed([self.say("you") if name == "you" else name for name in names])


ENGLISH = Tongue()


def tells(text: str) -> bool:
    """Whether a message with places is known by its form: it says enough by itself.

    >>> tells("{name} paused the game."), tells("{colour} {value}")
    (True, False)
    """
    letters = sum(map(str.isalpha, PLACE.sub("", text)))
    return "{" in text and (letters >= 12 or (letters >= 3 and text[-1] in ".!?"))


def form(text: str) -> re.Pattern[str]:
    """What a message looks like with values in its places.

    >>> form("{name} paused the game.").fullmatch("Ann paused the game.")["name"]
    'Ann'
    """
    *parts, last = PLACE.split(text)
    pieces, seen = "", set[str]()
    for fixed, place in zip(parts[::2], parts[1::2], strict=True):
        pieces += re.escape(fixed) + (f"(?P={place})" if place in seen else f"(?P<{place}>.*?)")
        seen.add(place)
    return re.compile(pieces + re.escape(last), re.DOTALL)


@lru_cache(maxsize=64)
def tongue(language: str, folder: Path | None = None) -> Tongue:
    """A language: what a folder's catalogue says in it, beside what the house's does. A folder without one has English
    texts of its own."""
    house, ids, _ = _read(HOUSE / f"{language}.po")
    if folder is None or not (folder / f"{language}.po").exists():
        return Tongue(language, house, ids)
    own, more, words = _read(folder / f"{language}.po")
    own.add_fallback(house)
    return Tongue(language, own, (*more, *ids), words)


def _read(file: Path) -> tuple[gettext.NullTranslations, tuple[str, ...], Mapping[str, str]]:
    """A catalogue, compiled in memory, the ids of its messages, and its words, which are those with a context."""
    if not file.exists():
        return gettext.NullTranslations(), (), NO_WORDS
    from babel.messages.mofile import write_mo  # English does without
    from babel.messages.pofile import read_po

    with file.open("rb") as source:
        catalogue = read_po(source, locale=file.stem)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    ids = {one for message in catalogue if message.id for one in _each(message.id) if message.string}
    words = {str(message.id): str(message.string) for message in catalogue if message.context and message.string}
    return gettext.GNUTranslations(compiled), tuple(ids), words


def _each(id: Any) -> tuple[str, ...]:
    return (id,) if isinstance(id, str) else tuple(id)
