"""Fly Down for three as bare Python plays it: no checks, no views, no log; the yardstick for the engine's own speed.

The shape of the work: 24 cards, two Visible and three Hidden each, seat 0 has the Control Tower and starts. A player
picks a kind of action at random among those open to them, then its details at random: about 22.4 decisions a game.
It is written for speed and nothing else, so a card and an action are plain integers.
"""

from collections.abc import Callable

SEATS = 3
ACTIONS_A_TURN = 2
VALUES = 8

# An action: SUM, or ASK + slot * 8 + value - 1, or SWAP + own slot * 10 + opponent * 5 + slot, or DISCARD + slot,
# where opponent 0 is the one to the left and 1 the one after.
SUM = 0
ASK = 1
SWAP = ASK + 5 * VALUES
DISCARD = SWAP + 5 * 10


class Play:
    """One game from the deal to the scores. A card is colour * 8 + value - 1."""

    __slots__ = (
        "answer", "deck", "face_down", "face_up", "hands", "hangar", "hidden", "left", "over", "scores", "turn",
        "visible", "winner",
    )  # fmt: skip

    def __init__(self, rnd: Callable[[], float]) -> None:
        deck = list(range(SEATS * VALUES))
        for i in range(SEATS * VALUES - 1, 0, -1):
            j = int(rnd() * (i + 1))
            deck[i], deck[j] = deck[j], deck[i]
        self.hands = [deck[0:5], deck[5:10], deck[10:15]]
        self.deck = deck[15:]
        self.visible = [[0, 1], [0, 1], [0, 1]]
        self.hidden = [[2, 3, 4], [2, 3, 4], [2, 3, 4]]
        self.face_up: list[int] = []
        self.face_down: list[int] = []
        self.turn = 0
        self.left = ACTIONS_A_TURN
        self.answer = 0
        self.over = False
        self.hangar = -1
        self.scores: list[int] = []
        self.winner = -1

    def choose(self, rnd: Callable[[], float]) -> int:
        """A kind of action at random among those that are legal, then its details at random."""
        turn = self.turn
        mine = self.hidden[turn]
        visible = self.visible[turn]
        left = turn + 1 if turn < 2 else 0
        after = left + 1 if left < 2 else 0
        lefts = self.hidden[left]
        afters = self.hidden[after]
        targets = len(lefts) + len(afters)
        can_swap = bool(visible and targets)
        hidden = len(mine)
        kind = int(rnd() * (1 + can_swap + (hidden > 0) + (hidden > 1)))
        if kind == 0:
            return DISCARD + int(rnd() * 5)
        if kind == 1 and can_swap:
            target = int(rnd() * targets)
            own = visible[int(rnd() * len(visible))]
            if target < len(lefts):
                return SWAP + own * 10 + lefts[target]
            return SWAP + own * 10 + 5 + afters[target - len(lefts)]
        if kind - can_swap == 1:
            return ASK + mine[int(rnd() * hidden)] * VALUES + int(rnd() * VALUES)
        return SUM

    def act(self, action: int) -> None:
        """Carry out one action, and what follows from it."""
        turn = self.turn
        hand = self.hands[turn]
        if action >= DISCARD:
            slot = action - DISCARD
            self.face_down.append(hand[slot])
            hand[slot] = self.deck.pop()
            if not self.deck:
                self.end(turn)
                return
        elif action >= SWAP:
            own, target = divmod(action - SWAP, 10)
            seat = turn + 1 if turn < 2 else 0
            if target >= 5:
                seat = seat + 1 if seat < 2 else 0
                target -= 5
            theirs = self.hands[seat]
            hand[own], theirs[target] = theirs[target], hand[own]
        elif action >= ASK:
            slot = (action - ASK) >> 3
            if hand[slot] & 7 == (action - ASK) & 7:
                self.answer = 1
                self.hidden[turn].remove(slot)
                self.visible[turn].append(slot)
                if not self.hidden[turn] and self.hidden.count([]) >= 2:
                    self.end(turn)
                    return
            else:
                self.answer = 0
        else:
            total = 0
            for slot in self.hidden[turn]:
                total += (hand[slot] & 7) + 1
            self.answer = total

        self.left -= 1
        if self.left == 0:
            self.left = ACTIONS_A_TURN
            if turn < 2:
                self.turn = turn + 1
            else:
                self.turn = 0
                self.face_up.append(self.deck.pop())
                if not self.deck:
                    self.end(0)

    def end(self, hangar: int) -> None:
        """Turn down each colour's highest card, count, and let the tie go to the one furthest from the Hangar."""
        self.over = True
        self.hangar = hangar
        highest = [-1, -1, -1]
        for hand in self.hands:
            for card in hand:
                if card > highest[card >> 3]:
                    highest[card >> 3] = card
        for hand in self.hands:
            self.scores.append(sum(-2 if card in highest else (card & 7) + 1 for card in hand))
        best = hangar
        for seat in (hangar + 1) % 3, (hangar + 2) % 3:
            if self.scores[seat] >= self.scores[best]:
                best = seat
        self.winner = best


def playouts(games: int, rnd: Callable[[], float]) -> int:
    """Play that many games to the end; returns the number of decisions."""
    decisions = 0
    for _ in range(games):
        play = Play(rnd)
        while not play.over:
            play.act(play.choose(rnd))
            decisions += 1
    return decisions
