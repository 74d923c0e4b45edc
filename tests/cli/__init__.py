"""Tests of the command line: what people and machines read, and how it leaves."""
