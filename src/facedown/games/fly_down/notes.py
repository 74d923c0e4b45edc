"""What somebody would write on a slip of paper beside their own hand: what was ruled out, and what is new. Made from
the events that a seat was told, and from nothing else."""

from __future__ import annotations

from typing import NamedTuple

from facedown.engine import Event

from .words import Asked, Redrawn, Summed, Swapped


class Notes(NamedTuple):
    """`ruled`: (slot, value) pairs that were asked for and denied, as long as the card lies there; `new`: slots whose
    card has come since one's last action."""

    ruled: frozenset[tuple[int, int]] = frozenset()
    new: frozenset[int] = frozenset()


NO_NOTES = Notes()


def noted(notes: Notes, event: Event, seat: int) -> Notes:
    """The slip of `seat` after an event of its log."""
    match event:
        case Asked(who, slot, value, right) if who == seat:
            return Notes(_without(notes.ruled, slot) if right else notes.ruled | {(slot, value)})
        case Summed(who) if who == seat:
            return Notes(notes.ruled)
        case Redrawn(who, slot) if who == seat:
            return Notes(_without(notes.ruled, slot), frozenset({slot}))
        case Swapped(who, slot) if who == seat:
            return Notes(_without(notes.ruled, slot), frozenset({slot}))
        case Swapped(_, _, them, their_slot) if them == seat:
            return Notes(_without(notes.ruled, their_slot), notes.new | {their_slot})
    return notes


def _without(ruled: frozenset[tuple[int, int]], slot: int) -> frozenset[tuple[int, int]]:
    return frozenset([pair for pair in ruled if pair[0] != slot])
