"""What is behind a requirement: the changes that its tests ought to notice, the likeliest first.

Behind it is code that its tests run, found by its id: in functions whose docstring begins with it and in calls that
carry it (`u.roll`, `u.ask`, `u.tell`), else in functions and classes whose docstring cites its rule number (`NC 8.1`),
and, as a guess, in functions that share a word with it; and data: tables that name it, cite its number, or whose record
does.
Lines that the tests of the rule's other requirements pass by come first: they are most likely the rule itself.
What a question says of itself, its odds and what a rule may disclose are no rules: tests of their own hold them.
"""

from __future__ import annotations

import ast
import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from barents.kernel.ledger import BULK_KINDS, Requirement
from tools.mutants import (
    Labelled,
    Mutant,
    Place,
    blocks,
    line_starts,
    mutants_of_function,
    mutants_of_table,
)
from tools.witness import Case

KEY = re.compile(r"([\w-]+)\s*=")


class Behind(NamedTuple):
    """The changes worth trying, best first: those to what names or cites the rule, and those that are a guess."""

    sure: list[Mutant]
    guessed: list[Mutant]


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

    def __init__(self, own: Iterable[Case], others: Sequence[Case]) -> None:
        self.own = {(file, line) for case in own for file, lines in case.lines.items() for line in lines}
        self.others = Counter((file, line) for case in others for file, lines in case.lines.items() for line in lines)
        self.count = max(1, len(others))

    def shared(self, mutant: Mutant) -> float | None:
        """The part of the others that runs a change's line too; None where the requirement's own tests do not."""
        where = (mutant.file.as_posix(), mutant.line)
        return self.others[where] / self.count if where in self.own else None


# What the ranks are made of, in units of one word in common.
SHARED = 3.0
ONLY_CITED = 2.0
OTHER_KIND = 5.0
SAME_HOME = 0.75
SAME_LINE = 2.0
SAME_CHANGE = 0.5
A_FEW_LINES = 6
A_GUESS = 2
LESS_LIKELY = {"edge": 1.0, "audience": 2.0}
COMPANION = 3.0  # Modules that tell of the rules, or guess by them: they are seldom the rule itself.
COMPANIONS = re.compile(r"/(screen|knowledge)/|odds|chances|names|view")
NO_RULES = ("exemptions.toml", "disclosures.toml")


class Ranked(NamedTuple):
    """A change and its rank: the lower, the likelier it touches the requirement and nothing else."""

    rank: float
    mutant: Mutant

    def moved(self, by: float) -> Ranked:
        """The same change with another rank."""
        return self._replace(rank=self.rank + by)


# --- Who cites what ---


def rule_number(id: str) -> re.Pattern[str]:
    """How docstrings cite the rule of an id: `NC-8.1-drm-ace` as NC 8.1, and not as NC 8.10 or NC 8.1.2.

    >>> bool(rule_number("NC-8.1-drm-ace").search("NC 8.1: a boat slips through"))
    True
    >>> bool(rule_number("NC-8.1-drm-ace").search("NC 8.10: another rule"))
    False
    """
    book, number = _parts(id)
    return re.compile(rf"(?<![\w.]){re.escape(book)} {re.escape(number)}(?!\.?\w)")


def _parts(id: str) -> tuple[str, str]:
    book, _, rest = id.partition("-")
    return book, rest.split("-", 1)[0]


class Cited(NamedTuple):
    """What the beginning of a docstring names: ids of requirements, and rules by book and number."""

    ids: frozenset[str]
    rules: frozenset[tuple[str, str]]


