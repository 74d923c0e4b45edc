"""How the result came about: what became of everybody, and who is the overall winner (S-190 to S-194, S-213, S-214)."""

from __future__ import annotations

from collections.abc import Sequence

from facedown.engine import Explained

from .views import View

DEATHS = {"poison": "died of poison", "shot": "was shot"}


def explain(view: View, names: Sequence[str]) -> list[Explained]:
    """One table, of a finished game."""
    outcome = view.outcome
    assert outcome is not None
    scores = outcome.scores or (0,) * len(names)
    money = [f"£{score},000" if score else "–" for score in scores]
    rows = [(name, fate(view, seat), money[seat]) for seat, name in enumerate(names)]
    return [Explained("What became of everybody", ("Player", "End", "Score"), tuple(rows), note(view, names))]


def fate(view: View, seat: int) -> str:
    """What became of a player."""
    jump, dead, outcome = view.jump, view.seats[seat].dead, view.outcome
    if isinstance(dead, str):
        return DEATHS[dead]
    if jump is None or outcome is None:
        return "left the game"
    if seat in jump.safe:
        return "came down by parachute"
    if seat in jump.fallen:
        return "fell, with too few seats"
    if seat in jump.crew:
        return "landed the plane" if seat in outcome.winners else "crashed with the plane"
    return "was left on board, and lost"  # S-247


def note(view: View, names: Sequence[str]) -> str:
    """What the team has, and who has won overall (A-86)."""
    parts = []
    if view.jump is not None and view.jump.safe:
        met = "reached" if (view.team_cash or 0) >= view.target else "missed"
        parts.append(f"The team has {met} its target: £{view.team_cash},000 of £{view.target},000.")
    if view.outcome is not None and view.outcome.overall:
        parts.append(f"Overall: {', '.join(names[seat] for seat in view.outcome.overall)} (S-214).")
    return " ".join(parts)
