"""Where records live: SQLite by default, PostgreSQL when it is outgrown."""
