"""The players of Slip Strike that bots and people can meet at a table. They see views and events, never states."""

from .players import Duellist, Steady

__all__ = ["Duellist", "Steady"]
