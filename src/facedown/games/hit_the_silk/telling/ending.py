"""The jump and the landing."""

from __future__ import annotations

from facedown.engine import Event, marked

from .. import events as e
from .voice import Voice

CRASHES = {
    "water": marked("The plane goes below the surface: it crashes (S-210)."),
    "mountain": marked("The plane flies into the mountain (S-210)."),
    "nowhere": marked("The plane leaves the board: it crashes (A-82)."),
    "lake": marked("The plane comes down in the lake (A-83)."),
    "brake": marked("The plane does not stop on the strip (S-211)."),
}
DICE = {"A": marked("1 across"), "D": marked("1 down")}
"""Faces of a die that are no numbers."""


def tell(event: Event, v: Voice) -> str | None:
    """From the jump to the end."""
    say = v.tongue.say
    match event:
        case e.Jump(hands):
            shown = "; ".join(f"{v.who(seat)}: {v.cards(cards)}" for seat, cards in hands.items())
            return say("Hit the silk! All hands are opened. {shown}.", shown=shown[:1].upper() + shown[1:])
        case e.SeatGiven(seat, None):
            return v.told(seat, "You give a seat to nobody (A-69).", "{name} gives a seat to nobody (A-69).")
        case e.SeatGiven(seat, int(to)):
            return v.between(
                seat,
                to,
                "You give a seat to {other} (A-69).",
                "{name} gives a seat to you (A-69).",
                "{name} gives a seat to {other} (A-69).",
            )
        case e.Landing():
            return " ".join(_landing(event, v))
        case e.Search(seat, ()):
            return v.told(seat, "You search no more.", "{name} searches no more.")
        case e.Search(seat, cards):
            mine = marked("You redraw: away with {cards} (S-203).")
            return v.told(seat, mine, "{name} redraws: away with {cards} (S-203).", cards=v.cards(cards))
        case e.Roll(dice):
            return say("The dice: {dice}.", dice=", ".join(say(DICE[face]) if face in DICE else face for face in dice))
        case e.Flew(_, across, down, (column, row), minus):
            way = marked("The plane flies {across} across and {down} down, to column {column} of row {row}.")
            if minus:
                way = marked(
                    "The plane flies {across} across and {down} down, one less by the Licence, to column {column} of "
                    "row {row}."
                )
            return say(way, across=across, down=down, column=column, row=row)
        case e.Touchdown(column):
            return say("Touchdown in column {column} (S-211).", column=column)
        case e.Landed(column):
            return say("The plane stops in column {column}: it has landed (S-211).", column=column)
        case e.Crashed(how):
            return say(CRASHES[how])
    return None


def _landing(event: e.Landing, v: Voice) -> list[str]:
    """What became of everybody, a sentence each."""
    say, people = v.tongue.say, v.people
    parts = [say("By parachute come down: {people}.", people=people(event.safe))]
    if event.fallen:
        parts.append(say("Short of seats, {people} fall (S-184).", people=people(event.fallen)))
    if event.aboard:
        parts.append(say("Left on board: {people}.", people=people(event.aboard)))
    if event.safe:
        parts.append(say("The team has £{cash},000.", cash=event.cash))
    return parts
