"""What card actions bring about."""

from __future__ import annotations

from facedown.engine import Event, marked

from .. import events as e
from .voice import Voice


def tell(event: Event, v: Voice) -> str | None:
    """Thefts, looks, attacks, shots."""
    say, face = v.tongue.say, v.called.face
    match event:
        case e.KnifeAsked(seat, by):
            return v.between(
                by,
                seat,
                "You reach for {other}'s cards. A Knife would stop it (S-064).",
                "{name} reaches for your cards. A Knife would stop it (S-064).",
                "{name} reaches for {other}'s cards. A Knife would stop it (S-064).",
            )
        case e.NoKnife():
            return say("No Knife is shown.")
        case e.Knife(seat):
            mine = marked("You show a Knife: the theft fails (S-065).")
            return v.told(seat, mine, "{name} shows a Knife: the theft fails (S-065).")
        case e.Looked():
            return _looked(event, v)
        case e.Stole(seat, target, None):
            return v.between(
                seat,
                target,
                "You steal a card from {other}.",
                "{name} steals a card from you.",
                "{name} steals a card from {other}.",
            )
        case e.Stole(seat, target, card):
            return v.between(
                seat,
                target,
                "You steal {card} from {other}.",
                "{name} steals {card} from you.",
                "{name} steals {card} from {other}.",
                card=face(card or ""),
            )
        case e.Spied(seat, target, None):
            return v.between(seat, target, "You spy on {other}.", "{name} spies on you.", "{name} spies on {other}.")
        case e.Spied(seat, target, cards):
            return v.between(
                seat,
                target,
                "You spy on {other}: {cards}.",
                "{name} spies on you: {cards}.",
                "{name} spies on {other}: {cards}.",
                cards=v.cards(cards),
            )
        case e.Cuffed() | e.Unlocked() | e.Lockbox():
            return _locks(event, v)
        case e.Poisoned(seat, by):
            return v.between(
                by,
                seat,
                "You poison {other} (S-100).",
                "{name} poisons you (S-100).",
                "{name} poisons {other} (S-100).",
            )
        case e.Cured(seat, by):
            if seat == by == v.you:
                return say("You take an Antidote (S-106).")
            return v.between(
                by,
                seat,
                "You give {other} an Antidote (S-106).",
                "{name} gives you an Antidote (S-106).",
                "{name} gives {other} an Antidote (S-106).",
            )
        case e.Attacked(seat, target, weapon):
            return v.between(
                seat,
                target,
                "You attack {other} by Kung Fu, for {other}'s {card} first (A-51).",
                "{name} attacks you by Kung Fu, for your {card} first (A-51).",
                "{name} attacks {other} by Kung Fu, for {other}'s {card} first (A-51).",
                card=face(weapon),
            )
        case e.Defended(seat):
            mine = marked("You defend by Kung Fu: the attack is cancelled (S-123).")
            return v.told(seat, mine, "{name} defends by Kung Fu: the attack is cancelled (S-123).")
        case e.LostWeapon(seat, card):
            if not card:
                return say("Nothing is knocked away.")
            return v.told(seat, "You lose a {card} (S-121).", "{name} loses a {card} (S-121).", card=face(card))
        case e.SwappedDead(seat, target, gave, took):
            return v.between(
                seat,
                target,
                "You discard {gave} for {other}'s {took} (S-110).",
                "{name} discards {gave} for your {took} (S-110).",
                "{name} discards {gave} for {other}'s {took} (S-110).",
                gave=face(gave),
                took=face(took),
            )
    return _shooting(event, v)


