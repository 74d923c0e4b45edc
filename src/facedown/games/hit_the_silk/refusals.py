"""Why something cannot be done in Hit the Silk!: the rule, one sentence, and what to do instead. None
tells anything of cards that its reader does not see (V-4)."""

from __future__ import annotations

from facedown.engine import Refusal, marked


def _illegal(rule: str, why: str, instead: str, *also: str) -> Refusal:
    return Refusal("illegal", rule, why, instead, also)


def _wrong(rule: str, why: str, instead: str, *also: str) -> Refusal:
    return Refusal("malformed", rule, why, instead, also)


def _not_now(rule: str, why: str, instead: str, *also: str) -> Refusal:
    return Refusal("not-now", rule, why, instead, also)


OWN = marked("Choose a card of your hand.")

# cards
NO_CARD = _wrong("S-290", "There is no such card.", OWN)
NOT_HELD = _illegal("S-022", "You do not hold that.", OWN)
CUFFED = _illegal(
    "A-94", "That Briefcase is cuffed.", "Choose a card that is not.", "S-251", "A-25", "A-29", "A-47", "A-63",
    "A-101",
)  # fmt: skip
NOT_THERE = _illegal("A-26", "That card is not among those you see.", "Choose one of them.", "S-132", "S-062")
NOTHING_FREE = _illegal("A-94", "You hold no card that you could give.", "Do something else.", "A-47")

# set-up, turn
TWO_OF_SIX = _illegal("S-021", "You get rid of exactly two cards.", "Choose two.", "A-07")
CHANGED = _illegal("S-040", "You have changed a card in this turn.", "Do something else, or end your turn.")
NOT_DRAWN = _illegal("S-044", "That is none of the cards you drew.", "Keep one of them.", "A-20")

# actions
NO_ACTION = _illegal(
    "S-140", "This card has no action of its own.", "Trade it, or keep it.", "S-141", "A-58", "S-130", "S-050"
)
SPENT = _illegal("A-23", "You have played this card in this turn, and it moved nothing.", "Wait for your next turn.")
NOBODY_ELSE = _illegal("A-48", "Nobody else is alive.", "Do something else.", "A-16")
NO_TARGET = _illegal(
    "A-48", "That cannot be aimed at this player.", "Choose one of those in the menu.", "A-16", "A-28", "A-38", "A-56",
    "A-96", "S-061",
)  # fmt: skip
NOTHING_TO_STEAL = _illegal("A-28", "Nobody holds a card that can be stolen.", "Keep your Steal.", "A-29", "A-16")
WHICH_WEAPON = _wrong("A-51", "Kung Fu aims at a Knife or a Revolver.", "Say which you would rather hit.")
NO_WEAPON_HERE = _wrong("A-16", "This action aims at a player alone.", "Name no weapon.", "A-51")
NO_KNIFE = _illegal("S-064", "You hold no Knife.", "Show nothing.", "A-27")
NO_PAIR = _illegal("A-33", "No two players can be cuffed together.", "Keep your Handcuffs.", "S-080", "A-94")
PAIR_OR_CASE = _wrong("S-080", "Handcuffs join two players, or you and a Briefcase.", "Name one of both.", "S-250")
NO_CASE_CUFFS = _illegal("S-250", "Briefcases are not cuffed at this table.", "Cuff two players.", "A-93", "A-92")
NOT_A_CASE = _illegal("A-94", "You cuff a Briefcase of your own hand, with a free hand.", "Choose one.", "S-250")
TWO_LIVING = _illegal("A-33", "Handcuffs join two living players.", "Choose two.", "S-080", "A-48")
ALREADY_CUFFED = _illegal("A-33", "These two are cuffed together.", "Choose another pair.")
NO_FREE_HAND = _illegal("A-33", "One of them has no free hand.", "Choose another pair.", "S-084", "A-35")
KEY_USED = _illegal("S-090", "One Key in a turn is all.", "Keep the other for later.", "A-36", "A-79")
NOTHING_TO_OPEN = _illegal("A-36", "No cuffs are in play, and the Lockbox is empty.", "Keep your Key.", "S-091")
CUFFS_OR_LOCKBOX = _wrong("S-091", "A Key opens cuffs or the Lockbox.", "Name one of both.")
LOCKBOX_EMPTY = _illegal("A-37", "The Lockbox is empty.", "Unlock cuffs, if there are any.", "A-36", "S-094")
NO_SUCH_CUFFS = _illegal("S-092", "No cuffs with this number are in play.", "Name others.", "A-36", "S-083")
POISON_WORTHLESS = _illegal("A-39", "From 6,000 feet on Poison is worthless.", "Keep or change it.", "S-102", "A-87")
ALL_POISONED = _illegal("A-38", "Everybody else is poisoned.", "Keep your Poison.", "A-16")
TOO_LATE = _illegal("A-43", "It is too late for an Antidote.", "Keep or change it.", "S-107", "A-41", "A-87")
HANDS_CUFFED = _illegal("S-085", "Both your hands are cuffed.", "Do something else.", "A-35", "A-94")
NO_KUNG_FU = _illegal("S-123", "You hold no Kung Fu.", "Do not use any.", "A-54", "S-266", "S-267")
NO_REVOLVER = _illegal("S-130", "A shot needs a Revolver too.", "Keep the Bullet.", "S-141")
MUST_TAKE = _illegal("A-30", "A thief keeps one of the two.", "Choose one.", "S-062")
MAKE_ROOM = _illegal("A-97", "Your hand is full.", "Name a card of your own that you discard first.", "A-25", "S-262")
NO_ROOM_NEEDED = _illegal("A-97", "There is nothing to make room for.", "Discard nothing.", "A-25")
DOWN_TO_LIMIT = _illegal("A-25", "You come down to your limit, and no further.", "Choose as many as asked.", "S-133")

