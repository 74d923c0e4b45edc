"""Draws that a scenario has scripted. The order of the deck is fixed and nobody knows it, so a scripted card takes the
place of the top card, as long as nobody can tell: it is in the deck, and shows the back that was seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facedown.engine.chance import Impossible

if TYPE_CHECKING:
    from .position import Position


def scripted_top(state: Position) -> None:
    """Lays the card that is to be drawn next on top, before anybody sees the back of the top card."""
    script = (state.chance.script or {}).get("draw")
    if script:
        _lay_on_top(state, script[0])


def scripted_draw(state: Position) -> int:
    """The card that is to be drawn now, else the top card."""
    assert state.chance.script is not None
    script = state.chance.script.get("draw")
    if script:
        back = state.box.colour[state.deck[-1]]
        _lay_on_top(state, face := script.pop(0))
        if state.box.colour[state.deck[-1]] != back:
            raise Impossible(f"{face!r} cannot be drawn: the back of the top card is {back}")
    card = state.deck.pop()
    scripted_top(state)
    return card


def _lay_on_top(state: Position, face: str) -> None:
    deck, codes = state.deck, [state.box.code[card] for card in state.deck]
    if face not in codes:
        raise Impossible(f"{face!r} is not in the deck")
    i = codes.index(face)
    deck[i], deck[-1] = deck[-1], deck[i]
