"""Servers for trials."""

import pytest

from .trial import Store


@pytest.fixture
def house(tmp_path, request, serve):
    """Starts servers on either store: `house("sqlite", names)` gives (servers, store)."""

    def start(kind, names, nodes=1):
        cluster = request.getfixturevalue("cluster") if kind == "postgres" else None
        database = cluster.database() if cluster else str(tmp_path / "facedown.db")
        return [serve(*names, database=database) for _ in range(nodes)], Store(database, cluster)

    return start
