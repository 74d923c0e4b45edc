"""A load on our server: `python -m bench.server_load TABLES [--socket | --pages] [--paced MOVES_PER_S]
[--database URL]`.

It starts the server in a process of its own and sits three seats at each table: a stream for every seat, and for each
table one connection that posts moves. Closed loop: a table's next move goes out as soon as the last of its seats has
the frame of the one before. Moves are random: a kind, then each field. Every move is durable before it is answered.
It goes over the JSON API, by streams and posts or (`--socket`) by one WebSocket a seat, or (`--pages`) as browsers do
it: forms, cookies, and a stream of HTML.
Tables are opened and dealt beforehand; turning to a new one when a game is over is part of what is timed, as the new
sync is in the load program of boardgame.io.
"""

import argparse
import asyncio
import importlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import deque
from pathlib import Path

import msgspec
import uvloop

from bench.harness import significant
from tests.websocket import TEXT, asking, opening, packed, unpacked

ROOT = Path(__file__).resolve().parent.parent
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
SEATS = 3
COLOURS = {"colours": ["R", "Y", "G"], "start": 0}
BEARER = "Authorization: Bearer "
WARM = 3.0


class Domain(msgspec.Struct):
    of: list[str | int]


class Item(msgspec.Struct):
    request: str
    id: str
    kind: str
    fields: dict[str, Domain] = {}
    why_not: dict[str, object] | None = None


class Frame(msgspec.Struct):
    menu: list[Item]


decode = msgspec.json.Decoder(Frame).decode
encode = msgspec.json.encode


class Http(asyncio.Protocol):
    """A kept connection for short requests, one after the other."""

    def connection_made(self, transport: asyncio.WriteTransport) -> None:
        self.transport, self.got = transport, b""
        self.answers: deque[asyncio.Future[bytes]] = deque()

    def ask(self, method: str, path: str, body: bytes = b"", key: str = "") -> "asyncio.Future[bytes]":
        """`key`: headers that say who asks. What is answered: the body, or where there is none the head."""
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.answers.append(answer)
        head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n{key}"
        self.transport.write(f"{head}\r\n".encode() + body)
        return answer

    def data_received(self, data: bytes) -> None:
        self.got += data
        while True:
            head, found, rest = self.got.partition(b"\r\n\r\n")
            if not found:
                return
            length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0])
            if len(rest) < length:
                return
            self.got = rest[length:]
            answer = self.answers.popleft()
            if answer.done():
                return  # the load is over
            if int(head[9:12]) < 400:
                answer.set_result(rest[:length] or head)
            else:
                answer.set_exception(RuntimeError(f"{head!r} {rest[:length]!r}"))


class Stream(asyncio.Protocol):
    """One seat's stream; tells its table of every frame."""

    def __init__(self, table: "Table", seat: int, path: str, key: str) -> None:
        self.table, self.seat, self.path, self.key = table, seat, path, key
        self.got, self.begun = b"", False
        self.regions: dict[str, str] = {}
        """What a page shows, where frames bring only what has changed."""

    def connection_made(self, transport: asyncio.WriteTransport) -> None:
        self.transport = transport
        transport.write(f"GET {self.path}/{self.table.load.STREAM} HTTP/1.1\r\nHost: x\r\n{self.key}\r\n".encode())

    def data_received(self, data: bytes) -> None:
        self.got += data
        if not self.begun:
            _, found, rest = self.got.partition(b"\r\n\r\n")
            if not found:
                return
            self.got, self.begun = rest, True
        while True:
            size, found, rest = self.got.partition(b"\r\n")
            if not found:
                return
            length = int(size, 16)
            if len(rest) < length + 2:
                return
            self.got = rest[length + 2 :]
            if b"id: " in rest[:20]:  # a comment shows that the line is alive
                self.table.frame(self, rest[:length])


class Socket(Stream):
    """One seat's WebSocket: its frames come in, its moves go out, and after a game it goes over to the next table, as
    boardgame.io's sockets do."""

    turning = False

    def connection_made(self, transport: asyncio.WriteTransport) -> None:
        self.transport = transport
        transport.write(asking(f"{self.path}/socket", opening(self.key.removeprefix(BEARER).strip())))

    def data_received(self, data: bytes) -> None:
        self.got += data
        if not self.begun:
            head, found, rest = self.got.partition(b"\r\n\r\n")
            if not found:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self.got, self.begun = rest, True
        while (found := unpacked(self.got)) is not None:
            kind, message, self.got = found
            assert b'"status":' not in message[:200], message
            self.turning = self.turning and b'"accepted":["turn"]' not in message
            if kind == TEXT and not self.turning:
                self.table.frame(self, message)

    def say(self, body: bytes) -> None:
        self.transport.write(packed(body))

    def turn(self, path: str, key: str) -> None:
        """Goes over to another table."""
        self.turning = True
        token = key.removeprefix(BEARER).strip()
        self.say(encode({"id": "turn", "table": path.rpartition("/")[2], "token": token}))


