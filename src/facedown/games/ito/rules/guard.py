"""The number guard (A-I07): which numbers a text says, in digits of any script, in the number words of the table's
languages, and as Roman numerals. What follows from it stands in `announce`; the words stand in `guard/*.toml`."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ..edition import Language

LEAST, MOST = 1, 100
"""Step 6: whatever else is said says nothing."""
SIGNS = {"🔟": "10", "💯": "100", "№": "no.", "nº": "no.", "n°": "no.", "n.º": "no.", "n.°": "no."}
LIKE = {"·": ".", "・": ".", "•": ".", "\u2212": "-", "\u2044": "/"}
KEPT = 2048
"""Texts whose numbers are kept."""
TOKEN = re.compile(r"\d+|[^\W\d_]+")
ROMAN = re.compile(r"(?<![^\W_])(?=[IVXLC]{2})(C?(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3}))(?![^\W_])")
VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


class Token(NamedTuple):
    """A run of letters or of digits, and what stands between it and the one before."""

    text: str
    gap: str
    start: int


def plain(text: str) -> str:
    """Step 1, with capitals and accents kept: NFKC, digits as digits, nothing unseen, no marks that pile up."""
    for sign, means in SIGNS.items():
        text = text.replace(sign, means)
    return "".join(map(_sign, unicodedata.normalize("NFKC", text)))


def _sign(c: str) -> str:
    kind = unicodedata.category(c)
    if kind in ("Nd", "No") and (value := unicodedata.numeric(c)) == int(value):
        return str(int(value))
    if kind in ("Mn", "Me", "Cf"):
        return ""
    return LIKE.get(c, "-" if kind == "Pd" else c)


def fold(text: str) -> str:
    """Lower case, Latin letters without accents, katakana as hiragana.

    >>> fold("Fünfunddreißig"), fold("ヨン")
    ('funfunddreissig', 'よん')
    """
    return "".join(map(_folded, text.casefold()))


@lru_cache(4096)
def _folded(c: str) -> str:
    if "ァ" <= c <= "ヶ":
        return chr(ord(c) - 0x60)
    letter = unicodedata.normalize("NFD", c)[0]
    return letter if "LATIN" in unicodedata.name(letter, "") else c


class Guard:
    """The number words of some languages, to be looked for in texts.

    >>> sorted(Guard([]).numbers("it's 4 8, or XLVIII"))
    [4, 8, 48]
    """

    def __init__(self, languages: Iterable[Language]) -> None:
        spaced: list[Language] = []
        solid: list[Language] = []
        for language in languages:
            (spaced if language.blanks else solid).append(language)
        self.spaced, self.solid = Spaced(spaced), Solid(solid)
        self._kept: dict[str, frozenset[int]] = {}

    def numbers(self, text: str) -> frozenset[int]:
        """Steps 1 to 6: the numbers from 1 to 100 that a text says. What was read lately is not read again."""
        if text not in self._kept:
            if len(self._kept) >= KEPT:
                self._kept.clear()
            kept = plain(text)
            said = {*romans(kept), *self.spaced.numbers(kept), *self.solid.numbers(fold(kept))}
            self._kept[text] = frozenset(number for number in said if LEAST <= number <= MOST)
        return self._kept[text]


def romans(kept: str) -> Iterator[int]:
    """Step 4: by themselves, in capitals, two letters at least."""
    for match in ROMAN.finditer(kept):
        values = [VALUES[letter] for letter in match[1]]
        yield sum(-v if v < after else v for v, after in zip(values, [*values[1:], 0], strict=True))


def joined(digits: Sequence[str]) -> Iterator[int]:
    """Step 2 and 3: what digits next to each other say together, each run of them."""
    for first in range(len(digits)):
        for after in range(first + 2, len(digits) + 1):
            text = "".join(digits[first:after]).lstrip("0")
            if len(text) > len(str(MOST)):
                break
            yield int(text or 0)


def table(words: Mapping[str, Sequence[str]], endings: Sequence[str]) -> dict[tuple[str, ...], set[int]]:
    """Words by their parts, with each ending; where a word may be cut it may also be written as one."""
    found: dict[tuple[str, ...], set[int]] = {}
    for number, names in words.items():
        for name in {fold(name.replace("~", ending)) for name in names for ending in endings}:
            for key in _cuts(name.split()):
                found.setdefault(key, set()).add(int(number))
    return found


def _cuts(parts: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for cuts in itertools.product(("", " "), repeat=len(parts) - 1):
        yield tuple("".join(itertools.chain(*zip(parts, (*cuts, ""), strict=True))).split())


class Spaced:
    """Languages with blanks between their words: step 3."""

    def __init__(self, languages: Sequence[Language]) -> None:
        self.words: dict[tuple[str, ...], set[int]] = {}
        self.alone: dict[tuple[str, ...], set[int]] = {}
        for language in languages:
            for mine, listed in ((self.words, language.words), (self.alone, language.alone)):
                for key, numbers in table(listed, language.endings).items():
                    mine.setdefault(key, set()).update(numbers)
        for key in self.alone:
            self.words.pop(key, None)  # what counts less somewhere counts less
        self.digits = {fold(word): str(digit) for language in languages for digit, word in enumerate(language.digits)}
        self.never = {tuple(TOKEN.findall(phrase.casefold())) for language in languages for phrase in language.never}
        self.never |= {tuple(map(fold, phrase)) for phrase in self.never if len(phrase) > 1}
        self.beyond = {fold(word) for language in languages for word in language.beyond}
        self.triggers = _triggers([trigger for language in languages for trigger in language.triggers])
        self.longest = max(map(len, [*self.words, *self.alone, *self.never]), default=1)

    def numbers(self, kept: str) -> Iterator[int]:
        """The numbers that a text says in digits (step 2) and words (steps 3 and 5)."""
        low = kept.casefold()
        folded = fold(low)
        tokens = list(_tokens(folded))
        exact = [low_token.text for low_token in _tokens(low)]
        at, run = 0, list[tuple[int, str, bool]]()
        while at < len(tokens):
            skip = self.phrase(tokens, exact, at)
            if skip:
                yield from self.ends(run, tokens, folded)
                at, run = at + skip, []
                continue
            size, numbers, counts = self.word(tokens, folded, at)
            digit = tokens[at].text if tokens[at].text.isdigit() else self.digits.get(tokens[at].text)
            if counts:
                yield from numbers
            if size > 1 or digit is None or not (not run or _touch(tokens[at], tokens[at - 1])):
                yield from self.ends(run, tokens, folded)
                run = []
            if size <= 1 and digit is not None:
                run.append((at, digit, counts))
            at += max(size, 1)
        yield from self.ends(run, tokens, folded)

    def ends(self, run: list[tuple[int, str, bool]], tokens: Sequence[Token], folded: str) -> Iterator[int]:
        """Digits and digit words that stood next to each other, joined; those that count only by themselves do where
        one of them counts, or they are the whole text, or follow a trigger."""
        if len(run) > 1 and (
            any(counts for *_, counts in run) or len(run) == len(tokens) or self.led(folded, tokens[run[0][0]])
        ):
            yield from joined([digit for _, digit, _ in run])

    def phrase(self, tokens: Sequence[Token], exact: Sequence[str], at: int) -> int:
        """How many tokens from here are a phrase that never counts, the longest there is."""
        for size in range(min(self.longest, len(tokens) - at), 0, -1):
            texts = tuple(token.text for token in tokens[at : at + size])
            if tuple(exact[at : at + size]) in self.never or (size > 1 and texts in self.never):
                return size
        return 0

    def word(self, tokens: Sequence[Token], folded: str, at: int) -> tuple[int, set[int], bool]:
        """The longest number from here: of how many tokens, what it says, and whether it counts. A number of hundreds
        or thousands says none from 1 to 100 (step 6)."""
        if tokens[at].text.isdigit():
            return 1, {int(tokens[at].text)}, True
        for size in range(min(self.longest, len(tokens) - at), 0, -1):
            key = tuple(token.text for token in tokens[at : at + size])
            if any(not _blank(token.gap) for token in tokens[at + 1 : at + size]):
                continue
            if key in self.words or key in self.alone:
                after = tokens[at + size : at + size + 1]
                if after and after[0].text in self.beyond and _blank(after[0].gap):
                    return size + 1, set(), False
                if key in self.words:
                    return size, self.words[key], True
                whole = size == len(tokens)
                return size, self.alone[key], whole or self.led(folded, tokens[at])
        return 0, set(), False

    def led(self, folded: str, token: Token) -> bool:
        """Step 5: whether a trigger stands right before."""
        return self.triggers.search(folded[: token.start]) is not None


class Solid:
    """Languages without blanks: steps 3 and 5, sign by sign, the longest entry first. One numeral before another sign
    of its kind that counts nothing is part of a word."""

    def __init__(self, languages: Sequence[Language]) -> None:
        self.words: dict[str, set[int]] = {}
        self.alone: dict[str, set[int]] = {}
        for language in languages:
            for mine, listed in ((self.words, language.words), (self.alone, language.alone)):
                for number, names in listed.items():
                    for name in names:
                        mine.setdefault(fold(name), set()).add(int(number))
        self.never = {fold(phrase) for language in languages for phrase in language.never}
        self.beyond = {fold(word) for language in languages for word in language.beyond}
        self.counters = tuple([counter for language in languages for counter in language.counters])
        self.triggers = _triggers([trigger for language in languages for trigger in language.triggers])
        self.longest = max(map(len, [*self.words, *self.alone, *self.never]), default=0)

    def numbers(self, folded: str) -> Iterator[int]:
        """The numbers that a text says in words."""
        at, began = 0, 0
        run: list[tuple[set[int], bool]] = []
        while at < len(folded):
            size, numbers, counts = self.entry(folded, at)
            digit = bool(numbers) and min(numbers) < 10 and (counts or _ideograph(folded[at]))
            if not digit:
                yield from self.ends(run, folded, began, at)
                run = []
                if counts and not (size == 1 and self.in_word(folded, at)):
                    yield from numbers
            else:
                began = began if run else at
                run.append((numbers, counts))
            at += max(size, 1)
        yield from self.ends(run, folded, began, at)

    def ends(self, run: list[tuple[set[int], bool]], folded: str, began: int, at: int) -> Iterator[int]:
        """Digits that stood next to each other: each, and joined, where one counts or they are the whole text or follow
        a trigger. More than three are one number beyond 100, such as a year (step 6)."""
        if len(run) > len(str(MOST)) or (len(run) == 1 and at - began == 1 and self.in_word(folded, began)):
            return
        for numbers, counts in run:
            yield from numbers if counts else ()
        if len(run) > 1 and (any(counts for _, counts in run) or self.led(folded, began, at)):
            yield from joined([str(min(numbers)) for numbers, _ in run])

    def entry(self, folded: str, at: int) -> tuple[int, set[int], bool]:
        """The longest entry from here: its length, what it says, and whether it counts."""
        for size in range(min(self.longest, len(folded) - at), 0, -1):
            text = folded[at : at + size]
            if text in self.never:
                return size, set(), False
            if text in self.words or text in self.alone:
                after = folded[at + size : at + size + 1]
                if after in self.beyond:
                    return size + 1, set(), False
                if text in self.words:
                    return size, self.words[text], True
                return size, self.alone[text], self.led(folded, at, at + size)
        return 0, set(), False

    def led(self, folded: str, at: int, end: int) -> bool:
        """Step 5: whether this is the whole text, or a trigger stands right before."""
        whole = "".join(TOKEN.findall(folded)) == folded[at:end]
        return whole or self.triggers.search(folded[:at]) is not None

    def in_word(self, folded: str, at: int) -> bool:
        """Whether the ideograph here goes on in another one that counts nothing: a word such as a name."""
        both = folded[at : at + 2]
        return len(both) == 2 and all(map(_ideograph, both)) and not folded.startswith(self.counters, at + 1)


def _tokens(text: str) -> Iterator[Token]:
    end = 0
    for match in TOKEN.finditer(text):
        yield Token(match[0], text[end : match.start()], match.start())
        end = match.end()


def _ideograph(c: str) -> bool:
    return "\u3400" <= c <= "\u9fff" or c == "々"


def _blank(gap: str) -> bool:
    """Blanks and hyphens: where a number word may be cut."""
    return not gap.strip(" -\t")


def _touch(token: Token, before: Token) -> bool:
    """Whether two digits are said together; dots and slashes join only written ones."""
    between = " -./\t" if token.text.isdigit() and before.text.isdigit() else " -\t"
    return not token.gap.strip(between)


def _triggers(words: Sequence[str]) -> re.Pattern[str]:
    """What a text ends with where the next word counts. A trigger is a word, or a word with a dot, or a sign."""
    each = [
        ("(?<![^\\W\\d_])" if word[0].isascii() and word[0].isalpha() else "") + re.escape(fold(word)) for word in words
    ]
    return re.compile(rf"(?:{'|'.join(each)})[\s:=\-]*$" if words else r"(?!)")
