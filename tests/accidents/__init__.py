"""What may happen to a table, each accident to a server process of its own with a real store."""
