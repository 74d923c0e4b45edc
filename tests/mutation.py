"""Mutation run: breaks a title's rules in one place at a time and asks whether its scenarios notice.

`python -m tests.mutation fly-down [--limit 300 --seed 0 --workers 2]` takes all mutants, or a seeded random choice, of
the module or package `rules` of the title, and of its tables of words in `guard`; it runs the title's scenario files
(its own and those under `tests/conformance`) against each in a process of its own, and prints the share that is noticed
and every survivor. Docstrings, messages and annotations are left alone. A mutant inside a function meets only the
scenarios that call it: the others cannot notice."""

from __future__ import annotations

import argparse
import ast
import copy
import gc
import importlib
import importlib.util
import os
import random
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

from facedown.engine.scenario import Scenario, read, run
from facedown.engine.scenario.file import ScenarioFile

SECONDS = 60  # of its own work: a mutant that takes longer has been noticed
RULE = re.compile(r"[A-Z]{1,2}-[A-Z]?\d+[a-z]?")
KINDS = {"malformed", "not-yours", "not-now", "too-late", "illegal"}
COMPARE = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
OPERATE = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Mod: ast.Add, ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitAnd, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}  # fmt: skip
NAMES = {
    "only": "others",
    "others": "only",
    "EVERYONE": "NOBODY",
    "max": "min",
    "min": "max",
    "any": "all",
    "all": "any",
}


class Mutant:
    """One change: where, what, and the tree that has it; of a table, its file and what stands there then."""

    def __init__(self, module: str, line: int, what: str, tree: ast.Module | None, text: str = "") -> None:
        self.module, self.line, self.what, self.tree, self.text = module, line, what, tree, text

    def __str__(self) -> str:
        return f"{self.module.rpartition('facedown.games.')[2]}:{self.line}: {self.what}"


def mutants(module: str, source: str) -> Iterator[Mutant]:
    """Every mutant of a module."""
    tree = ast.parse(source)
    nodes = [n for n in ast.walk(tree) if not isinstance(n, ast.arguments)]
    skipped = _skipped(tree)
    for i, node in enumerate(nodes):
        if id(node) in skipped:
            continue
        for n, what in enumerate(_changes(node)):
            changed = copy.deepcopy(tree)
            target = [x for x in ast.walk(changed) if not isinstance(x, ast.arguments)][i]
            _apply(target, n)
            yield Mutant(module, getattr(node, "lineno", 0), what, ast.fix_missing_locations(changed))


def table_mutants(path: Path) -> Iterator[Mutant]:
    """Every mutant of a table: an entry is another, or stands in the line of the next number."""
    lines = path.read_text("utf-8").splitlines()
    for n, line in enumerate(lines):
        after = lines[n + 1] if n + 1 < len(lines) else ""
        for found in re.finditer(r'"[^"]*"', "" if line.startswith("#") else line):
            without = f'{line[: found.start()]}"zzqx"{line[found.end() :]}'
            text = "\n".join([*lines[:n], without, *lines[n + 1 :]])
            yield Mutant(str(path), n + 1, f"{found[0]} deleted", None, text)
            if re.match(r"\d+ = ", line) and re.match(r"\d+ = ", after):
                more = after.replace("[", f"[{found[0]}, ", 1)
                text = "\n".join([*lines[:n], without, more, *lines[n + 2 :]])
                yield Mutant(str(path), n + 1, f"{found[0]} in the next line", None, text)


