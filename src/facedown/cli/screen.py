"""Where output goes: the terminal through rich, machines through lines of JSON, progress on stderr."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from time import monotonic
from typing import Any

import msgspec
from rich.console import Console
from rich.highlighter import Highlighter
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text


class Inks(Highlighter):
    """Colours what a game wants coloured; its text says the same without."""

    def __init__(self, inks: Mapping[str, str]) -> None:
        self.inks = inks

    def highlight(self, text: Text) -> None:
        """Colours every match of every pattern."""
        for pattern, colour in self.inks.items():
            text.highlight_regex(pattern, colour)


class Screen:
    """What a person reads, on stdout. Long lines wrap in a terminal and stay whole in a pipe."""

    def __init__(self, inks: Mapping[str, str] | None = None) -> None:
        self.console = Console(highlighter=Inks(inks or {}), markup=False, emoji=False)
        self.wide = not self.console.is_terminal

    def say(self, text: str = "", style: str | None = None) -> None:
        """Lines of text."""
        self.console.print(text, style=style, soft_wrap=self.wide)

    def table(self, heads: list[str], rows: list[list[str]]) -> None:
        """Rows under heads."""
        table = Table(*heads, box=None, padding=(0, 2, 0, 0), header_style="bold")
        for row in rows:
            table.add_row(*map(Text, row))
        Console(width=120 if self.wide else None).print(table)


def emit(thing: Any) -> None:
    """One line of JSON on stdout, at once."""
    sys.stdout.write(msgspec.json.encode(thing).decode() + "\n")
    sys.stdout.flush()


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on stderr, in a terminal only, that appears when a second has passed. Gives what is to be told how many of
    `total` are done."""
    console = Console(stderr=True)
    bar = Progress(
        TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console, transient=True
    )
    task, started = bar.add_task(what, total=total), monotonic()

    def done(n: int) -> None:
        bar.update(task, completed=n)
        if console.is_terminal and not bar.live.is_started and monotonic() - started > 1:
            bar.start()

    try:
        yield done
    finally:
        if bar.live.is_started:
            bar.stop()
