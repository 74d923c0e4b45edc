"""What a server makes of the leaky game, in small: a page with a title, labels, ids that follow the cards, and a
revision for each viewer; a log line for the operator, a replay, and bodies of errors."""

from __future__ import annotations

import random
from typing import Any, Self

from facedown.engine import ARCHIVE, PUBLIC, Move, Refusal, State, Told, hears, viewers

from .leaky import SHIELD, Shuffled


class Page:
    """A line: what each viewer has been sent, and what the page remembers between moves."""

    def __init__(self, state: Any, told: Told) -> None:
        self.leak = state.game.leak
        self.rng = random.Random(1)
        self.ids = {place: self.new_id() for place, _, _ in state.places()}
        self.revision = dict.fromkeys(viewers(state.seats), 0)
        self.log: list[str] = []

    def new_id(self) -> str:
        return f"i{self.rng.getrandbits(32):08x}"

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__, ids=dict(self.ids), revision=dict(self.revision), log=self.log[:])
        new.rng = random.Random()
        new.rng.setstate(self.rng.getstate())
        return new

    def moved(self, before: State, actor: int, move: Move, told: Told, after: State) -> None:
        bodies = {viewer: self.body(before, viewer) for viewer in self.revision}
        lay = {face: self.ids[place] for place, face, _ in before.places()}
        shuffled = any(isinstance(event, Shuffled) for _, event in told)
        new = shuffled and self.leak != "id kept over a shuffle"
        self.ids = {place: self.new_id() if new else lay[face] for place, face, _ in after.places()}
        for viewer in self.revision:
            news = any(hears(audience, viewer) for audience, _ in told) or self.body(after, viewer) != bodies[viewer]
            self.revision[viewer] += news or self.leak == "revision gap"
        self.log += [type(event).__name__ for audience, event in told if hears(audience, PUBLIC)]
        if self.leak == "log line":
            self.log.append(f"{actor} {move}")

    def body(self, state: Any, viewer: int) -> str:
        view, code = state.view(viewer), state.game.codes
        rows = []
        for seat, hand in enumerate(view.hands):
            cards = []
            for i, face in enumerate(hand):
                label = code[state.hands[seat][i]] if self.leak == "aria-label" else face or "card"
                cards.append(f'<li id="{self.ids["hands", seat, i]}" aria-label="{label}">{face or ""}</li>')
            rows.append(f"<ol>{''.join(cards)}</ol>")
        deck = "".join(f'<i id="{self.ids["deck", i]}"></i>' for i in range(len(state.deck)))
        mine = any(r.seat == viewer and r.binds == "must" for r in state.requests())
        title = "Your move" if mine else "Leaky"
        if self.leak == "title" and state.deck and state.deck[-1] >= SHIELD:
            title += " (!)"
        return f"<title>{title}</title>{''.join(rows)}<p>{view.pile}{view.points}{view.round}</p>{deck}"

    def sent(self, state: Any, viewer: int) -> bytes:
        text = f"rev {self.revision[viewer]} {self.body(state, viewer)}"
        if viewer == PUBLIC:
            text += " ".join(self.log)  # whoever runs the server may sit at the table
            if self.leak == "replay before the end":
                text += self.body(state, ARCHIVE)
        return text.encode()

    def refused(self, state: Any, viewer: int, move: Move, refusal: Refusal) -> bytes:
        text = f"{refusal.kind}: {refusal.why} {refusal.next} [{refusal.rule}]"
        if self.leak == "error body":
            text += f"assert legal, hands = {[[state.game.codes[c] for c in hand] for hand in state.hands]}"
        return text.encode()
