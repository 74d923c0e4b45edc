"""Fly Down in sentences: what the log says of each event, and how the scores came about, card by card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from facedown.engine import Event, Explained, marked

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
    "result": "Result",
    "ranking": "Ranking",
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

REACTIONS = {
    "nod": (marked("You nod."), marked("{name} nods.")),
    "laugh": (marked("You laugh."), marked("{name} laughs.")),
    "wow": (marked("You gasp."), marked("{name} gasps.")),
    "sigh": (marked("You sigh."), marked("{name} sighs.")),
    "clap": (marked("You clap."), marked("{name} claps.")),
}


class Speaker(Protocol):
    """A game in a language: what it says, and what it calls each face and each back."""

    called: dict[str, str]

    def say(self, text: str, /, **values: Any) -> str:
        """A message with its values."""


def sentence(event: Event, names: Sequence[str], you: int | None, game: Speaker) -> str | None:
    """What the log says to the reader in seat `you`. None for events that every game has."""
    say, called = game.say, game.called

    match event:
        case Dealt(seat, cards):
            those = ", ".join(called[c] for c in cards)
            if seat == you:
                return say("Your cards: {cards}.", cards=those)
            return say("{name}'s cards: {cards}.", name=names[seat], cards=those)
        case Summed(seat, total):
            if seat == you:
                return say("You ask for the sum of the hidden cards: {total}.", total=total)
            return say("{name} asks for the sum of the hidden cards: {total}.", name=names[seat], total=total)
        case Asked(seat, slot, value, right):
            what = say("an {value}", value=value) if value == 8 else say("a {value}", value=value)
            answer = say("Yes. The card turns round.") if right else say("No.")
            if seat == you:
                return say("You ask: is card {n} {what}? {answer}", n=slot + 1, what=what, answer=answer)
            name = names[seat]
            return say("{name} asks: is card {n} {what}? {answer}", name=name, n=slot + 1, what=what, answer=answer)
        case Swapped(seat, slot, them, their_slot, gave, took):
            trade = say(
                "{gave} (card {n}) for {took} (card {m})",
                gave=called[gave], n=slot + 1, took=called[took], m=their_slot + 1,
            )  # fmt: skip
            if seat == you:
                return say("You swap with {other}: {cards}.", other=names[them], cards=trade)
            if them == you:
                return say("{name} swaps with you: {cards}.", name=names[seat], cards=trade)
            return say("{name} swaps with {other}: {cards}.", name=names[seat], other=names[them], cards=trade)
        case Redrawn(seat, slot, threw, drew):
            both = {"threw": called[threw], "n": slot + 1, "drew": called[drew]}
            if seat == you:
                return say("You discard {threw} (card {n}). In its place: {drew}.", **both)
            return say("{name} discards {threw} (card {n}). In its place: {drew}.", name=names[seat], **both)
        case RoundDiscard(face):
            return say("The round is over. The Tower lays {card} open.", card=called[face])
        case Reacted(seat, sign):
            mine, theirs = REACTIONS[sign]
            return say(mine) if seat == you else say(theirs, name=names[seat])
        case Ended(seat, why):
            return _ended(seat == you, names[seat], why == "deck", game)
    return None


def _ended(yours: bool, name: str, deck: bool, game: Speaker) -> str:
    """Who brought the end about, and how."""
    if deck and yours:
        return game.say("You take the last card of the deck, and with it the Hangar. All cards lie open.")
    if deck:
        return game.say(
            "{name} takes the last card of the deck, and with it the Hangar. All cards lie open.", name=name
        )
    if yours:
        return game.say("You open the last hidden card that mattered, and with it the Hangar. All cards lie open.")
    return game.say(
        "{name} opens the last hidden card that mattered, and with it the Hangar. All cards lie open.", name=name
    )


def explain(view: View, names: Sequence[str], game: Speaker) -> tuple[Explained, ...]:
    """F-053 to F-059: each hand's cards, what they count, which were turned down as the highest of their colour."""
    if view.result is None or view.ranking is None or view.outcome is None:
        return ()
    scores, say, called = view.outcome.scores or (), game.say, game.called
    columns = say("Card"), say("Counts"), say("Why")
    value, highest = say("its value"), say("highest of its colour (F-054)")
    hands = []
    for place, seat in enumerate(view.ranking):
        rows = [(called[c.face], str(c.counts), value if c.counts > 0 else highest) for c in view.result[seat]]
        note = ""
        equal = [names[s] for s in view.ranking[1:] if scores[s] == scores[seat]]
        if place == 0 and equal and view.hangar is not None:
            note = say(
                "Level with {names}, but further clockwise from {name}'s Hangar (F-059).",
                names=", ".join(equal), name=names[view.hangar],
            )  # fmt: skip
        title = say("{name}: {score}", name=names[seat], score=scores[seat])
        hands.append(Explained(title, columns, tuple(rows), note))
    return tuple(hands)
