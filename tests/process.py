"""Real server processes for tests: started on a port of their own and a real store, stopped, killed, started again."""

import json
import os
import pickle
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from facedown.web.server import lan_address

ROOT = Path(__file__).resolve().parent.parent


def until(what, seconds=60.0, why="it did not come about"):
    """Waits until `what()` is true, and returns it."""
    end = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < end, why
        time.sleep(0.02)
    return found


class Server:
    """One server process on a database, by default a file of its own, reached over this machine's address in its
    network; `stop` and `start` again are a restart on the same port. `within`: a command that runs it; `clock`: whether
    `set_clock` can set it; `how`: what `facedown.web.serve` takes."""

    def __init__(self, folder, games, env=None, database=None, within=(), clock=False, **how):
        folder.mkdir(exist_ok=True)
        self.folder, self.games, self.port = folder, games, 0
        self.database = database or folder / "facedown.db"
        self.log = folder / "log"
        self.env, self.within = env or {}, within
        (folder / "how").write_text(json.dumps(how))
        if clock:
            self.set_clock(0)

    def begin(self):
        """Starts the process, without waiting for it."""
        arguments = [str(self.port), str(self.database), str(self.folder), *self.games]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]), **self.env}
        with self.log.open("ab") as log:
            command = [*self.within, sys.executable, "-m", "tests.serving", *arguments]
            self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=log, env=env)
        return self

    def start(self):
        """Starts the process; returns when its doors are open."""
        self.begin()
        said, end = b"", time.monotonic() + 600
        while b"Stop it with" not in said and time.monotonic() < end and self.process.poll() is None:
            if select.select([self.process.stdout], [], [], 0.2)[0]:
                said += os.read(self.process.stdout.fileno(), 65536)
        found = re.search(rb"On this machine:  http://[^:]+:(\d+)", said)
        assert found, f"the server did not start: {said!r} {self.log.read_text()}"
        self.said, self.port = said.decode(), int(found[1])
        self.host = lan_address()
        assert self.host and not self.host.startswith("127."), "this machine has no address in a network"
        self.url = f"http://{self.host}:{self.port}"
        return self

    def stop(self, how=signal.SIGTERM):
        """Ends the process; returns (exit code, seconds)."""
        began = time.monotonic()
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(60)
        self.process.stdout.close()
        return code, time.monotonic() - began

    def kill(self):
        """As a power cut would: no word, no last write."""
        return self.stop(signal.SIGKILL)

    def set_clock(self, seconds):
        """Sets its wall clock forward by so many seconds, or back."""
        path = self.folder / "clock"
        path.with_suffix(".new").write_text(str(seconds))
        path.with_suffix(".new").replace(path)

    def minted(self, game):
        """The game whose cards it minted anew."""
        return pickle.loads((self.folder / f"{game}.minted").read_bytes())


@pytest.fixture
def serve(tmp_path):
    """Starts servers: `serve("fly-down")`; more is what `Server` takes."""
    servers = []

    def start(*games, **more):
        servers.append(Server(tmp_path / f"server{len(servers)}", games, **more))
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
