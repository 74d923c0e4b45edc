"""ito as lines of text: the theme, what lies open, everybody's clues, your own cards.

It draws a view and knows no more than that; a number that is not in sight is a question mark."""

from __future__ import annotations

from collections.abc import Iterator

from .words import Card, Laid, View

TALK = 6
"""Lines of talk that are drawn."""


def draw(view: View) -> str:
    """The whole table."""
    return "\n".join(_lines(view))


def _lines(view: View) -> Iterator[str]:
    yield f"Stage {view.stage or 1}. Lives: {'o' * view.lives or 'none'}."
    if view.leader is not None:
        yield f"{_name(view, view.leader)} leads."
    for i, theme in enumerate(view.themes):
        votes = [_name(view, seat) for seat, vote in enumerate(view.votes or ()) if vote == i]
        yield f"  {i + 1}. {theme.text}: {theme.low} (1) to {theme.high} (100){_list('  voted: ', votes)}"
    if view.theme is not None:
        yield f"Theme: {view.theme.text}. 1 is {view.theme.low}, 100 is {view.theme.high}."
    if view.momo is not None:
        yield f"Momo-chan: {view.momo}, {view.code_word or 'no code word yet'}."
    if view.pile:
        yield f"Pile, the top first: {', '.join(_open(view, card) for card in view.pile)}."
    if view.aside:
        yield f"Put aside: {', '.join(_open(view, card) for card in view.aside)}."
    yield ""
    width = max(len(_name(view, seat)) for seat in range(len(view.seats))) + 2
    for seat, hand in enumerate(view.hands):
        marks = (" ready" if seat in view.ready and view.phase == "announce" else "") + (
            " named" if seat == view.named else ""
        )
        cards = "  ".join(map(_card, hand.cards)) or "no card"
        yield f"{_name(view, seat).ljust(width)}{cards}{marks}"
    for line in view.talk[-TALK:]:
        yield f"{_name(view, line.seat)}: {line.text}"
    if view.you is not None and view.you.warning is not None:
        yield f"Not sent, because of a number in it (warning {view.you.warning.token})."


def _name(view: View, seat: int) -> str:
    name = "You" if view.you is not None and view.you.seat == seat else view.seats[seat].name
    return name + (" (gone)" if view.seats[seat].gone else "")


def _card(card: Card) -> str:
    return f"[{'?' if card.number is None else card.number}]{' ' + card.clue if card.clue else ''}"


def _open(view: View, card: Laid) -> str:
    whose = "" if card.seat is None else f" {_name(view, card.seat)}"
    return f"{card.number}{whose}{f' ({card.clue})' if card.clue else ''}"


def _list(before: str, words: list[str]) -> str:
    return before + ", ".join(words) if words else ""
