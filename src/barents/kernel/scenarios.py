"""Scenarios are files: a TOML file in a game's folder `scenarios`, or in the same folder of a data pack, is offered.

Nothing lists them. A file's name is the scenario's, its key `order` says where it stands in lists, and what it holds
is read into the game's own type, which derives from `ScenarioHead`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Generic, TypeAlias, TypeVar

import msgspec

from barents.kernel.coach import Coach
from barents.kernel.data import DataError, Folder, Record, Source, load, read
from barents.kernel.datapack import DataFile, DataPack, PackError
from barents.kernel.scenario_words import ScenarioBriefing
from barents.kernel.sides import Side

SCENARIOS = "scenarios"
LATE = 100
LONGEST_NAME = 60
MOST = 100  # that a pack may add to a game
_ENDING = ".toml"
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class ScenarioHead(Record, frozen=True, kw_only=True):
    """What the file of every scenario says, whatever the game. Lists show lower numbers of `order` first."""

    name: str
    title: str
    about: str
    source: Source
    tasks: dict[Side, str]
    minutes: Annotated[int, msgspec.Meta(ge=0)]
    order: int = LATE
    briefing: ScenarioBriefing | None = None
    coach: Coach | None = None


T = TypeVar("T", bound=ScenarioHead)
Fault: TypeAlias = tuple[str, str]
"""What is wrong in a scenario's file that no type can say: the key, and the reason."""


@dataclass(frozen=True)
class ScenarioFolder(Generic[T]):
    """A game's scenarios: its folder, the type that each is read into, and files there that are something else."""

    folder: Folder
    type: type[T]
    besides: tuple[str, ...] = ()

    def names(self) -> tuple[str, ...]:
        """The built-in scenarios, in the order of lists."""
        inside = self.folder.joinpath(SCENARIOS)
        found = [file.name.removesuffix(_ENDING) for file in inside.iterdir() if file.name.endswith(_ENDING)]
        orders = {name: read(self.folder, _file(name)).get("order", LATE) for name in found if name not in self.besides}
        return tuple(sorted(orders, key=lambda name: (orders[name], name)))

    def added(self, pack: DataPack | None) -> tuple[str, ...]:
        """The scenarios that only a pack has."""
        built_in = {*self.names(), *self.besides}
        return tuple(name for name in self._given(pack) if _NAME.fullmatch(name) and name not in built_in)

    def files(self, pack: DataPack | None = None) -> tuple[DataFile, ...]:
        """The files of all scenarios, a pack's own among them."""
        return tuple(DataFile(self.folder, _file(name), self.type) for name in (*self.names(), *self.added(pack)))

    def load(self, pack: DataPack | None) -> dict[str, T]:
        """All scenarios by their names, in the order of lists; every mistake in them is reported."""
        found: list[T] = []
        errors: list[DataError] = []
        for _, name, type in self.files(pack):
            try:
                scenario = load(self.folder, name, type, pack)
            except PackError as several:
                errors += several.errors
            except DataError as error:
                errors.append(error)
            else:
                found.append(scenario)
                own = name.removeprefix(f"{SCENARIOS}/").removesuffix(_ENDING)
                if scenario.name != own:
                    words = f"expected '{own}', as the file is called, got '{scenario.name}'"
                    errors.append(DataError(path_of(self.folder, own), "name", words))
        if errors:
            raise PackError(errors)
        return {scenario.name: scenario for scenario in sorted(found, key=lambda each: (each.order, each.name))}

    def insist(self, scenarios: Mapping[str, T], faults: Callable[[T], Iterable[Fault]]) -> None:
        """Raise `PackError` with whatever is wrong in scenarios once they are held against the rest of the data."""
        errors = [
            DataError(path_of(self.folder, name), key, reason)
            for name, scenario in scenarios.items()
            for key, reason in faults(scenario)
        ]
        if errors:
            raise PackError(errors)

    def misplaced(self, pack: DataPack) -> Iterator[DataError]:
        """What a pack has in the folder that cannot be a scenario because of its name, its place or the number."""
        for name in self._given(pack):
            if "/" in name:
                words = f"a scenario stands in {SCENARIOS} itself, not in a folder there"
                yield DataError(path_of(self.folder, name), "", words)
            elif not _NAME.fullmatch(name) or len(name) > LONGEST_NAME:
                words = f"a scenario's file is named with small letters, digits and hyphens, {LONGEST_NAME} at most"
                yield DataError(path_of(self.folder, name), "", f"{words}, as in 'my-convoy.toml'")
        if len(added := self.added(pack)) > MOST:
            where = f"{self.folder.name}/{SCENARIOS}"
            yield DataError(where, "", f"{len(added)} scenarios are added, and a game takes {MOST} at most")

    def _given(self, pack: DataPack | None) -> list[str]:
        """What the pack has in the folder, each as the scenario's name that it would be."""
        start = f"{self.folder.name}/{SCENARIOS}/"
        files = pack.files if pack is not None else ()
        return [file.removeprefix(start).removesuffix(_ENDING) for file in files if file.startswith(start)]


def _file(name: str) -> str:
    return f"{SCENARIOS}/{name}{_ENDING}"


def path_of(folder: Folder, name: str) -> str:
    """What a mistake calls the file of a scenario."""
    return f"{folder.name}/{_file(name)}"


def undated(begins: str) -> Iterator[Fault]:
    """Of a time that a scenario begins at: that it is none."""
    try:
        datetime.fromisoformat(begins)
    except ValueError:
        yield "begins", f"expected a day and an hour, as in '1942-07-01T08:00', got '{begins}'"


def twice(key: str, names: Iterable[str]) -> Iterator[Fault]:
    """Of names that may stand in a scenario once: those that come again."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            yield key, f"'{name}' is there twice"
        seen.add(name)
