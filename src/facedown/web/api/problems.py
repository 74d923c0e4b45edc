"""What a client is told of an error, and what the log."""

from __future__ import annotations

import sqlite3

import structlog

from facedown.engine import RecordError, Refused
from facedown.store import StoreError
from facedown.table import Conflict

from ..asking import Problem, where

log = structlog.get_logger()


def problem_of(e: Exception) -> Problem:
    """What the client is told of an error."""
    match e:
        case Problem():
            return e
        case Refused():
            return Problem.of(e.refusal, 409 if isinstance(e, Conflict) else 0)
        case RecordError():
            log.error("a table cannot be rebuilt", error=str(e))
            return Problem(410, "This table cannot be opened any more.", "Its game has changed: open a new table.")
        case StoreError() | sqlite3.Error():
            log.error("the store failed", error=type(e).__name__)
            again = {"retry-after": "5"}
            return Problem(503, "Nothing can be kept right now.", "Try again in a moment.", headers=again)
    log.error("a request failed", error=type(e).__name__, where=where(e))
    return Problem(500, "Something went wrong.", "Try again; what was played is safe.")
