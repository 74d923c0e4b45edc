"""Six scripted clients who play many tables at once over the JSON API, whatever happens to the server: what was not
answered is sent again, with its id, until it is. They keep what they sent, what was answered, and every frame they got;
`oracle` judges it."""

import asyncio
import itertools
import json
import time
from contextlib import aclosing

import msgspec

from .api.client import pick
from .websocket import CLOSE, PING, PONG, asking, opening, packed, unpacked

NAMES = ("Ann", "Ben", "Cleo", "Dov", "Eva", "Finn")
LOST = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError)
AGAIN = 0.25
"""Seconds until a client tries again."""


class Frame(msgspec.Struct):
    """What one event of a stream held. The parts that it left out are those of the frame before; they are filled in.
    `asked`: when the stream was asked for."""

    rev: int
    log: list[dict]
    view: msgspec.Raw = msgspec.Raw()
    requests: list[dict] | None = None
    menu: list[dict] | None = None
    table: dict | None = None
    asked: float = 0.0


class Sent(msgspec.Struct):
    """A move, and how it was answered in the end."""

    mark: str
    request: str
    move: dict
    began: float = 0.0
    answered: float = 0.0
    status: int = 0
    said: dict = {}


class Line:
    """One connection for short requests, made anew where it was cut."""

    def __init__(self, where):
        self.where, self.stream = where, None

    async def ask(self, method, path, body=None, token="", code=""):
        """Status and JSON. Raises one of LOST."""
        try:
            if self.stream is None:
                self.stream = await asyncio.open_connection(*self.where(), limit=1 << 22)
            reader, writer = self.stream
            content = b"" if body is None else msgspec.json.encode(body)
            writer.write(request(method, path, token, code, content))
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            length = int(head.partition(b"content-length:")[2].split(b"\r\n", 1)[0])
            content = await reader.readexactly(length)
        except LOST:
            self.close()
            raise
        return int(head[9:12]), content

    def close(self):
        if self.stream is not None:
            self.stream[1].close()
            self.stream = None


def request(method, path, token="", code="", content=b""):
    """The bytes of a request."""
    head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(content)}\r\n"
    head += f"Authorization: Bearer {token}\r\n" if token else f"Facedown-Code: {code}\r\n" if code else ""
    head += "Cookie: fdtable=plain\r\n" if path.startswith("/t/") else ""  # a browser that shows plain tables
    return f"{head}\r\n".encode() + content


async def events(where, ask):
    """The data of each event of a stream, until the server ends it. Raises one of LOST, also where there is none."""
    reader, writer = await asyncio.open_connection(*where, limit=1 << 22)
    try:
        writer.write(ask)
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 503 " in head[:20]:
            raise ConnectionError
        assert head.startswith(b"HTTP/1.1 200"), head
        size, buffer = 1, b""
        while size:
            size = int(await reader.readuntil(b"\r\n"), 16)
            buffer += (await reader.readexactly(size + 2))[:size]
            *whole, buffer = buffer.split(b"\n\n")
            for event in whole:
                _, found, data = event.partition(b"data: ")
                if found:
                    yield data
    finally:
        writer.close()


class Door:
    """A WebSocket, over which one client listens and moves."""

    def __init__(self, writer):
        self.writer, self.waiting = writer, {}

    async def ask(self, body):
        """Sends a move: status and JSON. Raises one of LOST."""
        answer = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(body["id"], []).append(answer)
        self.writer.write(packed(msgspec.json.encode(body)))
        return await answer

    def heard(self, data):
        """Takes in a message. Whether it is a frame."""
        message = json.loads(data)
        declined = "status" in message
        for id in [message["id"]] if declined else message.get("accepted", ()):
            answer = self.waiting[id].pop(0)
            if not answer.done():
                answer.set_result((message["status"] if declined else 200, data))
        return not declined

    def close(self):
        self.writer.close()
        for answer in itertools.chain(*self.waiting.values()):
            if not answer.done():
                answer.set_exception(ConnectionError())


