"""ito in sentences: what pages and terminal call things, and what the log says of each event."""

from __future__ import annotations

from collections.abc import Sequence

from facedown.engine import Event, Presence

from . import words as w

LANGUAGES = {
    "de": "Deutsch",
    "en": "English",
    "es": "Español",
    "fr": "Français",
    "it": "Italiano",
    "ja": "日本語",
    "pt": "Português",
}
LOWER = "you hold a lower one"
"""Beside a card that had better wait."""
CALLED = "discard one of your cards: you are called"
"""What is asked of whom the leader has named."""
NOT_SENT = "Your text was not sent: it says a number. Say it through the theme."
WORDS = {
    "leader": "Leader",
    "leader.near": "at the top",
    "leader.ask": "vote for a leader",
    "vote_leader": "Vote for a leader",
    "vote_leader.help": "The leader says who discards next, to the end of the game.",
    "vote_leader.do": "Vote for",
    "vote_leader.seat": "",
    "theme": "Theme",
    "theme.ask": "vote for a theme",
    "vote_theme": "Vote for a theme",
    "vote_theme.help": "It is settled when all agree. Until then you may change your vote.",
    "vote_theme.do": "Vote",
    "vote_theme.theme": "",
    "own_theme": "A theme of your own",
    "propose_theme": "Propose a theme of your own",
    "propose_theme.help": "It lies among the others then, and everybody may vote for it.",
    "propose_theme.do": "Propose",
    "propose_theme.text": "Theme",
    "propose_theme.low": "Its lowest end, 1",
    "propose_theme.high": "Its highest end, 100",
    "propose_theme.token": "all the same (if it is your number, all have lost)",
    "decide": "Decide",
    "decide.ask": "agree on a theme, or let the votes decide",
    "decide_theme": "Let the votes decide",
    "decide_theme.help": "Most votes win; where several have as many, the lot does.",
    "announce": "Describe your cards",
    "announce.ask": "describe your lowest card by the theme, and put your cards face down",
    "clue": "Describe a card",
    "clue.help": "A word or a phrase, never a number. You may change it at any time.",
    "clue.do": "Describe",
    "clue.card": "card",
    "clue.text": "Clue",
    "clue.token": "all the same (if it is your number, all have lost)",
    "ready": "Ready",
    "ready.help": "When all cards lie face down, discarding begins.",
    "ready.do": "Put my cards face down",
    "unready": "Take up again",
    "unready.help": "As long as somebody else is not ready.",
    "unready.do": "Take my cards up again",
    "code_word": "Momo-chan's code word",
    "code_word.ask": "find a code word for Momo-chan's card",
    "code_word.help": "All may set it. Your clues may then say: smaller than that, or larger.",
    "code_word.do": "Set",
    "code_word.text": "Code word",
    "code_word.token": "all the same (if it is your number, all have lost)",
    "name": "Name who discards",
    "name.ask": "say who discards next",
    "name.help": "Who, not which card. You may name another one before it happens.",
    "name.do": "Name",
    "name.seat": "",
    "discard": "Discard",
    "discard.ask": "agree on who is next; discard when you think that yours is the lowest of all",
    "discard.help": "Every lower card that anybody holds, you too, costs a life. Better ask first.",
    "discard.do": "Discard",
    "discard.card": "",
    "talk": "Talk",
    "say": "Say something",
    "say.help": "Everybody hears it. Numbers are not said here.",
    "say.do": "Say it",
    "say.text": "Words",
    "say.token": "all the same (if it is your number, all have lost)",
    "confess": "Own up",
    "confess.help": "You have said your number aloud: the game is lost for all. Nobody can say it of somebody else.",
    "confess.do": "I have said my number",
    "confess.careful": "it ends the game",
    "vote_out": "Remove somebody who has left",
    "vote_out.help": "When all who are here agree. The cards leave this stage without damage, unseen.",
    "vote_out.do": "Remove",
    "vote_out.seat": "",
    "phase": "",
    "stage": "Stage",
    "stage.near": "at the top",
    "lives": "Lives",
    "lives.near": "at the top",
    "hands": "Cards",
    "hands.help": "In the order in which they were dealt, which says nothing.",
    "hands.none": "no card",
    "you.cards": "",
    "count": "",
    "id": "",
    "number.large": "what a card shows large",
    "theme.near": "at the top",
    "momo": "Momo-chan",
    "momo.near": "at the top",
    "code_word.near": "at the top",
    "code_word.none": "none yet",
    "themes": "Themes to vote for",
    "themes.near": "at the top",
    "themes.none": "",
    "themes.counted": "as many as were drawn, whoever plays",
    "text.large": "what a theme shows large",
    "low": "1 is",
    "low.small": "1: {}",
    "high": "100 is",
    "high.small": "100: {}",
    "votes": "Votes",
    "votes.each": "one a player",
    "votes.near": "below the themes",
    "view.ready": "Cards lie face down",
    "ready.none": "nobody's yet",
    "pile": "Pile",
    "pile.listed": "the top first, whoever plays",
    "pile.none": "no card",
    "aside": "Put aside",
    "aside.listed": "as they went, whoever plays",
    "aside.none": "no card",
    "view.talk": "",
    "choosing": "Votes for a leader",
    "choosing.each": "one a player",
    "view.named": "To discard",
    "named.near": "at the top",
    "ousting": "Want removed",
    "warning": "Not sent",
    "warning.near": "at the top",
    "warning.help": "It says a number. Say it through the theme instead.",
    "token": "",
    "move": "you wanted to say",
    "deck": "Deck",
    "box": "Left the stage",
    "escape.clock": "The escape",
    "why.stages": "you have escaped",
    "why.corridor": "the deck has no further stage: you have escaped for good",
    "why.lives": "no life is left",
    "why.said-number": "a number was said",
    "why.confessed": "a number was said aloud",
    "why.time": "time is up",
    "why.cancelled": "too few are left to go on",
    "options.timed": "Against the clock",
    "options.timed.help": "10 minutes for each of the first two stages, 15 for later ones, from the first discard on.",
    "options.minutes": "Minutes a stage",
    "options.minutes.help": "Where you want others than those of the box.",
    "options.leader": "Leader",
    "options.leader.help": "One of you says who discards next; with cards of their own in small groups.",
    "none": "no leader",
    "auto": "with cards up to four players",
    "no-cards": "without cards",
    "options.endless": "Endless Corridor",
    "options.endless.help": "Stage after stage, a card more each time, with Momo-chan in all of them.",
    "options.adult": "Themes for adults too",
    "options.own_themes": "You may propose themes",
    "options.themes": "Your own themes",
    "options.themes.help": "One a line: theme | low end | high end. Then only these are drawn.",
    "options.languages": "Languages you play in",
    "options.languages.help": "Number words of these languages are caught; digits always are.",
}  # fmt: skip


