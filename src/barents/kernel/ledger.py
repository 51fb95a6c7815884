"""The rule ledger: every testable requirement of a game, and which of them the tests prove.

A game's folder holds `ledger.csv` (id, kind, requirement) and, where some rows need no proof,
`exemptions.toml` with the reasons. A test proves requirements by `@pytest.mark.rule("NC-8.1-drm-ace")`; rows
of kind table, data and scenario may also be proven in bulk by an expectation file beside the test
(`expect/NAME.toml`, whose tables carry `proves = [...]`), read by a test marked
`@pytest.mark.rule_file("NAME.toml")`.

Proofs are counted here from the source of the tests, without running them. The test run itself counts only
tests that passed, and checks that both ways of counting agree.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from barents.kernel.data import DataError, Folder, Record, load, parse, suggestion
from barents.kernel.marks import MarkError, read_marks

KINDS = (
    "rule",
    "exception",
    "table",
    "data",
    "scenario",
    "event",
    "optional",
    "solitaire",
    "campaign",
    "variant",
    "reconstructed",
)
BULK_KINDS = ("table", "data", "scenario")
MOST_MARKS = 12
_HEADER = ["id", "kind", "requirement"]
_DESCRIPTIVE = "descriptive: it says nothing that a game could do otherwise"


class LedgerError(Exception):
    """A ledger, or a mark that refers to one, is wrong; the message says where and how."""


class Requirement(msgspec.Struct, frozen=True):
    """One row of a ledger."""

    id: str
    kind: str
    requirement: str


class _Exemption(Record, frozen=True, kw_only=True):
    ids: tuple[str, ...]
    reason: str = ""
    kind: Literal["descriptive"] | None = msgspec.field(default=None, name="class")


class _Exemptions(Record, frozen=True):
    exempt: tuple[_Exemption, ...] = ()


class Ledger(msgspec.Struct, frozen=True):
    """The requirements of one game by id, in the order of the file, and why some need no proof."""

    requirements: dict[str, Requirement]
    exempt: dict[str, str] = {}

    @classmethod
    def load(cls, folder: Folder) -> Ledger:
        """Read `ledger.csv` and, if there is one, `exemptions.toml` from a game's folder."""
        requirements = _requirements(folder)
        if not folder.joinpath("exemptions.toml").is_file():
            return cls(requirements)
        file = f"{folder.name}/exemptions.toml"
        exempt: dict[str, str] = {}
        try:
            entries = load(folder, "exemptions.toml", _Exemptions).exempt
        except DataError as error:
            raise LedgerError(f"{folder.name}/{error}") from None
        for entry in entries:
            reason = entry.reason.strip() or (_DESCRIPTIVE if entry.kind else "")
            if not reason:
                raise LedgerError(f"{file}: {', '.join(entry.ids)}: an exemption needs a reason")
            for id in entry.ids:
                if id not in requirements:
                    raise LedgerError(f"{file}: '{id}' is not in the ledger, {suggestion(id, requirements)}")
                if id in exempt:
                    raise LedgerError(f"{file}: '{id}' is exempt twice")
                exempt[id] = reason
        return cls(requirements, exempt)


def _requirements(folder: Folder) -> dict[str, Requirement]:
    name = f"{folder.name}/ledger.csv"
    file = folder.joinpath("ledger.csv")
    if not file.is_file():
        raise LedgerError(f"{name}: there is no such file")
    rows = csv.reader(StringIO(file.read_text("utf-8"), newline=""), strict=True)
    found: dict[str, Requirement] = {}
    try:
        if (header := next(rows, [])) != _HEADER:
            raise LedgerError(f"{name}: the first line must be {','.join(_HEADER)}, not {','.join(header)!r}")
        for row in rows:
            where = f"{name}: line {rows.line_num}"
            if len(row) != len(_HEADER) or not all(cell.strip() for cell in row):
                raise LedgerError(f"{where}: a row has an id, a kind and a requirement, none of them empty")
            entry = Requirement(*row)
            if any(letter.isspace() for letter in entry.id):
                raise LedgerError(f"{where}: the id '{entry.id}' must not contain spaces")
            if entry.kind not in KINDS:
                raise LedgerError(f"{where}: unknown kind '{entry.kind}', use one of {', '.join(KINDS)}")
            if entry.id in found:
                raise LedgerError(f"{where}: the id '{entry.id}' stands in the ledger twice")
            found[entry.id] = entry
    except csv.Error as error:
        raise LedgerError(f"{name}: line {rows.line_num}: this is not CSV: {error}") from None
    return found