def _looked(event: e.Looked, v: Voice) -> str:
    """Somebody looks at cards, and whoever may know reads which."""
    seat, target, cards = event.seat, event.target, event.cards
    if target is None:
        if not cards:
            return v.told(seat, "You look at the Lockbox.", "{name} looks at the Lockbox.")
        mine, theirs = marked("You look at the Lockbox: {cards}."), marked("{name} looks at the Lockbox: {cards}.")
        return v.told(seat, mine, theirs, cards=v.cards(cards))
    if not cards:
        return v.between(
            seat,
            target,
            "You look at {other}'s cards.",
            "{name} looks at your cards.",
            "{name} looks at {other}'s cards.",
        )
    return v.between(
        seat,
        target,
        "You look at {other}'s cards: {cards}.",
        "{name} looks at your cards: {cards}.",
        "{name} looks at {other}'s cards: {cards}.",
        cards=v.cards(cards),
    )


def _locks(event: e.Cuffed | e.Unlocked | e.Lockbox, v: Voice) -> str:
    """Cuffs and the Lockbox."""
    match event:
        case e.Cuffed(cuff, None, int(seat)):
            mine = marked("You cuff a Briefcase to your own wrist, with cuffs {cuff} (S-250).")
            theirs = marked("{name} cuffs a Briefcase to their own wrist, with cuffs {cuff} (S-250).")
            return v.told(seat, mine, theirs, cuff=cuff)
        case e.Cuffed(cuff, (one, two)):
            return v.between(
                one,
                two,
                "You and {other} are cuffed together with cuffs {cuff} (S-081).",
                "{name} and you are cuffed together with cuffs {cuff} (S-081).",
                "{name} and {other} are cuffed together with cuffs {cuff} (S-081).",
                cuff=cuff,
            )
        case e.Unlocked(seat, cuff):
            return v.told(seat, "You unlock cuffs {cuff} (S-092).", "{name} unlocks cuffs {cuff} (S-092).", cuff=cuff)
        case e.Lockbox(seat, _, left, str(card)):
            mine = marked("You open the Lockbox and take {card}; {left} cards stay in it.")
            theirs = marked("{name} opens the Lockbox and takes {card}; {left} cards stay in it.")
            return v.told(seat, mine, theirs, card=v.called.face(card), left=left)
        case e.Lockbox(seat, True, left):
            mine = marked("You open the Lockbox and take a card; {left} cards stay in it.")
            return v.told(seat, mine, "{name} opens the Lockbox and takes a card; {left} cards stay in it.", left=left)
        case e.Lockbox(seat, _, left):
            mine = marked("You open the Lockbox and take nothing; {left} cards stay in it.")
            return v.told(seat, mine, "{name} opens the Lockbox and takes nothing; {left} cards stay in it.", left=left)
    raise AssertionError(event)


def _shooting(event: Event, v: Voice) -> str | None:
    """A shot, and what comes of it."""
    match event:
        case e.Shot(seat, target):
            return v.between(
                seat,
                target,
                "You shoot at {other} (S-130).",
                "{name} shoots at you (S-130).",
                "{name} shoots at {other} (S-130).",
            )
        case e.Injured(seat):
            return v.told(seat, "You are injured (S-133).", "{name} is injured (S-133).")
        case e.TookOf(seat, target, _, str(card)):
            return v.between(
                seat,
                target,
                "You take {card} from {other}.",
                "{name} takes {card} from you.",
                "{name} takes {card} from {other}.",
                card=v.called.face(card),
            )
        case e.TookOf(seat, target, True):
            return v.between(
                seat,
                target,
                "You take a card from {other}.",
                "{name} takes a card from you.",
                "{name} takes a card from {other}.",
            )
        case e.TookOf(seat, target):
            return v.between(
                seat,
                target,
                "You take nothing from {other}.",
                "{name} takes nothing from you.",
                "{name} takes nothing from {other}.",
            )
        case e.Killed(seat, count, cards):
            if not cards:
                mine = marked("You are shot dead (S-134). {count} cards leave the game unseen.")
                return v.told(
                    seat, mine, "{name} is shot dead (S-134). {count} cards leave the game unseen.", count=count
                )
            mine = marked("You are shot dead (S-134). {count} cards leave the game unseen: {cards}.")
            theirs = marked("{name} is shot dead (S-134). {count} cards leave the game unseen: {cards}.")
            return v.told(seat, mine, theirs, count=count, cards=v.cards(cards))
    return None
