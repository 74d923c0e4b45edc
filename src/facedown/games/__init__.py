"""The games, one folder a title; each holds all of its own."""
