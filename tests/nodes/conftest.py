"""Servers that share a database."""

import pytest


@pytest.fixture
def node(serve):
    """Starts nodes: `node(database, pause=2)`; `pause`: the seconds a bot takes."""
    return lambda database, pause=0.0: serve("fly-down", database=database, pause=(pause, pause))
