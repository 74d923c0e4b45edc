"""Options and fixtures that every test may use."""

import os

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import expect

from tests.cluster import Cluster
from tests.process import serve, server

__all__ = ["serve", "server"]

# Timings are never judged here: other work may share the machine.
settings.register_profile("facedown", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("facedown")
expect.set_options(timeout=60_000)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update-golden` writes the golden playthroughs anew; their diff is then read."""
    parser.addoption("--update-golden", action="store_true", help="write the golden playthroughs anew")


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, object]:
    """Debian's Chromium, without anything that calls out."""
    return {
        "executable_path": os.environ.get("FACEDOWN_CHROMIUM", "/usr/bin/chromium"),
        "args": [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
    }


@pytest.fixture(scope="session")
def cluster():
    """PostgreSQL, for tests marked `postgres`."""
    cluster = Cluster()
    yield cluster
    cluster.remove()
