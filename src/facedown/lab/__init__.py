"""Simulation, tournaments, strength, and adapters for research frameworks."""
