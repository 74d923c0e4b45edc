"""Players without people. They see views and events, never states; what a game's own bots know stands in its folder."""

from .asking import Answer, ask
from .kinds import BotError, BotKind, BotSpec, bot_kinds, make_bot, parse_bots, usual_bot
from .protocol import Bot

__all__ = ["Answer", "Bot", "BotError", "BotKind", "BotSpec", "ask", "bot_kinds", "make_bot", "parse_bots", "usual_bot"]