def discover(*parents: Folder) -> dict[str, Ledger]:
    """The ledgers of all folders in `parents` that have one, by the folder's name; no id may be in two."""
    ledgers: dict[str, Ledger] = {}
    owner: dict[str, str] = {}
    folders: list[Any] = [child for parent in parents if parent.is_dir() for child in parent.iterdir()]
    for folder in sorted(folders, key=lambda folder: str(folder.name)):
        if not folder.joinpath("ledger.csv").is_file():
            continue
        if folder.name in ledgers:
            raise LedgerError(f"there are two ledgers called {folder.name}")
        ledger = ledgers[folder.name] = Ledger.load(folder)
        for id in ledger.requirements:
            if id in owner:
                raise LedgerError(f"the id '{id}' stands in two ledgers, {owner[id]} and {folder.name}")
            owner[id] = folder.name
    return ledgers


class Proof(NamedTuple):
    """What one test claims: ids by `rule`, ids by `rule_file`, the most `rule` ids on one of its cases."""

    test: str
    ids: tuple[str, ...]
    bulk: tuple[str, ...]
    most: int


def proofs(tests: Path) -> tuple[Proof, ...]:
    """Every test under the folder that claims to prove something, in order of file and line."""
    if not tests.is_dir():
        raise LedgerError(
            "coverage is counted from the source of the tests, and there is no tests folder here; an "
            "installed package does not carry them: ask in a checkout of the project"
        )
    found: list[Proof] = []
    for file in sorted(tests.rglob("*.py")):
        try:
            marked = read_marks(file.read_bytes(), file.relative_to(tests.parent).as_posix())
        except MarkError as error:
            raise LedgerError(str(error)) from None
        for test, rules, cases, files in marked:
            ids = tuple(dict.fromkeys((*rules, *(id for case in cases for id in case))))
            bulk = tuple(id for name in files for id in bulk_ids(file.parent / "expect" / name))
            found.append(Proof(test, ids, bulk, len(rules) + max(map(len, cases), default=0)))
    return tuple(found)


def bulk_ids(file: Path) -> tuple[str, ...]:
    """The ids that the tables of an expectation file prove."""
    if not file.is_file():
        raise LedgerError(f"there is no expectation file expect/{file.name} beside the test that names it")
    try:
        ids = tuple(_proved(parse(file.read_bytes(), file.name), file.name))
    except DataError as error:
        raise LedgerError(str(error)) from None
    if not ids:
        raise LedgerError(f"{file.name}: no table says what it `proves`")
    return ids


def _proved(value: object, name: str) -> Iterator[str]:
    if isinstance(value, dict):
        ids = value.get("proves", [])
        if not (isinstance(ids, list) and all(isinstance(id, str) for id in ids)):
            raise DataError(name, "proves", f"expected a list of ids, got {ids!r}")
        yield from ids
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from _proved(inner, name)


def mistakes(ledgers: Mapping[str, Ledger], claimed: Iterable[Proof]) -> list[str]:
    """What is wrong with the marks: unknown ids, too many on one test, rows that bulk cannot prove."""
    kinds = {id: row.kind for ledger in ledgers.values() for id, row in ledger.requirements.items()}
    found: list[str] = []
    for proof in claimed:
        for id in (*proof.ids, *proof.bulk):
            if id not in kinds:
                found.append(f"{proof.test}: no ledger has the id '{id}', {suggestion(id, kinds)}")
        for id in proof.bulk:
            if kinds.get(id, BULK_KINDS[0]) not in BULK_KINDS:
                allowed = " or ".join(BULK_KINDS)
                found.append(f"{proof.test}: '{id}' is a {kinds[id]} row, in bulk only {allowed} may be proven")
        if proof.most > MOST_MARKS:
            found.append(f"{proof.test}: {proof.most} rule marks on one test, at most {MOST_MARKS} are believed")
    return found


class GameCoverage(msgspec.Struct, frozen=True):
    """How much of one ledger is proven; `exempt` gives the reasons of unproven rows that need no proof."""

    total: int
    proven: int
    unproven: list[str]
    exempt: dict[str, str]


def coverage(ledgers: Mapping[str, Ledger], proven: Iterable[str]) -> dict[str, GameCoverage]:
    """The coverage of each ledger, given the ids that are proven."""
    known = frozenset(proven)
    result: dict[str, GameCoverage] = {}
    for name, ledger in ledgers.items():
        open_rows = [id for id in ledger.requirements if id not in known]
        result[name] = GameCoverage(
            total=len(ledger.requirements),
            proven=len(ledger.requirements) - len(open_rows),
            unproven=[id for id in open_rows if id not in ledger.exempt],
            exempt={id: ledger.exempt[id] for id in open_rows if id in ledger.exempt},
        )
    return result


def rules_coverage(ledgers: Mapping[str, Ledger], tests: Path) -> dict[str, GameCoverage]:
    """The coverage that the tests' source claims; `LedgerError` if their marks are wrong or absent."""
    claimed = proofs(tests)
    if wrong := mistakes(ledgers, claimed):
        raise LedgerError("\n".join(wrong))
    return coverage(ledgers, (id for proof in claimed for id in (*proof.ids, *proof.bulk)))
