"""`simulate`: many games between bots, and what came of them."""

from __future__ import annotations

import facedown
from facedown.bots import parse_bots, usual_bot
from facedown.lab import simulate

from .errors import Trouble
from .reading import read_options, seats_for
from .screen import Screen, emit, progress


def simulate_games(
    name: str,
    games: int,
    seats: int | None,
    bots: str,
    options: str,
    seed: int,
    workers: int,
    engine: str,
    fixed: bool,
    json: bool,
) -> int:
    """Plays the games and prints the figures. Raises UnknownGame, Refused, BotError, Trouble."""
    if engine != "local":
        raise Trouble(f"there is no engine {engine}: games are played here, by --engine local")
    game = facedown.game(name)
    count = seats_for(game, seats, len(parse_bots(bots)) if bots else 0)
    chosen = read_options(game, options)
    with progress("games", games) as done:
        result = simulate(game, games, count, bots or usual_bot(game), chosen, seed, workers, fixed, done)
    if json:
        emit(result)
        return 0
    screen = Screen()
    screen.say(
        f"{game.name}, {count} players: {games} games, {result['moves']} moves in {result['seconds']:.1f} s "
        f"({result['games_per_s']:.1f} games/s), seed {seed}."
    )
    heads = ["bot", "games", "wins", "ties", "share", "standard error"]
    rows = [
        [row["bot"], str(row["games"]), str(row["wins"]), str(row["ties"]), f"{row['share']:.3f}", f"{row['se']:.3f}"]
        for row in result["bots"]
    ]
    screen.table(heads, rows)
    screen.say("Ended: " + ", ".join(f"{why or 'no reason'} {n}" for why, n in result["outcomes"].items()) + ".")
    if result["won"]:
        screen.say(f"Won together: {result['won']}.")
    if result["unfinished"]:
        screen.say(f"Unfinished: {result['unfinished']}.")
    return 0
