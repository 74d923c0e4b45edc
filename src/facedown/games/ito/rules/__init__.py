"""The rules of ito: stages (`stages`), the theme (`theme`), clues and everything that is said (`announce`), discarding
and slip-ups (`escape`), people who lead or leave (`people`), what counts as saying a number (`guard`, `reading`)."""

from .people import Rules

__all__ = ["Rules"]
