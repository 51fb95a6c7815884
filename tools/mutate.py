"""The mutation check of the rule ledger: a mark on a test that would pass without the rule is a lie.

For some random proven requirements, the code or data behind each is changed a little in a copy of the project
(a comparison turned round, a number off by one, a modifier dropped, a table's value swapped), and the tests
that claim to prove it are run. If they notice none of the changes, the check fails.

What is behind a requirement is found by its id: in calls that carry it (`u.roll`, `u.ask`, `u.tell`), in data
files that name it, in functions whose docstring cites its rule number (`NC 8.1`), and in the data of records
whose docstring does. A requirement for which nothing is found is listed as such; nothing is claimed about it.

    python -m tools.mutate [--count 50] [--seed N] [--tries 4] [ID ...]
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from enum import StrEnum
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple, TypeAlias

from rich.console import Console
from rich.table import Table

from barents.kernel.ledger import LedgerError, discover, proofs

NOT_COPIED = shutil.ignore_patterns(".*", "__pycache__", "node_modules", "build", "dist", "site")


class Verdict(StrEnum):
    """What became of a requirement."""

    CAUGHT = "caught"
    SURVIVED = "SURVIVED"
    UNTESTED = "every change broke the run"
    NOT_LOCATED = "nothing found behind it"


class Mutant(NamedTuple):
    """One changed file: where the change is, what it is in words, and the whole new text."""

    file: Path
    line: int
    words: str
    text: str


class Outcome(NamedTuple):
    """The verdict on one requirement, and the last change tried."""

    id: str
    verdict: Verdict
    mutant: Mutant | None
    tried: int


class Topic:
    """The words of an id after its rule number, such as `drm` and `ace`; changes with them come first."""

    def __init__(self, id: str) -> None:
        self.words = [word for word in id.split("-")[2:] if len(word) > 2]

    def fits(self, text: str) -> bool:
        """Whether the text has one of the words."""
        return any(word in text for word in self.words)


Ranked: TypeAlias = tuple[tuple[bool, int], Mutant]


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
            other = copy(node)
            other.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield node, f"({ast.unparse(other)})", f"'and' for 'or' or back in {ast.unparse(node)}"
        case ast.UnaryOp(op=ast.Not()):
            yield node, f"({ast.unparse(node.operand)})", f"without the 'not' of {ast.unparse(node)}"
        case ast.If() | ast.IfExp() if not isinstance(node.test, ast.Compare | ast.BoolOp | ast.UnaryOp):
            yield node.test, f"(not {ast.unparse(node.test)})", f"if not {ast.unparse(node.test)}"
        case ast.BinOp() if type(node.op) in SWAPPED:
            other_sum = copy(node)
            other_sum.op = SWAPPED[type(node.op)]()
            yield node, f"({ast.unparse(other_sum)})", f"plus for minus or back in {ast.unparse(node)}"
        case ast.Constant(value=bool(value)):
            yield node, str(not value), f"{value} became {not value}"
        case ast.Constant(value=int(value)):
            yield node, str(value + 1), f"{value} became {value + 1}"
        case ast.Call() if ast.unparse(node.func).rpartition(".")[2] not in ONLY_WORDS:
            for keyword in node.keywords:
                without = copy(node)
                without.keywords = [other for other in node.keywords if other is not keyword]
                yield node, ast.unparse(without), f"dropped {ast.unparse(keyword)}"
        case ast.Dict():
            for index, key in enumerate(node.keys):
                keys = [k for i, k in enumerate(node.keys) if i != index]
                values = [v for i, v in enumerate(node.values) if i != index]
                words = f"dropped {ast.unparse(key) if key else 'a part'} of a table"
                yield node, ast.unparse(ast.Dict(keys, values)), words


def mutants_of_function(file: Path, source: str, function: ast.FunctionDef, around: int, topic: Topic) -> list[Ranked]:
    """Every change inside a function, ranked by its topic and its distance from a line."""
    content = source.encode("utf-8")
    starts = [0]
    for line in content.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found: list[Ranked] = []
    for node in _code_of(function):
        for target, new, words in changes(node):
            if target.end_lineno is None or target.end_col_offset is None:
                continue
            begin = starts[target.lineno - 1] + target.col_offset
            end = starts[target.end_lineno - 1] + target.end_col_offset
            text = (content[:begin] + new.encode("utf-8") + content[end:]).decode("utf-8")
            mutant = Mutant(file, target.lineno, " ".join(words.split()), text)
            found.append(((not topic.fits(words), abs(target.lineno - around)), mutant))
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

NUMBER = re.compile(r"(?<![\w.\"'-])-?\d+(?![\w.:-])")
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
        for number in block:
            code = lines[number].split("#", 1)[0]
            for new, words in _line_changes(code):
                changed = new + lines[number][len(code) :]
                text = "".join([*lines[:number], changed, *lines[number + 1 :]])
                if _is_toml(text):
                    rank = (not topic.fits(words), abs(number - cited[0]) if cited else 0)
                    found.append((rank, Mutant(file, number + 1, words, text)))
    return found


def _line_changes(code: str) -> Iterator[tuple[str, str]]:
    """The ways to change the values on one line of TOML; keys stay."""
    values = code.find("=") + 1 or (len(code) if code.lstrip().startswith("[") else 0)
    for number in NUMBER.finditer(code, values):
        off = str(int(number[0]) + 1)
        yield code[: number.start()] + off + code[number.end() :], f"{code.strip()}: {number[0]} became {off}"
    for pair in PAIR.finditer(code, values):
        if pair[1] != pair[3]:
            swapped = pair[3] + pair[2] + pair[1]
            yield code[: pair.start()] + swapped + code[pair.end() :], f"{pair[1]} and {pair[3]} swapped"
    for flag in FLAG.finditer(code):
        other = "false" if flag[1] == "true" else "true"
        yield code[: flag.start(1)] + other + code[flag.end(1) :], f"{code.strip()} became {other}"


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


def behind(id: str, folder: Path, dice: random.Random) -> list[Mutant]:
    """The changes worth trying, best first: at the id itself, then where only the rule's number is cited."""
    exact = re.compile(rf"(?<![\w-]){re.escape(id)}(?![\w-])")
    cited = rule_number(id)
    topic = Topic(id)
    near: list[Ranked] = []
    wide: list[Ranked] = []
    code = [f for f in sorted(folder.rglob("*.py")) if not f.name.startswith(("test_", "conftest"))]
    fields: list[frozenset[str]] = []
    for file in code:
        source = file.read_text("utf-8")
        for node in ast.walk(ast.parse(source, str(file))):
            if isinstance(node, ast.FunctionDef):
                if carried := _lines_with(exact, node):
                    near += mutants_of_function(file, source, node, carried[0], topic)
                elif cited.search(ast.get_docstring(node) or ""):
                    wide += mutants_of_function(file, source, node, node.lineno, topic)
            elif isinstance(node, ast.ClassDef) and cited.search(ast.get_docstring(node) or ""):
                fields.append(_fields(node))
    for file in sorted(folder.rglob("*.toml")):
        if file.name != "exemptions.toml" and "expect" not in file.relative_to(folder).parts:
            source = file.read_text("utf-8")
            near += mutants_of_data(file, source, exact, [], topic)
            wide += mutants_of_data(file, source, cited, fields, topic)
    return [mutant for group in (near, wide) for mutant in _shuffled_by_rank(group, dice)]


