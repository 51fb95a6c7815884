"""The values that we had to reconstruct, and data packs that move them by one step.

Every table of a game says where its values come from. Those that are `reconstructed` are found in the game's own files,
whatever the game; a move lays other values over them, as a player's data pack would, and the file's type has the last
word on what may stand there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from copy import deepcopy
from datetime import date, datetime, time
from functools import lru_cache
from typing import Any, NamedTuple

from barents.kernel.data import DataError, Document, Source, Steps, dotted, follow, read, row_key, typed
from barents.kernel.datapack import DataFile, DataPack
from barents.kernel.game import Game

DOWN, UP = -1, 1
TENTH_FROM = 20  # from here on a number is a measure rather than a face of a die, and a step is a tenth of it
YEARS = range(1900, 2000)
SCENARIOS = "scenarios/"


class Value(NamedTuple):
    """A number that was reconstructed: in which file and where, and the table, key and row that a person finds it by.

    `counted` is whether it stands in a row of counters, where nothing means that a unit has no such factor.
    """

    file: DataFile
    steps: Steps
    now: int | float
    table: str
    key: str
    row: str
    counted: bool


class Move(NamedTuple):
    """Some values moved together by one step down and one up; None where nothing of it can be moved that way.

    `moved` is how many values there are, `notes` says why some or all of them stay where they are.
    """

    name: str
    moved: int
    down: DataPack | None
    up: DataPack | None
    notes: tuple[str, ...] = ()


def values(game: Game[Any, Any], scenario: str = "") -> tuple[Value, ...]:
    """Every reconstructed number of a game; of scenarios only those of this one."""
    found: list[Value] = []
    for file in game.data_files:
        if not file.name.startswith(SCENARIOS) or file.name == f"{SCENARIOS}{scenario}.toml":
            document = _document(file)
            found += _numbers(file, document, document, (), None, counted=False)
    files: dict[str, set[str]] = {}
    for value in found:
        files.setdefault(value.table, set()).add(value.file.name)
    return tuple(value if len(files[value.table]) == 1 else _by_file(value) for value in found)


def _by_file(value: Value) -> Value:
    """Of tables with the same name in two files: with the name of the file before it."""
    stem = value.file.name.rpartition("/")[2].removesuffix(".toml")
    return value._replace(table=f"{stem}/{value.table}")


def _numbers(
    file: DataFile, document: Document, part: object, steps: Steps, source: str | None, *, counted: bool
) -> Iterator[Value]:
    if isinstance(part, dict):
        own = part.get("source", source)
        for key, inner in part.items():
            yield from _numbers(file, document, inner, (*steps, key), own, counted=counted)
    elif isinstance(part, list):
        counted = counted or row_key(part) is not None
        for index, inner in enumerate(part):
            yield from _numbers(file, document, inner, (*steps, index), source, counted=counted)
    elif isinstance(part, int | float) and not isinstance(part, bool) and source == Source.RECONSTRUCTED:
        words = [str(step) for step in steps if not isinstance(step, int) and step != "rows"]
        if len(steps) > 1:  # what stands outside of any table is no table's value
            yield Value(file, steps, part, words[0], ".".join(words[1:]) or words[0], dotted(document, steps), counted)


def moves(game: Game[Any, Any], scenario: str = "", inside: str = "") -> tuple[Move, ...]:
    """What can be moved: table by table; or inside one table key by key; or inside one key (`table.key`) one by one."""
    groups: dict[str, list[Value]] = {}
    for value in values(game, scenario):
        name = f"{value.table}.{value.key}"
        if not inside:
            groups.setdefault(value.table, []).append(value)
        elif inside == value.table:
            groups.setdefault(name, []).append(value)
        elif inside == name:
            groups.setdefault(value.row, []).append(value)
    if inside and not groups:
        known = dict.fromkeys(value.table for value in values(game, scenario))
        raise LookupError(f"{game.title} has no reconstructed table '{inside}': there are {', '.join(known) or 'none'}")
    return tuple(move(name, group) for name, group in groups.items())


def move(name: str, group: Iterable[Value]) -> Move:
    """Some values together, as far as their types let them go."""
    listed = list(group)
    down, stay_down = laid_over(listed, DOWN)
    up, stay_up = laid_over(listed, UP)
    notes = [reason for reason in stay_down if reason in stay_up]
    notes += [f"a step down: {reason}" for reason in stay_down if reason not in notes]
    notes += [f"a step up: {reason}" for reason in stay_up if reason not in notes]
    return Move(name, len(listed), down, up, tuple(notes))


def stepped(value: Value, way: int) -> int | float | None:
    """A number moved by a step: a face, or a tenth of a measure; None if it stays.

    A year stays, and nothing stays nothing where it means that a unit has no such factor.
    """
    now = value.now
    if isinstance(now, float):
        return round(now * (1 + way / 10), 6) if now else None
    if now in YEARS or (value.counted and not now):
        return None
    return now + way * (max(1, round(abs(now) / 10)) if abs(now) >= TENTH_FROM else 1)


def laid_over(group: Iterable[Value], way: int) -> tuple[DataPack | None, list[str]]:
    """A data pack that moves some values, without those that their types refuse; and the reasons why some stay."""
    wanted = {(value.file, value.steps): value for value in group}
    chosen = {place: after for place, value in wanted.items() if (after := stepped(value, way)) is not None}
    reasons = [] if len(chosen) == len(wanted) else ["a factor that a unit does not have, or a year, stays as it is"]
    for file in dict.fromkeys(value.file for value in wanted.values()):
        while refused := _refusal(file, {steps: after for (one, steps), after in chosen.items() if one == file}):
            stuck = [place for place in chosen if place[0] == file and _is_at(wanted[place].row, refused.key)]
            reasons.append(f"{refused.key}: {refused.reason}")
            for place in stuck or [place for place in chosen if place[0] == file]:
                del chosen[place]
    return (_pack(chosen) if chosen else None), reasons


def _refusal(file: DataFile, changes: dict[Steps, int | float]) -> DataError | None:
    """Why a file cannot have these values, if it cannot."""
    document = deepcopy(_document(file))
    for steps, after in changes.items():
        follow(document, steps[:-1])[steps[-1]] = after
    try:
        typed(document, file.type, file.name)
    except DataError as error:
        return error
    return None


def _is_at(row: str, key: str) -> bool:
    """Whether a value is the one that an error names, or is inside of it."""
    return row == key or row.startswith((f"{key}.", f"{key}["))


@lru_cache(maxsize=32)
def _document(file: DataFile) -> Document:
    """A file as plain tables, which nobody changes."""
    return read(file.folder, file.name)


def _pack(chosen: dict[tuple[DataFile, Steps], int | float]) -> DataPack:
    contents: dict[str, bytes] = {}
    for file in dict.fromkeys(file for file, _ in chosen):
        changes = {steps: after for (one, steps), after in chosen.items() if one == file}
        overlay = _overlay(_document(file), (), changes)
        lines = [f"{json.dumps(key)} = {toml(part)}\n" for key, part in overlay.items()]
        contents[f"{file.folder.name}/{file.name}"] = "".join(lines).encode()
    return DataPack(contents)


def _overlay(part: Any, steps: Steps, changes: dict[Steps, int | float]) -> Any:
    """What a pack has to say of one part of a document: no more than what changes, and by which row."""
    if steps in changes:
        return changes[steps]
    if isinstance(part, dict):
        inside = {key for way in changes if way[: len(steps)] == steps for key in way[len(steps) : len(steps) + 1]}
        return {key: _overlay(inner, (*steps, key), changes) for key, inner in part.items() if key in inside}
    identity = row_key(part)
    if not isinstance(part, list):
        return part
    if identity is None:
        return [_whole(inner, (*steps, index), changes) for index, inner in enumerate(part)]
    touched = {way[len(steps)] for way in changes if way[: len(steps)] == steps}
    return [
        {identity: row[identity], **_overlay(row, (*steps, index), changes)}
        for index, row in enumerate(part)
        if index in touched
    ]


def _whole(part: Any, steps: Steps, changes: dict[Steps, int | float]) -> Any:
    """A part with its changes and everything else, for lists that a pack replaces whole."""
    if steps in changes:
        return changes[steps]
    if isinstance(part, dict):
        return {key: _whole(inner, (*steps, key), changes) for key, inner in part.items()}
    if isinstance(part, list):
        return [_whole(inner, (*steps, index), changes) for index, inner in enumerate(part)]
    return part


def toml(value: Any) -> str:
    """A value as TOML has it in one line.

    >>> toml({"gun": 9, "flags": ["heavy-aa"], "torp": 0.5})
    '{"gun" = 9, "flags" = ["heavy-aa"], "torp" = 0.5}'
    """
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(str(key))} = {toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(toml(inner) for inner in value) + "]"
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False)
