"""The command `facedown`: its doors, that is the names, arguments and help of its commands. What each command does
stands in the module of its name; it is imported when the command runs, so that `facedown --help` stays quick."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    name="facedown",
    help="Tabletop games of hidden information: a server for friends and bots, games in the terminal, and a lab.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A title: see `facedown games`.")]
RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help="A record of a game.")]
Json = Annotated[bool, typer.Option("--json", help="Lines of JSON, for machines.")]
Settings = Annotated[str, typer.Option("--options", metavar="K=V,..", help="See `facedown options GAME`.")]
Seats = Annotated[int | None, typer.Option("--seats", metavar="N", help="How many play.")]
Seed = Annotated[int | None, typer.Option("--seed", metavar="S", help="A number: the same one deals the same game.")]


@app.callback(invoke_without_command=True)
def facedown(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> int:
    """Tabletop games of hidden information: a server for friends and bots, games in the terminal, and a lab."""
    if version:
        from facedown import __version__

        typer.echo(f"facedown {__version__}")
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())
    return 0


@app.command()
def serve(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[MODULE:GAME..]", help="Titles that are not installed, beside those that are."),
    ] = None,
    *,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "0.0.0.0",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any free one.")] = 8000,
    database: Annotated[
        str,
        typer.Option(metavar="URL", help="Where tables are kept: a file, `postgresql://..`, or `memory` to keep none."),
    ] = "facedown.db",
    public_url: Annotated[str, typer.Option(metavar="URL", help="The address that links show.")] = "",
    trusted_proxy: Annotated[
        str, typer.Option(metavar="CIDR", help="The proxies whose word about addresses counts.")
    ] = "",
    streams: Annotated[int, typer.Option(metavar="N", min=1, help="How many pages one address may have open.")] = 300,
    table_streams: Annotated[int, typer.Option(metavar="N", min=1, help="And how many of one table.")] = 64,
    stage: Annotated[
        str, typer.Option(metavar="DIR", help="A folder of scenarios to open tables at, on this machine alone.")
    ] = "",
    json: Json = False,
) -> int:
    """Open the house: tables for friends and bots, in the browser."""
    from .serve import serve_tables

    return serve_tables(
        games or [], host, port, database, public_url, trusted_proxy, streams, table_streams, stage, json
    )


@app.command()
def copy(
    source: Annotated[
        str, typer.Option("--from", metavar="URL", help="Where the tables are: a file, `postgresql://..`.")
    ],
    target: Annotated[str, typer.Option("--to", metavar="URL", help="An empty database that they are copied to.")],
    json: Json = False,
) -> int:
    """Copy all tables to another database, while no server runs on either."""
    from .copy import copy_tables

    return copy_tables(source, target, json)


@app.command()
def games(json: Json = False) -> int:
    """List the titles."""
    from .shelf import show_games

    return show_games(json)


@app.command()
def rules(game: GameName, json: Json = False) -> int:
    """Read the rules of a game."""
    from .shelf import show_rules

    return show_rules(game, json)


@app.command()
def options(game: GameName, json: Json = False) -> int:
    """List what can be chosen for a table of a game."""
    from .shelf import show_options

    return show_options(game, json)


@app.command()
def play(
    game: GameName,
    seats: Seats = None,
    bots: Annotated[
        str, typer.Option(metavar="KIND,..", help="Who sits on the other chairs; the last kind on all that are left.")
    ] = "",
    seed: Seed = None,
    options: Settings = "",
    seat: Annotated[int, typer.Option(metavar="N", help="Your seat, from 0.")] = 0,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the finished game in this file.")] = None,
    json: Json = False,
) -> int:
    """Play in the terminal against bots."""
    from .play import play_here

    return play_here(game, seats, bots, seed, options, seat, record, json)


@app.command()
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(min=1, max=1_000_000, metavar="N", help="How many games.")],
    seats: Seats = None,
    bots: Annotated[str, typer.Option(metavar="A,B,..", help="Who plays; the last kind fills up.")] = "",
    options: Settings = "",
    seed: Annotated[int, typer.Option(metavar="S", help="One seed, one result.")] = 0,
    workers: Annotated[int, typer.Option(min=1, metavar="W", help="Processes; they change no result.")] = 1,
    engine: Annotated[str, typer.Option(help="Where the work is done.")] = "local",
    fixed: Annotated[bool, typer.Option("--fixed", help="Bots keep their chairs; else the chairs rotate.")] = False,
    json: Json = False,
) -> int:
    """Let bots play many games and count."""
    from .simulate import simulate_games

    return simulate_games(game, games, seats, bots, options, seed, workers, engine, fixed, json)


@app.command()
def scenario(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH..", help="Scenario files, folders, or MODULE:GAME.")],
    json: Json = False,
) -> int:
    """Run conformance scenarios."""
    from .scenario import run_scenarios

    return run_scenarios(paths, json)


@app.command()
def replay(
    record: RecordFile,
    viewer: Annotated[str, typer.Option("--as", metavar="V", help="A seat from 0, public, or archive.")] = "archive",
    json: Json = False,
) -> int:
    """Show a recorded game as one viewer saw it."""
    from .records import replay_record

    return replay_record(record, viewer, json)


@app.command()
def verify(record: RecordFile, json: Json = False) -> int:
    """Check a recorded game: fair dealing, every move, the outcome."""
    from .records import verify_record

    return verify_record(record, json)


@app.command()
def check(
    game: GameName,
    games: Annotated[int, typer.Option(min=1, metavar="N", help="Random games for each law.")] = 20,
    seats: Seats = None,
    options: Settings = "",
    seed: Annotated[int, typer.Option(metavar="S", help="One seed, one result.")] = 0,
    json: Json = False,
) -> int:
    """Hold a game against the laws, for authors of games."""
    from .check import check_laws

    return check_laws(game, games, seats, options, seed, json)


INTERRUPTED = 130
"""What typer makes of Ctrl-C."""


def main(arguments: list[str] | None = None) -> None:
    """Runs the command and leaves: 0 fine, 1 the thing itself failed, 2 asked wrongly. Errors are one sentence on
    stderr."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal that lacks a letter shows a question mark
            stream.reconfigure(errors="replace")
    try:
        code = app(arguments, prog_name="facedown", standalone_mode=False)
        if code == INTERRUPTED:
            code = _complain("Stopped before the end.", 1)
    except Exception as error:
        from .errors import explain

        complaint, code = explain(error)
        if not complaint:
            raise
        _complain(complaint, code)
    sys.exit(code)


def _complain(sentence: str, code: int) -> int:
    print(sentence, file=sys.stderr)
    return code
