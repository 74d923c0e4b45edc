"""What the server writes down about itself: lines for people at a terminal, JSON for everything else. FACEDOWN_LOG
names the level. No line ever holds a token, a code, a name, a card or a seed."""

from __future__ import annotations

import logging
import os
import sys
from typing import Any

import structlog

LEVELS = {"DEBUG": logging.DEBUG, "INFO": logging.INFO, "WARNING": logging.WARNING, "ERROR": logging.ERROR}


def set_up_logs() -> None:
    """Sets up structlog, and the libraries' logging beside it."""
    level = LEVELS.get(os.environ.get("FACEDOWN_LOG", "").upper(), logging.INFO)
    logging.basicConfig(level=max(level, logging.WARNING), format="%(message)s", stream=sys.stderr)
    people = sys.stderr.isatty()
    steps: list[Any] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=not people),
        structlog.dev.ConsoleRenderer() if people else structlog.processors.JSONRenderer(),
    ]
    structlog.configure(
        processors=steps,
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )
