"""Silent Planet in sentences: what pages and terminal call things, and what the log says of each event."""

from __future__ import annotations

from collections.abc import Sequence

from facedown.engine import Event

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
SIGNS = {"nod": "nod", "shake": "shake {} head", "shrug": "shrug", "wait": "ask to wait"}
THIRD = {"nod": "nods", "shake": "shakes {} head", "shrug": "shrugs", "wait": "asks to wait"}


def sentence(event: Event, names: Sequence[str], you: int | None) -> str | None:
    """What the log says to the reader in seat `you`. None for events that every game has."""

    def does(seat: int, verb: str) -> str:
        return f"You {verb}" if seat == you else f"{names[seat]} {verb}s"

    def row(seat: int) -> str:
        return "your row" if seat == you else f"{names[seat]}'s row"

    match event:
        case Dealt(seat, cards):
            return f"{'Your' if seat == you else names[seat] + chr(39) + 's'} cards: {' '.join(cards)}."
        case Submitted(seat):
            return f"{'You have' if seat == you else names[seat] + ' has'} laid the row."
        case Laid(hints):
            shown = [
                f"{names[seat]} {', '.join(f'{face} (place {at + 1})' for at, face in sorted(there.items()))}"
                for seat, there in sorted(hints.items())
            ]
            return f"All rows lie there. Hints: {'; '.join(shown) or 'none'}."
        case First(seat):
            return f"The first card comes from {row(seat)}."
        case Skipped(seat):
            return f"No card is left face down in {row(seat)}: on to the next player."
        case Pointed(seat, at, locked):
            return f"{does(seat, 'lock')} card {at + 1}." if locked else f"{does(seat, 'point')} at card {at + 1}."
        case Signed(seat, sign, number):
            if sign == "number":
                return f"{does(seat, 'show')} {number}."
            verb = SIGNS[sign].format("your") if seat == you else THIRD[sign].format("their")
            return f"{'You' if seat == you else names[seat]} {verb}."
        case Abstained(seat):
            return f"The others have waited for {'you' if seat == you else names[seat]} long enough (A-P06)."
        case Settled(by):
            return (
                "Time is up: the fingers decide (A-P06)." if by is None else f"{does(by, 'settle')}: the locks decide."
            )
        case Restarted():
            return "Nobody points. The clock starts again, once (A-P06)."
        case Revealed(seat, at, face):
            return f"Card {at + 1} of {row(seat)} is turned up: {face}."
        case Team(cards):
            return f"A team is complete: {' '.join(cards)}."
        case Broke(cards):
            return f"{cards[-1]} does not fit. The team breaks up: {' '.join(cards)} (P-025)."
        case Ended(won, why):
            return f"You have {'won' if won else 'lost'} together." if why != "cancelled" else "The game is cancelled."
    return None
