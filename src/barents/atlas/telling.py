"""What the storytellers of games on a chart have in common: places by name, units by name, and what came of a deed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from barents.atlas.places import gazetteer
from barents.kernel.sides import Observer, Side
from barents.kernel.story import Deed
from barents.kernel.view import LogLine
from barents.kernel.words import listed


class Unit(Protocol):
    """A counter of any game: what it is called, and whose it is."""

    @property
    def name(self) -> str: ...

    @property
    def side(self) -> Side: ...


class ChartDeed(Deed):
    """The lines of a deed on one of the maps. `base` names a hex that has a name in the game, or gives the hex back."""

    def __init__(
        self,
        lines: Sequence[LogLine],
        observer: Observer,
        chart: str,
        units: Mapping[str, Unit],
        base: Callable[[str], str],
    ) -> None:
        super().__init__(lines, observer)
        self.places = gazetteer(chart)
        self._units, self._base = units, base

    def where(self, cell: str) -> str:
        """A hex as one says it: at a base, or so far from the nearest place."""
        named = self._base(cell)
        return f"at {named}" if named != cell else self.places.said(cell) or f"at {cell}"

    def called(self, name: str) -> str:
        """A unit by its name."""
        unit = self._units.get(name)
        return name if unit is None else unit.name

    def names(self, units: Sequence[str]) -> str:
        """Some units as one lists them."""
        return listed([self.called(name) for name in units])

    def sailed(self, start: str, end: str, hexes: int) -> str:
        """How far and in which direction a way leads, and where it ends."""
        far = f"{hexes} {'hex' if hexes == 1 else 'hexes'}"
        if start == end:
            return f"{far} and comes back, {self.where(end)}"
        return f"{far} {self.places.bound(start, end)}, {self.where(end)}"

    def outcome_of(self, lost: Sequence[str], damaged: Sequence[str], gone: str = "lost") -> tuple[str, Side | None]:
        """What came of a deed in a few words, and for whom that is good."""
        words = [f"{self.names(lost)} {gone}"] if lost else []
        words += [f"{self.names(damaged)} damaged"] if damaged else []
        owners = {self._units[name].side for name in (*lost, *damaged) if name in self._units}
        return f"{', '.join(words)}." if words else "", next(iter(owners)).enemy if len(owners) == 1 else None
