"""The laws: the kit that holds every game to its contract and to its secrecy, by random play. See docs/secrecy.md.

>>> import facedown
>>> from facedown.engine.laws import check
>>> report = check(facedown.game("fly-down"), seats=2, games=1, pairs=1)
>>> report.games, report.pairs > 0
(1, True)
"""

from .channel import Channel, Line
from .fidelity import conserved, pools
from .kit import LAWS, check, law, play_again
from .report import Broken, Report

__all__ = ["LAWS", "Broken", "Channel", "Line", "Report", "check", "conserved", "law", "play_again", "pools"]
