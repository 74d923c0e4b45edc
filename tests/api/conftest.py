"""Servers as for the pages."""

from tests.web.conftest import serve, server

__all__ = ["serve", "server"]
