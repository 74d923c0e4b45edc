"""Slip Strike in words: what pages and terminal call things, and what the log says of each event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from facedown.engine import Event, Tongue, marked

from .words import (
    Committed,
    Cooldown,
    Flip,
    Ignored,
    KnockedOut,
    Moved,
    Picked,
    Placed,
    Reaction,
    Said,
    Slipped,
    Strike,
    TieProposed,
    TieRefused,
)

WORDS = {
    "start": "Start",
    "start.ask": "pick the Location you start in",
    "start.help": "By its Teleport, which stays in your hand. The others see it when all have picked.",
    "start.do": "Start here",
    "start.card": "Teleport",
    "program": "Program two cards",
    "program.ask": "program two cards",
    "program.help": "Face down, in an order. You may change your mind until the last player has committed.",
    "program.do": "Commit",
    "program.first": "First Action",
    "program.second": "Second Action",
    "first": "First Action",
    "second": "Second Action",
    "first.None": "nothing",
    "second.None": "nothing",
    "react": "Play a Reaction",
    "react.help": "From your hand, and then it is gone. Nobody sees your answer before the window closes.",
    "react.do": "Play",
    "react.card": "Reaction",
    "react.way": "Which way",
    "decline": "Decline",
    "decline.help": "To the others it looks the same as having nothing to play.",
    "decline.do": "Play nothing",
    "slip": "Slip",
    "slip.ask": "slip out of the strike",
    "slip.help": "Discard a Teleport for good. Your Agent goes to its Location, out of the zone.",
    "slip.do": "Slip with this Teleport",
    "slip.card": "Teleport",
    "tie": "Tie by agreement",
    "tie.help": "A house rule: if all living players agree, the game ends as a tie. The answers stay secret.",
    "tie.do": "Say",
    "tie.ask": "say whether you agree to a tie",
    "tie.agree": "",
    "propose": "Propose a tie",
    "agree.True": "yes to a tie",
    "agree.False": "no, play on",
    "say": "Say something",
    "say.help": "Everybody at the table hears it. You may not tell a teammate which two cards you play.",
    "say.do": "Say it",
    "say.text": "Words",
    "talk": "Talk",
    "way.left": "left (clockwise)",
    "way.right": "right",
    "phase": "",
    "window": "Window",
    "window.r1": "Reactions before movement",
    "window.r2": "Reactions before Slips",
    "window.slip": "Slips",
    "turns": "Turns played",
    "turn": "Time to program",
    "circle": "Circle, clockwise",
    "circle.help": "Left is the next Location in this order, Right the one before; after the last comes the first.",
    "circle_editions": "",
    "agents": "",
    "zones": "",
    "open": "",
    "quiet": "Turns in a row without a Slip or knock-out",
    "box": "Assets that nobody got",
    "you.hand": "Your hand",
    "you.program": "Your program",
    "hand": "Hand",
    "slips": "Teleports you may slip with",
    "ignored": "Your second card will be ignored",
    "ignored.help": "While your teammate lives, weapons and Assets cannot fill both Actions.",
    "answer": "",
    "seats": "Players",
    "name": "",
    "departed": "Left the table",
    **{f"{field}.False": "" for field in ("departed", "committed", "must_slip", "out", "ignored")},
    "unknown_assets.0": "",
    "edition": "Edition",
    "colour": "Colour",
    "at": "Agent at",
    "strikes": "Strikes in",
    "flipped": "Flipped in this turn",
    "available": "May be in hand or programmed",
    "cd1": "Cooldown 1",
    "cd2": "Cooldown 2",
    "critical": "Critical",
    "gone": "Gone for good",
    "shown": "Assets shown",
    "unknown_assets": "Unknown Assets",
    "committed": "Committed",
    "must_slip": "Must Slip",
    "out": "Eliminated",
    "why.ko": "the opponent is knocked out",
    "why.double-ko": "the last on both sides are knocked out in the same Action",
    "why.team": "a whole team is eliminated",
    "why.quiet": "too many turns in a row without a Slip (a safety rule, A-X24)",
    "why.agreed": "all agreed to a tie (a house rule, A-X33)",
    "blue": "blue",
    "orange": "orange",
    "black": "black",
    "options.edition": "Edition",
    "options.edition.help": "For two players: blue or orange, or leave it open. Four play with both.",
    "options.assets": "Assets",
    "options.assets.help": "Secret cards dealt to each player: 0, 1 or 2. Leave them out of a first game.",
    "options.quiet_turns": "Turns without a Slip that make a tie",
    "options.quiet_turns.help": "Not in the rulebook: it ends games in which all always miss. 0 turns it off.",
    "options.agreed_tie": "Tie by agreement",
    "options.agreed_tie.help": "A house rule: players may propose a tie, and all must agree.",
    "options.window": "Length of windows",
    "options.window.help": "Seconds for Reactions and for Slips. They always last as long, so that nothing shows.",
    "options.turn_clock": "Clock to program",
    "options.turn_clock.help": "In seconds, 5 to 86400. When it runs out, something legal is programmed at random.",
}
ACTIONS = {1: marked("First Action. {shown}."), 2: marked("Second Action. {shown}.")}
INTO = {
    "cd1": (marked("Your {card} goes on cooldown 1."), marked("{name}'s {card} goes on cooldown 1.")),
    "cd2": (
        marked("Your {card} goes on cooldown 2, face down."),
        marked("{name}'s {card} goes on cooldown 2, face down."),
    ),
    "critical": (
        marked("Your {card} is out of play until a Slip."),
        marked("{name}'s {card} is out of play until a Slip."),
    ),
}
WAYS = {
    "left": (marked("You react with {card}, to the left."), marked("{name} reacts with {card}, to the left.")),
    "right": (marked("You react with {card}, to the right."), marked("{name} reacts with {card}, to the right.")),
    None: (marked("You react with {card}."), marked("{name} reacts with {card}.")),
}


def sentence(
    event: Event, names: Sequence[str], you: int | None, called: Callable[[str], str], tongue: Tongue
) -> str | None:
    """What the log says to the reader in seat `you`; `called` names cards and Locations. None for events that every
    game has."""
    say = tongue.say

    def told(seat: int, mine: str, theirs: str, **values: Any) -> str:
        return say(mine, **values) if seat == you else say(theirs, name=names[seat], **values)

    def who(seat: int) -> str:
        return say("you") if seat == you else names[seat]

    def both(texts: Sequence[str]) -> str:
        return say(" and ").join(texts)

    match event:
        case Picked(seat):
            return told(seat, marked("You have picked where to start."), marked("{name} has picked where to start."))
        case Committed(seat):
            return told(seat, marked("You have committed."), marked("{name} has committed."))
        case Placed(seat, card):
            return told(seat, marked("You start with {card}."), marked("{name} starts with {card}."), card=called(card))
        case Flip(action, cards):
            shown = ", ".join(f"{who(seat)}: {called(card)}" for seat, card in cards.items())
            return say(ACTIONS[action], shown=shown[:1].upper() + shown[1:] or say("Nobody plays a card"))
        case Ignored(seat, card):
            mine = marked("Your {card} is ignored: weapons and Assets in both Actions (X-064).")
            theirs = marked("{name}'s {card} is ignored: weapons and Assets in both Actions (X-064).")
            return told(seat, mine, theirs, card=called(card))
        case Reaction(seat, card, way):
            return told(seat, *WAYS[way], card=called(card))
        case Moved(seat, _, _, place):
            return told(seat, marked("You move to {place}."), marked("{name} moves to {place}."), place=called(place))
        case Strike(seat, _, hits, places):
            hit = both([*map(who, hits)]) or say("nobody")
            mine = marked("You strike in {places} and hit {hit}.")
            theirs = marked("{name} strikes in {places} and hits {hit}.")
            return told(seat, mine, theirs, places=both([*map(called, places)]), hit=hit)
        case Slipped(seat, card):
            mine = marked("You slip with {card}, which is gone for good (X-026).")
            theirs = marked("{name} slips with {card}, which is gone for good (X-026).")
            return told(seat, mine, theirs, card=called(card))
        case KnockedOut(seat):
            mine = marked("You are knocked out: no Teleport in hand leads out (X-024).")
            return told(seat, mine, marked("{name} is knocked out: no Teleport in hand leads out (X-024)."))
        case Cooldown(seat, card, "hand"):
            return told(seat, marked("You take back {card}."), marked("{name} takes back {card}."), card=called(card))
        case Cooldown(seat, card, to):
            return told(seat, *INTO[to], card=called(card))
        case TieProposed(seat):
            mine = marked("You propose a tie (house rule, A-X33).")
            return told(seat, mine, marked("{name} proposes a tie (house rule, A-X33)."))
        case TieRefused():
            return say("Not everybody agrees to a tie (A-X33).")
        case Said(seat, text):
            return told(seat, marked("You say: {text}"), marked("{name} says: {text}"), text=text)
    return None
