"""Many games between bots, and what came of them. One seed makes one result, on however many processes: each game's
chance derives from (seed, index) alone."""

from __future__ import annotations

import hashlib
import math
import multiprocessing
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any

import msgspec
from msgspec import Struct

from facedown.bots import BotError, BotSpec, parse_bots
from facedown.engine import Chance, Game

from .ceiling import make_player
from .play import Played, Player, play

CHUNK = 25
"""At most as many games are handed to a process at once."""


class Plan(Struct, frozen=True):
    """Which games are to be played. `chairs`: who plays; in game i, bot b sits on seat (b + i) mod seats, or on seat b
    if the chairs are fixed."""

    game: Any
    chairs: tuple[BotSpec, ...]
    options: Any
    seed: int
    fixed: bool

    def seat(self, index: int, bot: int) -> int:
        """Where a bot sits in a game."""
        return bot if self.fixed else (bot + index) % len(self.chairs)

    def play(self, index: int, make: Callable[..., Player] = make_player) -> Played:
        """Plays one game, with players made by `make`. Raises BotError."""
        n = len(self.chairs)
        key = hashlib.sha256(f"facedown/lab/{self.seed}/{index}".encode()).digest()
        players = {}
        for bot, spec in enumerate(self.chairs):
            seat, rng = self.seat(index, bot), random.Random(f"{self.seed}/{index}/{bot}")
            players[seat] = make(self.game, spec, seat, n, self.options, rng)
        return play(self.game.deal(n, self.options, Chance(key)), [players[seat] for seat in range(n)])


def simulate(
    game: Game[Any],
    games: int,
    seats: int,
    bots: str | Sequence[BotSpec],
    options: Mapping[str, Any] | Struct | None = None,
    seed: int = 0,
    workers: int = 1,
    fixed: bool = False,
    progress: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """Plays `games` games and counts.

    `bots`: who plays, as text or parsed; the last one fills the seats that are left. Chairs rotate from game to game
    unless `fixed`. `progress` is called with the number of games done. Raises BotError, Refused; ValueError without
    games or workers.

    Returns `{game, seats, options, games, seed, moves, seconds, games_per_s, moves_per_s, bots, outcomes, won,
    unfinished}`. `bots` has a row for each chair in the order given: `{bot, games, wins, ties, share, se, refused}`,
    where a tie of n players counts 1/n for each in `share`, `se` is its standard error, and `refused` counts the moves
    that had to be made for the bot. `outcomes` counts the games by why they ended, `won` those that all players won
    together, `unfinished` those that the game's bound stopped.

    >>> import facedown
    >>> result = simulate(facedown.game("fly-down"), games=4, seats=2, bots="steady,random", seed=1)
    >>> [row["bot"] for row in result["bots"]], sum(row["wins"] for row in result["bots"])
    (['steady', 'random'], 4)
    """
    if games < 1 or workers < 1:
        raise ValueError("simulate at least one game with at least one worker")
    if not isinstance(options, game.Options):
        options = game.read_options(msgspec.to_builtins(options), seats)
    plan = Plan(game, fill_chairs(bots, seats), options, seed, fixed)
    for bot, spec in enumerate(plan.chairs):
        make_player(game, spec, bot, seats, options, random.Random(0))

    began = time.perf_counter()
    played = [result for _, result in sorted(_played(plan, games, workers, progress))]
    seconds = time.perf_counter() - began
    moves = sum(p.moves for p in played)
    ends = [p.outcome for p in played if p.outcome is not None]
    return {
        "game": game.id,
        "seats": seats,
        "options": msgspec.to_builtins(options),
        "games": games,
        "seed": seed,
        "moves": moves,
        "seconds": round(seconds, 3),
        "games_per_s": round(games / seconds, 2),
        "moves_per_s": round(moves / seconds, 1),
        "bots": [_row(plan, bot, played) for bot in range(seats)],
        "outcomes": dict(sorted(Counter(end.why for end in ends).items())),
        "won": sum(len(end.winners) == seats for end in ends),
        "unfinished": games - len(ends),
    }


def fill_chairs(bots: str | Sequence[BotSpec], seats: int) -> tuple[BotSpec, ...]:
    """A bot for each chair: those named, then the last of them again. Raises BotError."""
    named = parse_bots(bots) if isinstance(bots, str) else list(bots)
    if not named:
        raise BotError("Name at least one bot.")
    if len(named) > seats:
        raise BotError(f"There are {len(named)} bots for {seats} seats. Name at most {seats}.")
    return tuple(named + named[-1:] * (seats - len(named)))


def _row(plan: Plan, bot: int, played: Sequence[Played]) -> dict[str, Any]:
    wins = ties = refused = 0
    shares = []
    for index, result in enumerate(played):
        seat, end = plan.seat(index, bot), result.outcome
        won, tied = (seat in end.winners, seat in end.tied) if end is not None else (False, False)
        wins, ties, refused = wins + won, ties + tied, refused + result.refused[seat]
        shares.append(1.0 if won else 1 / len(end.tied) if end is not None and tied else 0.0)
    n = len(shares)
    share = sum(shares) / n
    se = math.sqrt(sum((s - share) ** 2 for s in shares)) / n
    return {
        "bot": str(plan.chairs[bot]),
        "games": n,
        "wins": wins,
        "ties": ties,
        "share": round(share, 4),
        "se": round(se, 4),
        "refused": refused,
    }


# processes ------------------------------------------------------------------------------------------------------------
def _played(
    plan: Plan, games: int, workers: int, progress: Callable[[int], None] | None
) -> Iterator[tuple[int, Played]]:
    """Every game with its index, in whatever order they get done."""
    size = max(1, min(CHUNK, games // (4 * workers)))
    chunks = [range(at, min(at + size, games)) for at in range(0, games, size)]
    done = 0
    for results in _in_processes(plan, chunks, workers) if workers > 1 else (_chunk(plan, c) for c in chunks):
        yield from results
        done += len(results)
        if progress is not None:
            progress(done)


def _in_processes(plan: Plan, chunks: Sequence[range], workers: int) -> Iterator[list[tuple[int, Played]]]:
    with ProcessPoolExecutor(workers, multiprocessing.get_context("forkserver")) as pool:
        try:
            for future in as_completed([pool.submit(_chunk, plan, chunk) for chunk in chunks]):
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)  # whoever is interrupted waits for no game that has not begun


def _chunk(plan: Plan, indices: range) -> list[tuple[int, Played]]:
    return [(index, plan.play(index)) for index in indices]
