"""Facedown: games of hidden information on one table.

>>> import facedown
>>> state = facedown.game("fly-down").deal(seats=3, seed=7)
>>> state.view(0).turn == state.turn
True
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .engine.catalogue import UnknownGame, game, names

__version__ = "0.1.0"
__all__ = ["UnknownGame", "__version__", "game", "names"]


def __getattr__(name: str) -> Any:
    """The catalogue, loaded when it is first asked for: `facedown --help` needs none of it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .engine import catalogue

    return getattr(catalogue, name)
