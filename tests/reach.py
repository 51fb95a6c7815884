"""Which functions with a rule's number are reached while a match is played.

A rule that only a test calls is proven, and yet no game has it. So each function of a game whose docstring begins with
a number of the rules (`NC 6.1:`, `OP-FUEL-port:`, `B.3:`, `R22:`) is watched until it is first called *in play*: while
a `Match` runs rules (`begin`, `act`, `undo`, `fork`) or shows them (`known`, `view`, `approach`), or while one of the
functions in the `Game` record or in a `Question` is at work (`opening`, `imagine`, `about`, `odds`, `report`, …):
through these, and nothing else, the kernel, the players and the service come to a game, so it does not matter who calls
them. A test that calls a rule
itself, or a player that looks into the rules, is not play.

Watching costs next to nothing: a watched function has one more line at its beginning, and loses it at the first call
in play. What a function remembers (`functools.cache`) may have been worked out before the match; so for those, and for
whatever they call, any call will do.
"""

from __future__ import annotations

import ast
import gc
import inspect
import re
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from functools import wraps
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple, TypeVar

from barents.kernel.game import Game
from barents.kernel.match import Match

T = TypeVar("T")
NOTE = "__reached__"
REMEMBER, FORGET = "__remember__", "__forget__"
CACHES = ("cache", "lru_cache", "cached_property")
RUNS = ("begin", "act", "undo", "fork", "known", "view", "approach")
BARE = r"[A-D]\.\d|\d+(?:\.\d+)*(?=[\s.:,(]|$)|[RDS]\d+\b"


class Function(NamedTuple):
    """A function with a rule's number: the file, where it begins, its name within the file, and its first words."""

    file: Path
    line: int
    name: str
    words: str
    root: tuple[str, int]
    """Name and first line of the outermost function around it, or its own."""


class InPlay(threading.local):
    """Whether a match is being played at this moment, in this thread."""

    depth = 0


def numbered(books: Iterable[str]) -> re.Pattern[str]:
    """How a docstring begins with a number of the rules, given what the books are called.

    >>> bool(numbered(["NC", "OP"]).match("NC 6.1: a sortie")), bool(numbered(["OP"]).match("OP-FUEL-port: tanks"))
    (True, True)
    >>> bool(numbered(["NC"]).match("B.3: the passage")), bool(numbered(["NC"]).match("9.3."))
    (True, True)
    >>> bool(numbered(["NC"]).match("Whether NC 6.1 holds")), bool(numbered(["NC"]).match("A boat slips through"))
    (False, False)
    """
    return re.compile(rf"(?:{'|'.join(map(re.escape, sorted(books)))})[ -][A-Z\d]|{BARE}")


class Reach:
    """The numbered functions under some folders, and which of them were reached in play."""

    def __init__(self, files: Iterable[Path], books: Iterable[str]) -> None:
        self.pattern = numbered(books)
        self.functions: list[Function] = []
        self.reached: set[int] = set()
        self.play = InPlay()
        self._codes: dict[tuple[str, str, int], CodeType] = {}
        self._live: dict[tuple[str, int], list[tuple[FunctionType, CodeType]]] = {}
        self._left: dict[tuple[str, int], set[int]] = {}
        self.entries = {where for game in _games() for where in _entries(game)}
        for file in files:
            tree = _Marker(self, file).visit(ast.parse(file.read_text("utf-8"), str(file)))
            code = compile(ast.fix_missing_locations(tree), str(file), "exec", dont_inherit=True)
            self._codes |= {(str(file), inner.co_qualname, inner.co_firstlineno): inner for inner in _inner(code)}

    def watch(self) -> None:
        """Put the watched functions in place of those in memory, and see when a match is played."""
        marked = {(function.file, *function.root) for function in self.functions}
        for number, function in enumerate(self.functions):
            self._left.setdefault(_key(function), set()).add(number)
        for thing in gc.get_objects():
            if not isinstance(thing, FunctionType):
                continue
            code = thing.__code__
            where = (code.co_filename, code.co_qualname, code.co_firstlineno)
            if where in self._codes and code.co_freevars == self._codes[where].co_freevars:
                is_marked = (Path(where[0]), where[1], where[2]) in marked
                if is_marked or REMEMBER in self._codes[where].co_names:
                    names = {NOTE: self._note, REMEMBER: self._begin, FORGET: self._end}
                    thing.__globals__.update(names)
                    self._live.setdefault((f"{where[0]}:{where[1]}", where[2]), []).append((thing, code))
                    thing.__code__ = self._codes[where]
        if self.functions and not self._live:
            raise RuntimeError("no function of any game is in the collector's sight: has something frozen it?")
        for name in RUNS:
            setattr(Match, name, self._during(getattr(Match, name)))

    def _during(self, function: Callable[..., T]) -> Callable[..., T]:
        @wraps(function)
        def played(*arguments: Any, **named: Any) -> T:
            self.play.depth += 1
            try:
                return function(*arguments, **named)
            finally:
                self.play.depth -= 1

        return played

    def _begin(self) -> None:
        self.play.depth += 1

    def _end(self) -> None:
        self.play.depth -= 1

    def _note(self, number: int) -> None:
        """A watched function is called."""
        if self.play.depth:
            self.reached.add(number)
            key = _key(self.functions[number])
            left = self._left[key]
            left.discard(number)
            if not left:
                for function, original in self._live.get(key, ()):
                    if REMEMBER not in function.__code__.co_names:
                        function.__code__ = original

    def missing(self, reached: Iterable[int] | None = None) -> Iterator[Function]:
        """The functions that were not reached."""
        seen = self.reached if reached is None else set(reached)
        return (function for number, function in enumerate(self.functions) if number not in seen)


