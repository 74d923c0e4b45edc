"""Draws templates, each once for the same data: what was drawn before is the very same text, so that whoever compares
pages compares objects."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Hashable, Sequence
from html import escape as written
from typing import Any

KEPT = 5000
"""Pieces that are kept; then all are made anew."""
WORD = secrets.token_hex(8)
"""Stands for a text in what is drawn around texts; unguessable, so that nobody can write it."""
PLACE = re.compile(rf"{WORD}(<|&lt;)(\d+)(?:>|&gt;)")

SIGNS = re.compile("[&<>\"']")


def ascii_only(html: str) -> str:
    """The same HTML in ASCII: with one other letter in it Python would keep a text in two to four times the space, and
    once more as it was sent.

    >>> ascii_only("<b>Zoë’s</b>")
    '<b>Zo&#235;&#8217;s</b>'
    """
    return html if html.isascii() else html.encode("ascii", "xmlcharrefreplace").decode()


def escape(text: str) -> str:
    """A text as HTML. Most hold nothing that has to be written otherwise, and that is quick to see."""
    return written(text) if SIGNS.search(text) else text


class Drawing:
    """All that was drawn lately. `render`: draws a template with its context."""

    def __init__(self, render: Callable[..., str]) -> None:
        self._render = render
        self._drawn: dict[Hashable, str] = {}
        self._frames: dict[Hashable, tuple[str, tuple[int, ...]]] = {}

    def __call__(self, template: str, /, **data: Any) -> str:
        """A template with this data, which must be hashable."""
        key = (template, *data.values())
        found = self._drawn.get(key)
        if found is None:
            if len(self._drawn) >= KEPT:
                self._drawn.clear()
            found = self._drawn[key] = ascii_only(self._render(template, **data).strip())
        return found

    def around(self, template: str, texts: Sequence[str], /, **data: Any) -> str:
        """A template that only writes its `texts`, and asks nothing else of them: it is drawn once whatever they are.
        They are escaped where the template would."""
        key = (template, len(texts), *data.values())
        found = self._frames.get(key)
        if found is None:
            if len(self._frames) >= KEPT:
                self._frames.clear()
            found = self._frames[key] = self._frame(template, len(texts), data)
        frame, escaped = found
        return ascii_only(frame.format(*texts, *[escape(texts[n]) for n in escaped]))

    def _frame(self, template: str, count: int, data: dict[str, Any]) -> tuple[str, tuple[int, ...]]:
        """What stands around texts, as a text to be formatted, and which of them are needed escaped."""
        text = self._render(template, texts=tuple([f"{WORD}<{n}>" for n in range(count)]), **data).strip()
        escaped = sorted({int(n) for sign, n in PLACE.findall(text) if sign != "<"})

        def place(found: re.Match[str]) -> str:
            n = int(found[2])
            return f"{{{n if found[1] == '<' else count + escaped.index(n)}}}"

        return PLACE.sub(place, text.replace("{", "{{").replace("}", "}}")), tuple(escaped)