def sentence(event: Event, names: Sequence[str], you: int | None) -> str | None:
    """What the log says to the reader in seat `you`. None for events that every game has."""

    def does(seat: int, verb: str) -> str:
        return f"You {verb}" if seat == you else f"{names[seat]} {verb}s"

    def whose(seat: int) -> str:
        return "your" if seat == you else f"{names[seat]}'s"

    match event:
        case Presence(seat, "removed"):
            return f"{names[seat]} was removed; the cards are out of this stage, unseen."
        case w.Stage(n, lives):
            return f"Stage {n}. {_lives(lives)} left."
        case w.Dealt(seat, cards):
            return f"{whose(seat).capitalize()} card{'s' * (len(cards) > 1)}: {' '.join(map(str, cards))}."
        case w.Proposed(seat, text, low, high):
            return f"{does(seat, 'propose')}: {text} ({low} to {high})."
        case w.VotedTheme(seat, theme):
            return f"{does(seat, 'vote')} for theme {theme + 1}."
        case w.Theme(text, low, high, by):
            called = f"{does(by, 'let')} the votes decide. " if by is not None else ""
            return f"{called}The theme: {text}. 1 is {low}, 100 is {high}."
        case w.Momo(number):
            return f"Momo-chan is found: {number}. Find a code word for her."
        case w.Clued(seat, text):
            return f"{does(seat, 'describe')} a card: {text}"
        case w.Coded(seat, text):
            return f"{does(seat, 'set')} Momo-chan's code word: {text}"
        case w.Said(seat, text):
            return f"{does(seat, 'say')}: {text}"
        case w.MarkedReady(seat):
            return f"{does(seat, 'put')} {'your' if seat == you else 'their'} cards face down."
        case w.TookUp(seat):
            return f"{does(seat, 'take')} {'your' if seat == you else 'their'} cards up again."
        case w.Escape():
            return "All cards lie face down. The escape may begin."
        case w.Named(seat):
            return f"{'You are' if seat == you else names[seat] + ' is'} to discard."
        case w.Discarded(seat, number, clue):
            return f"{does(seat, 'discard')} {number}{_said(clue)}."
        case w.SlipUp(_, lives, aside):
            lower = [f"{_owner(entry.seat, names, you)} {entry.number}{_said(entry.clue)}" for entry in aside]
            return f"Stop! Lower was held: {', '.join(lower)}. {_lives(lives)} left."
        case w.VotedLeader(seat, leader):
            return f"{does(seat, 'vote')} for {'you' if leader == you else names[leader]} as leader."
        case w.Led(seat):
            return f"{does(seat, 'lead')}."
        case w.VotedOut(by, seat):
            return f"{does(by, 'want')} {names[seat]} removed."
        case w.Ended(won, why, _, seat):
            who = f" {'You' if seat == you else names[seat]} said it." if seat is not None else ""
            end = "The game is cancelled" if why == "cancelled" else "You have escaped" if won else "You are caught"
            return f"{end}: {WORDS[f'why.{why}']}.{who}"
    return None


def _lives(lives: int) -> str:
    return "One life is" if lives == 1 else f"{lives or 'No'} lives are"


def _said(clue: str | None) -> str:
    return f" ({clue})" if clue else ""


def _owner(seat: int | None, names: Sequence[str], you: int | None) -> str:
    return "a" if seat is None else "your" if seat == you else f"{names[seat]}'s"
