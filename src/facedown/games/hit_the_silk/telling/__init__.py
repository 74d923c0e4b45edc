"""Hit the Silk! in sentences: what the log says of each event, chapter by chapter as `events` has them. What pages and
terminal call things stands in `labels`."""

from __future__ import annotations

from facedown.engine import Event

from . import actions, dealings, ending, turns
from .voice import Voice

CHAPTERS = (turns.tell, actions.tell, dealings.trade, dealings.double_cross, ending.tell)


def sentence(event: Event, voice: Voice) -> str | None:
    """What a voice says of an event, "" where nothing is needed; None for events that every game has."""
    for chapter in CHAPTERS:
        text = chapter(event, voice)
        if text is not None:
            return text[:1].upper() + text[1:]
    return None


__all__ = ["Voice", "sentence"]