class Load:
    """All tables, and what was counted in this window. What stands in a frame with a new line of the log, in one that
    asks for a move, in one that ends a game."""

    NEWS, ASKED, OVER = (b'"log":[{',), b'"kind":"turn","binds":"must","id"', b'"phase":"over"'

    STREAM = "stream"
    LINE = Stream

    def __init__(self, host: str, port: int, paced: float) -> None:
        self.host, self.port, self.paced = host, port, paced
        self.pool: list[tuple[str, list[str]]] = []
        self.waits: list[float] = []
        self.moves = self.games = self.bytes = 0
        self.going = True
        self.dice = random.Random(5)

    async def http(self) -> Http:
        _, protocol = await asyncio.get_running_loop().create_connection(Http, self.host, self.port)
        return protocol

    async def fill(self, tables: int, at_once: int = 8) -> None:
        """Tables with three seats, dealt, for later; so many are made at once."""
        await asyncio.gather(*(self._fill(tables) for _ in range(at_once)))

    async def _fill(self, tables: int) -> None:
        http = await self.http()
        while len(self.pool) < tables:
            self.pool.append(await self.deal(http))
        http.transport.close()

    async def deal(self, http: Http) -> tuple[str, list[str]]:
        """A new table: its address, and the keys of its seats."""
        body = {"game": "fly-down", "seats": SEATS, "name": "p0", "options": COLOURS}
        opened = json.loads(await http.ask("POST", "/api/v1/tables", encode(body)))
        path, keys = f"/api/v1/tables/{opened['table']}", [BEARER + opened["you"]["token"] + "\r\n"]
        for seat in range(1, SEATS):
            body = {"code": opened["code"], "name": f"p{seat}"}
            keys.append(BEARER + json.loads(await http.ask("POST", f"{path}/seats", encode(body)))["token"] + "\r\n")
        await http.ask("POST", f"{path}/room", b'{"do":"start"}', keys[0])
        return path, keys

    def seen(self, stream: "Stream", frame: bytes) -> None:
        """A frame has come; where frames tell only what has changed, the rest is remembered here."""

    def answer(self, stream: "Stream", frame: bytes) -> tuple[str, bytes]:
        """Where to send an answer to what a stream's last frame asks, and a random one."""
        dice = self.dice
        items = [i for i in decode(frame[frame.index(b"{") :]).menu if i.kind != "react" and not i.why_not]
        kind = dice.choice(sorted({i.kind for i in items}))
        item = dice.choice([i for i in items if i.kind == kind])
        move = {"kind": kind, **{name: dice.choice(domain.of) for name, domain in item.fields.items()}}
        return "moves", encode({"request": item.request, "id": item.id, "move": move})


class Table:
    """One table of the load, and after its game the next one."""

    def __init__(self, load: Load) -> None:
        self.load, self.streams, self.mover = load, [], None
        self.waiting = 0
        self.sent = 0.0

    async def sit(self) -> None:
        """Turns to a dealt table: three streams. Returns when each has its first frame."""
        if not self.load.pool:
            await self.load.fill(64)
        self.path, self.keys = self.load.pool.pop()
        self.mover, self.sent, self.waiting = None, 0.0, SEATS
        self.ready = asyncio.get_running_loop().create_future()
        if self.streams and self.load.LINE is Socket:
            for stream, key in zip(self.streams, self.keys, strict=True):
                stream.turn(self.path, key)
            return await self.ready
        for stream in self.streams:
            stream.transport.close()
        self.streams = []
        for seat, key in enumerate(self.keys):
            _, stream = await asyncio.get_running_loop().create_connection(
                lambda seat=seat, key=key: self.load.LINE(self, seat, self.path, key), self.load.host, self.load.port
            )
            self.streams.append(stream)
        await self.ready

    async def go(self) -> None:
        """Plays for ever."""
        self.http = await self.load.http()
        while self.load.going:
            self.move()
            await self.over
            self.load.games += 1
            await self.sit()

    def move(self) -> None:
        """The next move of whoever is asked."""
        if not self.sent:
            self.over = asyncio.get_running_loop().create_future()
        stream, frame = self.mover
        seat = stream.seat
        door, body = self.load.answer(stream, frame)
        self.mover, self.waiting, self.sent = None, SEATS, time.perf_counter()
        if isinstance(stream, Socket):
            stream.say(body)
        else:
            self.http.ask("POST", f"{self.path}/{door}", body, self.keys[seat])

    def frame(self, stream: Stream, frame: bytes) -> None:
        """A frame has reached one seat. One without a new line in the log says who is here, and counts for nothing."""
        load = self.load
        load.bytes += len(frame)
        load.seen(stream, frame)
        if not any(news in frame for news in load.NEWS):
            return
        if load.ASKED in frame:
            self.mover = (stream, frame)
        self.waiting -= 1
        done = load.OVER in frame
        if self.waiting > 0 or not (self.mover or done):
            return
        if not self.sent:
            if not self.ready.done():
                self.ready.set_result(None)
            return
        load.waits.append(time.perf_counter() - self.sent)
        load.moves += 1
        if not load.going:
            return
        if done:
            self.over.set_result(None)
        elif load.paced:
            asyncio.get_running_loop().call_later(load.paced * (0.5 + load.dice.random()), self.move)
        else:
            self.move()