# the dead
NOT_POISON_DEAD = _illegal("S-110", "Cards lie only before who died of poison.", "Choose another.", "S-171", "S-172")
NOTHING_LEFT = _illegal("A-47", "Nothing is left there that could be taken.", "Choose another.", "A-94")
SWAPPED = _illegal("A-46", "You have swapped with this player.", "Once is all.", "S-110", "A-79")
SWAPPED_THIS_TURN = _illegal("A-46", "You have swapped in this turn.", "Wait for your next turn.", "S-110")

# trade
NO_MORE_OFFERS = _illegal("A-60", "There are no more proposals in this turn.", "Wait for another turn.")
NOBODY_TO_TRADE = _illegal("A-59", "You trade with another living player.", "Choose one.", "A-48", "A-63")
NO_SUCH_PROMISE = _wrong("A-61", "One promises kinds of cards, or any card.", "Name them.", "S-152")
EQUAL_NUMBERS = _illegal("S-153", "Both sides give as many cards, and at least one.", "Even it out.", "A-61", "A-63")
TOO_MANY_TRADED = _illegal("A-63", "One of you has not so many cards to give.", "Trade fewer.", "A-94", "S-153")
NO_TERMS_HERE = _wrong("A-59", "Only a counter names cards.", "Accept or decline without.")
COUNTERED = _illegal("A-59", "A trade is countered once.", "Accept or decline.")
AS_MANY_AS_AGREED = _illegal("S-153", "You lay as many cards as were agreed.", "Choose so many.", "A-61")
PICKS = _illegal("A-102", "You choose a card for each that was never there.", "Choose so many.", "S-282", "S-284")
ONE_FOR_ONE = _illegal("S-287", "It is one card for one.", "Name both, or none.", "A-105")

# double cross
NO_THREATS = _illegal("A-93", "Nobody is threatened at this table.", "Do something else.", "A-92", "A-58", "S-141")
THREATENED = _illegal("A-96", "You have threatened somebody in this turn.", "Wait for your next turn.")
NO_REVOLVER_TO_SHOW = _illegal("A-95", "You hold no Revolver.", "Do something else.", "S-260", "S-265", "A-58")
PROVED = _illegal("S-261", "The Revolver was shown.", "Answer (a), (b), (c) or (d).", "A-95", "A-100")
ONE_KUNG_FU = _illegal("A-100", "Your Kung Fu was cancelled.", "Answer (a), (b) or (c).")
THROW_ONE_OR_TWO = _illegal("S-270", "One or two cards are thrown.", "Choose one or two.", "A-101")
DISCARD_AS_MANY = _illegal("S-271", "For each card thrown another is discarded.", "Choose as many.", "A-101")
DISPOSED = _illegal("A-101", "You have thrown cards in this turn.", "Wait for the next turn.", "S-272")
NOTHING_TO_THROW = _illegal(
    "S-271", "You need a card to throw, no Flannel, and another to discard.", "Keep what you have.", "A-101"
)  # fmt: skip
NO_FLANNEL_THROWN = _illegal("A-101", "Flannel is not thrown off the plane.", "Throw something else.", "S-270")

# the end
NOBODY_THERE = _illegal("A-69", "A seat is for a living player.", "Choose one, or nobody.", "S-186")
OWN_GROUP = _illegal("A-69", "Your own have their seats.", "Choose another player, or nobody.", "S-186")
REDRAWN = _illegal("A-78", "You have redrawn.", "Do something else, or stop.", "S-203")
TOO_MANY_REDRAWN = _illegal("S-203", "Up to four cards are redrawn.", "Choose fewer.", "A-78")
NO_KEY = _illegal("A-79", "You hold no Key.", "Do something else, or stop.", "S-204")
ONLY_LOCKBOX = _illegal("A-79", "Now a Key opens the Lockbox alone.", "Open it.", "S-204")
NO_LICENCE = _illegal("S-212", "Without the Licence no die is lowered.", "Fly by the dice.", "A-84")
NOT_THAT_ROLL = _illegal("S-207", "The dice do not say that.", "Choose one of the ways.", "S-208", "S-209", "A-84")

# talk
TOO_LONG = _wrong("S-006", "That is empty, or too long.", "Say it in other words.", "D-37")

NOT_YOURS = Refusal("not-yours", "S-050", "Another player is asked.", "Wait until you are.", ("A-16", "S-031"))
NOT_NOW = _not_now("A-66", "That cannot be done now.", "Choose from your menu.", "A-16", "A-59", "A-101")
OVER = Refusal("too-late", "S-004", "The game is over.", "Look at the result, or ask for a rematch.")
UNASKED = {
    "ballot": _not_now("S-160", "There is no vote.", "Wait for the next gauge.", "A-13", "A-64"),
    "dispose": _not_now("A-101", "Nothing can be thrown now.", "Wait for an open moment.", "A-66", "A-93", "S-272"),
    "defend": _not_now("A-108", "You are not asked that.", "Wait until you are.", "A-35", "S-085"),
    "opening": _not_now("S-021", "The opening discards are done.", "Go on with the game.", "A-07"),
}
"""Kinds of requests that are not open now."""