async def messages(where, ask, opened):
    """The messages of a WebSocket, until the server ends it. Raises one of LOST, also where there is none. `opened`: is
    called with what one may write to."""
    reader, writer = await asyncio.open_connection(*where, limit=1 << 22)
    try:
        writer.write(ask)
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 503 " in head[:20]:
            raise ConnectionError
        assert head.startswith(b"HTTP/1.1 101"), head
        opened(writer)
        got = b""
        while True:
            while (found := unpacked(got)) is None:
                more = await reader.read(1 << 16)
                if not more:
                    return
                got += more
            kind, data, got = found
            if kind == CLOSE:
                return
            if kind == PING:
                writer.write(packed(data, PONG))
            else:
                yield data
    finally:
        writer.close()


class Client:
    """One of the six at one table: in a seat, or watching (seat None). Every other one comes by WebSocket."""

    def __init__(self, swarm, table, name, seat, token):
        self.swarm, self.table, self.name, self.seat, self.token = swarm, table, name, seat, token
        self.line, self.second = Line(swarm.where), Line(swarm.where)
        self.sent, self.frames = [], []
        self.now = None
        self.news, self.over = asyncio.Event(), False
        self.settled = set()
        self.door, self.by_socket = None, NAMES.index(name) % 2 == 1

    # looking ---------------------------------------------------------------------------------------------------------
    async def listen(self):
        """Reads the stream, or what the socket tells, again and again, until the game is over."""
        while not self.over:
            try:
                await (self._read_socket() if self.by_socket else self._read())
            except LOST:
                await asyncio.sleep(AGAIN)

    async def _read(self):
        asked, before = time.monotonic(), None
        ask = request("GET", f"{self.table.path}/stream", self.token, self.table.code)
        async with aclosing(events(self.swarm.where(), ask)) as stream:
            async for data in stream:
                before = self._heard(data, before, asked)
                if self.over:
                    return

    async def _read_socket(self):
        asked, before = time.monotonic(), None
        ask = asking(f"{self.table.path}/socket", opening(self.token, self.table.code))
        try:
            async with aclosing(messages(self.swarm.where(), ask, self._opened)) as socket:
                async for data in socket:
                    if self.door.heard(data):
                        before = self._heard(data, before, asked)
                    if self.over:
                        return
        finally:
            if self.door is not None:
                self.door.close()
                self.door = None

    def _opened(self, writer):
        self.door = Door(writer)

    def _heard(self, data, before, asked):
        frame = msgspec.json.decode(data, type=Frame)
        frame.asked = asked
        if before is not None:
            for part in ("requests", "menu", "table"):
                if getattr(frame, part) is None:
                    setattr(frame, part, getattr(before, part))
            if not bytes(frame.view):
                frame.view = before.view
        self.frames.append(frame)
        self.now = frame
        self.over = frame.table["phase"] == "over"
        self.news.set()
        return frame

    # moving ----------------------------------------------------------------------------------------------------------
    async def play(self):
        """Answers what it is asked, until the game is over."""
        dice = self.swarm.dice
        while not self.over:
            await self.news.wait()
            self.news.clear()
            while not self.over and (offers := self._offers()):
                await self._act(dice.choice(offers), dice)
                await asyncio.sleep(dice.random() * self.swarm.pause)

    def _offers(self):
        binding = {r["id"] for r in self.now.requests if r.get("id") and r["binds"] != "may"}
        offers = [o for o in self.now.menu if "why_not" not in o and o["id"] not in self.settled]
        free = self.swarm.dice.random() < 0.03
        return [o for o in offers if free or o["request"] in binding]

    async def _act(self, offer, dice):
        move = choose(offer, dice)
        self.news.clear()
        mine = Sent(offer["id"], offer["request"], move)
        how = dice.random()
        if how < 0.05:  # the same twice at once, as a double tap
            await asyncio.gather(self.send(mine), self.send(Sent(mine.mark, mine.request, move), self.second))
        elif how < 0.1:  # two devices of one person answer the same question at once
            await asyncio.gather(
                self.send(mine), self.send(Sent(mine.mark + "b", mine.request, choose(offer, dice)), self.second)
            )
        else:
            await self.send(mine)
        if how > 0.95:  # again, and with another body
            await self.send(again := Sent(mine.mark, mine.request, move))
            assert (again.status == 200) == (mine.status == 200), (mine, again)
            if mine.status == 200 and (other := choose(offer, dice)) != move:
                await self.send(other := Sent(mine.mark, mine.request, other))
                assert other.status == 409, other
        if mine.status != 422 or offer.get("exact", True):
            self.settled.add(mine.mark)
            await self.news.wait()  # what was asked has changed

    async def send(self, sent, line=None):
        """Sends a move until it is answered, by whatever server there is: where there is a socket over that, unless a
        `line` is given."""
        body = {"request": sent.request, "id": sent.mark, "move": sent.move}
        sent.began = time.monotonic()
        self.sent.append(sent)
        while True:
            try:
                if self.door is not None and line is None:
                    status, content = await self.door.ask(body)
                else:
                    status, content = await (line or self.line).ask(
                        "POST", f"{self.table.path}/moves", body, self.token
                    )
            except LOST:
                await asyncio.sleep(AGAIN)
                continue
            if status == 503:  # nothing can be kept right now
                self.swarm.turned_away += 1
                await asyncio.sleep(AGAIN)
                continue
            sent.status, sent.answered, sent.said = status, time.monotonic(), json.loads(content)
            assert status in (200, 409, 410, 422), (sent, content)
            self.swarm.answered += status == 200
            return

    def close(self):
        self.line.close()
        self.second.close()


