"""A program at a table that moves over a WebSocket, and hears over it what others hear from the stream."""

import contextlib
import time

from tests.websocket import Socket, opening

from .client import LATE, Client


class Answer:
    """How a message was answered, as if a request had been."""

    def __init__(self, said):
        self.status_code, self.said, self.text = said.get("status", 200), said, str(said)

    def json(self):
        return self.said


class SocketClient(Client):
    """See `Client`. What it has no socket for it does as every client."""

    socket = None

    @classmethod
    def like(cls, other, base=""):
        """The same seat, or the same spectator."""
        client = cls(base or other.base, other.name)
        client.table, client.code, client.seat, client.token = other.table, other.code, other.seat, other.token
        client.http.headers.update({k: v for k, v in other.http.headers.items() if k == "facedown-code"})
        return client

    def opened(self, **how):
        """A socket of this seat or spectator."""
        self.host, port = self.base.removeprefix("http://").split(":")
        self.port = int(port)
        return Socket(self, f"{self.path}/socket", opening(self.token, self.code), **how)

    def listen(self):
        self.socket, self.answers = self.opened(), {}
        assert self.socket.status == 101, self.socket.head
        self.got.append((time.time() - LATE, time.time(), "socket", self.socket.head))
        return super().listen()

    def post(self, door, body, **more):
        if door != "moves" or self.socket is None or "id" not in body or more:
            return super().post(door, body, **more)
        self.answers.pop(body["id"], None)
        self.socket.say(**body)
        self.wait(lambda: body["id"] in self.answers)
        return Answer(self.answers[body["id"]])

    def _read(self):
        with contextlib.suppress(OSError):
            while (message := self.socket.next()) is not None:
                self.got.append((time.time() - LATE, time.time(), "socket", self.socket.last))
                if "status" in message:
                    self.answers[message["id"]] = message
                    continue
                self.answers |= {id: {"rev": message["rev"]} for id in message.pop("accepted", ())}
                self.now.update(message)
                self.lines.update({line["k"]: line for line in message["log"]})
                self.frames.append(message)
        self.ended.set()

    def leave(self):
        self.socket.close()
        super().leave()


def party_of(people):
    """The same people, over sockets."""
    clients = [SocketClient.like(person) for person in people]
    for client in clients:
        client.listen()
    return clients
