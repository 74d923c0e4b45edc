"""Silent Planet as lines of text: the rows as this viewer sees them, who points where, the teams.

It draws a view and knows no more than that. Places are counted from 1, as people count them; a hint stands in brackets,
a gap is a dot, and a card that is not in sight is a question mark."""

from __future__ import annotations

from collections.abc import Sequence

from .words import Place, View


def draw(view: View) -> str:
    """The whole table."""
    if view.submitted is not None:
        return "\n".join(_laying(view))
    me = None if view.you is None else view.you.seat
    width = max(len(_name(view, seat)) for seat in range(len(view.seats))) + 2
    lines = [_whose(view), "", " " * width + "".join(f" {at:<3}" for at in range(1, len(view.rows[0]) + 1)).rstrip()]
    first = 0 if me is None else me + 1  # others from the left neighbour on, one's own row nearest
    for i in range(len(view.seats)):
        seat = (first + i) % len(view.seats)
        row = "".join(f"{_place(place):<4}" for place in view.rows[seat]).rstrip()
        lines.append(_name(view, seat).ljust(width) + row)
    lines += ["", f"The team that is being made: {' '.join(view.centre) or 'nobody yet'}."]
    lines.append(f"Complete teams ({len(view.teams)} of {len(view.seats)}): {_teams(view.teams)}.")
    if view.broken is not None:
        lines.append(f"Teams that broke up: {_teams(view.broken)}.")
    if view.box is not None:
        lines.append(f"Out of the game: {' '.join(view.box) or 'nothing'}.")
    lines += _fingers(view)
    lines.append("[ ] is a hint, . a gap, ? a card face down.")
    return "\n".join(lines)


def _laying(view: View) -> list[str]:
    laid = [view.seats[seat].name for seat in view.submitted or ()]
    lines = [f"Everybody lays a row. Ready: {', '.join(laid) or 'nobody yet'}."]
    if view.you is not None and view.you.hand is not None:
        lines.append(f"Your cards: {' '.join(view.you.hand)}.")
        if view.you.answer is not None:
            hints = [f"place {at + 1}" for at in sorted(view.you.answer.hints)]
            lines.append(f"Your row: {' '.join(view.you.answer.order)}; hints: {', '.join(hints) or 'none'}.")
    return lines


def _whose(view: View) -> str:
    if view.outcome is not None or view.turn is None:
        return "The game is over."
    mine = view.you is not None and view.you.seat == view.turn
    return "The others choose from your row." if mine else f"A card of {view.seats[view.turn].name}'s row is chosen."


def _name(view: View, seat: int) -> str:
    name = "You" if view.you is not None and view.you.seat == seat else view.seats[seat].name
    return (
        name
        + (" (active)" if seat == view.turn and view.outcome is None else "")
        + (" (gone)" if view.seats[seat].gone else "")
    )


def _place(place: Place) -> str:
    match place.is_:
        case "gap":
            return " . "
        case "hint":
            return f"[{place.face}]"
    return f" {place.face or '?'} "


def _teams(teams: Sequence[Sequence[str]]) -> str:
    return "; ".join(" ".join(team) for team in teams) or "none"


def _fingers(view: View) -> list[str]:
    lines = []
    for seat, finger in enumerate(view.pointers or ()):
        if finger is not None and view.outcome is None:
            how = "has locked" if finger.locked else "points at"
            lines.append(f"{_name(view, seat)} {how} card {finger.at + 1}.".replace("You has", "You have"))
    lines += [f"{_name(view, seat)} is not counted in this turn." for seat in view.abstained]
    return [line.replace("You points", "You point").replace("You is", "You are") for line in lines]
