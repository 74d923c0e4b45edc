"""The designed page as a channel of the laws: what each viewer's page shows of a position and of what was just told,
drawn by the real thing."""

from __future__ import annotations

from typing import Any, Self
from weakref import WeakKeyDictionary

from facedown.engine import PUBLIC, hears, viewers
from facedown.table import Asked, Look, Person, Spoken
from facedown.web.designed import Designed
from facedown.web.render import Pages

CODE = "KM7XQBA9"
MADE: WeakKeyDictionary[Any, Designed] = WeakKeyDictionary()
"""The pages of each game: every re-minted one has its own."""


class PageLine:
    """A line: what of each viewer's log came with the last move. Older lines were told before, and were judged then."""

    language = "en"

    def __init__(self, state: Any, told: Any) -> None:
        self.logs: dict[int, list[Spoken]] = {v: [] for v in viewers(state.seats) if v <= PUBLIC}
        self.notes: dict[int, Any] = dict.fromkeys(self.logs)
        self._hear(state, told)

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new.logs = {viewer: log[:] for viewer, log in self.logs.items()}
        new.notes = dict(self.notes)
        return new

    def moved(self, before: Any, actor: int, move: Any, told: Any, after: Any) -> None:
        self._hear(after, told)

    def _hear(self, state: Any, told: Any) -> None:
        for log in self.logs.values():
            log.clear()
        for audience, event in told:
            for viewer, log in self.logs.items():
                if hears(audience, viewer):
                    you = viewer if viewer < state.seats else None
                    text = state.game.speaking(self.language).sentence(event, state.names, you)
                    log.append(Spoken(len(log), text, "", event))
                    if you is not None:
                        self.notes[viewer] = state.game.note(self.notes[viewer], event, viewer)

    def sent(self, state: Any, viewer: int) -> bytes:
        game = state.game.speaking(self.language)
        if game not in MADE:
            MADE[game] = Designed(Pages([game], self.language))
        designed, look = MADE[game], look_at(state, viewer, self.logs[viewer], self.notes[viewer], game)
        regions = designed.regions(look, "http://here")
        shown = [*regions.values(), designed.lines(look), designed.board(look), repr(designed.scenes(look, -1))]
        return "\n".join(shown).encode()

    def refused(self, state: Any, viewer: int, move: Any, refusal: Any) -> bytes:
        return f"{refusal.why} {refusal.next} {refusal.rule}".encode()


class GermanLine(PageLine):
    """The same in German."""

    language = "de"


def look_at(state: Any, viewer: int, log: list[Spoken], notes: Any, game: Any = None) -> Look:
    """A look as a table makes it, at a table where everybody is here."""
    outcome = state.outcome()
    asked = []
    for r in state.requests():
        if r.seat == viewer:
            asked += [
                Asked(r, f"{r.seat}-{r.kind}-{r.opened}", f"{r.seat}-{r.kind}-{n}", offer)
                for n, offer in enumerate(state.menu(viewer))
                if offer.request == r.kind
            ]
    return Look(
        viewer=viewer, rev=0, phase="over" if outcome else "playing", game=game or state.game, code=CODE,
        options=state.options,
        people=tuple([Person(s, "person", n, True, s == 0, True, there="here") for s, n in enumerate(state.names)]),
        commitment="", view=(game or state.game).worded(state.view(viewer)),
        requests=tuple(state.requests(viewer)) if not outcome else (),
        asked=tuple(asked) if not outcome else (), clocks=(), log=tuple(log[-60:]), lines=len(log), earlier=0,
        news=log[-1].text if log else "", dumb=None, outcome=outcome, next="", act="a" if viewer < state.seats else "",
        notes=notes,
    )  # fmt: skip
