"""Facedown: games of hidden information on one table.

>>> import facedown
>>> state = facedown.game("fly-down").deal(seats=3, seed=7)
>>> state.view(0).turn == state.turn
True
"""

from .engine.catalogue import UnknownGame, game, names

__version__ = "0.1.0"
__all__ = ["UnknownGame", "__version__", "game", "names"]
