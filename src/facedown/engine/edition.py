"""Editions: the printed facts of a game's box, read from `edition.toml` and validated when they are read.

An error names the file, the field and the reason. An overlay (scenarios, tiny test decks) replaces fields by dotted
paths; a path that the edition does not have is an error, never ignored."""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct


class EditionError(ValueError):
    """A broken edition: `file`, `field`, `reason`."""

    def __init__(self, file: str, field: str, reason: str) -> None:
        super().__init__(f"{file}: {field}: {reason}" if field else f"{file}: {reason}")
        self.file, self.field, self.reason = file, field, reason


class UnknownField(EditionError):
    """An overlay names a field that the edition does not have."""


class Edition(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of a game's edition. Subclasses add fields, and say in `faults` what must hold between them."""

    def faults(self) -> Iterator[tuple[str, str]]:
        """(field, reason) for everything that is wrong beyond types."""
        return iter(())


E = TypeVar("E", bound=Edition)


def read_edition(path: Path, kind: type[E], overlay: Mapping[str, Any] | None = None) -> E:
    """Reads, overlays and validates an edition file. Raises EditionError."""
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
    except OSError as e:
        raise EditionError(path.name, "", f"cannot be read ({e.strerror})") from e
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as e:
        raise EditionError(path.name, "", f"is not TOML: {e}") from e
    return make_edition(raw, kind, overlay, path.name)


def make_edition(
    raw: dict[str, Any], kind: type[E], overlay: Mapping[str, Any] | None = None, file: str = "edition"
) -> E:
    """Validates edition data, with an overlay on top. Raises EditionError."""
    raw = copy.deepcopy(raw)
    for path, value in (overlay or {}).items():
        _replace(raw, str(path), value, file)
    try:
        edition = msgspec.convert(raw, kind, strict=True)
    except msgspec.ValidationError as e:
        reason, _, at = str(e).partition(" - at `$")
        raise EditionError(file, re.sub(r"^\.", "", at.rstrip("`")), reason) from e
    for field, reason in edition.faults():
        raise EditionError(file, field, reason)
    return edition


def _replace(raw: dict[str, Any], path: str, value: Any, file: str) -> None:
    *parents, last = path.split(".")
    at: Any = raw
    for key in parents:
        at = _step(at, key, path, file)
    _step(at, last, path, file)
    at[int(last) if isinstance(at, list) else last] = value


def _step(at: Any, key: str, path: str, file: str) -> Any:
    if isinstance(at, dict) and key in at:
        return at[key]
    if isinstance(at, list) and key.isdigit() and int(key) < len(at):
        return at[int(key)]
    raise UnknownField(file, path, f"the edition has no such field (at {key!r})")
