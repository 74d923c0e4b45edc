"""How a change reaches whoever watches: streams inside one process (`Hub`), and other nodes (`Wire`)."""

from .hub import Hub, Inbox
from .postgres import PostgresWire
from .wire import Wire

__all__ = ["Hub", "Inbox", "PostgresWire", "Wire"]
