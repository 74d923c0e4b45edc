"""Connections that send too much, or too slowly, are closed; the others go on."""

import asyncio
import contextlib
import socket

import pytest
import uvicorn

from facedown.web.connection import Connection
from tests.loops import run

from .person import Person

pytestmark = pytest.mark.server


def connect(server):
    return socket.create_connection((server.url.split("//")[1].split(":")[0], server.port), timeout=60)


@pytest.mark.parametrize("line", [b"a" * 1000, b"a: b\r\n" * 200])
def test_endless_headers_are_cut_off(server, line):
    with connect(server) as stream:
        stream.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX: ")
        sent = 0
        with contextlib.suppress(OSError):
            while sent < 20_000_000:
                stream.sendall(line)
                sent += len(line)
        assert sent < 20_000_000, "it was listened to for 20 megabytes"
    assert Person(server.url).get("/healthz").status_code == 200


def test_several_requests_on_one_connection_and_a_body_at_once(server):
    with connect(server) as line:
        body = b"x" * 60_000
        for _ in range(4):
            head = b"POST /open/fly-down HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body)
            line.sendall(head + body)
            answer = b""
            while b"</html>" not in answer:
                answer += line.recv(65536)
            assert b"403 Forbidden" in answer


def test_a_request_that_never_ends_is_given_up_and_a_long_answer_is_not():
    async def app(scope, receive, send):
        if scope["type"] == "http":
            await receive()
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"first", "more_body": True})
            await asyncio.sleep(2)
            await send({"type": "http.response.body", "body": b"last"})

    class Hasty(Connection):
        patience = 1

    async def test():
        server = uvicorn.Server(uvicorn.Config(app, port=0, http=Hasty, lifespan="off", log_config=None))
        task = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]

        async def answer(asked):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(asked)
            got = await asyncio.wait_for(reader.read(), 60)
            writer.close()
            return got

        beginnings = (b"", b"GET / HT", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc")
        whole = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        *cut, last = await asyncio.gather(*map(answer, (*beginnings, whole)))
        assert not any(b"last" in got for got in cut), "they were closed before the answer ended"
        assert b"last" in last
        server.should_exit = True
        await task

    run(test())
