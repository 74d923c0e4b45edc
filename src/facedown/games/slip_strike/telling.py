"""Slip Strike in words: what pages and terminal call things, and what the log says of each event."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from facedown.engine import Event

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
ACTIONS = {1: "First", 2: "Second"}
INTO = {"cd1": "goes on cooldown 1", "cd2": "goes on cooldown 2, face down", "critical": "is out of play until a Slip"}


def sentence(event: Event, names: Sequence[str], you: int | None, called: Callable[[str], str]) -> str | None:
    """What the log says to the reader in seat `you`; `called` names cards and Locations. None for events that every
    game has."""

    def does(seat: int, verb: str) -> str:
        return f"You {verb}" if seat == you else f"{names[seat]} {verb}s"

    def who(seat: int) -> str:
        return "you" if seat == you else names[seat]

    def whose(seat: int) -> str:
        return "Your" if seat == you else f"{names[seat]}'s"

    match event:
        case Picked(seat):
            return f"{'You have' if seat == you else names[seat] + ' has'} picked where to start."
        case Committed(seat):
            return f"{'You have' if seat == you else names[seat] + ' has'} committed."
        case Placed(seat, card):
            return f"{does(seat, 'start')} with {called(card)}."
        case Flip(action, cards):
            shown = ", ".join(f"{who(seat)}: {called(card)}" for seat, card in cards.items())
            return f"{ACTIONS[action]} Action. {shown[:1].upper()}{shown[1:] or 'Nobody plays a card'}."
        case Ignored(seat, card):
            return f"{whose(seat)} {called(card)} is ignored: weapons and Assets in both Actions (X-064)."
        case Reaction(seat, card, way):
            return f"{does(seat, 'react')} with {called(card)}{f', to the {way}' if way else ''}."
        case Moved(seat, _, _, place):
            return f"{does(seat, 'move')} to {called(place)}."
        case Strike(seat, _, hits, places):
            where, hit = " and ".join(map(called, places)), " and ".join(map(who, hits)) or "nobody"
            return f"{does(seat, 'strike')} in {where} and hit{'' if seat == you else 's'} {hit}."
        case Slipped(seat, card):
            return f"{does(seat, 'slip')} with {called(card)}, which is gone for good (X-026)."
        case KnockedOut(seat):
            is_out = "You are" if seat == you else f"{names[seat]} is"
            return f"{is_out} knocked out: no Teleport in hand leads out (X-024)."
        case Cooldown(seat, card, "hand"):
            return f"{does(seat, 'take')} back {called(card)}."
        case Cooldown(seat, card, to):
            return f"{whose(seat)} {called(card)} {INTO[to]}."
        case TieProposed(seat):
            return f"{does(seat, 'propose')} a tie (house rule, A-X33)."
        case TieRefused():
            return "Not everybody agrees to a tie (A-X33)."
        case Said(seat, text):
            return f"{does(seat, 'say')}: {text}"
    return None