def cited_by(docstring: str) -> Cited:
    """What stands before the colon of a docstring's first line; a list names the book, or the rule, but once.

    >>> sorted(cited_by("OP-FUEL-port, -soviet-port: a whole turn in port fills the tanks.").ids)
    ['OP-FUEL-port', 'OP-FUEL-soviet-port']
    >>> sorted(cited_by("NK 9.3.2 b, 9.4: each ship with guns fires.").rules)
    [('NK', '9.3.2'), ('NK', '9.4')]
    >>> sorted(cited_by("C.6: eighteen turns make a base.").rules)
    [('AC', 'C.6')]
    """
    ids: set[str] = set()
    rules: set[tuple[str, str]] = set()
    head = docstring.split("\n", 1)[0].split(":", 1)[0]
    book = rule = ""
    for part in re.split(r", | and | to ", head):
        if named := re.match(r"([A-Z]{1,2})-[\w.]+(-[\w.-]*\w)?", part):
            book, rule = named[1], "-".join(named[0].split("-")[:2])
            ids.add(named[0])
            if not named[2]:
                rules.add((book, rule.partition("-")[2]))
        elif (more := re.match(r"-[\w.-]*\w", part)) and rule:
            ids.add(rule + more[0])
        elif numbered := re.match(r"([A-Z]{1,2}) ([A-Z]?[\d.]*\d)", part):
            book = numbered[1]
            rules.add((book, numbered[2]))
        elif chapter := re.match(r"[A-C]\.[\d.]*\d", part):
            rules.add(("AC", chapter[0]))
        elif (number := re.match(r"\d[\d.]*(?<!\.)", part)) and book:
            rules.add((book, number[0]))
    return Cited(frozenset(ids), frozenset(rules))


class Function(NamedTuple):
    """A function of a game: its docstring after that of its class, the texts in it by line, and its changes."""

    name: str
    words: str
    cited: Cited
    texts: list[tuple[int, str]]
    mutants: list[Mutant]


class Source(NamedTuple):
    """A file of a game: its lines, its functions, and the fields of its records with what their docstrings say."""

    lines: list[str]
    functions: list[Function]
    records: list[tuple[str, frozenset[str]]]


@cache
def read_source(path: Path, file: Path) -> Source:
    """A file, by its place and by its path in the project."""
    text = path.read_text("utf-8")
    starts = line_starts(text)
    found = Source(text.splitlines(), [], [])

    def within(node: ast.AST, name: str, of_class: str, place: Place | None) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                words = ast.get_docstring(child) or ""
                found.records.append((words, _fields(child)))
                within(child, f"{name}{child.name}.", words, place)
            elif isinstance(child, ast.FunctionDef):
                first = min([child.lineno, *(decorator.lineno for decorator in child.decorator_list)])
                outer = place or Place(name + child.name, first)
                docstring = ast.get_docstring(child) or ""
                mutants = [] if _is_about_a_question(child) else mutants_of_function(file, starts, child, outer)
                words = f"{of_class} {docstring}"
                found.functions.append(Function(child.name, words, cited_by(docstring), _texts(child), mutants))
                within(child, name, "", outer)
            else:
                within(child, name, of_class, place)

    within(ast.parse(text, str(path)), "", "", None)
    return found


def _is_about_a_question(function: ast.FunctionDef) -> bool:
    """Whether a function puts a question into words, or reckons its odds: it is handed the decision."""
    notes = [each.annotation for each in function.args.args if each.annotation is not None]
    return any(ast.unparse(note).startswith("Decision[") for note in notes)


def _fields(record: ast.ClassDef) -> frozenset[str]:
    assigned = [node.target for node in record.body if isinstance(node, ast.AnnAssign)]
    return frozenset(target.id for target in assigned if isinstance(target, ast.Name))


def _texts(function: ast.FunctionDef) -> list[tuple[int, str]]:
    texts = (node for part in function.body for node in ast.walk(part) if isinstance(node, ast.Constant))
    return [(node.lineno, node.value) for node in texts if isinstance(node.value, str)]


# --- What is behind a requirement ---


