"""Records: a header and numbered entries that replay to the same bytes. Save file, replay, evidence.

As text a record is JSON lines: the header, one line an entry, and for a finished game a last line that counts and
digests the rest, so that a corrupt or truncated file is told from a whole one."""

from __future__ import annotations

import hashlib
from typing import Any, NoReturn

import msgspec
from msgspec import Struct

FORMAT = 1
CANCELLED = "cancelled"
"""Why a play is over that its host ended: nobody won, and the moves lead to no outcome."""


class RecordError(ValueError):
    """A record that cannot be used, in one sentence."""


class Tampered(RecordError):
    """A record that is not what was written: its digest or its count does not hold."""


class Header(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a game starts from. `seed` and `nonces` are hex; the seed is opened at the end only. `given` is the
    position of a scenario, where it was not a deal."""

    game: str
    seats: int
    names: tuple[str, ...]
    options: dict[str, Any] = {}
    edition: str = ""
    table: str = ""
    commitment: str = ""
    seed: str = ""
    nonces: tuple[str, ...] = ()
    key: str = ""
    given: Any = None
    overlay: dict[str, Any] = {}
    format: int = FORMAT


class Entry(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One move: its number from 0, milliseconds since the deal, the actor, the move as it crossed the border."""

    n: int
    at: int
    actor: int
    move: msgspec.Raw


class End(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line: how many entries, the outcome, and the digest of all lines before."""

    end: int
    outcome: Any
    digest: str

    @property
    def cancelled(self) -> bool:
        """Whether the host ended the play before its end."""
        return isinstance(self.outcome, dict) and self.outcome.get("why") == CANCELLED


class Record(Struct, frozen=True):
    """A header and its entries; `end` when the game was over."""

    header: Header
    entries: tuple[Entry, ...]
    end: End | None = None


def write_record(header: Header, entries: tuple[Entry, ...], outcome: Any = None) -> bytes:
    """The text of a record; `outcome` (what msgspec can encode) closes it."""
    encode = msgspec.json.encode
    body = b"".join(encode(line) + b"\n" for line in (_with_format(header), *entries))
    if outcome is None:
        return body
    end = End(len(entries), msgspec.to_builtins(outcome), hashlib.sha256(body).hexdigest())
    return body + encode(end) + b"\n"


def read_record(text: bytes) -> Record:
    """The record of a text. Raises RecordError."""
    lines = text.split(b"\n")
    if lines.pop() != b"":
        _bad(f"the record is cut off in line {len(lines) + 1}")
    if not lines:
        _bad("the record is empty")
    try:
        form = msgspec.json.decode(lines[0], type=dict[str, Any]).get("format")
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        _bad("line 1 is not the header of a record")
    if not isinstance(form, int):
        _bad("line 1 is not the header of a record")
    if form > FORMAT:
        _bad(
            f"this record was written by a newer Facedown (format {form}, here {FORMAT}): update Facedown"
        )
    header = _line(lines[0], 1, Header)
    end = None
    if len(lines) > 1 and lines[-1].startswith(b'{"end":'):
        end = _line(lines.pop(), len(lines) + 1, End)
        if end.digest != hashlib.sha256(b"\n".join(lines) + b"\n").hexdigest():
            raise Tampered("the record was changed after it was written: its digest does not match")
    entries = tuple(_line(line, i, Entry) for i, line in enumerate(lines[1:], 2))
    for i, entry in enumerate(entries):
        if entry.n != i:
            _bad(f"entry {i} is missing (line {i + 2} has number {entry.n})")
    if end is not None and end.end != len(entries):
        raise Tampered(f"the record ends after {len(entries)} entries, but says {end.end}")
    return Record(header, entries, end)


def _with_format(header: Header) -> dict[str, Any]:
    return {"format": header.format, **msgspec.to_builtins(header)}


def _line(line: bytes, number: int, kind: Any) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as e:
        raise RecordError(f"line {number} of the record cannot be read: {e}") from e


def _bad(why: str) -> NoReturn:
    raise RecordError(why)