def _skipped(tree: ast.Module) -> set[int]:
    """Docstrings, imports, annotations, __slots__: nothing a rule says."""
    out: set[int] = set()

    def skip(node: ast.AST | None) -> None:
        if node is not None:
            out.update(id(n) for n in ast.walk(node))

    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom, ast.Assert, ast.Raise)) or (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        ):
            skip(node)
        elif isinstance(node, ast.AnnAssign):
            skip(node.annotation)
        elif isinstance(node, ast.arg):
            skip(node)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            skip(node.returns)
        elif (
            isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "__slots__" for t in node.targets)
        ) or (isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            skip(node)
    return out


def _changes(node: ast.AST) -> list[str]:
    """What can be changed at a node, in words."""
    match node:
        case ast.Compare(ops=ops):
            return [f"{type(op).__name__} -> {COMPARE[type(op)].__name__}" for op in ops if type(op) in COMPARE]
        case ast.BinOp(op=op) if type(op) in OPERATE:
            return [f"{type(op).__name__} -> {OPERATE[type(op)].__name__}"]
        case ast.AugAssign(op=op) if type(op) in OPERATE:
            return [f"{type(op).__name__}= -> {OPERATE[type(op)].__name__}=", "statement deleted"]
        case ast.BoolOp(op=op):
            return ["and <-> or"]
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert()):
            return ["unary operator deleted"]
        case ast.IfExp() | ast.If() | ast.While():
            return ["condition negated"]
        case ast.Constant(value=bool()):
            return ["bool flipped"]
        case ast.Constant(value=int()):
            return ["number + 1"]
        case ast.Constant(value=str() as text) if RULE.fullmatch(text):
            return [f"{text} -> another rule"]
        case ast.Constant(value=str() as text) if text in KINDS:
            return [f"{text} -> another kind"]
        case ast.Return(value=value) if value is not None and not (
            isinstance(value, ast.Constant) and value.value is None
        ):
            return ["returns None"]
        case ast.Expr(value=ast.Call()):
            return ["statement deleted"]
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript(), *_]) | ast.Delete():
            return ["statement deleted"]
        case ast.Name(id=name, ctx=ast.Load()) if name in NAMES:
            return [f"{name} -> {NAMES[name]}"]
    return []


def _apply(node: Any, n: int) -> None:
    match node:
        case ast.Compare():
            places = [i for i, op in enumerate(node.ops) if type(op) in COMPARE]
            node.ops[places[n]] = COMPARE[type(node.ops[places[n]])]()
        case ast.AugAssign() if n == 1:
            _delete(node)
        case ast.BinOp() | ast.AugAssign():
            node.op = OPERATE[type(node.op)]()
        case ast.BoolOp():
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.UnaryOp():
            inner = node.operand
            node.__class__ = inner.__class__
            node.__dict__ = dict(inner.__dict__)
        case ast.IfExp() | ast.If() | ast.While():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.Constant(value=bool()):
            node.value = not node.value
        case ast.Constant(value=int()):
            node.value += 1
        case ast.Constant():
            node.value = (
                "X-000" if RULE.fullmatch(node.value) else ("illegal" if node.value != "illegal" else "not-now")
            )
        case ast.Return():
            node.value = ast.Constant(None)
        case ast.Name():
            node.id = NAMES[node.id]
        case _:
            _delete(node)


def _delete(node: Any) -> None:
    node.__class__ = ast.Pass
    node.__dict__ = {k: v for k, v in node.__dict__.items() if "line" in k or "offset" in k}


Chosen = list[tuple[ScenarioFile, Scenario]]


class Calls:
    """Which of the scenarios call which functions of the mutated modules."""

    def __init__(self, package: str, sources: list[Path], files: list[ScenarioFile]) -> None:
        self.files = files
        self.sources = {str(path) for path in sources}
        self.spans = {str(path): list(_functions(ast.parse(path.read_text("utf-8")))) for path in sources}
        for name in [m for m in sys.modules if m == package or m.startswith(package + ".")]:
            del sys.modules[name]
        self.at_import, game = self._watch(lambda: importlib.import_module(package).game)
        self.called: dict[tuple[str, str], set[tuple[str, int]]] = {}
        for file in files:
            for scenario in file.scenarios:
                called, results = self._watch(lambda f=file, s=scenario: run(f, game, s))
                assert results[-1].ok, f"{file.name} {scenario.id} does not hold on the rules as they are"
                self.called[file.name, scenario.id] = called

    def _watch(self, act: Callable[[], Any]) -> tuple[set[tuple[str, int]], Any]:
        called: set[tuple[str, int]] = set()

        def note(frame: FrameType, event: str, _: Any) -> None:
            if event == "call" and frame.f_code.co_filename in self.sources:
                called.add((frame.f_code.co_filename, frame.f_code.co_firstlineno))

        sys.setprofile(note)
        try:
            return called, act()
        finally:
            sys.setprofile(None)

    def of(self, mutant: Mutant) -> Chosen:
        """The scenarios that can notice a mutant."""
        path = next((p for p in self.sources if Path(p).stem == mutant.module.rpartition(".")[2]), "")
        around = [(last - first, first) for first, last in self.spans.get(path, ()) if first < mutant.line <= last]
        if not around or (path, first := min(around)[1]) in self.at_import:
            return [(f, s) for f in self.files for s in f.scenarios]
        return [(f, s) for f in self.files for s in f.scenarios if (path, first) in self.called[f.name, s.id]]


