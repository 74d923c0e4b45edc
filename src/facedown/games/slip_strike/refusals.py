"""Why something cannot be done in Slip Strike: the rule, one sentence, and what to do instead."""

from __future__ import annotations

from facedown.engine import Refusal, marked


def _illegal(rule: str, why: str, instead: str, *also: str) -> Refusal:
    return Refusal("illegal", rule, why, instead, also)


NO_CARD = Refusal("malformed", "X-001", "There is no such card.", "Name one of your cards.", ("X-002",))
CHOOSE = marked("Choose a card of your hand.")
NOT_HELD = _illegal("X-010", "You do not hold this card.", CHOOSE, "X-011", "X-027")
COOLING = _illegal("X-034", "This card is on cooldown.", CHOOSE, "X-010", "X-011", "X-032", "X-036", "A-X28")
COOLING_2 = _illegal("X-035", "This card is on cooldown.", CHOOSE, "X-010", "X-011", "X-032", "X-036", "A-X28")
CRITICAL = _illegal(
    "X-037", "This card is out of play until you Slip.", CHOOSE, "X-010", "X-011", "X-032", "A-X13"
)  # fmt: skip
DISCARDED = _illegal("X-026", "This card is discarded for good.", CHOOSE, "X-010", "X-011", "X-040")
TWICE = _illegal("X-010", "A card can be programmed once.", "Choose two different cards.", "X-011")
REACTION = _illegal("A-X15", "A Reaction is not programmed.", "Keep it for its moment.", "X-040", "X-043", "X-011")
TOO_FEW = _illegal("X-010", "You have cards for both Actions.", "Choose a card for each.", "A-X05")

TELEPORT_ONLY = _illegal("X-006", "You start where a Teleport of yours leads.", "Choose a Teleport.")
NO_TELEPORT = _illegal("X-020", "You Slip with a Teleport.", "Choose a Teleport of your hand.", "X-027", "A-X11")
NOT_IN_HAND = _illegal(
    "X-027", "This Teleport is not in your hand.", "Choose one that is.", "X-020", "A-X11", "X-010"
)  # fmt: skip
IN_ZONE = _illegal(
    "A-X10", "This Location is struck too.", "Choose a Location outside the zone.", "X-021", "X-020", "A-X31"
)  # fmt: skip
IN_BOTH = _illegal(
    "A-X19", "This Location is in all the zones that hit you.", "Choose one outside any of them.", "X-063", "X-021",
    "A-X10",
)  # fmt: skip

NOTHING_TO_PLAY = _illegal("X-040", "You hold no Reaction.", "Decline.", "A-X15")
NO_REACTION = _illegal("X-040", "This is no Reaction.", "Decline, or play a Reaction.", "A-X15")
WRONG_WINDOW = _illegal("A-X15", "This Reaction is for another moment.", "Keep it, and decline.", "X-040")
NOT_HIT = _illegal("A-X15", "No Strike hits you.", "Keep it, and decline.", "X-040")
WHICH_WAY = Refusal("malformed", "X-040", "This Reaction moves you one way.", "Say left or right.", ("A-X15",))
NO_WAY = Refusal("malformed", "X-040", "This Reaction moves nobody.", "Play it without a direction.", ("A-X15",))

PROPOSE = _illegal("A-X33", "There is no proposal to turn down.", "Propose a tie by agreeing to it, or play on.")
TOO_LONG = Refusal("malformed", "X-059", "That is empty, or too long.", "Say it in other words.", ("A-X26",))

UNASKED = {
    "start": Refusal("not-now", "X-006", "The Agents are placed.", "Go on with the game.", ("A-X29",)),
    "program": Refusal(
        "not-now", "X-012", "Programs are locked.", "Wait for the next turn.", ("A-X06", "X-009", "A-X21")
    ),
    "react": Refusal(
        "not-now", "A-X15", "No window for Reactions is open to you.", "Keep it for its moment.", ("X-040",)
    ),
    "slip": Refusal(
        "not-now", "X-020", "You are not asked to choose a Slip.", "Wait for a choice.", ("X-022", "A-X23", "A-X22")
    ),
    "tie": Refusal("not-now", "A-X33", "You cannot propose a tie now.", "Play on."),
    "propose": Refusal("not-now", "A-X33", "You cannot propose a tie now.", "Play on."),
}
"""Kinds of requests that are not open now."""
