"""The test vector of docs/fair.md: `python -m tests.fair_vector` prints it as the page shows it."""

from __future__ import annotations

import facedown
from facedown.engine import Chance, commitment, fair_key

TABLE = "9f1c2d7e"
SEED = bytes(range(32))
NONCES = [bytes(range(0xA0, 0xB0)), bytes(16), bytes(range(0xC0, 0xD0))]


def lines() -> list[str]:
    """From the seed to the first hands, by the engine."""
    key = fair_key(SEED, NONCES)
    chance = Chance(key)
    state = facedown.game("fly-down").deal(3, None, Chance(key))
    code = state.box.code
    letters = list(state.box.letters)
    Chance(key).shuffle("colours", letters)
    return [
        f"table       {TABLE}",
        f"seed        {SEED.hex()}",
        f"commitment  {commitment(TABLE, SEED)}",
        *(f"seat {seat} adds {nonce.hex()}" for seat, nonce in enumerate(NONCES)),
        f"key         {key.hex()}",
        f"words of colours  {' '.join(f'{word:08x}' for word in chance.words('colours', 5))}",
        f"words of deck     {' '.join(f'{word:08x}' for word in chance.words('deck', 5))}",
        f"words of start    {' '.join(f'{word:08x}' for word in chance.words('start', 1))}",
        f"colours     {' '.join(letters)}: the first three take part",
        f"start       seat {state.tower}",
        *(f"seat {seat} holds {' '.join(code[card] for card in hand)}" for seat, hand in enumerate(state.hands)),
        f"deck, top first  {' '.join(code[card] for card in reversed(state.deck))}",
    ]


if __name__ == "__main__":
    print("\n".join(lines()))
