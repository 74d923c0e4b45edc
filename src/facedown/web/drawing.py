"""Draws templates, each once for the same data: what was drawn before is the very same text, so that whoever compares
pages compares objects. The bytes of what goes over the line are made once too."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import msgspec

KEPT = 6000
"""Pieces that are kept, and joints of pieces; then all are made anew."""
encode = msgspec.json.Encoder().encode


class Drawing:
    """All that was drawn lately. `render`: draws a template with its context."""

    def __init__(self, render: Callable[..., str]) -> None:
        self._render = render
        self._drawn: dict[Hashable, str] = {}
        self._joined: dict[tuple[str, ...], str] = {}
        self._encoded: dict[str, bytes] = {}

    def draw(self, template: str, /, **data: Any) -> str:
        """A template with this data, which must be hashable."""
        key = (template, *data.values())
        found = self._drawn.get(key)
        if found is None:
            if len(self._drawn) >= KEPT:
                self._drawn.clear()
            found = self._drawn[key] = self._render(template, **data).strip()
        return found

    def join(self, pieces: tuple[str, ...]) -> str:
        """The pieces one after the other."""
        found = self._joined.get(pieces)
        if found is None:
            if len(self._joined) >= KEPT:
                self._joined.clear()
            found = self._joined[pieces] = "".join(pieces)
        return found

    def encoded(self, text: str) -> bytes:
        """The text as JSON."""
        found = self._encoded.get(text)
        if found is None:
            if len(self._encoded) >= KEPT // 4:
                self._encoded.clear()
            found = self._encoded[text] = encode(text)
        return found
