"""`serve`: the application on a port of this machine, for the browsers of its network."""

from __future__ import annotations

import asyncio
import gc
import re
import socket
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import segno
import uvicorn
from litestar import Litestar

from facedown.bus import PostgresWire
from facedown.engine import Game
from facedown.store import Store, StoreError, create_store, is_postgres

from .app import create_app
from .connection import Connection
from .limits import Most, Rates, is_loopback, networks
from .logs import set_up_logs
from .settings import Settings

ACCEPTS = 8
"""Connections that are taken in between two rounds of work: the loop takes one a socket, and a busy server would let
those wait who come all at once."""
UNSENT = 32 * 1024
"""Bytes that the system takes over for a connection before they are sent: whoever does not read is to find the newest
frame after that, and no backlog of megabytes."""
RARELY = (20_000, 20, 50)
"""How many new objects, and rounds, before garbage in cycles is looked for: tables hold many objects and few cycles."""

GRACE = 3
"""Seconds for which what is under way at a signal may go on, before it is cut off."""


def serve(
    host: str = "0.0.0.0",
    port: int = 8000,
    database: str = "facedown.db",
    public_url: str = "",
    trusted_proxy: str = "",
    *,
    games: Mapping[str, Game[Any]] | None = None,
    pause: tuple[float, float] = (0.8, 2.0),
    rates: Rates = Rates(),  # noqa: B008
    streams: Most = Most(),  # noqa: B008
    stage: str = "",
    greet: Callable[[str, str], str] | None = None,
) -> int:
    """Serves until a signal. `database`: a file, `postgresql://..`, or `memory`; `trusted_proxy`: networks whose
    forwarded headers are believed; `rates`: how often somebody may ask; `streams`: how many an address may
    hold open; `stage`: a folder of scenarios whose tables may be opened, from this machine alone; `greet`: what to
    print once the doors are open, from this machine's address and the one for friends ("" if there is none), and then
    nothing more. Returns 0, or 2 when it cannot start: one sentence on stderr says why."""
    set_up_logs()
    if wrong := _unfit(host, public_url, trusted_proxy, stage):
        print(wrong, file=sys.stderr)
        return 2
    proxies = "*" if trusted_proxy.strip() == "*" else ",".join(map(str, networks(trusted_proxy)))
    try:
        listening = _listen(host, port)
    except OSError as e:
        taken = f"Port {port} is in use: stop the other program, or choose another port with --port."
        print(taken if e.errno in (98, 48) else f"Cannot listen on {host} port {port}: {e.strerror}.", file=sys.stderr)
        return 2
    port = listening.getsockname()[1]
    lan = lan_address() if host in ("0.0.0.0", "::") else ""
    lan_url = f"http://{lan}:{port}" if lan else ""
    settings = Settings(
        public_url=public_url.rstrip("/"),
        lan_url=lan_url,
        pause=pause,
        secure=public_url.startswith("https:"),
        rates=rates,
        streams=streams,
        proxies=proxies.strip("*"),
        stage=stage,
    )
    store = create_store(database)
    wire = PostgresWire(database) if is_postgres(database) else None
    app = create_app(store, games, settings, wire)
    server = Server(
        uvicorn.Config(
            app,
            loop="uvloop",
            http=Connection,
            ws="none",
            lifespan="on",
            access_log=False,
            log_config=None,
            server_header=False,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=proxies or None,
            timeout_keep_alive=30,
            timeout_graceful_shutdown=GRACE,
        )
    )
    try:
        asyncio.run(_try(store))
    except StoreError as e:
        print(e, file=sys.stderr)
        return 2
    name = "127.0.0.1" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    server.greeting = (greet or greeting)(f"http://{name}:{port}", settings.public_url or settings.lan_url)
    server.run(sockets=[listening, *(listening.dup() for _ in range(ACCEPTS - 1))])
    if not server.started:
        return 2
    if greet is None:
        print("Stopped; games that are under way go on when it starts again.", flush=True)
    return 0


class Server(uvicorn.Server):
    """Greets when it listens, and on a signal first ends every open stream, so that nothing holds it up."""

    greeting = ""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """See uvicorn."""
        await super().startup(sockets)
        gc.collect()
        gc.freeze()  # modules and routes stay for ever: looking through them again finds nothing
        gc.set_threshold(*RARELY)
        if self.started:
            print(self.greeting, flush=True)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """See uvicorn."""
        app = self.config.loaded_app
        while not isinstance(app, Litestar) and hasattr(app, "app"):
            app = app.app
        if isinstance(app, Litestar) and "house" in app.state:
            asyncio.get_running_loop().call_soon_threadsafe(app.state.house.hub.close)
        super().handle_exit(sig, frame)
        self._captured_signals.clear()  # this end is a good one: exit 0, not by the signal


def _unfit(host: str, public_url: str, trusted_proxy: str, stage: str) -> str:
    """What is wrong with these settings, in one sentence, or ""."""
    if public_url and not re.fullmatch(r"https?://[^/\s]+/?", public_url):
        return f"The public address {public_url} does not look like https://games.example: name scheme and host only."
    for proxy in filter(None, map(str.strip, trusted_proxy.split(","))):
        try:
            networks(proxy if trusted_proxy.strip() != "*" else "")
        except ValueError:
            return f"The trusted proxy {proxy} is no address: write it as 10.0.0.1 or 10.0.0.0/8."
    if stage and not (host == "localhost" or is_loopback(host)):
        return "Staged tables hand out every seat, so --stage listens on this machine alone: add --host 127.0.0.1."
    if stage and not Path(stage).is_dir():
        return f"There is no folder {stage}: name one that holds scenario files with --stage."
    return ""


async def _try(store: Store) -> None:
    await store.open()
    await store.close()


def lan_address() -> str:
    """This machine's address in its network, or "": the one from which it would reach others. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if address.startswith("127.") else address


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_NOTSENT_LOWAT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT)  # for what it accepts
    try:
        listening.bind((host, port))
    except OSError:
        listening.close()
        raise
    listening.set_inheritable(True)
    return listening


def greeting(here: str, shared: str) -> str:
    """Where the house is, for people: the address of this machine, and the one for friends with a code to scan."""
    lines = ["Facedown is open.", f"  On this machine:  {here}"]
    if shared:
        lines.append(f"  For your friends: {shared}")
        lines.append(_qr_text(shared))
    return "\n".join([*lines, "Stop it with Ctrl-C; games that are under way go on when it starts again."])


def _qr_text(link: str) -> str:
    """A QR code from half blocks, dark on light where the terminal is dark."""
    rows = [list(row) for row in segno.make(link, error="l").matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    signs = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join("  " + "".join(signs[bool(a), bool(b)] for a, b in zip(*pair, strict=True)) for pair in pairs)
