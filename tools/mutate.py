"""The mutation check of the rule ledger: a mark on a test that would pass without the rule is a lie.

For some random proven requirements, the code or data behind each is changed a little in a copy of the project
(a comparison turned round, a number off by one, a modifier dropped, a table's value swapped), and the tests
that claim to prove it are run. If they notice none of the changes, the check fails.

`tools/mutants.py` says what is taken to be behind a requirement. One for which nothing is found is listed as
such, and so are those where it was guessed at or where every change crashed the run: nothing is claimed about them.

    python -m tools.mutate [--count 50] [--seed N] [--tries 6] [--jobs 2] [ID ...]
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

import msgspec
from rich.console import Console
from rich.table import Table

from barents.kernel.ledger import LedgerError, Requirement, discover, proofs
from tools.mutants import Behind, Case, Footprint, Mutant, find_behind

PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
QUICK = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # The tests need none of the installed plugins.
WITNESS = Path(__file__).with_name("witness.py")
NOT_COPIED = shutil.ignore_patterns(".*", "__pycache__", "node_modules", "build", "dist", "site")


class Verdict(StrEnum):
    """What became of a requirement."""

    CAUGHT = "caught"
    SURVIVED = "SURVIVED"
    UNSURE = "survived, but the place was guessed"
    UNTESTED = "every change broke the run"
    NOT_LOCATED = "nothing found behind it"


class Outcome(NamedTuple):
    """The verdict on one requirement, and the last change tried."""

    id: str
    verdict: Verdict
    mutant: Mutant | None
    tried: int


class Trial:
    """Copies of the project, one for each job, in which tests are run on changed files."""

    def __init__(self, root: Path, scratch: Path, jobs: int, timeout: float) -> None:
        self.timeout = timeout
        self.places = [scratch / f"copy-{number}" for number in range(jobs)]
        self.copies: SimpleQueue[Path] = SimpleQueue()
        for place in self.places:
            shutil.copytree(root, place, ignore=NOT_COPIED)
            self.copies.put(place)

    def run(
        self, tests: Iterable[str], mutant: Mutant | None = None, lines_of: Iterable[Path] = ()
    ) -> list[Case] | None:
        """What became of the tests, with one file changed; None when the run did not come to a proper end."""
        place = self.copies.get()
        changed = place / mutant.file if mutant else None
        original = changed.read_bytes() if changed else b""
        written = changed.stat().st_mtime_ns if changed else 0
        seen = place / ".witness.json"
        watched = [f"--lines-of={place / folder}" for folder in lines_of]
        try:
            if changed and mutant:
                changed.write_text(mutant.text, "utf-8")
            paths = os.pathsep.join(map(str, (place / "src", place, WITNESS.parent)))
            done = subprocess.run(
                [*PYTEST, "-p", WITNESS.stem, f"--witness={seen}", *watched, *tests],
                cwd=place,
                env={**os.environ, **QUICK, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1" if mutant else ""},
                capture_output=True,
                timeout=self.timeout * (10 if watched else 1),
                check=False,
            )
            if done.returncode not in (0, 1):
                return None
            cases = msgspec.json.decode(seen.read_bytes(), type=list[Case])
        except subprocess.TimeoutExpired:
            return None
        finally:
            if changed:
                changed.write_bytes(original)
                os.utime(changed, ns=(written, written))  # The compiled file fits again.
            self.copies.put(place)
        return cases

    def judge(self, id: str, tests: list[str], behind: Behind, tries: int) -> Outcome:
        """Try changes until the tests notice one; a change that breaks the run itself proves nothing.

        For every change that breaks the run another is tried, but not without end.
        """
        last: Mutant | None = None
        survived = tried = 0
        for mutant in behind.mutants[: 2 * tries]:
            tried += 1
            cases = self.run(tests, mutant)
            if cases is not None and any(case.failed for case in cases):
                return Outcome(id, Verdict.CAUGHT, mutant, tried)
            if cases is not None and not any(case.crashed for case in cases):
                survived, last = survived + 1, mutant
            if survived == tries:
                break
        if not behind.mutants:
            return Outcome(id, Verdict.NOT_LOCATED, None, 0)
        if not survived:
            return Outcome(id, Verdict.UNTESTED, None, tried)
        return Outcome(id, Verdict.UNSURE if behind.guessed else Verdict.SURVIVED, last, tried)


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
    """Judge `count` random proven requirements, or those named; a verdict depends on the seed and the id alone."""
    tests = root / "tests"
    games = root / "src" / "barents" / "games"
    folders: dict[str, Path] = {}
    rows: dict[str, Requirement] = {}
    for name, ledger in discover(games, tests).items():
        folder = next(parent / name for parent in (games, tests) if (parent / name / "ledger.csv").is_file())
        folders |= dict.fromkeys(ledger.requirements, folder.relative_to(root))
        rows |= ledger.requirements
    claims: dict[str, list[str]] = {}
    for proof in proofs(tests):
        for id in dict.fromkeys((*proof.ids, *proof.bulk)):
            claims.setdefault(id, []).append(proof.test)
    if unknown := sorted({*claims, *only} - set(folders)):
        raise LedgerError(f"no ledger has {', '.join(unknown)}")
    if unproven := [id for id in only if id not in claims]:
        raise LedgerError(f"no test claims to prove {', '.join(unproven)}")
    chosen = list(only) or random.Random(seed).sample(sorted(claims), min(count, len(claims)))
    siblings = {id: [other for other in sorted(claims) if _rule(other) == _rule(id)] for id in chosen}
    with tempfile.TemporaryDirectory(prefix="mutate-") as scratch, ThreadPoolExecutor(jobs) as pool:
        trial = Trial(root, Path(scratch).resolve(), jobs, timeout)
        wanted = dict.fromkeys(test for ids in siblings.values() for id in ids for test in claims[id])
        cases = trial.run(wanted, lines_of=sorted({folders[id] for id in chosen})) if wanted else []
        by_test: dict[str, list[Case]] = {}
        for case in cases or ():
            by_test.setdefault(case.test.partition("[")[0], []).append(case)
        proven = {id: _cases_of(id, claims[id], by_test) for ids in siblings.values() for id in ids}
        failing = sorted({case.test for id in chosen for case in proven[id] if case.failed or case.crashed})
        if cases is None or failing:
            which = f" ({', '.join(failing)})" if failing else ""
            raise LedgerError(f"the marked tests do not pass on the unchanged project{which}; mend that first")
        work: list[tuple[str, list[str], Behind]] = []
        for id in chosen:
            own = [case.test for case in proven[id]]
            others = {case.test: case for other in siblings[id] for case in proven[other] if case.test not in own}
            footprint = Footprint(proven[id], list(others.values()))
            place = trial.places[0]  # The project may change while the check goes on; its copies do not.
            dice = random.Random(f"{seed} {id}")
            work.append((id, own, find_behind(rows[id], place, place / folders[id], footprint, dice)))
        return list(pool.map(lambda job: trial.judge(job[0], job[1], job[2], tries), work))


def _rule(id: str) -> str:
    return "-".join(id.split("-")[:2])


def _cases_of(id: str, tests: Iterable[str], by_test: dict[str, list[Case]]) -> list[Case]:
    """The cases of the tests that carry the id; all of them where it is claimed by an expectation file."""
    found: list[Case] = []
    for test in tests:
        cases = by_test.get(test, [])
        found += [case for case in cases if id in case.rules] or cases
    return found


def report(outcomes: list[Outcome], console: Console) -> None:
    """Print what became of each requirement, and the sums."""
    table = Table("requirement", "where", "change", "result")
    for id, verdict, mutant, tried in outcomes:
        where = f"{mutant.file.as_posix()}:{mutant.line}" if mutant else ""
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
    parser.add_argument("--tries", type=int, default=6, help="changes tried before a requirement fails (default 6)")
    parser.add_argument("--jobs", type=int, default=2, help="how many runs at a time (default 2)")
    parser.add_argument("--root", type=Path, default=Path(__file__).parents[1], help="the project's folder")
    options = parser.parse_args(arguments)
    seed = random.SystemRandom().randrange(10**6) if options.seed is None else options.seed
    console = Console()
    console.print(f"mutation check, seed {seed}")
    try:
        outcomes = check(
            options.root.resolve(),
            count=options.count,
            seed=seed,
            tries=options.tries,
            jobs=options.jobs,
            only=options.ids,
        )
    except LedgerError as error:
        console.print(str(error))
        return 2
    report(outcomes, console)
    return int(any(outcome.verdict is Verdict.SURVIVED for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main())
