"""The mutation check of the rule ledger: a mark on a test that would pass without the rule is a lie.

The code or data behind a requirement is broken in three ways, one after the other (a comparison turned round, a number
off by one, a modifier dropped, a table's value swapped), and the tests that claim to prove it are run on each. They
ought to notice. A change that they pass by is shown to the other marked tests that run the same line: if one of them
notices, it belongs to another requirement, and the next is tried; if none does, it has survived. A change that crashes
the run proves nothing, and the next is tried too.

`tools/behind.py` says what is taken to be behind a requirement, `tools/mutants.py` what is done to it, and
`tools/warm.py` how the tests are run so quickly. What survives and has been judged to change nothing that anybody could
see is in `tools/mutation-accepted.toml`.

    python -m tools.mutate --all [--game NAME] [--ways 3] [--jobs 2] [--markdown FILE]
    python -m tools.mutate ID ...
    python -m tools.mutate [--count 50] [--seed N]
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple, TypeVar

import msgspec
from rich.console import Console

from barents.kernel.ledger import BULK_KINDS, LedgerError, Requirement, discover, proofs
from tools.behind import Behind, Footprint, find_behind
from tools.mutants import Mutant
from tools.mutation_report import Accepted, markdown, report
from tools.verdicts import Attempt, Fate, Outcome
from tools.warm import End, Reply, Request, Swap
from tools.witness import Case

T = TypeVar("T")
KINDS = ("rule", "event", "exception")
ROOT = Path(__file__).parents[1]
A_SECOND = 1_000_000_000  # What was compiled is told from a changed file by size and whole seconds.
NOT_COPIED = shutil.ignore_patterns(".*", "__pycache__", "node_modules", "build", "dist", "site")
AT_A_TIME = 40  # Tests that are watched in one run.
OTHERS = 8.0  # Seconds of other requirements' tests that a survivor is shown to.
TRIES = 4  # How many times as many changes are tried as are wanted.


# --- Running tests ---


class Process:
    """A process of `tools/warm.py`, and the line to it."""

    def __init__(self, place: Path, log: Path, watch: Iterable[Path] = (), files: Sequence[str] = ()) -> None:
        self.log = log
        compiled = "" if files else "1"  # Only of files that are as they were.
        paths = os.pathsep.join(map(str, (place / "src", place, ROOT)))
        watched = [part for folder in watch for part in ("--watch", str(folder))]
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tools.warm", str(place), *watched, *files],
                cwd=place,
                env={
                    **{name: value for name, value in os.environ.items() if name != "CI"},
                    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
                    "PYTHONDONTWRITEBYTECODE": compiled,
                    "PYTHONHASHSEED": "0",
                    "PYTHONPATH": paths,
                    "HYPOTHESIS_PROFILE": "fixed",
                    "TMPDIR": str(log.parent),
                },
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=output,
            )
        self._answer()

    def ask(self, request: Request) -> Reply:
        """What becomes of some tests."""
        if self.process.stdin is not None:
            self.process.stdin.write(msgspec.json.encode(request) + b"\n")
            self.process.stdin.flush()
        return self._answer()

    def _answer(self) -> Reply:
        line = self.process.stdout.readline() if self.process.stdout is not None else b""
        if not line:
            self.end()
            words = self.log.read_text("utf-8", errors="replace").splitlines()[-20:]
            raise LedgerError("the marked tests cannot be collected:\n" + "\n".join(words))
        return msgspec.json.decode(line, type=Reply)

    def end(self) -> None:
        """Nobody asks any more."""
        self.process.communicate()


class Hand:
    """One job: a copy of the project, and the processes that run tests in it."""

    def __init__(self, root: Path, scratch: Path, number: int) -> None:
        self.scratch = scratch / f"job-{number}"
        self.place = self.scratch / "copy"
        shutil.copytree(root, self.place, ignore=NOT_COPIED)
        self.runs = {"in memory": 0, "from the changed file": 0}
        self.fresh: Process | None = None
        self.warm: Process | None = None

    def take_up(self, folders: Iterable[Path], files: Sequence[str]) -> None:
        """Collect the tests of a game."""
        if self.warm is not None:
            self.warm.end()
        self.warm = Process(self.place, self.scratch / "warm.log", [self.place / f for f in folders], files)

    def watch(self, tests: Sequence[str], folders: Iterable[Path]) -> Reply:
        """Run tests on the unchanged project, and see which lines they run."""
        assert self.warm is not None
        lines_of = tuple(str(self.place / folder) for folder in folders)
        return self.warm.ask(Request(tuple(tests), lines_of=lines_of, seconds=60, to_the_end=True))

    def run(self, cases: Sequence[Case], mutant: Mutant) -> Reply:
        """Run tests with a change: in memory if it can be done there, else from the changed file."""
        assert self.warm is not None
        tests, seconds = tuple(case.test for case in cases), sum(case.seconds for case in cases)
        text = mutant.text(self.place)
        file = self.place / mutant.file
        if mutant.place is not None:
            swap = Swap(str(file), *mutant.place, text)
            reply = self.warm.ask(Request(tests, swap, seconds=seconds))
            if reply.end is not End.NOT_SWAPPED:
                self.runs["in memory"] += 1
                return reply
        self.runs["from the changed file"] += 1
        if self.fresh is None:
            self.fresh = Process(self.place, self.scratch / "fresh.log")
        original, stat = file.read_bytes(), file.stat()
        try:
            file.write_text(text, "utf-8")
            os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns + A_SECOND))
            return self.fresh.ask(Request(tests, seconds=seconds))
        finally:
            file.write_bytes(original)
            os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns))

    def end(self) -> None:
        """Put everything down."""
        for process in (self.warm, self.fresh):
            if process is not None:
                process.end()


class Crew:
    """All jobs; work goes to whoever is free."""

    def __init__(self, root: Path, scratch: Path, jobs: int) -> None:
        self.hands = [Hand(root, scratch, number) for number in range(jobs)]
        self.pool = ThreadPoolExecutor(jobs)
        self.free: SimpleQueue[Hand] = SimpleQueue()
        for hand in self.hands:
            self.free.put(hand)

    def all(self, work: Callable[[Hand], None]) -> None:
        """Everybody does the same."""
        for done in [self.pool.submit(work, hand) for hand in self.hands]:
            done.result()

    def each(self, work: Sequence[Callable[[Hand], T]], tell: Callable[[int], None] = lambda _count: None) -> list[T]:
        """Several things are done, in any order; the results are in theirs."""

        def do(task: Callable[[Hand], T]) -> T:
            hand = self.free.get()
            try:
                return task(hand)
            finally:
                self.free.put(hand)

        results: list[T] = []
        for result in self.pool.map(do, work):
            results.append(result)
            tell(len(results))
        return results

    def end(self) -> None:
        """Everybody puts down what he has."""
        for hand in self.hands:
            hand.end()
        self.pool.shutdown()


# --- Judging ---


class Suspect(NamedTuple):
    """A requirement, its own tests, what is behind it, and who may know better: all tests of its game.

    Of a change to data one cannot see whom it touches; then those of its rule, and of tables, are asked.
    """

    game: str
    row: Requirement
    own: list[Case]
    behind: Behind
    of_data: list[Case]
    everyone: list[Case]

    def judged(self, hand: Hand, ways: int) -> Outcome:
        """Try changes until enough were noticed, or too many were not."""
        attempts: list[Attempt] = []
        outcome = Outcome(self.game, self.row, attempts)
        sure = self.behind.sure[: TRIES * ways]
        for number, mutant in enumerate([*sure, *self.behind.guessed[: TRIES * ways]]):
            attempts.append(self._tried(hand, mutant, is_guess=number >= len(sure)))
            if ways in (outcome.count(Fate.NOTICED), outcome.count(Fate.SURVIVED)):
                break
        return outcome

    def _tried(self, hand: Hand, mutant: Mutant, is_guess: bool) -> Attempt:
        reply = hand.run(self.own, mutant)
        if noticed := next((case for case in reply.cases if case.failed), None):
            return Attempt(mutant, Fate.NOTICED, noticed.test, noticed.why)
        if reply.end is not End.DONE or any(case.crashed for case in reply.cases):
            return Attempt(mutant, Fate.BROKE, why=next((case.why for case in reply.cases if case.crashed), reply.end))
        if is_guess:
            return Attempt(mutant, Fate.UNSURE)
        if others := self._others(mutant):
            reply = hand.run(others, mutant)
            if noticed := next((case for case in reply.cases if case.failed), None):
                return Attempt(mutant, Fate.ELSEWHERE, noticed.test, noticed.why)
            if broken := next((case for case in reply.cases if case.crashed), None):
                return Attempt(mutant, Fate.BROKE, broken.test, broken.why)
        return Attempt(mutant, Fate.SURVIVED)

    def _others(self, mutant: Mutant) -> list[Case]:
        """The quickest other tests that run the line of a change; of data see above, those of its rule first."""
        own, file = {case.test for case in self.own}, mutant.file.as_posix()
        able = sorted(
            (case for case in self.everyone if mutant.line in case.lines.get(file, ())), key=lambda case: case.seconds
        )
        if mutant.file.suffix == ".toml":
            able = self.of_data
        chosen: list[Case] = []
        left = OTHERS
        for case in {case.test: case for case in able}.values():
            if case.test not in own and left > 0:
                left -= case.seconds
                chosen.append(case)
        return chosen


class Book(NamedTuple):
    """A game: its folders (its own first, then those of games that it is played over), rows, and who claims them."""

    folders: list[Path]
    rows: dict[str, Requirement]
    claims: dict[str, list[str]]


def read_books(root: Path) -> dict[str, Book]:
    """The ledgers of a project by the names of their games."""
    tests, games = root / "tests", root / "src" / "barents" / "games"
    claims: dict[str, list[str]] = {}
    for proof in proofs(tests):
        for id in dict.fromkeys((*proof.ids, *proof.bulk)):
            claims.setdefault(id, []).append(proof.test)
    books: dict[str, Book] = {}
    for name, ledger in discover(games, tests).items():
        parent = next(parent for parent in (games, tests) if (parent / name / "ledger.csv").is_file())
        imported = {
            other
            for file in (parent / name).rglob("*.py")
            for other in re.findall(r"^from barents\.games\.(\w+)", file.read_text("utf-8"), re.MULTILINE)
        }
        under = [games / other for other in sorted(imported - {name})]
        folders = [folder.relative_to(root) for folder in (parent / name, *under)]
        rows = ledger.requirements
        books[name] = Book(folders, rows, {id: claims[id] for id in rows if id in claims})
    if unknown := sorted(set(claims) - {id for book in books.values() for id in book.rows}):
        raise LedgerError(f"no ledger has {', '.join(unknown)}")
    return books


def check(
    root: Path,
    chosen: Callable[[Mapping[str, Book]], Iterable[str]],
    *,
    ways: int = 3,
    jobs: int = 2,
    tell: Callable[[str], None] = lambda _words: None,
) -> list[Outcome]:
    """Judge some proven requirements; the verdict on one depends on nothing but the project."""
    books = read_books(root)
    ids = list(chosen(books))
    if unknown := [id for id in ids if not any(id in book.rows for book in books.values())]:
        raise LedgerError(f"no ledger has {', '.join(unknown)}")
    if unproven := [id for id in ids if not any(id in book.claims for book in books.values())]:
        raise LedgerError(f"no test claims to prove {', '.join(unproven)}")
    found: dict[str, Outcome] = {}
    with tempfile.TemporaryDirectory(prefix="mutate-") as scratch:
        crew = Crew(root, Path(scratch).resolve(), jobs)
        try:
            for game, book in books.items():
                if mine := [id for id in ids if id in book.rows]:
                    found |= {outcome.row.id: outcome for outcome in _judge(crew, game, book, mine, ways, tell)}
        finally:
            crew.end()
        runs = [f"{sum(hand.runs[way] for hand in crew.hands)} runs {way}" for way in crew.hands[0].runs]
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        tell(f"{' and '.join(runs)}, in {used.ru_utime + used.ru_stime:.0f} seconds of the processor")
    return [found[id] for id in ids]


def _judge(
    crew: Crew, game: str, book: Book, ids: Sequence[str], ways: int, tell: Callable[[str], None]
) -> list[Outcome]:
    """The requirements of one game."""
    tests = list(dict.fromkeys(test for claimed in book.claims.values() for test in claimed))
    files = sorted({test.partition("::")[0] for test in tests})
    tell(f"{game}: {len(tests)} marked tests are watched")
    crew.all(lambda hand: hand.take_up(book.folders, files))
    parts = [tests[first : first + AT_A_TIME] for first in range(0, len(tests), AT_A_TIME)]
    replies = crew.each([partial(Hand.watch, tests=part, folders=book.folders) for part in parts])
    everyone = [case for reply in replies for case in reply.cases]
    failing = sorted(case.test for case in everyone if case.failed or case.crashed)
    if failing or any(reply.end is not End.DONE for reply in replies):
        which = f" ({', '.join(failing)})" if failing else ""
        raise LedgerError(f"the marked tests do not pass on the unchanged project{which}; mend that first")
    by_test: dict[str, list[Case]] = {}
    for case in everyone:
        by_test.setdefault(case.test.partition("[")[0], []).append(case)
    proven = {id: _cases_of(id, claimed, by_test) for id, claimed in book.claims.items()}
    place = crew.hands[0].place  # The project may change while the check goes on; its copies do not.
    folders = [place / folder for folder in book.folders]
    in_bulk = dict.fromkeys(t for id, of in book.claims.items() if book.rows[id].kind in BULK_KINDS for t in of)
    tables = [case for test in in_bulk for case in by_test.get(test, ())]
    suspects: list[Suspect] = []
    for id in ids:
        own = sorted(proven[id], key=lambda case: case.seconds)
        names = {case.test for case in own}
        siblings = {c.test: c for other in proven if _rule(other) == _rule(id) for c in proven[other]}
        others = [case for test, case in siblings.items() if test not in names]
        behind = find_behind(book.rows[id], place, folders, Footprint(own, others), random.Random(id))
        of_data = [case for cases in (others, tables) for case in sorted(cases, key=lambda case: case.seconds)]
        suspects.append(Suspect(game, book.rows[id], own, behind, of_data, everyone))

    def count(done: int) -> None:
        if done % 25 == 0 or done == len(ids):
            tell(f"{game}: {done} of {len(ids)} rows")

    return crew.each([partial(suspect.judged, ways=ways) for suspect in suspects], count)


def _rule(id: str) -> str:
    return "-".join(id.split("-")[:2])


def _cases_of(id: str, tests: Iterable[str], by_test: Mapping[str, list[Case]]) -> list[Case]:
    """The cases of the tests that carry the id; all of them where it is claimed by an expectation file."""
    found: list[Case] = []
    for test in tests:
        cases = by_test.get(test, [])
        found += [case for case in cases if id in case.rules] or cases
    return found


def every_row(games: Sequence[str] = ()) -> Callable[[Mapping[str, Book]], list[str]]:
    """All proven rows of the kinds that say what happens, of some games or of all that are shipped."""

    def choose(books: Mapping[str, Book]) -> list[str]:
        if unknown := [name for name in games if name not in books]:
            raise LedgerError(f"there is no game {', '.join(unknown)}: there are {', '.join(books)}")
        wanted = [book for name, book in books.items() if not games or name in games]
        return [id for book in wanted for id, row in book.rows.items() if row.kind in KINDS and id in book.claims]

    return choose


def random_rows(count: int, seed: int) -> Callable[[Mapping[str, Book]], list[str]]:
    """Some proven rows of any kind."""

    def choose(books: Mapping[str, Book]) -> list[str]:
        proven = sorted(id for book in books.values() for id in book.claims)
        return random.Random(seed).sample(proven, min(count, len(proven)))

    return choose


def main(arguments: list[str] | None = None) -> int:
    """The command; its exit code is 1 where something survived that nobody has accepted.

    Of random rows, which may be of kinds that nobody has gone through, only those fail of which nothing was noticed.
    """
    parser = argparse.ArgumentParser(prog="python -m tools.mutate", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("ids", nargs="*", help="judge these requirements")
    parser.add_argument("--all", action="store_true", help=f"judge every row of kind {', '.join(KINDS)}")
    parser.add_argument("--game", action="append", default=[], help="of this game only, with --all")
    parser.add_argument("--count", type=int, default=50, help="how many random requirements, otherwise (default 50)")
    parser.add_argument("--seed", type=int, help="repeat an earlier choice")
    parser.add_argument("--ways", type=int, default=3, help="in how many ways each is broken (default 3)")
    parser.add_argument("--jobs", type=int, default=2, help="how many runs at a time (default 2)")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write figures and survivors there as well")
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's folder")
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    console = Console()
    seed = random.SystemRandom().randrange(10**6) if options.seed is None else options.seed
    by_lot = not (options.all or options.ids)
    if by_lot:
        console.print(f"mutation check, seed {seed}")
    ids: list[str] = options.ids
    choice = every_row(options.game) if options.all else (lambda _books: ids)
    try:
        accepted = Accepted.read(root / "tools" / "mutation-accepted.toml")
        outcomes = check(
            root,
            random_rows(options.count, seed) if by_lot else choice,
            ways=options.ways,
            jobs=options.jobs,
            tell=lambda words: console.print(words, style="dim", markup=False),
        )
    except LedgerError as error:
        console.print(str(error), markup=False)
        return 2
    whole = {outcome.game for outcome in outcomes} if options.all else set()
    failed = report(outcomes, options.ways, accepted, whole, console)
    if options.markdown is not None:
        markdown(outcomes, options.ways, accepted, options.markdown)
    return int(any(outcome.is_hollow for outcome in outcomes) if by_lot else failed)


if __name__ == "__main__":
    sys.exit(main())
