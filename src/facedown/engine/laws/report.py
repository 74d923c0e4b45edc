"""What a run of the laws found: a first violation (`Broken`), or how much was compared (`Report`)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import Struct, field

from ..audience import viewer_name

HUNDRED = 100
"""So often each kind of event and request is compared closely; what comes after is spot-checked."""


class Broken(AssertionError):
    """A law does not hold. `law`, `sentence`, `viewer` and `diff` say what is wrong; `game`, `seats`, `seed`, `index`
    and `step` where: `play_again` leads there."""

    def __init__(
        self, law: str, sentence: str, viewer: int | None = None, diff: str = "", step: int | None = None
    ) -> None:
        super().__init__(law, sentence)
        self.law, self.sentence, self.viewer, self.diff, self.step = law, sentence, viewer, diff, step
        self.game = ""
        self.seats = 0
        self.seed: int | None = None
        self.index: int | None = None

    def __str__(self) -> str:
        at = [f"{self.game}, {self.seats} seats"] if self.game else []
        for name in ("seed", "index", "step"):
            if getattr(self, name) is not None:
                at.append(f"{name} {getattr(self, name)}")
        if self.viewer is not None:
            at.append(f"viewer {viewer_name(self.viewer)}")
        where = f" ({', '.join(at)})" if at else ""
        return f"{self.law}: {self.sentence}{where}" + (f"\n{self.diff}" if self.diff else "")


@contextmanager
def step_of(step: int) -> Iterator[None]:
    """Says at which step a law was broken; any other error of a game breaks the contract."""
    try:
        yield
    except Broken as broken:
        if broken.step is None:
            broken.step = step
        raise
    except Exception as error:
        raise Broken("contract", f"{type(error).__name__}: {error}", step=step) from error


def differ(a: bytes, b: bytes) -> str:
    """The first difference of two texts, with a little around it."""
    i = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    around = [(s[max(0, i - 60) : i].decode(errors="replace"), s[i : i + 40].decode(errors="replace")) for s in (a, b)]
    return "\n".join(f"  {before} >> {after}" for before, after in around)


class Report(Struct):
    """How much was compared. All figures are counts; `bytes` are those searched for canaries, `occurrences` the
    canaries found there, each of a face its reader may know."""

    game: str
    seats: int
    options: dict[str, Any] = {}
    seed: int = 0
    games: int = 0
    minted: int = 0
    moves: int = 0
    positions: int = 0
    pairs: int = 0
    sealed: int = 0
    dealt: int = 0
    twin_runs: int = 0
    twin_steps: int = 0
    permutations: int = 0
    other_chance: int = 0
    bytes: int = 0
    occurrences: int = 0
    faces: int = 0
    offers: int = 0
    met_again: int = 0
    forks: int = 0
    replays: int = 0
    events_seen: dict[str, int] = field(default_factory=dict)
    events_compared: dict[str, int] = field(default_factory=dict)
    requests_seen: dict[str, int] = field(default_factory=dict)
    requests_compared: dict[str, int] = field(default_factory=dict)

    def lacking(self) -> list[str]:
        """The kinds of events and requests that were compared fewer than a hundred times."""
        return [
            kind
            for seen, compared in (
                (self.events_seen, self.events_compared),
                (self.requests_seen, self.requests_compared),
            )
            for kind in seen
            if compared.get(kind, 0) < HUNDRED
        ]

    def lines(self) -> list[str]:
        """The report as a table for people."""
        return list(self._lines())

    def _lines(self) -> Iterator[str]:
        chosen = "".join(f", {k}={v}" for k, v in self.options.items() if v not in (None, False))
        yield f"{self.game}, {self.seats} seats{chosen}: every law holds (seed {self.seed})"
        for name, n in (
            ("games", self.games),
            ("of them re-minted", self.minted),
            ("moves", self.moves),
            ("positions examined", self.positions),
            ("present sight: pairs", self.pairs),
            ("sealed answers replaced", self.sealed),
            ("deal: dealt again", self.dealt),
            ("twins: runs", self.twin_runs),
            ("twins: steps", self.twin_steps),
            ("order: piles permuted", self.permutations),
            ("order: chance changed", self.other_chance),
            ("canaries: bytes searched", self.bytes),
            ("canaries: seen by right", self.occurrences),
            ("enough: faces found", self.faces),
            ("offers tried", self.offers),
            ("legality: views met again", self.met_again),
            ("forks", self.forks),
            ("replays", self.replays),
        ):
            yield f"  {name:<28}{n:>12,}"
        for title, seen, compared in (
            ("events", self.events_seen, self.events_compared),
            ("requests", self.requests_seen, self.requests_compared),
        ):
            if seen:
                yield f"  {title:<28}{'seen':>12}{'compared':>12}"
            for kind in sorted(seen):
                few = "" if compared.get(kind, 0) >= HUNDRED else "  (fewer than a hundred)"
                yield f"    {kind:<26}{seen[kind]:>12,}{compared.get(kind, 0):>12,}{few}"
        if not self.minted:
            yield "  canaries and enough were not held: this game cannot be re-minted"


def count(counts: dict[str, int], kind: str) -> None:
    """One more of this kind."""
    counts[kind] = counts.get(kind, 0) + 1
