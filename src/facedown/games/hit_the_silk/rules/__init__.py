"""The rules of Hit the Silk!, a file a chapter, in the order in which one needs them: cards, the dead, the end (scoring,
landing, search, jump), vote, altitude, turn, travel, set-up, actions, trades, double_cross; `doors` says who is asked
what."""

from .doors import Rules

__all__ = ["Rules"]
