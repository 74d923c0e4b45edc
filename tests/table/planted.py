"""Bots that do what no bot should."""

import os
import time

from facedown.bots.random import RandomBot


class Hanging(RandomBot):
    """Never answers."""

    def decide(self, view, events, requests, menu):
        time.sleep(3600)


class Crashing(RandomBot):
    """Takes its process with it."""

    def decide(self, view, events, requests, menu):
        os._exit(7)


class Raising(RandomBot):
    """Is at fault."""

    def decide(self, view, events, requests, menu):
        raise ZeroDivisionError
