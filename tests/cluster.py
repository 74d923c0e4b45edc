"""A PostgreSQL cluster of its own for the tests that are marked `postgres`: made once a run, in a temporary folder, run
by a plain user, reached over a port of this machine. Each test gets an empty database."""

import getpass
import itertools
import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

import asyncpg

from tests.loops import run

USER = "postgres"
"""Who runs it where the tests run as root, which PostgreSQL refuses to be run by."""


def programs():
    """The folder of PostgreSQL's own programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: int(p.parts[-3]))
    path = found[-1] if found else shutil.which("initdb")
    assert path, "PostgreSQL is missing: `make setup-test` installs it"
    return Path(path).parent


class Cluster:
    """`stop` and `start` again are a restart on the same port. `durable`: commits wait for the disk."""

    def __init__(self, durable=False):
        self.durable = durable
        self.folder = Path(tempfile.mkdtemp(prefix="facedown-pg-"))
        self.prefix = []
        if os.getuid() == 0:
            self.prefix = ["runuser", "-u", USER, "--"]
            shutil.chown(self.folder, USER, USER)
        self.user = USER if self.prefix else getpass.getuser()
        self.numbers = itertools.count()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._run("initdb", "-D", self.data, "-U", self.user, "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")
        self.start()

    @property
    def data(self):
        return str(self.folder / "data")

    def _run(self, program, *arguments):
        done = subprocess.run([*self.prefix, str(programs() / program), *arguments], cwd="/", capture_output=True)
        assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()

    def start(self):
        sync = "on" if self.durable else "off"
        options = f"-p {self.port} -k {self.folder} -c fsync={sync}"
        options += " -c listen_addresses=127.0.0.1 -c max_connections=200"
        self._run("pg_ctl", "-D", self.data, "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self, how="fast"):
        self._run("pg_ctl", "-D", self.data, "-w", "-m", how, "stop")

    def read_only(self, on):
        """From now on, or no more, nothing is written, whoever asks."""
        with open(f"{self.data}/postgresql.auto.conf", "a") as settings:
            settings.write(f"default_transaction_read_only = {'on' if on else 'off'}\n")
        self._run("pg_ctl", "-D", self.data, "reload")

    def remove(self):
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database):
        return f"postgresql://{self.user}@127.0.0.1:{self.port}/{database}"

    def database(self):
        """The address of a new, empty database."""
        name = f"test{next(self.numbers)}"
        self.do("postgres", f"CREATE DATABASE {name}")
        return self.url(name)

    def do(self, database, sql, *values):
        """Runs one statement beside everybody else; returns its rows."""

        async def work():
            db = await asyncpg.connect(database if "://" in database else self.url(database))
            try:
                return await db.fetch(sql, *values)
            finally:
                await db.close()

        return run(work())

    def kill_connections(self, url):
        """Ends every other connection to this database."""
        sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        return self.do(url, sql + " AND pid <> pg_backend_pid()")
