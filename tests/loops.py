"""Coroutines in tests run on a loop of their own in a thread of their own: browsers keep the main one busy."""

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor


def run(work):
    """What the coroutine returns."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


class Loop:
    """A loop that goes on in the background until it is closed."""

    def __init__(self):
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def run(self, work, seconds=60):
        """What the coroutine returns."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(seconds)

    def close(self):
        """Ends what still runs there."""
        self.run(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self):
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)


async def until(what, seconds=60):
    """Waits until this is so."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it never happened"
        await asyncio.sleep(0.01)