def find_behind(
    row: Requirement, root: Path, folders: Iterable[Path], footprint: Footprint, dice: random.Random
) -> Behind:
    """The changes to the folders of a game that the tests of a requirement ought to notice."""
    exact = re.compile(rf"(?<![\w-]){re.escape(row.id)}(?![\w-])")
    number, rule = rule_number(row.id), _parts(row.id)
    topic = Topic(row)
    found: list[Ranked] = []
    akin: list[Ranked] = []
    fields: list[frozenset[str]] = []
    folders = list(folders)
    for path in sorted(path for folder in folders for path in folder.rglob("*.py")):
        file = path.relative_to(root)
        if file.name.startswith(("test_", "conftest")):
            continue
        source = read_source(path, file)
        fields += [known for words, known in source.records if number.search(words)]
        aside = COMPANION if COMPANIONS.search(file.as_posix()) else 0.0
        for function in source.functions:
            carried = [line for line, text in function.texts if exact.search(text)]
            kinship = topic.kinship(f"{function.name} {function.words}")
            is_cited = rule in function.cited.rules or bool(number.search(function.words))
            if not (carried or row.id in function.cited.ids or is_cited or kinship >= A_GUESS):
                continue
            ranked = _ranked(function, source.lines, footprint, topic, aside)
            if row.id in function.cited.ids:
                found += ranked
            elif carried:
                found += [each.moved(_distance(each.mutant.line, carried) / A_FEW_LINES) for each in ranked]
            elif is_cited:
                found += [each.moved(ONLY_CITED) for each in ranked]
            else:
                akin += [each.moved(-kinship) for each in ranked]
    of_data, has_code = row.kind in BULK_KINDS, bool(found)
    noted = re.compile(rf"{number.pattern}|^#\D*(?<![\w.]){re.escape(rule[1])}(?!\.?\w)")
    for path in sorted(path for folder in folders for path in folder.rglob("*.toml")):
        if path.name in NO_RULES or "expect" in path.parts:
            continue
        found += _tables(path, path.relative_to(root), exact, [], topic)
        for each in _tables(path, path.relative_to(root), noted, fields, topic):
            likely = each.rank and (of_data or has_code)
            (found if likely else akin).append(each.moved(0 if of_data else OTHER_KIND))
    sure = _spread(found, dice)
    return Behind(sure, [mutant for mutant in _spread(akin, dice) if mutant not in sure])


def _ranked(function: Function, lines: list[str], footprint: Footprint, topic: Topic, aside: float) -> list[Ranked]:
    """The changes to the lines of a function that the tests run."""
    about = topic.hits(f"{function.name} {function.words}")
    found: list[Ranked] = []
    for mutant in function.mutants:
        shared = footprint.shared(mutant)
        if shared is not None:
            near = topic.hits(mutant.words.partition(" became ")[0]) + topic.hits(lines[mutant.line - 1])
            rank = SHARED * shared - near - about + aside + LESS_LIKELY.get(mutant.kind, 0.0)
            found.append(Ranked(rank, mutant))
    return found


def _tables(path: Path, file: Path, cites: re.Pattern[str], fields: list[frozenset[str]], topic: Topic) -> list[Ranked]:
    """Changes to the tables of a TOML file that cite the requirement, or hold a record that does."""
    source = path.read_text("utf-8")
    lines = source.splitlines(keepends=True)
    found: list[Ranked] = []
    for block in blocks(lines):
        keys = {found_key[1] for n in block if (found_key := KEY.match(lines[n]))} - {"source"}
        cited = any(cites.search(lines[number]) for number in block)
        if not cited and not (keys and any(keys <= known for known in fields)):
            continue
        about = topic.hits(" ".join(lines[n] for n in block if lines[n].startswith(("#", "["))))
        for mutant, label in _changes_of_table(path, file, block):
            code = lines[mutant.line - 1].split("#", 1)[0]
            found.append(Ranked(-2 * topic.hits(label) - topic.hits(code) - about, mutant))
    return found


@cache
def _changes_of_table(path: Path, file: Path, block: range) -> list[Labelled]:
    return mutants_of_table(file, path.read_text("utf-8"), block)


def _distance(line: int, lines: Iterable[int]) -> int:
    return min(abs(line - other) for other in lines)


def _spread(found: list[Ranked], dice: random.Random) -> list[Mutant]:
    """By rank and then by lot; changes to the same line, function or table, or of the same kind, have to wait."""
    turns: Counter[tuple[Path, str | int]] = Counter()
    kinds: Counter[str] = Counter()
    order: dict[tuple[Path, int, int, str], Ranked] = {}
    for each in sorted(found, key=lambda each: (each.rank, dice.random())):
        mutant = each.mutant
        change = (mutant.file, mutant.begin, mutant.end, mutant.new)
        if change not in order:
            line, home = (mutant.file, mutant.line), (mutant.file, mutant.home)
            waits = SAME_LINE * turns[line] + SAME_HOME * turns[home] + SAME_CHANGE * kinds[mutant.kind]
            order[change] = each.moved(waits)
            turns.update((line, home))
            kinds[mutant.kind] += 1
    return [each.mutant for each in sorted(order.values(), key=lambda each: each.rank)]
