"""What is behind a requirement, and the small changes to it that a test of the requirement ought to notice.

Behind it is code that its tests run, found by its id: in calls that carry it (`u.roll`, `u.ask`, `u.tell`), else
in functions and classes whose docstring cites its rule number (`NC 8.1`), else in functions that share a word with
it; and data: tables that name it, that cite its number, or whose record does. Lines that the tests of the rule's
other requirements pass by come first: they are most likely the rule itself.
"""

from __future__ import annotations

import ast
import random
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from copy import copy
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from barents.kernel.ledger import BULK_KINDS, Requirement


class Mutant(NamedTuple):
    """One changed file by its path in the project: where the change is, what it is in words, the whole new text."""

    file: Path
    line: int
    words: str
    text: str


class Behind(NamedTuple):
    """The changes worth trying, best first; and whether they are a guess, for nothing names or cites the rule."""

    mutants: list[Mutant]
    guessed: bool


class Case(msgspec.Struct, frozen=True):
    """One test as `tools/witness.py` saw it: the ids on it, how it ended, and the lines it ran by file."""

    test: str
    rules: tuple[str, ...]
    lines: dict[str, tuple[int, ...]]
    failed: bool = False
    crashed: bool = False


class Topic:
    """What a requirement is about: the words of its id, such as `drm` and `ace`, and less so those of its text."""

    def __init__(self, row: Requirement) -> None:
        named = {_stem(word) for word in row.id.split("-")[2:] if len(word) > 2}
        told = {_stem(word) for word in re.findall(r"[a-z]{4,}|\d+", row.requirement.lower())} - named
        self.named = _any_of(named)
        self.told = _any_of(told)

    def hits(self, text: str) -> float:
        """How many of the words a text has, whatever their endings; those of the requirement's text count little."""
        return len({*self.named.findall(text.lower())}) + min(1, len({*self.told.findall(text.lower())}) / 4)

    def kinship(self, text: str) -> int:
        """The same for want of a better clue: the words of the requirement's text count for half."""
        return 2 * len({*self.named.findall(text.lower())}) + len({*self.told.findall(text.lower())})


def _stem(word: str) -> str:
    return word if word.isdigit() else word[: max(4, len(word) - 2)]


def _any_of(stems: set[str]) -> re.Pattern[str]:
    """Finds words by their beginnings, and numbers whole; nothing where there are none."""
    ways = [rf"{stem}(?!\d)" if stem.isdigit() else re.escape(stem) for stem in sorted(stems)]
    return re.compile(rf"(?<![a-z\d])(?:{'|'.join(ways) or '(?!)'})")


class Footprint:
    """The lines that a requirement's tests run, and how many tests of the same rule's other requirements do."""

    def __init__(self, own: list[Case], others: list[Case]) -> None:
        self.own = {(file, line) for case in own for file, lines in case.lines.items() for line in lines}
        self.others = Counter((file, line) for case in others for file, lines in case.lines.items() for line in lines)
        self.count = max(1, len(others))

    def shared(self, file: Path, lines: range) -> float | None:
        """The part of the others that runs these lines too; None where the requirement's own tests do not."""
        name = file.as_posix()
        ran = [self.others[name, line] for line in lines if (name, line) in self.own]
        return min(ran) / self.count if ran else None


class Ranked(NamedTuple):
    """A change and its rank: the lower, the likelier it touches the requirement and nothing else."""

    rank: float
    home: str
    mutant: Mutant

    def moved(self, by: float) -> Ranked:
        """The same change with another rank."""
        return self._replace(rank=self.rank + by)


# What the ranks are made of, in units of one word in common.
SHARED = 3.0
ONLY_CITED = 2.0
OTHER_KIND = 2.0
SAME_HOME = 0.75
SAME_LINE = 2.0
A_FEW_LINES = 6
A_GUESS = 2


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
ONLY_WORDS = ("ask", "tell", "window", "reveal")  # Their keywords are for the reader, and no modifiers.
SWAPPED: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}


