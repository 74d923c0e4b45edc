"""Small words of a table: codes that can be read out loud, names that people give themselves, lines of talk."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from collections.abc import Iterable, Sequence

from facedown.engine import ENGLISH, Refusal, Refused

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ34679"
"""28 signs, one of each pair that looks alike: no O or 0, I or 1 or L, 5 (S), 8 (B), 2 (Z)."""
CODE = 8
MEANT = str.maketrans("582", "SBZ")
NAME = 40
TALK = 500
"""Characters of a name, of a line of talk."""


def new_code() -> str:
    """The code of a table: 8 of 28 signs."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE))


def read_code(text: str) -> str:
    """A code as somebody typed it, or "": small letters, gaps, dashes and lookalikes are forgiven.

    >>> read_code("km7x-q8a9"), read_code("hello")
    ('KM7XQBA9', '')
    """
    code = "".join(text.upper().translate(MEANT).replace("-", " ").split())
    return code if len(code) == CODE and set(code) <= set(LETTERS) else ""


def spoken(code: str) -> str:
    """A code as people read it: `KM7X-QBA9`."""
    return f"{code[:4]}-{code[4:]}"


def new_token() -> str:
    """The secret of a seat, for one browser."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def read_name(text: str, others: Iterable[str] = ()) -> str:
    """A name for the table, trimmed. Any sign may stand in it, and pages escape it. Raises Refused."""
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    if not name:
        raise _unfit("A name cannot be empty.", "Write what the others should call you.")
    if len(name) > NAME:
        n = len(name)
        raise _unfit(f"A name has at most {NAME} characters, yours has {n}.", "Choose a shorter one.")
    if not all(map(str.isprintable, name)):
        raise _unfit("A name cannot hold control characters.", "Write it with letters, digits and signs.")
    if name.casefold() in {other.casefold() for other in others}:
        raise _unfit(f"Somebody at this table is called {name} already.", "Choose another name.")
    return name


def read_talk(text: str) -> str:
    """A line of talk, trimmed. Raises Refused."""
    line = " ".join(text.split())
    if not line:
        raise _unfit("There is nothing to say yet.", "Write something first.")
    if len(line) > TALK:
        n = len(line)
        raise _unfit(f"A line has at most {TALK} characters, yours has {n}.", "Say it in two.")
    if not all(map(str.isprintable, line)):
        raise _unfit("A line cannot hold control characters.", "Write it with letters, digits and signs.")
    return line


def read_nonce(text: str) -> str:
    """What a page adds to the deal: 32 hex digits, or "" from a page without script."""
    return text if len(text) == 32 and set(text) <= set("0123456789abcdef") else ""


def enumerated(names: Sequence[str]) -> str:
    """Names in an English sentence."""
    return ENGLISH.listed(names)


def refused(kind: str, why: str, what: str) -> Refused:
    """A refusal of the table itself, apart from any rulebook."""
    return Refused(Refusal(kind, "table", why, what))  # type: ignore[arg-type]


def _unfit(why: str, what: str) -> Refused:
    return refused("malformed", why, what)
