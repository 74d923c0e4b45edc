"""Simulation, tournaments, strength, and adapters for research frameworks."""

from .simulate import simulate

__all__ = ["simulate"]
