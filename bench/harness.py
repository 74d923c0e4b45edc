"""How a figure of speed is taken: as a ratio to a plain program, the two timed in turn by this process's CPU time.

The clock of a shared machine wanders by a factor of almost two, so a lone figure says little. Each repeat of ours
stands between two short runs of the plain program, and what counts is the median of the repeats' ratios.
"""

import json
import os
import statistics
import time
from collections.abc import Callable

Work = Callable[[], int]
"""Does a batch of work and returns how many units it did; a batch should last some milliseconds."""

OURS_SECONDS = 1.0
PLAIN_SECONDS = 0.25


def rate(work: Work, seconds: float) -> float:
    """Units a second of this process's CPU time, over batches that last at least `seconds` together."""
    done = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds or not done:
        done += work()
    return done / spent


def ratio_row(name: str, ours: Work, plain: Work, unit: str, reps: int = 5) -> float:
    """Time `ours` against `plain`, print one JSON line with the figures, and return the median ratio.

    `name` is the figure's name, `unit` what both programs count (moves, games); both must do the same kind of work.
    """
    ours()
    plain()
    rates: list[float] = []
    plains: list[float] = []
    ratios: list[float] = []
    before = rate(plain, PLAIN_SECONDS)
    for _ in range(reps):
        speed = rate(ours, OURS_SECONDS)
        after = rate(plain, PLAIN_SECONDS)
        rates.append(speed)
        plains.append((before + after) / 2)
        ratios.append(speed / plains[-1])
        before = after
    ratio = statistics.median(ratios)
    row = {
        "figure": name,
        f"{unit}_per_s": significant(statistics.median(rates)),
        f"plain_{unit}_per_s": significant(statistics.median(plains)),
        "ratio": significant(ratio),
        "min": significant(min(ratios)),
        "max": significant(max(ratios)),
        "load": round(os.getloadavg()[0], 2),
    }
    print(json.dumps(row), flush=True)
    return ratio


def significant(number: float) -> float:
    """The number with its first three digits: more would be noise."""
    rounded = float(f"{number:.3g}")
    return int(rounded) if rounded >= 100 else rounded
