"""The numbered steps that bring a database up to date, one folder a kind of database. A step that was released is never
changed."""

from __future__ import annotations

from importlib.resources import files

from ..words import StoreError


def steps(kind: str) -> list[str]:
    """All steps for this kind of database, the first one first."""
    folder = files(__package__).joinpath(kind)
    return [f.read_text("utf-8") for f in sorted(folder.iterdir(), key=lambda f: f.name) if f.name.endswith(".sql")]


def check_version(name: str, version: int, known: int) -> None:
    """Raises StoreError when the database `name` is newer than this Facedown."""
    if version > known:
        raise StoreError(
            f"The database {name} was written by a newer Facedown (schema {version}; this one knows {known}): "
            "update Facedown, or name another one with --database."
        )
