"""Pages, JSON API and event streams."""
