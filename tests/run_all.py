"""Runs the checks of this repository, part by part, and adds them up.

`run_all.py [PART ..] [-- pytest arguments]`: without a part, all of them. A tool counts as one check, pytest as its
tests; a skipped test counts as failed, because it has not shown what it is there to show.
"""

import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
BUDGET = 12 * 60  # seconds for everything, on two cores


class Count(NamedTuple):
    """How many checks held, and how many did not."""

    passed: int
    failed: int


def tool(*command: str) -> Count:
    """One check: the command's exit code."""
    ok = subprocess.run([BIN / command[0], *command[1:]], cwd=ROOT).returncode == 0
    return Count(int(ok), int(not ok))


def tests(marked: str, *arguments: str) -> Count:
    """The tests that `marked` selects. Finding none is no failure here: the sum of all parts must not be empty."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        selection = f"({marked}) and not soak and not strength"
        options = ["-q", "--durations=5", "--durations-min=2", "-m", selection, f"--junitxml={report}"]
        code = subprocess.run([BIN / "pytest", *options, *arguments], cwd=ROOT).returncode
        if code == 5:  # pytest: no test was collected
            return Count(0, 0)
        if not report.exists():
            return Count(0, 1)
        suites = list(ET.parse(report).iter("testsuite"))

    def total(key: str) -> int:
        return sum(int(suite.get(key, 0)) for suite in suites)

    not_run = total("skipped")
    if not_run:
        print(f"{not_run} skipped or expected to fail: counted as failed")
    failed = total("failures") + total("errors") + not_run
    passed = max(0, total("tests") - failed)
    return Count(passed, failed or int(code != 0))


def parts(arguments: list[str]) -> dict[str, Callable[[], Count]]:
    """Every part by its name, in the order they run: the quick ones first."""
    return {
        "lint": lambda: tool("ruff", "check", "."),
        "types": lambda: tool("mypy", "--strict", "src"),
        "layers": lambda: tool("lint-imports", "--no-logo"),
        "tests": lambda: tests("not browser", "-n", "3", "--dist", "worksteal", *arguments),
        "browsers": lambda: tests("browser", "-n", "3", "--dist", "worksteal", *arguments),
    }


def main(arguments: list[str]) -> int:
    """Run the parts that are named, or all; returns 1 if a check failed or none ran, 2 if there is no such part."""
    split = arguments.index("--") if "--" in arguments else len(arguments)
    named, every = arguments[:split], parts(arguments[split + 1 :])
    if unknown := [name for name in named if name not in every]:
        print(f"There is no part {', '.join(unknown)}; there are {', '.join(every)}.", file=sys.stderr)
        return 2
    sys.stdout.reconfigure(line_buffering=True)  # so that our lines stand between those of the tools

    rows: list[tuple[str, float, Count]] = []
    for name in named or every:
        print(f"== {name}")
        start = time.monotonic()
        count = every[name]()
        rows.append((name, time.monotonic() - start, count))

    print("\n== seconds")
    for name, seconds, count in rows:
        print(f"{name:<10}{seconds:>8.1f}   {count.passed:>6} passed {count.failed:>5} failed")
    seconds = sum(row[1] for row in rows)
    print(f"{'all':<10}{seconds:>8.1f}" + (f"   over the budget of {BUDGET}" if seconds > BUDGET else ""))
    passed = sum(row[2].passed for row in rows)
    failed = sum(row[2].failed for row in rows)
    print(f"{passed} passed, {failed} failed")
    return int(failed > 0 or passed == 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
