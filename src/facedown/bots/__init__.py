"""Players that need no knowledge of a game; they see views, never states."""