def changes(node: ast.AST) -> Iterator[tuple[ast.expr, str, str]]:
    """The ways to change one piece of code: (what is replaced, by which source, in words)."""
    match node:
        case ast.Compare():
            turned = copy(node)
            turned.ops = [TURNED[type(node.ops[0])](), *node.ops[1:]]
            yield node, f"({ast.unparse(turned)})", f"{ast.unparse(node)} turned round"
        case ast.BoolOp():
            neutral = str(isinstance(node.op, ast.And))
            for part in node.values:
                yield part, neutral, f"without the condition {ast.unparse(part)}"
            yield node, f"(not ({ast.unparse(node)}))", f"{ast.unparse(node)} turned round"
        case ast.UnaryOp(op=ast.Not()):
            yield node, f"({ast.unparse(node.operand)})", f"without the 'not' of {ast.unparse(node)}"
        case ast.If() | ast.IfExp() if not isinstance(node.test, ast.Compare | ast.BoolOp | ast.UnaryOp):
            yield node.test, f"(not {ast.unparse(node.test)})", f"if not {ast.unparse(node.test)}"
        case ast.BinOp() if type(node.op) in SWAPPED and not (_is_text(node.left) or _is_text(node.right)):
            other_sum = copy(node)
            other_sum.op = SWAPPED[type(node.op)]()
            yield node, f"({ast.unparse(other_sum)})", f"plus for minus or back in {ast.unparse(node)}"
        case ast.AugAssign() if type(node.op) in SWAPPED and not _is_text(node.value):
            yield node.value, f"(-({ast.unparse(node.value)}))", f"plus for minus or back in {ast.unparse(node)}"
        case ast.Expr(value=ast.Call() as done) if ast.unparse(done.func).rpartition(".")[2] not in ONLY_WORDS:
            yield done, "None", f"without {ast.unparse(done)}"
        case ast.Constant(value=bool(value)):
            yield node, str(not value), f"{value} became {not value}"
        case ast.Constant(value=int(value)):
            yield node, str(value + 1), f"{value} became {value + 1}"
        case ast.Call() if ast.unparse(node.func).rpartition(".")[2] not in ONLY_WORDS:
            for keyword in (keyword for keyword in node.keywords if keyword.arg != "strict"):
                without = copy(node)
                without.keywords = [other for other in node.keywords if other is not keyword]
                yield node, ast.unparse(without), f"left out {ast.unparse(keyword)}"
        case ast.Dict():
            for index, key in enumerate(node.keys):
                keys = [k for i, k in enumerate(node.keys) if i != index]
                values = [v for i, v in enumerate(node.values) if i != index]
                words = f"left out {ast.unparse(key) if key else 'a part'} of a table"
                yield node, ast.unparse(ast.Dict(keys, values)), words


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def mutants_of_function(
    file: Path, source: str, function: ast.FunctionDef, footprint: Footprint, topic: Topic
) -> list[Ranked]:
    """Every change to the lines of a function that the tests run."""
    content, lines = source.encode("utf-8"), source.splitlines()
    starts = [0]
    for line in content.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    about = topic.hits(f"{function.name} {ast.get_docstring(function) or ''}")
    found: list[Ranked] = []
    for node in _code_of(function):
        for target, new, words in changes(node):
            if target.end_lineno is None or target.end_col_offset is None:
                continue
            shared = footprint.shared(file, range(target.lineno, target.end_lineno + 1))
            if shared is None:
                continue
            begin = starts[target.lineno - 1] + target.col_offset
            end = starts[target.end_lineno - 1] + target.end_col_offset
            text = (content[:begin] + new.encode("utf-8") + content[end:]).decode("utf-8")
            mutant = Mutant(file, target.lineno, " ".join(words.split()), text)
            near = topic.hits(words.partition(" became ")[0]) + topic.hits(lines[target.lineno - 1])
            found.append(Ranked(SHARED * shared - near - about, function.name, mutant))
    return found


