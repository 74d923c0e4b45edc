"""Sentences for one reader, in their language. Each has versions: of you and of somebody else; of two players, one of
whom may be you."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from facedown.engine import Tongue

from ..names import Names


class Voice(Struct, frozen=True):
    """Speaks to the reader in seat `you`, or to one without a seat."""

    names: Sequence[str]
    you: int | None
    tongue: Tongue
    called: Names

    def told(self, seat: int, mine: str, theirs: str, /, **values: object) -> str:
        """What one player does: `mine` to that player, `theirs` with a {name} to the others."""
        say = self.tongue.say
        return say(mine, **values) if seat == self.you else say(theirs, name=self.names[seat], **values)

    def between(self, seat: int, other: int, mine: str, to_me: str, theirs: str, /, **values: object) -> str:
        """What one player does to another: `mine` to the first (with {other}), `to_me` to the second (with {name}),
        `theirs` with both to everybody else."""
        say, names = self.tongue.say, self.names
        if seat == self.you:
            return say(mine, other=names[other], **values)
        if other == self.you:
            return say(to_me, name=names[seat], **values)
        return say(theirs, name=names[seat], other=names[other], **values)

    def who(self, seat: int) -> str:
        """`you`, or a name."""
        return self.tongue.say("you") if seat == self.you else self.names[seat]

    def people(self, seats: Iterable[int]) -> str:
        """`you and Ben`, or nobody."""
        return self.tongue.listed([*map(self.who, seats)])

    def cards(self, faces: Sequence[str] | None) -> str:
        """`Key, Knife`, or nothing."""
        return ", ".join(map(self.called.face, faces or ())) or self.tongue.say("nothing")