def _games() -> list[Game[Any, Any]]:
    return [thing for thing in gc.get_objects() if isinstance(thing, Game)]


def _entries(game: Game[Any, Any]) -> Iterator[tuple[str, str, int]]:
    """Where the functions in a game's record and in its questions are."""
    records: tuple[Any, ...] = (game, *game.questions.values())
    for value in (getattr(record, field.name) for record in records for field in fields(record)):
        function = inspect.unwrap(value) if callable(value) else None
        if isinstance(function, FunctionType) and not inspect.isgeneratorfunction(function):
            code = function.__code__
            yield code.co_filename, code.co_qualname, code.co_firstlineno


def _key(function: Function) -> tuple[str, int]:
    return f"{function.file}:{function.root[0]}", function.root[1]


def _inner(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _inner(constant)


class _Marker(ast.NodeTransformer):
    """Gives the functions of a file with a number their first line, and those that remember or are entered a frame."""

    def __init__(self, reach: Reach, file: Path) -> None:
        self.reach = reach
        self.file = file
        self.names: list[str] = []
        self.root: tuple[str, int] | None = None

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        self.names.append(node.name)
        self.generic_visit(node)
        self.names.pop()
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        name = ".".join([*self.names, node.name])
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        outer = self.root
        self.root = outer or (name, first)
        words = (ast.get_docstring(node) or "").split("\n", 1)[0]
        number = len(self.reach.functions)
        is_numbered = self.reach.pattern.match(words)
        if is_numbered:
            self.reach.functions.append(Function(self.file, node.lineno, name, words, self.root))
        self.names += [node.name, "<locals>"]
        self.generic_visit(node)
        del self.names[-2:]
        self.root = outer
        body = node.body[1:] if words else node.body
        if is_numbered:
            body = [_call(NOTE, number, node.body[0]), *body]
        is_entry = (str(self.file), name, first) in self.reach.entries
        if is_entry or any(_named(decorator) in CACHES for decorator in node.decorator_list):
            start, end = _call(REMEMBER, None, node.body[0]), _call(FORGET, None, node.body[-1])
            body = [start, ast.copy_location(ast.Try(body, [], [], [end]), node.body[0])]
        node.body = [*node.body[:1], *body] if words else body
        return node


def _call(name: str, number: int | None, like: ast.stmt) -> ast.stmt:
    arguments: list[ast.expr] = [] if number is None else [ast.Constant(number)]
    return ast.copy_location(ast.Expr(ast.Call(ast.Name(name, ast.Load()), arguments, [])), like)


def _named(decorator: ast.expr) -> str:
    """What a decorator is called, without its arguments and its module."""
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return ast.unparse(called).rpartition(".")[2]
