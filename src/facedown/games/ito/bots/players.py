"""`steady`, which plays with people and with its like: it describes its cards by its own taste, says how sure it is to
hold the lowest, asks where that is doubtful, and discards. It acts when something was told, never earlier or later by
what it holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from facedown.engine import Move, Offer, Request
from facedown.engine.words import Random

from ..words import (
    Clue,
    CodeWord,
    DecideTheme,
    Discard,
    Name,
    ProposeTheme,
    Ready,
    Say,
    VoteLeader,
    VoteTheme,
)
from .beliefs import LEVELS, NUMBERS, Grid, above, level, normal, only, prior, said
from .memory import HELLO, Memory
from .reading import Read, put, read
from .tables import Taste, tables

Answer = tuple[Request, Move] | None
MORE_WORDS, LONG = 9, 250
"""Words of a question, and their letters."""
SPARE = 3
"""For each question that is left, so many cards may be, and it is asked where it matters less too."""
RISK = 0.05
"""How probable it must be that a discard goes wrong, to ask before it, where there is a question for each; where there
are fewer, so much more."""
PATIENCE = 40
"""How often a leader is asked in vain before it names somebody by its own lights."""


class Steady:
    """Describes its cards by its own taste, says how sure it is, asks what is doubtful, yields to objections.

    `taste`: how far it values words otherwise than others, in points; `questions`: how many are asked in a stage;
    `words`: how many words a clue has."""

    def __init__(
        self,
        game: Any,
        seat: int,
        seats: int,
        options: Any,
        rng: Random,
        *,
        taste: float = 4.0,
        questions: int = 3,
        words: int = 4,
    ) -> None:
        if not 0 <= taste <= 30:
            raise ValueError("taste goes from 0 to 30")
        if not (0 <= questions <= 20 and 1 <= words <= 6):
            raise ValueError("questions go from 0 to 20, words from 1 to 6")
        self.game, self.seat, self.seats = game, seat, seats
        self.spread, self.questions, self.words = taste, questions, words
        self.guard = game.guard_of(options.languages)
        self.led = options.leader != "none"
        self.taste = Taste(rng.random(), taste)
        self.values: dict[str, float] = {}
        self.ends = ("", "")
        self._read: dict[str, Read | None] = {}
        self.memory = Memory(seat, seats, taste, self.reads)
        self.known: tuple[Any, ...] = ()
        self.idle = 0

    # words -------------------------------------------------------------------------------------------------
    def reads(self, text: str) -> Read | None:
        """What it takes a text for."""
        if text not in self._read:
            self._read[text] = read(self.values, text, self.ends)
        return self._read[text]

    def learn_theme(self, view: Any) -> None:
        """The words of the theme that can be said here."""
        theme = view.theme
        if theme is not None and self.known != (theme.text, theme.low, theme.high):
            self.known, self._read = (theme.text, theme.low, theme.high), {}
            values = self.taste.values(theme.text)
            self.values = {word: value for word, value in values.items() if not self.guard.numbers(word)}
            self.ends = theme.low, theme.high

    def called(self, view: Any, seat: int) -> str:
        """What a player is called where numbers are not said."""
        names = [person.name for person in view.seats]
        plain = len(set(names)) == len(names) and not any(self.guard.numbers(name) for name in names)
        return str(names[seat]) if plain else f"player {chr(65 + seat)}"

    # deciding ----------------------------------------------------------------------------------------------
    def decide(self, view: Any, events: Sequence[Any], requests: Sequence[Request], menu: Sequence[Offer]) -> Answer:
        """An answer to one of these requests, or None to wait."""
        self.learn_theme(view)
        names = {self.called(view, seat): seat for seat in range(self.seats)}
        self.memory.hear(events, names.get)
        self.idle = 0 if events else self.idle + 1
        asked = {request.kind: request for request in requests}
        if "leader" in asked and asked["leader"].binds == "must":
            return asked["leader"], VoteLeader(min(seat for seat, p in enumerate(view.seats) if not p.gone))
        if view.phase == "theme":
            return self.choose_theme(view, asked)
        if view.phase == "announce":
            return self.describe(view, asked)
        return self.escape(view, asked) if view.phase == "discard" else None

    def choose_theme(self, view: Any, asked: dict[str, Request]) -> Answer:
        """What most have voted for, else the first theme that it has words for, else one of its own."""
        votes = [vote for seat, vote in enumerate(view.votes) if vote is not None and seat != self.seat]
        known = [i for i, theme in enumerate(view.themes) if theme.text in tables()]
        if votes:
            best = max(sorted(set(votes)), key=votes.count)
        elif known:
            best = known[0]
        elif "own_theme" in asked:
            text = next(iter(tables()))
            theme = next(t for t in self.game.edition.themes if t.text == text)
            return asked["own_theme"], ProposeTheme(theme.text, theme.low, theme.high)
        else:
            best = 0
        if "theme" in asked and view.votes[self.seat] != best:
            return asked["theme"], VoteTheme(best)
        if "decide" in asked and asked["decide"].binds == "one_of":
            return asked["decide"], DecideTheme()
        return None

    def lowest(self, view: Any) -> tuple[int, Any]:
        """Where its lowest card stands, and the card."""
        cards = view.you.cards
        at = min(range(len(cards)), key=lambda i: self.value(cards[i].number))
        return at, cards[at]

    def value(self, number: Any) -> int:
        """What a card is worth; in a minted game it has to look it up."""
        return int(self.game.faces.code.index(number)) + 1

    def describe(self, view: Any, asked: dict[str, Request]) -> Answer:
        """A clue for the lowest card, a code word for Momo-chan, ready."""
        if "announce" in asked and view.you.cards:
            _, card = self.lowest(view)
            if card.clue is None:
                return asked["announce"], Clue(card.number, put(self.values, self.value(card.number), self.words))
        if "code_word" in asked and asked["code_word"].binds == "one_of":
            return asked["code_word"], CodeWord(put(self.values, self.value(view.momo), self.words))
        if "announce" in asked and view.you.cards and self.seat not in view.ready:
            if self.seat not in self.memory.talkers and "talk" in asked and not self.guard.numbers(HELLO):
                return asked["talk"], Say(HELLO)
            return asked["announce"], Ready()
        return None

    # the escape --------------------------------------------------------------------------------------------
    def escape(self, view: Any, asked: dict[str, Request]) -> Answer:
        """Who is named discards; else first whatever is to be said, then whose turn it is."""
        if self.led and view.named == self.seat and "discard" in asked:
            return asked["discard"], Discard(self.lowest(view)[1].number)
        if view.you.cards and "announce" in asked:
            _, card = self.lowest(view)
            if card.clue is None:
                return asked["announce"], Clue(card.number, put(self.values, self.value(card.number), self.words))
        line = self.speak(view)
        if line is not None:
            return (asked["talk"], Say(line)) if "talk" in asked and not self.guard.numbers(line) else None
        nxt = self.next_one(view)
        holders = [seat for seat, hand in enumerate(view.hands) if hand.count]
        if nxt is None and self.led and (self.idle > PATIENCE or not self.memory.talkers.intersection(holders)):
            nxt = self.favourite(view, holders)
        if nxt is None:
            return None
        if self.led and view.leader == self.seat and view.named is None and "name" in asked:
            return asked["name"], Name(nxt)
        if not self.led and nxt == self.seat and "discard" in asked:
            return asked["discard"], Discard(self.lowest(view)[1].number)
        return None

    def speak(self, view: Any) -> str | None:
        """What it has to say now: an answer, how sure it is, a question, whom it would let go."""
        memory, mine = self.memory, bool(view.you.cards)
        if memory.waiting:
            line = self.compare(view, memory.waiting.pop(0))
            if line is not None:
                return line
        question, holders = memory.question, [seat for seat, hand in enumerate(view.hands) if hand.count]
        if question is not None and question.asker != self.seat and mine and self.seat not in memory.answers:
            return f"{self.against(view, question.words)} than that, more like {self.afresh(view)}"
        if len(holders) == 1 or self.unclued(view, holders) or self.unanswered(holders):
            return None
        if mine and self.seat not in memory.said:
            return f"{level(self.chance(view))} me"
        if self.silent(holders):
            return None
        left = self.left(holders)
        if len(left) > 1:
            best = self.called(view, self.favourite(view, left))
            return f"I would let {best} go" if mine and self.seat not in memory.votes else None
        return self.question(view) if left == [self.seat] and self.doubts(view, holders) else None

    def question(self, view: Any) -> str:
        """Its card in other words, for all to compare with."""
        return f"Mine is more like {self.afresh(view)}. Is yours higher or lower?"

    def afresh(self, view: Any) -> str:
        """Its lowest card in words that it has not used for it."""
        _, card = self.lowest(view)
        texts = [card.clue or "", *self.memory.more[self.seat]]
        used = [word for word in self.values if any(word in text for text in texts)]
        return put(self.values, self.value(card.number), MORE_WORDS, used, LONG)

    def next_one(self, view: Any) -> int | None:
        """Who is to discard, as far as that is settled; None while somebody is waited for."""
        holders = [seat for seat, hand in enumerate(view.hands) if hand.count]
        if len(holders) <= 1:
            return holders[0] if holders else None
        memory = self.memory
        if self.unclued(view, holders) or self.silent(holders) or memory.objections:
            return None
        left = self.left(holders)
        first = self.elected(left)
        if first is None or (self.led and self.asks(holders, held(view))):
            return None
        mute = any(seat not in memory.said for seat in holders)
        return None if mute and memory.said.get(first) == "not" else first

    def unclued(self, view: Any, holders: Sequence[int]) -> bool:
        """Whether somebody who talks still owes a clue for the lowest card."""
        return any(
            seat in self.memory.talkers and not any(card.clue for card in view.hands[seat].cards) for seat in holders
        )

    def silent(self, holders: Sequence[int]) -> bool:
        """Whether somebody who talks has not said how sure they are."""
        return any(seat in self.memory.talkers and seat not in self.memory.said for seat in holders)

    def unanswered(self, holders: Sequence[int]) -> bool:
        """Whether somebody who talks has not answered the question."""
        memory = self.memory
        waits = memory.talkers - memory.answers - ({memory.question.asker} if memory.question is not None else set())
        return memory.question is not None and not waits.isdisjoint(holders)

    def contenders(self, holders: Sequence[int]) -> list[int]:
        """Who is next by what all have said: the surest."""
        said_ = self.memory.said
        there = [seat for seat in holders if seat in said_]
        best = max([LEVELS.index(said_[seat]) for seat in there], default=0)
        return [seat for seat in there if LEVELS.index(said_[seat]) == best]

    def left(self, holders: Sequence[int]) -> list[int]:
        """Who may still be next: the surest, or of several the one whom most would let go."""
        top = self.contenders(holders)
        chosen = self.elected(top)
        return top if chosen is None else [chosen]

    def elected(self, among: Sequence[int]) -> int | None:
        """Whom most would let go, once all have said so; of several the first. None as long as somebody has not."""
        memory, votes = self.memory, self.memory.votes
        if len(among) < 2:
            return among[0] if among else None
        if any(seat in memory.talkers and seat not in votes for seat in memory.said):
            return None
        return max(among, key=lambda seat: (list(votes.values()).count(seat), -seat))

    def asks(self, holders: Sequence[int], cards: int) -> bool:
        """Whether a question is worth it: once before a discard, as long as there are some left, where several may be
        next or nobody thinks so; with few cards left also where one alone is not sure."""
        memory, top = self.memory, self.contenders(holders)
        spare = self.questions - memory.asked
        if not top or spare <= 0 or memory.question is not None:
            return False
        word = memory.said[top[0]]
        return len(top) > 1 or word == "not" or (word == "maybe" and cards <= SPARE * spare)

    def doubts(self, view: Any, holders: Sequence[int]) -> bool:
        """Whether it asks before it discards."""
        if self.led:
            return self.asks(holders, held(view))
        spare = self.questions - self.memory.asked
        return spare > 0 and self.risk(view) > RISK * (held(view) - 1) / spare

    def risk(self, view: Any) -> float:
        """How probable it is that somebody holds a lower card than its lowest."""
        others = self.others(view, self.seat)
        at = self.mine(view) - 1
        return 1 - float(np.prod([above(self.belief(view, seat, talk=True))[at] for seat in others]))

    # beliefs -----------------------------------------------------------------------------------------------
    def belief(self, view: Any, seat: int, talk: bool = False) -> Grid:
        """How likely each number is to be this player's lowest; `talk`: with what they said of it."""
        hand, memory = view.hands[seat], self.memory
        clued = [read for card in hand.cards if card.clue and (read := self.reads(card.clue)) is not None]
        reads = [min(clued)] if clued else []
        reads += [read for text in memory.more[seat] if (read := self.reads(text)) is not None]
        grid = prior(memory.last, hand.count) * memory.ears[seat].likelihood(reads, memory.compared[seat])
        grid = normal(grid)
        if talk and seat in memory.said:
            others = [self.belief(view, other) for other in self.others(view, seat)]
            grid = normal(grid * said(memory.said[seat], others))
        return grid

    def others(self, view: Any, seat: int) -> list[int]:
        """The other players who hold cards."""
        return [other for other, hand in enumerate(view.hands) if hand.count and other != seat]

    def mine(self, view: Any) -> int:
        """The value of its lowest card."""
        return self.value(self.lowest(view)[1].number)

    def chance(self, view: Any) -> float:
        """How probable it is that its own lowest card is the lowest of all."""
        number = self.mine(view)
        return float(np.prod([above(self.belief(view, seat))[number - 1] for seat in self.others(view, self.seat)]))

    def grids(self, view: Any, seats: Sequence[int]) -> dict[int, Grid]:
        """What it believes of these players' lowest cards, of its own what it knows."""
        own = only(self.mine(view)) if view.you.cards else NUMBERS * 0
        return {seat: own if seat == self.seat else self.belief(view, seat, talk=True) for seat in seats}

    def favourite(self, view: Any, top: Sequence[int]) -> int:
        """Who of these most probably holds the lowest card."""
        grids = self.grids(view, top)
        return max(top, key=lambda seat: self.wins(grids, seat))

    def wins(self, grids: dict[int, Grid], seat: int) -> float:
        """How probable it is that this one is the lowest of all that are given."""
        rest = [above(grid) for other, grid in grids.items() if other != seat]
        return float((grids[seat] * np.prod(rest, axis=0)).sum()) if rest else 1.0

    def against(self, view: Any, words: str) -> str:
        """Whether its lowest card is higher or lower than these words."""
        told = self.reads(words)
        return "lower" if told is None or self.mine(view) < told.mean else "higher"

    def compare(self, view: Any, words: str) -> str | None:
        """The answer to somebody who asks all: higher or lower than these words?"""
        told = self.reads(words)
        if told is None or not view.you.cards:
            return None
        line = f"Mine is {self.against(view, words)} than {words}"
        return None if self.guard.numbers(line) else line


def held(view: Any) -> int:
    """How many cards are held."""
    return sum(hand.count for hand in view.hands)
