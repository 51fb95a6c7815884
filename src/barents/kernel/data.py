"""Game data: TOML files read into typed records, with provenance and errors that a person can act on.

Numbers live in TOML, never in code. A file is read into a `Record` type of its own; whatever does not fit is
reported by file, key and reason. Every table and counter set says where its values come from (`Source`), and
a player's own values can be laid over ours (`barents.kernel.datapack`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from enum import StrEnum
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import msgspec
from msgspec import inspect

if TYPE_CHECKING:
    from barents.kernel.datapack import DataPack

T = TypeVar("T")
Folder: TypeAlias = Path | Traversable
Steps: TypeAlias = tuple[str | int, ...]
Document: TypeAlias = dict[str, Any]


class Source(StrEnum):
    """Where a value comes from: stated by a rulebook, worked out from what it states, or made by us."""

    SEED = "seed"
    DERIVED = "derived"
    RECONSTRUCTED = "reconstructed"


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of everything that is read from TOML: frozen, and a key that it does not know is an error."""


class Table(Record, frozen=True, kw_only=True):
    """Base of every table and counter set: says where its values come from."""

    source: Source


class DataError(Exception):
    """A mistake in a data file: which file, which key, what is wrong and what would be right."""

    def __init__(self, file: str, key: str, reason: str) -> None:
        super().__init__(": ".join(part for part in (file, key, reason) if part))
        self.file = file
        self.key = key
        self.reason = reason


def load(folder: Folder, name: str, type: type[T], pack: DataPack | None = None) -> T:
    """Read the file `name` of a game's folder into `type`, with the pack's values laid over ours.

    The pack's values are those of its folder of the same name: `north_cape/counters.toml` in the pack lies
    over `counters.toml` in a folder called `north_cape`.
    """
    if pack is not None:
        return pack.load(folder, name, type)
    return typed(read(folder, name), type, name)


def read(folder: Folder, name: str) -> Document:
    """The TOML file as plain tables; a syntax error carries its line."""
    file = folder.joinpath(*name.split("/"))
    if not file.is_file():
        raise DataError(name, "", f"there is no such file in {folder.name}")
    return parse(file.read_bytes(), name)


def parse(content: bytes, name: str) -> Document:
    """TOML as plain tables; `name` is what errors call the file."""
    try:
        document = tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise DataError(name, "", f"the file is not UTF-8 text (byte {error.start})") from None
    except tomllib.TOMLDecodeError as error:
        raise DataError(name, "", f"this is not TOML: {error}") from None
    except RecursionError:
        raise DataError(name, "", _TOO_DEEP) from None
    if _is_deeper(document, _DEEPEST):
        raise DataError(name, "", _TOO_DEEP)
    return document


_DEEPEST = 32  # tables and arrays within each other; no file of ours has more than six
_TOO_DEEP = f"tables or arrays stand within each other in this file more than {_DEEPEST} deep"


