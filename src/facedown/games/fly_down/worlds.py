"""Positions that a seat may be in: the cards it cannot see, drawn from the deals that fit what it remembers.

What fits: its own sight and memory, the colours on the backs, the questions answered no, the sums. What the other
players did is not read as a sign of anything."""

from __future__ import annotations

from random import Random

from .memory import Memory, Plane

LINKED = 5
"""So many cards that sums bind together are thought through at once; what older sums bind beyond that is left out."""

BoundSum = tuple[list[int], int]
"""Indices of linked planes that are still unknown, and what they count together."""


class Worlds:
    """`hands[w]`: the cards of all seats in world w, one hand after the other; `tops[w]`: the top card of the deck.

    `fits`: every way to fill the `linked` planes, the own hand's first; all are equally likely, whatever lies
    elsewhere, so a share of them is an exact probability."""

    def __init__(self, memory: Memory, top: str, worlds: int, rng: Random) -> None:
        value, suits = memory.box.value, memory.box.suits
        flat = [plane for hand in memory.hands for plane in hand] + [Plane(top, None)]
        unknown = [plane for plane in flat if plane.card is None]
        self.linked, sums = _link(memory, unknown)

        seen = {plane.card for plane in [*flat, *memory.gone]}
        colours = {plane.colour for plane in [*unknown, *self.linked]}
        pool = {colour: [card for card in suits[colour] if card not in seen] for colour in colours}
        self.fits = _fits([[c for c in pool[p.colour] if c not in p.never] for p in self.linked], sums, value)

        places = {plane: at for at, plane in enumerate(flat)}
        fixed = [(i, places[plane]) for i, plane in enumerate(self.linked) if plane in places]
        free = [(places[plane], plane) for plane in unknown if plane not in self.linked]
        free.sort(key=lambda place: -len(place[1].never))
        template = [-1 if plane.card is None else plane.card for plane in flat]
        self.hands: list[list[int]] = []
        self.tops: list[int] = []
        step = len(self.fits) / worlds
        for w in range(worlds):
            fit = self.fits[int((w + rng.random()) * step)]
            cards = template[:]
            for i, at in fixed:
                cards[at] = fit[i]
            left = {colour: [card for card in of if card not in fit] for colour, of in pool.items()}
            for at, plane in free:
                cards[at] = _draw(left[plane.colour], plane.never, rng)
            self.tops.append(cards.pop())
            self.hands.append(cards)
        self.own, self.value = memory.hands[memory.seat], value

    def own_share(self, slot: int, card: int) -> float:
        """How likely this card lies in this slot of the own hand."""
        plane = self.own[slot]
        if plane.card is not None:
            return float(plane.card == card)
        at = self.linked.index(plane)
        return sum([fit[at] == card for fit in self.fits]) / len(self.fits)

    def own_sum_known(self) -> bool:
        """Whether only one sum of the own Hidden cards fits."""
        at = [i for i, plane in enumerate(self.linked) if plane in self.own]
        return len({sum([self.value[fit[i]] for i in at]) for fit in self.fits}) == 1


def _link(memory: Memory, unknown: list[Plane]) -> tuple[list[Plane], list[BoundSum]]:
    """The planes that cannot be drawn one by one: one's own Hidden ones, and those that sums bind to planes in play."""
    own = memory.hands[memory.seat]
    linked = [own[slot] for slot in sorted(memory.hidden[memory.seat]) if own[slot].card is None]
    value, sums = memory.box.value, []
    for planes, total in reversed(memory.sums):
        open_ = [plane for plane in planes if plane.card is None]
        new = [plane for plane in open_ if plane not in linked]
        if len(linked) + len(new) <= LINKED and any(plane in unknown for plane in open_):
            linked += new
            rest = total - sum([value[plane.card] for plane in planes if plane.card is not None])
            sums.append(([linked.index(plane) for plane in open_], rest))
    return linked, sums


def _fits(candidates: list[list[int]], sums: list[BoundSum], value: list[int]) -> list[tuple[int, ...]]:
    """Every choice of different cards, one a plane, with these sums."""
    fits: list[tuple[int, ...]] = [()]
    for i, cards in enumerate(candidates):
        due = [(bound[:-1], rest) for bound, rest in ((sorted(b), r) for b, r in sums) if bound[-1] == i]
        grown = []
        for fit in fits:
            wanted = {rest - sum([value[fit[j]] for j in bound]) for bound, rest in due}
            if len(wanted) < 2:
                grown += [(*fit, c) for c in cards if c not in fit and (not wanted or value[c] in wanted)]
        fits = grown
    return fits


def _draw(left: list[int], never: set[int], rng: Random) -> int:
    """Takes one of the cards that are left, one that the plane can be if there is any."""
    cards = [card for card in left if card not in never] or left if never else left
    card = cards[int(rng.random() * len(cards))]
    left.remove(card)
    return card
