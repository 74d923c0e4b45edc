"""From the deal to a vote, and talk."""

from __future__ import annotations

from facedown.engine import Event, marked

from .. import events as e
from .voice import Voice

CAUSES = {
    "cost": marked("The needle drops from {start} to {to} feet (what that costs)."),
    "change": marked("The needle drops from {start} to {to} feet (a change)."),
    "pass": marked("The needle drops from {start} to {to} feet (a pass)."),
    "turbulence": marked("The needle drops from {start} to {to} feet (turbulence)."),
}
"""A-113: why the needle drops."""


def tell(event: Event, v: Voice) -> str | None:
    """A turn, the needle, a vote."""
    say, face, cards = v.tongue.say, v.called.face, v.cards
    match event:
        case e.Dealt(seat, count, dealt):
            if dealt:
                return v.told(seat, "You get {cards}.", "{name} gets {cards}.", cards=cards(dealt))
            return v.told(seat, "You get {count} cards.", "{name} gets {count} cards.", count=count)
        case e.Opened(seat, opened):
            mine, theirs = marked("You get rid of {cards} (S-021)."), marked("{name} gets rid of {cards} (S-021).")
            return v.told(seat, mine, theirs, cards=cards(opened))
        case e.TurnBegins(seat, None):
            return v.told(seat, "Your turn.", "{name}'s turn.")
        case e.TurnBegins(seat, round):
            return v.told(seat, "Round {round}: your turn.", "Round {round}: {name}'s turn.", round=round)
        case e.Changed(seat, card):
            return v.told(seat, "You change {card} (S-041).", "{name} changes {card} (S-041).", card=face(card))
        case e.Drew():
            return _drew(event, v)
        case e.Kept(seat, rest, card):
            if card:
                mine = marked("You keep {card}; to Discard: {cards} (S-044).")
                theirs = marked("{name} keeps {card}; to Discard: {cards} (S-044).")
                return v.told(seat, mine, theirs, card=face(card), cards=cards(rest))
            mine = marked("You keep one of them; to Discard: {cards} (S-044).")
            return v.told(seat, mine, "{name} keeps one of them; to Discard: {cards} (S-044).", cards=cards(rest))
        case e.Passed(seat):
            mine = marked("You end a turn that moved nothing (S-032).")
            return v.told(seat, mine, "{name} ends a turn that moved nothing (S-032).")
        case e.Refilled(seat, count):
            if seat == v.you:
                return v.tongue.many("You take a Flannel.", "You take {n} Flannels.", count)
            return v.tongue.many("{name} takes a Flannel.", "{name} takes {n} Flannels.", count, name=v.names[seat])
        case e.Reshuffled(count):
            return say("{count} cards of Discard are shuffled into a new Draw pile (S-047).", count=count)
        case e.Dropped(seat, dropped):
            mine, theirs = marked("You discard {cards} (A-25)."), marked("{name} discards {cards} (A-25).")
            return v.told(seat, mine, theirs, cards=cards(dropped))
        case e.Said(seat, text):
            return v.told(seat, "You say: {text}", "{name} says: {text}", text=text)
        case e.Claimed(seat, claim):
            return v.told(seat, "You claim: {text}", "{name} claims: {text}", text=v.called.claim(claim))
    return _altitude(event, v)


def _drew(event: e.Drew, v: Voice) -> str:
    """Which cards were drawn, or how many."""
    seat, count, many = event.seat, event.count, v.tongue.many
    if event.cards:
        return v.told(seat, "You draw {cards}.", "{name} draws {cards}.", cards=v.cards(event.cards))
    if seat == v.you:
        return many("You draw {n} card.", "You draw {n} cards.", count)
    return many("{name} draws {n} card.", "{name} draws {n} cards.", count, name=v.names[seat])


def _altitude(event: Event, v: Voice) -> str | None:
    """What moves the needle, and where it comes to."""
    say, face, feet = v.tongue.say, v.called.face, v.called.feet
    match event:
        case e.Announced(seat, card):  # S-131: a Revolver is only shown
            if face(card) == face("revolver"):
                return v.told(seat, "You show {card}.", "{name} shows {card}.", card=face(card))
            return v.told(seat, "You play {card}.", "{name} plays {card}.", card=face(card))
        case e.Paid() | e.Turbulence():
            return ""  # the needle says it
        case e.Fizzled(_, card):
            return say("{card} comes to nothing and is spent (A-17).", card=face(card))
        case e.Needle(start, to, cause):
            return say(CAUSES[cause], start=feet(start), to=feet(to))
        case e.VoteOpened(gauge, round):
            if gauge:
                return say("At {gauge} feet everybody votes (S-160).", gauge=feet(gauge))
            return say("After round {round} everybody votes (S-236).", round=round)
        case e.Ballot(seat, True):
            return v.told(seat, "You vote to hit the silk.", "{name} votes to hit the silk.")
        case e.Ballot(seat):
            return v.told(seat, "You vote to wait.", "{name} votes to wait.")
        case e.Vote(hit, wait):
            if hit > wait:
                return say("{hit} for the jump, {wait} against. All jump (S-164).", hit=hit, wait=wait)
            return say("{hit} for the jump, {wait} against. Nobody jumps (S-165).", hit=hit, wait=wait)
        case e.Purged(seat, card):
            mine = marked("Your {card} is worthless now and leaves the game (S-103).")
            theirs = marked("{name}'s {card} is worthless now and leaves the game (S-103).")
            return v.told(seat, mine, theirs, card=face(card))
        case e.Died(seat, _, cards):
            mine = marked("You die of poison (S-108). The hand lies open: {cards}.")
            theirs = marked("{name} dies of poison (S-108). The hand lies open: {cards}.")
            return v.told(seat, mine, theirs, cards=v.cards(cards))
    return None
