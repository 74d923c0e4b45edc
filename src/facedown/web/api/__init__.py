"""The JSON API: one door for every program that wants to play, watch or keep a table."""

from .asgi import ROOT, Api
from .call import CSRF_COOKIE, MOST_BYTES, Server
from .frames import Frames

__all__ = ["CSRF_COOKIE", "MOST_BYTES", "ROOT", "Api", "Frames", "Server"]
