"""The one error of a scenario file that cannot be run."""

from __future__ import annotations


class Malformed(ValueError):
    """A scenario file says something the language does not know; the sentence says what and where."""
