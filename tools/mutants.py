"""Small changes to code and data, each of which a test of what is changed ought to notice.

A comparison turned round or off by one, a condition dropped, a number or a sign changed, a call, an assignment or a
modifier left out, one side taken for the other; in a table a value off by one, two swapped, a flag turned.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from typing import NamedTuple


class Place(NamedTuple):
    """The outermost function around a change, by which running code can be exchanged: its name and first line."""

    name: str
    line: int


class Mutant(NamedTuple):
    """One change to a file, given by its path in the project: where it is, what it is in words, and of which kind.

    Bytes `begin` to `end` of the file become `new`. `place` is None where the change is in no function's body.
    """

    file: Path
    line: int
    home: str
    kind: str
    words: str
    begin: int
    end: int
    new: str
    place: Place | None = None

    def text(self, root: Path) -> str:
        """The whole file with the change."""
        content = (root / self.file).read_bytes()
        return (content[: self.begin] + self.new.encode("utf-8") + content[self.end :]).decode("utf-8")


# --- Changes to code ---

TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
AT_THE_EDGE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
SWAPPED: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
OPPOSITE = {"min": "max", "max": "min", "any": "all", "all": "any"}
OTHER_SIDE = {"Side.ALLIED": "Side.AXIS", "Side.AXIS": "Side.ALLIED"}
ONLY_WORDS = ("ask", "tell", "window", "reveal", "note")  # Their keywords are for the reader, and no modifiers.
FOR_SHOW = ("strict", "key", "default", "needs", "board", "name", "label", "prompt", "words")


class Change(NamedTuple):
    """A piece of code, the source that takes its place, and the change in words and by kind."""

    target: ast.expr | ast.stmt
    new: str
    words: str
    kind: str


def changes(node: ast.AST) -> Iterator[Change]:
    """The ways to change one piece of code."""
    match node:
        case ast.Compare():
            yield _compared(node, TURNED, "turned round", "comparison")
            if type(node.ops[0]) in AT_THE_EDGE:
                yield _compared(node, AT_THE_EDGE, "off by one", "edge")
        case ast.BoolOp():
            neutral = str(isinstance(node.op, ast.And))
            for part in node.values:
                yield Change(part, neutral, f"without the condition {_source(part)}", "condition")
            yield Change(node, f"(not ({_source(node)}))", f"{_source(node)} turned round", "comparison")
        case ast.UnaryOp(op=ast.Not()):
            yield Change(node, f"({_source(node.operand)})", f"without the 'not' of {_source(node)}", "comparison")
        case ast.If() | ast.IfExp() if _is_plain(node.test):
            yield Change(node.test, f"(not {_source(node.test)})", f"if not {_source(node.test)}", "comparison")
        case ast.comprehension():
            for test in node.ifs:
                yield Change(test, "True", f"without the condition {_source(test)}", "condition")
                if _is_plain(test):
                    yield Change(test, f"(not {_source(test)})", f"if not {_source(test)}", "comparison")
        case ast.BinOp() if type(node.op) in SWAPPED and not (_is_text(node.left) or _is_text(node.right)):
            other_sum = copy(node)
            other_sum.op = SWAPPED[type(node.op)]()
            yield Change(node, f"({_source(other_sum)})", f"plus for minus or back in {_source(node)}", "sign")
        case ast.AugAssign() if type(node.op) in SWAPPED and not _is_text(node.value):
            words = f"plus for minus or back in {_source(node)}"
            yield Change(node.value, f"(-({_source(node.value)}))", words, "sign")
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield Change(node, "pass", f"without {_source(node)}", "deed")
        case ast.Expr(value=ast.Call() as done) if _called(done) not in ONLY_WORDS:
            yield Change(done, "None", f"without {_source(done)}", "deed")
        case ast.Expr(value=ast.YieldFrom(value=ast.Call() as done)) if _called(done) not in ONLY_WORDS:
            yield Change(node.value, "(yield from ())", f"without {_source(done)}", "deed")
        case ast.Constant(value=bool(value)):
            yield Change(node, str(not value), f"{value} became {not value}", "flag")
        case ast.Constant(value=int(value)):
            yield Change(node, str(value + 1), f"{value} became {value + 1}", "number")
        case ast.Attribute() if (side := ast.unparse(node)) in OTHER_SIDE:
            yield Change(node, OTHER_SIDE[side], f"{side} became {OTHER_SIDE[side]}", "side")
        case ast.Call():
            yield from _calls(node)
        case ast.Dict():
            for index, key in enumerate(node.keys):
                keys = [k for i, k in enumerate(node.keys) if i != index]
                values = [v for i, v in enumerate(node.values) if i != index]
                words = f"left out {_source(key) if key else 'a part'} of a table"
                yield Change(node, ast.unparse(ast.Dict(keys, values)), words, "part")


def _compared(node: ast.Compare, other: dict[type[ast.cmpop], type[ast.cmpop]], how: str, kind: str) -> Change:
    changed = copy(node)
    changed.ops = [other[type(node.ops[0])](), *node.ops[1:]]
    return Change(node, f"({_source(changed)})", f"{_source(node)} {how}", kind)


def _calls(node: ast.Call) -> Iterator[Change]:
    if isinstance(node.func, ast.Name) and node.func.id in OPPOSITE:
        other = OPPOSITE[node.func.id]
        yield Change(node.func, other, f"{other} for {node.func.id} in {_source(node)}", "opposite")
    if _called(node) in ONLY_WORDS:
        return
    for keyword in (keyword for keyword in node.keywords if keyword.arg not in FOR_SHOW):
        without = copy(node)
        without.keywords = [other for other in node.keywords if other is not keyword]
        kind = "audience" if keyword.arg == "to" else "part"
        yield Change(node, ast.unparse(without), f"left out {_source(keyword)}", kind)


def _source(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())


def _called(node: ast.Call) -> str:
    return ast.unparse(node.func).rpartition(".")[2]


def _is_plain(test: ast.expr) -> bool:
    """Whether a condition is none that has changes of its own."""
    return not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def mutants_of_function(file: Path, starts: list[int], function: ast.FunctionDef, place: Place) -> list[Mutant]:
    """Every change to a function of a file whose lines begin at these bytes."""
    found: list[Mutant] = []
    for node in code_of(function):
        for target, new, words, kind in changes(node):
            if target.end_lineno is None or target.end_col_offset is None:
                continue
            begin = starts[target.lineno - 1] + target.col_offset
            end = starts[target.end_lineno - 1] + target.end_col_offset
            in_body = target.lineno >= function.body[0].lineno
            inside = place if in_body else None  # A default value is worked out when the function is made.
            found.append(Mutant(file, target.lineno, function.name, kind, words, begin, end, new, inside))
    return found


def code_of(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function that do something: no annotations, no decorators, no text with braces."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr):
                yield child
                yield from code_of(child)


def line_starts(source: str) -> list[int]:
    """The byte at which each line of a file begins."""
    starts = [0]
    for line in source.encode("utf-8").splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


# --- Changes to data ---

NUMBER = re.compile(r"(?<![\w.:\"'-])-?\d+(?![\w.:-])")
PAIR = re.compile(r"(\"[^\"]*\")(\s*,\s*)(\"[^\"]*\")")
KEY = re.compile(r"([\w-]+)\s*=")
FLAG = re.compile(r"(?<==)\s*(true|false)\b")


def blocks(lines: list[str]) -> Iterator[range]:
    """The tables of a TOML file as ranges of lines; comments right above a header belong to its table."""
    begins = [0]
    for number, line in enumerate(lines):
        if line.startswith("["):
            while number > begins[-1] and lines[number - 1].startswith("#"):
                number -= 1
            begins.append(number)
    for first, after in zip(begins, [*begins[1:], len(lines)], strict=True):
        yield range(first, after)


class Labelled(NamedTuple):
    """A change to a table, with the key of the value that it changes."""

    mutant: Mutant
    label: str


def mutants_of_table(file: Path, source: str, block: range) -> list[Labelled]:
    """Every change to one table of a TOML file."""
    lines, starts = source.splitlines(keepends=True), line_starts(source)
    header = next((lines[number].strip() for number in block if lines[number].startswith("[")), "")
    found: list[Labelled] = []
    for number in block:
        code = lines[number].split("#", 1)[0]
        for new, words, label in _line_changes(code):
            text = "".join([*lines[:number], new + lines[number][len(code) :], *lines[number + 1 :]])
            if _is_toml(text):
                begin = starts[number]
                end = begin + len(code.encode("utf-8"))
                mutant = Mutant(file, number + 1, header, "data", words, begin, end, new)
                found.append(Labelled(mutant, label))
    return found


def _line_changes(code: str) -> Iterator[tuple[str, str, str]]:
    """The ways to change the values on one line of TOML: the new line, the change in words, the value's key."""
    values = code.find("=") + 1 or (len(code) if code.lstrip().startswith("[") else 0)
    for number in NUMBER.finditer(code, values):
        off = str(int(number[0]) + 1)
        words = f"{code.strip()}: {number[0]} became {off}"
        yield code[: number.start()] + off + code[number.end() :], words, _key_before(code, number.start())
    for pair in PAIR.finditer(code, values):
        if pair[1] != pair[3]:
            swapped = pair[3] + pair[2] + pair[1]
            words = f"{pair[1]} and {pair[3]} swapped"
            yield code[: pair.start()] + swapped + code[pair.end() :], words, pair[0]
    for flag in FLAG.finditer(code):
        other = "false" if flag[1] == "true" else "true"
        words = f"{code.strip()} became {other}"
        yield code[: flag.start(1)] + other + code[flag.end(1) :], words, _key_before(code, flag.start())


def _key_before(code: str, position: int) -> str:
    return next((key[1] for key in reversed(list(KEY.finditer(code, 0, position)))), "")


def _is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True
