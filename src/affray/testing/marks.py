"""The rule marks of a folder of tests, read from the sources without importing them.

A mark counts where pytest will honour it: on a test, on a class of tests, in ``pytestmark`` of a
module or class, and in the ``marks`` of a ``pytest.param``. Its ids are written out as literal
texts, so that a search for an id finds its tests.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from affray.kernel.rulebook import Fault

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Scope = ast.Module | ast.ClassDef | _Function


@dataclass(frozen=True, slots=True)
class Mark:
    """One rule id in one mark; `counts` is false where the test is skipped or expected to fail."""

    rule: str
    where: str
    counts: bool


def read_marks(tests: Path) -> tuple[list[Mark], list[Fault]]:
    """All rule marks in the Python files below `tests`, in order, and what cannot be read.

    `where` of a mark is ``<file>::<test>``, the file relative to `tests`.
    """
    marks: list[Mark] = []
    faults: list[Fault] = []
    if not tests.is_dir():
        faults.append(Fault(str(tests), "there is no such folder", "Name the folder of the tests."))
    for path in sorted(tests.rglob("*.py")):
        where = path.relative_to(tests).as_posix()
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"))
        except (OSError, ValueError, SyntaxError) as fault:
            faults.append(Fault(where, f"it cannot be read: {fault}", "Make it run under Python."))
            continue
        _File(where, marks, faults).read(tree)
    return marks, faults


class _File:
    def __init__(self, where: str, marks: list[Mark], faults: list[Fault]) -> None:
        self.where = where
        self.marks = marks
        self.faults = faults
        self.placed: set[ast.AST] = set()

    def read(self, tree: ast.Module) -> None:
        self.scope(tree, self.where, counts=True)
        self.params(tree, self.where, counts=True)  # those kept in constants of the module
        for node in ast.walk(tree):
            if _is_mark(node, "rule") and node not in self.placed:
                self.fault(
                    node,
                    "pytest honours no rule mark at this place",
                    "Write it out on a test, a class of tests, in pytestmark or in a pytest.param.",
                )

    def scope(self, scope: _Scope, name: str, counts: bool) -> None:
        """Read the marks of a module, class or test, then of the tests inside it."""
        own = list(_marks_on(scope))
        counts = counts and not any(_is_off(mark) for mark in own)
        for mark in own:
            self.take(mark, name, counts)
        if isinstance(scope, _Function):
            for decorator in scope.decorator_list:
                self.params(decorator, name, counts)
            return
        for node in scope.body:
            prefix = "Test" if isinstance(node, ast.ClassDef) else "test"
            if isinstance(node, ast.ClassDef | _Function) and node.name.startswith(prefix):
                self.scope(node, f"{name}::{node.name}", counts)

    def params(self, tree: ast.AST, name: str, counts: bool) -> None:
        """Read the marks of every ``pytest.param`` in `tree` that has not been read yet."""
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _name(node.func) in ("pytest.param", "param"):
                own = [m for k in node.keywords if k.arg == "marks" for m in _listed(k.value)]
                is_on = counts and not any(_is_off(mark) for mark in own)
                for mark in own:
                    self.take(mark, name, is_on)

    def take(self, mark: ast.expr, name: str, counts: bool) -> None:
        if not isinstance(mark, ast.Call) or not _is_mark(mark.func, "rule"):
            return
        if mark.func in self.placed:
            return
        self.placed.add(mark.func)
        if mark.keywords or not mark.args:
            self.fault(mark, "the mark names no rule", 'Write rule("the.rule.id", ...).')
        for argument in mark.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                self.marks.append(Mark(argument.value, name, counts))
            else:
                self.fault(argument, "the id is not a literal text", "Write the rule's id out.")

    def fault(self, node: ast.AST, fault: str, cure: str) -> None:
        self.faults.append(Fault(f"{self.where}, line {getattr(node, 'lineno', 1)}", fault, cure))


def _marks_on(scope: _Scope) -> Iterator[ast.expr]:
    if not isinstance(scope, ast.Module):
        yield from scope.decorator_list
    if isinstance(scope, ast.Module | ast.ClassDef):
        for node in scope.body:
            match node:
                case ast.Assign(targets=[ast.Name(id="pytestmark")], value=value):
                    yield from _listed(value)
                case ast.AnnAssign(target=ast.Name(id="pytestmark"), value=ast.expr() as value):
                    yield from _listed(value)


def _listed(value: ast.expr) -> list[ast.expr]:
    return list(value.elts) if isinstance(value, ast.List | ast.Tuple) else [value]


def _name(node: ast.AST) -> str:
    """A dotted name as text; empty for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        head = _name(node.value)
        return f"{head}.{node.attr}" if head else ""
    return ""


def _is_mark(node: ast.AST, mark: str) -> bool:
    return _name(node) in (f"pytest.mark.{mark}", f"mark.{mark}")


def _is_off(mark: ast.expr) -> bool:
    """Whether a mark switches its test off: skip (not skipif, which depends) and xfail."""
    func = mark.func if isinstance(mark, ast.Call) else mark
    return _is_mark(func, "skip") or _is_mark(func, "xfail")
