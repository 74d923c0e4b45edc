"""A state of ito: the rules, with what every position is looked at and played through. Views show what lies there for
one viewer (section 4 of our reference); menus list what may be answered, with why not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import structs

from facedown.engine import ARCHIVE, Choice, Domain, Move, Offer, Request, Text
from facedown.engine.words import Random

from .given import lay_out
from .rules import Rules
from .words import (
    CLUE,
    END,
    LINE,
    THEME,
    Card,
    Clue,
    CodeWord,
    Confess,
    DecideTheme,
    Discard,
    Given,
    Hand,
    Name,
    Pile,
    Ready,
    Say,
    Unready,
    View,
    VoteLeader,
    VoteOut,
    VoteTheme,
    You,
)

SPOKEN = {"propose_theme": "own_theme", "clue": "announce", "code_word": "code_word", "say": "talk"}
"""The requests that moves which say something answer."""
TEXTS = ("a giraffe", "something warm", "my uncle", "the moon", "a wet sock", "number twelve", "12", "forty-eight")
"""What is said at random; some of it is caught."""
BLANK = "no idea"
"""What is said for a player whom nobody waits for any more."""


class Ito(Rules):
    """A position of ito: rules, and what is seen of it."""

    __slots__ = ()

    def lay_out(self, given: Given) -> None:
        """The position a scenario describes."""
        lay_out(self, given)

    # views -------------------------------------------------------------------------------------------------
    def phase(self) -> str:
        """Leader, theme, announcing, discarding."""
        return self.when

    def cards_of(self, seat: int, open_: bool) -> tuple[Card, ...]:
        """A hand in the order in which it was dealt (A-I25), with its numbers or without."""
        numbers: Iterable[Any] = self.show(self.hands[seat]) if open_ else [None] * len(self.hands[seat])
        return tuple([
            Card(id_, clue, number)
            for id_, clue, number in zip(self.ids[seat], self.clues[seat], numbers, strict=True)
        ])  # fmt: skip

    def view(self, viewer: int) -> View:
        """What one viewer sees right now: what lies open, and what is its own."""
        full = viewer == ARCHIVE
        hands = [self.cards_of(seat, full or viewer == seat or self.ended is not None) for seat in range(self.seats)]
        mine = viewer < self.seats
        return View(
            phase=self.when if self.ended is None else "over",  # type: ignore[arg-type]
            stage=self.stage,
            lives=self.lives,
            seats=self.people,
            hands=tuple([Hand(len(cards), cards) for cards in hands]),
            theme=self.theme,
            momo=self.show(self.momo)[0] if self.momo else None,
            code_word=self.code_word,
            themes=tuple(self.themes) if self.when == "theme" else (),
            votes=tuple(self.votes) if self.when == "theme" else None,
            pile=tuple(self.pile_of),
            aside=tuple(self.aside_of),
            ready=tuple([seat for seat in range(self.seats) if self.ready >> seat & 1]),
            leader=self.leader,
            named=self.named,
            choosing=tuple(self.choosing) or None,
            ousting=self.wanted_out(),
            talk=tuple(self.talk),
            deck=Pile(self.show(self.deck)) if full else None,
            box=self.show(self.away) if full else None,
            you=You(viewer, cards=hands[viewer], warning=self.warned[viewer]) if mine else None,
            outcome=self.ended,
        )

    def wanted_out(self) -> tuple[tuple[int, ...], ...] | None:
        """Who agreed that each seat is removed; None while nobody has."""
        if not any(self.ousting):
            return None
        return tuple([tuple([s for s in range(self.seats) if bits >> s & 1]) for bits in self.ousting])

    # menus -------------------------------------------------------------------------------------------------
    def offers(self, seat: int) -> list[Offer]:
        """What may be answered, with why not."""
        persons = self.persons()
        mine = self.show(self.hands[seat])
        return [
            *self.cases(seat, "leader", *map(VoteLeader, persons)),
            *self.cases(seat, "theme", *map(VoteTheme, range(len(self.themes)))),
            *self.cases(seat, "decide", DecideTheme()),
            *self.cases(seat, "name", *map(Name, persons)),
            *self.cases(seat, "discard", *map(Discard, mine)),
            *[self.spoken(seat, "clue", {"card": Choice((number,)), "text": Text(CLUE)}) for number in mine],
            *self.marks(seat),
            self.spoken(seat, "code_word", {"text": Text(CLUE)}),
            self.spoken(seat, "propose_theme", {"text": Text(THEME), "low": Text(END), "high": Text(END)}),
            self.spoken(seat, "say", {"text": Text(LINE)}),
            *self.insisting(seat),
            *self.cases(seat, "confess", Confess()),
            *self.cases(seat, "vote_out", *[VoteOut(other) for other in persons if self.gone >> other & 1]),
        ]

    def marks(self, seat: int) -> list[Offer]:
        """A-I29: to put the cards down, or to take them up again; nothing once all lie there."""
        if self.when != "announce" or not self.hands[seat]:
            return []
        return self.cases(seat, "announce", Unready() if self.ready >> seat & 1 else Ready())

    def spoken(self, seat: int, kind: str, fields: dict[str, Domain]) -> Offer:
        """Words of one's own: whether they may be said, `check` says when they are known."""
        return Offer(SPOKEN[kind], kind, fields, exact=False)

    def insisting(self, seat: int) -> list[Offer]:
        """A-I09: the text that was not sent, with its token."""
        warning = self.warned[seat]
        if warning is None:
            return []
        kind = str(type(warning.move).__struct_config__.tag)
        said = {f: getattr(warning.move, f) for f in type(warning.move).__struct_fields__} | {"token": warning.token}
        return [Offer(SPOKEN[kind], kind, {f: Choice((value,)) for f, value in said.items()}, exact=False)]

    # what is played where nobody chooses -------------------------------------------------------------------
    def sample(self, request: Request, rng: Random) -> Move:
        """As the menu has it; where cards are to be described, what is missing, so that random games go on. Texts are
        words, with a number now and then."""
        if request.kind == "announce" and request.binds == "must":
            said = self.next_to_say(request.seat)
            return Clue(said.card, _words(rng)) if isinstance(said, Clue) else said
        move = super().sample(request, rng)
        if isinstance(move, Clue | CodeWord | Say) and move.token is None:
            return structs.replace(move, text=_words(rng))
        return move

    def default(self, request: Request) -> Move:
        """A-I27: nothing is played for anybody by itself; where a bot gives no answer, the lowest card goes."""
        match request.kind:
            case "announce":
                return self.next_to_say(request.seat)
            case "code_word":
                return CodeWord(BLANK)
            case "discard":
                return Discard(self.show([min(self.hands[request.seat])])[0])
        return super().default(request)

    def next_to_say(self, seat: int) -> Clue | Ready:
        """I-018: a clue for the lowest card, then ready."""
        hand = self.hands[seat]
        at = hand.index(min(hand))
        return Ready() if self.clues[seat][at] is not None else Clue(self.show([hand[at]])[0], BLANK)


def _words(rng: Random) -> str:
    return TEXTS[int(rng.random() * len(TEXTS))]
