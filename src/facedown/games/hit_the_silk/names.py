"""What people call cards, claims and numbers, in one language."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from facedown.engine import Tongue

NONE_OF = "no "
"""In front of a kind of card, in a claim: one holds none."""


class Names(Struct, frozen=True):
    """Names by a catalogue. `cards`: by kind; `words`: those of the game, in this language."""

    cards: Mapping[str, str]
    words: Mapping[str, str]
    tongue: Tongue

    def face(self, face: str) -> str:
        """A card by its name; what is claimed of cards in short; else the game's word for it."""
        kind = face.removeprefix(NONE_OF)
        if kind != face and kind in self.cards:
            return self.tongue.say("no {card}", card=self.cards[kind])
        return self.cards.get(face) or self.words.get(face, face)

    def claim(self, claim: str) -> str:
        """A claim as a sentence: a kind of card means that one holds it. Other words stand as they were written."""
        kind = claim.removeprefix(NONE_OF)
        if kind not in self.cards:
            return claim
        card = self.cards[kind]
        if kind == claim:
            return self.tongue.say("I hold a {card}.", card=card)
        return self.tongue.say("I hold no {card}.", card=card)

    def feet(self, n: int) -> str:
        """`16,000`."""
        return f"{n:,}".replace(",", self.words["sign.thousands"])

    def percent(self, hundredths: int) -> str:
        """`19.72`."""
        return f"{hundredths / 100:.2f}".replace(".", self.words["sign.decimal"])