def _is_deeper(document: Document, most: int) -> bool:
    """Whether something is nested deeper than so many levels; found without going down by calls."""
    level: list[Any] = [document]
    for _ in range(most):
        level = [
            inner
            for each in level
            for inner in (each.values() if isinstance(each, dict) else each)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return False
    return True


def typed(document: Document, type: type[T], name: str) -> T:
    """Plain tables as a typed record; `name` is what errors call the file."""
    _insist_on_known_keys(type)
    try:
        return msgspec.convert(document, type, str_keys=True)
    except msgspec.ValidationError as error:
        steps, reason = explain(document, type, str(error))
        raise DataError(name, dotted(document, steps), reason) from None


def provenance(data: object) -> dict[str, Source]:
    """The source that each part of some loaded data declares, by dotted key; the whole file is ``"."``.

    Raises `DataError` for a value that stands under no declared source.
    """
    declared: dict[str, Source] = {}

    def visit(part: object, key: str, covered: bool) -> None:
        if isinstance(part, msgspec.Struct):
            own = getattr(part, "source", None)
            if isinstance(own, Source):
                declared[key or "."] = own
                covered = True
            for field in part.__struct_fields__:
                visit(getattr(part, field), f"{key}.{field}" if key else field, covered)
        elif isinstance(part, dict):
            for name, value in part.items():
                visit(value, f"{key}.{name}" if key else str(name), covered)
        elif isinstance(part, list | tuple):
            for index, value in enumerate(part):
                names = (getattr(value, name, None) for name in ROW_KEYS)
                visit(value, f"{key}[{next((n for n in names if isinstance(n, str)), index)}]", covered)
        elif part is not None and not covered:
            raise DataError("", key, "this value has no source; its table must declare one")

    visit(data, "", False)
    return declared


# --- Keys that a person can find ---

ROW_KEYS = ("id", "name")


def row_key(rows: object) -> str | None:
    """By which key the rows of an array of tables are told apart: `id`, or `name`, if every row has it."""
    if not (isinstance(rows, list) and rows and all(isinstance(row, dict) for row in rows)):
        return None
    return next((key for key in ROW_KEYS if all(isinstance(row.get(key), str) for row in rows)), None)


def dotted(document: object, steps: Steps) -> str:
    """The way to a value as a person would write it.

    >>> dotted({"ships": [{"id": "hipper"}, {"id": "tirpitz", "gun": 9}]}, ("ships", 1, "gun"))
    'ships[tirpitz].gun'
    """
    words = ""
    for step in steps:
        if isinstance(step, int):
            key = row_key(document)
            words += f"[{document[step][key] if key and isinstance(document, list) else step}]"
        else:
            words += f".{step}" if words else step
        document = follow(document, (step,))
    return words


def follow(document: object, steps: Steps) -> Any:
    """The value at the end of `steps`, or None where the way is missing."""
    for step in steps:
        if isinstance(document, dict):
            document = document.get(step)
        elif isinstance(document, list) and isinstance(step, int) and step < len(document):
            document = document[step]
        else:
            return None
    return document


def suggestion(word: str, known: Iterable[str]) -> str:
    """The nearest known word, or all of them where they are few.

    >>> suggestion("gum", ["gun", "armour"])
    "did you mean 'gun'?"
    """
    words = sorted(known)
    if near := get_close_matches(word, words, n=1):
        return f"did you mean '{near[0]}'?"
    return f"known here: {', '.join(words)}" if len(words) <= 12 else f"none of the {len(words)} known here is near"


# --- What a type expects, in words ---


def explain(document: Document, type: type[Any], message: str) -> tuple[Steps, str]:
    """Where and why `document` does not fit, from the message of a failed conversion."""
    text, _, place = message.partition(" - at ")
    in_key = place.startswith("`key` in ")
    steps = _steps(document, type, message, place.removeprefix("`key` in ").strip("`"))
    expected = expectations(type, steps)
    if in_key:
        return steps, f"a key of this table does not fit: {text[:1].lower()}{text[1:]}"
    if found := re.fullmatch(r"Object missing required field `(.*)`", text):
        inside = (*steps, found[1])
        return inside, f"missing, expected {describe(expectations(type, inside))}"
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", text):
        return (*steps, found[1]), f"unknown key, {suggestion(found[1], field_names(expected))}"
    if text.startswith(("Expected ", "Invalid ")):
        return steps, f"expected {describe(expected)}, got {_shown(follow(document, steps))}"
    return steps, text


def _steps(document: Document, type: type[Any], message: str, place: str) -> Steps:
    """The place of a conversion error; a table's key, which the message leaves open, is found by trial."""
    steps: Steps = ()
    for word, index in re.findall(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]", place):
        if word:
            steps += (word,)
        elif index != "...":
            steps += (int(index),)
        else:
            table = follow(document, steps)
            steps += tuple(_culprit(document, type, message, steps, table))[:1]
    return steps


def _culprit(document: Document, type: type[Any], message: str, steps: Steps, table: dict[str, Any]) -> Iterator[str]:
    """The keys of `table` that, alone in it, give the same message."""
    for key, value in table.items():
        try:
            msgspec.convert(replaced(document, steps, {key: value}), type, str_keys=True)
        except msgspec.ValidationError as error:
            if str(error) == message:
                yield key


def replaced(document: Any, steps: Steps, value: object) -> Any:
    """A copy of `document` with one value changed; what is not on the way is shared."""
    if not steps:
        return value
    copy = document.copy()
    copy[steps[0]] = replaced(document[steps[0]], steps[1:], value)
    return copy


def expectations(type: type[Any], steps: Steps) -> tuple[inspect.Type, ...]:
    """What may stand at the end of `steps` in data of this type: several types for a union."""
    found = _members(inspect.type_info(type))
    for step in steps:
        found = tuple(inner for outer in found for inner in _inside(outer, step))
    return found


def _members(info: inspect.Type) -> tuple[inspect.Type, ...]:
    if isinstance(info, inspect.UnionType):
        return tuple(member for part in info.types for member in _members(part))
    return _members(info.type) if isinstance(info, inspect.Metadata) else (info,)


def _inside(info: inspect.Type, step: str | int) -> tuple[inspect.Type, ...]:
    match info:
        case inspect.StructType():
            return tuple(m for f in info.fields if f.encode_name == step for m in _members(f.type))
        case inspect.DictType():
            return _members(info.value_type)
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
            return _members(info.item_type)
        case inspect.TupleType() if isinstance(step, int) and step < len(info.item_types):
            return _members(info.item_types[step])
        case _:
            return ()


def field_names(infos: Iterable[inspect.Type]) -> list[str]:
    """The keys that records of these types have."""
    return [f.encode_name for info in infos if isinstance(info, inspect.StructType) for f in info.fields]


def describe(infos: Iterable[inspect.Type]) -> str:
    """What a person should write where one of these types stands."""
    words = [_in_words(info) for info in infos if not isinstance(info, inspect.NoneType)]
    return " or ".join(dict.fromkeys(words)) or "nothing"


def _in_words(info: inspect.Type) -> str:
    match info:
        case inspect.IntType() | inspect.FloatType():
            kind = "an int" if isinstance(info, inspect.IntType) else "a number"
            return f"{kind}{_bounds(info)}"
        case inspect.BoolType():
            return "true or false"
        case inspect.StrType():
            return f"text that matches {info.pattern}" if info.pattern else "text"
        case inspect.EnumType():
            return "one of " + ", ".join(repr(member.value) for member in info.cls)
        case inspect.LiteralType():
            return "one of " + ", ".join(repr(value) for value in info.values)
        case inspect.TupleType():
            return f"a list of {len(info.item_types)}"
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
            low, high = info.min_length or 0, info.max_length
            return "a list" if not low and high is None else f"a list of {low} to {'any' if high is None else high}"
        case inspect.DateType() | inspect.DateTimeType() | inspect.TimeType():
            return "a date or time"
        case _:
            return "a table"


def filler(infos: Iterable[inspect.Type]) -> Any:
    """Some value that fits one of these types; None where none is easily found."""
    for info in infos:
        match info:
            case inspect.IntType() | inspect.FloatType():
                bound = next((each for each in (info.ge, info.gt, info.le, info.lt) if each is not None), 0)
                return bound + (info.gt is not None) - (info.lt is not None)
            case inspect.BoolType():
                return False
            case inspect.StrType() if not info.pattern:
                return ""
            case inspect.EnumType():
                return next(iter(info.cls)).value
            case inspect.LiteralType():
                return info.values[0]
            case inspect.ListType() | inspect.VarTupleType() if not info.min_length:
                return []
            case inspect.DictType():
                return {}
            case inspect.StructType():
                needed = {field.encode_name: filler(_members(field.type)) for field in info.fields if field.required}
                if None not in needed.values():
                    return needed
    return None


def _bounds(info: inspect.IntType | inspect.FloatType) -> str:
    low = f"{info.ge}" if info.ge is not None else f"above {info.gt}" if info.gt is not None else ""
    high = f"{info.le}" if info.le is not None else f"below {info.lt}" if info.lt is not None else ""
    if low and high:
        return f" from {low} to {high}"
    return f", {low} or more" if low else f", at most {high}" if high else ""


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return "a table"
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _insist_on_known_keys(type: type[Any]) -> None:
    """Refuse a type that would pass over misspelt keys in silence."""
    seen: list[inspect.Type] = []
    queue = list(_members(inspect.type_info(type)))
    while queue:
        info = queue.pop()
        if isinstance(info, inspect.StructType):
            if info in seen:
                continue
            seen.append(info)
            if not info.forbid_unknown_fields:
                raise TypeError(f"{info.cls.__name__} must derive from Record, or misspelt keys pass unnoticed")
            queue += [member for field in info.fields for member in _members(field.type)]
        else:
            queue += _inside(info, 0)
