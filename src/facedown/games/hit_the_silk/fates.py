"""How the result came about: what became of everybody, and who is the overall winner (S-190 to S-194, S-213, S-214)."""

from __future__ import annotations

from collections.abc import Sequence

from facedown.engine import Explained, Tongue, marked

from .views import View

DEATHS = {"poison": marked("died of poison"), "shot": marked("was shot")}


def explain(view: View, names: Sequence[str], tongue: Tongue) -> list[Explained]:
    """One table, of a finished game."""
    say, outcome = tongue.say, view.outcome
    assert outcome is not None
    scores = outcome.scores or (0,) * len(names)
    money = [say("£{score},000", score=score) if score else "–" for score in scores]
    rows = [(name, say(fate(view, seat)), money[seat]) for seat, name in enumerate(names)]
    columns = (say("Player"), say("End"), say("Score"))
    return [Explained(say("What became of everybody"), columns, tuple(rows), note(view, names, tongue))]


def fate(view: View, seat: int) -> str:
    """What became of a player."""
    jump, dead, outcome = view.jump, view.seats[seat].dead, view.outcome
    if isinstance(dead, str):
        return DEATHS[dead]
    if jump is None or outcome is None:
        return marked("left the game")
    if seat in jump.safe:
        return marked("came down by parachute")
    if seat in jump.fallen:
        return marked("fell, with too few seats")
    if seat in jump.crew:
        return marked("landed the plane") if seat in outcome.winners else marked("crashed with the plane")
    return marked("was left on board, and lost")  # S-247


def note(view: View, names: Sequence[str], tongue: Tongue) -> str:
    """What the team has, and who has won overall (A-86)."""
    parts, cash = [], view.team_cash or 0
    if view.jump is not None and view.jump.safe:
        reached = marked("The team has reached its target: £{cash},000 of £{target},000.")
        missed = marked("The team has missed its target: £{cash},000 of £{target},000.")
        parts.append(tongue.say(reached if cash >= view.target else missed, cash=cash, target=view.target))
    if view.outcome is not None and view.outcome.overall:
        winners = ", ".join(names[seat] for seat in view.outcome.overall)
        parts.append(tongue.say("Overall: {winners} (S-214).", winners=winners))
    return " ".join(parts)
