"""A real server process for each test that asks for one, reached over this machine's own address in its network."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from facedown.web.server import lan_address

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync"]  # fmt: skip


class Server:
    """One server process on a database; `stop` and `start` again are a restart on the same port."""

    def __init__(self, folder, games, env=None, **how):
        self.folder, self.games, self.port = folder, games, 0
        self.database = folder / "facedown.db"
        self.log = folder / "log"
        self.env = env or {}
        (folder / "facedown.db.how").write_text(json.dumps(how))

    def start(self):
        command = [sys.executable, "-m", "tests.web.server", str(self.port), str(self.database), *self.games]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]), **self.env}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=log, env=env)
        said, until = b"", time.monotonic() + 30
        while b"Stop it with" not in said and time.monotonic() < until and self.process.poll() is None:
            if select.select([self.process.stdout], [], [], 0.2)[0]:
                said += os.read(self.process.stdout.fileno(), 65536)
        found = re.search(rb"On this machine:  http://[^:]+:(\d+)", said)
        assert found, f"the server did not start: {said!r} {self.log.read_text()}"
        self.said, self.port = said.decode(), int(found[1])
        host = lan_address()
        assert host and not host.startswith("127."), "this machine has no address in a network"
        self.url = f"http://{host}:{self.port}"
        return self

    def stop(self, how=signal.SIGTERM):
        """Ends the process; returns (exit code, seconds)."""
        began = time.monotonic()
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(20)
        self.process.stdout.close()
        return code, time.monotonic() - began


@pytest.fixture
def serve(tmp_path):
    """Starts servers: `serve("fly-down")`; more is what `facedown.web.serve` takes."""
    servers = []

    def start(*games, **more):
        folder = tmp_path / str(len(servers))
        folder.mkdir()
        servers.append(Server(folder, games, **more))
        return servers[-1].start()

    yield start
    for server in servers:
        if server.process.poll() is None:
            server.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A server of Fly Down that no test stops."""
    server = Server(tmp_path_factory.mktemp("server"), ["fly-down"]).start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser_type_launch_args():
    return {"executable_path": "/usr/bin/chromium", "args": CHROMIUM}
