"""Slip Strike as lines of text: the circle and who stands where, everybody's areas, one's own hand. It draws a view and
knows no more than that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from .words import SeatView, View

INKS = {r"\b[Oo]range\b": "yellow", r"\b[Bb]lue\b": "bright_blue"}
"""What a terminal colours; the words say the same."""
PHASES = {
    "start": "Everybody picks where to start.",
    "program": "Everybody programs two cards.",
    "action1": "First Action.",
    "action2": "Second Action.",
}
WINDOWS = {"r1": " Reactions, before movement.", "r2": " Reactions, before Slips.", "slip": " Who is hit must Slip."}


def draw(view: View, called: Callable[[str], str], why: Callable[[str], str]) -> str:
    """The whole table."""
    lines = [_headline(view, why), "", "Clockwise (Left goes down this list, Right up):"]
    width = max(len(called(place)) for place in view.circle)
    for i, place in enumerate(view.circle):
        here = [_name(view, seat) for seat, at in enumerate(view.agents) if at == i]
        struck = [_whose(view, seat) for seat, zone in enumerate(view.zones) if i in zone]
        strike = f"   (in {' and '.join(struck)} zone)" if struck else ""
        lines.append(f"  {called(place):<{width}}  {', '.join(here)}{strike}".rstrip())
    for seat in _others_first(view):
        lines += ["", *_seat(view, seat, called)]
    if view.box:
        lines += ["", f"Assets that nobody got: {_list(view.box, called)}."]
    return "\n".join(lines)


def _headline(view: View, why: Callable[[str], str]) -> str:
    if view.outcome is not None:
        winners = [view.seats[seat].name for seat in view.outcome.winners]
        how = why(f"why.{view.outcome.why}")
        return f"The game is over: {how}. " + (f"{' and '.join(winners)} won." if winners else "It is a tie.")
    return f"Turn {view.turns + 1}. {PHASES[view.phase]}{WINDOWS.get(view.window or '', '')}"


def _others_first(view: View) -> Sequence[int]:
    n, me = len(view.seats), None if view.you is None else view.you.seat
    return range(n) if me is None else [(me + 1 + i) % n for i in range(n)]


def _name(view: View, seat: int) -> str:
    return "You" if view.you is not None and view.you.seat == seat else view.seats[seat].name


def _whose(view: View, seat: int) -> str:
    return "your" if view.you is not None and view.you.seat == seat else f"{view.seats[seat].name}'s"


def _seat(view: View, seat: int, called: Callable[[str], str]) -> list[str]:
    person = view.seats[seat]
    marks = [person.colour, *_marks(person)]
    lines = [f"{_name(view, seat)} ({', '.join(marks)})"]
    you = view.you if view.you is not None and view.you.seat == seat else None
    flipped = [card for card in (view.open[seat].first, view.open[seat].second) if card]
    areas: list[tuple[str, Iterable[str]]] = [("flipped", flipped)]
    if you is not None and you.hand is not None:
        areas.append(("hand", you.hand))
        if you.program is not None:
            areas.append(("programmed", [card or "nothing" for card in you.program]))
    else:
        areas.append(("may hold", person.available))
    if person.hand is not None:
        areas.append(("hand", person.hand))
    if any(person.program or ()):
        areas.append(("programmed", [card or "nothing" for card in person.program or ()]))
    areas += [
        ("cooldown 1", person.cd1),
        ("cooldown 2", person.cd2),
        ("critical", person.critical),
        ("gone", person.gone),
    ]
    lines += [f"  {name}: {_list(cards, called)}" for name, cards in areas if cards]
    if you is not None and you.ignored:
        lines.append("  Your second card will be ignored: weapons or Assets in both Actions (X-064).")
    return lines


def _marks(person: SeatView) -> list[str]:
    unknown = person.unknown_assets
    marks = ["committed"] if person.committed else []
    marks += ["must Slip"] if person.must_slip else []
    marks += ["eliminated"] if person.out else []
    marks += [f"{unknown} unknown Asset{'s' if unknown > 1 else ''}"] if unknown else []
    return marks + (["left the table"] if person.departed else [])


def _list(cards: Iterable[str], called: Callable[[str], str]) -> str:
    return ", ".join(map(called, cards))
