"""Pages, JSON API and event streams."""

from .app import create_app
from .server import serve
from .settings import Settings

__all__ = ["Settings", "create_app", "serve"]
