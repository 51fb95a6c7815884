"""What the mutation check found, for the terminal and for a page of the documentation."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from barents.kernel.ledger import LedgerError
from tools.mutants import Mutant
from tools.verdicts import Attempt, Fate, Outcome

BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"


class Acceptance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change that a person has judged to make no difference: where it is, what it is, and why that is so.

    Without a change it is a row of which no change can be noticed by its own tests.
    """

    row: str
    reason: str
    file: str = ""
    function: str = ""
    change: str = ""

    def fits(self, mutant: Mutant) -> bool:
        """Whether this is the change; lines may move."""
        here = (mutant.file.as_posix(), mutant.home, mutant.words)
        return here == (self.file, self.function, self.change)


class _Acceptances(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    accepted: tuple[Acceptance, ...] = ()


class Accepted:
    """The reviewed file, and which of its entries have come up."""

    def __init__(self, entries: Iterable[Acceptance] = ()) -> None:
        self.entries = list(entries)
        self.used: set[int] = set()

    @classmethod
    def read(cls, file: Path) -> Accepted:
        """Read the file, if there is one."""
        if not file.is_file():
            return cls()
        try:
            entries = msgspec.convert(tomllib.loads(file.read_text("utf-8")), _Acceptances).accepted
        except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
            raise LedgerError(f"{file.name}: {error}") from None
        if unreasoned := [entry.row for entry in entries if not entry.reason.strip()]:
            raise LedgerError(f"{file.name}: {', '.join(unreasoned)}: what is accepted needs a reason")
        return cls(entries)

    def reason(self, mutant: Mutant) -> str:
        """Why a survivor is accepted; nothing if it is not. It may have been found by way of another row."""
        return self._first(lambda entry: entry.fits(mutant))

    def reason_for_row(self, id: str) -> str:
        """Why it is accepted that a row's own tests notice nothing."""
        return self._first(lambda entry: entry.row == id and not entry.change)

    def _first(self, fits: Callable[[Acceptance], bool]) -> str:
        for number, entry in enumerate(self.entries):
            if fits(entry):
                self.used.add(number)
                return entry.reason
        return ""

    def unused(self) -> list[Acceptance]:
        """What has not come up."""
        return [entry for number, entry in enumerate(self.entries) if number not in self.used]


class Figures(NamedTuple):
    """The sums of one game."""

    game: str
    rows: int
    by_noticed: list[int]
    tried: int
    noticed: int
    elsewhere: int
    survived: int
    accepted: int
    unsure: int
    broke: int


def figures(outcomes: list[Outcome], ways: int, accepted: Accepted) -> list[Figures]:
    """The sums of each game, and of all."""
    games = list(dict.fromkeys(outcome.game for outcome in outcomes))
    groups = [(game, [o for o in outcomes if o.game == game]) for game in games]
    if len(games) > 1:
        groups.append(("all", outcomes))
    return [_sums(game, group, ways, accepted) for game, group in groups]


def _sums(game: str, outcomes: list[Outcome], ways: int, accepted: Accepted) -> Figures:
    def sum_of(*fates: Fate) -> int:
        return sum(outcome.count(*fates) for outcome in outcomes)

    noticed = [outcome.count(Fate.NOTICED) for outcome in outcomes]
    allowed = sum(bool(accepted.reason(attempt.mutant)) for _, attempt in survivors(outcomes))
    return Figures(
        game,
        len(outcomes),
        [noticed.count(count) for count in range(ways, -1, -1)],
        sum_of(*Fate),
        sum_of(Fate.NOTICED),
        sum_of(Fate.ELSEWHERE),
        sum_of(Fate.SURVIVED),
        allowed,
        sum_of(Fate.UNSURE),
        sum_of(Fate.BROKE),
    )


def survivors(outcomes: Iterable[Outcome]) -> Iterator[tuple[Outcome, Attempt]]:
    """The changes that no test noticed."""
    for outcome in outcomes:
        for attempt in outcome.attempts:
            if attempt.fate is Fate.SURVIVED:
                yield outcome, attempt


def fewer(outcomes: Iterable[Outcome], ways: int) -> Iterator[tuple[Outcome, str]]:
    """The rows of which fewer changes were noticed than wanted, and how that came about."""
    for outcome in outcomes:
        if outcome.count(Fate.NOTICED) < ways:
            fates = [f"{number} {fate.value}" for fate in Fate if (number := outcome.count(fate))]
            if not outcome.attempts:
                fates = ["nothing found behind it"]
            yield outcome, ", ".join(fates)


def where(mutant: Mutant) -> str:
    """A change's place, for people."""
    return f"{mutant.file.as_posix()}:{mutant.line}"


def report(outcomes: list[Outcome], ways: int, accepted: Accepted, whole: set[str], console: Console) -> bool:
    """Print what was found; whether something has survived that nobody has accepted."""
    if len(outcomes) <= 60:
        table = Table("requirement", "where", "change", "result")
        for outcome in outcomes:
            for attempt in outcome.attempts:
                result = f"{attempt.fate} {attempt.by} {attempt.why}"
                table.add_row(outcome.row.id, where(attempt.mutant), escape(attempt.mutant.words), escape(result))
            if not outcome.attempts:
                table.add_row(outcome.row.id, "", "", "nothing found behind it")
        console.print(table)
    console.print(_table_of_figures(outcomes, ways, accepted))
    for outcome, how in fewer(outcomes, ways):
        console.out(f"{outcome.row.id}: {how}", highlight=False)
    failed = False
    for outcome, attempt in survivors(outcomes):
        reason = accepted.reason(attempt.mutant)
        verdict = f"accepted: {reason}" if reason else "SURVIVED"
        failed |= verdict == "SURVIVED"
        mutant = attempt.mutant
        console.out(f"{verdict}: {outcome.row.id} {where(mutant)} ({mutant.home}): {mutant.words}", highlight=False)
    for outcome in outcomes:
        if outcome.is_hollow and not accepted.reason_for_row(outcome.row.id):
            failed = True
            console.out(f"HOLLOW: {outcome.row.id}: its tests noticed no change at all", highlight=False)
    for entry in accepted.unused():
        if any(f"/{game}/" in entry.file for game in whole):
            gone = f"accepted, but it no longer comes up: {entry.row} {entry.file}: {entry.change}"
            console.out(gone, highlight=False)
    return failed


HEADINGS = ("tried", "noticed", "noticed elsewhere", "survived", "of them accepted", "unsure", "broke the run")


def _cells(sums: Figures) -> list[str]:
    last = (sums.tried, sums.noticed, sums.elsewhere, sums.survived, sums.accepted, sums.unsure, sums.broke)
    return [sums.game, str(sums.rows), *map(str, sums.by_noticed), *map(str, last)]


def _headings(ways: int) -> list[str]:
    names = {0: "none", 1: "one", 2: "two", 3: "three"}
    return ["game", "rows", *(names.get(count, str(count)) for count in range(ways, -1, -1)), *HEADINGS]


def _table_of_figures(outcomes: list[Outcome], ways: int, accepted: Accepted) -> Table:
    table = Table(*_headings(ways))
    for sums in figures(outcomes, ways, accepted):
        table.add_row(*_cells(sums))
    return table


class Kept:
    """What a page says of the games that were not judged now: the rows of its tables, by the headings above them."""

    def __init__(self, page: str, outcomes: Iterable[Outcome]) -> None:
        judged = {name for outcome in outcomes for name in (outcome.game, _book(outcome.row.id))}
        self._rows: dict[str, list[list[str]]] = {}
        heading = ""
        for line in page.partition(BEGIN)[2].partition(END)[0].splitlines():
            if line.startswith("## "):
                heading = line.removeprefix("## ")
            elif line.startswith("| ") and heading:
                cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
                named = {_book(cell) for cell in cells[:3] if re.match(r"[A-Z]{1,2}-", cell)} or {cells[0]}
                if judged.isdisjoint(named):
                    self._rows.setdefault(heading, []).append(cells)

    def rows(self, heading: str, headings: Sequence[str]) -> list[list[str]]:
        """The rows of a table, without its headings and sums."""
        return [row for row in self._rows.get(heading, []) if row[0] not in (headings[0], "all")]


def _book(id: str) -> str:
    return id.partition("-")[0]


def markdown(outcomes: list[Outcome], ways: int, accepted: Accepted, file: Path) -> None:
    """Write figures, survivors and rows with fewer changes: between the marks, where the file has them.

    What it says there of other games stays.
    """
    page = file.read_text("utf-8") if file.is_file() else ""
    text = "\n".join(_pages(outcomes, ways, accepted, Kept(page, outcomes)))
    if BEGIN in page and END in page:
        before, after = page.split(BEGIN)[0], page.split(END)[1]
        text = f"{before}{BEGIN}\n\n{text}\n{END}{after}"
    file.write_text(text, "utf-8")


def _pages(outcomes: list[Outcome], ways: int, accepted: Accepted, kept: Kept) -> Iterator[str]:
    yield "## Figures"
    yield ""
    headings = _headings(ways)
    sums = [_cells(each) for each in figures(outcomes, ways, accepted) if each.game != "all"]
    sums = sorted([*kept.rows("Figures", headings), *sums])
    if len(sums) > 1:
        sums.append(["all", *(str(sum(map(int, column))) for column in list(zip(*sums, strict=True))[1:])])
    yield from _rows(headings, sums)
    yield "## What survived"
    yield ""
    seen: dict[tuple[Path, int, str], list[str]] = {}
    told: dict[tuple[Path, int, str], str] = {}
    for outcome, attempt in survivors(outcomes):
        mutant = attempt.mutant
        key = (mutant.file, mutant.line, mutant.words)
        seen.setdefault(key, []).append(outcome.row.id)
        told[key] = accepted.reason(mutant) or "**not accepted**"
    lines = [
        [f"`{file.relative_to('src/barents/games').as_posix() if file.is_relative_to('src') else file}:{line}`",
         _code(words), ", ".join(seen[file, line, words]), told[file, line, words]]
        for file, line, words in seen
    ]  # fmt: skip
    headings = ["where", "change", "rows", "why it is accepted"]
    lines = [*kept.rows("What survived", headings), *lines]
    yield from _rows(headings, lines) if lines else ["Nothing.", ""]
    title, headings = "Rows whose own tests noticed nothing", ["row", "why it is accepted"]
    hollow = kept.rows(title, headings)
    hollow += [
        [outcome.row.id, accepted.reason_for_row(outcome.row.id) or "**not accepted**"]
        for outcome in outcomes
        if outcome.is_hollow
    ]
    if hollow:
        yield f"## {title}"
        yield ""
        yield from _rows(headings, hollow)
    title, headings = f"Rows with fewer than {ways} changes noticed", ["row", "its changes"]
    yield f"## {title}"
    yield ""
    short = [*kept.rows(title, headings), *([outcome.row.id, how] for outcome, how in fewer(outcomes, ways))]
    yield from _rows(headings, short) if short else ["None.", ""]


def _rows(headings: list[str], rows: Iterable[list[str]]) -> Iterator[str]:
    yield f"| {' | '.join(headings)} |"
    yield f"|{'---|' * len(headings)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def _code(words: str) -> str:
    """Words in which code is quoted, for a cell of a table."""
    return "`" + re.sub(r"\s+", " ", words).replace("|", "\\|").replace("`", "'") + "`"
