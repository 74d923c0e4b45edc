"""Why something may not be done in ito: one sentence, and what to do instead. The rules say when."""

from __future__ import annotations

from facedown.engine import Refusal

# texts
EMPTY = Refusal("illegal", "I-017", "There is nothing to read in that.", "Write a word or a phrase.", ("A-I07",))
TOO_LONG = Refusal("malformed", "I-017", "That is too long.", "Say it in fewer words.", ("A-I07",))
UNREADABLE = Refusal(
    "illegal",
    "A-I07",
    "That has signs in it that nobody can see, or that pile up.",
    "Write it with plain letters.",
    ("I-017",),
)
NUMBER = Refusal(
    "illegal",
    "A-I08",
    "That says a number, and numbers are not said here.",
    "Say it through the theme.",
    ("A-I07", "A-I09", "I-023", "A-I06"),
)
TALK_IS_A_MOVE = Refusal(
    "illegal",
    "A-I07",
    "While the game goes on, talk goes through the game, which keeps numbers out.",
    "Use “Say something”.",
)

# set-up
ALWAYS_CARDS = Refusal(
    "illegal", "A-I21", "With two players the leader needs cards.", "Let the leader hold cards.", ("I-062",)
)
TWICE = Refusal("malformed", "A-I07", "A language stands there twice.", "Name each of them once.")

# phase 1
NO_CANDIDATE = Refusal(
    "malformed", "I-013", "There is no such theme to vote for.", "Vote for one of those that lie there."
)
NOT_ALL_VOTED = Refusal("illegal", "A-I01", "Not everybody has voted.", "Wait for the votes.")
NO_OWN = Refusal(
    "not-now", "I-015", "At this table nobody proposes themes.", "Vote for one of those drawn.", ("A-I04",)
)
THEME_IS_SET = Refusal(
    "too-late",
    "I-013",
    "The theme of this stage is settled.",
    "Go on with it to the end of the stage.",
    ("A-I01", "A-I04"),
)
NO_THEME_YET = Refusal("not-now", "I-017", "There is no theme yet.", "Vote for one first.", ("I-013", "I-048"))
TOO_MANY = Refusal(
    "illegal", "A-I04", "You have proposed as many themes as one may.", "Vote for one that lies there.", ("I-015",)
)
SAME_THEME = Refusal("illegal", "A-I04", "This theme lies there already.", "Vote for it.", ("I-015",))
SAME_ENDS = Refusal(
    "illegal",
    "A-I04",
    "Both ends of this theme are the same.",
    "Say what its lowest is, and what its highest.",
    ("I-014",),
)

# phase 2
NO_CARD = Refusal("malformed", "I-002", "There is no such card.", "Choose a card that you hold.", ("I-003",))
NOT_HELD = Refusal(
    "illegal",
    "A-I11",
    "You do not hold this card any more.",
    "Choose a card that you hold.",
    ("I-031", "I-038", "I-017"),
)
NO_CLUE = Refusal("illegal", "A-I05", "Your lowest card has no clue yet.", "Describe it first.", ("I-018", "I-017"))
READY = Refusal("illegal", "I-019", "Your cards lie face down already.", "Wait for the others, or take them up again.")
NOT_READY = Refusal("illegal", "A-I29", "Your cards do not lie face down yet.", "Describe them first.", ("I-019",))
ESCAPING = Refusal(
    "illegal", "A-I29", "All cards lie face down and stay so.", "Discard when you think you are next.", ("I-020",)
)
NO_MOMO = Refusal("not-now", "I-050", "Momo-chan is not here.", "She is found in the last stage.", ("A-I15", "I-051"))
NOT_HOLDER = Refusal(
    "not-yours", "I-017", "You hold no card to describe.", "Help the others with their order.", ("A-I21", "I-030")
)

# phase 3
NOT_YET = Refusal(
    "not-now",
    "A-I10",
    "Cards are discarded only once all lie face down.",
    "Describe your card, and put it down.",
    ("I-020", "I-031"),
)
NO_CARDS = Refusal(
    "not-yours", "I-031", "You hold no card any more.", "Help the others with their order.", ("A-I11", "I-030")
)
NOT_NAMED = Refusal(
    "not-yours", "A-I20", "Another player is to discard now.", "Make the leader understand.", ("I-061",)
)
NOBODY_NAMED = Refusal(
    "not-now", "A-I20", "The leader has named nobody yet.", "Make the leader understand.", ("I-061",)
)
NOT_LEADER = Refusal("not-yours", "I-061", "The leader says who discards.", "Make the leader understand.", ("A-I20",))
HOLDS_NOTHING = Refusal("illegal", "A-I20", "This player holds no card.", "Name somebody who does.", ("I-061",))
NAMED_ALREADY = Refusal("illegal", "A-I20", "This player is named already.", "Wait, or name another one.", ("I-061",))
NO_LEADER = Refusal("not-now", "I-061", "There is no leader in this game.", "Whoever is next discards.", ("A-I19",))
LED = Refusal(
    "too-late", "A-I19", "The leader is chosen, for the whole game.", "Make the leader understand."
)

# people
NO_PLAYER = Refusal("malformed", "A-I19", "There is no such player.", "Choose somebody who plays.", ("A-I20", "A-I27"))
PRESENT = Refusal("illegal", "A-I27", "Only somebody who has left can be removed.", "Wait for them.")
TOO_FEW = Refusal("illegal", "A-I27", "Too few would be left to go on.", "Wait, or end the game.")
NOBODY_LEFT = Refusal("not-now", "A-I27", "Nobody has left the table.", "Play on.")
NO_HAND = Refusal("not-yours", "A-I09", "You hold no card whose number you could have said.", "Play on.")
REMOVED = Refusal("not-yours", "A-I27", "You have been removed.", "Look on.")
OVER = Refusal(
    "too-late",
    "I-049",
    "The game is over.",
    "Look at the result, or ask for a rematch.",
    ("I-022", "I-039", "I-043", "I-060"),
)