def choose(offer, dice):
    """A random move out of an offer."""
    return {"kind": offer["kind"], **{field: pick(domain, dice) for field, domain in offer["fields"].items()}}


class Table:
    """One table of the swarm."""

    def __init__(self, swarm, game):
        self.swarm, self.game, self.clients = swarm, game, []
        self.line = Line(swarm.where)

    async def sit(self):
        """Opens a table, seats some of the six there, deals; the others watch. Raises one of LOST."""
        ask, seats = self.line.ask, self.swarm.dice.choice([n for n in self.game.seats if n <= len(NAMES)])
        body = {"game": self.game.id, "seats": seats, "name": NAMES[0]}
        opened = await done(ask("POST", "/api/v1/tables", body))
        self.id, self.code = opened["table"], opened["code"]
        self.path = f"/api/v1/tables/{self.id}"
        tokens = [opened["you"]["token"]]
        for name in NAMES[1:seats]:
            tokens.append((await done(ask("POST", f"{self.path}/seats", {"code": self.code, "name": name})))["token"])
        await done(ask("POST", f"{self.path}/room", {"do": "start"}, tokens[0]))
        self.clients = [
            Client(self.swarm, self, name, seat if seat < seats else None, tokens[seat] if seat < seats else "")
            for seat, name in enumerate(NAMES)
        ]

    async def play(self):
        """The whole game."""
        seated = [client for client in self.clients if client.seat is not None]
        await asyncio.gather(*(client.listen() for client in self.clients), *(client.play() for client in seated))
        for client in self.clients:
            client.close()

    async def record(self):
        """The record, as it is handed out after the end."""
        while True:
            try:
                status, content = await self.line.ask("GET", f"{self.path}/record", code=self.code)
            except LOST:
                await asyncio.sleep(AGAIN)
                continue
            if status == 503:
                await asyncio.sleep(AGAIN)
                continue
            assert status == 200, content
            return content


async def done(asking):
    """What a request answers that succeeds; while nothing can be kept it is lost like one without an answer."""
    status, content = await asking
    if status == 503:
        raise ConnectionError
    assert status < 300, content
    return json.loads(content)


class Swarm:
    """`servers`: those that are there; each new connection goes to one of them. `judge(table)` is awaited for each
    finished game. `pause`: the most seconds that a client thinks."""

    def __init__(self, servers, games, judge, dice, pause=0.0):
        self.servers, self.games, self.judge, self.dice, self.pause = servers, games, judge, dice, pause
        self.answered = self.turned_away = 0

    def where(self):
        """Host and port to connect to."""
        server = self.dice.choice(self.servers)
        return server.host, server.port

    async def run(self, games, at_once, more):
        """Plays so many games, so many at once; and others, as long as there are to be `more()`."""
        todo, begun = itertools.cycle(self.games), itertools.count()

        async def player():
            while next(begun) < games or more():
                await self._game(next(todo))

        await asyncio.gather(*(player() for _ in range(at_once)))

    async def _game(self, game):
        while True:
            table = Table(self, game)
            try:
                await table.sit()
                break
            except LOST:  # whoever has no answer opens another table
                table.line.close()
                await asyncio.sleep(AGAIN)
        await table.play()
        await self.judge(table)
        table.line.close()
