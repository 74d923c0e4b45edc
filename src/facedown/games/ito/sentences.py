"""What the log of ito says of each event: whole sentences, one for "you" and one for a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from facedown.engine import Event, Presence, Tongue, marked

from . import words as w

Both = tuple[str, str]
ENDS: dict[str, Both] = {
    "said-number": (
        marked("You are caught: a number was said. You said it."),
        marked("You are caught: a number was said. {name} said it."),
    ),
    "confessed": (
        marked("You are caught: a number was said aloud. You said it."),
        marked("You are caught: a number was said aloud. {name} said it."),
    ),
}
"""The ends that somebody has brought about."""
OTHER_ENDS = {
    "stages": marked("You have escaped."),
    "corridor": marked("You have escaped for good: the deck has no further stage."),
    "lives": marked("You are caught: no life is left."),
    "time": marked("You are caught: time is up."),
    "cancelled": marked("The game is cancelled: too few are left to go on."),
}


def sentence(
    event: Event,
    names: Sequence[str],
    you: int | None,
    tongue: Tongue,
    themed: Callable[[w.ThemeView], w.ThemeView],
) -> str | None:
    """What the log says to the reader in seat `you`; `themed`: a theme as this reader reads it. None for events that
    every game has."""
    say, many = tongue.say, tongue.many

    def told(seat: int, mine: str, theirs: str, **values: object) -> str:
        return say(mine, **values) if seat == you else say(theirs, name=names[seat], **values)

    match event:
        case Presence(seat, "removed"):
            mine = marked("You were removed; the cards are out of this stage, unseen.")
            return told(seat, mine, marked("{name} was removed; the cards are out of this stage, unseen."))
        case w.Stage(stage, lives):
            return many("Stage {stage}. One life is left.", "Stage {stage}. {n} lives are left.", lives, stage=stage)
        case w.Dealt(seat, cards):
            shown = " ".join(map(str, cards))
            if seat == you:
                return many("Your card: {cards}.", "Your cards: {cards}.", len(cards), cards=shown)
            name = names[seat]
            return many("{name}'s card: {cards}.", "{name}'s cards: {cards}.", len(cards), name=name, cards=shown)
        case w.Proposed(seat, text, low, high):
            mine = marked("You propose: {theme} ({low} to {high}).")
            theirs = marked("{name} proposes: {theme} ({low} to {high}).")
            return told(seat, mine, theirs, theme=text, low=low, high=high)
        case w.VotedTheme(seat, theme):
            mine, theirs = marked("You vote for theme {number}."), marked("{name} votes for theme {number}.")
            return told(seat, mine, theirs, number=theme + 1)
        case w.Theme(text, low, high, by):
            settled = themed(w.ThemeView(text, low, high))
            parts = {"theme": settled.text, "low": settled.low, "high": settled.high}
            if by is None:
                return say("The theme: {theme}. 1 is {low}, 100 is {high}.", **parts)
            mine = marked("You let the votes decide. The theme: {theme}. 1 is {low}, 100 is {high}.")
            theirs = marked("{name} lets the votes decide. The theme: {theme}. 1 is {low}, 100 is {high}.")
            return told(by, mine, theirs, **parts)
        case w.Momo(number):
            return say("Momo-chan is found: {number}. Find a code word for her.", number=number)
        case w.Clued(seat, text):
            mine, theirs = marked("You describe a card: {text}"), marked("{name} describes a card: {text}")
            return told(seat, mine, theirs, text=text)
        case w.Coded(seat, text):
            mine = marked("You set Momo-chan's code word: {text}")
            return told(seat, mine, marked("{name} sets Momo-chan's code word: {text}"), text=text)
        case w.Said(seat, text):
            return told(seat, marked("You say: {text}"), marked("{name} says: {text}"), text=text)
        case w.MarkedReady(seat):
            return told(seat, marked("You put your cards face down."), marked("{name} puts their cards face down."))
        case w.TookUp(seat):
            return told(seat, marked("You take your cards up again."), marked("{name} takes their cards up again."))
        case w.Escape():
            return say("All cards lie face down. The escape may begin.")
        case w.Named(seat):
            return told(seat, marked("You are to discard."), marked("{name} is to discard."))
        case w.Discarded(seat, number, clue):
            if clue:
                mine, theirs = marked("You discard {number} ({clue})."), marked("{name} discards {number} ({clue}).")
            else:
                mine, theirs = marked("You discard {number}."), marked("{name} discards {number}.")
            return told(seat, mine, theirs, number=number, clue=clue)
        case w.SlipUp(_, lives, aside):
            lower = ", ".join(_lower(entry, names, you, tongue) for entry in aside)
            if not lives:
                return say("Stop! Lower was held: {lower}. No lives are left.", lower=lower)
            return many(
                "Stop! Lower was held: {lower}. One life is left.",
                "Stop! Lower was held: {lower}. {n} lives are left.",
                lives,
                lower=lower,
            )
        case w.VotedLeader(seat, leader):
            if leader == seat:
                mine = marked("You vote for yourself as leader.")
                return told(seat, mine, marked("{name} votes for {name} as leader."))
            if leader == you:
                return say("{name} votes for you as leader.", name=names[seat])
            mine, theirs = marked("You vote for {leader} as leader."), marked("{name} votes for {leader} as leader.")
            return told(seat, mine, theirs, leader=names[leader])
        case w.Led(seat):
            return told(seat, marked("You lead."), marked("{name} leads."))
        case w.VotedOut(by, seat):
            if seat == you:
                return say("{name} wants you removed.", name=names[by])
            mine, theirs = marked("You want {other} removed."), marked("{name} wants {other} removed.")
            return told(by, mine, theirs, other=names[seat])
        case w.Ended(_, why, _, seat):
            return say(OTHER_ENDS[why]) if seat is None else told(seat, *ENDS[why])
    return None


def _lower(entry: w.Laid, names: Sequence[str], you: int | None, tongue: Tongue) -> str:
    """Whose lower card it was, and what was said of it."""
    number, clue, say = entry.number, entry.clue, tongue.say
    if entry.seat is None:
        return say("a {number} ({clue})", number=number, clue=clue) if clue else say("a {number}", number=number)
    if entry.seat == you:
        return say("your {number} ({clue})", number=number, clue=clue) if clue else say("your {number}", number=number)
    name = names[entry.seat]
    if clue:
        return say("{name}'s {number} ({clue})", name=name, number=number, clue=clue)
    return say("{name}'s {number}", name=name, number=number)
