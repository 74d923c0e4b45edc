"""Six games of a page each, one mechanism of the engine each. `docs/write-a-game.md` reads them aloud."""

from . import bluff, halting, handover, needle, pair, pointing

GAMES = [module.game for module in (pair, bluff, needle, halting, pointing, handover)]