def cpu(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def rss(pid: int) -> int:
    """Bytes of memory that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


def quantile(values: list[float], q: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * q))]


async def measure(pid: int, host: str, port: int, options: argparse.Namespace) -> dict[str, object]:
    """The figures of one load."""
    tables, paced = options.tables, options.paced
    kind = importlib.import_module("bench.server_pages").Pages if options.pages else Load
    load: Load = kind(host, port, tables / paced if paced else 0.0)
    if options.socket:
        load.LINE = Socket
    await load.fill(16)  # warm before the memory is read
    load.pool.clear()
    empty = rss(pid)
    await load.fill(tables)
    sitting = [Table(load) for _ in range(tables)]
    await asyncio.gather(*(table.sit() for table in sitting))
    await asyncio.sleep(1)
    full = rss(pid)
    await load.fill(200 if paced else options.pool, at_once=200)
    going = [asyncio.ensure_future(table.go()) for table in sitting]
    await asyncio.sleep(WARM)
    rows = []
    for _ in range(options.windows):
        load.waits, load.moves, load.games, load.bytes = [], 0, 0, 0
        busy, own, began = cpu(pid), time.process_time(), time.perf_counter()
        await asyncio.sleep(options.seconds)
        seconds = time.perf_counter() - began
        busy = cpu(pid) - busy
        rows.append(
            {
                "moves_per_s": load.moves / seconds,
                "moves_per_server_cpu_s": load.moves / busy,
                "server_cpu": busy / seconds,
                "client_cpu": (time.process_time() - own) / seconds,
                "p50_ms": 1000 * quantile(load.waits, 0.5),
                "p99_ms": 1000 * quantile(load.waits, 0.99),
                "games_per_s": load.games / seconds,
                "bytes_per_frame": load.bytes / max(1, load.moves * SEATS),
            }
        )
    load.going = False
    for task in going:
        if task.done():
            task.result()
        task.cancel()
    middle = {name: significant(statistics.median(row[name] for row in rows)) for name in rows[0]}
    kind = "sqlite" if options.database == "" else options.database.partition(":")[0]
    form = "HTML" if options.pages else "JSON by WebSocket" if options.socket else "JSON"
    figure = f"server, {form}, {tables} tables x {SEATS} seats, {kind}"
    figure += f", paced {paced:g} moves/s" if paced else ""
    return {
        "figure": figure,
        **middle,
        "kb_per_table": significant((full - empty) / tables / 1024),
        "load": round(os.getloadavg()[0], 2),
    }


def main() -> int:
    """Prints one JSON line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("tables", type=int)
    parser.add_argument("--pages", action="store_true", help="as browsers do it")
    parser.add_argument("--socket", action="store_true", help="one WebSocket a seat")
    parser.add_argument("--paced", type=float, default=0.0, help="moves per second of all tables together")
    parser.add_argument("--database", default="", help="a URL; without it a new SQLite file")
    parser.add_argument("--windows", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=3.0, help="of one window")
    parser.add_argument("--pool", type=int, default=900, help="tables that are dealt beforehand")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.server", options.database or str(Path(folder, "bench.db"))]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
            assert server.stdout is not None
            host, port = json.loads(server.stdout.readline())["url"].removeprefix("http://").split(":")
            try:
                row = uvloop.run(measure(server.pid, host, int(port), options))
            finally:
                server.terminate()
    print(json.dumps(row), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
