"""What a bot keeps of what it was told: how others use words, what they say of their cards in the present situation,
and which questions were asked. A situation lasts from one discard to the next."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ..words import Coded, Discarded, Escape, Momo, Said, SlipUp, Stage, Theme
from .beliefs import Compared, Ear
from .reading import Read

LEVEL = re.compile(r"(surely|maybe|not) me\b")
ASK = re.compile(r"Mine is more like (.+)\. Is yours higher or lower\?")
ANSWER = re.compile(
    r"(?:mine is |it is |it's )?(higher|lower|bigger|smaller)\b(?: than that, more like (.+))?", re.IGNORECASE
)
HELLO = "Before each discard I say: surely me, maybe me, or not me."
LET = re.compile(r"I would let (.+) go\b")
ANYBODY = re.compile(r"\b(?:higher|lower|bigger|smaller|more|less)\b.*\bthan\b (.+?)\?", re.IGNORECASE)
STOP = re.compile(r"\b(wait|stop|hold on|not yet|don't)\b", re.IGNORECASE)
GO = re.compile(r"\b(go|go on|go ahead|yes|ok|okay|fine)\b", re.IGNORECASE)


class Question(NamedTuple):
    """Somebody put their card in other words, and asks all how theirs compares."""

    asker: int
    words: str


class Memory:
    """Filled by `hear`; `reads` turns a text into what the bot takes it for."""

    def __init__(self, seat: int, seats: int, spread: float, reads: Callable[[str], Read | None]) -> None:
        self.seat, self.reads = seat, reads
        self.ears = [Ear(spread) for _ in range(seats)]
        self.talkers: set[int] = set()
        """Who says before each discard how sure they are: the others are not waited for."""
        self.theme: Theme | None = None
        self.momo: Any = None
        self.coded: tuple[int, str] | None = None
        self.more: list[list[str]] = [[] for _ in range(seats)]
        """Other words that were given for a present lowest card, by its holder."""
        self.compared: list[list[Compared]] = [[] for _ in range(seats)]
        """What was said of each present lowest card when it was compared with another."""
        self.asked = 0
        self.last = 0
        """The number that was discarded last."""
        self.waiting: list[str] = []
        """Questions of people that wait for an answer."""
        self.situation()

    def situation(self) -> None:
        """A card went down, or there is a question: what was said about who is next is over."""
        self.said: dict[int, str] = {}
        self.votes: dict[int, int] = {}
        self.question: Question | None = None
        self.answers: set[int] = set()
        self.objections: set[int] = set()

    def hear(self, events: Sequence[Any], seat_of: Callable[[str], int | None]) -> None:
        """Takes in what was told, in order."""
        for event in events:
            match event:
                case Stage():
                    self.begin_stage()
                case Theme():
                    self.theme = event
                case Momo(number):
                    self.momo = number
                case Coded(seat, text):
                    self.coded = seat, text
                case Escape() if self.coded is not None and self.momo is not None:
                    self.learn(self.coded[0], self.coded[1], self.momo)
                case Discarded(seat, number, clue):
                    self.opened(seat, number, clue)
                    if self.said and seat not in self.said:
                        self.talkers.discard(seat)  # it plays without a word
                    self.last = int(number) if str(number).isdigit() else self.last
                    self.situation()
                case SlipUp(aside=aside):
                    for card in aside:
                        if card.seat is not None:
                            self.opened(card.seat, card.number, card.clue)
                case Said(seat, text):
                    self.listen(seat, text, seat_of)

    def begin_stage(self) -> None:
        """All cards are new."""
        self.theme, self.momo, self.coded, self.asked, self.last = None, None, None, 0, 0
        self.more = [[] for _ in self.ears]
        self.compared = [[] for _ in self.ears]
        self.waiting = []
        self.situation()

    def opened(self, seat: int, number: Any, clue: str | None) -> None:
        """A card lies open: what its words meant is known."""
        for text in [*([clue] if clue else []), *self.more[seat]]:
            self.learn(seat, text, number)
        self.more[seat], self.compared[seat] = [], []

    def learn(self, seat: int, text: str, number: Any) -> None:
        """How this player uses words."""
        read = self.reads(text)
        if seat != self.seat and read is not None and str(number).isdigit():
            self.ears[seat].learn(read, int(number))

    def listen(self, seat: int, text: str, seat_of: Callable[[str], int | None]) -> None:
        """A line of talk."""
        if text == HELLO:
            self.talkers.add(seat)
        elif level := LEVEL.match(text):
            self.said[seat] = level[1]
            self.talkers.add(seat)
        elif ask := ASK.fullmatch(text):
            self.situation()
            self.question = Question(seat, ask[1])
            self.asked += 1
            self.more[seat].append(ask[1])
        elif (answer := ANSWER.match(text)) and self.question is not None and self.question.asker != seat:
            self.answers.add(seat)
            read = self.reads(self.question.words)
            if read is not None and self.question.asker == self.seat:
                read = read._replace(mean=self.ears[seat].heard(read.mean))
            if read is not None:
                self.compared[seat].append(Compared(read, answer[1].lower() in ("lower", "smaller")))
            if answer[2]:
                self.more[seat].append(answer[2])
        elif let := LET.match(text):
            chosen = seat_of(let[1])
            if chosen is not None:
                self.votes[seat] = chosen
        elif seat != self.seat:
            self.talkers.discard(seat)  # these are words of a person
            if than := ANYBODY.search(text):
                self.waiting.append(than[1])
            elif STOP.search(text):
                self.objections.add(seat)
            elif GO.search(text):
                self.objections.discard(seat)
