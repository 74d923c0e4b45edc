"""A person at the terminal: is shown the view, the log and the menu of one seat, and types moves. Knows nothing else of
the state."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from facedown.engine import Choice, Event, Game, Move, Offer, Order, Refusal, Refused, Subset
from facedown.engine.plain import meanings

from .errors import Trouble, cite, explain
from .screen import Screen, emit
from .shelf import rules_of
from .typed import NONE, Tongue, choices

HELP = """Type the number of an action, or the action in words as the menu shows it on the
right; the beginning of a word is enough. Slots are counted from 1, players are
called by name, several things are joined by commas.
  ?      this help            rules  the rules of the game
  table  the table again      log    all you were told so far
  quit   leave the game"""


class Leave(Exception):
    """The person wants to go."""


class Person:
    """One seat's eyes and hands. `menu` gives the offers of that seat, `check` says why a move would be refused."""

    def __init__(
        self, game: Game[Any], seat: int, names: Sequence[str], check: Callable[[Move], Refusal | None]
    ) -> None:
        self.game, self.seat, self.names, self.check = game, seat, names, check
        self.tongue = Tongue(game, names)
        self.screen = Screen(game.inks)
        self.log: list[str] = []
        if sys.stdin.isatty():
            with suppress(ImportError):
                importlib.import_module("readline")  # lets people edit what they type

    def hear(self, events: Sequence[Event]) -> None:
        """Prints what was told since the last time."""
        lines = [line for event in events if (line := self.game.sentence(event, self.names, self.seat))]
        self.log += lines
        for line in lines:
            self.screen.say(f"* {line}")

    def decide(self, view: Any, events: Sequence[Event], offers: Sequence[Offer], may_wait: bool) -> Move | None:
        """A legal move, or None to wait. Raises Leave."""
        self.screen.say()
        self.hear(events)
        self.screen.say()
        self.look(view, offers, may_wait)
        while True:
            text = self.read("> ")
            if text in ("wait", "") and may_wait:
                return None
            if text in ("", "table"):
                self.look(view, offers, may_wait)
            elif not self.told(text):
                try:
                    move = self.move(text, offers)
                    refusal = None if move is None else self.check(move)
                    if refusal is not None:
                        raise Refused(refusal)
                    if move is not None:
                        return move
                except (Trouble, Refused) as error:
                    self.screen.say(explain(error)[0], "yellow")

    def over(self, view: Any, events: Sequence[Event]) -> None:
        """The end."""
        self.screen.say()
        self.hear(events)
        self.screen.say()
        self.screen.say(self.game.text(view))

    # looking ---------------------------------------------------------------------------------------------------------
    def look(self, view: Any, offers: Sequence[Offer], may_wait: bool) -> None:
        """The table and the menu."""
        self.screen.say(self.game.text(view))
        self.screen.say()
        kinds = list(dict.fromkeys(offer.kind for offer in offers))
        width = max((len(self.game.title(kind)) for kind in kinds), default=0) + 2
        for number, kind in enumerate(kinds, 1):
            what = self.game.title(kind)
            what = what[:1].upper() + what[1:]
            why_not = why(offer for offer in offers if offer.kind == kind)
            if why_not is None:
                self.screen.say(f"{number:>3}  {what:<{width}}  {self.tongue.usage(kind)}")
            else:
                self.screen.say(f"{number:>3}  {what:<{width}}  not now: {why_not.why}{cite(why_not)}", "dim")
        if may_wait:
            self.screen.say("     Enter alone waits.")
        self.screen.say("     ? for help", "dim")

    def told(self, text: str) -> bool:
        """Answers what is no move: help, rules, the log, leaving."""
        match text.lower():
            case "?" | "help":
                self.screen.say(HELP)
            case "rules":
                self.screen.say(rules_of(self.game) or "This game brings no rules to read.")
            case "log":
                self.screen.say("\n".join(self.log) or "Nothing was told yet.")
            case "quit" | "exit":
                if self.read("Leave the game? (yes/no) ").lower() in ("y", "yes"):
                    raise Leave
            case _:
                return False
        return True

    def read(self, prompt: str) -> str:
        """A line that was typed. Raises Leave at the end of input."""
        try:
            return input(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            self.screen.say()
            raise Leave from None

    # choosing --------------------------------------------------------------------------------------------------------
    def move(self, text: str, offers: Sequence[Offer]) -> Move | None:
        """The move of a line: a number of the menu, then field by field, or the whole move in words."""
        if not text.isdecimal():
            kind = self.tongue.kind(text.split()[0], offers)
            if " " in text or not meanings(self.game.State.MOVES[kind]):
                return self.tongue.read(text, offers)
        else:
            kinds = list(dict.fromkeys(offer.kind for offer in offers))
            if not 1 <= int(text) <= len(kinds):
                raise Trouble(f"choose from 1 to {len(kinds)}")
            kind = kinds[int(text) - 1]
        same = [offer for offer in offers if offer.kind == kind]
        why_not = why(same)
        if why_not is not None:
            raise Refused(why_not)
        return self.fill(kind, [offer for offer in same if offer.why_not is None])

    def fill(self, kind: str, offers: Sequence[Offer]) -> Move | None:
        """Asks for one field after the other; None if the person thinks better of it."""
        values: dict[str, Any] = {}
        for field, meaning in meanings(self.game.State.MOVES[kind]).items():
            with_it = [offer for offer in offers if field in offer.fields]
            if not with_it:
                continue
            domains = [offer.fields[field] for offer in with_it]
            only = {v for domain in domains for v in choices(domain)}
            if len(only) == 1 and all(isinstance(domain, Choice) for domain in domains):
                values[field] = only.pop()
                continue
            text = self.read(f"{self.question(field, meaning, with_it)}: ")
            if not text:
                return None
            value = self.tongue.value(kind, field, text, with_it)
            offers = [offer for offer in with_it if offer.fields[field].holds(value)]
            if not offers:
                raise Trouble(f"{text} cannot be chosen here")
            values[field] = value
        return self.tongue.move(kind, values)

    def question(self, field: str, meaning: str, offers: Sequence[Offer]) -> str:
        """What a field is and what it can be."""
        name = self.game.word(f"{offers[0].kind}.{field}", field)
        domain = offers[0].fields[field]
        listed = [v for offer in offers for v in choices(offer.fields[field])]
        said = [self.tongue.say(v, meaning) for v in listed]
        of = " ".join(said if isinstance(domain, Order) else dict.fromkeys(said))  # of equal cards each is one
        match domain:
            case Order():
                return f"{name}, {domain.n} in order, with commas ({of})"
            case Subset():
                or_none = "" if domain.least else f" (or {NONE})"
                return f"{name}{or_none}, {domain.least} to {domain.most} with commas ({of})"
            case Choice():
                return f"{name} ({of})"
        return f"{name} (at most {domain.most} characters)"


class Machine:
    """A program in a person's place: gets {events, view, menu} as a line of JSON, answers with a move as a line."""

    def __init__(self, game: Game[Any], check: Callable[[Move], Refusal | None]) -> None:
        self.game, self.check = game, check

    def decide(self, view: Any, events: Sequence[Event], offers: Sequence[Offer], may_wait: bool) -> Move | None:
        """A legal move, or None for `null`. Raises Leave at the end of input."""
        emit({"events": events, "view": view, "menu": offers, "may_wait": may_wait})
        for line in sys.stdin:
            try:
                raw = json.loads(line)
            except ValueError:
                raw = line
            if raw is None and may_wait:
                return None
            try:
                move = self.game.read_move(raw)
            except Refused as error:
                emit({"refusal": error.refusal})
                continue
            refusal = self.check(move)
            if refusal is None:
                return move
            emit({"refusal": refusal})
        raise Leave

    def over(self, view: Any, events: Sequence[Event]) -> None:
        """The end."""
        emit({"events": events, "view": view, "outcome": msgspec.to_builtins(view).get("outcome")})


def why(offers: Any) -> Refusal | None:
    """Why nothing of a kind may be done now, or None."""
    reasons = [offer.why_not for offer in offers]
    return None if None in reasons else reasons[0]
