"""Fly Down as lines of text: who sits where, what each hand shows this viewer, the piles; at the end the scores.

It draws a view and knows no more than that. Slots are counted from 1, as people count them; a Hidden card stands in
brackets, and a value that is not in sight is a question mark."""

from __future__ import annotations

from .edition import Box
from .words import Counted, SlotView, View

INKS = {r"\bR(\d\b|\?)": "red", r"\bY(\d\b|\?)": "yellow", r"\bG(\d\b|\?)": "green", r"\bB(\d\b|\?)": "bright_blue",
        r"\bP(\d\b|\?)": "magenta", r"\bS(\d\b|\?)": "cyan"}  # fmt: skip
"""What a terminal colours; the letter says the same."""

WHY = {"deck": "the deck is empty (F-047)", "two-visible": "two players have no Hidden card left (F-048)"}


def draw(view: View, box: Box) -> str:
    """The whole table."""
    return "\n".join(_result(view, box) if view.result is not None else _table(view, box))


def _table(view: View, box: Box) -> list[str]:
    me = None if view.you is None else view.you.seat
    whose = "Your" if view.turn == me else f"{view.seats[view.turn].name}'s"
    action = box.actions - view.actions_left + 1
    lines = [f"Round {view.turns // len(view.seats) + 1}. {whose} turn: action {action} of {box.actions}.", ""]
    width = max(len(_name(view, s)) for s in range(len(view.seats))) + 2
    lines.append(" " * width + "".join(f" {slot:<5}" for slot in range(1, box.hand + 1)).rstrip())
    first = 0 if me is None else me + 1  # others from the left neighbour on, one's own hand nearest
    for i in range(len(view.seats)):
        seat = (first + i) % len(view.seats)
        lines.append(_name(view, seat).ljust(width) + "".join(_slot(c).ljust(6) for c in view.hands[seat]).rstrip())
    lines += [
        "",
        _deck(view),
        f"Thrown face down: {_backs(view)}. Laid open: {' '.join(view.up) or 'none'}.",
    ]
    if view.thrown:
        lines.append(f"What was thrown face down, latest first: {' '.join(view.thrown)}.")
    if view.deck.cards:
        lines.append(f"The deck, top first: {' '.join(view.deck.cards)}.")
    lines.append("[ ] is a Hidden card: everybody else reads it, its owner sees the back.")
    return lines


def _name(view: View, seat: int) -> str:
    name = "You" if view.you is not None and view.you.seat == seat else view.seats[seat].name
    return name + (" (Tower)" if seat == view.tower else "") + (" (gone)" if view.seats[seat].gone else "")


def _slot(card: SlotView) -> str:
    face = f"{card.colour}{'?' if card.value is None else card.value}"
    return f"[{face}]" if card.facing == "H" else f" {face} "


def _deck(view: View) -> str:
    cards = "1 card" if view.deck.count == 1 else f"{view.deck.count} cards"
    return f"Deck: {cards}" + (f", {view.deck.top}? on top." if view.deck.top else ".")


def _backs(view: View) -> str:
    return " ".join(f"{letter}?" for letter in view.down) or "none"


def _result(view: View, box: Box) -> list[str]:
    assert view.result is not None and view.ranking is not None and view.outcome is not None
    scores = [sum(card.counts for card in hand) for hand in view.result]
    hangar, winner = view.hangar or 0, view.ranking[0]
    lines = [f"The game is over: {WHY[view.outcome.why]}. {view.seats[hangar].name} took the Hangar.", ""]
    width = max(len(seat.name) for seat in view.seats) + 5
    for place, seat in enumerate(view.ranking, 1):
        cards = "".join(_counted(card, box).ljust(8) for card in view.result[seat])
        lines.append(f"{place}. {view.seats[seat].name}".ljust(width) + f"{cards}{scores[seat]:>4}")
    tied = [seat for seat in view.ranking[1:] if scores[seat] == scores[winner]]
    why = f" on {scores[winner]}"
    if tied:
        equal = ", ".join(view.seats[seat].name for seat in tied)
        why = f": level with {equal} on {scores[winner]}, but further clockwise from the Hangar (F-059)"
    lines += [
        "",
        f"The highest plane of each colour was turned down and counts {box.turned_down} (F-054, F-055).",
        f"{view.seats[winner].name} wins{why}.",
    ]
    return lines


def _counted(card: Counted, box: Box) -> str:
    return f"{card.face}:{card.counts}" if card.counts == box.turned_down else card.face
