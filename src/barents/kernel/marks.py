"""Which requirements the tests claim to prove, read from their source without running them.

Looks for `pytest.mark.rule("ID", ...)` and `pytest.mark.rule_file("NAME.toml")` on test functions, on single
parameters (`pytest.param(..., marks=...)`), on classes and on modules (`pytestmark`). Their arguments must be
plain strings, or nobody could count them by reading.
"""

from __future__ import annotations

import ast
from typing import NamedTuple


class MarkError(ValueError):
    """A mark that cannot be read; the message says where."""


class Marks(NamedTuple):
    """The marks of one test function: ids on every case, ids on single cases, expectation files."""

    test: str
    rules: tuple[str, ...]
    cases: tuple[tuple[str, ...], ...]
    files: tuple[str, ...]


def read_marks(source: bytes, name: str) -> list[Marks]:
    """The marked tests of one file in the order of their lines; `name` is what messages call the file."""
    reader = _Reader(name)
    reader.visit(ast.parse(source, name))
    return reader.found


class _Reader(ast.NodeVisitor):
    def __init__(self, name: str) -> None:
        self.file = name
        self.scope = name
        self.inherited: list[ast.expr] = []
        self.found: list[Marks] = []

    def visit_Module(self, node: ast.Module) -> None:
        self._body(node.body)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        outside = self.scope, self.inherited
        self.scope, self.inherited = f"{self.scope}::{node.name}", [*self.inherited, *node.decorator_list]
        self._body(node.body)
        self.scope, self.inherited = outside

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name.startswith("test"):
            self._test(node.name, [*self.inherited, *node.decorator_list])

    def _body(self, body: list[ast.stmt]) -> None:
        for statement in body:
            if isinstance(statement, ast.Assign) and any(
                isinstance(target, ast.Name) and target.id == "pytestmark" for target in statement.targets
            ):
                self.inherited = [*self.inherited, statement.value]
        for statement in body:
            self.visit(statement)

    def _test(self, name: str, decorators: list[ast.expr]) -> None:
        cases = [case for decorator in decorators for case in _calls(decorator, "param")]
        in_cases = [mark for case in cases for mark in _calls(case, "rule")]
        everywhere = [mark for d in decorators for mark in _calls(d, "rule") if mark not in in_cases]
        files = [mark for decorator in decorators for mark in _calls(decorator, "rule_file")]
        marks = Marks(
            f"{self.scope}::{name}",
            self._texts(everywhere),
            tuple(texts for case in cases if (texts := self._texts(_calls(case, "rule")))),
            self._texts(files),
        )
        if any(marks[1:]):
            self.found.append(marks)

    def _texts(self, calls: list[ast.Call]) -> tuple[str, ...]:
        texts: list[str] = []
        for call in calls:
            for argument in call.args:
                if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                    raise MarkError(f"{self.file}: line {argument.lineno}: a rule mark takes plain strings only")
                texts.append(argument.value)
        return tuple(texts)


def _calls(expression: ast.expr, name: str) -> list[ast.Call]:
    """The calls of `something.name(...)` anywhere in an expression."""
    return [
        node
        for node in ast.walk(expression)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == name
    ]
