"""A game that has begun, step by step: who may look at it with whose eyes, and what they see. Until the end that is
one's own seat's, after it everybody's; steps are counted as the one who looks noticed them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from facedown.engine import PUBLIC, Entry, Event, Game, Noticed, Told, noticed, viewers
from facedown.engine.state import State

from .look import SHOWN, Look, Person, Spoken
from .play import Play
from .table import Table


def eyes_of(table: Table, seat: int) -> tuple[int, ...]:
    """Through whose eyes the game may be looked at again from this seat (or PUBLIC)."""
    return viewers(len(table.head.chairs)) if table.phase == "over" else (seat,)


class Replay:
    """One game. It holds every position and grows with the game; what it hands out is made for one viewer."""

    def __init__(self, play: Play) -> None:
        self._game: Game[Any] = play.state.game
        self._names = play.header.names
        self._states: list[State] = []
        self._entries: list[Entry | None] = []
        self._told: list[Told] = []
        self._steps: dict[int, tuple[int, list[Noticed]]] = {}
        self._sentences: dict[tuple[int, str], list[list[str]]] = {}
        start = play.game.start(play.header)
        self._add(start, None, start.opening())
        self.catch_up(play)

    def catch_up(self, play: Play) -> None:
        """Takes in what has been played since."""
        for kept in play.kept[len(self._states) - 1 :]:
            state = self._states[-1].copy()
            self._add(state, kept.entry, state.play(kept.entry.actor, self._game.read_entry(kept.entry)))

    def _add(self, state: State, entry: Entry | None, told: Told) -> None:
        self._states.append(state)
        self._entries.append(entry)
        self._told.append(told)

    def steps(self, viewer: int) -> list[Noticed]:
        """The positions that this viewer noticed, the deal first."""
        known, steps = self._steps.get(viewer, (0, []))
        if known != len(self._states):
            steps = list(noticed(self._positions(), viewer))
            self._steps[viewer] = len(self._states), steps
        return steps

    def _positions(self) -> Iterator[tuple[State, Entry | None, Told]]:
        return zip(self._states, self._entries, self._told, strict=True)

    def said(self, viewer: int, k: int, language: str = "en") -> list[str]:
        """What this viewer read at a step, in sentences of this language."""
        lines, game = self._sentences.setdefault((viewer, language), []), self._game.speaking(language)
        for step in self.steps(viewer)[len(lines) :]:
            lines.append([text for e in step.events if (text := self._sentence(game, e, viewer))])
        return lines[k]

    def _sentence(self, game: Game[Any], event: Event, viewer: int) -> str:
        said: str = game.sentence(event, self._names, viewer if viewer < len(self._names) else None)
        return said

    def step_at(self, viewer: int, at: int) -> int:
        """The last step of this viewer that is no later than a position."""
        return max((k for k, step in enumerate(self.steps(viewer)) if step.at <= at), default=0)

    def look(self, table: Table, viewer: int, k: int, language: str = "en") -> Look:
        """What this viewer could see at a step, in words of this language: a look in which nothing can be done."""
        steps = self.steps(viewer)
        state, now = self._states[steps[k].at], table.look(PUBLIC, language)
        log, notes = self._log(now.game, viewer, steps[: k + 1])
        outcome = state.outcome()
        if outcome is None and k == len(steps) - 1:
            outcome = now.outcome  # the host may have ended the game
        over = outcome is not None
        return replace(
            now,
            viewer=viewer,
            phase="over" if over else "playing",
            people=tuple(map(_there, now.people)),
            view=steps[k].view if language == "en" else now.game.worded(steps[k].view),
            requests=() if over else tuple(state.requests(viewer)),
            asked=(),
            clocks=(),
            log=tuple(log[-SHOWN:]),
            lines=len(log),
            earlier=max(0, len(log) - SHOWN),
            news=log[-1].text if log else "",
            dumb=None,
            outcome=outcome,
            next="",
            paused=False,
            wishes=(),
            act="",
            notes=notes,
        )

    def _log(self, game: Game[Any], viewer: int, steps: Sequence[Noticed]) -> tuple[list[Spoken], Any]:
        """What this viewer was told up to a step, and what the game would note of it for a seat."""
        log: list[Spoken] = []
        notes: Any = None
        for step in steps:
            for event in step.events:
                if text := self._sentence(game, event, viewer):
                    log.append(Spoken(len(log), text, "", event))
                if viewer < len(self._names):
                    notes = self._game.note(notes, event, viewer)
        return log, notes


def _there(p: Person) -> Person:
    """A chair as it was dealt: who came and went since is no part of the game."""
    who = "bot" if p.who == "bot" and not p.left else "person"
    return replace(p, who=who, here=True, there="here", stand_in="", owner="", left=False)
