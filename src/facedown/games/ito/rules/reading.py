"""Which texts people can read: nothing unseen, nothing that runs over other lines."""

from __future__ import annotations

import itertools
import unicodedata

JOINERS = {"\u200c", "\u200d", "\ufe0e", "\ufe0f", "\u20e3"}
"""What holds emoji together, and letters of some scripts."""
WIDTHLESS = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))
"""What copied text brings along, and what takes no room: it is left out (A-I07, step 1)."""
BLANK = set("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
"""Letters and signs that look like nothing."""
FLAG = "\U0001f3f4"
LANDS = ["".join(chr(0xE0000 + ord(letter)) for letter in land) + "\U000e007f" for land in ("gbeng", "gbsct", "gbwls")]
"""What follows a flag that is one of England, Scotland or Wales."""
MARKS = 2
"""So many marks may stand on a letter."""


def tidy(text: str) -> str:
    """A text with single blanks between its words, none around them, and no signs without width.

    >>> tidy("  a   gir\u200baffe ")
    'a giraffe'
    """
    return " ".join(text.translate(WIDTHLESS).split())


def unreadable(text: str) -> bool:
    """Whether a text holds what nobody can see or read: control signs, changes of direction, piles of marks.

    >>> unreadable("Größe 🧑‍🚀"), unreadable("a\u202eb"), unreadable("z" + "\u0301" * 9)
    (False, True, True)
    """
    text = text.translate(WIDTHLESS)
    for land in LANDS:
        text = text.replace(FLAG + land, FLAG)
    kinds = [("Mn" if c in JOINERS else _kind(c), c) for c in text]
    if any(kind in ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp") for kind, _ in kinds):
        return True
    if not any(kind[0] in "LNPS" for kind, _ in kinds):
        return True
    runs = itertools.groupby(kinds, lambda k: k[0] in ("Mn", "Me") and k[1] not in JOINERS)
    return any(marks and len(list(run)) > MARKS for marks, run in runs)


def _kind(c: str) -> str:
    return "Zs" if c in BLANK else unicodedata.category(c)
