"""`copy`: all tables of one database into another, such as from a file to PostgreSQL."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import structlog

from facedown.store import Size, StoreError, copy, create_store, is_postgres

from .errors import Trouble
from .screen import Screen, emit, progress


def copy_tables(source: str, target: str, json: bool) -> int:
    """Copies, and says how much. Raises Trouble."""
    if "memory" in (source, target):
        raise Trouble("what is kept in memory ends with its server: name two databases")
    if source == target:
        raise Trouble("source and target are the same database: name another target")
    if not is_postgres(source) and not Path(source.removeprefix("sqlite:///")).is_file():
        raise Trouble(f"there is no database {source}: name one that a server has used")
    structlog.configure(logger_factory=lambda *_: structlog.PrintLogger(sys.stderr))
    try:
        size = asyncio.run(_copy(source, target))
    except StoreError as e:
        raise Trouble(str(e)) from e
    if json:
        emit(size._asdict())
    else:
        Screen().say(f"{size.tables} tables, {size.entries} moves, {size.lines} lines of talk: all are there.")
    return 0


async def _copy(source: str, target: str) -> Size:
    one, two = create_store(source), create_store(target)
    await one.open()
    try:
        await two.open()
        try:
            with progress("tables", (await one.size()).tables) as done:
                return await copy(one, two, done)
        finally:
            await two.close()
    finally:
        await one.close()
