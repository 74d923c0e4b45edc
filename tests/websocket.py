"""WebSockets by hand, for tests that also send what no library would."""

import contextlib
import json
import socket

KEY, GRANTED = "dGhlIHNhbXBsZSBub25jZQ==", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
"""The example of RFC 6455."""
MORE, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
UPGRADE = {
    "Connection": "keep-alive, Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": KEY,
}


def asking(path, headers):
    """The bytes of a request."""
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items() if value is not None)
    return f"GET {path} HTTP/1.1\r\n{lines}\r\n".encode()


def opening(token="", code="", **headers):
    """The headers that ask for a WebSocket; those that are None are left out."""
    opens = {"Authorization": f"Bearer {token}"} if token else {"Facedown-Code": code} if code else {}
    more = {name.replace("_", "-"): value for name, value in headers.items()}
    return {"Host": "x", **UPGRADE, **opens, **more}


def packed(data, kind=TEXT, fin=True, mask=b"\x37\xfa\x21\x3d"):
    """A frame as clients send it; without a mask as none may."""
    size = len(data)
    length = bytes([size]) if size < 126 else b"\x7e" + size.to_bytes(2) if size < 65536 else b"\x7f" + size.to_bytes(8)
    if mask:
        length = bytes([length[0] | 0x80]) + length[1:]
        key = (mask * (size // 4 + 1))[:size]
        data = (int.from_bytes(data) ^ int.from_bytes(key)).to_bytes(size)
    return bytes([kind | 0x80 * fin]) + length + mask + data


def unpacked(got):
    """The first frame of a server in what has come: its kind, its data, the rest; None where it is not complete."""
    if len(got) < 2:
        return None
    start = {126: 4, 127: 10}.get(got[1], 2)
    size = int.from_bytes(got[2:start]) if start > 2 else got[1]
    if len(got) < start + size:
        return None
    return got[0] & 15, got[start : start + size], got[start + size :]


class Socket:
    """A client's end. `status`: how the request was answered."""

    def __init__(self, server, path, headers, then=b"", room=None):
        """`then`: what is sent right behind the request; `room`: bytes that the line holds for a reader."""
        self.line = socket.socket()
        if room:
            self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        self.line.settimeout(60)
        self.line.connect((server.host, server.port))
        self.line.sendall(asking(path, headers) + then)
        self.got, self.last, self.closed, self.pongs = b"", b"", None, []
        while b"\r\n\r\n" not in self.got:
            self.got += self._recv()
        self.head, _, self.got = self.got.partition(b"\r\n\r\n")
        self.status = int(self.head[9:12])

    def _recv(self):
        got = self.line.recv(1 << 16)
        if not got:
            raise ConnectionError
        return got

    def rest(self):
        """The body of an answer that is no WebSocket, and that nothing follows."""
        with contextlib.suppress(ConnectionError):
            while True:
                self.got += self._recv()
        return self.got

    def send(self, data, kind=TEXT, **how):
        self.line.sendall(packed(data, kind, **how))

    def say(self, **message):
        self.send(json.dumps(message).encode())

    def next(self):
        """The next message, as JSON; None at the end, `closed` then says with which code."""
        while True:
            while (found := unpacked(self.got)) is None:
                try:
                    self.got += self._recv()
                except OSError:
                    return None
            kind, data, self.got = found
            if kind == PING:
                self.send(data, PONG)
            elif kind == PONG:
                self.pongs.append(data)
            elif kind == CLOSE:
                self.closed = int.from_bytes(data[:2])
                with contextlib.suppress(OSError):
                    self.send(data, CLOSE)
                self.line.close()
                return None
            else:
                assert kind == TEXT
                self.last = data
                return json.loads(data)

    def until(self, holds):
        """The first message that is so."""
        while (message := self.next()) is not None:
            if holds(message):
                return message
        raise AssertionError(f"it did not come; closed with {self.closed}")

    def answer(self, id):
        """What a message with this id is answered."""
        return self.until(lambda m: m.get("id") == id or id in m.get("accepted", ()))

    def close(self):
        self.line.close()
