"""What happens between two players: trades, challenges, threats; and what is thrown away."""

from __future__ import annotations

from facedown.engine import Event, marked

from .. import events as e
from .voice import Voice

SAYS = {
    "accept": (marked("You accept."), marked("{name} accepts.")),
    "decline": (marked("You decline."), marked("{name} declines.")),
    "counter": (marked("You make a counter-offer."), marked("{name} makes a counter-offer.")),
}
ANSWERS = {
    "proof": (marked("You ask for proof."), marked("{name} asks for proof.")),
    "a": (marked("You show all cards (a)."), marked("{name} shows all cards (a).")),
    "b": (marked("You refuse (b)."), marked("{name} refuses (b).")),
    "c": (marked("You show a Revolver (c)."), marked("{name} shows a Revolver (c).")),
    "d": (marked("You answer with Kung Fu (d)."), marked("{name} answers with Kung Fu (d).")),
}
"""D-29."""


def trade(event: Event, v: Voice) -> str | None:
    """A trade and its challenges."""
    face, cards, many = v.called.face, v.cards, v.tongue.many
    match event:
        case e.Offered(seat, to, give, want):
            return v.between(
                seat,
                to,
                "You offer {other}: {give} for {want}.",
                "{name} offers you: {give} for {want}.",
                "{name} offers {other}: {give} for {want}.",
                give=cards(give),
                want=cards(want),
            )
        case e.Answered(seat, say):
            return v.told(seat, *SAYS[say])
        case e.Laid(seat, count):
            if seat == v.you:
                return many("You lay {n} card face down.", "You lay {n} cards face down.", count)
            name = v.names[seat]
            return many("{name} lays {n} card face down.", "{name} lays {n} cards face down.", count, name=name)
        case e.Swapped(seat, to, None):
            return v.between(
                seat,
                to,
                "You and {other} have traded (S-151).",
                "{name} and you have traded (S-151).",
                "{name} and {other} have traded (S-151).",
            )
        case e.Swapped(seat, to, gave, took):
            return v.between(
                seat,
                to,
                "You and {other} have traded: {gave} for {took} (S-151).",
                "{name} and you have traded: {gave} for {took} (S-151).",
                "{name} and {other} have traded: {gave} for {took} (S-151).",
                gave=cards(gave),
                took=cards(took),
            )
        case e.Challenged(seat):
            mine = marked("You challenge what the other has laid (S-281).")
            return v.told(seat, mine, "{name} challenges what the other has laid (S-281).")
        case e.Accepted(seat):
            return v.told(seat, "You do not challenge.", "{name} does not challenge.")
        case e.Revealed(seat, laid):
            return v.told(seat, "You have laid {cards}.", "{name} has laid {cards}.", cards=cards(laid))
        case e.Remedy(seat, 0):
            return v.told(seat, "You take no remedy.", "{name} takes no remedy.")
        case e.Remedy(seat, count, _, None):
            mine = marked("You take {count} cards in exchange (S-282).")
            return v.told(seat, mine, "{name} takes {count} cards in exchange (S-282).", count=count)
        case e.Remedy(seat, _, gave, took):
            theirs = marked("{name} takes {took} for {gave} (S-282).")
            return v.told(seat, "You take {took} for {gave} (S-282).", theirs, took=cards(took), gave=cards(gave))
        case e.Void(seat, to):
            return v.between(
                seat,
                to,
                "The trade of you and {other} is off: each has their own cards again.",
                "The trade of {name} and you is off: each has their own cards again.",
                "The trade of {name} and {other} is off: each has their own cards again.",
            )
        case e.ExtraSwap(seat, False):
            return v.told(seat, "You swap nothing more.", "{name} swaps nothing more.")
        case e.ExtraSwap(seat, _, str(gave), str(took)):
            theirs = marked("{name} swaps {gave} for {took} (S-287).")
            return v.told(seat, "You swap {gave} for {took} (S-287).", theirs, gave=face(gave), took=face(took))
        case e.ExtraSwap(seat):
            return v.told(seat, "You swap one more card (S-287).", "{name} swaps one more card (S-287).")
    return None


def double_cross(event: Event, v: Voice) -> str | None:
    """Threats, and what is thrown off the plane."""
    match event:
        case e.Threatened(seat, target):
            return v.between(
                seat,
                target,
                "You threaten to shoot {other} (S-260).",
                "{name} threatens to shoot you (S-260).",
                "{name} threatens to shoot {other} (S-260).",
            )
        case e.ThreatAnswered(seat, answer):
            return v.told(seat, *ANSWERS[answer])
        case e.Proof(seat):
            return v.told(seat, "You show the Revolver (S-261).", "{name} shows the Revolver (S-261).")
        case e.Standoff((one, two)):
            return v.between(
                one,
                two,
                "You and {other} aim at each other: a standoff (S-265).",
                "{name} and you aim at each other: a standoff (S-265).",
                "{name} and {other} aim at each other: a standoff (S-265).",
            )
        case e.NoShot(seat):
            mine = marked("There is no Bullet: you lose the Revolver (S-264).")
            return v.told(seat, mine, "There is no Bullet: {name} loses the Revolver (S-264).")
        case e.Retaliated(seat):
            mine = marked("You answer Kung Fu with Kung Fu: the threat stands (S-267).")
            return v.told(seat, mine, "{name} answers Kung Fu with Kung Fu: the threat stands (S-267).")
        case e.Disarmed(seat):
            mine = marked("The threat is dismissed: you lose the Revolver (S-266).")
            return v.told(seat, mine, "The threat is dismissed: {name} loses the Revolver (S-266).")
        case e.Disposed():
            return _disposed(event, v)
    return None


def _disposed(event: e.Disposed, v: Voice) -> str:
    """What was thrown, or how many cards, and what was discarded for it."""
    seat, count, cards, many = event.seat, event.count, v.cards(event.cards), v.tongue.many
    if event.thrown:
        mine = marked("You throw {thrown} off the plane, and {cards} away (S-270).")
        theirs = marked("{name} throws {thrown} off the plane, and {cards} away (S-270).")
        return v.told(seat, mine, theirs, thrown=v.cards(event.thrown), cards=cards)
    if seat == v.you:
        return many(
            "You throw {n} card off the plane, and {cards} away (S-270).",
            "You throw {n} cards off the plane, and {cards} away (S-270).",
            count,
            cards=cards,
        )
    return many(
        "{name} throws {n} card off the plane, and {cards} away (S-270).",
        "{name} throws {n} cards off the plane, and {cards} away (S-270).",
        count,
        cards=cards,
        name=v.names[seat],
    )
