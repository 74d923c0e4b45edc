"""The rules of Silent Planet: what may be done and what happens then (`play`), why not (`refusals`), when a card fits
(`fit`)."""

from .play import Rules

__all__ = ["Rules"]
