"""Silent Planet for two as bare Python plays it: no checks, no views, no log; the yardstick for the engine's own speed.

The shape of the work: 55 cards, nine each, laid in a random order without hints; in turn the other player turns up a
random face-down card, the team is tested, and the game ends with two teams or when too few cards are left: about 14.7
decisions a game. It is written for speed and nothing else, so a card is its kind, 0 for a wild and 1 to 5.
Like the engine's run it answers only what binds: a row, then a lock; with one elector that lock decides, so neither of
the two points, unlocks, settles or signs.
"""

from collections.abc import Callable

SEATS = 2
ROW = 9
TEAM = 5
DECK = [1] * 15 + [2] * 12 + [3] * 9 + [4] * 6 + [5] * 4 + [0] * 9
DEALT = SEATS * ROW


class Play:
    """One game from the deal to the end."""

    __slots__ = (
        "box", "centre", "down", "hands", "laid", "left", "mask", "over", "pair", "rows", "teams", "turn", "won",
    )  # fmt: skip

    def __init__(self, rnd: Callable[[], float]) -> None:
        deck = DECK[:]
        cards = len(deck)
        for i in range(DEALT):  # the others stay in the box, in whatever order
            j = i + int(rnd() * (cards - i))
            deck[i], deck[j] = deck[j], deck[i]
        self.hands = [deck[0:ROW], deck[ROW:DEALT]]
        self.box = deck[DEALT:]
        self.rows: list[list[int]] = [[], []]
        self.down: list[list[int]] = [[], []]
        self.laid = 0
        self.left = DEALT
        self.turn = int(rnd() * SEATS)
        self.centre: list[int] = []
        self.mask = 0
        self.pair = False
        self.teams: list[list[int]] = []
        self.over = False
        self.won = False

    def arrange(self, rnd: Callable[[], float]) -> list[int]:
        """An order of nine places at random."""
        order = [0, 1, 2, 3, 4, 5, 6, 7, 8]
        for i in range(ROW - 1, 0, -1):
            j = int(rnd() * (i + 1))
            order[i], order[j] = order[j], order[i]
        return order

    def lay(self, order: list[int]) -> None:
        """Lay the next hand in this order."""
        hand = self.hands[self.laid]
        self.rows[self.laid] = [hand[j] for j in order]
        self.down[self.laid] = [0, 1, 2, 3, 4, 5, 6, 7, 8]
        self.laid += 1

    def choose(self, rnd: Callable[[], float]) -> int:
        """A face-down place of the active row at random."""
        down = self.down[self.turn]
        return down[int(rnd() * len(down))]

    def turn_up(self, at: int) -> None:
        """Turn up that card, and what follows from it."""
        turn = self.turn
        self.down[turn].remove(at)
        self.left -= 1
        card = self.rows[turn][at]
        centre = self.centre
        centre.append(card)
        mask = self.mask
        if card:
            bit = 1 << card
            if mask & bit:
                self.pair = True
            self.mask = mask = mask | bit
        if self.pair and mask & (mask - 1):
            self.box += centre
            self.centre = []
            self.mask = 0
            self.pair = False
        elif len(centre) == TEAM:
            self.teams.append(centre)
            self.centre = []
            self.mask = 0
            self.pair = False
            if len(self.teams) == SEATS:
                self.over = self.won = True
                return
        if self.left < TEAM * (SEATS - len(self.teams)) - len(self.centre):
            self.over = True
            return
        other = 1 - turn
        self.turn = other if self.down[other] else turn


def playouts(games: int, rnd: Callable[[], float]) -> int:
    """Play that many games to the end; returns the number of decisions."""
    decisions = 0
    for _ in range(games):
        play = Play(rnd)
        for _ in range(SEATS):
            play.lay(play.arrange(rnd))
            decisions += 1
        while not play.over:
            play.turn_up(play.choose(rnd))
            decisions += 1
    return decisions
