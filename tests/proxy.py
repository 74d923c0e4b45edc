"""A TCP proxy between clients and a server, which does what bad networks do: cuts connections that have lasted for so
many seconds, cuts all at once, or lets nothing through for a while."""

import asyncio
import contextlib

from tests.loops import Loop


class Proxy:
    """Listens on the server's own host. `every`: seconds after which a connection is cut, whatever it carries; None:
    never. `cuts`: how many were cut."""

    def __init__(self, server, every=None):
        self.host, self.every, self.cuts = server.host, every, 0
        self._to, self._lines, self._open = (server.host, server.port), set(), True
        self._loop = Loop()
        self._server = self._loop.run(asyncio.start_server(self._carry, self.host, 0))
        self.port = self._server.sockets[0].getsockname()[1]
        self.url = f"http://{self.host}:{self.port}"

    async def _carry(self, reader, writer):
        if not self._open:
            writer.transport.abort()
            return
        try:
            out, to = await asyncio.open_connection(*self._to)
        except OSError:
            writer.transport.abort()
            return
        self._lines.add(ends := (writer, to))
        try:
            async with asyncio.timeout(self.every):
                await asyncio.wait(
                    [asyncio.ensure_future(pipe(reader, to)), asyncio.ensure_future(pipe(out, writer))],
                    return_when=asyncio.FIRST_COMPLETED,
                )
        except TimeoutError:
            self.cuts += 1
        finally:
            self._lines.discard(ends)
            for end in ends:
                end.transport.abort()

    def cut(self):
        """Cuts all connections at once."""
        self._loop.run(self._cut())

    async def _cut(self):
        self.cuts += len(self._lines)
        for ends in self._lines:
            for end in ends:
                end.transport.abort()

    def shut(self):
        """From now on nothing comes through."""
        self._open = False
        self.cut()

    def open(self):
        """Everything comes through again."""
        self._open = True

    def close(self):
        self._open = False
        self._loop.run(self._cut())
        self._loop.close()


async def pipe(reader, writer):
    """Hands on what comes, until it ends."""
    with contextlib.suppress(OSError):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
