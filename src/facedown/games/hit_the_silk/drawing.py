"""Hit the Silk! as lines of text: the plane, the players clockwise, the piles, one's own cards. It draws a view and
knows no more than that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from .edition import Landing
from .views import View

INKS = {r"\bparachute\b|\bParachute\b": "green", r"\bPoison(ed)?\b|\bpoisoned\b": "magenta"}
"""What a terminal colours; the words say the same."""
DICE = {"A": "1 across", "D": "1 down"}


def draw(view: View, called: Callable[[str], str], why: Callable[[str], str], board: Landing) -> str:
    """The whole table."""
    drawer = _Drawer(view, called)
    lines = [drawer.headline(why), *drawer.doing(), ""]
    for seat in drawer.order():
        lines += drawer.seat(seat)
    lines += ["", *drawer.piles()]
    if view.jump is not None:
        lines += ["", *drawer.jump()]
    if view.plane is not None:
        lines += ["", *drawer.board(board)]
    if view.you is not None:
        lines += ["", *drawer.own()]
    return "\n".join(lines)


class _Drawer:
    def __init__(self, view: View, called: Callable[[str], str]) -> None:
        self.view, self.called = view, called

    def name(self, seat: int) -> str:
        you = self.view.you
        return "you" if you is not None and you.seat == seat else self.view.seats[seat].name

    def people(self, seats: Iterable[int]) -> str:
        return " and ".join(map(self.name, seats)) or "nobody"

    def cards(self, faces: Iterable[str]) -> str:
        counted = Counter(map(self.called, faces))
        return ", ".join(name if n == 1 else f"{n} {name}" for name, n in counted.items()) or "none"

    def order(self) -> Sequence[int]:
        """The left neighbour first, oneself last."""
        n, you = len(self.view.seats), self.view.you
        return range(n) if you is None else [(you.seat + 1 + i) % n for i in range(n)]

    # what is going on --------------------------------------------------------------------------------------
    def headline(self, why: Callable[[str], str]) -> str:
        view = self.view
        if view.outcome is not None:
            won = self.people(view.outcome.winners)
            overall = self.people(view.outcome.overall or ())
            return f"The game is over: {why(f'why.{view.outcome.why}')}. Won: {won}. Overall: {overall}."
        where = f"Round {view.round}." if view.round else f"{view.altitude:,} feet."
        whose = "Everybody gets rid of two cards." if view.phase == "opening" else f"Turn: {self.name(view.turn)}."
        return f"{where} {whose} Target £{view.target},000."

    def doing(self) -> list[str]:
        view, lines = self.view, []
        if view.act is not None:
            at = f", at {self.name(view.act.target)}" if view.act.target is not None else ""
            lines.append(f"Going on: {self.called(view.act.what)}, by {self.name(view.act.seat)}{at}.")
        if view.trade is not None:
            terms = view.trade.terms
            lines.append(
                f"{self.name(terms.seat)} to {self.name(terms.to)}: {self.cards(terms.give)} for "
                f"{self.cards(terms.want)}{' (agreed)' if view.trade.agreed else ''}."
            )
            lines += [f"{self.name(s)} has laid {self.cards(cards)}." for s, cards in view.trade.revealed.items()]
        if view.vote is not None:
            cast = [f"{self.name(seat)} {'hit' if hit else 'wait'}" for seat, hit in view.vote.ballots.items()]
            lines.append(f"A vote. Ballots: {', '.join(cast) or 'none yet'}.")
        return lines

    # players and piles -------------------------------------------------------------------------------------
    def seat(self, seat: int) -> list[str]:
        view = self.view
        person, hand = view.seats[seat], view.hands[seat]
        marks = [f"{hand.count} card{'' if hand.count == 1 else 's'}"]
        marks += [f"{hand.cuffed_cases} of them cuffed Briefcases"] if hand.cuffed_cases else []
        marks += [f"dead ({person.dead})"] if person.dead else []
        marks += ["poisoned"] if person.poisoned and not person.dead else []
        marks += ["injured"] if person.injured and not person.dead else []
        marks += ["left the table"] if person.gone else []
        lines = [f"{self.name(seat)}: {', '.join(marks)}"]
        if person.announced:
            lines.append(f"  plays {self.cards(person.announced)}")
        if hand.open is not None:
            lines.append(f"  open: {self.cards(hand.open)}")
        if view.claims and seat in view.claims:
            lines.append(f"  claims: {'; '.join(view.claims[seat])}")
        return lines

    def piles(self) -> list[str]:
        view = self.view
        lines = [
            f"Draw: {view.draw.count}. Lockbox: {view.lockbox.count}. Discard, top first: {self.cards(view.discard)}."
        ]
        for cuffs in view.cuffs:
            whom = f"{self.name(cuffs.seats[0])} and a Briefcase" if cuffs.case else self.people(cuffs.seats)
            lines.append(f"Cuffs {cuffs.cuff}: {whom}.")
        if view.lockbox.cards is not None:
            lines.append(f"In the Lockbox: {self.cards(view.lockbox.cards)}.")
        unseen = f", and {view.box.hidden} unseen" if view.box.hidden else ""
        lines.append(f"Out of the game: {self.cards(view.box.open)}{unseen}.")
        return lines

    # the end -----------------------------------------------------------------------------------------------
    def jump(self) -> list[str]:
        view, jump = self.view, self.view.jump
        assert jump is not None
        groups = [
            f"{self.people(group)}: {seats} seat{'' if seats == 1 else 's'}"
            for group, seats in zip(jump.groups, jump.seats, strict=True)
        ]
        lines = [f"Seats: {'; '.join(groups)}."]
        lines += [f"{self.name(giver)} takes {self.name(to)} along." for giver, to in jump.gifts]
        if view.team_cash is not None:
            lines.append(f"Safe: {self.people(jump.safe)}, with £{view.team_cash},000.")
        if jump.fallen:
            lines.append(f"Fallen: {self.people(jump.fallen)}.")
        if jump.crew:
            lines.append(f"On board: {self.people(jump.crew)}.")
        return lines

    def board(self, board: Landing) -> list[str]:
        """The landing board: `=` the strip, `~` the lake, `x` the plane."""
        view = self.view
        assert view.plane is not None
        lines = []
        for row, (first, last) in enumerate(board.rows):
            spaces = [" " if column < first else "." for column in range(last + 1)]
            if row == len(board.rows) - 1:
                for mark, (left, right) in (("~", board.lake), ("=", board.strip)):
                    spaces[left : right + 1] = mark * (right + 1 - left)
            if row == view.plane[1] and view.plane[0] <= last:
                spaces[view.plane[0]] = "x"
            lines.append("  " + " ".join(spaces))
        if view.dice:
            lines.append(f"Dice: {', '.join(DICE.get(face, face) for face in view.dice)}.")
        if view.odds is not None:
            lines.append(f"By best play you land with a chance of {view.odds / 100:.2f} %.")
        return lines

    # one's own ---------------------------------------------------------------------------------------------
    def own(self) -> list[str]:
        you = self.view.you
        assert you is not None
        lines = [f"Your hand: {self.cards(you.hand)}."]
        parts = (
            ("You have chosen", getattr(you.answer, "cards", None)),
            ("Cuffed to you", you.cuffed),
            ("You see", you.seen),
            ("You drew", you.drawn),
            ("You have laid", you.laid),
            ("Yours, gone unseen", you.thrown),
            ("Would come to nothing now", you.wasted),
        )
        return lines + [f"{title}: {self.cards(cards)}." for title, cards in parts if cards]
