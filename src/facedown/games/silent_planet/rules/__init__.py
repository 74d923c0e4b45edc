"""The rules of Silent Planet: what may be done and what happens then (`play`), and why not (`refusals`)."""

from .play import Rules

__all__ = ["Rules"]
