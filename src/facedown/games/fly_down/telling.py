"""Fly Down in sentences: what the log says of each event, and how the scores came about, card by card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from facedown.engine import Event, Explained

from .words import SIGNS, Asked, Dealt, Ended, Reacted, Redrawn, RoundDiscard, Summed, Swapped, View

WORDS = {
    "turn": "Turn",
    "turn.over": "",
    "turn.clock": "Time for this action",
    "react": "Quick reaction",
    "sum": "Ask for the sum",
    "sum.help": "You are told what your hidden cards add up to. So is everybody else.",
    "sum.do": "Ask for my sum",
    "ask": "Ask for a value",
    "ask.help": "Name one of your hidden cards and a value. If you are right, the card turns round.",
    "ask.do": "Ask",
    "ask.slot": "Which card of yours",
    "ask.value": "Is it a",
    "swap": "Swap",
    "swap.help": "Give a card that you see, take one of theirs that you see. Nobody can refuse.",
    "swap.do": "Swap",
    "swap.slot": "You give your",
    "swap.seat": "With",
    "swap.their_slot": "You take their",
    "redraw": "Discard and draw",
    "redraw.help": "The card leaves face down. The next one from the deck takes its place, facing the same way.",
    "redraw.do": "Discard and draw",
    "redraw.slot": "Which card of yours",
    "react.sign": "Quick reaction",
    "slot": "card",
    "their_slot": "card",
    **{f"sign.{sign}": text for sign, text in zip(SIGNS, ("Nod", "Laugh", "Wow", "Sigh", "Clap"), strict=True)},
    "facing.V": "visible",
    "facing.H": "hidden",
    "phase": "",
    "turns": "Turns played",
    "actions_left": "Actions left in this turn",
    "actions_left.over": "",
    "tower": "Tower",
    "hands": "Hands",
    "hands.help": "Whoever holds a visible card reads it; everybody else reads the hidden ones.",
    "deck": "Deck",
    "count": "cards",
    "top": "next colour",
    "down": "Discarded face down",
    "up": "Lying open",
    "hangar": "Hangar",
    "why.deck": "the deck is empty",
    "why.two-visible": "two hands lie open",
    "options.colours": "Colours",
    "options.colours.help": "Those that take part: one a player, at least three. Choose none to leave it to chance.",
    "options.start": "Who starts",
    "options.start.help": "Takes the Tower. The host sits on chair 1.",
    "options.chat": "Free talk",
    "options.chat.help": "Without it players have quick reactions only.",
    "options.turn_clock": "Clock for each action",
    "options.turn_clock.help": "In seconds, 5 to 86400. When it runs out, a random legal action is played.",
}  # fmt: skip

REACTIONS = {"nod": "nod", "laugh": "laugh", "wow": "gasp", "sigh": "sigh", "clap": "clap"}


def sentence(event: Event, names: Sequence[str], you: int | None, called: Mapping[str, str]) -> str | None:
    """What the log says to the reader in seat `you`; `called` names each face and each back. None for events that every
    game has."""

    def does(seat: int, verb: str) -> str:
        return f"You {verb}" if seat == you else f"{names[seat]} {verb}s"

    match event:
        case Dealt(seat, cards):
            whose = "Your" if seat == you else f"{names[seat]}'s"
            return f"{whose} cards: {', '.join(called[c] for c in cards)}."
        case Summed(seat, total):
            return f"{does(seat, 'ask')} for the sum of the hidden cards: {total}."
        case Asked(seat, slot, value, right):
            answer = "Yes. The card turns round." if right else "No."
            return f"{does(seat, 'ask')}: is card {slot + 1} {'an' if value == 8 else 'a'} {value}? {answer}"
        case Swapped(seat, slot, them, their_slot, gave, took):
            return (
                f"{does(seat, 'swap')} with {'you' if them == you else names[them]}: {called[gave]} (card {slot + 1}) "
                f"for {called[took]} (card {their_slot + 1})."
            )
        case Redrawn(seat, slot, threw, drew):
            return f"{does(seat, 'discard')} {called[threw]} (card {slot + 1}). In its place: {called[drew]}."
        case RoundDiscard(face):
            return f"The round is over. The Tower lays {called[face]} open."
        case Reacted(seat, sign):
            return f"{does(seat, REACTIONS[sign])}."
        case Ended(seat, why):
            cause = "take the last card of the deck" if why == "deck" else "open the last hidden card that mattered"
            first, _, rest = cause.partition(" ")
            return f"{does(seat, first)} {rest}, and with it the Hangar. All cards lie open."
    return None


def explain(view: View, names: Sequence[str], called: Mapping[str, str]) -> tuple[Explained, ...]:
    """F-053 to F-059: each hand's cards, what they count, which were turned down as the highest of their colour."""
    if view.result is None or view.ranking is None or view.outcome is None:
        return ()
    scores = view.outcome.scores or ()
    hands = []
    for place, seat in enumerate(view.ranking):
        rows = [
            (called[c.face], str(c.counts), "its value" if c.counts > 0 else "highest of its colour (F-054)")
            for c in view.result[seat]
        ]
        note = ""
        equal = [names[s] for s in view.ranking[1:] if scores[s] == scores[seat]]
        if place == 0 and equal and view.hangar is not None:
            note = f"Level with {', '.join(equal)}, but further clockwise from {names[view.hangar]}'s Hangar (F-059)."
        hands.append(Explained(f"{names[seat]}: {scores[seat]}", ("Card", "Counts", "Why"), tuple(rows), note))
    return tuple(hands)