def _functions(tree: ast.Module) -> Iterator[tuple[int, int]]:
    """First and last line of every function that says on lines of its own what it does and keeps no answers."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and all(
            isinstance(d, ast.Name) and d.id in ("property", "classmethod", "staticmethod", "override")
            for d in node.decorator_list
        ):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            if node.body[0].lineno > node.lineno:
                yield first, node.end_lineno or first


def _child(mutant: Mutant, package: str, scenarios: Chosen) -> int:
    signal.setitimer(signal.ITIMER_PROF, SECONDS)  # of its own work, however busy the machine is
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.dup2(1, 2)
    try:
        for name in [m for m in sys.modules if m == package or m.startswith(package + ".")]:
            del sys.modules[name]
        _Mutated.install(mutant)
        game = importlib.import_module(package).game
        for file, scenario in sorted(scenarios, key=lambda s: Path(s[0].name).stem not in mutant.module):  # its chapter
            if not run(file, game, scenario)[-1].ok:
                return 1
    except BaseException:
        return 1
    return 0


class _Mutated:
    """Imports one module from a changed tree instead of its file."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    @classmethod
    def install(cls, mutant: Mutant) -> None:
        if mutant.tree is not None:
            sys.meta_path.insert(0, cls(mutant))  # type: ignore[arg-type]
            return
        read = Path.read_text

        def read_text(path: Path, *args: Any, **more: Any) -> str:
            return mutant.text if str(path) == mutant.module else read(path, *args, **more)

        Path.read_text = read_text  # type: ignore[method-assign, assignment]

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name != self.mutant.module:
            return None
        sys.meta_path.remove(self)  # type: ignore[arg-type]
        spec = importlib.util.find_spec(name)
        assert spec is not None and spec.loader is not None
        assert self.mutant.tree is not None
        code = compile(self.mutant.tree, spec.origin or name, "exec")
        spec.loader.get_code = lambda _: code  # type: ignore[attr-defined]
        return spec


def main(argv: list[str] | None = None) -> int:
    """Prints the share of mutants noticed and the survivors; exit 1 below 85 %."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--limit", type=int, default=0, help="a random choice of so many; 0: all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args(argv)

    package = f"facedown.games.{args.game.replace('-', '_')}"
    folder = Path(importlib.import_module(package).__file__ or "").parent
    rules = folder / "rules"
    sources = sorted(rules.glob("*.py")) if rules.is_dir() else [folder / "rules.py"]
    conformance = Path(__file__).parent / "conformance" / folder.name
    paths = [*sorted((folder / "scenarios").glob("*.yaml")), *sorted(conformance.glob("*.yaml"))]
    files = [read(path.read_text("utf-8"), path.name) for path in paths]
    every = [
        m
        for path in sources
        for m in mutants(".".join([package, *path.relative_to(folder).with_suffix("").parts]), path.read_text("utf-8"))
    ]
    every += [m for path in sorted((folder / "guard").glob("*.toml")) for m in table_mutants(path)]
    chosen = random.Random(args.seed).sample(every, args.limit) if 0 < args.limit < len(every) else every
    began, calls = time.monotonic(), Calls(package, sources, files)
    survivors = _run(chosen, package, calls, args.workers)
    noticed = len(chosen) - len(survivors)
    print(
        f"{args.game}: {noticed} of {len(chosen)} mutants noticed ({noticed / len(chosen):.1%}) by "
        f"{len(files)} scenario files, {len(every)} mutants in all, {time.monotonic() - began:.0f} s"
    )
    return 0 if noticed >= 0.85 * len(chosen) else 1


def _run(chosen: list[Mutant], package: str, calls: Calls, workers: int) -> list[Mutant]:
    running: dict[int, Mutant] = {}
    survivors: list[Mutant] = []
    queue = list(reversed(chosen))
    gc.freeze()  # what is here is shared with the children, not copied for each
    while queue or running:
        while queue and len(running) < workers:
            mutant = queue.pop()
            pid = os.fork()
            if pid == 0:
                os._exit(_child(mutant, package, calls.of(mutant)))
            running[pid] = mutant
        pid, status = os.wait()
        mutant = running.pop(pid)
        if status == 0:
            survivors.append(mutant)
            print(f"  survived {mutant}", flush=True)
        if sys.stderr.isatty():
            print(f"\r{len(chosen) - len(queue)}/{len(chosen)}, {len(survivors)} survived", end="", file=sys.stderr)
    return sorted(survivors, key=lambda m: (m.module, m.line))


if __name__ == "__main__":
    sys.exit(main())
