"""Draws that a scenario has scripted. The order of the deck is fixed and nobody knows it, so a scripted card takes the
place of the top card, as long as nobody can tell: it is in the deck, and shows the back that was seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facedown.engine.chance import Impossible

if TYPE_CHECKING:
    from .position import Position


def scripted_top(state: Position, back: str = "") -> None:
    """Lays the card to be drawn next on top; if `back` lies there for all to see, only a card of that back. Raises
    Impossible."""
    script = (state.chance.script or {}).get("draw")
    if not script:
        return
    deck = state.deck
    codes = [state.box.code[card] for card in deck]
    if script[0] not in codes:
        raise Impossible(f"{script[0]!r} is not in the deck")
    i = codes.index(script[0])
    if back not in ("", state.box.back[deck[i]]):
        raise Impossible(f"{script[0]!r} cannot be drawn: the top card shows {back}")
    deck[i], deck[-1] = deck[-1], deck[i]


def scripted_draw(state: Position) -> int:
    """The card that is to be drawn now, else the top card."""
    scripted_top(state, state.box.back[state.deck[-1]])
    script = (state.chance.script or {}).get("draw")
    if script:
        del script[0]
    card = state.deck.pop()
    scripted_top(state)
    return card
