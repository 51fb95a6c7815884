"""Data packs: a player's own values laid over the built-in ones.

A pack is a folder with one folder a game and in it files of the same names as ours, each with only the values
that differ. Tables are laid over key by key, arrays of tables row by row (by `id` or `name`), other arrays
are replaced whole. A pack can add scenarios, a file each (`barents.kernel.scenarios`), and nothing else that the
game does not know: another file, a key or a row without a counterpart is a mistake. All mistakes are reported
together before anything starts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from barents.kernel.data import (
    DataError,
    Document,
    Folder,
    Steps,
    dotted,
    expectations,
    explain,
    field_names,
    filler,
    follow,
    parse,
    read,
    row_key,
    suggestion,
    typed,
)

T = TypeVar("T")
MOST_FILES = 500
LARGEST = 1_000_000  # bytes of a file; the largest of ours has a tenth of that


class PackError(DataError):
    """Every mistake of a data pack, one a line; `file`, `key` and `reason` are those of the first."""

    def __init__(self, errors: Iterable[DataError]) -> None:
        self.errors = tuple(errors)
        first = self.errors[0]
        super().__init__(first.file, first.key, first.reason)

    def __str__(self) -> str:
        return "\n".join(str(error) for error in self.errors)


class DataFile(NamedTuple):
    """A built-in file that a pack may lie over: its folder, its name there, and the type it is read into."""

    folder: Folder
    name: str
    type: type[Any]


class DataPack:
    """The files of one pack, read and parsed. `digest` identifies their content, for the save file."""

    def __init__(self, contents: Mapping[str, bytes]) -> None:
        self.files = tuple(sorted(contents))
        digest = blake2b(digest_size=32)
        for file in self.files:
            for part in (file.encode("utf-8"), contents[file]):
                digest.update(len(part).to_bytes(8, "big"))
                digest.update(part)
        self.digest = digest.hexdigest()
        self._documents: dict[str, Document] = {}
        errors: list[DataError] = []
        for file in self.files:
            try:
                self._documents[file] = parse(contents[file], file)
            except DataError as error:
                errors.append(error)
        if errors:
            raise PackError(errors)

    @classmethod
    def open(cls, folder: Path) -> DataPack:
        """Read every TOML file under `folder`; mistakes in their syntax are reported together."""
        if not folder.is_dir():
            raise DataError(str(folder), "", "there is no such folder, so no data pack")
        files = [file for file in folder.rglob("*.toml") if file.is_file()]
        if not files:
            raise DataError(str(folder), "", "no TOML file is in this folder, so it is no data pack")
        if len(files) > MOST_FILES:
            words = f"{len(files)} TOML files are in this folder, and a data pack has {MOST_FILES} at most"
            raise DataError(str(folder), "", words)
        if large := [file for file in files if file.stat().st_size > LARGEST]:
            words = f"the file is too large: {LARGEST // 1000} kB at most"
            raise PackError(DataError(file.relative_to(folder).as_posix(), "", words) for file in large)
        return cls({file.relative_to(folder).as_posix(): file.read_bytes() for file in files})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DataPack) and other.digest == self.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    @property
    def overridden(self) -> tuple[str, ...]:
        """Every value that the pack gives, as `file: key`."""
        return tuple(
            f"{file}: {dotted(document, steps)}"
            for file, document in self._documents.items()
            for steps in _leaves(document, ())
        )

    def load(self, folder: Folder, name: str, type: type[T]) -> T:
        """The built-in file with the pack's values laid over it, or a file of the pack's own.

        `PackError` lists every mistake in them.
        """
        file = f"{folder.name}/{name}"
        if file in self._documents and not folder.joinpath(*name.split("/")).is_file():
            return _whole(self._documents[file], type, file)
        built_in = read(folder, name)
        if file not in self._documents:
            return typed(built_in, type, name)
        overlay = _Overlay(file, built_in, type)
        overlay.lay(self._documents[file])
        overlay.settle(name)
        return typed(overlay.merged, type, file)


def check(pack: DataPack, files: Iterable[DataFile], misplaced: Iterable[DataError] = ()) -> None:
    """Raise `PackError` with every mistake of the pack, given all files that it may have, and what is wrong already."""
    known = {f"{file.folder.name}/{file.name}": file for file in files}
    errors = list(misplaced)
    told = [error.file for error in errors]
    for file in pack.files:
        if file in told:
            continue
        if file not in known:
            errors.append(DataError(file, "", f"no game has such a file, {suggestion(file, known)}"))
            continue
        try:
            pack.load(*known[file])
        except PackError as several:
            errors += several.errors
        except DataError as error:
            errors.append(error)
    if errors:
        raise PackError(errors)


def _whole(document: Document, type: type[T], file: str) -> T:
    """A file that stands by itself; each mistake is noted and put right in a copy, until the rest fits."""
    copy, errors, places = deepcopy(document), list[DataError](), set[Steps]()
    while fault := _fault(copy, type):
        steps, reason = fault
        errors.append(DataError(file, dotted(copy, steps), reason))
        if steps in places or not _put_right(copy, type, steps):
            break
        places.add(steps)
    if errors:
        raise PackError(errors)
    return typed(copy, type, file)


def _fault(document: Document, type: type[Any]) -> tuple[Steps, str] | None:
    """Where and why a document does not fit its type."""
    try:
        msgspec.convert(document, type, str_keys=True)
    except msgspec.ValidationError as error:
        return explain(document, type, str(error))
    return None


def _put_right(document: Document, type: type[Any], steps: Steps) -> bool:
    """Take a value away that does not fit, or put one there that does; else the row that it stands in goes."""
    holder: Any = follow(document, steps[:-1]) if steps else None
    expected = expectations(type, steps)
    value = filler(expected)
    if holder is not None and not expected:
        del holder[steps[-1]]
        return True
    if holder is not None and value is not None:
        holder[steps[-1]] = value
        return True
    for end in range(len(steps), 0, -1):
        row, rows = steps[end - 1], follow(document, steps[: end - 1])
        if isinstance(rows, list) and isinstance(row, int) and row < len(rows):
            del rows[row]
            return True
    return False


class _Change(NamedTuple):
    """One value laid over the built-in document: where, and what stood there (absent: nothing did)."""

    steps: Steps
    before: object
    absent: bool


class _Overlay:
    """One pack file on its way over one built-in file."""

    def __init__(self, file: str, built_in: Document, type: type[Any]) -> None:
        self.file = file
        self.built_in = built_in
        self.merged = deepcopy(built_in)
        self.type = type
        self.changes: list[_Change] = []
        self.errors: list[DataError] = []

    def lay(self, document: Document) -> None:
        self._table(self.merged, document, ())

    def _table(self, ours: dict[str, Any], theirs: dict[str, Any], steps: Steps) -> None:
        optional = field_names(expectations(self.type, steps))
        for key, value in theirs.items():
            if key in ours:
                self._value(ours, key, value, (*steps, key))
            elif key in optional:
                self.changes.append(_Change((*steps, key), None, absent=True))
                ours[key] = value
            else:
                self._mistake((*steps, key), f"unknown key, {suggestion(key, dict.fromkeys([*ours, *optional]))}")

    def _value(self, ours: Any, key: str | int, value: Any, steps: Steps) -> None:
        before = ours[key]
        identity = row_key(before)
        if isinstance(before, dict) and isinstance(value, dict):
            self._table(before, value, steps)
        elif identity and isinstance(value, list):
            self._rows(before, value, identity, steps)
        else:
            self.changes.append(_Change(steps, before, absent=False))
            ours[key] = value

    def _rows(self, ours: list[dict[str, Any]], theirs: list[Any], identity: str, steps: Steps) -> None:
        places = {row[identity]: index for index, row in enumerate(ours)}
        given: list[str] = []
        for number, row in enumerate(theirs, start=1):
            name = row.get(identity) if isinstance(row, dict) else None
            if name is None:
                self._mistake(steps, f"row {number} must say by `{identity}` which row it changes")
            elif name not in places:
                self._mistake(steps, f"there is no row '{name}', {suggestion(str(name), places)}")
            elif name in given:
                self._mistake(steps, f"row '{name}' is given twice")
            else:
                given.append(name)
                changed = {key: value for key, value in row.items() if key != identity}
                self._table(ours[places[name]], changed, (*steps, places[name]))

    def _mistake(self, steps: Steps, reason: str) -> None:
        self.errors.append(DataError(self.file, dotted(self.built_in, steps), reason))

    def settle(self, name: str) -> None:
        """Note and take back each value that does not fit, until the rest does; then report them all."""
        while fault := _fault(self.merged, self.type):
            steps, reason = fault
            guilty = [change for change in self.changes if change.steps == steps[: len(change.steps)]]
            guilty = guilty or [change for change in self.changes if change.steps[: len(steps)] == steps]
            if not guilty:
                typed(self.built_in, self.type, name)  # The built-in file is at fault, and this says so.
                guilty = list(self.changes)
            self.errors.append(DataError(self.file, dotted(self.merged, steps), reason))
            for change in reversed(guilty):
                self._take_back(change)
        if self.errors:
            raise PackError(self.errors)

    def _take_back(self, change: _Change) -> None:
        self.changes.remove(change)
        holder = follow(self.merged, change.steps[:-1])
        if change.absent:
            del holder[change.steps[-1]]
        else:
            holder[change.steps[-1]] = change.before


def _leaves(value: object, steps: Steps) -> Iterator[Steps]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, (*steps, key))
    elif identity := row_key(value):
        assert isinstance(value, list)
        for index, row in enumerate(value):
            yield from _leaves({k: v for k, v in row.items() if k != identity}, (*steps, index))
    else:
        yield steps
