"""The three stores, for tests of what all of them promise."""

import pytest

from facedown.store import MemoryStore, PostgresStore, SqliteStore


class Place:
    """Where tables are kept. Each `store()` is what another process, or the next one, would use."""

    def __init__(self, kind, url, cluster):
        self.kind, self.url, self.cluster = kind, url, cluster
        self.memory = MemoryStore()

    @property
    def lasts(self):
        return self.kind != "memory"

    def store(self):
        if self.kind == "memory":
            return self.memory
        return SqliteStore(self.url) if self.kind == "sqlite" else PostgresStore(self.url)


@pytest.fixture(params=["memory", "sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def place(request, tmp_path):
    if request.param == "postgres":
        cluster = request.getfixturevalue("cluster")
        return Place("postgres", cluster.database(), cluster)
    return Place(request.param, str(tmp_path / "facedown.db"), None)
