"""Silent Planet in sentences: what pages and terminal call things, and what the log says of each event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from facedown.engine import Event, marked

from .words import (
    Abstained,
    Broke,
    Dealt,
    Ended,
    First,
    Laid,
    Pointed,
    Restarted,
    Revealed,
    Settled,
    Signed,
    Skipped,
    Submitted,
    Team,
)

WORDS = {
    "arrange": "Lay your row",
    "arrange.ask": "lay your nine cards in a row, and choose your hints",
    "arrange.help": "Left to right, as the whole table will see it. Nobody sees anything before all have laid theirs.",
    "arrange.do": "Lay my row",
    "arrange.order": "Left to right",
    "arrange.hints": "Turn up as hints",
    "arrange.hints.help": "A hint stays in its place and can never be used for a team.",
    "lock": "Lock a card",
    "lock.ask": "agree with the others on a card of this row",
    "lock.help": "When all who choose have locked the same card, it is turned up.",
    "lock.do": "Lock",
    "lock.at": "Card",
    "lock.row": "in the row of",
    "gesture": "Signs",
    "point": "Point at a card",
    "point.help": "All can see it. To move your finger takes your lock back.",
    "point.do": "Point",
    "point.at": "Card",
    "point.row": "in the row of",
    "unlock": "Unlock",
    "unlock.help": "Your finger stays where it is.",
    "unlock.do": "Take my lock back",
    "settle": "Settle",
    "settle.ask": "agree with the others, or settle",
    "settle.help": "The card with most locks is turned up; of several that of the first player to the left of the row.",
    "settle.do": "Let the locks decide",
    "sign": "Silent signs",
    "sign.help": "Everybody sees who made them.",
    "sign.sign": "Sign",
    "sign.nod": "nod",
    "sign.shake": "shake your head",
    "sign.number": "show a number",
    "sign.shrug": "shrug",
    "sign.wait": "wait",
    "number": "number",
    "phase": "",
    "rows": "Rows",
    "rows.help": "Places keep their order, left to right the same for all. Hints lie face up and stay.",
    "is_.down": "",
    "is_.hint": "hint",
    "is_.gap": "gap",
    "is_.gap.empty": "·",
    "row": "",
    "hand": "Your cards",
    "answer": "What you have laid",
    "order": "Left to right",
    "hints": "Hints at",
    "centre": "The team that is being made",
    "teams": "Complete teams",
    "abstained": "Not counted in this turn",
    "submitted": "Have laid their row",
    "pointers": "Fingers",
    "locked": "",
    "locked.True": "locked",
    "locked.False": "points",
    "broken": "Teams that broke up",
    "box": "Out of the game",
    "turn": "Chosen from",
    "turn.clock": "This turn",
    "abstain.clock": "Waiting for the last one",
    "why.teams": "as many teams as players",
    "why.out-of-cards": "no card is left face down",
    "why.too-few-cards": "too few cards are left for the teams that are missing",
    "why.cancelled": "nobody is left to choose",
    "options.history": "Broken teams stay in sight",
    "options.history.help": "Otherwise they go back to the box, and everybody has to remember them.",
    "options.turn_clock": "Clock for each turn",
    "options.turn_clock.help": "In seconds, 5 to 86400. When it runs out, what is pointed at counts as locked.",
}  # fmt: skip
SIGNS = {
    "nod": (marked("You nod."), marked("{name} nods.")),
    "shake": (marked("You shake your head."), marked("{name} shakes their head.")),
    "shrug": (marked("You shrug."), marked("{name} shrugs.")),
    "wait": (marked("You ask to wait."), marked("{name} asks to wait.")),
    "number": (marked("You show {n}."), marked("{name} shows {n}.")),
}
Say = Callable[..., str]
"""Says a message in the reader's language, with its values."""


def sentence(event: Event, names: Sequence[str], you: int | None, say: Say) -> str | None:
    """What the log says to the reader in seat `you`. None for events that every game has."""

    def told(seat: int, mine: str, theirs: str, **values: Any) -> str:
        return say(mine, **values) if seat == you else say(theirs, name=names[seat], **values)

    match event:
        case Dealt(seat, cards):
            mine, theirs = marked("Your cards: {cards}."), marked("{name}'s cards: {cards}.")
            return told(seat, mine, theirs, cards=" ".join(cards))
        case Submitted(seat):
            return told(seat, marked("You have laid the row."), marked("{name} has laid the row."))
        case Laid(hints):
            shown = []
            for seat, there in sorted(hints.items()):
                places = [say("{face} (place {n})", face=face, n=at + 1) for at, face in sorted(there.items())]
                shown.append(f"{names[seat]} {', '.join(places)}")
            return say("All rows lie there. Hints: {hints}.", hints="; ".join(shown) or say("none"))
        case First(seat):
            mine = marked("The first card comes from your row.")
            return told(seat, mine, marked("The first card comes from {name}'s row."))
        case Skipped(seat):
            mine = marked("No card is left face down in your row: on to the next player.")
            return told(seat, mine, marked("No card is left face down in {name}'s row: on to the next player."))
        case Pointed(seat, at, True):
            return told(seat, marked("You lock card {n}."), marked("{name} locks card {n}."), n=at + 1)
        case Pointed(seat, at, _):
            return told(seat, marked("You point at card {n}."), marked("{name} points at card {n}."), n=at + 1)
        case Signed(seat, sign, number):
            mine, theirs = SIGNS[sign]
            return told(seat, mine, theirs, n=number)
        case Abstained(seat):
            mine = marked("The others have waited for you long enough (A-P06).")
            return told(seat, mine, marked("The others have waited for {name} long enough (A-P06)."))
        case Settled(None):
            return say("Time is up: the fingers decide (A-P06).")
        case Settled(int(by)):
            return told(by, marked("You settle: the locks decide."), marked("{name} settles: the locks decide."))
        case Restarted():
            return say("Nobody points. The clock starts again, once (A-P06).")
        case Revealed(seat, at, face):
            mine = marked("Card {n} of your row is turned up: {face}.")
            return told(seat, mine, marked("Card {n} of {name}'s row is turned up: {face}."), n=at + 1, face=face)
        case Team(cards):
            return say("A team is complete: {cards}.", cards=" ".join(cards))
        case Broke(cards):
            last, those = cards[-1], " ".join(cards)
            return say("{last} does not fit. The team breaks up: {cards} (P-025).", last=last, cards=those)
        case Ended(won, why):
            if why == "cancelled":
                return say("The game is cancelled.")
            return say("You have won together.") if won else say("You have lost together.")
    return None
