"""How stores gather what is to be written: a commit costs the same for one work as for many."""

EACH, MOST = 0.0005, 0.012
"""Seconds of gathering for each work of the last batch, and at most."""


def gathering(works: int) -> float:
    """Seconds from the beginning of a batch of so many works to the next one. What comes after a pause does not wait;
    the busier a server, the more it gathers.

    >>> gathering(1), gathering(200)
    (0.0005, 0.012)
    """
    return min(MOST, EACH * works)
