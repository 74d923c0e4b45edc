"""Real server processes that share a database."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


class Node:
    """One server process; `start` after `stop` is a restart on the same port."""

    def __init__(self, database, log, pause=0.0, game="fly-down"):
        self.database, self.log, self.pause, self.game, self.port = str(database), log, pause, game, 0

    def start(self):
        arguments = [str(self.port), self.database, str(self.pause), self.game]
        command = [sys.executable, "-m", "tests.nodes.server", *arguments]
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, stdout=subprocess.PIPE, stderr=log, env={**os.environ, "PYTHONPATH": path}
            )
        said, until = b"", time.monotonic() + 30
        while b"Stop it with" not in said and time.monotonic() < until and self.process.poll() is None:
            if select.select([self.process.stdout], [], [], 0.2)[0]:
                said += os.read(self.process.stdout.fileno(), 65536)
        found = re.search(rb"On this machine:  (http://[^:]+:(\d+))", said)
        assert found, f"the server did not start: {said!r} {self.log.read_text()}"
        self.url, self.port = found[1].decode(), int(found[2])
        return self

    def stop(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(20)
        self.process.stdout.close()
        return code


@pytest.fixture
def node(tmp_path):
    """Starts nodes: `node(database, pause=2)`."""
    nodes = []

    def start(database, **more):
        nodes.append(Node(database, tmp_path / f"log{len(nodes)}", **more))
        return nodes[-1].start()

    yield start
    for each in nodes:
        if each.process.poll() is None:
            each.stop()


def until(what, seconds=30.0):
    """Waits until `what()` is true, and returns it."""
    end = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.05)
    return found