def _code_of(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function that do something: no annotations, no decorators, no text with braces."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr):
                yield child
                yield from _code_of(child)


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


def mutants_of_data(
    file: Path, source: str, cites: re.Pattern[str], fields: list[frozenset[str]], topic: Topic
) -> list[Ranked]:
    """Changes to the tables of a TOML file that cite the requirement, or hold a record that does."""
    lines = source.splitlines(keepends=True)
    found: list[Ranked] = []
    for block in blocks(lines):
        keys = {found_key[1] for n in block if (found_key := KEY.match(lines[n]))} - {"source"}
        cited = [number for number in block if cites.search(lines[number])]
        if not cited and not (keys and any(keys <= known for known in fields)):
            continue
        about = topic.hits(" ".join(lines[n] for n in block if lines[n].startswith(("#", "["))))
        for number in block:
            code = lines[number].split("#", 1)[0]
            for new, words, label in _line_changes(code):
                changed = new + lines[number][len(code) :]
                text = "".join([*lines[:number], changed, *lines[number + 1 :]])
                if _is_toml(text):
                    score = -2 * topic.hits(label) - topic.hits(code) - about
                    found.append(Ranked(score, str(block.start), Mutant(file, number + 1, words, text)))
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


# --- What is behind a requirement ---


def rule_number(id: str) -> re.Pattern[str]:
    """How docstrings cite the rule of an id: `NC-8.1-drm-ace` as NC 8.1, and not as NC 8.10 or NC 8.1.2.

    >>> bool(rule_number("NC-8.1-drm-ace").search("NC 8.1: a boat slips through"))
    True
    >>> bool(rule_number("NC-8.1-drm-ace").search("NC 8.10: another rule"))
    False
    """
    book, _, rest = id.partition("-")
    number = rest.split("-", 1)[0]
    return re.compile(rf"(?<![\w.]){re.escape(book)} {re.escape(number)}(?!\.?\w)")


def find_behind(row: Requirement, root: Path, folder: Path, footprint: Footprint, dice: random.Random) -> Behind:
    """The changes to a game's folder that the tests of a requirement ought to notice."""
    exact = re.compile(rf"(?<![\w-]){re.escape(row.id)}(?![\w-])")
    cited = rule_number(row.id)
    noted = re.compile(rf"{cited.pattern}|^#\D*(?<![\w.]){re.escape(row.id.split('-')[1])}(?!\.?\w)")
    topic = Topic(row)
    found: list[Ranked] = []
    akin: list[Ranked] = []
    fields: list[frozenset[str]] = []
    for path in sorted(folder.rglob("*.py")):
        file = path.relative_to(root)
        if file.name.startswith(("test_", "conftest")):
            continue
        source, functions, records = _definitions(path)
        fields += [known for words, known in records if cited.search(words)]
        for words, function in functions:
            mutants = mutants_of_function(file, source, function, footprint, topic)
            if carried := _lines_with(exact, function):
                found += [each.moved(_distance(each.mutant.line, carried) / A_FEW_LINES) for each in mutants]
            elif cited.search(words):
                found += [each.moved(ONLY_CITED) for each in mutants]
            elif (kinship := topic.kinship(f"{function.name} {words}")) >= A_GUESS:
                akin += [each.moved(-kinship) for each in mutants]
    of_data = row.kind in BULK_KINDS
    has_code = bool(found)
    for path in sorted(folder.rglob("*.toml")):
        file = path.relative_to(root)
        if path.name != "exemptions.toml" and "expect" not in path.relative_to(folder).parts:
            source = path.read_text("utf-8")
            found += mutants_of_data(file, source, exact, [], topic)
            tables = mutants_of_data(file, source, noted, fields, topic)
            for each in tables:
                likely = each.rank and (of_data or has_code)
                (found if likely else akin).append(each.moved(0 if of_data else OTHER_KIND))
    return Behind(_spread(found or akin, dice), guessed=not found)


@cache
def _definitions(
    file: Path,
) -> tuple[str, list[tuple[str, ast.FunctionDef]], list[tuple[str, frozenset[str]]]]:
    """A file's source, its functions and its records, each with its docstring; a method also has its class's."""
    source = file.read_text("utf-8")
    functions: list[tuple[str, ast.FunctionDef]] = []
    records: list[tuple[str, frozenset[str]]] = []
    of_class: dict[ast.AST, str] = {}
    for node in ast.walk(ast.parse(source, str(file))):
        if isinstance(node, ast.ClassDef):
            words = ast.get_docstring(node) or ""
            records.append((words, _fields(node)))
            of_class |= dict.fromkeys(node.body, words)
        elif isinstance(node, ast.FunctionDef):
            functions.append((f"{of_class.get(node, '')} {ast.get_docstring(node) or ''}", node))
    return source, functions, records


def _fields(record: ast.ClassDef) -> frozenset[str]:
    assigned = [node.target for node in record.body if isinstance(node, ast.AnnAssign)]
    return frozenset(target.id for target in assigned if isinstance(target, ast.Name))


def _lines_with(pattern: re.Pattern[str], function: ast.FunctionDef) -> list[int]:
    texts = (node for node in ast.walk(function) if isinstance(node, ast.Constant))
    return [node.lineno for node in texts if isinstance(node.value, str) and pattern.search(node.value)]


def _distance(line: int, lines: Iterable[int]) -> int:
    return min(abs(line - other) for other in lines)


def _spread(found: list[Ranked], dice: random.Random) -> list[Mutant]:
    """By rank and then by lot; further changes to the same line, function or table have to wait."""
    turns: Counter[tuple[Path, str | int]] = Counter()
    order: dict[tuple[Path, str], Ranked] = {}
    for each in sorted(found, key=lambda each: (each.rank, dice.random())):
        mutant = each.mutant
        if (mutant.file, mutant.text) not in order:
            line, home = (mutant.file, mutant.line), (mutant.file, each.home)
            order[mutant.file, mutant.text] = each.moved(SAME_LINE * turns[line] + SAME_HOME * turns[home])
            turns.update((line, home))
    return [each.mutant for each in sorted(order.values(), key=lambda each: each.rank)]
