"""Why something may not be done in Silent Planet: one sentence, and what to do instead. The rules say when."""

from __future__ import annotations

from facedown.engine import Refusal

NO_ROW = Refusal("malformed", "P-006", "That is no row of cards.", "Lay all your cards, each once.")
NOT_HELD = Refusal(
    "illegal", "P-006", "A row holds exactly the cards that you were dealt.", "Lay all your cards, each once."
)
NO_HINTS = Refusal(
    "malformed", "P-007", "Hints are different places of your row.", "Choose places of your row, or none.", ("A-P02",)
)
NOT_LAID = Refusal(
    "not-now", "P-015", "The rows are not laid yet.", "Lay your row, or wait for the others.", ("P-006",)
)
ALL_LAID = Refusal(
    "too-late", "A-P02", "All rows are laid.", "Hints and order stay as they are.", ("P-006", "P-007", "A-P03")
)
SILENCE = Refusal(
    "illegal",
    "P-009",
    "Nobody talks from the deal to the end.",
    "Point or sign, as long as it is not your own row that is chosen from.",
    ("P-011", "A-P04"),
)
MUTE_WORDS = Refusal(
    "illegal", "P-009", "Nobody talks from the deal to the end.", "Wait for the others.", ("P-011", "P-013", "A-P04")
)
MUTE = Refusal(
    "not-yours",
    "P-013",
    "The others choose from your row, and you give no sign.",
    "Wait until a card is turned up.",
    ("P-012", "P-015", "P-016", "A-P04", "A-P18"),
)
NO_NUMBER = Refusal("malformed", "A-P04", "This sign has no number.", "Leave the number out.", ("P-010",))
NO_SUCH_NUMBER = Refusal(
    "malformed", "A-P04", "Fingers show a number that the cards have.", "Choose a number.", ("P-010",)
)
NO_PLACE = Refusal("malformed", "P-016", "There is no such place.", "Choose a face-down card of the active row.")
OWN_ROW = Refusal(
    "illegal",
    "P-016",
    "You never hint at your own cards.",
    "Choose a face-down card of the active row.",
    ("P-012", "A-P04"),
)
OTHER_ROW = Refusal(
    "illegal", "P-016", "Another row is active.", "Choose a face-down card of the active row.", ("A-P04",)
)
HINT = Refusal(
    "illegal",
    "P-008",
    "A hint is never used for a team.",
    "Choose a face-down card of the active row.",
    ("P-016", "A-P03"),
)
GAP = Refusal(
    "illegal", "P-016", "No card lies there any more.", "Choose a face-down card of the active row.", ("A-P03",)
)
LOCKED = Refusal("illegal", "A-P06", "You have locked this card.", "Lock another one, or unlock.")
NOT_LOCKED = Refusal("illegal", "A-P06", "You have locked nothing.", "Lock a card first.")
ABSTAINED = Refusal(
    "illegal", "A-P06", "The others have waited too long: this turn is without you.", "Wait for the next turn."
)
NOT_ALL_LOCKED = Refusal("illegal", "A-P06", "Somebody has not locked a card.", "Wait, or move your pointer and agree.")
ONE_ELECTOR = Refusal("not-now", "A-P07", "You alone choose: your lock decides.", "Lock a card.", ("A-P06",))
LEFT = Refusal("not-yours", "A-P21", "You have left, and the others choose without you.", "Come back first.")
OVER = Refusal(
    "too-late", "P-032", "The game is over.", "Look at the result, or ask for a rematch.", ("P-033", "A-P13", "A-P14")
)
NO_SUCH_MOVE = Refusal(
    "malformed",
    "P-016",
    "There is no such move, and no passing.",
    "Point, lock, or sign.",
    ("P-010", "A-P04", "A-P12", "A-P18"),
)
