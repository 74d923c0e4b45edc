"""Conformance scenarios: rules as data that anybody can write and run. The language is told in docs/scenarios.md.

`read` turns the text of a file into scenarios or raises Malformed; `run` plays one and says where it does not hold."""

from .file import Scenario, ScenarioFile, read
from .malformed import Malformed
from .run import Result, opening, opening_states, run, run_all

__all__ = ["Malformed", "Result", "Scenario", "ScenarioFile", "opening", "opening_states", "read", "run", "run_all"]