def _fields(record: ast.ClassDef) -> frozenset[str]:
    assigned = [node.target for node in record.body if isinstance(node, ast.AnnAssign)]
    return frozenset(target.id for target in assigned if isinstance(target, ast.Name))


def _lines_with(pattern: re.Pattern[str], function: ast.FunctionDef) -> list[int]:
    texts = (node for node in ast.walk(function) if isinstance(node, ast.Constant))
    return [node.lineno for node in texts if isinstance(node.value, str) and pattern.search(node.value)]


def _shuffled_by_rank(group: list[Ranked], dice: random.Random) -> Iterable[Mutant]:
    order = sorted(range(len(group)), key=lambda index: (group[index][0], dice.random()))
    return [group[index][1] for index in order]


# --- The trial ---


class Trial:
    """Copies of the project, one for each job, in which tests are run on changed files."""

    def __init__(self, root: Path, scratch: Path, jobs: int, timeout: float) -> None:
        self.root = root
        self.timeout = timeout
        self.copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(jobs):
            target = scratch / f"copy-{number}"
            shutil.copytree(root, target, ignore=NOT_COPIED)
            self.copies.put(target)

    def run(self, tests: Iterable[str], mutant: Mutant | None = None) -> int | None:
        """Pytest's exit code on the tests, with one file changed; None when they did not come to an end."""
        place = self.copies.get()
        changed = place / mutant.file.relative_to(self.root) if mutant else None
        original = changed.read_bytes() if changed else b""
        try:
            if changed and mutant:
                changed.write_text(mutant.text, "utf-8")
            paths = os.pathsep.join([str(place / "src"), str(place)])
            done = subprocess.run(
                [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests],
                cwd=place,
                env={**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"},
                capture_output=True,
                timeout=self.timeout,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return None
        finally:
            if changed:
                changed.write_bytes(original)
            self.copies.put(place)
        return done.returncode

    def judge(self, id: str, tests: list[str], mutants: list[Mutant], tries: int) -> Outcome:
        """Try changes until the tests notice one; a change that breaks the run itself proves nothing."""
        last: Mutant | None = None
        survived = 0
        for number, mutant in enumerate(mutants[:tries], start=1):
            code = self.run(tests, mutant)
            if code in (1, None):
                return Outcome(id, Verdict.CAUGHT, mutant, number)
            if code == 0:
                survived, last = survived + 1, mutant
        if not mutants:
            return Outcome(id, Verdict.NOT_LOCATED, None, 0)
        return Outcome(id, Verdict.SURVIVED if survived else Verdict.UNTESTED, last, min(tries, len(mutants)))


def check(
    root: Path,
    *,
    count: int,
    seed: int,
    tries: int,
    jobs: int = 2,
    timeout: float = 60,
    only: Iterable[str] = (),
) -> list[Outcome]:
    """Judge `count` random proven requirements, or those named."""
    tests = root / "tests"
    games = root / "src" / "barents" / "games"
    folders: dict[str, Path] = {}
    for name, ledger in discover(games, tests).items():
        folder = next(parent / name for parent in (games, tests) if (parent / name / "ledger.csv").is_file())
        folders |= dict.fromkeys(ledger.requirements, folder)
    claims: dict[str, list[str]] = {}
    for proof in proofs(tests):
        for id in dict.fromkeys((*proof.ids, *proof.bulk)):
            claims.setdefault(id, []).append(proof.test)
    if unknown := sorted({*claims, *only} - set(folders)):
        raise LedgerError(f"no ledger has {', '.join(unknown)}")
    if unproven := [id for id in only if id not in claims]:
        raise LedgerError(f"no test claims to prove {', '.join(unproven)}")
    dice = random.Random(seed)
    chosen = list(only) or dice.sample(sorted(claims), min(count, len(claims)))
    work = [(id, claims[id], behind(id, folders[id], dice)) for id in chosen]
    with tempfile.TemporaryDirectory(prefix="mutate-") as scratch, ThreadPoolExecutor(jobs) as pool:
        trial = Trial(root, Path(scratch), jobs, timeout)
        if work and trial.run(sorted({test for _, marked, _ in work for test in marked})) != 0:
            raise LedgerError("the marked tests do not pass on the unchanged project; mend that first")
        return list(pool.map(lambda job: trial.judge(job[0], job[1], job[2], tries), work))


def report(outcomes: list[Outcome], root: Path, console: Console) -> None:
    """Print what became of each requirement, and the sums."""
    table = Table("requirement", "where", "change", "result")
    for id, verdict, mutant, tried in outcomes:
        where = f"{mutant.file.relative_to(root).as_posix()}:{mutant.line}" if mutant else ""
        result = f"{verdict} ({tried})" if tried > 1 else str(verdict)
        table.add_row(id, where, mutant.words if mutant else "", result)
    console.print(table)
    for verdict in Verdict:
        console.print(f"{sum(outcome.verdict is verdict for outcome in outcomes)} {verdict.value}")


def main(arguments: list[str] | None = None) -> int:
    """The command; its exit code is 1 where changes survived."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutate", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("ids", nargs="*", help="judge these requirements instead of random ones")
    parser.add_argument("--count", type=int, default=50, help="how many random requirements (default 50)")
    parser.add_argument("--seed", type=int, help="repeat an earlier choice")
    parser.add_argument("--tries", type=int, default=4, help="changes tried before a requirement fails (default 4)")
    parser.add_argument("--root", type=Path, default=Path(__file__).parents[1], help="the project's folder")
    options = parser.parse_args(arguments)
    seed = random.SystemRandom().randrange(10**6) if options.seed is None else options.seed
    console = Console()
    console.print(f"mutation check, seed {seed}")
    try:
        outcomes = check(options.root, count=options.count, seed=seed, tries=options.tries, only=options.ids)
    except LedgerError as error:
        console.print(str(error))
        return 2
    report(outcomes, options.root, console)
    return int(any(outcome.verdict is Verdict.SURVIVED for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main())
