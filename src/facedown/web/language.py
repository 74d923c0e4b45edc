"""In which language somebody reads: what they chose on a page (a cookie), else what their browser asks for, else
English. Each person at a table has their own."""

from __future__ import annotations

from collections.abc import Mapping

from facedown.engine import LANGUAGES

COOKIE = "fdlang"


def language_of(chosen: str, accepted: str) -> str:
    """The language of somebody who chose this (or ""), and whose browser sends that as Accept-Language.

    >>> language_of("", "fr-CH, de-AT;q=0.8, en;q=0.5"), language_of("en", "de"), language_of("", "fr")
    ('de', 'en', 'en')
    """
    return chosen if chosen in LANGUAGES else next(filter(LANGUAGES.__contains__, _wished(accepted)), "en")


def _wished(accepted: str) -> list[str]:
    """The languages of the header, the dearest first, without their regions."""
    wishes = []
    for n, part in enumerate(accepted[:200].split(",")):
        name, _, weight = part.partition(";")
        try:
            q = float(weight.strip().removeprefix("q=")) if weight else 1.0
        except ValueError:
            q = 0.0
        if q > 0:
            wishes.append((-q, n, name.strip().lower().partition("-")[0]))
    return [name for *_, name in sorted(wishes)]


def of_headers(headers: Mapping[bytes, bytes], chosen: str) -> str:
    """The same for whoever has headers as they came."""
    return language_of(chosen, headers.get(b"accept-language", b"").decode("latin-1"))
