"""Coroutines in tests run on a loop of their own in a thread of their own: browsers keep the main one busy."""

import asyncio
from concurrent.futures import ThreadPoolExecutor


def run(work):
    """What the coroutine returns."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
